package rules_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// play plays moves and fails the test if one is illegal.
func play(t *testing.T, l *rules.Line, moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		if _, err := l.PlayText(text); err != nil {
			t.Fatalf("%s: PlayText(%s): %v", l.Rules().Info().Name, text, err)
		}
	}
}

// TestRepetition checks that the third occurrence of a position allows a claim and the fifth ends the game
// (chess 1.10 and 2).
func TestRepetition(t *testing.T) {
	for _, test := range []struct{ about, names, fen, circle string }{
		{"knights", "chess cylinder triboard", "start", "g1f3 g8f6 f3g1 f6g8"},
		{"kings opposite pawns", "mirrorsquare", "8/2k5/7p/7p/8/K4P2/5P2/8 w - - 0 1", "a3a4 c7c6 a4a3 c6c7"},
		{"passes", "nachfolger", "2K5/8/8/8/3qQ3/6k1/8/8 w - - 0 1", "e4d5 d4e5"},
		// The bishop is captured and spawned again in each cycle, so the position repeats although captures
		// reset the clock.
		{"captures", "mirrorsquare", "7k/8/8/3b4/4B3/8/P7/K7 w - - 0 1", "e4d5 h8h7 d5e4 h7h8"},
	} {
		for _, name := range strings.Fields(test.names) {
			r := positions.Rules(t, variant.Builtin(), name)
			l := rules.NewLine(r, positions.From(t, r, test.fen))
			for times := 1; times <= 5; times++ {
				o := l.Outcome()
				if l.Repetitions() != times {
					t.Fatalf("%s, %s: %d repetitions, want %d", name, test.about, l.Repetitions(), times)
				}
				switch claim := slices.Equal(o.Claim, []rules.Reason{rules.Threefold}); {
				case times < 3 && (o.Over() || o.Claim != nil),
					(times == 3 || times == 4) && (o.Over() || !claim),
					times == 5 && (o.Result != rules.Draw || o.Reason != rules.Fivefold || o.Claim != nil):
					t.Errorf("%s, %s: %+v after %d occurrences", name, test.about, o, times)
				}
				if times == 3 && o.String() != "White may claim a draw: the same position has occurred three times" {
					t.Errorf(`%s, %s: o.String() = %q; want "White may claim a draw: the same position has occurred three times"`, name, test.about, o.String())
				}
				play(t, l, test.circle)
			}
		}
	}
}

