package api

import (
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
)

// Rulebook returns the rulebook of a rule set in the language of the answers, with
// what its diagrams show.
func (d *Service) Rulebook(q wire.RulebookRequest) (wire.Rulebook, error) {
	source := func(name string) (string, bool) { text, ok := d.rulebooks[name]; return text, ok }
	return d.RulebookIn(q, loader.Language{In: d.Catalogue(), Source: source})
}

// RulebookIn returns the rulebook in a language.
func (d *Service) RulebookIn(q wire.RulebookRequest, language loader.Language) (wire.Rulebook, error) {
	r, err := d.Rules(q.Variant)
	if err != nil {
		return wire.Rulebook{}, err
	}
	book, err := loader.Load(r, d.known.Find, language)
	if err == nil {
		err = rulebook.Illustrate(&book, r, language.In)
	}
	return wire.Rulebook{Book: book}, err
}
