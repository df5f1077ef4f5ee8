package uci_test

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/test/linestest"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestGo searches with every kind of limit in every rule set. It checks that bestmove is legal,
// and that info lines are complete.
func TestGo(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		name := r.Info().Name
		k := begin(t, config())
		k.Send("setoption name UCI_Variant value "+name, "isready")
		k.ReadUntil("readyok")
		for _, limits := range []string{
			"depth 3", "nodes 300", "movetime 20", "mate 1 nodes 500", "wtime 300 btime 300 winc 5 binc 5 movestogo 10",
			"wtime -5 btime 0", "movetime 0", "movetime -10",
		} {
			k.Send("position startpos", "go "+limits)
			seen := k.ReadUntil("bestmove")
			best := strings.Fields(seen[len(seen)-1])[1]
			p, _ := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
			if _, err := rules.Play(r, &p, best); err != nil {
				t.Errorf("%s, %s: bestmove %s: %v", name, limits, best, err)
			}
			if limits == "depth 3" {
				for _, word := range []string{"info depth 3 ", " seldepth ", " multipv 1 ", " score cp ", " nodes ", " nps ", " hashfull ", " time ", " pv "} {
					if !linestest.Contains(seen, word) {
						t.Errorf("%s: no %q in %q", name, word, seen)
					}
				}
			}
		}
		k.Close()
	}
}

// TestBestMoveMatchesLastLine checks that bestmove is the first move of the last reported line, no matter
// when the search is stopped.
func TestBestMoveMatchesLastLine(t *testing.T) {
	k := begin(t, config())
	k.Send("setoption name Hash value 1")
	for nodes := 300; nodes < 12_000; nodes += nodes / 12 {
		k.Send("ucinewgame", "position startpos moves e2e4", fmt.Sprintf("go nodes %d", nodes))
		seen := k.ReadUntil("bestmove")
		best, first := strings.Fields(seen[len(seen)-1])[1], ""
		for _, line := range seen {
			if _, pv, ok := strings.Cut(line, " pv "); ok {
				first, _, _ = strings.Cut(pv, " ")
			}
		}
		if first != best {
			t.Errorf("after %d nodes: bestmove %s, last line starts with %s", nodes, best, first)
		}
	}
	k.Close()
}

// TestStop checks that a stopped search prints exactly one bestmove. That the search visits no more nodes
// is tested in package search.
func TestStop(t *testing.T) {
	for _, threads := range []int{1, runtime.GOMAXPROCS(0)} {
		k := begin(t, config())
		k.Send(fmt.Sprintf("setoption name Threads value %d", threads), "isready")
		k.ReadUntil("readyok")
		for range 8 {
			k.Send("position startpos", "go infinite")
			k.ReadUntil("info depth 2 ")
			k.Send("stop")
			k.ReadUntil("bestmove")
		}
		k.Send("stop")
		k.silent()
		k.Close()
	}
}

// TestWhileSearching checks commands that arrive during a search.
func TestWhileSearching(t *testing.T) {
	k := begin(t, config())
	k.Send("position startpos", "go infinite")
	k.ReadUntil("info depth 3 ")
	k.Send("isready")
	k.ReadUntil("readyok")
	k.Send("setoption name MultiPV value 2")
	k.ReadUntil("info string MultiPV takes effect with the next search")
	k.Send("setoption name UCI_Variant value cylinder")
	k.ReadUntil("info string UCI_Variant takes effect")
	k.Send("d")
	k.ReadUntil("Variant: cylinder")
	k.Send("eval")
	k.ReadUntil("Final evaluation")
	k.Send("ucinewgame", "uci")
	k.ReadUntil("uciok")
	k.Send("stop")
	k.ReadUntil("bestmove")
	k.Send("go depth 2")
	if seen := k.ReadUntil("bestmove"); !linestest.Contains(seen, "multipv 2") {
		t.Errorf("got one line %q; want several", seen)
	}
	k.Close()
}

// TestGoWhileSearching checks that each go gets one bestmove.
func TestGoWhileSearching(t *testing.T) {
	k := begin(t, config())
	k.Send("go infinite", "go infinite", "go depth 2", "go infinite", "go nodes x", "go perft 2", "go infinite", "stop", "isready", "quit")
	if n := count(k.Close(), "bestmove"); n != 6 {
		t.Errorf("%d bestmove lines for six searches", n)
	}
}

