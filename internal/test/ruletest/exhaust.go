package ruletest

import (
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// NeverMate tries all positions of king and one piece against king on a flat board, with either side to
// move, and fails if any of them is checkmate. If none is, play from such a position never leads to
// checkmate, because the material can only change by the capture of the piece.
func NeverMate(t *testing.T, r rules.Rules, role board.Role) {
	t.Helper()
	for a := board.Square(0); a < 64; a++ {
		for b := board.Square(0); b < 64; b++ {
			for c := board.Square(0); c < 64; c++ {
				if a == b || b == c || a == c {
					continue
				}
				p := board.Empty()
				p.Put(a, board.NewPiece(board.White, board.King))
				p.Put(b, board.NewPiece(board.White, role))
				p.Put(c, board.NewPiece(board.Black, board.King))
				for range 2 {
					if mate(r, &p) {
						t.Errorf("%s is mate; want none", r.Guide().FormatPosition(&p))
					}
					p.Pass()
				}
			}
		}
	}
}

// mate reports whether a position is reachable and checkmate.
func mate(r rules.Rules, p *board.Position) bool {
	if _, attacked := r.Kings(p, p.Side); attacked.Empty() {
		return false
	}
	if _, attacked := r.Kings(p, p.Side.Other()); !attacked.Empty() {
		return false // unreachable, because the last move left a king attacked
	}
	if s, ok := r.(rules.LegalGenerator); ok { // much faster than a list of moves
		return s.Count(p) == 0
	}
	return len(rules.LegalMoves(r, p)) == 0
}
