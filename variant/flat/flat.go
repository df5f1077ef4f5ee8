// Package flat plays the rule sets of one 8x8 board.
//
// They differ in a few things, and a [Rules] is made of just these: the shape
// of the board, castling, double pushes and promotions, where en passant over
// the seam lands, and what a move makes on the image of the square it lands on.
// The rule sets themselves, with their rulebooks, are the sibling packages; those
// that people write are read by variant/definition.
//
// The way of a move through this package: gen.go proposes it, play.go plays it
// on a copy and looks at the mover's kings, legal.go finds or counts the legal
// ones without playing those that are certainly legal, and guide.go explains
// it to people.
package flat

import (
	"cmp"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Rules is a flat rule set; see [New].
type Rules struct {
	// Details is what is said of the rule set. What follows from the rest need
	// not be written: New adds it.
	Details  rules.Info
	Topology *topology.Topology
	// Copies is how many copies of the board are shown in a row; 0 means one.
	Copies int
	// SeamHome lets en passant over the seam land on the pushed pawn's home
	// square instead of the crossed one.
	SeamHome bool
	// Reflection is what a move makes on the image of the square it lands on,
	// nil for nothing.
	Reflection *Reflection
	// NoCastling and NoDoublePush leave castling out, and a pawn's two steps.
	NoCastling, NoDoublePush bool
	// Promotes is what a pawn may become; nil means queen, rook, bishop, knight.
	Promotes []board.Role
	// NoMate lists what may be left beside one king a side in a position in
	// which no play can mate; with nothing in the list none is dead.
	NoMate []Material

	bundle.Files
	compiled
}

// New returns a rule set made of its parts. Its Info is completed with what
// follows from them: boards, seam, reflection, castling and squares, and the
// orthodox start if there is no other.
func New(v Rules) *Rules {
	i := &v.Details
	i.Start = cmp.Or(i.Start, Start)
	i.Boards = max(1, v.Copies)
	i.Wraps = v.Topology.Seam
	i.Reflects = v.Reflection != nil
	i.Castling = !v.NoCastling
	i.Squares = Squares()
	v.compile()
	return &v
}

var _ rules.Rules = (*Rules)(nil)

// Info describes the rule set.
func (v *Rules) Info() *rules.Info { return &v.Details }

// Kings returns the kings of a side, and those of them that are attacked.
func (v *Rules) Kings(p *board.Position, side board.Colour) (all, attacked board.Bitboard) {
	all = p.Pieces(side, board.King)
	occupied := p.Occupied()
	for kings := all; kings != 0; {
		k := kings.Pop()
		if v.Attackers(p, k, side.Other(), occupied) != 0 {
			attacked |= k.Bit()
		}
	}
	return all, attacked
}

// Attackers returns the pieces of a side that could capture on a square,
// looking through the given occupied squares.
func (v *Rules) Attackers(p *board.Position, s board.Square, by board.Colour, occupied board.Bitboard) board.Bitboard {
	g := v.Topology
	queens := p.ByRole(board.Queen)
	found := g.Knight[s&63]&p.ByRole(board.Knight) |
		g.King[s&63]&p.ByRole(board.King) |
		g.PawnFrom[by&1][s&63]&p.ByRole(board.Pawn)
	rooks, bishops := (p.ByRole(board.Rook)|queens)&p.ByColour(by), (p.ByRole(board.Bishop)|queens)&p.ByColour(by)
	if rooks|bishops != 0 {
		found |= g.Sliders(s, occupied, rooks, bishops)
	}
	return found & p.ByColour(by)
}

// inCheck reports whether any king of a side is attacked.
func (v *Rules) inCheck(p *board.Position, side board.Colour) bool {
	occupied := p.Occupied()
	for kings := p.Pieces(side, board.King); kings != 0; {
		if v.Attackers(p, kings.Pop(), side.Other(), occupied) != 0 {
			return true
		}
	}
	return false
}
