package definition

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space"
)

// ReadText reads the text of a definition. It reads at most one byte more than the size limit, so that
// [Parse] can detect a definition that is too long.
func ReadText(in io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, mostBytes+1))
	return string(text), err
}

// Parse parses a definition, which is JSON if it starts with a brace and TOML otherwise. The error is of type
// [Faults] and lists all faults. Parse returns warnings about fields without effect.
func Parse(text string) (d *Definition, warnings []Fault, err error) {
	r := parse(text)
	if r.faults != nil {
		return nil, r.warnings, r.faults
	}
	return r.d, r.warnings, nil
}

func parse(text string) *reader {
	r := &reader{d: New(""), text: strings.TrimPrefix(text, "\ufeff"), where: map[string]span{}} // without a byte order mark
	top := r.tree()
	if r.faults == nil {
		r.read(top)
	}
	inOrder := func(a, b Fault) int { return cmp.Compare(a.Place.Offset, b.Place.Offset) }
	slices.SortStableFunc(r.faults, inOrder)
	slices.SortStableFunc(r.warnings, inOrder)
	return r
}

// reader reads the fields of a definition and collects faults and warnings.
type reader struct {
	d        *Definition
	text     string
	where    map[string]span // by the path of a field, such as seam.kinds or links.0
	faults   Faults
	warnings []Fault

	kinds Kinds        // all kinds of pieces
	holes map[int]bool // squares that do not exist, by index
}

// known lists the valid fields of each table.
var known = map[string][]string{
	"": {"name", "title", "base", "start", "seam", "reflection", "castling", "double_push", "promotes", "stalemate", "boards", "study",
		"royal", "links", "board", "ends", "pieces", "pawn", "capture", "passing", "goal", "policy"},
	"seam.":       {"crossing", "kinds", "en_passant", "mark"},
	"reflection.": {"map", "makes", "colour", "goes_on", "captures", "promotions"},
	"board.":      {"files", "ranks", "holes", "planes"},
	"ends.":       {"crossing", "kinds"},
	"pawn.":       {"double", "zone", "must", "promotes"},
	"capture.":    {"rebirth"},
	"passing.":    {"to"},
	"goal.":       {"stalemate", "checks", "reach"},
	"policy.":     {"along", "across", "direction", "cross_column", "turns", "shadow", "passengers", "empty"},
}

// knownPiece lists the valid fields of a piece.
var knownPiece = []string{"move", "name"}

// unknown reports the unknown fields in a table, with a suggestion.
func (r *reader) unknown(prefix string, t map[string]any, valid []string) {
	for _, name := range slices.Sorted(maps.Keys(t)) {
		if slices.Contains(valid, name) || len(r.faults) == notation.MostFaults {
			continue
		}
		near := guess(name, valid)
		if near.IsZero() {
			near = elsewhere(name)
		}
		field := prefix + notation.Clip(name)
		at := r.where[prefix+name]
		r.add(Fault{field, notation.PlaceAt(r.text, at.key), message.New("definition.unknown-field",
			"unknown field{guess}", message.Args{"guess": near})})
	}
}

// elsewhere suggests a field with a similar name in another table.
func elsewhere(name string) message.Message {
	var all []string
	tables := map[string]string{}
	for _, prefix := range slices.Backward(slices.Sorted(maps.Keys(known))) {
		for _, field := range known[prefix] {
			all, tables[field] = append(all, field), strings.TrimSuffix(prefix, ".")
		}
	}
	switch word := nearest(name, all); {
	case word == "":
		return message.Message{}
	case tables[word] == "":
		return message.New("part.definition.above", "; {word} belongs above the first table", message.Args{"word": word})
	default:
		return message.New("part.definition.elsewhere", "; {word} belongs in the table {table}", message.Args{"word": word, "table": tables[word]})
	}
}

