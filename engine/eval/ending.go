package eval

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/flat/topology"
)

// wholeHope is what hopes returns where nothing stands in the way of a win.
const wholeHope = 16

// hopes returns how many sixteenths of a score are left of it when the side
// ahead has no pawns and hardly more pieces than it takes to win. On a
// cylinder a king cannot be driven into a corner: there king and rook do not
// win against a king, nor do two minor pieces.
func (e *Flat) hopes(p *board.Position, score int) int {
	ahead := leader(score)
	if !e.lasting || p.Pieces(ahead, board.Pawn) != 0 {
		return wholeHope
	}
	own := heft(p, ahead)
	more := own - heft(p, ahead.Other())
	heavy := p.ByColour(ahead) & (p.ByRole(board.Rook) | p.ByRole(board.Queen))
	needed, minors := 3, p.Pieces(ahead, board.Bishop) == 0
	if e.g.Wraps {
		needed, minors = 5, true
	}
	switch {
	case heavy == 0 && own <= 6 && minors, own <= needed:
		return 1
	case more <= needed:
		return 3
	}
	return wholeHope
}

// tridHopes is hopes for a board in space, where a king has more ways out: a
// rook more hardly ever wins.
func tridHopes(p *board.Position, score int) int {
	ahead := leader(score)
	if p.Pieces(ahead, board.Pawn) != 0 {
		return wholeHope
	}
	if own := heft(p, ahead); own <= 5 {
		return 2
	} else if own-heft(p, ahead.Other()) <= 4 {
		return 6
	}
	return wholeHope
}

// leader is the side that a score, White's, is good for.
func leader(score int) board.Colour {
	if score < 0 {
		return board.Black
	}
	return board.White
}

// heft adds up a side's pieces as they count towards a mate, in pawns.
func heft(p *board.Position, c board.Colour) int {
	minor := p.ByColour(c) & (p.ByRole(board.Knight) | p.ByRole(board.Bishop))
	return 3*minor.Count() + 5*p.Pieces(c, board.Rook).Count() + 9*p.Pieces(c, board.Queen).Count()
}

// hunt counts how far a bare enemy king has been driven.
func (e *Flat) hunt(p *board.Position, c board.Colour, sign int, s *sum) {
	prey := p.ByColour(c.Other())
	if prey&(prey-1) != 0 || p.Pieces(c, board.King) == 0 || prey == 0 {
		return
	}
	at := prey.First()
	s.add(flatHunt, sign*(7-e.steps(p.Pieces(c, board.King).First(), at)))
	edge := 3 - min(at.Rank(), 7-at.Rank())
	if !e.g.Wraps {
		edge += 3 - min(at.File(), 7-at.File())
	}
	s.add(flatHunt+1, sign*edge)
}

// escort counts how the kings stand to a passed pawn and what stands before
// it; times says how far it has come, and whose it is by its sign.
func (e *Flat) escort(p *board.Position, at board.Square, c board.Colour, times int, us, them *side, s *sum) {
	next := at + 8
	if c == board.Black {
		next = at - 8
	}
	if us.kings != 0 && them.kings != 0 {
		s.add(flatEscort, times*e.steps(us.king, next))
		s.add(flatEscort+1, times*e.steps(them.king, next))
	}
	switch {
	case p.ByColour(c).Has(next):
		s.add(flatBlocked, times)
	case p.ByColour(c.Other()).Has(next):
		s.add(flatBlocked+1, times)
	}
}

// steps is how many moves a king needs from one square to another.
func (e *Flat) steps(from, to board.Square) int {
	if e.g.Wraps {
		return int(roundSteps[from&63][to&63])
	}
	return int(plainSteps[from&63][to&63])
}

var plainSteps, roundSteps = kingSteps(topology.Plane), kingSteps(topology.Cylinder)

func kingSteps(g *topology.Topology) (all [64][64]uint8) {
	for from := board.Square(0); from < 64; from++ {
		seen := from.Bit()
		for n, edge := uint8(1), seen; edge != 0; n++ {
			var next board.Bitboard
			for edge != 0 {
				next |= g.King[edge.Pop()]
			}
			edge = next &^ seen
			seen |= edge
			for reached := edge; reached != 0; {
				all[from][reached.Pop()] = n
			}
		}
	}
	return all
}
