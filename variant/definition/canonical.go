package definition

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/text"
	"github.com/tainchess/tain/variant/space"
)

// field is a key with its value: a string, a bool, an int, a list of ints or strings, or a table.
type field struct {
	key   string
	value any
}

// table is a list of fields in canonical order.
type table []field

func (t *table) add(key string, value any, usual any) {
	if value != usual {
		*t = append(*t, field{key, value})
	}
}

// form returns the fields that differ from their defaults.
func (d *Definition) form() (t table) {
	t.add("name", d.Name, "")
	t.add("title", d.Title, d.Name)
	t.add("base", d.Base, "")
	if d.Base != "" {
		t.add("start", d.Start, space.Start)
		t.nest("policy", d.policyForm())
		t.add("study", d.Study, false)
		return t
	}
	t.add("start", d.Start, d.usualStart())
	t.nest("seam", d.Seam.form())
	if d.Reflection != nil {
		t = append(t, field{"reflection", d.Reflection.form()})
	}
	if d.Chess960 {
		t = append(t, field{"castling", chess960})
	}
	t.add("castling", d.Castling, true)
	t.add("double_push", d.DoublePush, true)
	t.add("promotes", d.Promotes, "qrbn")
	t.add("stalemate", stalemates[d.Stalemate], stalemates[rules.StalemateDraws])
	t.add("boards", d.Boards, 1)
	t.add("study", d.Study, false)
	return append(t, d.partTwo()...)
}

// nest adds a table unless it is empty.
func (t *table) nest(key string, inner table) {
	if inner != nil {
		*t = append(*t, field{key, inner})
	}
}

// partTwo returns the fields that package flat does not support and that differ from their defaults, except
// castling as in Chess960 and a twisted seam.
func (d *Definition) partTwo() (t table) {
	t.add("royal", string(d.Royal), "k")
	if len(d.Links) > 0 {
		var links []string
		for _, l := range d.Links {
			links = append(links, l.From+" "+l.Direction+" - "+l.To+" "+l.Heading)
		}
		t = append(t, field{"links", links})
	}
	var board, ends, pieces, pawn, goal, reach table
	board.add("files", d.Board.Files, 8)
	board.add("ranks", d.Board.Ranks, 8)
	board.add("holes", d.Board.list(d.Board.Holes), "")
	board.add("planes", d.Board.Planes, 1)
	t.nest("board", board)
	ends.add("crossing", endsWords[slices.Index(endsValues, d.Ends.Crossing)], endsWords[0])
	ends.add("kinds", string(d.Ends.Kinds), "")
	t.nest("ends", ends)
	for _, p := range d.Pieces {
		var value any = p.Move
		if p.Name != "" {
			value = table{{"move", p.Move}, {"name", p.Name}}
		}
		pieces = append(pieces, field{string(p.Kind), value})
	}
	t.nest("pieces", pieces)
	pawn.add("zone", d.Pawn.Zone, 1)
	pawn.add("must", !d.Pawn.Optional, true)
	t.nest("pawn", pawn)
	if d.Rebirth != NoRebirth {
		t = append(t, field{"capture", table{{"rebirth", rebirthWords[d.Rebirth]}}})
	}
	if d.Passing {
		t = append(t, field{"passing", table{{"to", passingWords[0]}}})
	}
	goal.add("checks", d.Goal.Checks, 0)
	for _, one := range d.Goal.Reach {
		reach = append(reach, field{string(one.Kind), d.Board.list(one.Squares)})
	}
	goal.nest("reach", reach)
	t.nest("goal", goal)
	return t
}

// Plain reports whether a definition uses only the fields that package flat can express: a chessboard, the pieces
// of chess, and checkmate as the goal.
func (d *Definition) Plain() bool {
	return d.Base == "" && !d.Chess960 && d.Seam.Crossing <= Hop && d.partTwo() == nil
}

func (s *Seam) form() (t table) {
	t.add("crossing", seamWords[s.Crossing], seamWords[NoCrossing])
	t.add("kinds", string(s.Kinds), "")
	if s.Home {
		t = append(t, field{"en_passant", "home"})
	}
	t.add("mark", s.Mark, false)
	return t
}

