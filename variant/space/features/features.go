// Package features implements the evaluation terms of boards in space.
package features

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/variant/space/geometry"
)

// Each constant is the index of the first term in a group.
const (
	termMaterial      = 0                 // by role
	termRanks         = termMaterial + 6  // by role and rank, from the owner's side
	termFiles         = termRanks + 6*10  // by role and distance from the edge
	termStoreys       = termFiles + 6*3   // by role and level: own main board, middle board, far board, attack board
	termMobility      = termStoreys + 6*4 // squares free of enemy pawn attacks to which a knight, bishop, rook or queen can move, minus the usual number
	termCramped       = termMobility + 4  // at most three such squares
	termPassed        = termCramped + 4   // no enemy pawn ahead on the same or an adjacent file, by rank
	termIsolated      = termPassed + 10
	termBishopPair    = termIsolated + 1
	termKingShield    = termBishopPair + 1 // friendly pieces next to a king
	termKingZone      = termKingShield + 1 // squares around an enemy king that a role attacks
	termZoneAttackers = termKingZone + 4   // number of pieces attacking squares around an enemy king: 0 to 4, or at least 5
	termPawnThreats   = termZoneAttackers + 6
	termHanging       = termPawnThreats + 3 // attacked and undefended enemy piece, by role
	termShifts        = termHanging + 5     // number of pins to which boards can move
	termTurns         = termShifts + 1      // number of boards that can turn in place
	termRiders        = termTurns + 1       // number of boards that carry a friendly piece
	termTempo         = termRiders + 1
	termMopUp         = termTempo + 1 // bare enemy king: distance to the attacker's king, distance to the edge
	termCount         = termMopUp + 2
)

// Features describes a rule set on boards in space for evaluation.
type Features struct{ Boards Boards }

// Boards counts the board moves of a side.
type Boards interface {
	// Lifts counts a side's board moves to other pins, its turns in place, and the boards under its control
	// that carry one of its pieces.
	Lifts(p *board.Position, side board.Colour) (shifts, turns, riders int)
}

// Counter returns a counter for the terms. The counter does not depend on the weights.
func (f Features) Counter([]eval.Score) eval.Counter { return counter{f.Boards} }

// Terms returns the names of the terms.
func (f Features) Terms() []string {
	var n eval.Names
	n.ByRole("material", board.Pawn, board.King)
	for k := board.Pawn; k <= board.King; k++ {
		n.Add(k.String()+"-rank", 10)
	}
	for k := board.Pawn; k <= board.King; k++ {
		n.Add(k.String()+"-file", 3)
	}
	for k := board.Pawn; k <= board.King; k++ {
		n.Add(k.String()+"-storey", 4)
	}
	n.ByRole("mobility", board.Knight, board.Queen)
	n.ByRole("cramped", board.Knight, board.Queen)
	n.Add("passed", 10)
	n.Add("isolated", 1)
	n.Add("bishop-pair", 1)
	n.Add("king-shield", 1)
	n.ByRole("king-zone", board.Knight, board.Queen)
	n.Add("king-zone-attackers", 6)
	n.Add("pawn-hits", 3)
	n.ByRole("hanging", board.Pawn, board.Queen)
	n.Add("board-shifts", 1)
	n.Add("board-turns", 1)
	n.Add("board-riders", 1)
	n.Add("tempo", 1)
	n = append(n, "mop-up-near", "mop-up-edge")
	return n
}

// counter counts the terms of a position.
type counter struct{ boards Boards }

// Count adds the terms of a position to a sum.
func (e counter) Count(p *board.Position, s eval.Sum) eval.Sum {
	e.count(p, &s)
	return s
}

func (e counter) count(p *board.Position, s *eval.Sum) {
	v := newView(p)
	var sides [2]eval.Side
	for c := board.White; c <= board.Black; c++ {
		d := &sides[c]
		d.Pawns, d.Kings = p.Pieces(c, board.Pawn), p.Pieces(c, board.King)
		d.PawnAttacks = v.pawnAttacks(c, d.Pawns)
		d.Attacks = d.PawnAttacks
		for kings := d.Kings; kings != 0; {
			k := kings.Pop()
			d.KingZone |= v.attacks(board.King, k) | k.Bit()
		}
	}
	for c, sign := range [2]int{1, -1} {
		e.pieces(p, v, board.Colour(c), sign, &sides, s)
		e.pawns(v, board.Colour(c), sign, &sides, s)
		shifts, turns, riders := e.boards.Lifts(p, board.Colour(c))
		s.Add(termShifts, sign*shifts)
		s.Add(termTurns, sign*turns)
		s.Add(termRiders, sign*riders)
	}
	for c, sign := range [2]int{1, -1} {
		e.threats(p, board.Colour(c), sign, &sides, s)
		e.mopUp(p, v, board.Colour(c), sign, s)
	}
	s.Add(termTempo, 1-2*int(p.Side))
}

