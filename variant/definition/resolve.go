package definition

import (
	"io/fs"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant/fairy"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/space"
)

// Builtin compiles the definition of a built-in rule set of package flat, which is NAME.toml among its files. The
// rule set is a variant of parent, or of none if parent is nil. Builtin panics if the definition is invalid.
func Builtin(name string, files fs.FS, summary message.Message, parent rules.Rules) *flat.Rules {
	d := parsedFile(name, files)
	return builtin(d.compileFlat(d.details()), files, summary, parent)
}

// BuiltinFairy is like [Builtin], for a rule set of package fairy.
func BuiltinFairy(name string, files fs.FS, summary message.Message, parent rules.Rules) *fairy.Rules {
	d := parsedFile(name, files)
	return builtin(d.compileWith(d.details()).(*fairy.Rules), files, summary, parent)
}

// parsedFile returns the definition in NAME.toml. It panics if the definition is invalid.
func parsedFile(name string, files fs.FS) *Definition {
	text, err := fs.ReadFile(files, name+".toml")
	if err != nil {
		panic(err)
	}
	d, _, err := Parse(string(text))
	if err != nil {
		panic(err)
	}
	return d
}

// builtin gives a compiled rule set its files and the description of a built-in game.
func builtin[R interface {
	rules.Rules
	SetBundle(files fs.FS)
}](r R, files fs.FS, summary message.Message, parent rules.Rules) R {
	i := bundle.With(r, files).Info()
	i.Summary, i.Parent = summary, parent
	return r
}

// Of returns the definition of a rule set: the one that it was compiled from, or that of a built-in game. It
// returns false if the rule set has no definition.
func Of(r rules.Rules) (*Definition, bool) {
	i := r.Info()
	if i.Definition != "" {
		return parsed(i.Definition)
	}
	if v, ok := r.(*space.Rules); ok {
		return ofSpace(v)
	}
	text, ok := bundle.Read(r, i.Name+".toml")
	if !ok {
		return nil, false
	}
	return parsed(text)
}

// HashOf returns the hash of a rule set's definition, or "" if it has none.
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
		return variantOf(known, d.Compile()), nil
	}
	if same, ok := Of(r); ok {
		if same.Title = d.Title; same.JSON() == d.JSON() {
			return r, nil
		}
	}
	return nil, Faults{nameTaken(d.Name)}
}

// variantOf makes chess the parent of a compiled rule set if chess is in the registry.
func variantOf(known *registry.Registry, r rules.Rules) rules.Rules {
	if chess, ok := known.Find("chess"); ok {
		r.Info().Parent = chess
	}
	return r
}

func nameTaken(name string) Fault {
	return Fault{Field: "name", Message: message.New("definition.name.taken",
		"{text} is the name of a built-in game with different rules", message.Args{"text": name})}
}

// parsed returns the definition in a text.
func parsed(text string) (*Definition, bool) {
	d, _, err := Parse(text)
	return d, err == nil
}

// ofSpace is like Of, for the built-in rule sets on boards in space.
func ofSpace(v *space.Rules) (*Definition, bool) {
	info := v.Info()
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
	} else if _, taken := known.Find(r.d.Name); taken && !r.faulty("name") {
		r.faults = append(Faults{nameTaken(r.d.Name)}, r.faults...)
	}
	if r.faults == nil {
		return r.d, r.warnings, nil
	}
	if first := &r.faults[0]; first.Field == "name" && first.Place.Line == 0 {
		first.Place = r.source.Value("name", whole)
	}
	return nil, r.warnings, r.faults
}
