package tables

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/betza"
)

// Attacks holds the captures of a kind of one colour, or its en passant captures.
type Attacks struct {
	Leaps [64]board.Bitboard // landing squares of leaps, by origin
	From  [64]board.Bitboard // origins of leaps, by landing square
	Lined bool               // whether the kind also has lines
	spans [64]span           // lines, by origin
	// Origins holds the squares from which a line may reach a square, and ways holds for each origin and
	// landing square the index of the first way and the number of ways.
	Origins [64]board.Bitboard
	ways    [64][64]wayRange
	walks   [64]span // by origin, walks instead of ways if there are too many ways
}

// wayRange is a range in the list of ways: the index of the first way, shifted left by wayBits, plus the number
// of ways.
type wayRange uint32

const (
	wayBits  = 8            // bits for the number of ways
	manyWays = ^wayRange(0) // too many ways to list, so the lines must be walked
)

// Way is one way in which a line reaches a square.
type Way struct {
	Path   board.Bitboard // squares before the landing square, and squares that must be empty
	Last   board.Bitboard // the square directly before the landing square; only hoppers need it
	Hurdle betza.Hurdle
}

// open reports whether the way is open, given the occupied squares.
func (w *Way) open(occupied board.Bitboard) bool {
	held := occupied & w.Path
	switch w.Hurdle {
	case betza.NoHurdle:
		return held == 0
	case betza.Cannon:
		return held != 0 && !held.Many()
	default:
		return held == w.Last
	}
}

// Attackers returns the given pieces that attack a square. All of them must be of the kind that a describes.
func (t *Tables) Attackers(a *Attacks, s board.Square, pieces, occupied board.Bitboard) board.Bitboard {
	found := a.From[s&63] & pieces
	if a.Lined {
		for some := a.Origins[s&63] & pieces; some != 0; {
			o := some.Pop()
			if t.Sees(a, o, s, occupied) {
				found |= o.Bit()
			}
		}
	}
	return found
}

// Sees reports whether a line from a square reaches another square.
func (t *Tables) Sees(a *Attacks, from, to board.Square, occupied board.Bitboard) bool {
	ways, ok := t.Ways(a, from, to)
	if !ok {
		return t.walkAll(a.walks[from&63], occupied).Has(to)
	}
	for i := range ways {
		if ways[i].open(occupied) {
			return true
		}
	}
	return false
}

// Ways returns the ways from a square to another. It returns false if there are too many to list; [Tables.WalkWays]
// then finds them.
func (t *Tables) Ways(a *Attacks, from, to board.Square) ([]Way, bool) {
	at := a.ways[from&63][to&63]
	if at == manyWays {
		return nil, false
	}
	first, n := at>>wayBits, at&(1<<wayBits-1)
	return t.ways[first : first+n], true
}

// WalkWays calls visit with each way from a square to another if [Tables.Ways] does not list them.
func (t *Tables) WalkWays(a *Attacks, from, to board.Square, visit func(w *Way)) {
	for i := a.walks[from&63].from; i < a.walks[from&63].to; i++ {
		w := &t.walks[i]
		one := Way{Hurdle: w.hurdle}
		for n, s := range t.steps[w.first:w.end] {
			if w.empty >= 0 {
				one.Path |= t.empty[int(w.empty)+n]
			}
			if s == to && n >= int(w.passed) && (w.hurdle == betza.NoHurdle || n > 0) {
				visit(&one)
			}
			one.Path, one.Last = one.Path|s.Bit(), s.Bit()
		}
	}
}

// AddTakes adds the lines from a square to the captures. Leaps that nothing can block are stored separately.
func (t *Tables) AddTakes(a *Attacks, s board.Square, lines []Line) {
	var rest []Line
	a.Leaps[s], rest = split(lines)
	for leaps := a.Leaps[s]; leaps != 0; {
		a.From[leaps.Pop()&63] |= s.Bit()
	}
	if len(rest) > 0 {
		a.Lined = true
		a.spans[s] = t.add(rest)
		t.addWays(a, s, rest)
	}
}

// split separates leaps that nothing can block from lines.
func split(lines []Line) (leaps board.Bitboard, rest []Line) {
	for _, l := range lines {
		switch {
		case len(l.Leaps) == 0 || l.Hurdle != betza.NoHurdle && len(l.Leaps) == 1:
		case len(l.Leaps) == 1 && l.Leaps[0].Empty.Empty():
			leaps |= l.Leaps[0].To.Bit()
		default:
			rest = append(rest, l)
		}
	}
	return leaps, rest
}

// addWays adds the lines from a square to the reverse tables.
func (t *Tables) addWays(a *Attacks, from board.Square, lines []Line) {
	walked := len(t.ways) > maxWays
	if walked {
		a.walks[from&63] = t.walk(lines)
	}
	var all [64][]Way
	for _, l := range lines {
		t.Hurdles = t.Hurdles || l.Hurdle != betza.NoHurdle
		path, last := board.Bitboard(0), board.Bitboard(0)
		for i, at := range l.Leaps {
			path |= at.Empty.Bitboard()
			if i >= l.Passed && (l.Hurdle == betza.NoHurdle || i > 0) {
				all[at.To&63] = append(all[at.To&63], Way{path, last, l.Hurdle})
				a.Origins[at.To&63] |= from.Bit()
			}
			path, last = path|at.To.Bit(), at.To.Bit()
		}
	}
	for to, some := range all {
		switch {
		case len(some) == 0:
		case walked || len(some) >= 1<<wayBits:
			if !walked {
				a.walks[from&63], walked = t.walk(lines), true
			}
			a.ways[from&63][to] = manyWays
		default:
			a.ways[from&63][to] = wayRange(len(t.ways)<<wayBits | len(some))
			t.ways = append(t.ways, some...)
		}
	}
}
