package eval

import (
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/space"
)

// The terms of tri-dimensional chess, each the first of a run.
const (
	tridMaterial  = 0                 // by kind
	tridRanks     = tridMaterial + 6  // by kind and rank, seen from the owner's side
	tridFiles     = tridRanks + 6*10  // by kind and distance from the edge
	tridStoreys   = tridFiles + 6*3   // by kind: own main board, middle, far, attack board
	tridMobility  = tridStoreys + 6*4 // squares a knight, bishop, rook, queen can go to, more than is usual
	tridCramped   = tridMobility + 4  // the same has three or fewer
	tridPassed    = tridCramped + 4   // no enemy pawn ahead on the file or beside it, by rank
	tridIsolated  = tridPassed + 10
	tridPair      = tridIsolated + 1 // two bishops
	tridShield    = tridPair + 1     // own pieces beside a king
	tridRing      = tridShield + 1   // squares around an enemy king that a kind attacks
	tridAttackers = tridRing + 4     // pieces that attack squares around an enemy king: 0 to 5
	tridPawnHits  = tridAttackers + 6
	tridLoose     = tridPawnHits + 3 // enemy piece attacked and not guarded, by kind
	tridShifts    = tridLoose + 5    // places the boards can go to
	tridTurns     = tridShifts + 1   // boards that can turn on the spot
	tridRiders    = tridTurns + 1    // boards that can carry a piece
	tridTempo     = tridRiders + 1
	tridHunt      = tridTempo + 1 // a bare enemy king: how near, how close to the edge
	tridTerms     = tridHunt + 2
)

// Trid scores positions of tri-dimensional chess.
type Trid struct {
	v       *space.Rules
	weights []weight
}

func newTrid(v *space.Rules, w []Pair) (*Trid, error) {
	if len(w) != tridTerms {
		return nil, fmt.Errorf("eval: %d weights for %s, want %d", len(w), v.Info().Name, tridTerms)
	}
	return &Trid{v: v, weights: whole(w)}, nil
}

// Evaluate returns centipawns for the side to move.
func (e *Trid) Evaluate(p *board.Position) int {
	s := sum{weights: e.weights}
	score := s.total(e.count(p, &s))
	score = score * tridHopes(p, score) / wholeHope
	if p.Side == board.White {
		return score
	}
	return -score
}

// Trace lists what Evaluate counts.
func (e *Trid) Trace(p *board.Position, t *Trace) {
	t.reset(tridTerms)
	s := sum{weights: e.weights, counts: t.Counts}
	t.Phase = e.count(p, &s)
	t.Scale = float32(tridHopes(p, s.total(t.Phase))) / wholeHope
}

func (e *Trid) count(p *board.Position, s *sum) (phase int) {
	view := space.Look(p)
	var sides [2]side
	for c := board.White; c <= board.Black; c++ {
		d := &sides[c]
		d.pawns, d.kings = p.Pieces(c, board.Pawn), p.Pieces(c, board.King)
		d.pawnHits = view.Strikes(c, d.pawns)
		d.hits = d.pawnHits
		for kings := d.kings; kings != 0; {
			k := kings.Pop()
			d.ring |= view.Reach(board.King, k) | k.Bit()
		}
	}
	for c, sign := range [2]int{1, -1} {
		phase += e.pieces(p, view, board.Colour(c), sign, &sides, s)
		e.pawns(view, board.Colour(c), sign, &sides, s)
		shifts, turns, riders := e.v.Lifts(p, board.Colour(c))
		s.add(tridShifts, sign*shifts)
		s.add(tridTurns, sign*turns)
		s.add(tridRiders, sign*riders)
	}
	for c, sign := range [2]int{1, -1} {
		e.threats(p, board.Colour(c), sign, &sides, s)
		e.hunt(p, view, board.Colour(c), sign, s)
	}
	s.add(tridTempo, 1-2*int(p.Side))
	return min(phase, 24)
}

