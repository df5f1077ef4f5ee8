package load

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

func TestLatency(t *testing.T) {
	var all []time.Duration
	for i := 100; i > 0; i-- {
		all = append(all, time.Duration(i)*time.Millisecond)
	}
	if got, want := latency(all), (Latency{P50: 51, P95: 96, P99: 100, Max: 100}); got != want {
		t.Errorf("latency = %+v, want %+v", got, want)
	}
	if got := latency(nil); got != (Latency{}) {
		t.Errorf("latency(nil) = %+v, want zero", got)
	}
}

// TestCompare checks that lost and duplicated moves are detected.
func TestCompare(t *testing.T) {
	line := func(moves ...string) *rules.Line {
		r := positions.Rules(t, variant.Builtin(), "chess")
		p := positions.From(t, r, "")
		l := rules.NewLine(r, p)
		for _, m := range moves {
			if _, err := l.PlayText(m); err != nil {
				t.Fatalf("PlayText: %v", err)
			}
		}
		return l
	}
	saved := func(moves ...string) (g wire.Snapshot) {
		for _, m := range moves {
			g.Moves = append(g.Moves, wire.PlayedMove{Move: m})
		}
		return g
	}
	sent := &liveGame{line: line("e2e4", "e7e5"), acked: []string{"e2e4", "e7e5"}}
	for _, c := range []struct {
		saved       wire.Snapshot
		lost, extra int
	}{
		{saved("e2e4", "e7e5"), 0, 0},
		{saved("e2e4"), 1, 0},
		{saved("e2e4", "d7d5"), 1, 0},
		{saved("e2e4", "e7e5", "e7e5"), 0, 1},
	} {
		if lost, extra := sent.compare(c.saved); lost != c.lost || extra != c.extra {
			t.Errorf("compare(%+v) = %d lost and %d extra, want %d and %d", c.saved.Moves, lost, extra, c.lost, c.extra)
		}
	}
	sent.pending = &pendingMove{text: "e7e5", ack: true}
	if lost, _ := sent.compare(saved("e2e4", "e7e5")); lost != 1 {
		t.Errorf("compare with a move that the opponent never received: %d lost, want 1", lost)
	}
	if sent.toMove() != board.White {
		t.Error("toMove = black, want white")
	}
}

func TestRefused(t *testing.T) {
	full := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTooManyRequests)
		w.Write([]byte(`{"error":{"code":"too-many","message":"wait a moment"}}`))
	}))
	defer full.Close()
	for _, c := range []struct {
		plan Plan
		want string
	}{
		{Plan{}, "the number of games is 0"},
		{Plan{Games: 1, Time: time.Second}, "no rule set"},
		{Plan{Games: 1, Spectators: -1, Time: time.Second}, "must not be negative"},
		{Plan{Games: 1, Time: time.Second, Rules: variant.Builtin().All(), URL: "ftp://x"}, "is not a server URL"},
		{Plan{Games: 1, Time: time.Second, Rules: variant.Builtin().All(), URL: full.URL}, "wait a moment (start the server with --no-limits to measure it)"},
	} {
		if _, err := Run(context.Background(), c.plan); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Run(%+v): %v, want %s", c.plan, err, c.want)
		}
	}
}

// TestMoveInWholeGame checks that a move counts as received if a socket that opens late, for example on
// another node, receives it as part of the whole game.
func TestMoveInWholeGame(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	line := rules.NewLine(r, positions.From(t, r, ""))
	if _, err := line.PlayText("e2e4"); err != nil {
		t.Fatalf("PlayText: %v", err)
	}
	g := &liveGame{tally: &tally{}, line: line, pending: &pendingMove{text: "e2e4", n: 1}}
	g.handle(0, &serverMessage{Type: "done", N: 1}, time.Now())
	g.handle(0, &serverMessage{Type: "game", Game: []byte(`{"ply":1,"key":"k"}`)}, time.Now())
	if g.pending == nil {
		t.Fatal("the move counts as received although the opponent has not received it")
	}
	g.handle(1, &serverMessage{Type: "game", Game: []byte(`{"ply":1,"key":"k"}`)}, time.Now())
	if g.pending != nil || g.key != "k" {
		t.Errorf("the move is still pending: %+v", g.pending)
	}
}
