package features

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/variant/flat/topology"
)

// counter counts the evaluation terms of a position.
type counter struct {
	g       *topology.Topology
	images  topology.Map
	lasting bool                // moves have no reflection
	tables  [6 * 64]eval.Packed // piece-square tables, including material
	goesOn  [8]bool
	// made is the value of the piece that a role spawns, negative if the piece belongs to the mover. room is
	// the set of squares on which the piece can be spawned.
	made     [8]int
	room     [8]board.Bitboard
	captures bool // captures also reflect
}

// coster is a counter for rule sets whose moves spawn pieces. Other counters do not implement Cost, so the
// search does not call it.
type coster struct{ *counter }

// Counter returns a counter with the given weights.
func (f Features) Counter(w []eval.Score) eval.Counter {
	c := &counter{g: f.Topology, images: f.Map, lasting: !f.Reflects, goesOn: f.GoesOn, captures: f.Captures}
	packed := eval.Pack(w)
	for i := range c.tables {
		c.tables[i] = packed[material+i/64] + packed[squares+i]
	}
	for k, made := range f.Made {
		if made != board.NoRole {
			value := w[material+int(made)-1]
			c.made[k] = int(value.MG+value.EG) / 2
			if f.Own {
				c.made[k] = -c.made[k]
			}
			c.room[k] = ^board.Bitboard(0)
			if made == board.Pawn {
				c.room[k] = 0x00ffffffffffff00 // all ranks except the first and last
			}
		}
	}
	if !c.lasting {
		return coster{c}
	}
	return c
}

// Cost returns the value of the piece that a move spawns, negative if the piece belongs to the mover. It
// returns 0 for promotions.
func (e coster) Cost(p *board.Position, m board.Move) int {
	from, mirror := m.From(), e.images.Image(m.To())
	k := p.Piece(from).Role()
	if !e.captures && p.Piece(m.To()) != board.NoPiece || !e.room[k&7].Has(mirror) {
		return 0
	}
	if p.Piece(mirror) != board.NoPiece && mirror != from || e.goesOn[k&7] || m.Promotion() != board.NoRole {
		return 0
	}
	if k == board.King && (m.To() == from+2 || from == m.To()+2) {
		return 0 // castling
	}
	if k == board.Pawn && !e.captures && !topology.Pushed(from, m.To()) {
		return 0 // en passant
	}
	return e.made[k&7]
}

// Count adds the terms of a position to a sum.
func (e *counter) Count(p *board.Position, s eval.Sum) eval.Sum {
	e.count(p, &s)
	return s
}

func (e *counter) count(p *board.Position, s *eval.Sum) {
	var sides [2]eval.Side
	for c := board.White; c <= board.Black; c++ {
		d := &sides[c]
		d.Pawns, d.Kings = p.Pieces(c, board.Pawn), p.Pieces(c, board.King)
		left, right := e.g.PawnAttacks(c, d.Pawns)
		d.PawnAttacks = left | right
		d.Attacks = d.PawnAttacks
		for kings := d.Kings; kings != 0; {
			k := kings.Pop()
			d.KingZone |= e.g.King[k&63] | k.Bit()
		}
		d.King = d.Kings.First()
		if c == board.Black { // the first king as seen from Black's side
			d.King = d.Kings.Flip().First() ^ 56
		}
	}
	e.pieces(p, board.White, 1, &sides, s)
	e.pieces(p, board.Black, -1, &sides, s)
	e.pawns(p, board.White, 1, &sides, s)
	e.pawns(p, board.Black, -1, &sides, s)
	e.threats(p, board.White, 1, &sides, s)
	e.threats(p, board.Black, -1, &sides, s)
	if e.lasting {
		e.mopUp(p, board.White, 1, s)
		e.mopUp(p, board.Black, -1, s)
	}
	if p.Side == board.White {
		s.Add(tempo, 1)
	} else {
		s.Add(tempo, -1)
	}
}

