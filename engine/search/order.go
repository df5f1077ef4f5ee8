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
	// follow is indexed by an earlier move's landing, then by this move's.
	follow [landings]landed
}

// landings is how many landings there are: pieces and destinations.
const landings = 16 * 64

// landed is what is known about moves by their landings.
type landed [landings]int16

// past is what history says about the quiet moves of one position.
type past struct {
	quiet  *[historySlots]int16
	follow [2]*landed // after the last move, and after the one before
}

// noPast stands for the moves before the root.
var noPast landed

// recall finds what history says about the quiet moves at ply.
func (w *worker) recall(ply int) past {
	h := past{quiet: &w.history.quiet[w.frames[ply].position.Side&1], follow: [2]*landed{&noPast, &noPast}}
	for i := range h.follow {
		if back := i + 1; ply >= back {
			h.follow[i] = &w.history.follow[w.frames[ply-back].landing]
		}
	}
	return h
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
		known := w.recall(ply)
		for j := i; j < f.list.Len(); j++ {
			f.scores[j] = int32(w.scoreOf(f, &known, f.list.At(j)))
		}
	}
	return f.pick(i)
}

// scoreOf gives a move its place in the order.
func (w *worker) scoreOf(f *frame, known *past, m board.Move) int {
	p := &f.position
	if tactical(p, m) {
		gain := 16*worth[p.Piece(m.To()).Role()&7] - worth[p.Piece(m.From()).Role()&7]/8
		if k := m.Promotion(); k != board.NoRole {
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
	// What history says of a quiet move, less what it gives away.
	at := landing(p, m)
	score := int(known.quiet[slotOf(m)]) + int(known.follow[0][at]) + int(known.follow[1][at])
	if c := w.s.traits.coster; c != nil {
		score -= 24 * c.Cost(p, m)
	}
	return score
}

// tactical reports whether a move captures or promotes, en passant aside.
func tactical(p *board.Position, m board.Move) bool {
	if m.Promotion() != board.NoRole {
		return true
	}
	return m.Form() == board.Step && p.Piece(m.To()) != board.NoPiece
}

// pick brings the best of the moves from i on to place i.
func (f *frame) pick(i int) board.Move {
	best, most := i, f.scores[i]
	for j, score := range f.scores[i:f.list.Len()] {
		if score > most {
			best, most = i+j, score
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
	known := w.recall(ply)
	known.learn(p, best, bonus)
	for _, m := range tried {
		if m != best {
			known.learn(p, m, -bonus)
		}
	}
}

// learn moves what history says of a quiet move.
func (known *past) learn(p *board.Position, m board.Move, bonus int) {
	nudge(&known.quiet[slotOf(m)], bonus)
	for _, follow := range known.follow {
		if follow != &noPast {
			nudge(&follow[landing(p, m)], bonus)
		}
	}
}

// nudge moves a value towards the bonus's sign, less the further it has gone.
func nudge(v *int16, bonus int) {
	old := int(*v)
	*v = int16(old + bonus - old*max(bonus, -bonus)/historyLimit)
}
