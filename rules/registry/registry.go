// Package registry finds rule sets by name or by definition.
package registry

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/rules"
)

// Registry holds the rule sets a program knows, in the order in which they are
// shown. A program makes one and hands it down. It never changes, and any
// number of goroutines may use it. A nil registry is empty.
//
// A registry may also read definitions: then the whole text of one, in JSON,
// stands for a rule set wherever a name does, and a name or a definition may have
// the hash that it must fit behind a #.
type Registry struct {
	all  []rules.Rules
	read ReadDefinition
}

// ReadDefinition makes a rule set of a definition's text, with a # and a hash behind
// it or not, or finds the one of a name and a hash. It is asked for the same text
// again and again, by many goroutines at once.
type ReadDefinition func(text string, known *Registry) (rules.Rules, error)

// New returns a registry of rule sets. Of two with one name the first
// is found.
func New(all ...rules.Rules) *Registry { return &Registry{all: slices.Clone(all)} }

// With returns a registry that holds more rule sets. One that has the name of
// another takes its place.
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

// Reading returns a registry that reads definitions too.
func (g *Registry) Reading(read ReadDefinition) *Registry { return &Registry{all: g.All(), read: read} }

// isDefinition tells the text of a definition, or a name with a hash, from a name
// alone.
func (g *Registry) isDefinition(ref string) bool {
	return g != nil && g.read != nil && (strings.HasPrefix(strings.TrimSpace(ref), "{") || strings.Contains(ref, "#"))
}

// defined returns the rule set that a reference names in full: by its definition,
// or by either the name or the definition with the hash. This needs no reading.
func (g *Registry) defined(ref string) (rules.Rules, bool) {
	if g == nil || !strings.ContainsAny(ref, "{#") {
		return nil, false // a name, as nearly always
	}
	for _, r := range g.all {
		i := r.Info()
		if i.Definition != "" && (ref == i.Definition || ref == i.Definition+"#"+i.Hash || ref == i.Name+"#"+i.Hash) {
			return r, true
		}
	}
	return nil, false
}

// All lists the rule sets.
func (g *Registry) All() []rules.Rules {
	if g == nil {
		return nil
	}
	return slices.Clone(g.all)
}

// Find returns the rule set with a name, its id or its Variant tag in either
// case, or that of a definition, and whether there is one.
func (g *Registry) Find(name string) (rules.Rules, bool) {
	if r, ok := g.defined(name); ok {
		return r, true
	}
	if g.isDefinition(name) {
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

// chess960 are the names that programs have for chess from other starts.
var chess960 = []string{"chess960", "fischerandom", "fischerrandom", "chess 960"}

// Choose returns the rule set with an id that a person has typed, or that of a
// definition. The error is an *UnknownError, or tells what is wrong with the
// definition.
func (g *Registry) Choose(id string) (rules.Rules, error) {
	if r, ok := g.defined(id); ok {
		return r, nil
	}
	if g.isDefinition(id) {
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
		if distance(name, id) <= 1+len(name)/3 {
			unknown.Near = append(unknown.Near, name)
		}
	}
	return nil, unknown
}

// UnknownError says that there is no rule set with a name.
type UnknownError struct {
	Name  string   // as it was asked for
	Near  []string // ids that are spelt much like it
	Known []string // all ids
}

// Error names the rule sets that may be meant, or all there are.
func (e *UnknownError) Error() string {
	name := e.Name
	if len(name) > longName {
		name = name[:longName] + "..."
	}
	if len(e.Near) > 0 {
		return fmt.Sprintf("there is no rule set %q; did you mean %s?", name, strings.Join(e.Near, " or "))
	}
	return fmt.Sprintf("there is no rule set %q; there are %s", name, strings.Join(e.Known, ", "))
}

// longName is more than any name has: what is longer is shortened in messages,
// and not worth comparing.
const longName = 40

// distance counts the letters to add, drop or change to make one word of
// another.
func distance(a, b string) int {
	if len(b) > longName {
		return len(b)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0]++
		for j := range len(b) {
			cost := corner
			if a[i] != b[j] {
				cost++
			}
			corner = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
