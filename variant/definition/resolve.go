package definition

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/space"
)

// Of returns the definition of a rule set. Compiling the definition gives the same game. Of returns false if
// no definition can express the rule set.
func Of(r rules.Rules) (*Definition, bool) {
	if v, ok := r.(*space.Rules); ok {
		return ofSpace(v)
	}
	v, ok := r.(*flat.Rules)
	if !ok {
		return parsed(r.Info().Definition)
	}
	crossing, kinds := v.Topology.Crossing()
	info := v.Info()
	d := New(info.Name)
	d.Title, d.Start = info.Title, info.Start
	d.Seam = Seam{Crossing: Crossing(crossing), Kinds: kindsOf(kinds), Home: v.SeamHome, Mark: info.SeamMark}
	d.Castling, d.DoublePush = !v.NoCastling, !v.NoDoublePush
	d.Study = info.Kingless
	d.Stalemate, d.Boards = info.Stalemate, info.Boards
	if v.Promotes != nil {
		d.Promotes = ""
		for _, k := range v.Promotes {
			d.Promotes += string(orthodox[k-1])
		}
	}
	if usual := d.usualStart(); d.Start == d.playable(usual) {
		d.Start = usual
	}
	if f := v.Reflection; f != nil {
		d.Reflection = &Reflection{
			Map: f.Map, Makes: map[byte]byte{}, Own: f.Own, GoesOn: kindsOf(f.GoesOn), Captures: f.Captures, Promotions: f.Promotions,
		}
		for from, made := range f.Made {
			if made != board.NoRole {
				d.Reflection.Makes[orthodox[from-1]] = orthodox[made-1]
			}
		}
	}
	return d, true
}

// HashOf returns the hash of a rule set's definition, or "" if no definition can express it.
func HashOf(r rules.Rules) string {
	if hash := r.Info().Hash; hash != "" {
		return hash
	}
	if d, ok := Of(r); ok {
		return d.Hash()
	}
	return ""
}

// Resolve returns the rule set for a definition. If the name is new, Resolve compiles the definition. If a
// known rule set has the same name and, apart from the title, the same definition, Resolve returns the known
// rule set. Otherwise it returns an error.
func Resolve(d *Definition, known *registry.Registry) (rules.Rules, error) {
	r, taken := known.Find(d.Name)
	if !taken {
		return d.Compile(), nil
	}
	if same, ok := Of(r); ok {
		if same.Title = d.Title; same.JSON() == d.JSON() {
			return r, nil
		}
	}
	return nil, Faults{nameTaken(d.Name)}
}

func nameTaken(name string) Fault {
	return Fault{Field: "name", Message: message.New("definition.name.taken",
		"{text} is the name of a built-in game with different rules", message.Args{"text": name})}
}

// parsed returns the definition with a canonical form.
func parsed(form string) (*Definition, bool) {
	d, _, err := Parse(form)
	return d, err == nil
}

// ofSpace is like Of, for rule sets on boards in space.
func ofSpace(v *space.Rules) (*Definition, bool) {
	info := v.Info()
	if info.Definition != "" {
		return parsed(info.Definition)
	}
	if _, ok := bases[info.Name]; !ok {
		return nil, false
	}
	d := New(info.Name)
	d.Title, d.Start, d.Base, d.Policy = info.Title, info.Start, info.Name, v.Policy()
	return d, true
}

// ParseNew is like [Parse], but reports a fault if the name belongs to a known rule set with a different
// definition.
func ParseNew(text string, known *registry.Registry) (d *Definition, warnings []Fault, err error) {
	r := parse(text)
	if r.faults == nil {
		if _, err := Resolve(r.d, known); err != nil {
			r.faults = Faults{nameTaken(r.d.Name)}
		}
	} else if _, taken := known.Find(r.d.Name); taken {
		r.faults = append(Faults{nameTaken(r.d.Name)}, r.faults...)
	}
	if r.faults == nil {
		return r.d, r.warnings, nil
	}
	if first := &r.faults[0]; first.Field == "name" && first.Place.Line == 0 {
		first.Place = r.place("name", whole)
	}
	return nil, r.warnings, r.faults
}
