package definition

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant/flat/topology"
)

// What a definition may hold.
const (
	mostBytes = 16 << 10
	mostName  = 40
	mostTitle = 80
	mostList  = 64 // bytes of a list of levels, with spaces
)

// ReadText reads the text of a definition, and not much more than one may have.
func ReadText(in io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, mostBytes+1))
	return string(text), err
}

// Fault is something wrong with a definition, or, as a warning, something that
// has no effect.
type Fault struct {
	Field   string // such as seam.kinds; empty if the text cannot be read at all
	Message message.Message
}

// Error names the field and says what is wrong.
func (f Fault) Error() string { return f.Explain().String() }

// Explain returns the fault with its field.
func (f Fault) Explain() message.Message {
	if f.Field == "" {
		return f.Message
	}
	return message.New("definition.field", "{field}: {why}", message.Args{"field": f.Field, "why": f.Message})
}

// Faults are all faults of a definition.
type Faults []Fault

// Error says all of them.
func (f Faults) Error() string { return f.Explain().String() }

// Explain returns all of them.
func (f Faults) Explain() message.Message {
	all := make(message.List, len(f))
	for i := range f {
		all[i] = f[i].Explain()
	}
	return message.New("fault.all", "{faults, each}", message.Args{"faults": all})
}

// Parse reads a definition, in JSON if its first sign is a brace and in TOML
// otherwise. What is wrong with it comes back as [Faults], all at once; what has
// no effect comes back as warnings.
func Parse(text string) (d *Definition, warnings []Fault, err error) {
	r := parse(text)
	if r.faults != nil {
		return nil, r.warnings, r.faults
	}
	return r.d, r.warnings, nil
}

// ParseNew is [Parse] for a definition that is to have a name of its own among the
// rule sets that are known: that its name is taken is told with all other faults. The
// definition of a rule set that is known may have its name.
func ParseNew(text string, known *registry.Registry) (d *Definition, warnings []Fault, err error) {
	r := parse(text)
	if r.faults == nil {
		_, err = Resolve(r.d, known)
	} else if _, taken := known.Find(r.d.Name); taken {
		err = append(Faults{nameTaken(r.d.Name)}, r.faults...)
	} else {
		err = r.faults
	}
	if err != nil {
		return nil, r.warnings, err
	}
	return r.d, r.warnings, nil
}

func parse(text string) *reader {
	r := &reader{d: New("")}
	top := r.tree(strings.TrimPrefix(text, "\ufeff")) // some editors begin a file with it
	if r.faults == nil {
		r.read(top)
	}
	return r
}

// reader reads the fields of a definition and notes what is wrong.
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

// tree reads the text into tables of plain values.
func (r *reader) tree(text string) map[string]any {
	switch {
	case len(text) > mostBytes:
		r.fault("", "definition.too-long", "the definition has {count} bytes; the limit is {most}", message.Args{"count": len(text), "most": mostBytes})
	case !utf8.ValidString(text):
		r.fault("", "definition.utf8", "the definition is not UTF-8 text", nil)
	case strings.HasPrefix(strings.TrimSpace(text), "{"):
		d := json.NewDecoder(bytes.NewReader([]byte(text)))
		d.UseNumber()
		top, err := object(d, 0)
		if err == nil {
			if _, more := d.Token(); more != io.EOF {
				err = fmt.Errorf("more text follows the definition")
			}
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			r.endsEarly(text)
		case err != nil:
			r.fault("", "definition.unreadable", "the definition cannot be read: {why}", message.Args{"why": err.Error()})
		}
		return top
	default:
		top, err := readTOML(text)
		if err != nil {
			r.fault("", "definition.unreadable", "the definition cannot be read: {why}", message.Args{"why": err.Error()})
		}
		return top
	}
	return nil
}

// endsEarly tells where a text ends that is not whole.
func (r *reader) endsEarly(text string) {
	text = strings.TrimRight(text, " \t\r\n")
	line := text[strings.LastIndexByte(text, '\n')+1:]
	r.fault("", "definition.ends-early",
		"the text of the definition ends too early, at line {line}, column {column}: something is missing there, such as a closing brace", message.Args{"line": strings.Count(text, "\n") + 1, "column": utf8.RuneCountInString(line) + 1})
}

// object reads a JSON object, and refuses a name that stands twice in it.
func object(d *json.Decoder, depth int) (map[string]any, error) {
	if t, err := d.Token(); err != nil {
		return nil, err
	} else if t != json.Delim('{') || depth > 3 {
		return nil, fmt.Errorf("there is something else where an object belongs, at byte %d", d.InputOffset())
	}
	all := map[string]any{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, ok := t.(string)
		if _, twice := all[name]; twice || !ok {
			return nil, fmt.Errorf("%q stands twice in one object", notation.Clip(name))
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, err
		}
		if all[name], err = plain(raw, depth); err != nil {
			return nil, err
		}
	}
	_, err := d.Token()
	return all, err
}

