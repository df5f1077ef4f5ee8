package search

import "github.com/tainchess/tain/board"

// Moves are tried in this order: the table's, winning captures, killers, quiet
// moves by their history, losing captures.
const (
	firstOfAll   = 1 << 30
	goodCapture  = 1 << 26
	killerMove   = 1 << 25
	badCapture   = -1 << 26
	historyLimit = 1 << 14
)

// slots of the history of moves: origin and destination, apart for moves of
// whole boards.
const historySlots = 2 << 12

// history is what a worker has learnt about quiet moves.
type history struct {
	quiet [2][historySlots]int16
	// follow is indexed by an earlier move's piece and destination, then by
	// this move's.
	follow [16 * 64][16 * 64]int16
}

func slotOf(m board.Move) int {
	slot := int(m & (1<<12 - 1))
	if m.Form() >= board.BoardShift {
		slot |= 1 << 12
	}
	return slot
}

// landing identifies a piece and where it went.
func landing(p *board.Position, m board.Move) int {
	return int(p.Piece(m.From())&15)<<6 | int(m.To())
}

// lead brings a move to the front and reports whether it is there. A move that
// is not among those generated is not played.
func (f *frame) lead(first board.Move) bool {
	if first == board.NoMove {
		return false
	}
	for i, m := range f.list.All() {
		if m == first {
			f.list.Swap(0, i)
			f.scores[0] = firstOfAll
			return true
		}
	}
	return false
}

// next returns the i-th move to try. The others are not put in order before
// the one that leads has been tried: it is often the only one needed.
func (w *worker) next(ply, i int, led bool) board.Move {
	f := &w.frames[ply]
	if led && i == 0 {
		return f.list.At(0)
	}
	if !led && i == 0 || led && i == 1 {
		for j := i; j < f.list.Len(); j++ {
			f.scores[j] = int32(w.scoreOf(ply, &f.position, f.list.At(j)))
		}
	}
	return f.pick(i)
}

// scoreOf gives a move its place in the order.
func (w *worker) scoreOf(ply int, p *board.Position, m board.Move) int {
	f := &w.frames[ply]
	if tactical(p, m) {
		gain := 16*worth[p.Piece(m.To()).Kind()&7] - worth[p.Piece(m.From()).Kind()&7]/8
		if k := m.Promotion(); k != board.NoKind {
			gain += 16 * worth[k&7]
		}
		if w.gains(p, m, 0) {
			return goodCapture + gain
		}
		return badCapture + gain
	}
	switch m {
	case f.killers[0]:
		return killerMove + 1
	case f.killers[1]:
		return killerMove
	}
	return w.quietScore(ply, p, m)
}

// quietScore is what history says of a quiet move, less what it gives away.
func (w *worker) quietScore(ply int, p *board.Position, m board.Move) int {
	at := landing(p, m)
	score := int(w.history.quiet[p.Side&1][slotOf(m)])
	for _, back := range [...]int{1, 2} {
		if ply >= back {
			score += int(w.history.follow[w.frames[ply-back].landing][at])
		}
	}
	if c := w.s.traits.coster; c != nil {
		score -= 24 * c.Cost(p, m)
	}
	return score
}

// tactical reports whether a move captures or promotes, en passant aside.
func tactical(p *board.Position, m board.Move) bool {
	if m.Promotion() != board.NoKind {
		return true
	}
	return m.Form() == board.Step && p.Piece(m.To()) != board.NoPiece
}

// pick brings the best of the moves from i on to place i.
func (f *frame) pick(i int) board.Move {
	best := i
	for j := i + 1; j < f.list.Len(); j++ {
		if f.scores[j] > f.scores[best] {
			best = j
		}
	}
	if best != i {
		f.list.Swap(i, best)
		f.scores[i], f.scores[best] = f.scores[best], f.scores[i]
	}
	return f.list.At(i)
}

// reward teaches history that a quiet move refuted a position and that those
// tried before it did not.
func (w *worker) reward(ply, depth int, best board.Move, tried []board.Move) {
	f := &w.frames[ply]
	p := &f.position
	if f.killers[0] != best {
		f.killers[1], f.killers[0] = f.killers[0], best
	}
	bonus := min(32*depth*depth+16, 1800)
	w.learn(ply, p, best, bonus)
	for _, m := range tried {
		if m != best {
			w.learn(ply, p, m, -bonus)
		}
	}
}

func (w *worker) learn(ply int, p *board.Position, m board.Move, bonus int) {
	nudge(&w.history.quiet[p.Side&1][slotOf(m)], bonus)
	at := landing(p, m)
	for _, back := range [...]int{1, 2} {
		if ply >= back {
			nudge(&w.history.follow[w.frames[ply-back].landing][at], bonus)
		}
	}
}

// nudge moves a value towards the bonus's sign, less the further it has gone.
func nudge(v *int16, bonus int) {
	old := int(*v)
	*v = int16(old + bonus - old*max(bonus, -bonus)/historyLimit)
}
