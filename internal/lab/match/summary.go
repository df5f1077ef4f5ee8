package match

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/rules"
)

// Stop is why a match ended before its last game.
type Stop string

// The reasons. A match that was broken off has none.
const (
	StopDecided Stop = "decided" // the test has its answer
	StopGaveUp  Stop = "gave up" // a player failed too often
)

// PlayerSummary is what became of a player.
type PlayerSummary struct {
	Name   string `json:"name"`
	Spec   string `json:"spec"`
	Faults Faults `json:"faults"`
}

// TestSummary is how the sequential test stands.
type TestSummary struct {
	Elo0    float64 `json:"elo0"`
	Elo1    float64 `json:"elo1"`
	Alpha   float64 `json:"alpha"`
	Beta    float64 `json:"beta"`
	LLR     float64 `json:"llr"`
	Lower   float64 `json:"lower"`
	Upper   float64 `json:"upper"`
	Verdict Verdict `json:"verdict"`
}

// Summary is how a match stands. Wins and losses are those of player a. The
// estimates go by finished pairs of games; a number that is infinite or not
// known is missing.
type Summary struct {
	Variant string         `json:"variant"`
	A       PlayerSummary  `json:"a"`
	B       PlayerSummary  `json:"b"`
	Games   int            `json:"games"` // finished
	Planned int            `json:"planned"`
	Score   Score          `json:"score"`
	White   Score          `json:"white"` // of a with White
	Black   Score          `json:"black"`
	Percent *float64       `json:"percent,omitempty"`
	Pairs   [5]int         `json:"pairs"` // by a's points in them: 0, 1/2, 1, 3/2, 2
	Elo     *float64       `json:"elo,omitempty"`
	EloLow  *float64       `json:"elo_low,omitempty"` // of the 95 % interval
	EloHigh *float64       `json:"elo_high,omitempty"`
	LOS     *float64       `json:"los,omitempty"`
	SPRT    *TestSummary   `json:"sprt,omitempty"`
	Endings map[Ending]int `json:"endings"`
	Plies   int            `json:"plies"`
	Seconds float64        `json:"seconds"`
	Stopped Stop           `json:"stopped,omitempty"`

	estimate *Estimate
	beyond   int // games of an earlier, longer plan: they count, too
}

func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

// EloSaid tells the rating difference with its 95 % error bars.
func (s *Summary) EloSaid() locale.Message {
	e := s.estimate
	switch {
	case e == nil:
		return locale.New("match.elo.unknown", nil)
	case math.IsInf(e.Elo, 1):
		return locale.New("match.elo.above", locale.Args{"elo": fmt.Sprintf("%+.0f", e.Low)})
	case math.IsInf(e.Elo, -1):
		return locale.New("match.elo.below", locale.Args{"elo": fmt.Sprintf("%+.0f", e.High)})
	}
	elo := fmt.Sprintf("%+.1f", e.Elo)
	if math.IsInf(e.Low, -1) || math.IsInf(e.High, 1) {
		return locale.New("match.elo.open", locale.Args{"elo": elo, "low": bar(e.Low), "high": bar(e.High)})
	}
	return locale.New("match.elo.known", locale.Args{"elo": elo, "error": fmt.Sprintf("%.1f", (e.High-e.Low)/2), "low": bar(e.Low), "high": bar(e.High)})
}

// bar writes one end of the interval.
func bar(elo float64) locale.Message {
	switch {
	case math.IsInf(elo, 1):
		return locale.New("match.elo.no-end", nil)
	case math.IsInf(elo, -1):
		return locale.New("match.elo.no-beginning", nil)
	}
	return locale.New("match.elo.bar", locale.Args{"elo": fmt.Sprintf("%+.1f", elo)})
}

