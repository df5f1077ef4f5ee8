package fairy

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/betza"
)

// attacks holds the captures of a kind of one colour, or its en passant captures.
type attacks struct {
	leaps [64]board.Bitboard // landing squares of leaps, by origin
	from  [64]board.Bitboard // origins of leaps, by landing square
	lines bool               // whether the kind also has lines
	spans [64]span           // lines, by origin
	// origins holds the squares from which a line may reach a square, and ways holds for each origin and
	// landing square the index of the first way and the number of ways.
	origins [64]board.Bitboard
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

// way is one way in which a line reaches a square.
type way struct {
	path   board.Bitboard // squares before the landing square, and squares that must be empty
	last   board.Bitboard // the square directly before the landing square, if the line is a hopper's
	hurdle betza.Hurdle
}

// open reports whether the way is open, given the occupied squares.
func (w *way) open(occupied board.Bitboard) bool {
	held := occupied & w.path
	switch w.hurdle {
	case betza.NoHurdle:
		return held == 0
	case betza.Cannon:
		return held != 0 && !held.Many()
	default:
		return held == w.last
	}
}

// attackers returns the given pieces that attack a square. All of them must be of the kind that a describes.
func (r *Rules) attackers(a *attacks, s board.Square, pieces, occupied board.Bitboard) board.Bitboard {
	found := a.from[s&63] & pieces
	if a.lines {
		for some := a.origins[s&63] & pieces; some != 0; {
			o := some.Pop()
			if r.sees(a, o, s, occupied) {
				found |= o.Bit()
			}
		}
	}
	return found
}

// sees reports whether a line from a square reaches another square.
func (r *Rules) sees(a *attacks, from, to board.Square, occupied board.Bitboard) bool {
	at := a.ways[from&63][to&63]
	if at == manyWays {
		return r.slides.walkAll(a.walks[from&63], occupied).Has(to)
	}
	for i, n := at>>wayBits, at&(1<<wayBits-1); n > 0; i, n = i+1, n-1 {
		if r.ways[i].open(occupied) {
			return true
		}
	}
	return false
}

// eachWay calls visit with each way from a square to another.
func (r *Rules) eachWay(a *attacks, from, to board.Square, visit func(w *way)) {
	at := a.ways[from&63][to&63]
	if at != manyWays {
		for i, n := at>>wayBits, at&(1<<wayBits-1); n > 0; i, n = i+1, n-1 {
			visit(&r.ways[i])
		}
		return
	}
	t := &r.slides
	for i := a.walks[from&63].from; i < a.walks[from&63].to; i++ {
		w := &t.walks[i]
		one := way{hurdle: w.hurdle}
		for n, s := range t.steps[w.first:w.end] {
			if w.empty >= 0 {
				one.path |= t.empty[int(w.empty)+n]
			}
			if s == to && (w.hurdle == betza.NoHurdle || n > 0) {
				visit(&one)
			}
			one.path, one.last = one.path|s.Bit(), s.Bit()
		}
	}
}

// attacked reports whether a side attacks a square with the given pieces, which must be its own.
func (r *Rules) attacked(p *board.Position, s board.Square, by board.Colour, pieces, occupied board.Bitboard) bool {
	men := &r.men[by&1]
	near := r.near[by&1][s&63] & pieces
	if near == 0 {
		return false
	}
	for _, k := range r.orthodox {
		m := men[k]
		some := near & p.ByRole(board.Role(k))
		if some&m.takes.from[s&63] != 0 {
			return true
		}
		if m.takes.lines {
			for some &= m.takes.origins[s&63]; some != 0; {
				if r.sees(&m.takes, some.Pop(), s, occupied) {
					return true
				}
			}
		}
	}
	for some := near & p.ByFurther(); some != 0; {
		o := some.Pop()
		a := &men[index(p.Piece(o))].takes
		if a.from[s&63].Has(o) || a.lines && a.origins[s&63].Has(o) && r.sees(a, o, s, occupied) {
			return true
		}
	}
	return false
}

// Attackers returns the squares of the pieces of a side that attack s, given the occupied squares.
func (r *Rules) Attackers(p *board.Position, s board.Square, by board.Colour, occupied board.Bitboard) (found board.Bitboard) {
	men := &r.men[by&1]
	for near := r.near[by&1][s&63] & p.ByColour(by) & occupied; near != 0; {
		o := near.Pop()
		a := &men[index(p.Piece(o))].takes
		if a.from[s&63].Has(o) || a.lines && a.origins[s&63].Has(o) && r.sees(a, o, s, occupied) {
			found |= o.Bit()
		}
	}
	return found
}

// royals returns the royal pieces of a side.
func (r *Rules) royals(p *board.Position, side board.Colour) (all board.Bitboard) {
	own := p.ByColour(side)
	for _, k := range r.royalRoles {
		all |= own & p.ByRole(k)
	}
	return all
}

// Kings returns the royal pieces of a side and those that are attacked.
func (r *Rules) Kings(p *board.Position, side board.Colour) (all, attacked board.Bitboard) {
	all = r.royals(p, side)
	enemy, occupied := p.ByColour(side.Other()), p.Occupied()
	for kings := all; kings != 0; {
		k := kings.Pop()
		if r.attacked(p, k, side.Other(), enemy, occupied) {
			attacked |= k.Bit()
		}
	}
	return all, attacked
}

// inCheck reports whether any royal piece of a side is attacked.
func (r *Rules) inCheck(p *board.Position, side board.Colour) bool {
	enemy, occupied := p.ByColour(side.Other()), p.Occupied()
	for kings := r.royals(p, side); kings != 0; {
		if r.attacked(p, kings.Pop(), side.Other(), enemy, occupied) {
			return true
		}
	}
	return false
}

// addWays fills the reverse tables from the lines of each square.
func (a *attacks) addWays(r *Rules, from board.Square, lines []line) {
	walked := len(r.ways) > maxWays
	if walked {
		a.walks[from&63] = r.slides.walk(lines)
	}
	var all [64][]way
	for _, l := range lines {
		path, last := board.Bitboard(0), board.Bitboard(0)
		for i, at := range l.leaps {
			path |= at.empty
			if l.hurdle == betza.NoHurdle || i > 0 {
				all[at.to&63] = append(all[at.to&63], way{path, last, l.hurdle})
				a.origins[at.to&63] |= from.Bit()
			}
			path, last = path|at.to.Bit(), at.to.Bit()
		}
	}
	for to, some := range all {
		switch {
		case len(some) == 0:
		case walked || len(some) >= 1<<wayBits:
			if !walked {
				a.walks[from&63], walked = r.slides.walk(lines), true
			}
			a.ways[from&63][to] = manyWays
		default:
			a.ways[from&63][to] = wayRange(len(r.ways)<<wayBits | len(some))
			r.ways = append(r.ways, some...)
		}
	}
}
