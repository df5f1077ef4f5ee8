package search

import "slices"

// A search leaves out what looks hopeless, and with it now and then the quiet
// first move of a mate. Who asks for a mate in a few moves wants to know for
// certain: this looks at everything, and at nothing but mates.

// provable is the longest mate, in moves, that is looked for in this way: each
// more multiplies the work by the number of moves there are.
const provable = 4

// prove looks for the shortest mate within the limit and makes it the best line.
// It reports whether there is nothing more to find: there is such a mate, or
// there is none.
func (w *worker) prove(report func(Report)) (known bool) {
	for n := 1; n <= w.s.limits.Mate; n++ {
		if w.forces(0, n) {
			mate := w.report(1, Mate-2*n+1)
			others := slices.DeleteFunc(w.best, func(r Report) bool { return r.PV[0] == mate.PV[0] })
			w.best = append([]Report{mate}, others...)[:len(w.best)]
			if report != nil {
				report(mate)
			}
			return true
		}
		if w.s.stop.Load() {
			return false
		}
	}
	return true
}

// forces reports whether the side to move at ply mates in at most n moves, and
// keeps a line that does.
func (w *worker) forces(ply, n int) bool {
	f := &w.frames[ply]
	f.list.Reset()
	if ply == 0 {
		for _, m := range w.roots {
			f.list.Add(m)
		}
	} else {
		w.s.rules.PseudoLegal(&f.position, &f.list)
	}
	for i := range f.list.Len() {
		m := w.next(ply, i, false)
		next := &w.frames[ply+1]
		if w.stopped() || !w.s.rules.Apply(&f.position, m, &next.position) {
			continue
		}
		f.move, f.landing = m, landing(&f.position, m)
		if !w.resists(ply+1, n-1) && !w.s.stop.Load() {
			f.pv = append(append(f.pv[:0], m), next.pv...)
			return true
		}
	}
	return false
}

// resists reports whether the side to move at ply is not mated in n more moves
// of the other side, whatever that plays. Draws are those of the whole search: a
// position that has come up before is one.
func (w *worker) resists(ply, n int) bool {
	f := &w.frames[ply]
	f.pv = f.pv[:0]
	w.count(ply)
	_, attacked := w.s.rules.Kings(&f.position, f.position.Side)
	if n == 0 && attacked == 0 || w.drawn(ply) {
		return true
	}
	f.list.Reset()
	w.s.rules.PseudoLegal(&f.position, &f.list)
	legal := 0
	for i := range f.list.Len() {
		m := w.next(ply, i, false)
		next := &w.frames[ply+1]
		if !w.s.rules.Apply(&f.position, m, &next.position) {
			continue
		}
		legal++
		f.move, f.landing = m, landing(&f.position, m)
		if n == 0 || w.drawn(ply+1) || !w.forces(ply+1, n) {
			return true
		}
		f.pv = append(append(f.pv[:0], m), next.pv...)
	}
	return legal == 0 && attacked == 0 // stalemate
}
