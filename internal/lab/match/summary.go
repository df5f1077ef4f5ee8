package match

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/lab/stats"
	"github.com/tainchess/tain/rules"
)

// Stop is the reason why a match ended early.
type Stop string

// Stop reasons. An interrupted match has none.
const (
	StopDecided Stop = "decided" // the SPRT is decided
	StopGaveUp  Stop = "gave up" // a player failed too often
)

// PlayerSummary describes one player of a match.
type PlayerSummary struct {
	Name   string `json:"name"`
	Spec   string `json:"spec"`
	Faults Faults `json:"faults"`
}

// TestSummary is the state of the SPRT.
type TestSummary struct {
	Elo0    float64       `json:"elo0"`
	Elo1    float64       `json:"elo1"`
	Alpha   float64       `json:"alpha"`
	Beta    float64       `json:"beta"`
	LLR     float64       `json:"llr"`
	Lower   float64       `json:"lower"`
	Upper   float64       `json:"upper"`
	Verdict stats.Verdict `json:"verdict"`
}

// Summary is the state of a match. Wins and losses are player a's. Estimates are based on finished pairs of
// games. Unknown numbers are omitted.
type Summary struct {
	Variant string         `json:"variant"`
	A       PlayerSummary  `json:"a"`
	B       PlayerSummary  `json:"b"`
	Games   int            `json:"games"` // finished games
	Planned int            `json:"planned"`
	Score   Score          `json:"score"`
	White   Score          `json:"white"` // score of player a with White
	Black   Score          `json:"black"`
	Percent *float64       `json:"percent,omitempty"`
	Pairs   [5]int         `json:"pairs"` // by a's points in the pair: 0, 1/2, 1, 3/2, 2
	Elo     *float64       `json:"elo,omitempty"`
	EloLow  *float64       `json:"elo_low,omitempty"` // bounds of the 95 % interval
	EloHigh *float64       `json:"elo_high,omitempty"`
	LOS     *float64       `json:"los,omitempty"`
	SPRT    *TestSummary   `json:"sprt,omitempty"`
	Endings map[Ending]int `json:"endings"`
	Plies   int            `json:"plies"`
	Seconds float64        `json:"seconds"`
	Stopped Stop           `json:"stopped,omitempty"`

	estimate *stats.Estimate
	beyond   int // finished games beyond the planned number, which count too
}

// EloText formats the rating difference with its 95 % interval.
func (s *Summary) EloText() string {
	e := s.estimate
	if e == nil {
		return "unknown until a pair of games is finished"
	}
	return fmt.Sprintf("%+.1f ± %.1f (%+.1f to %+.1f)", e.Elo, (e.High-e.Low)/2, e.Low, e.High)
}

// Table formats the summary as several lines.
func (s *Summary) Table() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	took := time.Duration(s.Seconds * float64(time.Second)).Round(time.Second)
	if all := s.Planned + s.beyond; s.beyond > 0 && s.Games == all {
		line("%v: finished: %v games in the file, %v requested", s.Variant, s.Games, s.Planned)
	} else {
		line("%v: %v of %v games in %v", s.Variant, s.Games, all, took)
	}
	fmt.Fprintf(&b, "  a  %s\n  b  %s\n", s.A.Name, s.B.Name)
	if s.Games == 0 {
		return b.String()
	}
	line("  a won %v, drew %v, lost %v: %.1f %%  (as White %v, as Black %v)", s.Score.Wins, s.Score.Draws,
		s.Score.Losses, *s.Percent, s.White, s.Black)
	line("  Elo of a over b: %v", s.EloText())
	if s.LOS != nil {
		line("  likelihood of superiority of a: %.1f %%; pentanomial (pairs by a's points 0, 1/2, 1, 3/2, 2): %v",
			100**s.LOS, strings.Trim(fmt.Sprint(s.Pairs), "[]"))
	}
	if t := s.SPRT; t != nil {
		line("  SPRT of Elo %g against %g: LLR %.2f (%.2f to %.2f): %v", t.Elo0, t.Elo1, t.LLR, t.Lower, t.Upper, t.text())
	}
	line("  faults of a: %v", s.A.Faults)
	line("  faults of b: %v", s.B.Faults)
	return b.String()
}

