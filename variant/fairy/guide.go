package fairy

import (
	"cmp"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/fairy/tables"
	"github.com/tainchess/tain/variant/fairy/text"
	"github.com/tainchess/tain/variant/grid"
)

// Guide returns the part of the rule set that handles text.
func (r *Rules) Guide() rules.Guide { return guide{text.Fairy{Rules: state{r}}, r} }

// guide implements rules.Guide. The embedded text.Fairy parses and formats text. The other methods return ways,
// hashes and the reasons why moves are illegal.
type guide struct {
	text.Fairy
	r *Rules
}

// Class classifies a legal move.
func (g guide) Class(p *board.Position, m board.Move) rules.Class { return g.r.Class(p, m) }

// Zobrist computes the Zobrist hash of a position from scratch.
func (g guide) Zobrist(p *board.Position) uint64 {
	hash := p.Zobrist()
	for side := range board.Colour(2) {
		hash ^= g.r.checkKeys[side][g.r.Checks(p, side)]
	}
	return hash ^ mixHomes(p.Extra[1])
}

// Ways returns the ways that a legal move can take, with the preferred way first: ways on the centre board come
// first, then shorter ones. The way of a rider includes the squares that it crosses.
func (g guide) Ways(p *board.Position, m board.Move) []rules.Way {
	r, from, to := g.r, m.From(), m.To()
	origin := rules.Touch{Square: r.Name(from)}
	pc := p.Piece(from)
	if c := r.castling(p, from, to); pc.Role() == board.King && c != nil {
		return []rules.Way{{origin, {Square: r.Name(to)}}}
	}
	target := to
	class := r.Class(p, m)
	if class&rules.EnPassant != 0 {
		target, _ = r.passed(p.EnPassant(), p.Side.Other())
	}
	mode, crossing, every := betza.Move, r.crossing(r.kinds[index(pc)].letter), occupied(p)
	if class&rules.Capture != 0 {
		mode, crossing = betza.Capture, r.takeCrossing(&r.kinds[index(pc)])
	} else if pc.Role() == board.Pawn {
		crossing = grid.Crossing{}
	}
	var ways []rules.Way
	r.eachLine(&r.kinds[index(pc)], p.Side, from, func(a *betza.Atom) bool { return a.Mode == betza.Both || a.Mode == mode }, crossing, func(l grid.Line, a *betza.Atom) {
		w, one := rules.Way{origin}, tables.Line{Hurdle: a.Hurdle}
		for _, at := range l {
			one.Leaps = append(one.Leaps, r.leap(at))
			touch := rules.Touch{Copy: rules.Copy(at.Copy), Square: r.Name(r.Number(at.To))}
			if w = append(w, touch); r.Number(at.To) != target {
				continue
			}
			if reached := one.Reach(every); reached.Has(target) {
				w[len(w)-1].Square = r.Name(to) // en passant may land elsewhere
				ways = append(ways, w)
			}
			return
		}
	})
	slices.SortStableFunc(ways, func(a, b rules.Way) int {
		return cmp.Or(cmp.Compare(away(a), away(b)), cmp.Compare(len(a), len(b)), cmp.Compare(a[len(a)-1].Copy, b[len(b)-1].Copy))
	})
	return slices.CompactFunc(ways, func(a, b rules.Way) bool { return slices.Equal(a, b) })
}

// away returns 1 if a way leaves the centre board, and otherwise 0.
func away(w rules.Way) int {
	if w.Seam() {
		return 1
	}
	return 0
}