func (r *reader) read(top map[string]any) {
	d := r.d
	r.unknown("", top, known[""])
	d.Name = r.textIn(top, "", "name", "")
	d.Title = r.textIn(top, "", "title", d.Name)
	r.name(top)
	d.Study = r.truth(top, "", "study", false)
	if top["base"] != nil {
		d.Base = baseWords[r.word(top, "", "base", baseWords)]
		r.based(top)
		return
	}
	if _, there := top["policy"]; there {
		r.fault("policy", "definition.base.missing", `this field is for tri-dimensional games: add base = "trid" or base = "meder"`, nil)
	}
	r.board(top)
	r.pieces(top)
	r.royal(top)
	r.castling(top)
	r.pawn(top)
	r.boards(top)
	r.seam(top)
	r.ends(top)
	r.links(top)
	r.reflection(top)
	r.capture(top)
	r.passing(top)
	r.goal(top)
	r.start(top)
}

// name checks the name and the title.
func (r *reader) name(top map[string]any) {
	d := r.d
	good := strings.Trim(d.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
	_, isText := top["name"].(string)
	switch {
	case !isText && r.faulty("name"): // already reported
	case !isText:
		r.fault("name", "definition.name.missing", "a definition needs a name", nil)
	case !good || d.Name == "" || strings.HasPrefix(d.Name, "-") || len(d.Name) > mostName:
		r.fault("name", "definition.name.signs",
			"invalid name {text, quote}: use at most {most} lower-case letters, digits and hyphens, and do not start with a hyphen", message.Args{"text": notation.Clip(d.Name), "most": mostName})
	case slices.Contains(reserved, d.Name):
		r.fault("name", "definition.name.reserved", "{text, quote} cannot be the name of a game: it means something else in commands or file names", message.Args{"text": d.Name})
	}
	if top["title"] != nil {
		r.title("title", d.Title)
	}
	if d.Title == "" {
		d.Title = d.Name
	}
}

// reserved lists words that have another meaning to commands or other programs that accept the name of a
// rule set, and names that Windows reserves for devices. A definition's files have names such as
// NAME.weights.txt, which Windows treats like NAME.
var reserved = []string{
	"start", "all", "self", "none", "notation", "originals", "pieces", "adjacency",
	"normal", "standard", "orthodox", "chess960", "fischerandom", "fischerrandom",
	"con", "prn", "aux", "nul",
	"com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
	"lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
}

// title checks the title of a game or the name of a piece.
func (r *reader) title(field, text string) {
	for at, c := range text {
		if invisible(c) {
			r.faultAt(field, at, "definition.invisible", "the character {text} is invisible or changes the direction of the text: remove it",
				message.Args{"text": fmt.Sprintf("U+%04X", c)})
			return
		}
	}
	if utf8.RuneCountInString(text) > mostTitle || strings.TrimSpace(text) != text {
		r.fault(field, "definition.title", "expected one line of at most {most} characters, without spaces at the start or end", message.Args{"most": mostTitle})
	}
}

// invisible reports whether a character breaks the line, is invisible or changes the text direction.
func invisible(c rune) bool {
	const brailleBlank = '\u2800'
	return !unicode.IsGraphic(c) || unicode.In(c, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || c == brailleBlank
}

// castling reads whether and how a side may castle.
func (r *reader) castling(top map[string]any) {
	switch v := top["castling"].(type) {
	case bool:
		r.d.Castling = v
	default:
		if _, there := top["castling"]; there && v != chess960 {
			r.fault("castling", "definition.castling", `expected true, false or "960" instead of {value}`, message.Args{"value": echo(v)})
		}
		r.d.Chess960 = v == chess960
	}
}

// chess960 is the value of the field castling that selects castling as in Chess960.
const chess960 = "960"

func (r *reader) boards(top map[string]any) {
	v, there := top["boards"]
	if n, whole := number(v); whole && (n == 1 || n == 3) {
		r.d.Boards = n
	} else if there {
		r.fault("boards", "definition.boards", "the number of boards must be 1 or 3, not {value}", message.Args{"value": echo(v)})
	}
}

// stalemate reads the result of a stalemate, which may also be in the table goal.
func (r *reader) stalemate(top, goal map[string]any) {
	d := r.d
	d.Stalemate = rules.Stalemating(r.word(top, "", "stalemate", stalemates))
	if _, there := goal["stalemate"]; there {
		other := rules.Stalemating(r.word(goal, "goal.", "stalemate", stalemates))
		r.contradiction(top, "stalemate", "goal.stalemate", other == d.Stalemate)
		d.Stalemate = other
	}
}

// contradiction reports two spellings of one field that have different values.
func (r *reader) contradiction(top map[string]any, field, other string, same bool) {
	if _, there := top[field]; there && !same && !r.faulty(field) && !r.faulty(other) {
		r.fault(other, "definition.contradiction", "this contradicts {field}: use only one of the two", message.Args{"field": field})
	}
}

// Limits for a definition.
const (
	mostName  = 40
	mostTitle = 80
)

// textIn returns the string in a field. If the field is missing, it returns usual. If the field is not a
// string, it adds a fault and returns usual.
func (r *reader) textIn(t map[string]any, prefix, name, usual string) string {
	v, ok := t[name]
	if !ok {
		return usual
	}
	s, ok := v.(string)
	if !ok {
		r.fault(prefix+name, "definition.text", "expected text in quotes instead of {value}", message.Args{"value": echo(v)})
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
		r.fault(prefix+name, "definition.truth", "expected true or false instead of {value}", message.Args{"value": echo(v)})
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
		r.fault(prefix+name, "definition.word", "expected {words, or} instead of {value}{guess}",
			message.Args{"words": message.Strings(words), "value": echo(v), "guess": guess(s, words)})
		return 0
	}
	return n
}

// number reads a field that must be a whole number in a range.
func (r *reader) number(t map[string]any, prefix, name string, first, last, usual int) int {
	v, ok := t[name]
	if !ok {
		return usual
	}
	n, whole := number(v)
	if !whole || n < first || n > last {
		r.fault(prefix+name, "definition.number", "expected a whole number from {first} to {last} instead of {value}",
			message.Args{"first": first, "last": last, "value": echo(v)})
		return usual
	}
	return n
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

// table returns the table in a field and reports its unknown fields. It returns false if the field is missing.
// If the field is not a table, it adds a fault and returns false.
func (r *reader) table(t map[string]any, name string) (map[string]any, bool) {
	v, ok := t[name]
	if !ok {
		return nil, false
	}
	inner, ok := v.(map[string]any)
	if !ok {
		r.fault(name, "definition.table", "expected a table of fields instead of {value}", message.Args{"value": echo(v)})
	} else if valid := known[name+"."]; valid != nil {
		r.unknown(name+".", inner, valid)
	}
	return inner, ok
}

// shared lists the fields that a definition with a base may have.
var shared = []string{"name", "title", "base", "start", "policy", "study"}

// farthest is the maximum level difference between two pins.
const farthest = 5

// based reads the fields of a definition with a base.
func (r *reader) based(top map[string]any) {
	d := r.d
	d.Policy = bases[d.Base]
	r.kinds = orthodox
	for _, name := range known[""] {
		if _, there := top[name]; there && !slices.Contains(shared, name) {
			r.fault(name, "definition.base.flat",
				"this field is for games on a flat board; a game with the base {base} uses the table policy", message.Args{"base": d.Base})
		}
	}
	if policy, ok := r.table(top, "policy"); ok {
		r.policy(policy)
	}
	d.Start = r.textIn(top, "", "start", space.Start)
	if r.faults == nil {
		d.Start = r.position(d.Compile())
	}
}

func (r *reader) policy(t map[string]any) {
	o := &r.d.Policy
	o.Along = r.levels(t, "along", 1, o.Along)
	o.Across = r.levels(t, "across", 0, o.Across)
	if t["direction"] != nil {
		o.Order = [][6]int{space.ByLevel, space.ByRank}[r.word(t, "policy.", "direction", directions)]
	}
	o.Sideways = r.word(t, "policy.", "cross_column", crossWords) == 1
	o.Turns = r.truth(t, "policy.", "turns", o.Turns)
	o.Shadow = r.truth(t, "policy.", "shadow", o.Shadow)
	riders := r.letters("policy.passengers", r.textIn(t, "policy.", "passengers", orthodox))
	for k := board.Pawn; k <= board.King; k++ {
		o.Stays[k] = !KindsOf(riders).Has(orthodox[k-1])
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
	list, ok := v.([]any)
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
