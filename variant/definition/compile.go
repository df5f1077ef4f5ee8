package definition

import (
	"strings"

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
	v := flat.Rules{
		Details: rules.Info{
			Definition: d.JSON(), Hash: d.Hash(), Differences: d.Differences(),
			Name: d.Name, Title: d.Title, Summary: d.Summary(), PGN: d.Name, Start: d.start(),
			Stalemate: d.Stalemate, Parent: chess.Rules, SeamMark: d.Seam.Mark, Kingless: d.Study,
		},
		Topology:   topology.Seam(d.Seam.Crossing, d.Seam.Kinds),
		SeamHome:   d.Seam.Home,
		NoCastling: !d.Castling, NoDoublePush: !d.DoublePush,
		Promotes: d.Promotes,
		NoMate:   d.dead(),
	}
	if d.Boards > 1 {
		v.Copies = d.Boards
	}
	if r := d.Reflection; r != nil {
		v.Reflection = &flat.Reflection{
			Map: r.Map, Made: r.Makes, Own: r.Own, GoesOn: r.GoesOn, Captures: r.Captures, Promotions: r.Promotions,
		}
	}
	return flat.New(v)
}

// start returns the starting position, without castling rights if the game has no castling.
func (d *Definition) start() string {
	if d.Castling {
		return d.Start
	}
	return withoutRights(d.Start)
}

// dead returns the material with which neither side can win. That includes two bare kings if king moves spawn
// nothing, and more material only if mate is certainly impossible. If stalemate is not a draw, a lone knight
// may be able to win.
func (d *Definition) dead() []flat.Material {
	r := d.Reflection
	kingMakes := r != nil && r.Makes[board.King] != board.NoRole && !r.GoesOn[board.King]
	switch {
	case kingMakes:
		return nil
	case d.Stalemate != rules.StalemateDraws && r != nil && r.GoesOn[board.King]:
		return nil
	case r != nil || d.Stalemate != rules.StalemateDraws:
		return flat.BareKings
	}
	switch topology.Seam(d.Seam.Crossing, d.Seam.Kinds) {
	case topology.Plane:
		return chess.Rules.NoMate
	case topology.Cylinder:
		return flat.BareKingsOrMinor
	}
	return flat.BareKings
}

// withoutRights returns a FEN without castling rights.
func withoutRights(fen string) string {
	if fields := strings.Fields(fen); len(fields) > 2 {
		fields[2] = "-"
		return strings.Join(fields, " ")
	}
	return fen
}

// compileSpace compiles a definition with a base.
func (d *Definition) compileSpace() *space.Rules {
	return space.New(rules.Info{
		Definition: d.JSON(), Hash: d.Hash(), Differences: d.Differences(),
		Name: d.Name, Title: d.Title, Summary: d.Summary(), PGN: d.Name, Start: d.Start,
		Parent: chess.Rules, Kingless: d.Study,
	}, d.Policy)
}