// pieces counts the terms for pieces other than pawns.
func (e counter) pieces(p *board.Position, v view, c board.Colour, sign int, sides *[2]eval.Side, s *eval.Sum) {
	us, them := &sides[c&1], &sides[c.Other()&1]
	own := p.ByColour(c)
	for pieces := own &^ us.Pawns; pieces != 0; {
		from := pieces.Pop()
		k := p.Piece(from).Role()
		s.AddPhase(k)
		e.pieceSquare(v, k, from, c, sign, s)
		seen := v.attacks(k, from)
		us.Attacks |= seen
		if k == board.King {
			s.Add(termKingShield, sign*(seen&own).Count())
			continue
		}
		i := int(k - board.Knight)
		n := (seen &^ own &^ them.PawnAttacks).Count()
		s.Add(termMobility+i, sign*(n-eval.UsualMobility[i]))
		if n <= 3 {
			s.Add(termCramped+i, sign)
		}
		if near := seen & them.KingZone; near != 0 {
			s.Add(termKingZone+i, sign*near.Count())
			us.ZoneAttackers++
		}
	}
	s.Add(termZoneAttackers+min(us.ZoneAttackers, 5), sign)
	if p.Pieces(c, board.Bishop).Count() >= 2 {
		s.Add(termBishopPair, sign)
	}
}

// pieceSquare counts the value of a piece on its square.
func (e counter) pieceSquare(v view, k board.Role, at board.Square, c board.Colour, sign int, s *eval.Sum) {
	file, rank := v.place(at)
	level := storey(at)
	if c == board.Black {
		rank = 9 - rank
		if level < 3 {
			level = 2 - level
		}
	}
	i := int(k) - 1
	s.Add(termMaterial+i, sign)
	s.Add(termRanks+10*i+rank, sign)
	s.Add(termFiles+3*i+min(file, 5-file), sign)
	s.Add(termStoreys+4*i+level, sign)
}

func (e counter) pawns(v view, c board.Colour, sign int, sides *[2]eval.Side, s *eval.Sum) {
	us, them := &sides[c&1], &sides[c.Other()&1]
	var own [6]bool      // files with a friendly pawn
	furthest := [6]int{} // highest rank of an enemy pawn on each file, seen from side c
	relative := func(at board.Square) (file, rank int) {
		file, rank = v.place(at)
		if c == board.Black {
			rank = 9 - rank
		}
		return file, rank
	}
	for pawns := us.Pawns; pawns != 0; {
		file, _ := relative(pawns.Pop())
		own[file] = true
	}
	for pawns := them.Pawns; pawns != 0; {
		file, rank := relative(pawns.Pop())
		furthest[file] = max(furthest[file], rank)
	}
	for pawns := us.Pawns; pawns != 0; {
		at := pawns.Pop()
		e.pieceSquare(v, board.Pawn, at, c, sign, s)
		file, rank := relative(at)
		free, alone := true, true
		for f := max(0, file-1); f <= min(5, file+1); f++ {
			free = free && furthest[f] <= rank
			alone = alone && (f == file || !own[f])
		}
		if free {
			s.Add(termPassed+rank, sign)
		}
		if alone {
			s.Add(termIsolated, sign)
		}
	}
}

func (e counter) threats(p *board.Position, c board.Colour, sign int, sides *[2]eval.Side, s *eval.Sum) {
	sides[c&1].Threats(p, c, &sides[c.Other()&1], sign, termPawnThreats, termHanging, s)
}

// mopUp counts how close a bare enemy king is to the stronger side's king and to the edge.
func (e counter) mopUp(p *board.Position, v view, c board.Colour, sign int, s *eval.Sum) {
	prey, kings := p.ByColour(c.Other()), p.Pieces(c, board.King)
	if prey&(prey-1) != 0 || prey == 0 || kings == 0 {
		return
	}
	file, rank := v.place(prey.First())
	ownFile, ownRank := v.place(kings.First())
	steps := max(file-ownFile, ownFile-file, rank-ownRank, ownRank-rank)
	s.Add(termMopUp, sign*(9-steps))
	s.Add(termMopUp+1, sign*(6-min(file, 5-file)-min(rank, 9-rank)))
}

