package mirrorsquare_test

import (
	"errors"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/test/ruletest"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/mirrorsquare"
)

func TestRules(t *testing.T) {
	ruletest.Run(t, mirrorsquare.Rules, []ruletest.Case{
		{
			Rule: "2.1 a quiet pawn move spawns a pawn", Moves: "e2e4",
			Then: "rnbqkbnr/pppppppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		},
		{
			Rule: "2.1 a knight spawns a knight", Moves: "b1c3",
			Then: "rnbqkbnr/pppppppp/5n2/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq - 1 1",
		},
		{
			Rule: "2.1 a bishop spawns a bishop", Text: "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", Moves: "c1h6",
			Then: "4k3/8/7B/8/8/b7/8/4K3 b - - 1 1",
		},
		{
			Rule: "2.1 a rook spawns a rook", Text: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Moves: "a1a5",
			Then: "4k3/8/8/R7/7r/8/8/4K3 b - - 1 1",
		},
		{
			Rule: "2.1 a queen spawns a queen", Text: "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", Moves: "a1a3",
			Then: "4k3/8/7q/8/8/Q7/8/4K3 b - - 1 1",
		},
		{
			Rule: "2.1 Black's moves spawn white pieces", Moves: "e2e3 g8f6",
			Then: "rnbqkb1r/pppppppp/3p1n2/8/8/2N1P3/PPPP1PPP/RNBQKBNR w KQkq - 1 2",
		},
		{
			Rule: "2.1 an occupied reflection square is unchanged", Text: "4k3/8/8/3n4/8/8/4P3/4K3 w - - 0 1", Moves: "e2e4",
			Then: "4k3/8/8/3n4/4P3/8/8/4K3 b - - 0 1",
		},
		{
			Rule: "2.2 only the landing square counts", Text: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Moves: "a1a6",
			Then: "4k3/8/R7/8/8/7r/8/4K3 b - - 1 1",
		},
		{
			Rule: "2.2 the reflection of a double step", Text: "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", Moves: "a2a4",
			Then: "4k3/8/8/7p/P7/8/8/4K3 b - - 0 1",
		},
		{
			Rule: "2.3 a capture spawns nothing", Text: "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1", Moves: "a1a3",
			Then: "4k3/8/8/8/8/R7/8/4K3 b - - 0 1",
		},
		{
			Rule: "2.3 en passant spawns nothing", Text: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Moves: "e5d6",
			Then: "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1",
		},
		{
			Rule: "2.3 castling spawns nothing", Text: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Moves: "e1g1",
			Then: "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1",
		},
		{
			Rule: "2.3 a promotion spawns nothing", Text: "8/P6k/8/8/8/8/7p/K7 w - - 0 1", Moves: "a7a8n",
			Then: "N7/7k/8/8/8/8/7p/K7 b - - 0 1",
		},
		{
			Rule: "2.4 a king move spawns a king", Text: "4k3/8/8/8/8/8/8/4K3 w - - 4 1", Moves: "e1e2",
			Then: "4k3/3k4/8/8/8/8/4K3/8 b - - 5 1",
		},
		{
			Rule: "0.4 all kings are royal", Text: "4k3/3k4/8/8/8/8/4R3/4K3 b - - 0 1",
			State: "check", Legal: "e8d8 e8f8", Illegal: "d7d8 d7c7 d7e7",
		},
		{
			Rule: "2.4 a side that cannot save all its kings is mated", Text: "k6k/8/8/8/8/8/K7/4R3 w - - 0 1", Moves: "e1e8",
			Then: "k3R2k/8/8/8/8/8/K7/3r4 b - - 1 1", State: "mate",
		},
		{
			Rule: "0.5 a spawned piece that attacks the mover's king makes the move illegal", Text: "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1",
			Illegal: "d2d4 d2d3", Legal: "d2c3",
		},
		{
			Rule: "2.5 a spawned pawn that attacks the mover's king makes the move illegal", Text: "7k/8/8/8/4K3/2P5/8/8 w - - 0 1",
			Illegal: "c3c4", Legal: "e4f4",
		},
		{
			Rule: "2.5 a spawned king may not be adjacent to a king", Text: "7k/8/8/8/8/3K4/8/8 w - - 0 1",
			Illegal: "d3d4 d3e4", Legal: "d3d2 d3c4",
		},
		{
			Rule: "2.5 a spawned piece blocks a check", Text: "4r2k/8/8/8/8/2N5/8/4K3 w - - 0 1", Moves: "c3d5",
			Then: "4r2k/8/8/3N4/4n3/8/8/4K3 b - - 1 1",
		},
		{Rule: "2.5 a spawned pawn can be captured at once", Moves: "e2e4 a7a6", Legal: "e4d5"},
		{
			Rule: "2.6 a piece that moves to the reflection of its own square spawns a piece on its origin", Text: "4k3/8/8/3B4/8/8/8/4K3 w - - 0 1", Moves: "d5e4",
			Then: "4k3/8/8/3b4/4B3/8/8/4K3 b - - 1 1",
		},
		{
			Rule: "1.9 a spawned rook has no castling right", Text: "1r2k3/8/8/8/8/8/8/4K3 b - - 0 1", Moves: "b8a8",
			Then: "r3k3/8/8/8/8/8/8/4K2R w - - 1 2", Illegal: "e1g1",
		},
		{
			Rule: "1.9 a spawned rook on a lost rook's square does not bring the right back", Text: "1r2k3/8/8/8/8/8/6b1/4K2R b K - 0 1",
			Moves: "g2h1 e1d2 h1g2 d2e1 b8a8", Illegal: "e1g1",
		},
		{
			Rule: "1.9 a spawned king moves and the first king keeps its rights", Text: "4k3/8/8/8/8/K7/7P/4K2R w K - 0 1", Moves: "a3a4",
			Then: "4k3/8/8/7k/K7/8/7P/4K2R b K - 1 1",
		},
		{
			Rule: "1.9 rights are lost when the king moves", Text: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Moves: "e1e2",
			Then: "r3k2r/3k4/8/8/8/8/4K3/R6R b kq - 1 1",
		},
		{
			Rule: "1.9 rights are lost when the rook moves", Text: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Moves: "a1a3",
			Then: "r3k2r/8/7r/8/8/R7/8/4K2R b Kkq - 1 1",
		},
		{
			Rule: "1.9 castling needs every king unattacked", Text: "4k3/8/8/8/r7/8/K7/4K2R w K - 0 1",
			State: "check", Illegal: "e1g1",
		},
		{
			Rule: "1.9 castling needs the crossed square unattacked", Text: "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
			Illegal: "e1g1",
		},
		{
			Rule: "1.9 castling needs the landing square unattacked", Text: "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
			Illegal: "e1g1",
		},
		{
			Rule: "1.9 a spawned piece between king and rook blocks castling", Text: "r3k3/8/8/8/8/8/8/4K2R b K - 0 1", Moves: "a8b8",
			Then: "1r2k3/8/8/8/8/8/8/4K1RR w K - 1 2", Illegal: "e1g1",
		},
		{
			Rule: "2.7 a spawned pawn has no double push", Text: "4k3/8/8/8/8/1P6/8/4K3 w - - 0 1", Moves: "b3b4",
			Reach: "g5: g4",
		},
		{
			Rule: "2.8 kings are disambiguated", Text: "4k3/8/8/8/8/8/8/K1K5 w - - 0 1", Moves: "a1b2",
			SAN: "Kab2",
		},
		{Rule: "2.8 the spawned piece is not named", Moves: "e2e4 g8f6", SAN: "e4, Nf6"},
		{
			Rule: "2.9 the pushed pawn can be captured en passant", Text: "4k3/8/8/4P3/3p4/8/4P3/4K3 w - - 0 1", Moves: "e2e4",
			Then: "4k3/8/8/3pP3/3pP3/8/8/4K3 b - e3 0 1", Legal: "d4e3",
		},
		{
			Rule: "2.9 the spawned pawn cannot be captured en passant", Text: "4k3/8/8/4P3/8/8/4P3/4K3 w - - 0 1", Moves: "e2e4 e8f8",
			Illegal: "e5d6", Legal: "e4d5",
		},
		{
			Rule: "3.3 a spawned piece does not reset the clock", Text: "4k3/8/8/8/8/8/8/2B1K3 w - - 7 20", Moves: "c1h6",
			Then: "4k3/8/7B/8/8/b7/8/4K3 b - - 8 20",
		},
	})
}

// TestOccupiedBySpawnedPawn checks the example in rule 6.1. After 1.e4 Black cannot play d7-d5, because the
// spawned pawn is on d5, and the error says so.
func TestOccupiedBySpawnedPawn(t *testing.T) {
	p := positions.Play(t, mirrorsquare.Rules, positions.From(t, mirrorsquare.Rules, ""), "e2e4")
	_, err := rules.Play(mirrorsquare.Rules, &p, "d7d5")
	var no *rules.IllegalMove
	if !errors.As(err, &no) || no.Code != rules.CodeOwnPiece || no.Message.String() != "d5 is occupied by your own pawn" {
		t.Errorf("6: d7d5: %v", err)
	}
}

// TestMirror checks the opposite squares that rule 0.8 lists.
func TestMirror(t *testing.T) {
	for _, pair := range []string{"a1h8", "e4d5", "d4e5", "b3g6", "e2d7", "e1d8"} {
		from, _ := board.ParseSquare(pair[:2])
		to, _ := board.ParseSquare(pair[2:])
		if from.Mirror() != to || to.Mirror() != from {
			t.Errorf("0.8: %v reflects onto %v, want %v", from, from.Mirror(), to)
		}
	}
	for s := board.Square(0); s < 64; s++ {
		if s.Mirror() == s {
			t.Errorf("0.8: %v is its own reflection", s)
		}
	}
}

// TestSpawnedPawns plays random games and checks on which squares pawns are spawned (rule 2.7).
func TestSpawnedPawns(t *testing.T) {
	const ends = board.Bitboard(0xff | 0xff<<56)
	second := [2]board.Bitboard{0xff << 8, 0xff << 48}
	made := 0
	for p, m := range positions.Games(t, mirrorsquare.Rules, 1, 100, 60, positions.Any) {
		if m == board.NoMove {
			continue
		}
		next := positions.After(t, mirrorsquare.Rules, p, m)
		other := p.Side.Other()
		appeared := next.Pieces(other, board.Pawn) &^ p.Pieces(other, board.Pawn)
		made += appeared.Count()
		if appeared&(ends|second[other]) != 0 {
			t.Fatalf("2.7: a %v pawn appeared in %s", other, mirrorsquare.Rules.Guide().FormatPosition(&next))
		}
	}
	if made < 100 {
		t.Errorf("only %d pawns appeared", made)
	}
}

func TestDead(t *testing.T) {
	for _, text := range []string{"4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4KN2", "4kb2/8/8/8/8/8/8/2B1K3"} {
		p := positions.From(t, mirrorsquare.Rules, text+" w - - 0 1")
		if mirrorsquare.Rules.Dead(&p) {
			t.Errorf("4: %s: Dead returned true", text)
		}
	}
}
