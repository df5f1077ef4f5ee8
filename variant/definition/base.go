package definition

import (
	"slices"
	"strconv"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/space"
)

// A definition with a base is a rule set of boards in space: everything is as in
// the base but for how its attack boards move, which its policy says.

// bases are the policies by the names of the bases, which are those of the rule
// sets that come with the program.
var bases = map[string]space.Policy{"trid": space.TridPolicy, "meder": space.MederPolicy}

// The words of a policy.
var (
	baseWords  = []string{"trid", "meder"}
	directions = []string{"level", "rank"}
	crossWords = []string{"direction", "side"}
	emptyWords = []string{"owner", "anyone"}
)

// shared are the fields that definitions with a base have too.
var shared = []string{"name", "title", "base", "start", "policy", "study"}

// farthest is the most levels between two pins.
const farthest = 5

// based reads the fields of a definition with a base.
func (r *reader) based(top map[string]any) {
	d := r.d
	d.Policy = bases[d.Base]
	for _, name := range known[""] {
		if _, there := top[name]; there && !slices.Contains(shared, name) {
			r.fault(name, "definition.base.flat",
				"this field is for games on one 8x8 board; a game with the base {base} has the table policy", message.Args{"base": d.Base})
		}
	}
	if policy, ok := r.table(top, "policy"); ok {
		r.policy(policy)
	}
	d.Start = r.text(top, "", "start", space.Start)
	if r.faults != nil {
		return
	}
	v := d.Compile()
	p, err := v.Guide().ParsePosition(d.Start, rules.ParseOptions{AllowNoKing: d.Study})
	if err != nil {
		r.faults = append(r.faults, Fault{"start", message.Of(err)})
		return
	}
	d.Start = v.Guide().FormatPosition(&p)
}

func (r *reader) policy(t map[string]any) {
	o := &r.d.Policy
	r.unknown("policy.", t)
	o.Along = r.levels(t, "along", 1, o.Along)
	o.Across = r.levels(t, "across", 0, o.Across)
	if t["direction"] != nil {
		o.Order = [][6]int{space.ByLevel, space.ByRank}[r.word(t, "policy.", "direction", directions)]
	}
	o.Sideways = r.word(t, "policy.", "cross_column", crossWords) == 1
	o.Turns = r.truth(t, "policy.", "turns", o.Turns)
	o.Shadow = r.truth(t, "policy.", "shadow", o.Shadow)
	riders := r.roles("policy.passengers", r.text(t, "policy.", "passengers", letters))
	for k := board.Pawn; k <= board.King; k++ {
		o.Stays[k] = !slices.Contains(riders, k)
	}
	o.Anyone = r.word(t, "policy.", "empty", emptyWords) == 1
	if level := []int{0}; o.Sideways && (len(o.Across) == 0 || slices.Equal(o.Across, level)) {
		r.warn("policy.cross_column", "definition.no-effect.cross-column", "this has no effect: boards cross to the same level only", nil)
	}
}

// levels reads by how many levels pins may differ: numbers from the first to
// the farthest, in any order.
func (r *reader) levels(t map[string]any, name string, first int, usual []int) []int {
	v, ok := t[name]
	if !ok {
		return usual
	}
	list, _ := v.([]any)
	ok = list != nil
	all := []int{}
	for _, one := range list {
		n, whole := number(one)
		if ok = ok && whole && n >= first && n <= farthest && !slices.Contains(all, n); ok {
			all = append(all, n)
		}
	}
	if !ok {
		r.fault("policy."+name, "definition.levels",
			"expected a list of level differences, whole numbers from {first} to {last}, each once, such as [1, 2]", message.Args{"first": first, "last": farthest})
		return usual
	}
	slices.Sort(all)
	return all
}

// number returns a whole number, of TOML or of JSON.
func number(v any) (n int, ok bool) {
	switch v := v.(type) {
	case int64:
		return int(v), v == int64(int(v))
	case float64:
		return int(v), v == float64(int(v))
	}
	return 0, false
}

// policyForm returns in what the policy is not that of its base.
func (d *Definition) policyForm() (t table) {
	o, usual := &d.Policy, bases[d.Base]
	if !slices.Equal(o.Along, usual.Along) {
		t = append(t, field{"along", o.Along})
	}
	if !slices.Equal(o.Across, usual.Across) {
		t = append(t, field{"across", o.Across})
	}
	t.add("direction", direction(o), direction(&usual))
	t.add("cross_column", word(crossWords, o.Sideways), crossWords[0])
	t.add("turns", o.Turns, usual.Turns)
	t.add("shadow", o.Shadow, usual.Shadow)
	t.add("passengers", set(passengers(o)), letters)
	t.add("empty", word(emptyWords, o.Anyone), emptyWords[0])
	return t
}

func direction(o *space.Policy) string { return word(directions, o.Order == space.ByRank) }

