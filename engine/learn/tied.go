package learn

import "github.com/tainchess/tain/engine/eval"

// tiedGroups represents groups of tied terms as additional terms. Each group has a weight that counts
// whenever a member counts, so the effective weight of a member is its own weight plus those of its groups.
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

// addGroups adds the counts of the groups to the samples. If the members of a group share one parameter, it
// removes their own counts.
func (g tiedGroups) addGroups(samples []Sample) {
	if len(g.Groups) == 0 {
		return
	}
	sums := make([]int16, len(g.Groups))
	for i := range samples {
		s := &samples[i]
		counts := make([]count, 0, len(s.counts)+8)
		for _, c := range s.counts {
			for _, group := range g.groupsOf[c.term] {
				sums[group] += c.n
			}
			if !g.Same || len(g.groupsOf[c.term]) == 0 {
				counts = append(counts, c)
			}
		}
		for group, n := range sums {
			if n != 0 {
				counts = append(counts, count{uint16(g.terms + group), n})
			}
		}
		clear(sums)
		s.counts = counts
	}
}

// initial returns the initial weights, including those of the groups. The weight of a group is zero or, if
// its members share one parameter, their mean.
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

// distribute adds the weight of each group to its members and returns the weights of the members.
func (g tiedGroups) distribute(w []eval.Score) []eval.Score {
	for term, groups := range g.groupsOf {
		for _, group := range groups {
			w[term].MG += w[g.terms+group].MG
			w[term].EG += w[g.terms+group].EG
		}
	}
	return w[:g.terms]
}
