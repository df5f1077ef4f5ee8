package grid

import (
	"slices"

	"github.com/tainchess/tain/variant/betza"
)

// Leap is one leap of a line.
type Leap struct {
	To Square
	// Empty lists the squares that a lame leap needs to be empty.
	Empty []Square
	// Seam is true if the line has crossed the seam, and Copy counts the crossings, positive to the right.
	Seam bool
	Copy int
}

// Line lists the leaps that a piece can make in succession on an empty board.
type Line []Leap

// Lines returns the lines of an atom from a square, without duplicates. If turned is true, the piece is
// Black's and its directions are rotated by 180°. A line ends before its origin and before a square that it
// has already visited. The atom's mode, hurdle and initial flag do not matter.
func (b *Board) Lines(a *betza.Atom, from Square, turned bool, c Crossing) (all []Line) {
	for _, h := range a.Headings {
		if turned {
			h = h.Turned()
		}
		for _, way := range ways(a, h) {
			w := b.start(from, h)
			line := b.follow(a, w, func(w *walker) (Leap, bool) { return b.leap(a, w, way, c) })
			if len(line) > 0 && !slices.ContainsFunc(all, func(other Line) bool { return same(line, other) }) {
				all = append(all, line)
			}
		}
	}
	return all
}

// same reports whether two lines visit the same squares under the same conditions.
func same(a, b Line) bool {
	return slices.EqualFunc(a, b, func(x, y Leap) bool {
		return x.To == y.To && x.Seam == y.Seam && slices.Equal(x.Empty, y.Empty)
	})
}

// follow makes leaps until the line ends.
func (b *Board) follow(a *betza.Atom, w walker, leap func(w *walker) (Leap, bool)) (line Line) {
	var visited [MaxSquares / 64]uint64
	visit := func(s Square) (again bool) {
		bit := uint64(1) << (s & 63)
		again = visited[s>>6]&bit != 0
		visited[s>>6] |= bit
		return again
	}
	visit(b.square(&w))
	for n := 0; a.Range == betza.Unlimited || n < a.Range; n++ {
		l, ok := leap(&w)
		if !ok || visit(l.To) {
			break
		}
		line = append(line, l)
	}
	return line
}

// way defines the order of the steps of a leap: the axis of the first steps, and the number of steps along each
// axis. Diagonal and straight leaps have only whole steps.
type way struct {
	whole       int  // number of steps in the direction of the heading
	first, then int  // number of steps along the first and the second axis
	upright     bool // the first axis is upright
	longUpright bool // the long axis is upright
}

// ways returns the ways of a leap with a heading. A leap such as the knight's has two: the long part first,
// then the short part first.
func ways(a *betza.Atom, h Heading) []way {
	if a.Short == 0 || a.Short == a.Long {
		return []way{{whole: a.Long}}
	}
	long := max(h.Y, -h.Y) == a.Long
	return []way{
		{first: a.Long, then: a.Short, upright: long, longUpright: long},
		{first: a.Short, then: a.Long, upright: !long, longUpright: long},
	}
}

// leap makes one leap. It returns false if the leap leads nowhere.
func (b *Board) leap(a *betza.Atom, w *walker, by way, c Crossing) (Leap, bool) {
	var empty []Square
	switch {
	case a.Long == 1 && a.Rides() && b.Seam == Hop && c.Seam:
		if !b.hop(w) {
			return Leap{}, false
		}
	case a.Long == 1:
		if !b.linked(w, c) {
			return Leap{}, false
		}
	case by.whole > 0:
		for n := range by.whole {
			if n > 0 && a.Lame && b.Exists(b.square(w)) {
				empty = append(empty, b.square(w))
			}
			if !b.move(w, c) {
				return Leap{}, false
			}
		}
	default:
		if a.Lame {
			ahead := *w
			if !b.along(&ahead, by.longUpright, 1, c) {
				return Leap{}, false
			}
			if s := b.square(&ahead); b.Exists(s) {
				empty = append(empty, s)
			}
		}
		if !b.along(w, by.upright, by.first, c) || !b.along(w, !by.upright, by.then, c) {
			return Leap{}, false
		}
	}
	to := b.square(w)
	return Leap{To: to, Empty: empty, Seam: w.seam, Copy: w.copy}, b.Exists(to)
}

// along takes steps along one axis.
func (b *Board) along(w *walker, upright bool, steps int, c Crossing) bool {
	for range steps {
		if upright && !b.upright(w, c) || !upright && !b.sideways(w, c) {
			return false
		}
	}
	return true
}

// hop takes a step of a rider that hops. At the left or right edge, it goes to the same rank of the
// opposite edge, at most once per line.
func (b *Board) hop(w *walker) bool {
	if next := w.file + w.x; next < 0 || next >= b.Files {
		if w.seam {
			return false
		}
		w.file -= w.x * (b.Files - 1)
		w.copy += w.x
		w.seam = true
		return true
	}
	w.file += w.x
	w.rank += w.y
	return w.rank >= 0 && w.rank < b.Ranks
}