// TestRepetitionComparesWholePositions checks that positions with different castling rights or en passant
// captures do not count as repetitions (chess 2.2).
func TestRepetitionComparesWholePositions(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	rights := rules.NewLine(r, positions.From(t, r, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
	play(t, rights, "h1g1 e8d8 g1h1 d8e8")
	if n := rights.Repetitions(); n != 1 {
		t.Errorf("with different castling rights, the position occurred %d times", n)
	}
	push := rules.NewLine(r, positions.From(t, r, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"))
	play(t, push, "d7d5 e1e2 e8e7 e2e1 e7e8")
	if n := push.Repetitions(); n != 1 {
		t.Errorf("without en passant, the position occurred %d times", n)
	}
	idle := rules.NewLine(r, positions.From(t, r, "4k3/3p4/8/8/8/8/8/4K3 b - - 0 1"))
	play(t, idle, "d7d5 e1e2 e8e7 e2e1 e7e8")
	if n := idle.Repetitions(); n != 2 {
		t.Errorf("a double step without an en passant capture changes the position: occurred %d times", n)
	}
}

// TestSimultaneousClaims checks a position in which a draw can be claimed by repetition and by the fifty-move
// rule.
func TestSimultaneousClaims(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	l := rules.NewLine(r, positions.From(t, r, "4k3/8/8/8/8/8/8/R3K3 w - - 92 80"))
	play(t, l, strings.Repeat("e1d1 e8d8 d1e1 d8e8 ", 2))
	o := l.Outcome()
	if want := []rules.Reason{rules.Threefold, rules.Fifty}; !slices.Equal(o.Claim, want) {
		t.Errorf("claims = %v, want %v", o.Claim, want)
	}
	if got, want := o.String(), "White may claim a draw: the same position has occurred three times, and fifty moves without a capture or a pawn move"; got != want {
		t.Errorf("outcome = %q, want %q", got, want)
	}
}

func TestLineMate(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	l := rules.NewLine(r, positions.From(t, r, "start"))
	play(t, l, "f2f3 e7e5 g2g4 Qh4#")
	if o := l.Outcome(); o.Result != rules.BlackWins || o.Reason != rules.Checkmate {
		t.Errorf("Outcome() = %+v; want a win for Black by checkmate", o)
	}
}

func TestLineUndo(t *testing.T) {
	for _, r := range positions.Flat(variant.Builtin()) {
		name := r.Info().Name
		start := positions.From(t, r, "start")
		l := rules.NewLine(r, start)
		first := positions.Move(t, r, &start, "e2e4")
		one, err := l.Play(first)
		if err != nil {
			t.Fatalf("l.Play: %v", err)
		}
		two, err := l.PlayText("b8c6")
		if err != nil {
			t.Fatalf(`l.PlayText("b8c6"): %v`, err)
		}
		if l.Ply() != 2 || l.Position() != two.Next || l.Start() != start || !slices.Equal(l.Moves(), []board.Move{one.Move, two.Move}) {
			t.Errorf("%s: the line is %v after two moves", name, l.Moves())
		}
		_, err = l.PlayText("c6d4")
		if no := (*rules.IllegalMove)(nil); !errors.As(err, &no) || l.Ply() != 2 || l.Position() != two.Next {
			t.Errorf("%s: an illegal move (%v) changed the line", name, err)
		}
		if hashes := l.EarlierHashes(); !slices.Equal(hashes, []uint64{start.Hash, one.Next.Hash}) {
			t.Errorf("%s: EarlierHashes = %x", name, hashes)
		}
		if p, ok := l.At(1); !ok || p != one.Next {
			t.Errorf("%s: the position after one move differs", name)
		}
		for _, ply := range []int{-1, 3} {
			if _, ok := l.At(ply); ok {
				t.Errorf("%s: At(%d) returned a position", name, ply)
			}
		}
		if m, ok := l.Undo(); !ok || m != two.Move || l.Position() != one.Next || l.Ply() != 1 {
			t.Errorf("%s: second move was not undone", name)
		}
		if m, ok := l.Undo(); !ok || m != one.Move || l.Position() != start || l.Repetitions() != 1 {
			t.Errorf("%s: first move was not undone", name)
		}
		if hashes := l.EarlierHashes(); len(hashes) != 0 {
			t.Errorf("%s: EarlierHashes = %x at the start", name, hashes)
		}
		if _, ok := l.Undo(); ok || l.Ply() != 0 || l.Position() != start {
			t.Errorf("%s: Undo succeeded at the start", name)
		}
	}
}

// TestLineUndoRepetition takes back a repetition and plays it again.
func TestLineUndoRepetition(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	l := rules.NewLine(r, positions.From(t, r, "start"))
	play(t, l, strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 2))
	if l.Outcome().Claim == nil {
		t.Fatal("no claim after the third occurrence")
	}
	l.Undo()
	play(t, l, "f6g8")
	if n := l.Repetitions(); n != 3 {
		t.Errorf("position occurred %d times after undoing and replaying", n)
	}
	moves := l.Moves()
	moves[0] = 0
	if l.Moves()[0] == 0 {
		t.Error("changing the result of Moves changed the line")
	}
}

// TestClocks checks that captures and pawn moves reset the halfmove clock. Pieces that appear or go on do not
// reset it (nachfolger 2.5 and 3.3).
func TestClocks(t *testing.T) {
	for _, test := range []struct {
		names, fen, moves string
		half              uint16
		full              uint32
	}{
		{all, "start", "g1f3 g8f6", 2, 2},
		{all, "start", "g1f3 e7e6", 0, 2},
		{"nachfolger", "2K5/8/8/8/3qQ3/6k1/8/8 w - - 7 30", "e4d5 d4e5", 9, 31},
		{"nachfolger", "7k/8/8/8/8/8/8/K2Q4 w - - 7 30", "d1h5", 8, 30},
		{"mirrorsquare", "7k/8/8/3b4/4B3/8/P7/K7 w - - 7 30", "e4d5 h8h7 d5e4", 2, 31},
		{"triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 7 30", "a5h7", 0, 30},
	} {
		for _, name := range strings.Fields(test.names) {
			r := positions.Rules(t, variant.Builtin(), name)
			l := rules.NewLine(r, positions.From(t, r, test.fen))
			play(t, l, test.moves)
			if p := l.Position(); p.HalfmoveClock != test.half || p.FullmoveNumber != test.full {
				t.Errorf("%s: after %s the clocks are %d and %d, want %d and %d", name, test.moves, p.HalfmoveClock, p.FullmoveNumber, test.half, test.full)
			}
		}
	}
}