// pieces counts the terms for pieces other than pawns.
func (e *counter) pieces(p *board.Position, c board.Colour, sign int, sides *[2]eval.Side, s *eval.Sum) {
	us, them := &sides[c&1], &sides[c.Other()&1]
	own, occupied := p.ByColour(c), p.Occupied()
	for pieces := own &^ us.Pawns; pieces != 0; {
		from := pieces.Pop() & 63
		k := p.Piece(from).Role()
		s.AddPhase(k)
		e.pieceSquare(k, from, c, sign, s)
		seen := e.g.Attacks(k, from, occupied)
		us.Attacks |= seen
		us.AttacksBy[k&7] |= seen
		targets := seen &^ own
		if !e.lasting {
			e.reflections(k, targets&^occupied, occupied&^from.Bit(), sign, s)
		}
		if k == board.King {
			e.king(from, us, sign, s)
			continue
		}
		i := int(k - board.Knight)
		n := (targets &^ them.PawnAttacks).Count()
		s.Add(mobility+i, sign*(n-eval.UsualMobility[i]))
		if n <= 3 {
			s.Add(cramped+i, sign)
		}
		if near := seen & them.KingZone; near != 0 {
			s.Add(kingZone+i, sign*near.Count())
			us.ZoneAttackers++
		}
		if e.lasting && k <= board.Bishop {
			e.outpost(i, from, c, us, them, sign, s)
		}
		if k == board.Rook {
			file := board.Bitboard(0x0101010101010101) << (from & 7)
			switch {
			case file&p.ByRole(board.Pawn) == 0:
				s.Add(rookOpenFile, sign)
			case file&us.Pawns == 0:
				s.Add(rookHalfOpenFile, sign)
			}
		}
		if e.g.Seam && k != board.Knight {
			s.Add(overSeam, sign*(seen&^topology.Plane.Queen(from, occupied)).Count())
		}
	}
	attackers := zoneAttackers
	if e.lasting && p.Pieces(c, board.Queen) == 0 {
		attackers = queenlessAttackers
	}
	s.Add(attackers+min(us.ZoneAttackers, 5), sign)
	if p.Pieces(c, board.Bishop).Count() >= 2 {
		s.Add(bishopPair, sign)
	}
}

// outpost counts a minor piece that a pawn defends and enemy pawns cannot attack.
func (e *counter) outpost(i int, at board.Square, c board.Colour, us, them *eval.Side, sign int, s *eval.Sum) {
	if !us.PawnAttacks.Has(at) || !outposts[c&1].Has(at) {
		return
	}
	if spans := e.g.Spans(c, at); (spans.Front&^spans.Ahead)&them.Pawns == 0 {
		s.Add(outpost+i, sign)
	}
}

// outposts holds the fourth to sixth ranks from each side.
var outposts = [2]board.Bitboard{0xffffff << 24, 0xffffff << 16}

// pieceSquare counts the value of a piece on its square.
func (e *counter) pieceSquare(k board.Role, at board.Square, c board.Colour, sign int, s *eval.Sum) {
	if c == board.Black {
		at ^= 56
	}
	i := (int(k)-1)*64 + int(at)
	if !s.Traced() {
		s.AddPacked(e.tables[i], sign)
		return
	}
	s.Add(material+int(k)-1, sign)
	s.Add(squares+i, sign)
}

// reflections counts the quiet moves to squares whose image is occupied and to squares whose image is empty.
func (e *counter) reflections(k board.Role, quiet, occupied board.Bitboard, sign int, s *eval.Sum) {
	n := (quiet & e.images.Images(occupied)).Count()
	s.Add(held+int(k)-1, sign*n)
	s.Add(open+int(k)-1, sign*(quiet.Count()-n))
}

func (e *counter) king(at board.Square, us *eval.Side, sign int, s *eval.Sum) {
	s.Add(kingShield, sign*(e.g.King[at&63]&us.Pawns).Count())
	s.Add(kingVirtualMobility, sign*e.g.Queen(at, us.Pawns).Count())
}

func (e *counter) threats(p *board.Position, c board.Colour, sign int, sides *[2]eval.Side, s *eval.Sum) {
	us := &sides[c&1]
	us.Threats(p, c, &sides[c.Other()&1], sign, pawnThreats, hanging, s)
	if e.lasting {
		enemy := p.ByColour(c.Other())
		minor := us.AttacksBy[board.Knight] | us.AttacksBy[board.Bishop]
		s.Add(lesserThreats, sign*(minor&enemy&p.ByRole(board.Rook)).Count())
		s.Add(lesserThreats+1, sign*(minor&enemy&p.ByRole(board.Queen)).Count())
		s.Add(lesserThreats+2, sign*(us.AttacksBy[board.Rook]&enemy&p.ByRole(board.Queen)).Count())
		e.checks(p, c, sign, us, &sides[c.Other()&1], s)
	}
}

