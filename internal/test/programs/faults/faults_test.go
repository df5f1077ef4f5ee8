//go:build linux

package main

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/postgres"
)

// program builds the server with an adjustable clock.
func program(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tain")
	build := exec.Command("go", "build", "-tags", "faults", "-o", path, "../../../../cmd/tain")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v: %s", err, out)
	}
	return path
}

// short lists the kinds of faults in the short version. They cover every kind of process and the nodes'
// links. Each occurs once.
const short = "kill a node,pause a node,kill a worker,kill PostgreSQL,promote the standby,a node's link to PostgreSQL,all links from a node to others,the link from the proxy to a node,PostgreSQL's disk is full"

// TestFaults is the short version of make test-faults. No move may be lost or duplicated, no flag may
// fall early, every history must be linearizable, and a recount must find the stored ratings. The test logs how long play stalled, but sets no
// limit.
func TestFaults(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is not installed")
	}
	postgres.Require(t) // check first, to avoid a useless build
	c, err := begin(t.Context(), t, shape{program: program(t), standby: true}, t.Logf)
	if err != nil {
		t.Fatalf("begin: %v", err)
	}
	p := plan{seed: 17, games: 4, kinds: c.kinds(short), say: t.Logf}
	p.faults = len(p.kinds)
	if long.Enabled() {
		p.kinds = c.kinds("")
		p.faults = 4 * len(p.kinds)
	}
	all, h, err := c.run(t.Context(), p)
	if err != nil {
		t.Fatalf("run: %v", err)
	}
	// If the machine pauses while a node reads the database clock, the node's clock is off by the
	// length of the pause. Clocks skewed by a fault are off by ten seconds or more.
	count, wrong, err := judge(t.Context(), c.store(), h, 5*time.Second)
	if err != nil {
		t.Fatalf("judge: %v", err)
	}
	for _, w := range wrong {
		t.Error(w)
	}
	if len(all) != p.faults || count.moves < 10*p.faults || count.games < p.games || count.rated == 0 {
		t.Errorf("%d faults, %+v; want more faults, games, rated games or moves", len(all), count)
	}
	var table strings.Builder
	(&results{all: all, tally: count}).writeTable(&table, p.seed, nil)
	t.Log("\n" + table.String())
}

// at returns a completed call, with start and end in seconds.
func at(from, to int, c call) *call {
	c.began, c.ended = time.Duration(from)*time.Second, time.Duration(to)*time.Second
	return &c
}

// TestInvalidHistories checks that invalid histories are rejected, such as an acknowledgement without a
// commit, a duplicate move or a stale read.
func TestInvalidHistories(t *testing.T) {
	first, second := call{n: 0, move: "e2e4", came: done}, call{client: 1, n: 1, move: "e7e5", came: done}
	lost := call{client: 1, n: 1, move: "e7e5"}
	reads := func(moves string) call { return call{client: 2, read: true, moves: moves, came: done} }
	tests := []struct {
		name    string
		calls   []*call
		moves   []string
		history bool // whether the history is linearizable
		kept    bool // whether the history matches the stored moves
	}{
		{"valid", []*call{at(0, 1, first), at(2, 3, second), at(4, 5, reads("e2e4 e7e5 "))}, []string{"e2e4", "e7e5"}, true, true},
		{"no response, stored", []*call{at(0, 1, first), at(2, 0, lost), at(4, 5, reads("e2e4 e7e5 "))}, []string{"e2e4", "e7e5"}, true, true},
		{"no response, not stored", []*call{at(0, 1, first), at(2, 0, lost), at(4, 5, reads("e2e4 "))}, []string{"e2e4"}, true, true},
		{"repeated", []*call{at(0, 1, first), at(2, 0, lost), at(4, 5, second)}, []string{"e2e4", "e7e5"}, true, true},
		{"acknowledged without a commit", []*call{at(0, 1, first), at(2, 3, second), at(4, 5, reads("e2e4 "))}, []string{"e2e4"}, false, false},
		{"acknowledged, but another move stored", []*call{at(0, 1, first), at(2, 3, second), at(4, 5, call{client: 1, n: 1, move: "c7c5", came: done})}, []string{"e2e4", "c7c5"}, false, false},
		{"stored twice", []*call{at(0, 1, first), at(2, 3, reads("e2e4 e2e4 "))}, []string{"e2e4", "e2e4"}, false, false},
		{"never requested", []*call{at(0, 1, first)}, []string{"e2e4", "e7e5"}, true, false},
		{"stale read", []*call{at(0, 1, first), at(2, 3, second), at(4, 5, reads("e2e4 "))}, []string{"e2e4", "e7e5"}, false, true},
		{"read before the move", []*call{at(0, 1, first), at(2, 3, reads("e2e4 e7e5 ")), at(4, 5, second)}, []string{"e2e4", "e7e5"}, false, true},
		{"late, after another move", []*call{at(0, 1, first), at(1, 0, lost), at(2, 3, call{client: 1, n: 1, move: "c7c5", came: done}), at(4, 5, reads("e2e4 e7e5 "))}, []string{"e2e4", "e7e5"}, false, false},
		{"rejected without a conflict", []*call{at(0, 1, call{move: "e2e4", came: refused}), at(2, 3, reads(""))}, nil, false, true},
		{"out of order", []*call{at(0, 1, first), at(2, 3, second)}, []string{"e7e5", "e2e4"}, true, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := linearizable(test.calls); (err == nil) != test.history {
				t.Errorf("linearizable: %v", err)
			}
			if faults := kept(test.calls, test.moves); (len(faults) == 0) != test.kept {
				t.Errorf("kept found %v", faults)
			}
		})
	}
}

