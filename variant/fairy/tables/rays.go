package tables

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/grid"
)

// Rays holds the moves of a kind of one colour on a wide board. Lines are walked instead of looked up.
type Rays struct {
	rays []ray
	// quiets and takes hold the landing squares of leaps that no piece can block, by origin. They are nil if there are
	// none, and rays then has all lines.
	quiets, takes []board.Set
	walked        bool
	// Origins holds, by square, the squares from which the kind could capture there, depending on the occupied
	// squares.
	Origins []board.Set
	// Leaps is true if no piece can block or enable a capture. Pieces on the squares in Origins then always
	// attack.
	Leaps bool
	// Same is true if moves without capture and captures have the same squares, and no line has a hurdle or may be
	// lame. [Rays.Reach] then finds both.
	Same bool
}

// ray is a line from every square.
type ray struct {
	grid.Ray
	most        int // maximum number of leaps
	hurdle      betza.Hurdle
	quiet, take bool
	from        *board.Set // squares from which the line exists, or nil for all
}

// NewRays returns the moves of a kind that cannot move yet. If walked is true, leaps are walked too, so that
// [Rays.SeesOver] knows whether they cross the seam.
func NewRays(squares int, walked bool) *Rays {
	return &Rays{Origins: make([]board.Set, squares), Leaps: true, Same: true, walked: walked}
}

// Add adds the lines of an atom, for moves without capture, captures or both. From holds the squares from which the
// lines exist, or is nil for all squares. Call [Rays.Finish] at the end.
func (m *Rays) Add(a *betza.Atom, rays []grid.Ray, quiet, take bool, from *board.Set) {
	for _, one := range rays {
		r := ray{Ray: one, most: a.Range, hurdle: a.Hurdle, quiet: quiet, take: take, from: from}
		if a.Range == betza.Unlimited {
			r.most = board.MaxSquares
		}
		if !m.walked && a.Range == 1 && one.Empty == nil && a.Hurdle == betza.NoHurdle {
			m.addLeaps(&r)
		} else {
			m.rays = append(m.rays, r)
		}
		m.Same = m.Same && quiet && take && one.Empty == nil && a.Hurdle == betza.NoHurdle
		m.Leaps = m.Leaps && (!take || a.Range == 1 && one.Empty == nil && a.Hurdle == betza.NoHurdle)
	}
}

// addLeaps adds a ray of one leap that no piece can block.
func (m *Rays) addLeaps(r *ray) {
	squares := len(m.Origins)
	if r.quiet && m.quiets == nil {
		m.quiets = make([]board.Set, squares)
	}
	if r.take && m.takes == nil {
		m.takes = make([]board.Set, squares)
	}
	for s := range squares {
		at, n := r.start(board.Square(s))
		if n == 0 {
			continue
		}
		to := board.Square(r.Next[at].Square())
		if r.quiet {
			m.quiets[s].Add(to)
		}
		if r.take {
			m.takes[s].Add(to)
		}
	}
}

// Finish fills in Origins.
func (m *Rays) Finish() {
	for s := range m.takes {
		for to := range m.takes[s].All() {
			m.Origins[to].Add(board.Square(s))
		}
	}
	for s := range m.Origins {
		for i := range m.rays {
			r := &m.rays[i]
			at, n := r.start(board.Square(s))
			for first := true; r.take && n > 0; n-- {
				at = r.Next[at]
				if r.hurdle == betza.NoHurdle || !first {
					m.Origins[at.Square()].Add(board.Square(s))
				}
				first = false
			}
		}
	}
}

// start returns the state in which the ray starts from a square, and the number of its leaps.
func (r *ray) start(s board.Square) (at grid.State, leaps int) {
	if r.from != nil && !r.from.Has(s) {
		return 0, 0
	}
	at = r.Start(grid.Square(s))
	return at, min(r.most, int(r.Leaps[at]))
}

// lame reports whether a piece blocks the next leap because it is on a square that the leap passes over.
func (r *ray) lame(at grid.State, occupied *board.Set) bool {
	if r.Empty == nil {
		return false
	}
	two := r.Empty[at]
	return occupied.Has(board.Square(two[0])) || occupied.Has(board.Square(two[1]))
}

// Moves adds the squares that the kind reaches from a square, given the occupied squares, to quiet and take. They
// include the square of the piece that stops a line.
func (m *Rays) Moves(s board.Square, occupied, quiet, take *board.Set) {
	if m.quiets != nil {
		*quiet = quiet.Or(m.quiets[s])
	}
	if m.takes != nil {
		*take = take.Or(m.takes[s])
	}
	for i := range m.rays {
		r := &m.rays[i]
		at, n := r.start(s)
		hurdles := 0
		for ; n > 0; n-- {
			if r.lame(at, occupied) {
				break
			}
			at = r.Next[at]
			to := board.Square(at.Square())
			word, bit := to>>6&3, uint64(1)<<(to&63)
			free := occupied[word]&bit == 0
			if r.hurdle == betza.NoHurdle || hurdles == 1 {
				if r.quiet {
					quiet[word] |= bit
				}
				if r.take {
					take[word] |= bit
				}
				if !free || r.hurdle == betza.Hopper {
					break
				}
			} else if !free {
				hurdles++
			}
		}
	}
}

