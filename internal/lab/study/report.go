package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/lab/match"
)

// Report puts the figures of rule sets beside each other. The last is the one
// they are compared with; in a family it is the first, chess, and Family names
// it.
type Report struct {
	Family   string    `json:"family,omitempty"`
	Settings Settings  `json:"settings"`
	Figures  []Figures `json:"figures"`
	Findings []Finding `json:"findings,omitempty"` // of the first, beside the last
}

// Finding is something that can be said of a rule set, and the sentence.
type Finding struct {
	locale.Message
	Text string `json:"text"`
}

// Settings are how the games of a study were played.
type Settings struct {
	Games       int    `json:"games"`         // between equals
	DepthGames  int    `json:"depth_games"`   // in which one side thinks longer
	Nodes       uint64 `json:"nodes"`         // searched for a move
	Times       int    `json:"times"`         // as many nodes has the side that thinks longer
	RandomPlies int    `json:"random_plies"`  // that open a game
	Seed        uint64 `json:"seed"`          // of all that is random
	Mode        string `json:"mode"`          // which weights play
	LeadPlies   int    `json:"lead_plies"`    // that a lead must last to count
	LeadPoints  int    `json:"lead_points"`   // that make a lead
	Decided     int    `json:"decided_after"` // centipawns; 3000 where moves reflect
}

// key is what games are kept under: all that bears on one of them, but not how
// many there are.
func (s Settings) key() string {
	return fmt.Sprintf("--nodes %d --times %d --random-plies %d --seed %d", s.Nodes, s.Times, s.RandomPlies, s.Seed)
}

// State returns an empty state for games with these settings.
func (s Settings) State() *State { return NewState(s.key()) }

// words says how games were played.
func (s Settings) words() string {
	if more := s.deeper(); more != "" {
		return say("study.settings.both", locale.Args{"equal": s.equal(), "deeper": more})
	}
	return s.equal()
}

// equal says how games between equals were played.
func (s Settings) equal() string {
	return say("study.settings", locale.Args{"games": s.Games, "nodes": int(s.Nodes), "plies": s.RandomPlies, "seed": strconv.FormatUint(s.Seed, 10)})
}

// deeper says how games were played in which one side thinks longer, nothing if
// there are none.
func (s Settings) deeper() string {
	if s.DepthGames == 0 {
		return ""
	}
	return say("study.settings.deeper", locale.Args{"games": s.DepthGames, "nodes": int(s.Nodes) * s.Times})
}

// say says something in the language of the program.
func say(code locale.Code, args locale.Args) string { return locale.New(code, args).String() }

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

// rows are the figures that every game has.
func (r *Report) rows() []row {
	return []row{
		{say("study.row.white", nil), true, func(f *Figures) Interval { return f.White }},
		{say("study.row.draws", nil), true, func(f *Figures) Interval { return f.Draws }},
		{say("study.row.repetition", nil), true, func(f *Figures) Interval { return f.Repetition }},
		{say("study.row.length", nil), false, func(f *Figures) Interval { return f.Length }},
		{say("study.row.branching", nil), false, func(f *Figures) Interval { return f.Branching }},
		{say("study.row.led", nil), true, func(f *Figures) Interval { return f.Led }},
		{say("study.row.lead-wins", nil), true, func(f *Figures) Interval { return f.LeadWins }},
		{r.depthName(), true, func(f *Figures) Interval { return f.Depth }},
	}
}

func (r *Report) depthName() string {
	return say("study.row.depth", locale.Args{"times": r.Settings.Times})
}

// eventRows are the special rules that came up in any of the games.
func (r *Report) eventRows() (rows []row) {
	for _, e := range Events() {
		for i := range r.Figures {
			if r.Figures[i].Rate(e).Value > 0 {
				rows = append(rows, row{e.name(), false, func(f *Figures) Interval { return f.Rate(e) }})
				break
			}
		}
	}
	return rows
}

// Text writes the report for people.
func (r *Report) Text() string {
	if r.Family != "" {
		return r.familyText()
	}
	var b strings.Builder
	first := &r.Figures[0]
	fmt.Fprintf(&b, "%s\n%s.\n", say("study.head", locale.Args{"title": first.title()}), r.Settings.words())
	b.WriteString(say("study.intervals", nil) + "\n\n")
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
	line(say("study.endings", nil), func(*Figures) string { return "" })
	for _, e := range r.endings() {
		line("  "+e.name(), func(f *Figures) string { return f.ending(e).Percent() })
	}
	if rows := r.eventRows(); len(rows) > 0 {
		line(say("study.events", nil), func(*Figures) string { return "" })
		for _, row := range rows {
			line("  "+row.name, row.text)
		}
	}
	w.Flush() // into memory
	for _, f := range r.Findings {
		b.WriteString("\n" + f.Text)
	}
	if len(r.Findings) > 0 {
		b.WriteString("\n")
	}
	return trimLines(b.String())
}

