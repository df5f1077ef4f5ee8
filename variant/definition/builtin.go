package definition

import (
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/space"
)

// Of returns the definition of a rule set that is made of what a definition can
// say, and whether there is one. Compiling it gives the same game.
func Of(r rules.Rules) (*Definition, bool) {
	if v, ok := r.(*space.Rules); ok {
		return ofSpace(v)
	}
	v, ok := r.(*flat.Rules)
	if !ok {
		return nil, false
	}
	crossing, kinds, ok := v.Topology.Crossing()
	if !ok {
		return nil, false
	}
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

// HashOf returns the hash of a rule set's definition, empty for one that has none.
func HashOf(r rules.Rules) string {
	if hash := r.Info().Hash; hash != "" {
		return hash
	}
	if d, ok := Of(r); ok {
		return d.Hash()
	}
	return ""
}

// Resolve returns the rule set that a definition means among those that are
// known: one that is known by its name, if it is the same game under whatever
// title, or a new one. A definition that has the name of another game is refused.
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
		"{text} is the name of a built-in game, and this is a different game", message.Args{"text": name})}
}
