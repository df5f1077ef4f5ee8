package nnue

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// terms names what a score is told to be made of: each piece where it stands, and
// last what only all of them together are worth.
func terms(r rules.Rules, in *Inputs) (all []string) {
	squares := r.Info().Squares
	for _, pc := range allPieces {
		for place := range in.Places {
			name := "?"
			if place < len(squares) {
				name = squares[place].Name
			}
			all = append(all, pc.String()+" "+name)
		}
	}
	return append(all, Together)
}

// Together is the term for what of a score no single piece is the reason of.
const Together = "together"

// Terms names the terms.
func (e *evaluator) Terms() []string { return e.terms }

// Trace tells what each piece contributes to a score: by how much White would be
// worse off without it. Counts are centipawns for White, so that each has the
// weight 1. Kings are left in: a game without them is another.
func (e *evaluator) Trace(p *board.Position, t *eval.Trace) {
	t.Phase, t.Scale = eval.MaxPhase, 1
	t.Counts = append(t.Counts[:0], make([]int16, len(e.terms))...)
	whole := e.forWhite(p)
	rest := whole
	for squares := p.Occupied() &^ p.ByRole(board.King); squares != 0; {
		s := squares.Pop()
		pc := p.Piece(s)
		without := *p
		without.Take(s, pc)
		by := whole - e.forWhite(&without)
		at := (6*int(pc.Colour())+int(pc.Role())-1)*e.net.Inputs.Places + e.net.Inputs.place(p, s)
		t.Counts[at] = int16(max(-32767, min(by, 32767)))
		rest -= by
	}
	t.Counts[len(e.terms)-1] = int16(max(-32767, min(rest, 32767)))
}

// forWhite scores a position for White.
func (e *evaluator) forWhite(p *board.Position) int {
	if p.Side == board.Black {
		return -e.Evaluate(p)
	}
	return e.Evaluate(p)
}

// Weights returns the weights of the terms, 1 each.
func (e *evaluator) Weights() []eval.Score {
	ones := make([]eval.Score, len(e.terms))
	for i := range ones {
		ones[i] = eval.S(1, 1)
	}
	return ones
}
