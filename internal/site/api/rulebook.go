package api

import (
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/variant/definition"
)

// Rulebook returns the rulebook of a rule set in the language of the program, see
// [Speak], with what its diagrams show.
func (d *Service) Rulebook(q wire.RulebookRequest) (wire.Rulebook, error) {
	var source rulebook.Source
	if books := handed.Load(); books != nil {
		source = func(name string) (string, bool) { text, ok := (*books)[name]; return text, ok }
	}
	return d.RulebookIn(q, rulebook.Language{Source: source})
}

// RulebookIn returns the rulebook in a language. What diagrams show is still to be
// told in it, see [locale.Retell].
func (d *Service) RulebookIn(q wire.RulebookRequest, language rulebook.Language) (wire.Rulebook, error) {
	r, err := d.Rules(q.Variant)
	if err != nil {
		return wire.Rulebook{}, err
	}
	book, err := rulebook.LoadIn(r, d.known.Find, language)
	if err == nil && len(book.Sections) == 0 { // a browser has no file of it
		if same, ok := definition.Of(r); ok {
			book, err = rulebook.LoadIn(same.Compile(), d.known.Find, language)
		}
	}
	if err == nil {
		err = rulebook.Illustrate(&book, r)
	}
	return wire.Rulebook{Book: book}, err
}
