package fairy

import "github.com/tainchess/tain/board"

// This file contains the parts of the legal move generator that only games with a reflection need.

// reflections fills in open and risk.
func (s *generator) reflections() {
	r := s.r
	s.open = r.imagesOf(^s.occupied)
	lines := board.Bitboard(0)
	if s.landing != 0 {
		lines = r.imagesOf(s.landing)
	}
	for _, kind := range r.reflecting {
		to := lines
		switch made := indexOf(r.made[kind]); {
		case r.goesOn[kind]:
		case !r.spec.Reflection.Own:
			table := r.spawnHits[s.p.Side&1][made]
			for kings := s.kings; kings != 0; {
				to |= table[kings.Pop()&63]
			}
		case r.royal[made]:
			to = ^board.Bitboard(0)
		}
		s.risk[kind] = to
	}
}

// reflecting returns the landing squares of a kind after which a piece could appear where it attacks a royal
// piece or completes a line to one, and those of captures after which the piece goes on.
func (s *generator) reflecting(kind int, from, quiet, take board.Bitboard) (doubt board.Bitboard) {
	r, f := s.r, s.r.spec.Reflection
	all := quiet
	if f.Captures {
		all |= take
	}
	if r.goesOn[kind] {
		doubt = all & take // the origin and the landing square both become empty
	}
	return doubt | all&s.spawning(kind, from)
}

// spawning returns the landing squares of a kind after which a piece could appear where it attacks a royal
// piece or completes a line to one. The moving piece starts on one of the squares in from.
func (s *generator) spawning(kind int, from board.Bitboard) (to board.Bitboard) {
	if to = s.risk[kind]; to != 0 {
		to &= s.open | s.r.imagesOf(from)
	}
	return to
}

// spawns reports whether the moves of a piece are in doubt only because the piece that they spawn could attack a
// royal piece.
func (s *generator) spawns(from board.Square, kind int) bool {
	f := s.r.spec.Reflection
	return f != nil && !f.Own && s.quick && s.landing == 0 && s.r.spec.Rebirth == NoRebirth && !s.r.goesOn[kind] && !s.leaving.Has(from)
}

// spawnHits reports whether a move spawns a piece that attacks a royal piece of the side to move.
func (s *generator) spawnHits(kind int, from, to board.Square) bool {
	r := s.r
	image, made := r.image[to], r.made[kind]
	if image == board.NoSquare || made == board.Pawn && (r.last[0].Has(image) || r.last[1].Has(image)) || image != from && s.occupied.Has(image) {
		return false
	}
	occupied := s.occupied&^from.Bit() | to.Bit() | image.Bit()
	a := &r.men[s.p.Side.Other()&1][indexOf(made)].Takes
	for kings := s.kings; kings != 0; {
		if k := kings.Pop(); a.From[k&63].Has(image) || a.Lined && a.Origins[k&63].Has(image) && r.tables.Sees(a, image, k, occupied) {
			return true
		}
	}
	return false
}

// illegalPushes returns the landing squares of pawn pushes that are illegal. Each pawn's origin is its landing square
// minus back.
func (s *generator) illegalPushes(to board.Bitboard, back board.Square) (illegal board.Bitboard) {
	for to != 0 {
		t := to.Pop()
		from, legal := t-back, false
		if s.spawns(from, int(board.Pawn)) {
			legal = !s.spawnHits(int(board.Pawn), from, t)
		} else {
			legal = s.legal(board.NewMove(from, t, board.NoRole))
		}
		if !legal {
			illegal |= t.Bit()
		}
	}
	return illegal
}

// goOn adds moves of the only royal piece, which goes on to the image of its landing square unless that is a hole.
func (s *generator) goOn(from board.Square, targets board.Bitboard) {
	for targets != 0 {
		to := targets.Pop()
		image := s.r.image[to]
		if image == board.NoSquare {
			image = to // a hole
		}
		occupied := s.occupied&^(from.Bit()|to.Bit()) | image.Bit()
		if !s.r.attacked(s.p, image, s.p.Side.Other(), s.enemy&^to.Bit(), occupied) {
			s.count(from, to.Bit())
		}
	}
}
