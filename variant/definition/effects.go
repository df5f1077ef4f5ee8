package definition

import (
	"maps"
	"slices"
	"strings"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// reflection reads the effect of a move on the image of its landing square.
func (r *reader) reflection(top map[string]any) {
	t, ok := r.table(top, "reflection")
	if !ok {
		return
	}
	f := &Reflection{Makes: map[byte]byte{}}
	r.d.Reflection = f
	if r.d.Board.Planes > 1 {
		r.combined("reflection", "reflection", "board.planes = 2")
	}
	f.Map = mapValues[r.word(t, "reflection.", "map", mapWords)]
	f.Own = r.word(t, "reflection.", "colour", colourWords) == 1
	f.Captures = r.truth(t, "reflection.", "captures", false)
	f.Promotions = r.truth(t, "reflection.", "promotions", true)
	f.GoesOn = KindsOf(r.letters("reflection.goes_on", r.textIn(t, "reflection.", "goes_on", "")))
	if v, there := t["makes"]; there {
		makes, ok := v.(map[string]any)
		if !ok {
			r.fault("reflection.makes", "definition.table", "expected a table of fields instead of {value}", message.Args{"value": echo(v)})
		}
		for _, from := range slices.Sorted(maps.Keys(makes)) {
			r.makes(f, from, makes[from])
		}
	}
	if len(f.Makes) == 0 && f.GoesOn == "" {
		r.warn("reflection", "definition.no-effect.reflection", "this has no effect: no piece is spawned, and none goes on", nil)
	}
	appears := false // some move spawns a piece, including promotions if they reflect
	promoted := false
	for _, k := range []byte(r.kinds) {
		made, makes := f.Makes[k]
		if !makes {
			continue
		}
		becomes := strings.IndexByte(r.d.Promotes, k) >= 0 && (made != 'p' || r.d.Pawn.Zone > 1)
		promoted = promoted || becomes
		switch {
		case !f.GoesOn.Has(k) || f.Promotions && becomes:
			appears = true
		default:
			r.warn("reflection.makes."+string(k), "definition.no-effect.goes-on",
				"this has no effect: a {role} goes on itself", message.Args{"role": r.d.kindWord(k)})
		}
	}
	if f.Own && !appears {
		r.warn("reflection.colour", "definition.no-effect.colour", "this has no effect: nothing is spawned", nil)
	}
	if !f.Promotions && !promoted {
		r.warn("reflection.promotions", "definition.no-effect.promotions", "this has no effect: promoted pieces spawn nothing", nil)
	}
}

// makes reads an entry of reflection.makes: from is the kind on the landing square, and value is the spawned
// kind.
func (r *reader) makes(f *Reflection, from string, value any) {
	path := "reflection.makes." + from
	field := "reflection.makes." + notation.Clip(from)
	to, _ := value.(string)
	at, wrong := r.source.Key(path), any(from)
	switch {
	case !isKind(from) || !r.kinds.Has(from[0]):
	case !isKind(to) || !r.kinds.Has(to[0]):
		at, wrong = r.source.Value(path, whole), value
	default:
		f.Makes[from[0]] = to[0]
		return
	}
	r.add(Fault{field, at, message.New("definition.kind", "{value} is not one of the kinds {kinds, and}",
		message.Args{"value": echo(wrong), "kinds": message.Strings(strings.Split(string(r.kinds), ""))})})
}

// capture reads where captured pieces come back, if at all.
func (r *reader) capture(top map[string]any) {
	if t, ok := r.table(top, "capture"); ok {
		r.d.Rebirth = Rebirth(r.word(t, "capture.", "rebirth", rebirthWords))
	}
}

// passing reads whether moves end on the other plane.
func (r *reader) passing(top map[string]any) {
	d := r.d
	t, ok := r.table(top, "passing")
	if !ok {
		return
	}
	if _, there := t["to"]; !there {
		r.warn("passing", "definition.no-effect.passing", `this has no effect without to = "other"`, nil)
		return
	}
	before := len(r.faults)
	r.word(t, "passing.", "to", passingWords)
	if d.Passing = len(r.faults) == before; !d.Passing {
		return
	}
	if d.Board.Planes != 2 && !r.faulty("board.planes") {
		r.fault("passing.to", "definition.passing", "there is no other plane: add planes = 2 to the table board", nil)
	}
	if d.Rebirth != NoRebirth {
		r.combined("capture.rebirth", rebirthWords[d.Rebirth], "passing")
	}
	if d.Reflection != nil && d.Board.Planes != 2 {
		r.combined("reflection", "reflection", "passing")
	}
}

// goal reads how a side wins.
func (r *reader) goal(top map[string]any) {
	d := r.d
	t, _ := r.table(top, "goal")
	r.stalemate(top, t)
	d.Goal.Checks = r.number(t, "goal.", "checks", mostChecks, 0)
	v, there := t["reach"]
	reach, ok := v.(map[string]any)
	if there && !ok {
		r.fault("goal.reach", "definition.table", "expected a table of fields instead of {value}", message.Args{"value": echo(v)})
	}
	for _, name := range slices.Sorted(maps.Keys(reach)) {
		path := "goal.reach." + name
		field := "goal.reach." + notation.Clip(name)
		if !isKind(name) || !r.kinds.Has(name[0]) {
			r.add(Fault{field, r.source.Key(path), message.New("definition.kind", "{value} is not one of the kinds {kinds, and}",
				message.Args{"value": echo(name), "kinds": message.Strings(strings.Split(string(r.kinds), ""))})})
			continue
		}
		text := r.textIn(reach, "goal.reach.", name, "")
		squares := r.squares(path, text)
		if strings.TrimSpace(text) == "" && !r.faulty(path) {
			r.fault(path, "definition.reach", `expected squares, such as "d4 e4"`, nil)
		}
		d.Goal.Reach = append(d.Goal.Reach, Reach{name[0], d.Board.names(squares)})
	}
	slices.SortFunc(d.Goal.Reach, func(a, b Reach) int { return compareKinds(a.Kind, b.Kind) })
}

// mostChecks is the maximum number of checks that a game can count.
const mostChecks = 99

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
