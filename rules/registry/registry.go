// Package registry finds rule sets by name or definition.
package registry

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Registry holds the rule sets that a program can use, in display order. It is immutable and safe for
// concurrent use. A nil registry is empty.
//
// A registry can also compile definitions; see [Registry.Reading]. It then accepts the JSON text of a definition, or a
// reference with a slash such as gallery/echo, instead of a name. A name, a definition or a reference may be followed
// by # and a hash, which must match.
type Registry struct {
	all  []rules.Rules
	read ReadDefinition
}

// ReadDefinition compiles a definition, optionally followed by # and a hash, or finds a rule set by name and hash or by
// a reference with a slash. A ReadDefinition must be safe for concurrent use. It should cache its results, because it
// is often called with the same text.
type ReadDefinition func(text string, known *Registry) (rules.Rules, error)

// New returns a registry of rule sets. If two of them have the same name, the first one wins.
func New(all ...rules.Rules) *Registry { return &Registry{all: slices.Clone(all)} }

// With returns a registry with additional rule sets. They replace rule sets with the same name.
func (g *Registry) With(more ...rules.Rules) *Registry {
	all := g.All()
	for _, r := range more {
		same := func(other rules.Rules) bool { return other.Info().Name == r.Info().Name }
		if i := slices.IndexFunc(all, same); i >= 0 {
			all[i] = r
		} else {
			all = append(all, r)
		}
	}
	return &Registry{all: all, read: g.read}
}

// Reading returns a registry that also compiles definitions.
func (g *Registry) Reading(read ReadDefinition) *Registry { return &Registry{all: g.All(), read: read} }

// IsDefinition reports whether a text is the JSON text of a definition rather than a name.
func IsDefinition(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), "{") }

// compiles reports whether g compiles definitions and the reference is a definition or contains a slash or a
// hash.
func (g *Registry) compiles(ref string) bool {
	return g != nil && g.read != nil && (IsDefinition(ref) || strings.ContainsAny(ref, "/#"))
}

// defined returns the registered rule set that exactly matches a reference, without compiling it. The
// reference may be a definition, or a name or definition with its hash.
func (g *Registry) defined(ref string) (rules.Rules, bool) {
	if g == nil || !strings.ContainsAny(ref, "{#") {
		return nil, false // a plain name, which is the common case
	}
	for _, r := range g.all {
		i := r.Info()
		if i.Definition != "" && (ref == i.Definition || ref == i.Definition+"#"+i.Hash || ref == i.Name+"#"+i.Hash) {
			return r, true
		}
	}
	return nil, false
}

// All returns the rule sets in display order.
func (g *Registry) All() []rules.Rules {
	if g == nil {
		return nil
	}
	return slices.Clone(g.all)
}

// Find returns the rule set for a name, a PGN Variant tag or a definition. Names and tags are
// case-insensitive. Find returns false if the rule set is unknown or the definition is invalid.
func (g *Registry) Find(name string) (rules.Rules, bool) {
	if r, ok := g.defined(name); ok {
		return r, true
	}
	if g.compiles(name) {
		r, err := g.read(name, g)
		return r, err == nil
	}
	for _, r := range g.All() {
		info := r.Info()
		if strings.EqualFold(info.Name, name) || info.PGN != "" && strings.EqualFold(info.PGN, name) {
			return r, true
		}
		if info.Chess960 && slices.ContainsFunc(chess960, func(other string) bool { return strings.EqualFold(other, name) }) {
			return r, true
		}
	}
	return nil, false
}

// chess960 lists the names that programs use for Chess960.
var chess960 = []string{"chess960", "fischerandom", "fischerrandom", "chess 960"}

// Choose returns the rule set for a name or a definition that a user has entered. The error is an
// *UnknownError or lists the faults in the definition.
func (g *Registry) Choose(id string) (rules.Rules, error) {
	if r, ok := g.defined(id); ok {
		return r, nil
	}
	if g.compiles(id) {
		return g.read(id, g)
	}
	id = strings.ToLower(strings.TrimSpace(id))
	unknown := &UnknownError{Name: id}
	for _, r := range g.All() {
		name := r.Info().Name
		if name == id {
			return r, nil
		}
		unknown.Known = append(unknown.Known, name)
		if notation.Distance(name, id) <= 1+len(name)/3 {
			unknown.Near = append(unknown.Near, name)
		}
	}
	return nil, unknown
}

// UnknownError reports an unknown rule set.
type UnknownError struct {
	Name  string   // lower case
	Near  []string // names with a similar spelling
	Known []string // all names
}

// Error suggests rule sets with similar names, or lists all of them.
func (e *UnknownError) Error() string {
	name := notation.ClipTo(e.Name, maxName)
	if len(e.Near) > 0 {
		return fmt.Sprintf("unknown rule set %q; did you mean %s?", name, strings.Join(e.Near, " or "))
	}
	return fmt.Sprintf("unknown rule set %q; rule sets are %s", name, strings.Join(e.Known, ", "))
}

// maxName is a length in bytes that no name exceeds. Messages shorten longer input.
const maxName = 40
