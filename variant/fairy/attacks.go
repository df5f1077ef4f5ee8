package fairy

import (
	"github.com/tainchess/tain/board"
)

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
		if some&m.Takes.From[s&63] != 0 {
			return true
		}
		if m.Takes.Lined {
			for some &= m.Takes.Origins[s&63]; some != 0; {
				if r.tables.Sees(&m.Takes, some.Pop(), s, occupied) {
					return true
				}
			}
		}
	}
	for some := near & p.ByFurther(); some != 0; {
		o := some.Pop()
		a := &men[index(p.Piece(o))].Takes
		if a.From[s&63].Has(o) || a.Lined && a.Origins[s&63].Has(o) && r.tables.Sees(a, o, s, occupied) {
			return true
		}
	}
	return false
}

// attackers is Attackers on a board with bitboards.
func (r *Rules) attackers(p *board.Position, s board.Square, by board.Colour, occupied board.Bitboard) (found board.Bitboard) {
	men := &r.men[by&1]
	for near := r.near[by&1][s&63] & p.ByColour(by) & occupied; near != 0; {
		o := near.Pop()
		a := &men[index(p.Piece(o))].Takes
		if a.From[s&63].Has(o) || a.Lined && a.Origins[s&63].Has(o) && r.tables.Sees(a, o, s, occupied) {
			found |= o.Bit()
		}
	}
	return found
}

// isAttacked is like attacked, but also works on a wide board.
func (r *Rules) isAttacked(p *board.Position, s board.Square, by board.Colour, pieces, occupied board.Set) bool {
	if r.wide != nil {
		return r.wideAttacked(p, s, by, &pieces, &occupied)
	}
	return r.attacked(p, s, by, pieces.Bitboard(), occupied.Bitboard())
}

// Attackers returns the squares of the pieces of a side that attack s, given the occupied squares.
func (r *Rules) Attackers(p *board.Position, s board.Square, by board.Colour, occupied board.Set) (found board.Set) {
	if r.wide == nil {
		return board.SetOf(r.attackers(p, s, by, occupied.Bitboard()))
	}
	for near := r.wide.near[by&1][s].And(p.SquaresOf(by)).And(occupied); !near.Empty(); {
		if o := near.Pop(); r.wide.men[by&1][index(p.Piece(o))].Sees(o, s, &occupied) {
			found.Add(o)
		}
	}
	return found
}

// Landing returns the square on which a piece is after a capture on s: the same square on the other plane, if moves pass
// to it, and otherwise s.
func (r *Rules) Landing(s board.Square) board.Square {
	if r.spec.Passing {
		return r.Twin(s)
	}
	return s
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
func (r *Rules) Kings(p *board.Position, side board.Colour) (all, attacked board.Set) {
	if r.wide != nil {
		return r.wideKings(p, side)
	}
	royals, hit := r.royals(p, side), board.Bitboard(0)
	enemy, occupied := p.ByColour(side.Other()), p.Occupied()
	for kings := royals; kings != 0; {
		k := kings.Pop()
		if r.attacked(p, k, side.Other(), enemy, occupied) {
			hit |= k.Bit()
		}
	}
	return board.SetOf(royals), board.SetOf(hit)
}

// InCheck reports whether any royal piece of a side is attacked.
func (r *Rules) InCheck(p *board.Position, side board.Colour) bool {
	if r.wide != nil {
		return r.wideInCheck(p, side)
	}
	enemy, occupied := p.ByColour(side.Other()), p.Occupied()
	for kings := r.royals(p, side); kings != 0; {
		if r.attacked(p, kings.Pop(), side.Other(), enemy, occupied) {
			return true
		}
	}
	return false
}