// checks counts the squares from which pieces could safely give check.
func (e *counter) checks(p *board.Position, c board.Colour, sign int, us, them *eval.Side, s *eval.Sum) {
	if them.Kings == 0 {
		return
	}
	king, occupied := them.King&63, p.Occupied()
	safe := ^(p.ByColour(c) | them.Attacks | them.KingZone)
	straight, slanting := e.g.Rook(king, occupied)&safe, e.g.Bishop(king, occupied)&safe
	s.Add(safeChecks, sign*(e.g.Knight[king]&safe&us.AttacksBy[board.Knight]).Count())
	s.Add(safeChecks+1, sign*(slanting&us.AttacksBy[board.Bishop]).Count())
	s.Add(safeChecks+2, sign*(straight&us.AttacksBy[board.Rook]).Count())
	s.Add(safeChecks+3, sign*((straight|slanting)&us.AttacksBy[board.Queen]).Count())
}

func (e *counter) pawns(p *board.Position, c board.Colour, sign int, sides *[2]eval.Side, s *eval.Sum) {
	us, them := &sides[c&1], &sides[c.Other()&1]
	occupied := p.Occupied()
	for pawns := us.Pawns; pawns != 0; {
		at := pawns.Pop() & 63
		e.pieceSquare(board.Pawn, at, c, sign, s)
		rank := at.Rank()
		if c == board.Black {
			rank = 7 - rank
		}
		if !e.lasting {
			one, two := topology.Pushes(c, at.Bit(), occupied)
			e.reflections(board.Pawn, one|two, occupied&^at.Bit(), sign, s)
		}
		spans := e.g.Spans(c, at)
		if spans.Front&them.Pawns == 0 && spans.Ahead&us.Pawns == 0 {
			s.Add(passed+rank, sign)
			if e.lasting && rank >= 3 {
				e.passer(p, at, c, sign*(rank-2), us, them, s)
			}
		}
		if us.PawnAttacks.Has(at) {
			s.Add(supported+rank, sign)
		}
		if spans.Beside&us.Pawns == 0 {
			s.Add(isolated, sign)
		}
		if spans.Ahead&us.Pawns != 0 {
			s.Add(doubled, sign)
		}
	}
}

// passer counts the distances from the kings to the square in front of a passed pawn, and a piece on that
// square. The argument times is the pawn's advance, negated for Black.
func (e *counter) passer(p *board.Position, at board.Square, c board.Colour, times int, us, them *eval.Side, s *eval.Sum) {
	next := topology.Ahead(c, at)
	if next == board.NoSquare {
		return
	}
	if us.Kings != 0 && them.Kings != 0 {
		s.Add(kingPasser, times*e.g.Distance(us.King, next))
		s.Add(kingPasser+1, times*e.g.Distance(them.King, next))
	}
	switch {
	case p.ByColour(c).Has(next):
		s.Add(blockedPasser, times)
	case p.ByColour(c.Other()).Has(next):
		s.Add(blockedPasser+1, times)
	}
}

// ScaleFactor returns the scale factor for a score. It is small if the side ahead has no pawns and barely
// enough material to win. On a board without corners, such as a cylinder, neither a rook nor two minor pieces
// win against a bare king, because the king cannot be driven into a corner.
func (e *counter) ScaleFactor(p *board.Position, score int) int {
	ahead := eval.Leader(score)
	if !e.lasting || p.Pieces(ahead, board.Pawn) != 0 {
		return eval.FullScale
	}
	own := eval.NonPawnMaterial(p, ahead)
	more := own - eval.NonPawnMaterial(p, ahead.Other())
	heavy := p.ByColour(ahead) & (p.ByRole(board.Rook) | p.ByRole(board.Queen))
	needed, minors := 3, p.Pieces(ahead, board.Bishop) == 0
	if !e.g.Corners {
		needed, minors = 5, true
	}
	switch {
	case heavy == 0 && own <= 6 && minors, own <= needed:
		return 1
	case more <= needed:
		return 3
	}
	return eval.FullScale
}

// mopUp counts how close a bare enemy king is to the stronger side's king and to the edge.
func (e *counter) mopUp(p *board.Position, c board.Colour, sign int, s *eval.Sum) {
	prey := p.ByColour(c.Other())
	if prey&(prey-1) != 0 || p.Pieces(c, board.King) == 0 || prey == 0 {
		return
	}
	at := prey.First()
	s.Add(mopUp, sign*(7-e.g.Distance(p.Pieces(c, board.King).First(), at)))
	s.Add(mopUp+1, sign*(6-e.g.EdgeDistance(at)))
}
