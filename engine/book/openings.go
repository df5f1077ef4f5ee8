package book

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
)

// Opening is a named opening.
type Opening struct {
	Name  string
	Moves []string // UCI notation
}

// OpeningPlies is the maximum number of moves of a named opening, counting those of both sides.
const OpeningPlies = 20

// Openings returns the named openings of a rule set in file order, or nil if it has none. Each line of the
// file is a name, a colon and the moves in SAN; # starts a comment.
func Openings(r rules.Rules) ([]Opening, error) {
	text, ok := bundle.Read(r, bundle.Openings)
	if !ok {
		return nil, nil
	}
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, err
	}
	var all []Opening
	known := map[string]string{} // opening names by moves
	number := 0
	for line := range strings.Lines(text) {
		number++
		line, _, _ = strings.Cut(strings.TrimSpace(line), "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, moves, ok := strings.Cut(line, ":")
		o := Opening{Name: strings.TrimSpace(name)}
		if !ok || o.Name == "" || strings.TrimSpace(moves) == "" {
			return nil, fmt.Errorf("line %d: want a name, a colon and moves, got %q", number, line)
		}
		p := start
		for _, text := range strings.Fields(moves) {
			played, err := rules.Play(r, &p, text)
			if err != nil {
				return nil, fmt.Errorf("line %d, %s: %w", number, text, err)
			}
			o.Moves = append(o.Moves, r.Guide().FormatUCI(&p, played.Move))
			p = played.Next
		}
		key := strings.Join(o.Moves, " ")
		if other, twice := known[key]; twice {
			return nil, fmt.Errorf("line %d: %s and %s have the same moves", number, other, o.Name)
		}
		known[key] = o.Name
		all = append(all, o)
	}
	return all, nil
}
