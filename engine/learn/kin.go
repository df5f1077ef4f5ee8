package learn

import "github.com/tainchess/tain/engine/eval"

// families are the groups of a [eval.Tied] as further terms: each has a weight
// that counts whenever a member does, so that a member's whole weight is its
// own and its families'.
type families struct {
	eval.Tied
	terms int
	of    [][]int // by term: its families
}

func newFamilies(k eval.Tied, terms int) families {
	f := families{Tied: k, terms: terms, of: make([][]int, terms)}
	for i, group := range k.Groups {
		for _, term := range group {
			f.of[term] = append(f.of[term], i)
		}
	}
	return f
}

// share counts each family as often as its members. Members that are all the
// same are counted no more themselves.
func (f families) share(samples []Sample) {
	if len(f.Groups) == 0 {
		return
	}
	sums := make([]int16, len(f.Groups))
	for i := range samples {
		s := &samples[i]
		kept := make([]count, 0, len(s.counts)+8)
		for _, c := range s.counts {
			for _, family := range f.of[c.term] {
				sums[family] += c.n
			}
			if !f.Same || len(f.of[c.term]) == 0 {
				kept = append(kept, c)
			}
		}
		for family, n := range sums {
			if n != 0 {
				kept = append(kept, count{uint16(f.terms + family), n})
			}
		}
		clear(sums)
		s.counts = kept
	}
}

// begin adds the families' weights to those that learning begins with: nothing,
// or the members' mean where they are all the same.
func (f families) begin(from []eval.Score) []eval.Score {
	w := make([]eval.Score, f.terms+len(f.Groups))
	copy(w, from)
	if !f.Same {
		return w
	}
	for i, group := range f.Groups {
		mean := &w[f.terms+i]
		for _, term := range group {
			mean.MG += from[term].MG / float32(len(group))
			mean.EG += from[term].EG / float32(len(group))
			w[term] = eval.Score{}
		}
	}
	return w
}

// fold gives the families' weights to their members.
func (f families) fold(w []eval.Score) []eval.Score {
	for term, families := range f.of {
		for _, family := range families {
			w[term].MG += w[f.terms+family].MG
			w[term].EG += w[f.terms+family].EG
		}
	}
	return w[:f.terms]
}