func (r *Reflection) form() (t table) {
	t = table{}
	t.add("map", mapWords[slices.Index(mapValues, r.Map)], mapWords[0])
	var makes table
	for _, from := range slices.SortedFunc(maps.Keys(r.Makes), compareKinds) {
		makes = append(makes, field{string(from), string(r.Makes[from])})
	}
	t.nest("makes", makes)
	if r.Own {
		t = append(t, field{"colour", "own"})
	}
	t.add("goes_on", string(r.GoesOn), "")
	t.add("captures", r.Captures, false)
	t.add("promotions", r.Promotions, true)
	return t
}

// JSON returns the canonical form: JSON without default values and white space, with the keys in the order of
// the documentation.
func (d *Definition) JSON() string {
	var b strings.Builder
	d.form().json(&b)
	return b.String()
}

func (t table) json(b *strings.Builder) {
	b.WriteByte('{')
	for i, f := range t {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quote(f.key))
		b.WriteByte(':')
		switch v := f.value.(type) {
		case table:
			v.json(b)
		case string:
			b.WriteString(quote(v))
		case []int, []string:
			b.WriteString(listed(v, ","))
		default:
			fmt.Fprint(b, v)
		}
	}
	b.WriteByte('}')
}

// TOML returns the canonical form as a TOML file.
func (d *Definition) TOML() string {
	var b strings.Builder
	all := d.form()
	for _, f := range all { // plain values come first, because after a table header they would be part of the table
		if _, ok := f.value.(table); !ok {
			fmt.Fprintf(&b, "%s = %s\n", f.key, tomlValue(f.value))
		}
	}
	for _, f := range all {
		if t, ok := f.value.(table); ok {
			fmt.Fprintf(&b, "\n[%s]\n", f.key)
			for _, f := range t {
				fmt.Fprintf(&b, "%s = %s\n", f.key, tomlValue(f.value))
			}
		}
	}
	return b.String()
}

func tomlValue(value any) string {
	switch v := value.(type) {
	case string:
		return quote(v)
	case []int, []string:
		return listed(v, ", ")
	case table:
		var parts []string
		for _, f := range v {
			parts = append(parts, f.key+" = "+tomlValue(f.value))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	return fmt.Sprint(value)
}

// listed formats a list of numbers or strings in the syntax that JSON and TOML share.
func listed(all any, comma string) string {
	var texts []string
	switch all := all.(type) {
	case []int:
		for _, n := range all {
			texts = append(texts, strconv.Itoa(n))
		}
	case []string:
		for _, s := range all {
			texts = append(texts, quote(s))
		}
	}
	return "[" + strings.Join(texts, comma) + "]"
}

// quote formats a string in the syntax that JSON and TOML share.
func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	// Encoding a string cannot fail.
	_ = e.Encode(s)
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}

// Hash returns the first 32 hexadecimal digits of the SHA-256 sum of the canonical form. The hash is the same
// for every spelling of a definition, and differs between definitions with different meanings.
func (d *Definition) Hash() string {
	sum := sha256.Sum256([]byte(d.JSON()))
	return hex.EncodeToString(sum[:16])
}

// policyForm returns the fields in which the policy differs from the base's policy.
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
	t.add("passengers", string(passengers(o)), orthodox)
	t.add("empty", word(emptyWords, o.Anyone), emptyWords[0])
	return t
}

func direction(o *space.Policy) string { return word(directions, o.Order == space.ByRank) }

// word returns the second of two words if second is true, otherwise the first.
func word(words []string, second bool) string {
	if second {
		return words[1]
	}
	return words[0]
}

// passengers returns the kinds that a moving board may carry.
func passengers(o *space.Policy) Kinds {
	var all [8]bool
	for k := board.Pawn; k <= board.King; k++ {
		all[k] = !o.Stays[k]
	}
	return kindsOf(all)
}

// Pack compresses the canonical form into one word for a link.
func (d *Definition) Pack() string { return text.PackRules(d.JSON()) }

// Unpack returns the definition in a word from [Definition.Pack]. It returns a plain definition unchanged.
func Unpack(word string) (string, error) { return text.UnpackRules(word) }
