package definition

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/topology"
	"github.com/tainchess/tain/variant/space"
)

// Fault is an error in a definition or a warning about a field without effect.
type Fault struct {
	Field   string // such as seam.kinds; empty if the fault concerns the whole text
	Message message.Message
}

// Error returns the field and the message.
func (f Fault) Error() string { return f.Explain().String() }

// Explain returns the message with its field.
func (f Fault) Explain() message.Message {
	if f.Field == "" {
		return f.Message
	}
	return message.New("definition.field", "{field}: {why}", message.Args{"field": f.Field, "why": f.Message})
}

// Faults lists all faults in a definition.
type Faults []Fault

// Error returns all messages.
func (f Faults) Error() string { return f.Explain().String() }

// Explain combines all messages into one.
func (f Faults) Explain() message.Message {
	all := make(message.List, len(f))
	for i := range f {
		all[i] = f[i].Explain()
	}
	return message.New("fault.all", "{faults, each}", message.Args{"faults": all})
}

// reader reads the fields of a definition and collects faults and warnings.
type reader struct {
	d        *Definition
	faults   Faults
	warnings []Fault
}

func (r *reader) fault(field string, code message.Code, english string, args message.Args) {
	if len(r.faults) < notation.MostFaults {
		r.faults = append(r.faults, Fault{field, message.New(code, english, args)})
	}
}

func (r *reader) warn(field string, code message.Code, english string, args message.Args) {
	r.warnings = append(r.warnings, Fault{field, message.New(code, english, args)})
}

// known lists the valid fields of each table.
var known = map[string][]string{
	"":            {"name", "title", "base", "start", "seam", "reflection", "castling", "double_push", "promotes", "stalemate", "boards", "study", "policy"},
	"seam.":       {"crossing", "kinds", "en_passant", "mark"},
	"policy.":     {"along", "across", "direction", "cross_column", "turns", "shadow", "passengers", "empty"},
	"reflection.": {"map", "makes", "colour", "goes_on", "captures", "promotions"},
}

// unknown reports the unknown fields in a table.
func (r *reader) unknown(prefix string, t map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(t)) {
		if !slices.Contains(known[prefix], name) {
			r.fault(prefix+notation.Clip(name), "definition.unknown-field",
				"unknown field; the fields are {known}", message.Args{"known": strings.Join(known[prefix], ", ")})
		}
	}
}

func (r *reader) read(top map[string]any) {
	d := r.d
	r.unknown("", top)
	d.Name = r.text(top, "", "name", "")
	d.Title = r.text(top, "", "title", d.Name)
	if top["base"] != nil {
		d.Base = baseWords[r.word(top, "", "base", baseWords)]
		d.Study = r.truth(top, "", "study", false)
		r.name(top)
		r.based(top)
		return
	}
	if _, there := top["policy"]; there && top["base"] == nil {
		r.fault("policy", "definition.base.missing", `this field is for tri-dimensional games: add base = "trid" or base = "meder"`, nil)
	}
	d.Castling = r.truth(top, "", "castling", true)
	d.DoublePush = r.truth(top, "", "double_push", true)
	d.Study = r.truth(top, "", "study", false)
	d.Stalemate = rules.Stalemating(r.word(top, "", "stalemate", stalemates))
	r.name(top)
	r.promotes(top)
	r.boards(top)
	if seam, ok := r.table(top, "seam"); ok {
		r.seam(seam)
	}
	if reflection, ok := r.table(top, "reflection"); ok {
		r.reflection(reflection)
	}
	d.Start = r.text(top, "", "start", d.Start)
	if r.faults == nil {
		r.start()
	} else {
		r.startAlone()
	}
}