// pieces counts the terms of the pieces that are not pawns, one by one.
func (e *Trid) pieces(p *board.Position, view space.View, c board.Colour, sign int, sides *[2]side, s *sum) (phase int) {
	us, them := &sides[c&1], &sides[c.Other()&1]
	own := p.ByColour(c)
	for pieces := own &^ us.pawns; pieces != 0; {
		from := pieces.Pop()
		k := p.Piece(from).Role()
		phase += phaseOf[k&7]
		e.stand(view, k, from, c, sign, s)
		seen := view.Reach(k, from)
		us.hits |= seen
		if k == board.King {
			s.add(tridShield, sign*(seen&own).Count())
			continue
		}
		i := int(k - board.Knight)
		n := (seen &^ own &^ them.pawnHits).Count()
		s.add(tridMobility+i, sign*(n-usual[i]))
		if n <= 3 {
			s.add(tridCramped+i, sign)
		}
		if near := seen & them.ring; near != 0 {
			s.add(tridRing+i, sign*near.Count())
			us.ringAttackers++
		}
	}
	s.add(tridAttackers+min(us.ringAttackers, 5), sign)
	if p.Pieces(c, board.Bishop).Count() >= 2 {
		s.add(tridPair, sign)
	}
	return phase
}

// stand counts a piece and the square it stands on.
func (e *Trid) stand(view space.View, k board.Role, at board.Square, c board.Colour, sign int, s *sum) {
	file, rank := view.Place(at)
	storey := space.Storey(at)
	if c == board.Black {
		rank = 9 - rank
		if storey < 3 {
			storey = 2 - storey
		}
	}
	i := int(k) - 1
	s.add(tridMaterial+i, sign)
	s.add(tridRanks+10*i+rank, sign)
	s.add(tridFiles+3*i+min(file, 5-file), sign)
	s.add(tridStoreys+4*i+storey, sign)
}

func (e *Trid) pawns(view space.View, c board.Colour, sign int, sides *[2]side, s *sum) {
	us, them := &sides[c&1], &sides[c.Other()&1]
	var own [6]bool      // files with a pawn
	furthest := [6]int{} // of the enemy's pawns, as ranks from our side
	relative := func(at board.Square) (file, rank int) {
		file, rank = view.Place(at)
		if c == board.Black {
			rank = 9 - rank
		}
		return file, rank
	}
	for pawns := us.pawns; pawns != 0; {
		file, _ := relative(pawns.Pop())
		own[file] = true
	}
	for pawns := them.pawns; pawns != 0; {
		file, rank := relative(pawns.Pop())
		furthest[file] = max(furthest[file], rank)
	}
	for pawns := us.pawns; pawns != 0; {
		at := pawns.Pop()
		e.stand(view, board.Pawn, at, c, sign, s)
		file, rank := relative(at)
		free, alone := true, true
		for f := max(0, file-1); f <= min(5, file+1); f++ {
			free = free && furthest[f] <= rank
			alone = alone && (f == file || !own[f])
		}
		if free {
			s.add(tridPassed+rank, sign)
		}
		if alone {
			s.add(tridIsolated, sign)
		}
	}
}

func (e *Trid) threats(p *board.Position, c board.Colour, sign int, sides *[2]side, s *sum) {
	sides[c&1].threaten(p, c, &sides[c.Other()&1], sign, tridPawnHits, tridLoose, s)
}

// hunt counts how far a bare enemy king has been driven.
func (e *Trid) hunt(p *board.Position, view space.View, c board.Colour, sign int, s *sum) {
	prey, kings := p.ByColour(c.Other()), p.Pieces(c, board.King)
	if prey&(prey-1) != 0 || prey == 0 || kings == 0 {
		return
	}
	file, rank := view.Place(prey.First())
	ownFile, ownRank := view.Place(kings.First())
	steps := max(file-ownFile, ownFile-file, rank-ownRank, ownRank-rank)
	s.add(tridHunt, sign*(9-steps))
	s.add(tridHunt+1, sign*(6-min(file, 5-file)-min(rank, 9-rank)))
}

// Terms names the terms in the order of their weights.
func (e *Trid) Terms() []string { return TridTerms() }
