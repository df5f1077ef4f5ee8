package study

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/tainchess/tain/internal/lab/stats"
	"github.com/tainchess/tain/rules"
)

// Figures holds the measurements of a rule set.
type Figures struct {
	Variant string `json:"variant"`
	Title   string `json:"title"`
	Hash    string `json:"hash,omitempty"` // hash of the definition
	Games   int    `json:"games"`
	Start   Start  `json:"start"`
	// White is White's share of the points.
	White Interval `json:"white"`
	Draws Interval `json:"draws"`
	// Endings lists the endings of games with their shares, most frequent first.
	Endings []Ending `json:"endings"`
	Length  Interval `json:"length"` // plies
	// Branching is the number of legal moves per position.
	Branching Interval `json:"branching"`
	// Rules lists how often special rules apply per game. It omits rules that never apply.
	Rules []Rate `json:"rules"`
	// Led is the share of games in which a side led by a piece. LeadWins is the share of those games that
	// this side won.
	Led      Interval `json:"led"`
	LeadWins Interval `json:"lead_wins"`
	// Repetition is the share of games that ended by repetition.
	Repetition Interval `json:"repetition"`
	// Depth is the score of a side that searches several times as many nodes as its opponent.
	Depth Interval `json:"depth"`
}

// Ending is a way in which games ended, and the share of games that ended that way.
type Ending struct {
	Reason rules.Reason `json:"reason"`
	Drawn  bool         `json:"drawn"`
	Share  Interval     `json:"share"`
}

// Rate is the frequency of a special rule.
type Rate struct {
	Event Event    `json:"event"`
	Each  Interval `json:"per_game"`
	// Games is the share of games in which the rule applies at least once.
	Games Interval `json:"games"`
}

// Figure computes the figures of a rule set. The equal games are between equal sides; the unequal games come
// in pairs and give one side more nodes.
func Figure(r rules.Rules, equal, unequal []Game) Figures {
	i := r.Info()
	f := Figures{Variant: i.Name, Title: i.Title, Hash: i.Hash, Games: len(equal), Rules: []Rate{}}
	var white, length, branching []float64
	draws, led, leadWins, repeated := 0, 0, 0, 0
	endings := map[Ending]int{}
	for _, g := range equal {
		white, length = append(white, g.White), append(length, float64(g.Plies))
		if g.Plies > 0 {
			branching = append(branching, float64(g.Choices)/float64(g.Plies))
		}
		drawn := g.White == 0.5
		endings[Ending{Reason: g.Ending, Drawn: drawn}]++
		draws += one(drawn)
		led += one(g.Led)
		leadWins += one(g.Led && g.White == float64(1-g.Leader))
		repeated += one(g.Ending == rules.Threefold || g.Ending == rules.Fivefold)
	}
	f.White, f.Length, f.Branching = points(white), mean(length), mean(branching)
	n := len(equal)
	f.Draws, f.Led, f.LeadWins, f.Repetition = share(draws, n), share(led, n), share(leadWins, led), share(repeated, n)
	for e, count := range endings {
		e.Share = share(count, n)
		f.Endings = append(f.Endings, e)
	}
	slices.SortFunc(f.Endings, func(a, b Ending) int {
		return cmp.Or(cmp.Compare(b.Share.Value, a.Share.Value), cmp.Compare(a.Reason, b.Reason),
			cmp.Compare(one(a.Drawn), one(b.Drawn)))
	})
	var events []Event
	for _, g := range equal {
		events = slices.AppendSeq(events, maps.Keys(g.Events))
	}
	for _, e := range inOrder(events) {
		f.Rules = append(f.Rules, rate(e, equal))
	}
	f.Depth = depth(unequal)
	return f
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

func rate(e Event, games []Game) Rate {
	var each []float64
	in := 0
	for _, g := range games {
		each = append(each, float64(g.Events[e]))
		in += one(g.Events[e] > 0)
	}
	return Rate{e, mean(each), share(in, len(games))}
}

// Rate returns the number of times that an event occurs per game.
func (f *Figures) Rate(e Event) Interval {
	for _, r := range f.Rules {
		if r.Event == e {
			return r.Each
		}
	}
	return Interval{Games: f.Games}
}

// depth returns the score of the side with more nodes. The two games of a pair have the same opening and are
// correlated, so the interval is based on the mean of each pair.
func depth(games []Game) Interval {
	var pairs []float64
	for i := 0; i+1 < len(games); i += 2 {
		sum := 0.0
		for _, g := range games[i : i+2] {
			if g.Rival == 0 {
				sum += g.White / 2
			} else {
				sum += (1 - g.White) / 2
			}
		}
		pairs = append(pairs, sum)
	}
	return points(pairs)
}

// Interval is a figure with its 95 % interval and the number of games, or of pairs of games, from which it
// was computed. If Games is 0, the other fields are meaningless.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Games int     `json:"games"`
}

// share returns a proportion with its Wilson interval, which is always between 0 and 1.
func share(part, all int) Interval {
	if all == 0 {
		return Interval{}
	}
	return wilson(float64(part)/float64(all), all)
}

func wilson(p float64, all int) Interval {
	low, high := stats.Wilson(p, float64(all))
	return Interval{Value: p, Low: max(0, low), High: min(1, high), Games: all}
}

// mean returns the mean of independent values with the interval of Student's t distribution. The workshop's page
// computes the same interval.
func mean(values []float64) Interval {
	n := float64(len(values))
	if n == 0 {
		return Interval{}
	}
	sum, squares := 0.0, 0.0
	for _, v := range values {
		sum += v
	}
	m := sum / n
	for _, v := range values {
		squares += (v - m) * (v - m)
	}
	half := 0.0
	if n > 1 {
		half = stats.T(len(values)-1) * math.Sqrt(squares/(n-1)/n)
	}
	return Interval{Value: m, Low: m - half, High: m + half, Games: len(values)}
}

// points returns the mean score of a side, from 0 to 1, with its interval. If all scores are equal, their
// variance is unknown, so the interval is the widest possible.
func points(values []float64) Interval {
	i := mean(values)
	if i.Low == i.High && i.Games > 0 {
		return wilson(i.Value, i.Games)
	}
	i.Low, i.High = max(0, i.Low), min(1, i.High)
	return i
}

// Percent formats a share and its interval as percentages.
func (i Interval) Percent() string {
	if i.Games == 0 {
		return "-"
	}
	whole := func(share float64) string { return decimal(100*share, 0) }
	return fmt.Sprintf("%v %% (%v to %v)", decimal(100*i.Value, 1), whole(i.Low), whole(i.High))
}

// String formats the figure as a number with half the width of its interval.
func (i Interval) String() string {
	if i.Games == 0 {
		return "-"
	}
	half, digits := (i.High-i.Low)/2, 2
	if i.Value >= 20 {
		digits = 1
	}
	return decimal(i.Value, digits) + " ± " + decimal(half, digits)
}

// above and below report whether an interval is entirely on one side of
// another.
func (i Interval) above(j Interval) bool { return i.Games > 0 && j.Games > 0 && i.Low > j.High }
func (i Interval) below(j Interval) bool { return j.above(i) }

// decimal formats a number with the given number of decimal places.
func decimal(v float64, digits int) string { return strconv.FormatFloat(v, 'f', digits, 64) }
