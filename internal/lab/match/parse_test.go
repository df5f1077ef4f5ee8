package match

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/mirrorsquare"
	"github.com/tainchess/tain/variant/nachfolger"
)

func TestClock(t *testing.T) {
	c := newSideClock(player.Limit{Control: clock.Control{Moves: 2, Initial: 10_000, Increment: 1000}}, board.Black, board.White)
	c.press(time.Hour) // a turn of White does not affect Black's clock
	for i, step := range []struct {
		toGo int
		took time.Duration
		left time.Duration
	}{
		{2, 3 * time.Second, 8 * time.Second},
		{1, 4 * time.Second, 15 * time.Second},                  // the time for the next two moves has been added
		{2, 15*time.Second + time.Millisecond, 1 * time.Second}, // late but within the margin
		{1, 0, 12 * time.Second},
	} {
		if got := c.movesToGo(); got != step.toGo {
			t.Errorf("move %d: %d to go, want %d", i+1, got, step.toGo)
		}
		c.press(step.took)
		if c.press(time.Hour); c.left() != step.left {
			t.Errorf("move %d: %v left, want %v", i+1, c.left(), step.left)
		}
	}
	if d, timed := newSideClock(player.Limit{Nodes: 5}, board.White, board.White).allowance(); timed || d != 0 {
		t.Errorf("allowance with nodes only = %v", d)
	}
	both := newSideClock(player.Limit{MoveTime: time.Second, Control: clock.Control{Initial: 500}}, board.White, board.White)
	if d, timed := both.allowance(); !timed || d != 500*time.Millisecond {
		t.Errorf("allowance with clock and move time = %v", d)
	}
}

// TestRandomOpenings checks that random openings are legal, balanced and
// reproducible.
func TestRandomOpenings(t *testing.T) {
	for _, r := range []rules.Rules{chess.Rules, mirrorsquare.Rules, nachfolger.Rules} {
		seen := map[string]bool{}
		for range 2 {
			book, err := NewRandomOpenings(r, DefaultPlies(r), DefaultBound(r), 3)
			if err != nil {
				t.Fatalf("NewRandomOpenings: %v", err)
			}
			for n := range 5 {
				o, err := book.Opening(t.Context(), n)
				if err != nil {
					t.Fatalf("book.Opening: %v", err)
				}
				game := rules.NewLine(r, o.Start)
				for _, m := range o.Moves {
					if _, err := game.Play(m); err != nil {
						t.Fatalf("a random opening of %s: %v", r.Info().Name, err)
					}
				}
				if game.Outcome().Over() || game.Ply() != DefaultPlies(r) {
					t.Errorf("%s: opening %d has %d moves, or the game is over", r.Info().Name, n, game.Ply())
				}
				at := game.Position()
				seen[r.Guide().FormatPosition(&at)] = true
			}
		}
		if len(seen) != 5 {
			t.Errorf("%s: %d different openings; want 5", r.Info().Name, len(seen))
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	book, err := NewRandomOpenings(chess.Rules, 8, 150, 1)
	if err != nil {
		t.Fatalf("NewRandomOpenings: %v", err)
	}
	if _, err := book.Opening(ctx, 0); err == nil {
		t.Error("Opening with an ended context returned no error")
	}
}

func TestReadOpenings(t *testing.T) {
	const games = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"y\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Ra7 *\n"
	b, err := ReadOpenings(chess.Rules, strings.NewReader(games), "x.pgn", 3, 0)
	if err != nil || len(b.openings) != 2 {
		t.Fatalf("ReadOpenings of two games: %v, %v", b, err)
	}
	if o, err := b.Opening(t.Context(), 2); err != nil || len(o.Moves) != 3 { // wraps around to the first
		t.Errorf("the third opening is %+v, %v; want the first again", o, err)
	}
	const positions = "# mine\n4k3/8/8/8/8/8/8/R3K3 w - - 0 1\n\n4k3/8/8/8/8/8/8/R3K3 b - - bm Kd7; id \"epd\";\n"
	if b, err = ReadOpenings(chess.Rules, strings.NewReader(positions), "x.epd", 0, 5); err != nil || len(b.openings) != 2 {
		t.Errorf("ReadOpenings of two positions: %v, %v", b, err)
	}
	for text, says := range map[string]string{
		"":                              "no openings",
		"4k3/8/8/8/8/8/8/R3K3 w - -\nx": "line 2",
		"7k/5KQ1/8/8/8/8/8/8 b - - 0 1": "the game is over",
		"[Event \"x\"]\n\n1. e4 e9 *":   "game 1",
		"[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1": "the game is over",
	} {
		if _, err := ReadOpenings(chess.Rules, strings.NewReader(text), "file", 0, 0); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("ReadOpenings(%q): %v; want %q", text, err, says)
		}
	}
}

func TestRemark(t *testing.T) {
	if got := (PlayedMove{Score: search.Mate - 5, Scored: true, Depth: 9, Took: 20 * time.Millisecond}).remark(board.Black); got != "[%eval #-3,9] 0.020s" {
		t.Errorf("remark = %q", got)
	}
}
