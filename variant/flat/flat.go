// Package flat implements the rule sets on one 8x8 board. They differ in a few
// properties, which make up a [Rules]: the topology of the board, castling,
// double pushes, promotions, where en passant over the seam lands, and what a
// move spawns on the image of its landing square. The built-in rule sets, with
// their rulebooks, are the sibling packages; variant/definition compiles those
// that users write.
//
// A move passes through the package in this order: gen.go proposes it, play.go
// plays it on a copy and checks the mover's kings, legal.go lists or counts the
// legal moves without playing those that are certainly legal, and illegal.go
// explains why a move is illegal.
package flat

import (
	"cmp"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Rules is a flat rule set. Create it with [New].
type Rules struct {
	// Details describes the rule set. New fills in the fields that follow from
	// the rest.
	Details  rules.Info
	Topology *topology.Topology
	// Copies is the number of copies of the board shown in a row; 0 means one.
	Copies int
	// SeamHome makes en passant over the seam land on the pushed pawn's home
	// square instead of the square it passed over.
	SeamHome bool
	// Reflection says what a move does on the image of its landing square; nil
	// means nothing.
	Reflection *Reflection
	// NoCastling and NoDoublePush turn off castling and double pushes.
	NoCastling, NoDoublePush bool
	// Promotes lists the roles a pawn may promote to; nil means queen, rook,
	// bishop and knight.
	Promotes []board.Role
	// NoMate lists the material, besides one king each, with which neither side
	// can mate. If empty, no position is dead.
	NoMate []Material

	bundle.Files
	compiled
}

// New compiles a rule set. It fills in the parts of Info that follow from the
// other fields: boards, seam, reflection, castling and squares, and the
// orthodox start position if none is given.
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

// Info returns the description of the rule set.
func (v *Rules) Info() *rules.Info { return &v.Details }

// Kings returns the kings of a side and those of them that are attacked.
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

// Attackers returns the pieces of a side that could capture on s if the given
// squares were occupied.
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
