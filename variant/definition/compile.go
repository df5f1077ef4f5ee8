package definition

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
	"github.com/tainchess/tain/variant/space"
)

// Compile returns the rule set. It accepts every definition that [Parse] returns.
func (d *Definition) Compile() rules.Rules {
	if d.Base != "" {
		return d.compileSpace()
	}
	var promoted []board.Role
	for _, k := range []byte(d.Promotes) {
		promoted = append(promoted, role(k))
	}
	v := flat.Rules{
		Details: rules.Info{
			Definition: d.JSON(), Hash: d.Hash(), Differences: d.Differences(),
			Name: d.Name, Title: d.Title, Summary: d.Summary(), PGN: d.Name, Start: d.playable(d.Start),
			Stalemate: d.Stalemate, Parent: chess.Rules, SeamMark: d.Seam.Mark, Kingless: d.Study,
		},
		Topology:   d.topology(),
		SeamHome:   d.Seam.Home,
		NoCastling: !d.Castling, NoDoublePush: !d.DoublePush,
		Promotes: promoted,
		NoMate:   d.dead(),
	}
	if d.Boards > 1 {
		v.Copies = d.Boards
	}
	if r := d.Reflection; r != nil {
		v.Reflection = &flat.Reflection{
			Map: r.Map, Own: r.Own, GoesOn: roles(r.GoesOn), Captures: r.Captures, Promotions: r.Promotions,
		}
		for from, made := range r.Makes {
			v.Reflection.Made[role(from)] = role(made)
		}
	}
	return flat.New(v)
}

// topology returns the board of a definition without fields of part two.
func (d *Definition) topology() *topology.Topology {
	return topology.Seam(topology.Crossing(d.Seam.Crossing), roles(d.Seam.Kinds))
}

// dead returns the material with which neither side can win. That includes two bare kings if king moves spawn
// nothing, and more material only if mate is certainly impossible. If stalemate is not a draw, a lone knight
// may be able to win.
func (d *Definition) dead() []flat.Material {
	r := d.Reflection
	kingMakes := r != nil && r.Makes['k'] != 0 && !r.GoesOn.Has('k')
	switch {
	case kingMakes:
		return nil
	case d.Stalemate != rules.StalemateDraws && r != nil && r.GoesOn.Has('k'):
		return nil
	case r != nil || d.Stalemate != rules.StalemateDraws:
		return flat.BareKings
	}
	switch d.topology() {
	case topology.Plane:
		return chess.Rules.NoMate
	case topology.Cylinder:
		return flat.BareKingsOrMinor
	}
	return flat.BareKings
}

// compileSpace compiles a definition with a base.
func (d *Definition) compileSpace() *space.Rules {
	return space.New(rules.Info{
		Definition: d.JSON(), Hash: d.Hash(), Differences: d.Differences(),
		Name: d.Name, Title: d.Title, Summary: d.Summary(), PGN: d.Name, Start: d.Start,
		Parent: chess.Rules, Kingless: d.Study,
	}, d.Policy)
}
