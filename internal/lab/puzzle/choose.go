package puzzle

import (
	"cmp"
	"slices"
)

// Shares of a choice that may be of the simplest sorts: there are always more of
// them than anybody wants.
const (
	shareMateInOne = 0.15
	shareOneMove   = 0.25 // gains by a single move
)

// Choose takes the first puzzles, at most so many, without doubles and with no
// more than a share of the simplest ones, and puts them in the order of their
// ratings. To fill up it takes more of the simplest if there are too few others.
func Choose(all []Puzzle, most int, fill bool) []Puzzle {
	var chosen, spare []Puzzle
	seen, simple := map[string]bool{}, map[string]int{}
	for _, z := range all {
		if len(chosen) == most {
			break
		}
		if seen[z.ID] {
			continue
		}
		seen[z.ID] = true
		if share, ok := simpleShare(&z); ok {
			if float64(simple[z.Tags[0]]+1) > share*float64(most) {
				spare = append(spare, z)
				continue
			}
			simple[z.Tags[0]]++
		}
		chosen = append(chosen, z)
	}
	if fill {
		chosen = append(chosen, spare[:min(len(spare), most-len(chosen))]...)
	}
	slices.SortStableFunc(chosen, func(a, b Puzzle) int {
		return cmp.Or(a.Rating-b.Rating, cmp.Compare(a.ID, b.ID))
	})
	return chosen
}

// simpleShare is the share that puzzles of one move may have.
func simpleShare(z *Puzzle) (float64, bool) {
	switch {
	case len(z.Moves) > 1:
		return 0, false
	case z.Tags[0] == goalMaterial:
		return shareOneMove, true
	}
	return shareMateInOne, true
}
