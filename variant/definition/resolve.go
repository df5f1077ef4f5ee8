package definition

import (
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
		return nil, false
	}
	crossing, kinds := v.Topology.Crossing()
	info := v.Info()
	d := New(info.Name)
	d.Title, d.Start = info.Title, info.Start
	d.Seam = Seam{Crossing: crossing, Kinds: kinds, Home: v.SeamHome, Mark: info.SeamMark}
	d.Castling, d.DoublePush = !v.NoCastling, !v.NoDoublePush
	d.Study = info.Kingless
	d.Stalemate, d.Boards = info.Stalemate, info.Boards
	if v.Promotes != nil {
		d.Promotes = v.Promotes
	}
	if !d.Castling && d.Start == withoutRights(New("").Start) {
		d.Start = New("").Start
	}
	if f := v.Reflection; f != nil {
		d.Reflection = &Reflection{
			Map: f.Map, Makes: f.Made, Own: f.Own, GoesOn: f.GoesOn, Captures: f.Captures, Promotions: f.Promotions,
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
	return Fault{"name", message.New("definition.name.taken",
		"{text} is the name of a built-in game with different rules", message.Args{"text": name})}
}

// ofSpace is like Of, for rule sets on boards in space.
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

// ParseNew is like [Parse], but reports a fault if the name belongs to a known rule set with a different
// definition.
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