// word returns the first or the second of two words.
func word(words []string, second bool) string {
	if second {
		return words[1]
	}
	return words[0]
}

// passengers are the roles that may ride.
func passengers(o *space.Policy) (all [8]bool) {
	for k := board.Pawn; k <= board.King; k++ {
		all[k] = !o.Stays[k]
	}
	return all
}

// compileSpace makes the rule set of a definition with a base.
func (d *Definition) compileSpace() *space.Rules {
	return space.New(rules.Info{
		Definition: d.JSON(), Hash: d.Hash(), Differences: d.Differences(), DifferenceMessages: d.DifferenceMessages(),
		Name: d.Name, Title: d.Title, Summary: d.Summary(), SummaryMessage: d.SummaryMessage(), PGN: d.Name, Start: d.Start,
		Parent: chess.Rules, Kingless: d.Study,
	}, d.Policy)
}

// ofSpace returns the definition of a rule set of boards in space.
func ofSpace(v *space.Rules) (*Definition, bool) {
	info := v.Info()
	if info.Definition != "" {
		d, _, err := Parse(info.Definition)
		return d, err == nil
	}
	if _, ok := bases[info.Name]; !ok {
		return nil, false
	}
	d := New(info.Name)
	d.Title, d.Start, d.Base, d.Policy = info.Title, info.Start, info.Name, v.Policy()
	return d, true
}

// spaceSummary says in one line what is different from the base.
func (d *Definition) spaceSummary() message.Message {
	groups := d.spaceGroups()
	if all := slices.Concat(groups[0], groups[1]); all != nil {
		return message.New("differ.space.but", "As {base}, but {all, and}.", message.Args{"base": d.Base, "all": all})
	}
	return message.New("differ.space.as", "As {base}.", message.Args{"base": d.Base})
}

// spaceDifferences says the same in at most three lines.
func (d *Definition) spaceDifferences() []message.Message {
	lines := []message.Message{message.New("differ.space.base", "Tri-dimensional chess, as {base}.", message.Args{"base": d.Base})}
	if d.policyForm() != nil {
		lines[0] = message.New("differ.space.boards", "Tri-dimensional chess, as {base} but for its attack boards.", message.Args{"base": d.Base})
	}
	for _, group := range d.spaceGroups() {
		if group != nil {
			lines = append(lines, line(group))
		}
	}
	return lines
}

// spaceGroups says what is different from the base in two groups: where boards
// go, and the rest.
func (d *Definition) spaceGroups() (all [2]message.List) {
	o, usual := &d.Policy, bases[d.Base]
	say := func(group int, when bool, m message.Message) {
		if when {
			all[group] = append(all[group], m)
		}
	}
	say(0, !slices.Equal(o.Along, usual.Along), message.New("part.differ.along",
		"on its own side a board moves {levels}", message.Args{"levels": levelsApart(o.Along)}))
	say(0, !slices.Equal(o.Across, usual.Across), message.New("part.differ.across",
		"to the other side it moves {levels}", message.Args{"levels": levelsApart(o.Across)}))
	say(0, o.Order != usual.Order, message.New("part.differ.forward",
		"forward depends on the {rank, select, true {rank} other {level}}", message.Args{"rank": o.Order == space.ByRank}))
	say(0, o.Sideways, message.New("part.differ.sideways", "a move to the other side is never backward", nil))
	say(1, o.Turns && !usual.Turns, message.New("part.differ.turns", "boards turn", nil))
	say(1, !o.Turns && usual.Turns, message.New("part.differ.turns.not", "boards do not turn", nil))
	say(1, o.Shadow && !usual.Shadow, message.New("part.differ.shadow", "no board ends above or below a piece that is not a knight", nil))
	say(1, !o.Shadow && usual.Shadow, message.New("part.differ.shadow.not", "boards may end above and below pieces", nil))
	riders := passengers(o)
	say(1, riders == [8]bool{}, message.New("part.differ.riders.none", "no piece may ride", nil))
	say(1, riders != [8]bool{} && slices.Contains(riders[board.Pawn:board.King+1], false), message.New("part.differ.riders",
		"only {kinds} may ride", message.Args{"kinds": names(riders)}))
	say(1, o.Anyone, message.New("part.differ.anyone", "either side may move an empty board", nil))
	say(1, d.Start != space.Start, message.New("part.differ.start", "the game has its own starting position", nil))
	return all
}

// levelsApart puts differences of levels in words.
func levelsApart(all []int) message.Message {
	if len(all) == 0 {
		return message.New("part.differ.nowhere", "nowhere", nil)
	}
	var levels message.List
	for _, n := range all {
		levels = append(levels, message.New("part.differ.level",
			"{away, select, 0 {to the same level} 1 {one level away} 2 {two levels away} 3 {three levels away} 4 {four levels away} other {five levels away}}", message.Args{"away": strconv.Itoa(n)}))
	}
	return message.New("part.differ.levels", "{levels, or}", message.Args{"levels": levels})
}