// ScaleFactor returns the scale factor for a score. It is small if the side ahead has no pawns and little
// additional material. In space a king has more escape squares, so an extra rook rarely wins.
func (e counter) ScaleFactor(p *board.Position, score int) int {
	ahead := eval.Leader(score)
	if p.Pieces(ahead, board.Pawn) != 0 {
		return eval.FullScale
	}
	if own := eval.NonPawnMaterial(p, ahead); own <= 5 {
		return 2
	} else if own-eval.NonPawnMaterial(p, ahead.Other()) <= 4 {
		return 6
	}
	return eval.FullScale
}

// view holds the placement of the boards and the occupied columns of a position.
type view struct {
	t        *geometry.Placement
	occupied geometry.Columns
}

func newView(p *board.Position) view {
	t := geometry.Of(p)
	return view{t, t.Columns(p.Occupied())}
}

// attacks returns the squares that a piece other than a pawn attacks, including squares with friendly pieces.
func (w view) attacks(k board.Role, from board.Square) board.Bitboard {
	return w.t.Squares(geometry.Attacks(k, w.t.Column[from&63], w.occupied))
}

// pawnAttacks returns the squares that pawns of a side attack.
func (w view) pawnAttacks(side board.Colour, pawns board.Bitboard) board.Bitboard {
	left, right := geometry.PawnSetAttacks(side, w.t.Columns(pawns))
	return w.t.Squares(left | right)
}

// place returns the file of a square, 0 to 5 from z to e, and its rank.
func (w view) place(s board.Square) (file, rank int) {
	c := w.t.Column[s&63]
	return c.File(), c.Rank()
}

// storey returns 0, 1 or 2 for the main boards W, N and B, and 3 for an attack
// board.
func storey(s board.Square) int { return int(s&63) / 16 }

// HandSet returns the initial weights for learning. They reflect common knowledge about orthodox chess.
func (Features) HandSet() []eval.Score {
	w := make([]eval.Score, termCount)
	set := func(at int, scores ...eval.Score) { copy(w[at:], scores) }
	set(termMaterial, eval.S(90, 110), eval.S(325, 305), eval.S(345, 335), eval.S(500, 540), eval.S(975, 1010), eval.S(0, 0))
	for rank := range 10 {
		square := func(k board.Role, p eval.Score) { w[termRanks+10*(int(k)-1)+rank] = p }
		near := float32(4 - max(rank-5, 4-rank)) // 0 at the ends, 4 in the middle
		square(board.Pawn, eval.S(3*float32(rank)-10, 7*float32(rank)-22))
		square(board.Knight, eval.S(7*near-16, 5*near-12))
		square(board.Bishop, eval.S(4*near-8, 3*near-6))
		square(board.Queen, eval.S(1*near-2, 3*near-6))
		square(board.King, eval.S(-12*float32(min(rank, 4))+20, 6*near-12))
	}
	for k := range 6 {
		set(termFiles+3*k, eval.S(-6, -6), eval.S(0, 0), eval.S(6, 6))
	}
	set(termFiles+3*5, eval.S(10, -8), eval.S(4, 0), eval.S(-12, 8)) // kings
	set(termMobility, eval.S(4, 4), eval.S(4, 4), eval.S(3, 4), eval.S(2, 3))
	set(termCramped, eval.S(-8, -8), eval.S(-8, -10), eval.S(-6, -12), eval.S(-6, -20))
	set(termPassed, eval.Score{}, eval.S(0, 5), eval.S(0, 8), eval.S(2, 12), eval.S(6, 22), eval.S(14, 40), eval.S(28, 65), eval.S(50, 95), eval.S(70, 120), eval.Score{})
	set(termIsolated, eval.S(-8, -8))
	set(termBishopPair, eval.S(15, 25))
	set(termKingShield, eval.S(8, 0))
	set(termKingZone, eval.S(6, 0), eval.S(6, 0), eval.S(7, 0), eval.S(6, 2))
	set(termZoneAttackers, eval.S(-5, 0), eval.S(0, 0), eval.S(15, 0), eval.S(40, 0), eval.S(70, 0), eval.S(100, 5))
	set(termPawnThreats, eval.S(40, 35), eval.S(55, 40), eval.S(60, 50))
	set(termHanging, eval.S(5, 8), eval.S(25, 25), eval.S(25, 25), eval.S(35, 30), eval.S(30, 30))
	set(termTempo, eval.S(15, 10))
	set(termMopUp, eval.S(12, 12), eval.S(15, 15))
	return w
}
