package flat_test

import (
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
)

// TestEnPassantIsLegal checks that a move sets an en passant square if and only if a legal capture exists.
func TestEnPassantIsLegal(t *testing.T) {
	named := 0
	for _, r := range all {
		for p, m := range positions.Games(t, r, 29, 60, 80, positions.Any) {
			if m == board.NoMove {
				continue
			}
			pushed := p.Piece(m.From()).Role() == board.Pawn && m.From()^m.To() == 16
			next := positions.After(t, r, p, m)
			if got, want := next.EnPassant() != board.NoSquare, pushed && capturable(r, next, m); got != want {
				t.Fatalf("%s: %s has an en passant square = %v, want %v", r.Info().Name, r.Guide().FormatPosition(&next), got, want)
			} else if got {
				named++
			}
		}
	}
	if named < 20 {
		t.Errorf("only %d en passant squares occurred", named)
	}
}

// capturable reports whether a legal en passant capture of a pushed pawn exists: a pawn move that removes the
// pawn without landing on its square.
func capturable(r *flat.Rules, p board.Position, push board.Move) bool {
	p.SetEnPassant((push.From() + push.To()) / 2)
	for _, m := range rules.LegalMoves(r, &p) {
		var next board.Position
		if r.Apply(&p, m, &next); m.To() != push.To() && p.Piece(m.From()).Role() == board.Pawn && next.Piece(push.To()) == board.NoPiece {
			return true
		}
	}
	return false
}

// TestPieceCount counts pieces before and after moves. Only captured pieces may disappear, and no pieces may
// appear if moves have no reflection.
func TestPieceCount(t *testing.T) {
	each(t, 1000, func(t *testing.T, r *flat.Rules, p *board.Position) {
		for _, m := range rules.LegalMoves(r, p) {
			var next board.Position
			r.Apply(p, m, &next)
			class, change := r.Guide().Class(p, m), next.Occupied().Count()-p.Occupied().Count()
			switch {
			case class&rules.Capture != 0:
				if change != -1 {
					t.Errorf("%s is a capture and changes the number of pieces by %d", r.Guide().FormatUCI(p, m), change)
				}
			case change != 0 && (change != 1 || r.Reflection == nil || class&rules.Castling != 0):
				t.Errorf("%s is quiet and changes the number of pieces by %d", r.Guide().FormatUCI(p, m), change)
			}
			if own := next.ByColour(p.Side).Count(); own != p.ByColour(p.Side).Count() {
				t.Errorf("%s leaves the mover with %d of %d pieces", r.Guide().FormatUCI(p, m), own, p.ByColour(p.Side).Count())
			}
		}
	})
}

// TestClockDoesNotWrap checks that a halfmove clock at its maximum does not wrap around, which would lose the
// claim to a draw.
func TestClockDoesNotWrap(t *testing.T) {
	for _, r := range all {
		p := positions.From(t, r, "4k3/8/8/8/8/8/8/R3K3 w - - 65535 9")
		var next board.Position
		for _, m := range rules.LegalMoves(r, &p) {
			if r.Apply(&p, m, &next); next.HalfmoveClock != 65535 {
				t.Errorf("%s: after %s the clock is %d", r.Info().Name, r.Guide().FormatUCI(&p, m), next.HalfmoveClock)
			}
		}
	}
}