// Table writes the summary in a few lines for people.
func (s *Summary) Table() string {
	var b strings.Builder
	line := func(indent string, code locale.Code, args locale.Args) {
		b.WriteString(indent + locale.New(code, args).String() + "\n")
	}
	took := time.Duration(s.Seconds * float64(time.Second)).Round(time.Second)
	if all := s.Planned + s.beyond; s.beyond > 0 && s.Games == all {
		line("", "match.table.finished", locale.Args{"variant": s.Variant, "games": s.Games, "planned": s.Planned})
	} else {
		line("", "match.table.played", locale.Args{"variant": s.Variant, "games": s.Games, "all": all, "time": took.String()})
	}
	fmt.Fprintf(&b, "  a  %s\n  b  %s\n", s.A.Name, s.B.Name)
	if s.Games == 0 {
		return b.String()
	}
	line("  ", "match.table.score", locale.Args{
		"wins": s.Score.Wins, "draws": s.Score.Draws, "losses": s.Score.Losses, "percent": fmt.Sprintf("%.1f", *s.Percent),
		"white": s.White.String(), "black": s.Black.String(),
	})
	line("  ", "match.table.elo", locale.Args{"elo": s.EloSaid()})
	if s.LOS != nil {
		line("  ", "match.table.los", locale.Args{"percent": fmt.Sprintf("%.1f", 100**s.LOS), "pairs": strings.Trim(fmt.Sprint(s.Pairs), "[]")})
	}
	if t := s.SPRT; t != nil {
		line("  ", "match.table.sprt", locale.Args{
			"low": fmt.Sprintf("%g", t.Elo0), "high": fmt.Sprintf("%g", t.Elo1), "ratio": fmt.Sprintf("%.2f", t.LLR),
			"from": fmt.Sprintf("%.2f", t.Lower), "to": fmt.Sprintf("%.2f", t.Upper), "verdict": t.words(),
		})
	}
	line("  ", "match.table.faults", locale.Args{"player": "a", "faults": s.A.Faults.String()})
	line("  ", "match.table.faults", locale.Args{"player": "b", "faults": s.B.Faults.String()})
	return b.String()
}

func (t *TestSummary) words() locale.Message {
	switch t.Verdict {
	case AcceptH0:
		return locale.New("match.sprt.no", locale.Args{"elo": fmt.Sprintf("%g", t.Elo1)})
	case AcceptH1:
		return locale.New("match.sprt.yes", locale.Args{"elo": fmt.Sprintf("%g", t.Elo0)})
	}
	return locale.New("match.sprt.undecided", nil)
}

// EndingsText lists how games ended, the most frequent first.
func (s *Summary) EndingsText() string {
	keys := slices.SortedFunc(maps.Keys(s.Endings), func(a, b Ending) int {
		if d := s.Endings[b] - s.Endings[a]; d != 0 {
			return d
		}
		return strings.Compare(string(a), string(b))
	})
	var parts []string
	for _, k := range keys {
		parts = append(parts, fmt.Sprintf("%s %d", k.said(), s.Endings[k]))
	}
	return strings.Join(parts, ", ")
}

// GameText writes one line about a finished game.
func (s *Summary) GameText(g *Game) string {
	white, black := s.A.Name, s.B.Name
	if colourOfA(g.Number) == board.Black {
		white, black = black, white
	}
	percent := 0.0
	if s.Percent != nil {
		percent = *s.Percent
	}
	text := locale.New("match.game", locale.Args{
		"number": g.Number, "white": white, "black": black, "result": string(g.Result), "ending": g.Ending.said(), "plies": len(g.Moves),
		"wins": s.Score.Wins, "draws": s.Score.Draws, "losses": s.Score.Losses, "percent": fmt.Sprintf("%.1f", percent),
	}).String()
	if g.Fault != nil {
		side := board.White
		if g.Result == rules.WhiteWins {
			side = board.Black
		}
		text += "; " + locale.New("match.forfeit", locale.Args{"side": side, "ending": Ending(g.Fault.Kind).said(), "why": g.Fault.words()}).String()
	}
	return text
}