// TestInvalidMessageOrder checks that a player reports messages that are out of order, repeated or
// illegal.
func TestInvalidMessageOrder(t *testing.T) {
	whole := func(moves ...string) serverMessage {
		var b strings.Builder
		b.WriteString(`{"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","moves":[`)
		for i, m := range moves {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString(`{"move":"` + m + `"}`)
		}
		b.WriteString(`]}`)
		return serverMessage{Type: "game", Game: []byte(b.String())}
	}
	move := func(ply int, text string) serverMessage {
		h := serverMessage{Type: "move", Ply: ply}
		h.Move.Move = text
		return h
	}
	for name, test := range map[string]struct {
		messages []serverMessage
		fine     bool
	}{
		"in order":   {[]serverMessage{whole("e2e4"), move(2, "e7e5"), move(3, "g1f3")}, true},
		"twice":      {[]serverMessage{whole("e2e4"), move(2, "e7e5"), move(2, "e7e5")}, false},
		"with a gap": {[]serverMessage{whole("e2e4"), move(3, "g1f3")}, false},
		"backwards":  {[]serverMessage{whole("e2e4", "e7e5"), whole("e2e4")}, false},
		"illegal":    {[]serverMessage{whole("e2e4"), move(2, "e2e4")}, false},
	} {
		h := &workload{began: time.Now()}
		p := &player{table: &table{workload: h}, record: &record{}, side: -1, variant: "chess"}
		test.messages = slices.Clone(test.messages)
		test.messages[0].opened = true
		for _, one := range test.messages {
			p.handle(one)
		}
		if (len(h.faults) == 0) != test.fine {
			t.Errorf("%s: recorded faults: %v", name, h.faults)
		}
	}
}

// TestComputerReplies checks histories of games against the computer, whose moves appear only in the
// database.
func TestComputerReplies(t *testing.T) {
	moves := []string{"e2e4", "e7e5", "g1f3", "b8c6"}
	e4, nf3 := call{n: 0, move: "e2e4", came: done}, call{n: 2, move: "g1f3", came: done}
	reads := func(moves string) call { return call{client: 2, read: true, moves: moves, came: done} }
	for name, test := range map[string]struct {
		calls []*call
		fine  bool
	}{
		"valid":                     {[]*call{at(0, 1, e4), at(5, 6, nf3), at(8, 9, reads("e2e4 e7e5 g1f3 b8c6 "))}, true},
		"the last move is not read": {[]*call{at(0, 1, e4), at(5, 6, nf3), at(8, 9, reads("e2e4 e7e5 g1f3 "))}, true},
		"a stale read":              {[]*call{at(0, 1, e4), at(5, 6, nf3), at(8, 9, reads("e2e4 "))}, false},
		"a reply before the move":   {[]*call{at(0, 1, e4), at(5, 6, reads("e2e4 e7e5 g1f3 b8c6 ")), at(7, 8, nf3)}, false},
		"read, then missing":        {[]*call{at(0, 1, e4), at(2, 3, reads("e2e4 e7e5 ")), at(4, 5, reads("e2e4 ")), at(6, 7, nf3)}, false},
		"two replies to one move":   {[]*call{at(0, 1, e4)}, false},
	} {
		calls := withReplies(test.calls, moves)
		if err := linearizable(calls); (err == nil && len(kept(calls, moves)) == 0) != test.fine {
			t.Errorf("%s: linearizable: %v, kept: %v", name, err, kept(calls, moves))
		}
	}
}
