package match

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/internal/lab/player"
)

// Faults counts how a player failed.
type Faults struct {
	Illegal int `json:"illegal_moves"`
	Time    int `json:"time_losses"`
	Crash   int `json:"crashes"`
	Hang    int `json:"hangs"`
	Dispute int `json:"disputes"`
}

// Total returns how many faults there are.
func (f Faults) Total() int { return f.Illegal + f.Time + f.Crash + f.Hang + f.Dispute }

func (f *Faults) add(k player.FaultKind) {
	switch k {
	case player.IllegalMove:
		f.Illegal++
	case player.TimeLoss:
		f.Time++
	case player.Crash:
		f.Crash++
	case player.Hang:
		f.Hang++
	case player.Dispute:
		f.Dispute++
	}
}

// String names the faults there are.
func (f Faults) String() string {
	var parts []string
	for _, one := range []struct {
		n    int
		kind player.FaultKind
	}{{f.Illegal, player.IllegalMove}, {f.Time, player.TimeLoss}, {f.Crash, player.Crash}, {f.Hang, player.Hang}, {f.Dispute, player.Dispute}} {
		if one.n > 0 {
			parts = append(parts, countText(one.n, one.kind))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// countText writes a count of faults.
func countText(n int, k player.FaultKind) string {
	switch {
	case n == 1:
		return fmt.Sprintf("1 %s", k)
	case strings.HasSuffix(string(k), "s") || strings.HasSuffix(string(k), "sh"):
		return fmt.Sprintf("%d %ses", n, k)
	}
	return fmt.Sprintf("%d %ss", n, k)
}

// Score is games won, drawn and lost by player a.
type Score struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// String writes the score as 3-1-2.
func (s Score) String() string { return fmt.Sprintf("%d-%d-%d", s.Wins, s.Draws, s.Losses) }

// Games returns how many games there are.
func (s Score) Games() int { return s.Wins + s.Draws + s.Losses }

func (s *Score) add(points float64) {
	switch points {
	case 1:
		s.Wins++
	case 0:
		s.Losses++
	default:
		s.Draws++
	}
}

// tally adds up games.
type tally struct {
	all      Score
	byColour [2]Score // of a, by colour
	faults   [2]Faults
	endings  map[Ending]int
	plies    int
	unpaired map[int]float64 // points of games whose partner is not finished
	pairs    [5]int          // pairs by a's half points, 0 to 4
	highest  int             // number of a game
}

func (t *tally) add(g *Game) {
	if t.endings == nil {
		t.endings, t.unpaired = map[Ending]int{}, map[int]float64{}
	}
	points := g.Points()
	t.all.add(points)
	t.byColour[colourOfA(g.Number)].add(points)
	t.endings[g.Ending]++
	t.plies += len(g.Moves)
	t.highest = max(t.highest, g.Number)
	if g.Fault != nil {
		t.faults[int(points)].add(g.Fault.Kind) // the winner's points are the loser's number
	}
	pair := (g.Number - 1) / 2
	if other, ok := t.unpaired[pair]; ok {
		delete(t.unpaired, pair)
		t.pairs[int(2*(points+other))]++
	} else {
		t.unpaired[pair] = points
	}
}
