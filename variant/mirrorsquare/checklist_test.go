package mirrorsquare_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/test/ruletest"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/mirrorsquare"
)

// checklist answers the sixteen questions in the game's first description according to the current rules.
// docs/rules/originals.md lists the differences.
var checklist = []struct {
	about string
	cases []ruletest.Case
	also  func(t *testing.T) // additional checks that a case cannot express
}{
	{"the game starts", []ruletest.Case{
		{Rule: "at the orthodox array", State: "free", Then: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
	}, twentyMoves},
	{"e2-e4 spawns a black pawn on d5", []ruletest.Case{
		{Rule: "from the start", Moves: "e2e4", Then: "rnbqkbnr/pppppppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
	}, nil},
	{"an occupied reflection changes nothing", []ruletest.Case{
		{Rule: "d7-d5 is not an example", Moves: "e2e4", Illegal: "d7d5"},
		{Rule: "Be2 is one", Moves: "e2e4 a7a6 f1e2", Then: "rnbqkbnr/1ppppppp/p7/3p4/4P3/7P/PPPPBPPP/RNBQK1NR b KQkq - 1 2"},
	}, nil},
	{"a knight spawns a knight", []ruletest.Case{
		{Rule: "Nf3", Moves: "g1f3", Then: "rnbqkbnr/pppppppp/2n5/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"},
	}, nil},
	{"a bishop spawns one bishop", []ruletest.Case{
		{Rule: "and for no other square", Text: "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", Moves: "c1h6", Then: "4k3/8/7B/8/8/b7/8/4K3 b - - 1 1"},
	}, nil},
	{"a rook spawns one rook", []ruletest.Case{
		{Rule: "and for no other square", Text: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Moves: "a1a6", Then: "4k3/8/R7/8/8/7r/8/4K3 b - - 1 1"},
	}, nil},
	{"a queen spawns a queen", []ruletest.Case{
		{Rule: "along a file", Text: "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", Moves: "a1a3", Then: "4k3/8/7q/8/8/Q7/8/4K3 b - - 1 1"},
		{Rule: "along a diagonal", Text: "6k1/8/8/8/8/8/8/3QK3 w - - 0 1", Moves: "d1f3", Then: "6k1/8/2q5/8/8/5Q2/8/4K3 b - - 1 1"},
	}, nil},
	{"a king spawns a king", []ruletest.Case{
		{Rule: "on d7", Text: "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Moves: "e1e2", Then: "4k3/3k4/8/8/8/8/4K3/8 b - - 1 1"},
	}, nil},
	{"a double push spawns a pawn", []ruletest.Case{
		{Rule: "opposite its landing", Text: "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", Moves: "a2a4", Then: "4k3/8/8/7p/P7/8/8/4K3 b - - 0 1"},
		{Rule: "which cannot be captured en passant", Text: "4k3/8/8/4P3/8/8/4P3/4K3 w - - 0 1", Moves: "e2e4 e8f8", Illegal: "e5d6"},
	}, nil},
	{"a pawn capture spawns nothing", []ruletest.Case{
		{Rule: "exd5", Moves: "e2e4 a7a6 e4d5", Then: "rnbqkbnr/1ppppppp/p7/3P4/8/7P/PPPP1PPP/RNBQKBNR b KQkq - 0 2"},
	}, nil},
	{"en passant spawns nothing", []ruletest.Case{
		{Rule: "exd6", Text: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Moves: "e5d6", Then: "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"},
	}, nil},
	{"castling spawns nothing", []ruletest.Case{
		{Rule: "short", Text: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Moves: "e1g1", Then: "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"},
		{Rule: "long", Text: "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", Moves: "e8c8", Then: "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"},
	}, nil},
	{"a promotion spawns nothing", []ruletest.Case{
		{Rule: "to a queen", Text: "8/P6k/8/8/8/8/8/K7 w - - 0 1", Moves: "a7a8q", Then: "Q7/7k/8/8/8/8/8/K7 b - - 0 1"},
		{Rule: "to a knight", Text: "8/P6k/8/8/8/8/8/K7 w - - 0 1", Moves: "a7a8n", Then: "N7/7k/8/8/8/8/8/K7 b - - 0 1"},
	}, nil},
	{"check and mate", []ruletest.Case{
		{Rule: "check", Text: "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", State: "check", Illegal: "e8e7"},
		{Rule: "of any king", Text: "4k3/3k4/8/8/8/8/4R3/4K3 b - - 0 1", State: "check", Illegal: "d7c7"},
		{Rule: "mate of two kings", Text: "k6k/8/8/8/8/8/K7/4R3 w - - 0 1", Moves: "e1e8", State: "mate"},
		{Rule: "no move may leave one's own king attacked, not even by a spawned piece", Text: "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", Illegal: "d2d4"},
	}, nil},
	{"spawned pieces belong to the opponent", []ruletest.Case{
		{Rule: "White spawns black pieces", Moves: "b1c3", Then: "rnbqkbnr/pppppppp/5n2/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq - 1 1"},
		{Rule: "Black spawns white pieces", Moves: "e2e3 g8f6", Then: "rnbqkb1r/pppppppp/3p1n2/8/8/2N1P3/PPPP1PPP/RNBQKBNR w KQkq - 1 2"},
	}, nil},
	{"the reflection is the opposite square", []ruletest.Case{
		{Rule: "e4 and d5", Moves: "e2e4", Legal: "d5e4", Illegal: "e5d4"},
	}, everySquare},
}

// TestChecklist checks the answers to the sixteen questions in docs/rules/originals.md. Each case is named
// after its question.
func TestChecklist(t *testing.T) {
	if len(checklist) != 16 {
		t.Errorf("checklist has %d items", len(checklist))
	}
	text, err := os.ReadFile("../../docs/rules/originals.md")
	if err != nil {
		t.Fatalf(`os.ReadFile("../../docs/rules/originals.md"): %v`, err)
	}
	for i, item := range checklist {
		name := fmt.Sprintf("item %d: %s", i+1, item.about)
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(string(text), "| "+name+" |") {
				t.Error("docs/rules/originals.md does not list this item")
			}
			ruletest.Run(t, mirrorsquare.Rules, item.cases)
			if item.also != nil {
				item.also(t)
			}
		})
	}
}

func twentyMoves(t *testing.T) {
	start := positions.From(t, mirrorsquare.Rules, "")
	if got := len(rules.LegalMoves(mirrorsquare.Rules, &start)); got != 20 {
		t.Errorf("%d moves at the start", got)
	}
}

// everySquare moves a knight to each of the 64 squares and checks that the move spawns a knight on the
// opposite square.
func everySquare(t *testing.T) {
	for to := board.Square(0); to < 64; to++ {
		p := board.Empty()
		from := board.NoSquare
		for s := board.Square(0); s < 64 && from == board.NoSquare; s++ {
			files, ranks := s.File()-to.File(), s.Rank()-to.Rank()
			if files*files+ranks*ranks == 5 {
				from = s
			}
		}
		p.Put(from, board.NewPiece(board.White, board.Knight))
		next := positions.After(t, mirrorsquare.Rules, &p, board.NewMove(from, to, board.NoRole))
		want := board.At(7-to.File(), 7-to.Rank())
		if got := next.Pieces(board.Black, board.Knight); got != want.Bit() {
			t.Errorf("a knight move to %v does not spawn a knight on %v", to, want)
		}
	}
}
