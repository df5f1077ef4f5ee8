package eval

import (
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// The terms of the flat rule sets, each the first of a run.
const (
	flatMaterial  = 0                  // by kind
	flatSquares   = flatMaterial + 6   // by kind and square, seen from the owner's side
	flatMobility  = flatSquares + 6*64 // squares a knight, bishop, rook, queen can go to, more than is usual
	flatCramped   = flatMobility + 4   // the same has three or fewer
	flatHeld      = flatCramped + 4    // quiet targets whose reflection is held, by kind
	flatOpen      = flatHeld + 6       // quiet targets whose reflection is empty, by kind
	flatPassed    = flatOpen + 6       // by rank
	flatBacked    = flatPassed + 8     // pawn guarded by a pawn, by rank
	flatIsolated  = flatBacked + 8
	flatDoubled   = flatIsolated + 1
	flatPair      = flatDoubled + 1 // two bishops
	flatRookOpen  = flatPair + 1    // no pawn on the file
	flatRookHalf  = flatRookOpen + 1
	flatShield    = flatRookHalf + 1  // own pawns around a king
	flatExposed   = flatShield + 1    // what a queen would see from a king's square
	flatRing      = flatExposed + 1   // squares around an enemy king that a kind attacks
	flatAttackers = flatRing + 4      // pieces that attack squares around an enemy king: 0 to 5
	flatPawnHits  = flatAttackers + 6 // pawn attacks a minor piece, a rook, a queen
	flatLoose     = flatPawnHits + 3  // enemy piece attacked and not guarded, by kind
	flatSeam      = flatLoose + 5     // squares attacked over the seam by bishops, rooks and queens
	flatTempo     = flatSeam + 1

	// What follows counts only where moves do not reflect.
	flatQueenless = flatTempo + 1     // as flatAttackers, of a side without a queen
	flatOutpost   = flatQueenless + 6 // knight, bishop guarded by a pawn and out of reach of enemy pawns
	flatLesser    = flatOutpost + 2   // minor piece attacks a rook, a queen; rook attacks a queen
	flatEscort    = flatLesser + 3    // steps from a king to the square before a passed pawn, times its advance: own, enemy
	flatBlocked   = flatEscort + 2    // passed pawn with a piece before it, times its advance: own, enemy
	flatHunt      = flatBlocked + 2   // a bare enemy king: how near, how close to the edge
	flatChecks    = flatHunt + 2      // squares from which a knight, bishop, rook, queen could check unpunished
	flatTerms     = flatChecks + 4
)

// Flat scores positions of a flat rule set.
type Flat struct {
	v       *flat.Rules
	g       *topology.Topology
	lasting bool // pieces come and go by captures and promotions alone
	weights []weight
	stood   [6 * 64]weight // a piece and its square together
	made    [8]int         // what a made piece is worth, by the kind that moved
}

func newFlat(v *flat.Rules, w []Pair) (*Flat, error) {
	if len(w) != flatTerms {
		return nil, fmt.Errorf("eval: %d weights for %s, want %d", len(w), v.Info().Name, flatTerms)
	}
	e := &Flat{v: v, g: v.Topology, lasting: v.Reflection == nil, weights: whole(w)}
	for i := range e.stood {
		e.stood[i] = e.weights[flatMaterial+i/64] + e.weights[flatSquares+i]
	}
	if r := v.Reflection; r != nil {
		for k, made := range r.Made {
			if made != board.NoRole {
				value := w[flatMaterial+int(made)-1]
				e.made[k] = int(value.Middle+value.End) / 2
			}
		}
	}
	return e, nil
}

// Cost returns what a quiet move gives the opponent.
func (e *Flat) Cost(p *board.Position, m board.Move) int {
	r := e.v.Reflection
	if r == nil {
		return 0
	}
	from, mirror := m.From(), m.To().Mirror()
	k := p.Piece(from).Role()
	if p.Piece(mirror) != board.NoPiece && mirror != from || r.GoesOn[k&7] || m.Promotion() != board.NoRole {
		return 0
	}
	if k == board.King && (m.To() == from+2 || from == m.To()+2) {
		return 0 // castling
	}
	if k == board.Pawn && m.To()&7 != from&7 {
		return 0 // en passant
	}
	return e.made[k&7]
}

// Evaluate returns centipawns for the side to move.
func (e *Flat) Evaluate(p *board.Position) int {
	s := sum{weights: e.weights}
	score := s.total(e.count(p, &s))
	score = score * e.hopes(p, score) / wholeHope
	if p.Side == board.White {
		return score
	}
	return -score
}

// Trace lists what Evaluate counts.
func (e *Flat) Trace(p *board.Position, t *Trace) {
	t.reset(flatTerms)
	s := sum{weights: e.weights, counts: t.Counts}
	t.Phase = e.count(p, &s)
	t.Scale = float32(e.hopes(p, s.total(t.Phase))) / wholeHope
}

func (e *Flat) count(p *board.Position, s *sum) (phase int) {
	var sides [2]side
	for c := board.White; c <= board.Black; c++ {
		d := &sides[c]
		d.pawns, d.kings = p.Pieces(c, board.Pawn), p.Pieces(c, board.King)
		left, right := e.v.PawnAttacks(c, d.pawns)
		d.pawnHits = left | right
		d.hits = d.pawnHits
		for kings := d.kings; kings != 0; {
			k := kings.Pop()
			d.ring |= e.g.King[k&63] | k.Bit()
		}
		d.king = d.kings.First()
		if c == board.Black { // the first as Black sees them
			d.king = d.kings.Flip().First() ^ 56
		}
	}
	phase += e.pieces(p, board.White, 1, &sides, s)
	phase += e.pieces(p, board.Black, -1, &sides, s)
	e.pawns(p, board.White, 1, &sides, s)
	e.pawns(p, board.Black, -1, &sides, s)
	e.threats(p, board.White, 1, &sides, s)
	e.threats(p, board.Black, -1, &sides, s)
	if e.lasting {
		e.hunt(p, board.White, 1, s)
		e.hunt(p, board.Black, -1, s)
	}
	if p.Side == board.White {
		s.add(flatTempo, 1)
	} else {
		s.add(flatTempo, -1)
	}
	return min(phase, 24)
}

// pieces counts the terms of the pieces that are not pawns, one by one.
func (e *Flat) pieces(p *board.Position, c board.Colour, sign int, sides *[2]side, s *sum) (phase int) {
	us, them := &sides[c&1], &sides[c.Other()&1]
	own, occupied := p.ByColour(c), p.Occupied()
	for pieces := own &^ us.pawns; pieces != 0; {
		from := pieces.Pop() & 63
		k := p.Piece(from).Role()
		phase += phaseOf[k&7]
		e.stand(k, from, c, sign, s)
		seen := e.v.Attacks(k, from, occupied)
		us.hits |= seen
		us.hitsBy[k&7] |= seen
		targets := seen &^ own
		if !e.lasting {
			e.reflections(k, targets&^occupied, occupied&^from.Bit(), sign, s)
		}
		if k == board.King {
			e.king(from, occupied, us, sign, s)
			continue
		}
		i := int(k - board.Knight)
		n := (targets &^ them.pawnHits).Count()
		s.add(flatMobility+i, sign*(n-usual[i]))
		if n <= 3 {
			s.add(flatCramped+i, sign)
		}
		if near := seen & them.ring; near != 0 {
			s.add(flatRing+i, sign*near.Count())
			us.ringAttackers++
		}
		if e.lasting && k <= board.Bishop {
			e.outpost(i, from, c, us, them, sign, s)
		}
		if k == board.Rook {
			file := board.Bitboard(0x0101010101010101) << (from & 7)
			switch {
			case file&p.ByRole(board.Pawn) == 0:
				s.add(flatRookOpen, sign)
			case file&us.pawns == 0:
				s.add(flatRookHalf, sign)
			}
		}
		if e.g.Wraps && k != board.Knight {
			s.add(flatSeam, sign*(seen&^topology.Plane.Queen(from, occupied)).Count())
		}
	}
	attackers := flatAttackers
	if e.lasting && p.Pieces(c, board.Queen) == 0 {
		attackers = flatQueenless
	}
	s.add(attackers+min(us.ringAttackers, 5), sign)
	if p.Pieces(c, board.Bishop).Count() >= 2 {
		s.add(flatPair, sign)
	}
	return phase
}

// outpost counts a minor piece that a pawn guards and that no enemy pawn can
// drive away.
func (e *Flat) outpost(i int, at board.Square, c board.Colour, us, them *side, sign int, s *sum) {
	if !us.pawnHits.Has(at) || !outposts[c&1].Has(at) {
		return
	}
	if paths := e.paths(at, c); (paths.stop&^paths.ahead)&them.pawns == 0 {
		s.add(flatOutpost+i, sign)
	}
}

// outposts are the squares of the fourth to the sixth rank of each colour.
var outposts = [2]board.Bitboard{0xffffff << 24, 0xffffff << 16}

// stand counts a piece and the square it stands on.
func (e *Flat) stand(k board.Role, at board.Square, c board.Colour, sign int, s *sum) {
	if c == board.Black {
		at ^= 56
	}
	i := (int(k)-1)*64 + int(at)
	if s.counts == nil {
		s.score += e.stood[i] * weight(sign)
		return
	}
	s.add(flatMaterial+int(k)-1, sign)
	s.add(flatSquares+i, sign)
}

// reflections counts the quiet moves that would make something and those that
// would not.
func (e *Flat) reflections(k board.Role, quiet, occupied board.Bitboard, sign int, s *sum) {
	held := (quiet & occupied.Mirror()).Count()
	s.add(flatHeld+int(k)-1, sign*held)
	s.add(flatOpen+int(k)-1, sign*(quiet.Count()-held))
}

func (e *Flat) king(at board.Square, occupied board.Bitboard, us *side, sign int, s *sum) {
	s.add(flatShield, sign*(e.g.King[at&63]&us.pawns).Count())
	s.add(flatExposed, sign*e.g.Queen(at, us.pawns).Count())
}

func (e *Flat) pawns(p *board.Position, c board.Colour, sign int, sides *[2]side, s *sum) {
	us, them := &sides[c&1], &sides[c.Other()&1]
	occupied := p.Occupied()
	for pawns := us.pawns; pawns != 0; {
		at := pawns.Pop() & 63
		e.stand(board.Pawn, at, c, sign, s)
		rank := at.Rank()
		if c == board.Black {
			rank = 7 - rank
		}
		if !e.lasting {
			one, two := flat.Pushes(c, at.Bit(), occupied)
			e.reflections(board.Pawn, one|two, occupied&^at.Bit(), sign, s)
		}
		paths := e.paths(at, c)
		if paths.stop&them.pawns == 0 && paths.ahead&us.pawns == 0 {
			s.add(flatPassed+rank, sign)
			if e.lasting && rank >= 3 {
				e.escort(p, at, c, sign*(rank-2), us, them, s)
			}
		}
		if us.pawnHits.Has(at) {
			s.add(flatBacked+rank, sign)
		}
		if paths.beside&us.pawns == 0 {
			s.add(flatIsolated, sign)
		}
		if paths.ahead&us.pawns != 0 {
			s.add(flatDoubled, sign)
		}
	}
}

// paths are the squares that matter to a pawn: ahead of it, where an enemy
// pawn could stop it, and the neighbouring files.
type paths struct{ ahead, stop, beside board.Bitboard }

func (e *Flat) paths(at board.Square, c board.Colour) paths {
	if e.g.Wraps {
		return wrapped[c&1][at&63]
	}
	return plain[c&1][at&63]
}

var plain, wrapped = pawnPaths(topology.Plane), pawnPaths(topology.Cylinder)

func pawnPaths(g *topology.Topology) (all [2][64]paths) {
	for c, forward := range [2]int{1, -1} {
		for at := board.Square(0); at < 64; at++ {
			t := &all[c][at]
			for files := -1; files <= 1; files++ {
				for n := -7; n <= 7; n++ {
					to, ok := g.Step(at, files, n*forward)
					if !ok {
						continue
					}
					if files != 0 {
						t.beside |= to.Bit()
					} else if n > 0 {
						t.ahead |= to.Bit()
					}
					if n > 0 {
						t.stop |= to.Bit()
					}
				}
			}
		}
	}
	return all
}

func (e *Flat) threats(p *board.Position, c board.Colour, sign int, sides *[2]side, s *sum) {
	us := &sides[c&1]
	us.threaten(p, c, &sides[c.Other()&1], sign, flatPawnHits, flatLoose, s)
	if e.lasting {
		enemy := p.ByColour(c.Other())
		minor := us.hitsBy[board.Knight] | us.hitsBy[board.Bishop]
		s.add(flatLesser, sign*(minor&enemy&p.ByRole(board.Rook)).Count())
		s.add(flatLesser+1, sign*(minor&enemy&p.ByRole(board.Queen)).Count())
		s.add(flatLesser+2, sign*(us.hitsBy[board.Rook]&enemy&p.ByRole(board.Queen)).Count())
		e.checks(p, c, sign, us, &sides[c.Other()&1], s)
	}
}

// checks counts where pieces could give check without being taken.
func (e *Flat) checks(p *board.Position, c board.Colour, sign int, us, them *side, s *sum) {
	if them.kings == 0 {
		return
	}
	king, occupied := them.king&63, p.Occupied()
	safe := ^(p.ByColour(c) | them.hits | them.ring)
	straight, slanting := e.g.Rook(king, occupied)&safe, e.g.Bishop(king, occupied)&safe
	s.add(flatChecks, sign*(e.g.Knight[king]&safe&us.hitsBy[board.Knight]).Count())
	s.add(flatChecks+1, sign*(slanting&us.hitsBy[board.Bishop]).Count())
	s.add(flatChecks+2, sign*(straight&us.hitsBy[board.Rook]).Count())
	s.add(flatChecks+3, sign*((straight|slanting)&us.hitsBy[board.Queen]).Count())
}
