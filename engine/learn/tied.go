package learn

import "github.com/tainchess/tain/engine/eval"

// tiedGroups represents groups of tied parameters as additional terms: each
// group has a weight that counts whenever a member does, so that the effective
// weight of a member is the sum of its own and its groups'.
type tiedGroups struct {
	eval.Tied
	terms    int
	groupsOf [][]int // groups by term
}

func newTiedGroups(k eval.Tied, terms int) tiedGroups {
	g := tiedGroups{Tied: k, terms: terms, groupsOf: make([][]int, terms)}
	for i, group := range k.Groups {
		for _, term := range group {
			g.groupsOf[term] = append(g.groupsOf[term], i)
		}
	}
	return g
}

// addGroups adds counts for the groups to the samples. If members are the same
// parameter, their own counts are removed.
func (g tiedGroups) addGroups(samples []Sample) {
	if len(g.Groups) == 0 {
		return
	}
	sums := make([]int16, len(g.Groups))
	for i := range samples {
		s := &samples[i]
		kept := make([]count, 0, len(s.counts)+8)
		for _, c := range s.counts {
			for _, group := range g.groupsOf[c.term] {
				sums[group] += c.n
			}
			if !g.Same || len(g.groupsOf[c.term]) == 0 {
				kept = append(kept, c)
			}
		}
		for group, n := range sums {
			if n != 0 {
				kept = append(kept, count{uint16(g.terms + group), n})
			}
		}
		clear(sums)
		s.counts = kept
	}
}

// initial returns the initial weights including the groups': zero, or the
// members' mean if they are the same parameter.
func (g tiedGroups) initial(from []eval.Score) []eval.Score {
	w := make([]eval.Score, g.terms+len(g.Groups))
	copy(w, from)
	if !g.Same {
		return w
	}
	for i, group := range g.Groups {
		mean := &w[g.terms+i]
		for _, term := range group {
			mean.MG += from[term].MG / float32(len(group))
			mean.EG += from[term].EG / float32(len(group))
			w[term] = eval.Score{}
		}
	}
	return w
}

// distribute adds the weights of the groups to their members.
func (g tiedGroups) distribute(w []eval.Score) []eval.Score {
	for term, groups := range g.groupsOf {
		for _, group := range groups {
			w[term].MG += w[g.terms+group].MG
			w[term].EG += w[g.terms+group].EG
		}
	}
	return w[:g.terms]
}
