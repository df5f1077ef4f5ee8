package definition

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/fairy"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
	"github.com/tainchess/tain/variant/grid"
	"github.com/tainchess/tain/variant/space"
)

// Compile returns the rule set. It accepts every definition that [Parse] returns.
func (d *Definition) Compile() rules.Rules {
	details := d.details()
	details.Definition, details.Hash, details.Differences, details.Summary = d.JSON(), d.Hash(), d.Differences(), d.Summary()
	return d.compileWith(details)
}

// compileWith is like Compile, but the rule set has the given description.
func (d *Definition) compileWith(details rules.Info) rules.Rules {
	if d.compiledForm.rules != nil && d.compiledForm.form == d.JSON() {
		return d.compiledForm.rules.WithDetails(details)
	}
	r, err := d.compiled(details)
	if err != nil { // impossible after Parse
		panic(err)
	}
	return r
}

// compiled compiles the definition again. It returns an error if the starting position is invalid.
func (d *Definition) compiled(details rules.Info) (rules.Rules, error) {
	switch {
	case d.Base != "":
		return space.New(details, d.Policy), nil
	case d.Plain():
		return d.compileFlat(details), nil
	}
	return fairy.New(d.spec(details))
}

// details describes a rule set without the fields that only a user's own game has: its canonical form, and the summary
// and the list of differences derived from the definition.
func (d *Definition) details() rules.Info {
	i := rules.Info{Name: d.Name, Title: d.Title, PGN: d.Name, Start: d.Start, Kingless: d.Study}
	if d.Base == "" {
		i.Start, i.Stalemate, i.SeamMark = d.playable(d.Start), d.Stalemate, d.Seam.Mark
	}
	return i
}

// compileFlat compiles a definition without extended fields; see [Definition.Plain].
func (d *Definition) compileFlat(details rules.Info) *flat.Rules {
	var promoted []board.Role
	for _, k := range []byte(d.Promotes) {
		promoted = append(promoted, role(k))
	}
	v := flat.Rules{
		Details:    details,
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

// edges maps the crossings to those of package grid.
var edges = []grid.Edge{NoCrossing: grid.None, Wrap: grid.Wrap, Hop: grid.Hop, Twist: grid.Twist, Pole: grid.Pole}

// headings maps directions to headings, in the order of the compass.
var headings = []grid.Heading{{X: 0, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 0}, {X: 1, Y: -1}, {X: 0, Y: -1}, {X: -1, Y: -1}, {X: -1, Y: 0}, {X: -1, Y: 1}}

// spec returns the specification of a rule set with extended fields.
func (d *Definition) spec(details rules.Info) fairy.Spec {
	b := &d.Board
	square := func(name string) grid.Square {
		at, _ := b.grid().Parse(name)
		return at
	}
	squares := func(names []string) (all []grid.Square) {
		for _, name := range names {
			all = append(all, square(name))
		}
		return all
	}
	heading := func(word string) grid.Heading { return headings[slices.Index(compass, word)] }
	s := fairy.Spec{
		Details: details,
		Board: grid.Spec{
			Files: b.Files, Ranks: b.Ranks, Planes: b.Planes, Holes: squares(b.Holes), Seam: edges[d.Seam.Crossing], Ends: edges[d.Ends.Crossing],
		},
		SeamKinds: string(d.Seam.Kinds), EndsKinds: string(d.Ends.Kinds), SeamHome: d.Seam.Home,
		Royal: string(d.Royal), Promotes: d.Promotes, Double: 1,
		Zone: d.Pawn.Zone, May: d.Pawn.Optional, Checks: d.Goal.Checks,
		Rebirth: []fairy.Rebirth{NoRebirth: fairy.NoRebirth, HomeRebirth: fairy.Home, MirrorRebirth: fairy.Mirror}[d.Rebirth],
		Passing: d.Passing, Copies: d.Boards,
	}
	if d.DoublePush {
		s.Double = 2
	}
	switch {
	case d.Chess960:
		s.Castling = fairy.Chess960
	case d.Castling:
		s.Castling = fairy.Orthodox
	}
	for _, l := range d.Links {
		s.Board.Links = append(s.Board.Links, grid.Link{From: square(l.From), Out: heading(l.Direction), To: square(l.To), In: heading(l.Heading)})
	}
	for _, p := range d.Pieces {
		s.Pieces = append(s.Pieces, fairy.Piece{Letter: p.Kind, Betza: p.Move, Name: p.Name})
	}
	for _, r := range d.Goal.Reach {
		s.Reach = append(s.Reach, fairy.Reach{Kind: r.Kind, Squares: squares(r.Squares)})
	}
	if r := d.Reflection; r != nil {
		s.Reflection = &fairy.Reflection{
			Map:   []fairy.Image{fairy.Rotate, fairy.Files, fairy.Ranks}[slices.Index(mapValues, r.Map)],
			Makes: r.Makes, Own: r.Own, GoesOn: string(r.GoesOn), Captures: r.Captures, Promotions: r.Promotions,
		}
	}
	return s
}

// topology returns the board of a definition without extended fields.
func (d *Definition) topology() *topology.Topology {
	return topology.Seam(topology.Crossing(d.Seam.Crossing), roles(d.Seam.Kinds))
}

// dead returns the material with which neither side can win. That includes two bare kings, unless a king move
// can spawn a piece, or kings go on and stalemate is not a draw. It includes more material only if mate is
// certainly impossible. If stalemate is not a draw, a lone knight may be able to win.
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
		return flat.BareKingsOrBishops
	case topology.Cylinder:
		return flat.BareKingsOrMinor
	}
	return flat.BareKings
}
