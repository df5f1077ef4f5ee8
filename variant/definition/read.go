package definition

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/variant/definition/source"
	"github.com/tainchess/tain/variant/space"
)

// ReadText reads the text of a definition. It reads at most one byte more than the size limit, so that
// [Parse] can detect a definition that is too long.
func ReadText(in io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, source.MaxBytes+1))
	return string(text), err
}

// Parse parses a definition, which is JSON if it starts with a brace and TOML otherwise. The error is of type
// [Faults]. Parse also returns warnings, such as those about fields without effect.
func Parse(text string) (d *Definition, warnings []Fault, err error) {
	r := parse(text)
	if r.faults != nil {
		return nil, r.warnings, r.faults
	}
	return r.d, r.warnings, nil
}

func parse(text string) *reader {
	at, top, faults := source.Parse(strings.TrimPrefix(text, "\ufeff")) // without a byte order mark
	r := &reader{d: New(""), source: at}
	for _, f := range faults {
		r.add(Fault{Place: f.Place, Message: f.Message})
	}
	if r.faults == nil {
		r.read(top)
	}
	inOrder := func(a, b Fault) int { return cmp.Compare(a.Place.Offset, b.Place.Offset) }
	slices.SortStableFunc(r.faults, inOrder)
	slices.SortStableFunc(r.warnings, inOrder)
	return r
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
	r.sameNames()
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

// mostName is the maximum length of a name.
const mostName = 40

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

func (r *reader) boards(top map[string]any) {
	v, there := top["boards"]
	if n, whole := number(v); whole && (n == 1 || n == 3) {
		r.d.Boards = n
	} else if there {
		r.fault("boards", "definition.boards", "the number of boards must be 1 or 3, not {value}", message.Args{"value": echo(v)})
	}
}

// shared lists the fields that a definition with a base may have.
var shared = []string{"name", "title", "base", "start", "policy", "study"}

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
