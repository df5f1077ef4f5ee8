package engine

import (
	"context"
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/rules"
)

// benchText has one line per position: the rule set, the depth and the position.
//
//go:embed bench.txt
var benchText string

// BenchResult is the search result for one position.
type BenchResult struct {
	Position string        `json:"position"`
	Depth    int           `json:"depth"` // depth reached
	Best     string        `json:"best"`  // UCI notation; empty if there is no move
	Nodes    uint64        `json:"nodes"`
	Time     time.Duration `json:"-"`
}

// Bench searches a fixed list of positions of a rule set with one thread, and calls each with every result.
// Each search starts with an empty transposition table and has the depth from the list, unless l limits the
// depth, the nodes or the time. Without a time limit, the node counts are the same in every run, so their sum is
// a signature of the search and the evaluation.
func Bench(ctx context.Context, r rules.Rules, l Limits, each func(BenchResult)) error {
	e, _, err := (&Options{}).evaluator(r)
	if err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	positions, err := benchPositions(r)
	if err != nil {
		return err
	}
	own := l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0
	s := search.New(r, e, search.Options{})
	for _, b := range positions {
		p, err := r.Guide().ParsePosition(b.text, rules.ParseOptions{})
		if err != nil {
			return fmt.Errorf("engine: bench position %q: %w", b.text, err)
		}
		if !own {
			l.Depth = b.depth
		}
		s.Clear()
		done := BenchResult{Position: b.text}
		res := s.Search(ctx, &p, nil, l, nil)
		if err := ctx.Err(); err != nil {
			return err
		}
		done.Nodes, done.Time = res.Nodes, res.Time
		if len(res.Lines) > 0 {
			done.Depth = res.Lines[0].Depth
		}
		if res.Best != board.NoMove {
			done.Best = r.Guide().FormatUCI(&p, res.Best)
		}
		each(done)
	}
	return nil
}

type benchPosition struct {
	depth int
	text  string
}

// benchPositions returns the bench positions of a rule set, or only its starting position if the list has
// none.
func benchPositions(r rules.Rules) (all []benchPosition, err error) {
	info := r.Info()
	for line := range strings.Lines(benchText) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name != info.Name {
			continue
		}
		number, text, _ := strings.Cut(rest, " ")
		depth, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("engine: bench line %q has no depth", line)
		}
		if text == "start" { // reports show the position
			text = info.Start
		}
		all = append(all, benchPosition{depth, text})
	}
	if all == nil {
		all = []benchPosition{{6, info.Start}}
	}
	return all, nil
}

// NodesPerSecond returns the speed of a search or a perft count.
func NodesPerSecond(nodes uint64, t time.Duration) uint64 {
	return uint64(float64(nodes) / max(t.Seconds(), 1e-6))
}