// TestQueue checks that piped input is executed in order: the next go does not cut a limited search short.
func TestQueue(t *testing.T) {
	seen := once(t, "go depth 5", "position startpos moves e2e4", "go depth 4", "d", "setoption name UCI_Variant value triboard",
		"go perft 2", "bench", "go depth 3", "isready", "d")
	for _, want := range []string{"info depth 5 ", "info depth 4 ", "Fen: rnbqkbnr/pppppppp/8/8/4P3/", "Nodes searched: ", "Nodes/second", "Variant: triboard"} {
		if !linestest.Contains(seen, want) {
			t.Errorf("no %q in %q", want, seen)
		}
	}
	if n := count(seen, "bestmove"); n != 3 {
		t.Errorf("%d bestmove lines for three searches", n)
	}
	if at := slices.Index(seen, "readyok"); at < 0 || linestest.Contains(seen[:at], "Nodes/second") {
		t.Errorf("isready was queued: %q", seen)
	}
	k := begin(t, config())
	k.Send("go movetime 10000", "go movetime 10000", "stop", "stop")
	k.ReadUntil("bestmove")
	k.ReadUntil("bestmove")
	k.Send("go movetime 10000", "go movetime 10000", "go infinite", "d", "quit")
	if n := count(k.Close(), "bestmove"); n != 3 {
		t.Errorf("%d bestmove lines at the end, want three", n)
	}
}

// TestImmediateStop checks that no bestmove is lost if commands arrive in quick succession.
func TestImmediateStop(t *testing.T) {
	k := begin(t, config())
	const rounds = 60
	for i := range rounds {
		k.Send("go infinite")
		if i%3 > 0 {
			time.Sleep(time.Duration(i) * 20 * time.Microsecond)
		}
		k.Send("stop", "stop")
		k.ReadUntil("bestmove")
	}
	if rest := k.Close(); count(rest, "bestmove") != 0 {
		t.Errorf("too many answers: %q", rest)
	}
}

// TestPonder tests ponder hits and misses, immediate and delayed.
func TestPonder(t *testing.T) {
	k := begin(t, config())
	k.Send("position startpos moves e2e4 e7e5", "go ponder movetime 30")
	k.ReadUntil("info depth 4 ")
	time.Sleep(50 * time.Millisecond)
	k.notPrinted("bestmove")
	k.Send("ponderhit")
	k.ReadUntil("bestmove")
	k.Send("ponderhit")
	k.ReadUntil("info string ponderhit ignored")
	k.Send("go ponder depth 1", "ponderhit")
	k.ReadUntil("bestmove")
	k.Send("go ponder wtime 1000 btime 1000", "stop")
	k.ReadUntil("bestmove")
	k.Send("go ponder nodes 100")
	time.Sleep(20 * time.Millisecond)
	k.notPrinted("bestmove")
	k.Send("ponderhit")
	k.ReadUntil("bestmove")
	k.Close()
}

// notPrinted checks that no line before readyok contains a word.
func (k talk) notPrinted(word string) {
	k.T.Helper()
	k.Send("isready")
	if seen := k.ReadUntil("readyok"); linestest.Contains(seen, word) {
		k.T.Errorf("%s was printed too soon: %q", word, seen)
	}
}

// TestInfinite checks that an infinite search prints bestmove only after stop, even if there is nothing to
// search.
func TestInfinite(t *testing.T) {
	for _, position := range []string{"startpos moves f2f3 e7e5 g2g4 d8h4", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "fen 7k/8/8/8/8/8/8/R5RK w - - 0 1"} {
		k := begin(t, config())
		k.Send("position "+position, "go infinite")
		time.Sleep(30 * time.Millisecond)
		k.notPrinted("bestmove")
		k.Send("stop")
		k.ReadUntil("bestmove")
		k.Close()
	}
	seen := once(t, "position startpos moves f2f3 e7e5 g2g4 d8h4", "go depth 5")
	if !slices.Equal(seen, []string{"info depth 0 score mate 0", "bestmove (none)"}) {
		t.Errorf("mated: %q", seen)
	}
	seen = once(t, "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 5")
	if !slices.Equal(seen, []string{"info depth 0 score cp 0", "bestmove (none)"}) {
		t.Errorf("stalemated: %q", seen)
	}
}

