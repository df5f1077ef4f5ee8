package counts

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/rules/perft"
)

// branch is the count below one root move.
type branch struct {
	Move  string `json:"move"`
	Count uint64 `json:"count"`
}

// counted is a count as JSON.
type counted struct {
	Variant  string   `json:"variant"`
	Position string   `json:"position"`
	Depth    int      `json:"depth"`
	Count    uint64   `json:"count"`
	Divide   []branch `json:"divide,omitempty"`
	Seconds  float64  `json:"seconds"`
}

// Count counts a position and prints the count, with divide that of each root move
// too.
func Count(c *cli.Console, counter perft.Counter, start *board.Position, depth int, divide bool) error {
	r := counter.Rules
	bar := c.Progress("perft "+strconv.Itoa(depth), false)
	began := time.Now()
	var branches []branch
	counter.Progress = func(done, total int) { bar.Set(int64(done), int64(total)) }
	if divide {
		counter.Divide = func(m board.Move, n uint64) {
			branches = append(branches, branch{r.Guide().FormatUCI(start, m), n})
		}
	}
	n, err := counter.Count(c.Context, start, depth)
	bar.Clear()
	if err != nil {
		return err
	}
	slices.SortFunc(branches, func(a, b branch) int { return cmp.Compare(a.Move, b.Move) })
	if c.JSON {
		return c.Document(counted{r.Info().Name, r.Guide().FormatPosition(start), depth, n, branches, time.Since(began).Seconds()})
	}
	for _, b := range branches {
		fmt.Fprintf(c.Out, "%s: %d\n", b.Move, b.Count)
	}
	fmt.Fprintln(c.Out, n)
	return nil
}