// Reach returns the squares that a kind with Same reaches from a square. They include the square of the piece that stops
// a line.
func (m *Rays) Reach(s board.Square, occupied *board.Set) (all board.Set) {
	if m.takes != nil {
		all = m.takes[s]
	}
	for i := range m.rays {
		r := &m.rays[i]
		at, n := r.start(s)
		for next := r.Next; n > 0; n-- {
			at = next[at]
			to := at.Square()
			word, bit := to>>6&3, uint64(1)<<(to&63)
			if all[word] |= bit; occupied[word]&bit != 0 {
				break
			}
		}
	}
	return all
}

// Sees reports whether the kind captures from a square on another, given the occupied squares.
func (m *Rays) Sees(from, to board.Square, occupied *board.Set) bool {
	if !m.Origins[to].Has(from) {
		return false
	}
	plain, over := m.sees(from, to, occupied)
	return plain || over
}

// SeesOver is like Sees, and reports separately whether a line does so without crossing the seam, and whether one
// does so after crossing it.
func (m *Rays) SeesOver(from, to board.Square, occupied *board.Set) (plain, over bool) {
	if !m.Origins[to].Has(from) {
		return false, false
	}
	return m.sees(from, to, occupied)
}

func (m *Rays) sees(from, to board.Square, occupied *board.Set) (plain, over bool) {
	plain = m.takes != nil && m.takes[from].Has(to)
	for i := range m.rays {
		r := &m.rays[i]
		if !r.take {
			continue
		}
		at, n := r.start(from)
		hurdles := 0
		for ; n > 0; n-- {
			if r.lame(at, occupied) {
				break
			}
			at = r.Next[at]
			here := board.Square(at.Square())
			lands := r.hurdle == betza.NoHurdle || hurdles == 1
			if here == to {
				plain = plain || lands && !at.Seam()
				over = over || lands && at.Seam()
				break // a line visits each square once
			}
			if free := !occupied.Has(here); lands && (!free || r.hurdle == betza.Hopper) {
				break
			} else if !free {
				hurdles++
			}
		}
	}
	return plain, over
}

// Inspect examines the lines of captures without a hurdle from a square to another. It returns the number of lines that
// are open, and the squares of pieces that alone block a line.
func (m *Rays) Inspect(from, to board.Square, occupied *board.Set) (open int, alone board.Set) {
	if m.takes != nil && m.takes[from].Has(to) {
		open++
	}
	for i := range m.rays {
		r := &m.rays[i]
		if !r.take || r.hurdle != betza.NoHurdle {
			continue
		}
		at, n := r.start(from)
		held, blocker := 0, board.NoSquare
		for ; n > 0; n-- {
			if r.Empty != nil {
				for _, s := range r.Empty[at] {
					if s := board.Square(s); s != blocker && occupied.Has(s) {
						held++
						blocker = s
					}
				}
			}
			at = r.Next[at]
			here := board.Square(at.Square())
			if here == to {
				if held == 0 {
					open++
				} else if held == 1 {
					alone.Add(blocker)
				}
				break
			}
			if here != blocker && occupied[here>>6&3]>>(here&63)&1 != 0 {
				held++
				blocker = here
			}
			if held > 1 {
				break
			}
		}
	}
	return open, alone
}

// Paths calls visit with the squares that must be empty for each line of captures without a hurdle from a square to
// another.
func (m *Rays) Paths(from, to board.Square, visit func(path *board.Set)) {
	if m.takes != nil && m.takes[from].Has(to) {
		visit(new(board.Set))
	}
	for i := range m.rays {
		r := &m.rays[i]
		if !r.take || r.hurdle != betza.NoHurdle {
			continue
		}
		at, n := r.start(from)
		var path board.Set
		for ; n > 0; n-- {
			if r.Empty != nil {
				for _, s := range r.Empty[at] {
					if s != grid.NoEmpty {
						path.Add(board.Square(s))
					}
				}
			}
			at = r.Next[at]
			here := board.Square(at.Square())
			if here == to {
				visit(&path)
				break
			}
			path.Add(here)
		}
	}
}

// Hurdles reports whether the kind captures along lines with a hurdle.
func (m *Rays) Hurdles() bool {
	for i := range m.rays {
		if m.rays[i].take && m.rays[i].hurdle != betza.NoHurdle {
			return true
		}
	}
	return false
}

// Size returns the approximate memory in bytes, without the graphs.
func (m *Rays) Size() int { return (len(m.Origins)+len(m.quiets)+len(m.takes))*32 + len(m.rays)*64 }