// TestCombinedLimits checks that a search with several limits stops at the first limit that it reaches, and that
// infinite and a time of 0 do not override the other limits. Stockfish treats these commands in the same way.
func TestCombinedLimits(t *testing.T) {
	deepest := func(seen []string) (depth, nodes int) {
		for _, l := range seen {
			if w := strings.Fields(l); len(w) > 2 && w[0] == "info" && w[1] == "depth" {
				depth, _ = strconv.Atoi(w[2])
				nodes, _ = strconv.Atoi(w[slices.Index(w, "nodes")+1])
			}
		}
		return depth, nodes
	}
	const long = "600000" // milliseconds
	for _, c := range []struct {
		limits string
		depth  int // of the last line; 0 if another limit ends the search
	}{
		{"depth 3 nodes 100000000 movetime " + long, 3},
		{"depth 3 wtime " + long + " btime " + long, 3},
		{"mate 5 depth 3", 3},
		{"wtime 0 btime 0 depth 3", 3},
		{"wtime 0 btime 0 winc 0 binc 0 movetime " + long + " depth 3", 3},
		{"movetime 0 depth 3", 3},
		{"movetime 0 wtime " + long + " btime " + long + " depth 3", 3},
		{"depth 50 nodes 1500", 0},
		{"wtime " + long + " btime " + long + " nodes 1500", 0},
		{"wtime 0 btime 0 nodes 1500", 0},
		{"mate 20 nodes 1500", 0},
		{"infinite nodes 1500", 0},
		{"infinite nodes 1500 depth 50 movetime " + long, 0},
		{"infinite movetime 20", 0},
		{"wtime " + long + " btime " + long + " movetime 20", 0},
	} {
		k := begin(t, config())
		k.Send("position startpos", "go "+c.limits)
		depth, nodes := deepest(k.ReadUntil("bestmove"))
		if c.depth > 0 && depth != c.depth || c.depth == 0 && strings.Contains(c.limits, "nodes 1500") && (nodes > 1500 || depth < 3) {
			t.Errorf("go %s: stopped at depth %d after %d nodes", c.limits, depth, nodes)
		}
		k.Close()
	}
	for _, limits := range []string{"infinite depth 2", "infinite wtime 0 btime 0 depth 2", "infinite movetime 0 depth 2"} {
		k := begin(t, config())
		k.Send("position startpos", "go "+limits)
		k.ReadUntil("info depth 2 ")
		time.Sleep(30 * time.Millisecond)
		k.notPrinted("bestmove")
		k.Send("stop")
		k.ReadUntil("bestmove")
		k.Close()
	}
}

func TestMateScores(t *testing.T) {
	seen := once(t, "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go depth 3")
	if !linestest.Contains(seen, "score mate 1 ") || seen[len(seen)-1] != "bestmove a1a8" {
		t.Errorf("output %q; want score mate 1 and bestmove a1a8", seen)
	}
	seen = once(t, "position fen 7k/R7/8/8/8/8/8/1R4K1 b - - 0 1", "go depth 6")
	if !linestest.Contains(seen, "score mate -1 ") {
		t.Errorf("output %q; want score mate -1", seen)
	}
}

func TestSearchMovesAndLines(t *testing.T) {
	seen := once(t, "go searchmoves a2a3 h2h3 b9b9 depth 3")
	if !linestest.Contains(seen, "info string go: searchmoves b9b9: ") {
		t.Errorf("no error reported in %q", seen)
	}
	if best := strings.Fields(seen[len(seen)-1])[1]; best != "a2a3" && best != "h2h3" {
		t.Errorf("bestmove %s", best)
	}
	seen = once(t, "setoption name MultiPV value 3", "go depth 3")
	var firsts []string
	for _, l := range seen {
		if strings.HasPrefix(l, "info depth 3 ") {
			_, pv, _ := strings.Cut(l, " pv ")
			firsts = append(firsts, strings.Fields(pv)[0])
		}
	}
	if slices.Sort(firsts); len(slices.Compact(firsts)) != 3 {
		t.Errorf("the lines start with %q", firsts)
	}
}
