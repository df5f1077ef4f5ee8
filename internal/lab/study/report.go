package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/tainchess/tain/internal/lab/stats"
)

// Report compares the figures of rule sets. The last rule set is the reference. If Family is set, the
// reference is the first rule set, chess.
type Report struct {
	Family   string    `json:"family,omitempty"`
	Settings Settings  `json:"settings"`
	Figures  []Figures `json:"figures"`
	Findings []Finding `json:"findings,omitempty"` // about the first rule set, compared with the last
}

// Finding is a conclusion about a rule set: a code with arguments for programs, and a sentence for people.
type Finding struct {
	Code string         `json:"code"`
	Args map[string]any `json:"args,omitempty"`
	Text string         `json:"text"`
}

// Settings are the settings of the games in a study.
type Settings struct {
	Games       int    `json:"games"`        // games between equals
	DepthGames  int    `json:"depth_games"`  // games in which one side has more nodes
	Nodes       uint64 `json:"nodes"`        // per move
	Times       int    `json:"times"`        // node factor of the stronger side in depth games
	RandomPlies int    `json:"random_plies"` // random opening plies
	Seed        uint64 `json:"seed"`
	Mode        string `json:"mode"`          // evaluation mode
	LeadPlies   int    `json:"lead_plies"`    // minimum duration of a lead, in plies
	LeadPoints  int    `json:"lead_points"`   // minimum size of a lead, in pawns
	Decided     int    `json:"decided_after"` // lead in centipawns that decides a game; 3000 with reflections
}

// State returns an empty state for games with these settings. The settings in the state include everything
// that affects a game except the evaluation, which is part of the name of each series. They do not include the
// number of games.
func (s Settings) State() *State {
	return NewState(fmt.Sprintf("--nodes %d --times %d --random-plies %d --seed %d", s.Nodes, s.Times,
		s.RandomPlies, s.Seed))
}

// words describes the settings in words.
func (s Settings) words() string {
	if more := s.deeper(); more != "" {
		return fmt.Sprintf("%v; %v", s.equal(), more)
	}
	return s.equal()
}

// equal describes the games between equals.
func (s Settings) equal() string {
	return fmt.Sprintf("%v games each, %d nodes per move, %v random opening plies, seed %v", s.Games,
		int(s.Nodes), s.RandomPlies, strconv.FormatUint(s.Seed, 10))
}

// deeper describes the games in which one side has more nodes, or returns "" if there are none.
func (s Settings) deeper() string {
	if s.DepthGames == 0 {
		return ""
	}
	return fmt.Sprintf("%v more with %d nodes for one side", s.DepthGames, int(s.Nodes)*s.Times)
}

// row is a figure with its name.
type row struct {
	name    string
	percent bool
	of      func(*Figures) Interval
}

func (r row) text(f *Figures) string {
	if i := r.of(f); r.percent {
		return i.Percent()
	} else {
		return i.String()
	}
}

// rows returns the figures that every rule set has.
func (r *Report) rows() []row {
	return []row{
		{"White's score", true, func(f *Figures) Interval { return f.White }},
		{"draws", true, func(f *Figures) Interval { return f.Draws }},
		{"ended by repetition", true, func(f *Figures) Interval { return f.Repetition }},
		{"length in plies", false, func(f *Figures) Interval { return f.Length }},
		{"legal moves per position", false, func(f *Figures) Interval { return f.Branching }},
		{"games with a one-piece lead", true, func(f *Figures) Interval { return f.Led }},
		{"wins after leading by a piece", true, func(f *Figures) Interval { return f.LeadWins }},
		{fmt.Sprintf("score with %v times the nodes", r.Settings.Times), true, func(f *Figures) Interval { return f.Depth }},
	}
}

// eventRows returns a row for each special rule that applied in a game of any rule set.
func (r *Report) eventRows() (rows []row) {
	var events []Event
	for i := range r.Figures {
		for _, rate := range r.Figures[i].Rules {
			events = append(events, rate.Event)
		}
	}
	for _, e := range inOrder(events) {
		rows = append(rows, row{string(e), false, func(f *Figures) Interval { return f.Rate(e) }})
	}
	return rows
}