// name checks the name and the title.
func (r *reader) name(top map[string]any) {
	d := r.d
	good := strings.Trim(d.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
	switch {
	case top["name"] == nil:
		r.fault("name", "definition.name.missing", "a definition needs a name", nil)
	case !good || d.Name == "" || strings.HasPrefix(d.Name, "-") || len(d.Name) > mostName:
		r.fault("name", "definition.name.signs",
			"invalid name {text, quote}: use at most {most} lower-case letters, digits and hyphens, and do not start with a hyphen", message.Args{"text": notation.Clip(d.Name), "most": mostName})
	}
	if strings.IndexFunc(d.Title, misleading) >= 0 || utf8.RuneCountInString(d.Title) > mostTitle || strings.TrimSpace(d.Title) != d.Title {
		r.fault("title", "definition.title", "a title must be one line of at most {most} characters, without spaces at the start or end", message.Args{"most": mostTitle})
	}
	if d.Title == "" {
		d.Title = d.Name
	}
}

// misleading reports whether a character breaks the line or changes the text direction.
func misleading(c rune) bool {
	return c < ' ' || c >= 0x7f && c < 0xa0 || c >= 0x2028 && c <= 0x202e || c >= 0x2066 && c <= 0x2069
}

func (r *reader) promotes(top map[string]any) {
	text := r.text(top, "", "promotes", sequence(orthodox))
	r.d.Promotes = r.roles("promotes", text)
	for _, k := range r.d.Promotes {
		if k == board.Pawn || k == board.King {
			r.fault("promotes", "definition.promotes", "a pawn cannot promote to a {role}", message.Args{"role": k})
		}
	}
	if text == "" {
		r.fault("promotes", "definition.promotes.none", "a pawn must be able to promote to something", nil)
	}
}

func (r *reader) boards(top map[string]any) {
	switch v := top["boards"].(type) {
	case nil:
	case int64:
		if r.d.Boards = int(v); v != 1 && v != 3 {
			r.fault("boards", "definition.boards", "the number of boards must be 1 or 3", nil)
		}
	default:
		r.fault("boards", "definition.boards", "the number of boards must be 1 or 3", nil)
	}
}

func (r *reader) seam(t map[string]any) {
	s := &r.d.Seam
	r.unknown("seam.", t)
	s.Crossing = topology.Crossing(r.word(t, "seam.", "crossing", crossings))
	for _, k := range r.roles("seam.kinds", r.text(t, "seam.", "kinds", "")) {
		s.Kinds[k] = true
	}
	s.Home = r.word(t, "seam.", "en_passant", []string{"crossed", "home"}) == 1
	s.Mark = r.truth(t, "seam.", "mark", false)
	crosses := s.Crossing != topology.NoCrossing
	switch {
	case crosses && set(s.Kinds) == "":
		r.fault("seam.kinds", "definition.kinds", "a seam with a crossing needs the kinds of piece that may cross it, such as pnbrqk", nil)
	case !crosses && set(s.Kinds) != "":
		r.warn("seam.kinds", "definition.no-effect.crossing", "this has no effect: the seam is not crossed", nil)
	}
	switch {
	case s.Home && !(crosses && s.Kinds[board.Pawn]):
		r.warn("seam.en_passant", "definition.no-effect.en-passant", "this has no effect: pawns do not cross a seam", nil)
	case s.Home && !r.d.DoublePush:
		r.warn("seam.en_passant", "definition.no-effect.double-push", "this has no effect: no pawn advances two squares", nil)
	}
	if s.Mark && !crosses {
		r.warn("seam.mark", "definition.no-effect.crossing", "this has no effect: the seam is not crossed", nil)
	}
}

func (r *reader) reflection(t map[string]any) {
	f := &Reflection{}
	r.d.Reflection = f
	r.unknown("reflection.", t)
	words := []string{"rotate", "files", "ranks"}
	f.Map = []topology.Map{topology.Rotate, topology.Files, topology.Ranks}[r.word(t, "reflection.", "map", words)]
	f.Own = r.word(t, "reflection.", "colour", []string{"opponent", "own"}) == 1
	f.Captures = r.truth(t, "reflection.", "captures", false)
	f.Promotions = r.truth(t, "reflection.", "promotions", true)
	for _, k := range r.roles("reflection.goes_on", r.text(t, "reflection.", "goes_on", "")) {
		f.GoesOn[k] = true
	}
	if v, ok := t["makes"]; ok {
		makes, ok := v.(map[string]any)
		if !ok {
			r.fault("reflection.makes", "definition.table", "expected a table of fields", nil)
		}
		for _, from := range slices.Sorted(maps.Keys(makes)) {
			r.makes(f, from, makes[from])
		}
	}
	if f.Makes == ([8]board.Role{}) && set(f.GoesOn) == "" {
		r.warn("reflection", "definition.no-effect.reflection", "this has no effect: no piece is spawned, and none goes on", nil)
	}
	appears := false // some move spawns a piece, including promotions if they reflect
	promoted := false
	for k := board.Pawn; k <= board.King; k++ {
		if f.Makes[k] == board.NoRole {
			continue
		}
		becomes := slices.Contains(r.d.Promotes, k) && f.Makes[k] != board.Pawn
		promoted = promoted || becomes
		switch {
		case !f.GoesOn[k] || f.Promotions && becomes:
			appears = true
		default:
			r.warn("reflection.makes."+string(letter(k)), "definition.no-effect.goes-on",
				"this has no effect: a {role} goes on itself", message.Args{"role": k})
		}
	}
	if f.Own && !appears {
		r.warn("reflection.colour", "definition.no-effect.colour", "this has no effect: nothing is spawned", nil)
	}
	if !f.Promotions && !promoted {
		r.warn("reflection.promotions", "definition.no-effect.promotions", "this has no effect: promoted pieces spawn nothing", nil)
	}
}

// makes reads an entry of reflection.makes: the role that the role from spawns.
func (r *reader) makes(f *Reflection, from string, value any) {
	field := "reflection.makes." + notation.Clip(from)
	to, ok := value.(string)
	if len(from) != 1 || role(from[0]) == board.NoRole {
		r.fault(field, "definition.letter", "{text, quote} is not one of the kinds p, n, b, r, q and k", message.Args{"text": notation.Clip(from)})
		return
	}
	if !ok || len(to) != 1 || role(to[0]) == board.NoRole {
		r.fault(field, "definition.letter",
			"{text, quote} is not one of the kinds p, n, b, r, q and k", message.Args{"text": notation.Clip(fmt.Sprint(value))})
		return
	}
	f.Makes[role(from[0])] = role(to[0])
}

// start checks the starting position with the compiled rules and normalises its text.
func (r *reader) start() {
	d := r.d
	v := d.Compile()
	if v.Info().Start != d.Start && d.Start != New("").Start {
		r.warn("start", "definition.no-effect.castling", "castling rights have no effect in a game without castling", nil)
	}
	p, err := v.Guide().ParsePosition(v.Info().Start, rules.ParseOptions{AllowNoKing: d.Study})
	if err != nil {
		r.faults = append(r.faults, Fault{"start", message.Of(err)})
		return
	}
	text := v.Guide().FormatPosition(&p)
	if d.Castling || text != withoutRights(New("").Start) {
		d.Start = text
		return
	}
	d.Start = New("").Start // the orthodox start is the default, even without castling
}

// startAlone checks the starting position when other fields have faults. It reports only faults that do not
// depend on those fields.
func (r *reader) startAlone() {
	faulty := func(field string) bool {
		return slices.ContainsFunc(r.faults, func(f Fault) bool { return f.Field == field || strings.HasPrefix(f.Field, field+".") })
	}
	d := New("")
	d.Start = r.d.Start
	d.Castling = r.d.Castling && !faulty("castling")
	if !faulty("seam") { // a seam only adds attacks
		d.Seam = r.d.Seam
	}
	v := d.Compile()
	if _, err := v.Guide().ParsePosition(v.Info().Start, rules.ParseOptions{AllowNoKing: r.d.Study || faulty("study")}); err != nil {
		r.faults = append(r.faults, Fault{"start", message.Of(err)})
	}
}

// based reads the fields of a definition with a base.
func (r *reader) based(top map[string]any) {
	d := r.d
	d.Policy = bases[d.Base]
	for _, name := range known[""] {
		if _, there := top[name]; there && !slices.Contains(shared, name) {
			r.fault(name, "definition.base.flat",
				"this field is for games on one 8x8 board; a game with the base {base} uses the table policy", message.Args{"base": d.Base})
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

// levels parses a list of level differences from first to farthest, in any order. If the field is missing or
// invalid, it returns usual.
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

// number converts a TOML or JSON value to an integer. It returns false if the value is not a whole number.
func number(v any) (n int, ok bool) {
	switch v := v.(type) {
	case int64:
		return int(v), v == int64(int(v))
	case float64:
		return int(v), v == float64(int(v))
	}
	return 0, false
}

// shared lists the fields that a definition with a base may have.
var shared = []string{"name", "title", "base", "start", "policy", "study"}

// farthest is the largest level difference between two pins.
const farthest = 5

// Limits for a definition.
const (
	mostBytes = 16 << 10
	mostName  = 40
	mostTitle = 80
	mostList  = 64 // length of a JSON list in bytes
)

// text returns the string in a field. If the field is missing or not a string, it returns usual; the latter
// is a fault.
func (r *reader) text(t map[string]any, prefix, name, usual string) string {
	v, ok := t[name]
	if !ok {
		return usual
	}
	s, ok := v.(string)
	if !ok {
		r.fault(prefix+name, "definition.text", "expected text in quotes", nil)
		return usual
	}
	return s
}

func (r *reader) truth(t map[string]any, prefix, name string, usual bool) bool {
	v, ok := t[name]
	if !ok {
		return usual
	}
	b, ok := v.(bool)
	if !ok {
		r.fault(prefix+name, "definition.truth", "expected true or false", nil)
		return usual
	}
	return b
}

// word reads a field that must be one of several words and returns the index of the word. The first word is
// the default.
func (r *reader) word(t map[string]any, prefix, name string, words []string) int {
	v, ok := t[name]
	if !ok {
		return 0
	}
	s, _ := v.(string)
	n := slices.Index(words, s)
	if n < 0 {
		r.fault(prefix+name, "definition.word", "expected one of {words}", message.Args{"words": strings.Join(words, ", ")})
		return 0
	}
	return n
}

// table returns the table in a field. It returns false if the field is missing or not a table; the latter is
// a fault.
func (r *reader) table(t map[string]any, name string) (map[string]any, bool) {
	v, ok := t[name]
	if !ok {
		return nil, false
	}
	inner, ok := v.(map[string]any)
	if !ok {
		r.fault(name, "definition.table", "expected a table of fields", nil)
	}
	return inner, ok
}

// roles parses a string of role letters.
func (r *reader) roles(field, text string) (all []board.Role) {
	for _, c := range text {
		k := board.NoRole
		if c < 0x80 {
			k = role(byte(c))
		}
		switch {
		case k == board.NoRole:
			r.fault(field, "definition.letter", "{text, quote} is not one of the kinds p, n, b, r, q and k", message.Args{"text": notation.Clip(string(c))})
		case slices.Contains(all, k):
			r.fault(field, "definition.letter.twice", "{text} is given twice", message.Args{"text": string(c)})
		default:
			all = append(all, k)
		}
	}
	return all
}
