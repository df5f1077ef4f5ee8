package api

import (
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/variant/definition"
)

// Rulebook returns the rulebook of a rule set, with what its diagrams show.
func (d *Service) Rulebook(q wire.RulebookRequest) (wire.Rulebook, error) {
	return d.RulebookFrom(q, nil)
}

// RulebookFrom returns the rulebook in the words of a source; what it lacks is in
// English. What diagrams show is still to be told in that language, see
// [message.Retell].
func (d *Service) RulebookFrom(q wire.RulebookRequest, source rulebook.Source) (wire.Rulebook, error) {
	r, err := d.Rules(q.Variant)
	if err != nil {
		return wire.Rulebook{}, err
	}
	book, err := rulebook.LoadFrom(r, d.known.Find, source)
	if err == nil && len(book.Sections) == 0 { // a browser has no file of it
		if same, ok := definition.Of(r); ok {
			book, err = rulebook.Load(same.Compile(), d.known.Find)
		}
	}
	if err == nil {
		err = rulebook.Illustrate(&book, r)
	}
	return wire.Rulebook{Book: book}, err
}