func (t *TestSummary) text() string {
	switch t.Verdict {
	case stats.AcceptH0:
		return fmt.Sprintf("a is not better by %g", t.Elo1)
	case stats.AcceptH1:
		return fmt.Sprintf("a is better by more than %g", t.Elo0)
	}
	return "undecided"
}

// EndingsText lists the endings of games with their counts, most frequent first.
func (s *Summary) EndingsText() string {
	keys := slices.SortedFunc(maps.Keys(s.Endings), func(a, b Ending) int {
		return cmp.Or(s.Endings[b]-s.Endings[a], strings.Compare(string(a), string(b)))
	})
	var parts []string
	for _, k := range keys {
		parts = append(parts, fmt.Sprintf("%s %d", k, s.Endings[k]))
	}
	return strings.Join(parts, ", ")
}

// GameText describes a finished game in one line.
func (s *Summary) GameText(g *Game) string {
	white, black := s.A.Name, s.B.Name
	if colourOfA(g.Number) == board.Black {
		white, black = black, white
	}
	percent := 0.0
	if s.Percent != nil {
		percent = *s.Percent
	}
	text := fmt.Sprintf("game %v: %v v %v %s (%v, %d half-moves); a +%v =%v -%v %.1f %%", g.Number, white, black,
		string(g.Result), g.Ending, len(g.Moves), s.Score.Wins, s.Score.Draws, s.Score.Losses, percent)
	if g.Fault != nil {
		side := board.White
		if g.Result == rules.WhiteWins {
			side = board.Black
		}
		text += fmt.Sprintf("; %s forfeits: %s: %s", side.Name(), g.Fault.Kind, g.Fault.Msg)
	}
	return text
}

// Faults counts a player's faults by kind.
type Faults struct {
	Illegal int `json:"illegal_moves"`
	Time    int `json:"time_losses"`
	Crash   int `json:"crashes"`
	Hang    int `json:"hangs"`
	Dispute int `json:"disputes"`
}

// Total returns the number of faults.
func (f Faults) Total() int { return f.Illegal + f.Time + f.Crash + f.Hang + f.Dispute }

// counter returns the counter for a kind of fault.
func (f *Faults) counter(k player.FaultKind) *int {
	switch k {
	case player.IllegalMove:
		return &f.Illegal
	case player.TimeLoss:
		return &f.Time
	case player.Crash:
		return &f.Crash
	case player.Hang:
		return &f.Hang
	}
	return &f.Dispute
}

// String lists the faults, or returns "none".
func (f Faults) String() string {
	var parts []string
	for _, k := range []player.FaultKind{player.IllegalMove, player.TimeLoss, player.Crash, player.Hang, player.Dispute} {
		if n := *f.counter(k); n > 0 {
			parts = append(parts, countText(n, k))
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}

func countText(n int, k player.FaultKind) string {
	switch {
	case n == 1:
		return fmt.Sprintf("1 %s", k)
	case strings.HasSuffix(string(k), "s") || strings.HasSuffix(string(k), "sh"):
		return fmt.Sprintf("%d %ses", n, k)
	}
	return fmt.Sprintf("%d %ss", n, k)
}

// Score counts the games that player a won, drew and lost.
type Score struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// String formats the score in the form 3-1-2.
func (s Score) String() string { return fmt.Sprintf("%d-%d-%d", s.Wins, s.Draws, s.Losses) }

// Games returns the number of games.
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

type tally struct {
	all      Score
	byColour [2]Score // score of player a, by colour
	faults   [2]Faults
	endings  map[Ending]int
	plies    int
	unpaired map[int]float64 // points in games whose pair is not complete, by pair
	pairs    [5]int          // pairs by half points of player a, 0 to 4
	highest  int             // highest game number
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
		*t.faults[int(points)].counter(g.Fault.Kind)++ // the points of player a equal the loser's index
	}
	pair := (g.Number - 1) / 2
	if other, ok := t.unpaired[pair]; ok {
		delete(t.unpaired, pair)
		t.pairs[int(2*(points+other))]++
	} else {
		t.unpaired[pair] = points
	}
}