// Text formats the report as text.
func (r *Report) Text() string {
	if r.Family != "" {
		return r.familyText()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, measured by self-play\n%s.\n", r.Figures[0].Title, r.Settings.words())
	b.WriteString("95 % intervals are in brackets or after ±.\n\n")
	w := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	line := func(name string, text func(*Figures) string) {
		fmt.Fprint(w, name)
		for i := range r.Figures {
			fmt.Fprint(w, "\t"+text(&r.Figures[i]))
		}
		fmt.Fprintln(w)
	}
	line("", func(f *Figures) string { return f.Variant })
	for _, row := range r.rows() {
		line(row.name, row.text)
	}
	line("how games ended", func(*Figures) string { return "" })
	for _, e := range r.endings() {
		line("  "+e.name(), func(f *Figures) string { return f.ending(e).Percent() })
	}
	if rows := r.eventRows(); len(rows) > 0 {
		line("special rules per game", func(*Figures) string { return "" })
		for _, row := range rows {
			line("  "+row.name, row.text)
		}
	}
	w.Flush() // cannot fail: it writes to memory
	for _, f := range r.Findings {
		b.WriteString("\n" + f.Text)
	}
	if len(r.Findings) > 0 {
		b.WriteString("\n")
	}
	return trimLines(b.String())
}

// trimLines removes the trailing spaces from each line.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// endings lists all endings that occurred in any rule set.
func (r *Report) endings() (all []Ending) {
	seen := map[Ending]bool{}
	for i := range r.Figures {
		for _, e := range r.Figures[i].Endings {
			if e.Share = (Interval{}); !seen[e] {
				seen[e] = true
				all = append(all, e)
			}
		}
	}
	return all
}

func (e Ending) name() string {
	if e.Drawn {
		return "drawn: " + string(e.Reason)
	}
	return "won: " + string(e.Reason)
}

// ending returns the share of games with an ending.
func (f *Figures) ending(e Ending) Interval {
	for _, own := range f.Endings {
		if own.Reason == e.Reason && own.Drawn == e.Drawn {
			return own.Share
		}
	}
	return share(0, f.Games)
}

// familyText formats the report as a table with one line per rule set.
func (r *Report) familyText() string {
	var b strings.Builder
	fmt.Fprintf(&b, "The %s family, measured by self-play\n%s.\n", r.Family, r.Settings.words())
	b.WriteString("± is half the 95 % interval; shares are in percentage points.\n\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	special := r.seen(Crossing, AnyMade, GoingOn, BoardMove) // the rules that differ from chess
	fmt.Fprint(w, "game\tWhite %\tdraws %\trepeated %\tplies\tmoves\tlead wins %\tdepth %\t")
	for _, e := range special {
		fmt.Fprint(w, e, "\t")
	}
	fmt.Fprintln(w)
	percent := func(i Interval) string {
		if i.Games == 0 {
			return "-"
		}
		return fmt.Sprintf("%.0f ± %.0f", 100*i.Value, 50*(i.High-i.Low))
	}
	number := func(i Interval) string {
		return decimal(i.Value, 1) + " ± " + decimal((i.High-i.Low)/2, 1)
	}
	for i := range r.Figures {
		f := &r.Figures[i]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t", f.Variant, percent(f.White), percent(f.Draws),
			percent(f.Repetition), number(f.Length), number(f.Branching), percent(f.LeadWins), percent(f.Depth))
		for _, e := range special {
			fmt.Fprint(w, number(f.Rate(e)), "\t")
		}
		fmt.Fprintln(w)
	}
	w.Flush() // cannot fail: it writes to memory
	return trimLines(b.String())
}

// seen returns the events that occurred in a game of any rule set.
func (r *Report) seen(events ...Event) []Event {
	return slices.DeleteFunc(events, func(e Event) bool {
		return !slices.ContainsFunc(r.Figures, func(f Figures) bool { return f.Rate(e).Value > 0 })
	})
}

// Find sets Findings to the conclusions about the first rule set, compared with the last, that the games
// support.
func (r *Report) Find() {
	f, other := &r.Figures[0], &r.Figures[len(r.Figures)-1]
	find := func(code string, args map[string]any, text string) {
		r.Findings = append(r.Findings, Finding{"study.find." + code, args, text})
	}
	if f.Start.Decided {
		args := map[string]any{}
		if f.Start.Mate != nil {
			args["mate"] = *f.Start.Mate
		} else {
			args["cp"] = *f.Start.CP
		}
		find("decided", args, f.Start.Text()+" The other figures say little about the game.")
		return
	}
	even := Interval{Value: 0.5, Low: 0.5, High: 0.5, Games: 1}
	switch {
	case f.White.above(even):
		find("white", nil, "White has the advantage.")
	case f.White.below(even):
		find("black", nil, "Black has the advantage.")
	default:
		find("even", nil, "Neither side shows an advantage in this many games.")
	}
	if f.Repetition.Low > 0.25 {
		find("repetition", nil, "Games often end in repetition.")
	}
	if other != f {
		for _, c := range []struct {
			code       string
			of         func(*Figures) Interval
			more, less string
		}{
			{"draws", func(f *Figures) Interval { return f.Draws }, "More games are drawn", "Fewer games are drawn"},
			{"length", func(f *Figures) Interval { return f.Length }, "Games are longer", "Games are shorter"},
			{"branching", func(f *Figures) Interval { return f.Branching }, "There are more legal moves",
				"There are fewer legal moves"},
			{"lead", func(f *Figures) Interval { return f.LeadWins }, "A piece ahead decides more",
				"A piece ahead decides less"},
			{"depth", func(f *Figures) Interval { return f.Depth }, "Searching deeper gains more",
				"Searching deeper gains less"},
		} {
			a, b := c.of(f), c.of(other)
			if !a.above(b) && !a.below(b) {
				continue
			}
			text := c.less
			if a.above(b) {
				text = c.more
			}
			find(c.code, map[string]any{"more": a.above(b), "other": other.Variant}, text+" than in "+other.Variant+".")
		}
	}
	if d := f.Depth; d.Games > 0 {
		if elo := stats.Elo(d.Value); !math.IsInf(elo, 0) && d.above(even) {
			n := int(math.Round(elo))
			find("worth", map[string]any{"times": r.Settings.Times, "elo": n},
				fmt.Sprintf("%d times the nodes are worth about %d Elo.", r.Settings.Times, n))
		} else if !d.above(even) {
			find("not-shown", map[string]any{"times": r.Settings.Times},
				fmt.Sprintf("There is no evidence that %d times the nodes help.", r.Settings.Times))
		}
	}
}
