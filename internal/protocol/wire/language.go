package wire

import "github.com/tainchess/tain/internal/locale"

// LanguageRequest sets the language of what is said from then on: its tag, its
// catalogue, an entry for each code, and by name the texts of rulebooks that
// others share. English needs neither.
type LanguageRequest struct {
	Language  string            `json:"language"`
	Catalogue map[string]string `json:"catalogue,omitempty"`
	Rulebooks map[string]string `json:"rulebooks,omitempty"`
}

// Language is the language that is spoken.
type Language struct {
	Language string `json:"language"`
}

// EncodeIn writes a value as JSON, with what it says in the language of a
// catalogue.
func EncodeIn(c *locale.Catalogue, v any) []byte { return Encode(locale.Retell(c, v)) }

// The sentences beside messages.

// Retell makes the sentence anew.
func (f *Failure) Retell(*locale.Catalogue) { again(&f.Message, f.Said) }

// again makes a sentence of its message, if it has one.
func again(text *string, said locale.Message) {
	if !said.IsZero() {
		*text = said.String()
	}
}
