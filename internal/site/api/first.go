package api

import (
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/rules"
)

// FirstOf tells of the start of a rule set what a page shows of it before its
// rules have loaded, and lets somebody play one move.
func (d *Service) FirstOf(variant string) (wire.First, error) {
	o, err := d.Open(variant, "", false)
	if err != nil {
		return wire.First{}, err
	}
	return newFirst(&o)
}

// FirstOfLink does the same for the position of a link.
func (d *Service) FirstOfLink(link string) (wire.First, error) {
	said, err := d.ReadLink(wire.ReadLinkRequest{Link: link})
	if err != nil {
		return wire.First{}, err
	}
	o, err := d.Open(said.Variant, said.Position, said.Study)
	if err != nil {
		return wire.First{}, err
	}
	f, err := newFirst(&o)
	f.Link = &said
	return f, err
}

func newFirst(o *Opened) (wire.First, error) {
	line := rules.NewLine(o.Rules, o.Position)
	f := wire.First{State: NewState(line, o.in), After: []wire.State{}}
	f.State.Notes = o.Notes()
	for _, m := range f.State.Moves {
		next := rules.NewLine(o.Rules, o.Position)
		if _, err := next.PlayText(m.Move); err != nil {
			return wire.First{}, err // a legal move can be played: this cannot be
		}
		f.After = append(f.After, newBoard(next, o.in))
	}
	return f, nil
}