// plain returns a JSON value as TOML would have it.
func plain(raw json.RawMessage, depth int) (any, error) {
	if raw[0] == '{' {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		return object(d, depth+1)
	}
	if raw[0] == '[' && len(raw) > mostList {
		return []any(nil), nil // a fault of its field, whatever is in it
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, err
	}
	if f, ok := v.(float64); ok && f == float64(int64(f)) {
		return int64(f), nil
	}
	return v, nil
}

// known are the fields there are, by table.
var known = map[string][]string{
	"":            {"name", "title", "base", "start", "seam", "reflection", "castling", "double_push", "promotes", "stalemate", "boards", "study", "policy"},
	"seam.":       {"crossing", "kinds", "en_passant", "mark"},
	"policy.":     {"along", "across", "direction", "cross_column", "turns", "shadow", "passengers", "empty"},
	"reflection.": {"map", "makes", "colour", "goes_on", "captures", "promotions"},
}

// unknown tells of the fields of a table that there are not.
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

// name looks at the name and the title.
func (r *reader) name(top map[string]any) {
	d := r.d
	good := strings.Trim(d.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
	switch {
	case top["name"] == nil:
		r.fault("name", "definition.name.missing", "a definition needs a name", nil)
	case !good || d.Name == "" || strings.HasPrefix(d.Name, "-") || len(d.Name) > mostName:
		r.fault("name", "definition.name.signs",
			"the name {text, quote} is not made of lower-case letters, digits and hyphens, at most {most}, with no hyphen first", message.Args{"text": notation.Clip(d.Name), "most": mostName})
	}
	if strings.IndexFunc(d.Title, misleading) >= 0 || utf8.RuneCountInString(d.Title) > mostTitle || strings.TrimSpace(d.Title) != d.Title {
		r.fault("title", "definition.title", "a title is one line of at most {most} characters without spaces around it", message.Args{"most": mostTitle})
	}
	if d.Title == "" {
		d.Title = d.Name
	}
}

// misleading reports whether a sign ends a line or changes the direction of what
// others read around it.
func misleading(c rune) bool {
	return c < ' ' || c >= 0x7f && c < 0xa0 || c >= 0x2028 && c <= 0x202e || c >= 0x2066 && c <= 0x2069
}

func (r *reader) promotes(top map[string]any) {
	text := r.text(top, "", "promotes", sequence(orthodox))
	r.d.Promotes = r.roles("promotes", text)
	for _, k := range r.d.Promotes {
		if k == board.Pawn || k == board.King {
			r.fault("promotes", "definition.promotes", "a pawn cannot become a {role}", message.Args{"role": k})
		}
	}
	if text == "" {
		r.fault("promotes", "definition.promotes.none", "a pawn must be able to become something", nil)
	}
}

func (r *reader) boards(top map[string]any) {
	switch v := top["boards"].(type) {
	case nil:
	case int64:
		if r.d.Boards = int(v); v != 1 && v != 3 {
			r.fault("boards", "definition.boards", "the number of boards is 1 or 3", nil)
		}
	default:
		r.fault("boards", "definition.boards", "the number of boards is 1 or 3", nil)
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
		r.warn("reflection", "definition.no-effect.reflection", "this has no effect: it spawns nothing, and nothing goes on", nil)
	}
	appears := false // anything at all, and by a promotion if those reflect
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

// makes reads what one role makes.
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

// start reads the starting position by the rules of the definition itself.
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
	d.Start = New("").Start // the usual start is no difference, with rights or without
}

// startAlone looks at the starting position where other fields are faulty, and
// tells only what is wrong with it whatever they should have said.
func (r *reader) startAlone() {
	faulty := func(field string) bool {
		return slices.ContainsFunc(r.faults, func(f Fault) bool { return f.Field == field || strings.HasPrefix(f.Field, field+".") })
	}
	d := New("")
	d.Start = r.d.Start
	d.Castling = r.d.Castling && !faulty("castling")
	if !faulty("seam") { // over a seam there are only more attacks
		d.Seam = r.d.Seam
	}
	v := d.Compile()
	if _, err := v.Guide().ParsePosition(v.Info().Start, rules.ParseOptions{AllowNoKing: r.d.Study || faulty("study")}); err != nil {
		r.faults = append(r.faults, Fault{"start", message.Of(err)})
	}
}

// withoutRights returns a position's text without castling rights.
func withoutRights(fen string) string {
	if fields := strings.Fields(fen); len(fields) > 2 {
		fields[2] = "-"
		return strings.Join(fields, " ")
	}
	return fen
}
