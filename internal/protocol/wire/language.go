package wire

import (
	"encoding/json"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
)

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

// Tell sets what is said of a move. It is kept as JSON, since a server holds
// very many moves and is seldom asked to say one anew.
func (m *PlayedMove) Tell(said locale.Message) {
	m.Text = said.String()
	if data, err := json.Marshal(saidMove{said, locale.English().Text(said)}); err == nil {
		m.said = string(data)
	}
}

// Retell makes the sentence anew.
func (m *PlayedMove) Retell(c *locale.Catalogue) {
	var said saidMove
	if m.said != "" && json.Unmarshal([]byte(m.said), &said) == nil {
		m.Text = c.Text(message.New(said.Code, message.Quote(said.English), said.Args))
	}
}

// saidMove is what is said of a move, with its English sentence.
type saidMove struct {
	locale.Message
	English string
}

// The sentences beside messages.

// Retell makes the sentence anew.
func (f *Failure) Retell(*locale.Catalogue) { again(&f.Message, f.Said) }

// Retell makes the notices anew.
func (g *OneGame) Retell(*locale.Catalogue) { notices(&g.Notices, g.Noted) }

// Retell makes the sentence anew.
func (r *GameResult) Retell(*locale.Catalogue) { again(&r.Sentence, r.Said) }

// Retell makes the sentence anew.
func (r *Returned) Retell(*locale.Catalogue) { again(&r.Message, r.Said) }

// Retell makes the sentence anew.
func (m *ErrorMessage) Retell(*locale.Catalogue) { again(&m.Message, m.Said) }

// Retell makes the differences anew.
func (o *OwnRules) Retell(*locale.Catalogue) { notices(&o.Differences, o.DifferencesSaid) }

// again makes a sentence of its message, if it has one.
func again(text *string, said locale.Message) {
	if !said.IsZero() {
		*text = said.String()
	}
}

// notices makes notices of their messages.
func notices(texts *[]string, said []locale.Message) {
	if len(said) > 0 && len(said) == len(*texts) {
		*texts = locale.Texts(said)
	}
}