// trimLines drops blanks at the ends of lines.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// endings lists how games of any rule set ended.
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
	how := locale.New("match.ending", locale.Args{"ending": string(e.Reason)})
	switch e.Reason {
	case Decided:
		how = locale.New("study.ending.decided", nil)
	case TooLong:
		how = locale.New("study.ending.long", nil)
	}
	return say("study.ending", locale.Args{"drawn": e.Drawn, "ending": how})
}

// ending returns the share of games that ended in a way.
func (f *Figures) ending(e Ending) Interval {
	for _, own := range f.Endings {
		if own.Reason == e.Reason && own.Drawn == e.Drawn {
			return own.Share
		}
	}
	return share(0, f.Games)
}

// familyText writes a table with one line a rule set.
func (r *Report) familyText() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s.\n", say("study.family", locale.Args{"name": r.Family}), r.Settings.words())
	b.WriteString(say("study.family.intervals", nil) + "\n\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	special := r.familyEvents()
	for _, column := range []string{
		say("study.column.game", nil), say("study.column.white", nil), say("study.column.draws", nil), say("study.column.repeated", nil),
		say("study.column.plies", nil), say("study.column.moves", nil), say("study.column.lead", nil), say("study.column.depth", nil),
	} {
		fmt.Fprint(w, column, "\t")
	}
	for _, e := range special {
		fmt.Fprint(w, e.name(), "\t")
	}
	fmt.Fprintln(w)
	percent := func(i Interval) string {
		if i.Games == 0 {
			return "-"
		}
		return fmt.Sprintf("%.0f ± %.0f", 100*i.Value, 50*(i.High-i.Low))
	}
	number := func(i Interval) string {
		return locale.Spoken().Decimal(i.Value, 1) + " ± " + locale.Spoken().Decimal((i.High-i.Low)/2, 1)
	}
	for i := range r.Figures {
		f := &r.Figures[i]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t", f.Variant, percent(f.White), percent(f.Draws), percent(f.Repetition),
			number(f.Length), number(f.Branching), percent(f.LeadWins), percent(f.Depth))
		for _, e := range special {
			fmt.Fprint(w, number(f.Rate(e)), "\t")
		}
		fmt.Fprintln(w)
	}
	w.Flush() // into memory
	return trimLines(b.String())
}

// familyEvents are the rules that set the games of the family apart from chess.
func (r *Report) familyEvents() (found []Event) {
	for _, e := range []Event{Crossing, AnyMade, GoingOn, BoardMove} {
		if slices.ContainsFunc(r.Figures, func(f Figures) bool { return f.Rate(e).Value > 0 }) {
			found = append(found, e)
		}
	}
	return found
}

// Find fills in the findings: what can be said of the first rule set with the
// games there are, beside the last.
func (r *Report) Find() {
	f, other := &r.Figures[0], &r.Figures[len(r.Figures)-1]
	find := func(code locale.Code, args locale.Args) {
		m := locale.New(code, args)
		r.Findings = append(r.Findings, Finding{m, m.String()})
	}
	even := Interval{Value: 0.5, Low: 0.5, High: 0.5, Games: 1}
	switch {
	case f.White.above(even):
		find("study.find.white", nil)
	case f.White.below(even):
		find("study.find.black", nil)
	default:
		find("study.find.even", nil)
	}
	if f.Repetition.Low > 0.25 {
		find("study.find.repetition", nil)
	}
	if other != f {
		beside := func(of func(*Figures) Interval, found func(more bool)) {
			if a, b := of(f), of(other); a.above(b) || a.below(b) {
				found(a.above(b))
			}
		}
		beside(func(f *Figures) Interval { return f.Draws }, func(more bool) {
			find("study.find.draws", locale.Args{"more": more, "other": other.Variant})
		})
		beside(func(f *Figures) Interval { return f.Length }, func(more bool) {
			find("study.find.length", locale.Args{"more": more, "other": other.Variant})
		})
		beside(func(f *Figures) Interval { return f.Branching }, func(more bool) {
			find("study.find.branching", locale.Args{"more": more, "other": other.Variant})
		})
		beside(func(f *Figures) Interval { return f.LeadWins }, func(more bool) {
			find("study.find.lead", locale.Args{"more": more, "other": other.Variant})
		})
		beside(func(f *Figures) Interval { return f.Depth }, func(more bool) {
			find("study.find.depth", locale.Args{"more": more, "other": other.Variant})
		})
	}
	if d := f.Depth; d.Games > 0 {
		if elo := match.Elo(d.Value); !math.IsInf(elo, 0) && d.above(even) {
			find("study.find.worth", locale.Args{"times": r.Settings.Times, "elo": int(math.Round(elo))})
		} else if !d.above(even) {
			find("study.find.not-shown", locale.Args{"times": r.Settings.Times})
		}
	}
}
