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

// Retell makes the sentence anew.
func (f *PlanFailure) Retell(*locale.Catalogue) { again(&f.Message, f.Said) }

// Retell makes the sentence anew.
func (e *Explanation) Retell(*locale.Catalogue) {
	again(&e.Message, e.Said)
	notices(&e.Notices, e.Noted)
}

// Retell makes the sentence anew.
func (g *BoardGoal) Retell(*locale.Catalogue) {
	if g.Said != nil {
		again(&g.Message, *g.Said)
	}
}

// Retell makes the notices anew.
func (n *Notes) Retell(*locale.Catalogue) { notices(&n.Notices, n.Said) }

// Retell makes the sentence and the notices anew.
func (a *TablesAnswer) Retell(c *locale.Catalogue) {
	again(&a.Sentence, a.Told)
	a.Notes.Retell(c)
}

// Retell makes the notices anew.
func (l *LinkAnswer) Retell(*locale.Catalogue) { notices(&l.Notices, l.Said) }

// Retell makes the notices anew.
func (c *Checked) Retell(*locale.Catalogue) { notices(&c.Notices, c.Noted) }

// Retell makes the sentence anew.
func (n *PGNNote) Retell(*locale.Catalogue) { again(&n.Message, n.Said) }

// Retell makes the sentence anew.
func (f *FieldFault) Retell(*locale.Catalogue) { again(&f.Message, f.Said) }

// Retell makes the differences anew.
func (d *Defined) Retell(*locale.Catalogue) { notices(&d.Differences, d.DifferencesSaid) }

// Retell puts the titles of a rule set that comes with the program into the
// language; the title of another is what its author wrote.
func (v *VariantInfo) Retell(c *locale.Catalogue) {
	again(&v.Summary, v.SummarySaid)
	if v.Definition == "" {
		word(c, &v.Title, "variant."+v.Name+".title")
		word(c, &v.Summary, "variant."+v.Name+".summary")
	}
}

// Retell puts what is said of the game into the language.
func (e *GalleryEntry) Retell(c *locale.Catalogue) {
	word(c, &e.Title, "gallery."+e.Name+".title")
	word(c, &e.Summary, "gallery."+e.Name+".summary")
	word(c, &e.Why, "gallery."+e.Name+".why")
}

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

// word sets a text to the catalogue's, if it has one.
func word(c *locale.Catalogue, text *string, code string) {
	if _, ok := c.Placeholders(locale.Code(code)); ok {
		*text = c.Text(locale.New(locale.Code(code), nil))
	}
}
