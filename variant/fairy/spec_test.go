package fairy_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/fairy"
)

// TestRefused checks that New rejects contradictory and unsupported specifications.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"board":{"files":10,"ranks":8}}`: "rank 8 is 8 squares wide",
		`{"board":{"planes":2},"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w - - 0 1","reflection":{}}`: "one plane",
		`{"passing":{"to":"other"}}`: "two planes",
		`{"pieces":{"a":"BX"}}`:      "X",
		`{"pieces":{"a":"eF"}}`:      "only the pawn",
		`{"promotes":"z"}`:           "unknown kind",
		`{"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkqA - 0 1"}`: "castling letter 'A'",
		`{"start":"8/8/8/8/8/8/8/K7 w - - 0 1"}`:                                "royal",
		`{"start":"kR6/8/8/8/8/8/8/K7 w - - 0 1"}`:                              "attacked",
	} {
		if _, err := fairy.New(decode(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", text, err, want)
		}
	}
}

// TestGoals checks how games end.
func TestGoals(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		result          rules.Result
		reason          rules.Reason
	}{
		{"hill", "8/8/3k4/8/8/3K4/8/8 w - - 0 1", "d3d4", rules.WhiteWins, rules.GoalReached},
		{"hill", "8/8/8/8/3k4/8/8/K7 w - - 0 1", "", rules.BlackWins, rules.GoalReached},
		{"hill", "8/8/8/8/3k4/8/8/K7 b - - 0 1", "", rules.Ongoing, ""},
		{"three-checks", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0", "a1a8", rules.WhiteWins, rules.ChecksGiven},
		{"three-checks", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +1+2", "a1a8", rules.Ongoing, ""},
		{"three-checks", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", rules.Draw, rules.Dead},
		{"cannon", "k7/2K5/8/8/8/8/8/1R6 w - - 0 1", "b1a1", rules.WhiteWins, rules.Checkmate},
	} {
		r := load(t, c.name)
		p := positions.From(t, r, c.fen)
		if c.move != "" {
			p = positions.Play(t, r, p, c.move)
		}
		o := rules.OutcomeOf(r, &p)
		if o.Result != c.result || o.Reason != c.reason {
			t.Errorf("%s after %s: %s %s, want %s %s", c.fen, c.move, o.Result, o.Reason, c.result, c.reason)
		}
		if o.Over() && o.Result != rules.Draw && o.Message.IsZero() {
			t.Errorf("%s has no message", c.fen)
		}
	}
}

// TestReasons checks the reasons for some illegal moves.
func TestReasons(t *testing.T) {
	for _, c := range []struct{ name, fen, move, want string }{
		{"hill", "", "e2e5", "the pawn on e2 cannot reach e5"},
		{"hill", "", "a1a4", "the way of the rook from a1 to a4 is blocked by the pawn on a2"},
		{"hill", "", "a1a2", "a2 is occupied by your own pawn"},
		{"hill", "", "e7e5", "the pawn on e7 belongs to the other side: White is to move"},
		{"hill", "", "d2e3", "there is nothing for the pawn to capture on e3"},
		{"hill", "", "e1g1", "kingside castling is blocked by the piece on f1"},
		{"hill", "8/8/8/8/3k4/8/8/K7 w - - 0 1", "a1a2", "the game is over: a piece has reached a goal square"},
		{"cannon", "4k3/8/8/8/8/8/2C5/4K3 w - - 0 1", "c2c3", ""},
		{"cannon", "4k3/2p5/8/8/8/8/2C5/4K3 w - - 0 1", "c2c7", "the cannon on c2 has no piece to jump over on its way to c7"},
		{"sphere", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", ""},
		{"hill", "4k3/8/8/8/8/8/4r3/4K2R w - - 0 1", "h1h2", "your king on e1 is in check from the rook on e2"},
		{"hill", "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2", "your king on e1 would be attacked by the rook on e7"},
		{"alice", "k2r4/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8 w - - 0 1", "e1Ad1A", "your king would be attacked before the moved piece passes to the other board"},
		{"hill", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "the pawn promotes on a8: choose queen, rook, bishop or knight"},
	} {
		r := load(t, c.name)
		p := positions.From(t, r, c.fen)
		got := ""
		if _, err := rules.Play(r, &p, c.move); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.move, c.fen, got, c.want)
		}
	}
}

// TestEnPassant checks which en passant squares a FEN names, and which count for repetitions.
func TestEnPassant(t *testing.T) {
	for _, c := range []struct{ name, fen, move, want string }{
		{"hill", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "e3"},
		{"hill", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "-"},
		{"hill", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", "e3"}, // the square is attacked, though the capture is illegal
		{"berolina", "4k3/8/8/8/3p4/8/2P5/4K3 w - - 0 1", "c2e4", "d3e4"},
	} {
		r := load(t, c.name)
		p := positions.Play(t, r, positions.From(t, r, c.fen), c.move)
		text := r.Guide().FormatPosition(&p)
		if got := strings.Fields(text)[3]; got != c.want {
			t.Errorf("%s after %s: en passant %s, want %s", c.fen, c.move, got, c.want)
		}
		back := positions.From(t, r, text)
		if back != p {
			t.Errorf("%s is not parsed as it was", text)
		}
	}
	// The pawn on g4 could go to f3 without capturing, but it must capture, and that leaves its king attacked.
	both, err := fairy.New(decode(t, `{"name":"x","pieces":{"p":"mfFcefFcfWimfF2"},"capture":{"rebirth":"mirror"}}`))
	if err != nil {
		t.Fatalf("fairy.New: %v", err)
	}
	p := positions.From(t, both, "RQ1qk1N1/2Pp4/2r1pP2/2p1p1nb/1p1PP1pR/2P1K3/3BB3/1n2n1Nr b - f3e4 0 36")
	if _, err := rules.Play(both, &p, "g4f3"); err == nil {
		t.Error("a pawn that must capture en passant moves without capturing")
	}
	// A pawn that captures over a hurdle needs one over the seam too.
	hopping, err := fairy.New(decode(t, `{"name":"x","start":"4k3/5p2/8/8/8/8/1P6/4K3 w - - 0 1","seam":{"crossing":"wrap","kinds":"p","en_passant":"home"},"pieces":{"p":"mfWcegRimfW2"}}`))
	if err != nil {
		t.Fatalf("fairy.New: %v", err)
	}
	for fen, want := range map[string]string{"4k3/8/8/8/8/5p2/1P6/4K3 w - - 0 1": "-", "4k3/8/8/8/8/R4p2/1P6/4K3 w - - 0 1": "b3", "4k3/8/8/8/8/5pR1/1P6/4K3 w - - 0 1": "-"} {
		p := positions.Play(t, hopping, positions.From(t, hopping, fen), "b2b4")
		text := hopping.Guide().FormatPosition(&p)
		if got := strings.Fields(text)[3]; got != want {
			t.Errorf("%s after b2b4: en passant %s, want %s", fen, got, want)
		}
		if _, err := rules.Play(hopping, &p, "f3b2"); (err == nil) != (want != "-") {
			t.Errorf("%s: f3b2: %v", text, err)
		}
	}
	r := load(t, "hill")
	with := positions.From(t, r, "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1")
	without := positions.From(t, r, "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1")
	if with.Hash != without.Hash || with.EnPassant() != board.NoSquare {
		t.Error("an en passant square without a legal capture changes the hash")
	}
}
