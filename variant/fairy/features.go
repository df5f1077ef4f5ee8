package fairy

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/fairy/tables"
)

// This file derives an evaluation from the movements of the pieces on their board. The value of a piece is
// roughly proportional to the number of squares that it reaches on boards with pieces on a quarter of the
// squares.

// features implements eval.Features. The names of the terms for a kind contain its letter.
type features struct{ r *Rules }

// The terms of each kind, followed by those of the whole position.
const (
	kindMaterial = iota
	kindMobility // squares that the piece reaches, minus the usual number
	kindPlace    // squares that the piece reaches from its square on an empty board, minus the mean
	kindGoal     // steps to the nearest goal square
	kindTerms
)

const (
	termAdvance = iota // rank of a pawn, counted from 1 on its own side
	termNear           // 2 for a pawn one rank before its last, 1 for a pawn two ranks before it
	termZone           // attacks on the squares around an enemy royal piece
	termHanging        // enemy pieces attacked and not defended
	termByPawn         // enemy pieces attacked by a pawn
	termShelter        // own pieces next to a royal piece
	termExposed        // empty squares that a queen would reach from the square of a royal piece
	termChecks         // checks given
	termLast           // square of the number of checks given
	termTempo
	positionTerms
)

var positionNames = [positionTerms]string{"advance", "near", "zone", "hanging", "by-pawn", "shelter", "exposed", "checks", "last-checks", "tempo"}

// measures holds the data that the evaluation derives from the movements. New computes queen and rays. The other
// fields are computed on first use; see [Rules.measured].
type measures struct {
	compute  func()
	ordinal  [maxIndex]int // number of a kind among the existing kinds, or -1
	counted  int
	mobility [maxIndex]float32   // mean number of squares reached
	place    [2][maxIndex][]int8 // by colour: squares reached on an empty board minus the mean
	value    [maxIndex]int       // in centipawns
	phase    [maxIndex]int       // points of the game phase
	goal     [2][maxIndex][]int8 // steps to the nearest goal square
	queen    tables.Attacks      // attacks of a queen on this board, to measure how exposed a royal piece is
	rays     *tables.Rays        // queen on a wide board
	around   []board.Set         // neighbours
	best     board.Role          // most valuable promotion
}

// measured returns the measures after computing all of them. Computing them takes longer than compiling a game with a
// wide board, and programs that do not evaluate a position do not need them.
func (r *Rules) measured() *measures {
	r.measures.compute()
	return r.measures
}

// measure measures all kinds.
func (r *Rules) measure() {
	m := r.measures
	squares := r.All.Count()
	for i, k := range r.kinds {
		m.ordinal[i] = -1
		if k.letter == 0 {
			continue
		}
		m.ordinal[i] = m.counted
		m.counted++
		m.mobility[i] = r.meanReach(i)
		shades := [2]bool{}
		for side := range board.Colour(2) {
			if side == board.Black && k.alike() {
				m.place[side][i] = m.place[board.White][i]
				continue
			}
			total := 0
			place := make([]int8, r.size())
			for s := range r.All.All() {
				quiet, take := r.Reach(board.NewPiece(side, k.role), s)
				both := quiet.Or(take)
				for to := range both.All() {
					shades[(r.File(s)+r.Rank(s)+r.File(to)+r.Rank(to))&1] = true
				}
				place[s] = int8(min(127, both.Count()))
				total += int(place[s])
			}
			for s := range r.All.All() {
				place[s] -= int8(total / squares)
			}
			m.place[side][i] = place
		}
		value := 62 * m.mobility[i]
		if !shades[1] {
			value *= 0.85 // confined to squares of one colour
		}
		if i == int(board.Pawn) {
			value = max(value, 100)
		}
		m.value[i] = int(max(value, 20))
		if i != int(board.Pawn) && !r.royal[i] {
			m.phase[i] = min(6, (m.value[i]+120)/270)
		}
	}
	for _, k := range r.promotes {
		if m.best == board.NoRole || m.value[indexOf(k)] > m.value[indexOf(m.best)] {
			m.best = k
		}
	}
	r.measureNeighbours()
	r.measureGoals()
}

// measureLines computes the lines of a queen, which New stores with those of the pieces.
func (r *Rules) measureLines() {
	r.measures = new(measures)
	m := r.measures
	m.compute = sync.OnceFunc(r.measure)
	queen := kind{}
	queen.atoms, _ = betza.Parse("Q")
	crossing := r.crossing('q')
	if r.wide != nil {
		m.rays = tables.NewRays(r.size(), false)
		for i := range queen.atoms {
			m.rays.Add(&queen.atoms[i], r.wide.graphs.Rays(&queen.atoms[i], false, crossing), false, true, nil)
		}
		r.wide.size += r.size() * (32 + 2*maxIndex) // around and place
		return
	}
	for s := range r.All.All() {
		r.tables.AddTakes(&m.queen, s, r.lines(&queen, board.White, s, betza.Both, crossing))
	}
}

// measureNeighbours finds the neighbours of every square.
func (r *Rules) measureNeighbours() {
	king := kind{}
	king.atoms, _ = betza.Parse("K")
	around := make([]board.Set, r.size())
	for s := range r.All.All() {
		for _, l := range r.lines(&king, board.White, s, betza.Both, r.crossing('q')) {
			around[s].Add(l.Leaps[0].To)
		}
	}
	r.measures.around = around
}

// meanReach returns the mean number of squares that a kind reaches on random boards. A move that can only
// capture, or that cannot capture, counts half. The result is deterministic.
func (r *Rules) meanReach(i int) float32 {
	const boards = 16
	rng := rand.New(rand.NewPCG(8, 8))
	sum, n := 0, 0
	for range boards {
		var occupied board.Set
		for s := range r.All.All() {
			if rng.IntN(4) == 0 {
				occupied.Add(s)
			}
		}
		for s := range r.All.All() {
			with := occupied
			with.Add(s)
			quiet, take := r.moves(board.White, i, s, with)
			sum += quiet.Count() + take.Count()
			n++
		}
	}
	return float32(sum) / float32(2*n)
}

// measureGoals counts the steps to the goal squares on an empty board.
func (r *Rules) measureGoals() {
	m := r.measures
	for side := range m.goal {
		for i := range m.goal[side] {
			m.goal[side][i] = make([]int8, r.size())
		}
	}
	for side := range r.goals {
		for _, g := range r.goals[side] {
			i := indexOf(g.role)
			steps := m.goal[side][i]
			reached := g.squares
			for n := int8(1); n < 9; n++ {
				more := reached
				for s := range r.All.Without(reached).All() {
					if quiet, _ := r.Reach(board.NewPiece(board.Colour(side), g.role), s); quiet.And(reached) != (board.Set{}) {
						more.Add(s)
						steps[s] = n
					}
				}
				reached = more
			}
			for s := range r.All.Without(reached).All() {
				steps[s] = 9
			}
		}
	}
}

// PieceValue returns the value of a role in exchanges, in centipawns.
func (r *Rules) PieceValue(k board.Role) int {
	i := indexOf(k)
	switch {
	case i >= maxIndex || r.kinds[i].letter == 0:
		return 0
	case r.royal[i]:
		return 20000
	}
	return r.measured().value[i]
}

// BestPromotion returns the most valuable role to which a pawn may promote, or NoRole.
func (r *Rules) BestPromotion() board.Role { return r.measured().best }

// Returns reports whether captured pieces may come back.
func (r *Rules) Returns() bool { return r.spec.Rebirth != NoRebirth }

// Facing returns the square on the same file that is as far from the last rank as the given square is from the
// first. Nets use it to see a square from Black's point of view.
func (r *Rules) Facing(place int) int {
	s := board.Square(place)
	if rank := r.Rank(s); rank < r.Grid.Ranks {
		return place + (r.Grid.Ranks-1-2*rank)*r.Width
	}
	return place
}

// Symmetry returns the symmetries of a wide board. On smaller boards nets do not use them. Castling and first pushes
// are ignored, because their effect on the evaluation is negligible.
func (r *Rules) Symmetry() (y eval.Symmetry) {
	if r.wide == nil {
		return y
	}
	y.OneKing = r.spec.Reflection == nil && r.spec.Rebirth == NoRebirth && !slices.Contains(r.promotes, board.King)
	for side := range board.Colour(2) {
		y.OneKing = y.OneKing && lone(r.start.SquaresWith(side, board.King))
	}
	y.Mirrors = r.symmetric(func(s board.Square) board.Square { return s + board.Square(r.Width-1) - 2*(s%board.Square(r.Width)) })
	y.Planes = r.Grid.Planes > 1 && r.symmetric(r.Twin)
	return y
}

// symmetric reports whether a map from squares to squares preserves the board, the goals and all captures on an empty
// board.
func (r *Rules) symmetric(image func(s board.Square) board.Square) bool {
	maps := func(from, to board.Set) bool {
		for s := range from.All() {
			if !to.Has(image(s)) {
				return false
			}
		}
		return from.Count() == to.Count()
	}
	if !maps(r.All, r.All) {
		return false
	}
	for _, g := range r.goals[board.White] { // Black's are the same
		if !maps(g.squares, g.squares) {
			return false
		}
	}
	for side := range board.Colour(2) {
		for _, k := range r.kinds {
			for s := range r.All.All() {
				if k.letter == 0 {
					break
				}
				pc := board.NewPiece(side, k.role)
				_, from := r.Reach(pc, s)
				if _, to := r.Reach(pc, image(s)); !maps(from, to) {
					return false
				}
			}
		}
	}
	return true
}

// Features returns the evaluation features of the rule set.
func (r *Rules) Features() eval.Features { return features{r} }

// Terms returns the names of the terms.
func (f features) Terms() []string {
	var n eval.Names
	for _, k := range f.r.kinds {
		if k.letter != 0 {
			for _, name := range [kindTerms]string{"material", "mobility", "place", "goal"} {
				n = append(n, name+"-"+string(k.letter))
			}
		}
	}
	return append(n, positionNames[:]...)
}

// HandSet returns the derived weights, because no weights fit all games.
func (f features) HandSet() []eval.Score { return f.Derived() }

// Derived returns weights that follow from the movements of the pieces.
func (f features) Derived() []eval.Score {
	m := f.r.measured()
	w := make([]eval.Score, m.counted*kindTerms+positionTerms)
	for i, at := range m.ordinal {
		if at < 0 {
			continue
		}
		one := w[at*kindTerms:]
		value := float32(m.value[i])
		one[kindGoal] = eval.S(-35, -50)
		switch {
		case f.r.royal[i]:
			one[kindMaterial] = eval.S(0, 0)
			one[kindPlace] = eval.S(-3, 3)
		case i == int(board.Pawn):
			one[kindMaterial] = eval.S(0.85*value, 1.1*value)
		default:
			one[kindMaterial] = eval.S(value, 1.03*value)
			one[kindMobility] = eval.S(4, 4)
			if m.mobility[i] > 10 {
				one[kindMobility] = eval.S(2, 4)
			}
			one[kindPlace] = eval.S(2, 1)
		}
	}
	all := w[m.counted*kindTerms:]
	steps := float32(max(2, f.r.Grid.Ranks-2))
	promoted := float32(400)
	if m.best != board.NoRole {
		promoted = float32(m.value[indexOf(m.best)])
	}
	all[termAdvance] = eval.S(12/steps, 0.09*promoted/steps)
	all[termNear] = eval.S(0.03*promoted, 0.08*promoted)
	all[termZone] = eval.S(9, 2)
	all[termHanging] = eval.S(22, 22)
	all[termByPawn] = eval.S(45, 35)
	all[termShelter] = eval.S(9, 0)
	all[termExposed] = eval.S(-3, 0)
	all[termTempo] = eval.S(18, 12)
	if n := float32(f.r.spec.Checks); n > 0 {
		all[termChecks], all[termLast] = eval.S(240/n, 240/n), eval.S(540/n/n, 540/n/n)
	}
	return w
}

// Counter returns f, which does not need the weights.
func (f features) Counter([]eval.Score) eval.Counter { return f }

// sight holds the squares that one side attacks, and the squares that its pawns attack.
type sight struct{ attacks, pawns board.Set }

// Count adds the counts of a position to a sum and returns the sum.
func (f features) Count(p *board.Position, s eval.Sum) eval.Sum {
	if f.r.wide == nil {
		return f.countBitboards(p, s)
	}
	return f.countSets(p, s)
}

// countSets is like Count, but also works on a wide board.
func (f features) countSets(p *board.Position, s eval.Sum) eval.Sum {
	r, m := f.r, f.r.measured()
	base, occupied := m.counted*kindTerms, occupied(p)
	var seen [2]sight
	var zone, royals [2]board.Set
	for c := range board.Colour(2) {
		royals[c] = r.royalSet(p, c)
		for kings := royals[c]; !kings.Empty(); {
			zone[c] = zone[c].Or(m.around[kings.Pop()])
		}
	}
	hits := [2]int{}
	for all := occupied; !all.Empty(); {
		at := all.Pop()
		pc := p.Piece(at)
		c, i := pc.Colour(), index(pc)
		sign := 1 - 2*int(c)
		terms := m.ordinal[i] * kindTerms
		s.Add(terms+kindMaterial, sign)
		s.AddPhasePoints(m.phase[i])
		quiet, take := r.moves(c, i, at, occupied)
		seen[c].attacks = seen[c].attacks.Or(take)
		hits[c] += count(take.And(zone[c^1]))
		if len(r.goals[c]) > 0 {
			s.Add(terms+kindGoal, sign*int(m.goal[c][i][at]))
		}
		s.Add(terms+kindPlace, sign*int(m.place[c][i][at]))
		if i == int(board.Pawn) {
			seen[c].pawns = seen[c].pawns.Or(take)
			left := r.Grid.Ranks - 1 - r.Rank(at)
			if c == board.Black {
				left = r.Rank(at)
			}
			s.Add(base+termAdvance, sign*(r.Grid.Ranks-left))
			if left <= 2 {
				s.Add(base+termNear, sign*(3-left))
			}
			continue
		}
		if !r.royal[i] {
			reached := count(quiet.Without(occupied).Or(take.And(occupied)))
			s.Add(terms+kindMobility, sign*(reached-int(math.Round(float64(m.mobility[i])))))
			continue
		}
		s.Add(base+termShelter, sign*count(m.around[at].And(p.SquaresOf(c))))
		s.Add(base+termExposed, sign*count(r.open(at, occupied)))
	}
	for c := range board.Colour(2) {
		sign := 1 - 2*int(c)
		enemy := p.SquaresOf(c.Other()).Without(royals[c^1]).Without(p.SquaresWith(c.Other(), board.Pawn))
		s.Add(base+termZone, sign*hits[c])
		s.Add(base+termHanging, sign*count(enemy.And(seen[c].attacks).Without(seen[c^1].attacks)))
		s.Add(base+termByPawn, sign*count(enemy.And(seen[c].pawns)))
		if r.spec.Checks > 0 {
			n := r.Checks(p, c)
			s.Add(base+termChecks, sign*n)
			s.Add(base+termLast, sign*n*n)
		}
	}
	s.Add(base+termTempo, 1-2*int(p.Side&1))
	return s
}

// countBitboards is countSets on a board that is not wide, on which bitboards make it much faster.
func (f features) countBitboards(p *board.Position, s eval.Sum) eval.Sum {
	r, m := f.r, f.r.measured()
	base, occupied := m.counted*kindTerms, p.Occupied()
	var seen [2]struct{ attacks, pawns board.Bitboard }
	var zone [2]board.Bitboard
	for c := range board.Colour(2) {
		for kings := r.royals(p, c); kings != 0; {
			zone[c] |= m.around[kings.Pop()].Bitboard()
		}
	}
	hits := [2]int{}
	for all := occupied; all != 0; {
		at := all.Pop()
		pc := p.Piece(at)
		c, i := pc.Colour(), index(pc)
		sign := 1 - 2*int(c)
		terms := m.ordinal[i] * kindTerms
		s.Add(terms+kindMaterial, sign)
		s.AddPhasePoints(m.phase[i])
		quiet, take := r.tables.Moves(r.men[c][i], at, occupied)
		seen[c].attacks |= take
		hits[c] += (take & zone[c^1]).Count()
		if len(r.goals[c]) > 0 {
			s.Add(terms+kindGoal, sign*int(m.goal[c][i][at]))
		}
		s.Add(terms+kindPlace, sign*int(m.place[c][i][at]))
		if i == int(board.Pawn) {
			seen[c].pawns |= take
			left := r.Grid.Ranks - 1 - r.Rank(at)
			if c == board.Black {
				left = r.Rank(at)
			}
			s.Add(base+termAdvance, sign*(r.Grid.Ranks-left))
			if left <= 2 {
				s.Add(base+termNear, sign*(3-left))
			}
			continue
		}
		if !r.royal[i] {
			reached := (quiet&^occupied | take&occupied).Count()
			s.Add(terms+kindMobility, sign*(reached-int(math.Round(float64(m.mobility[i])))))
			continue
		}
		s.Add(base+termShelter, sign*(m.around[at].Bitboard()&p.ByColour(c)).Count())
		open := r.tables.Takes(&m.queen, at, occupied)
		s.Add(base+termExposed, sign*(open&^occupied).Count())
	}
	for c := range board.Colour(2) {
		sign := 1 - 2*int(c)
		enemy := p.ByColour(c.Other()) &^ r.royals(p, c.Other())
		s.Add(base+termZone, sign*hits[c])
		s.Add(base+termHanging, sign*(enemy&seen[c].attacks&^seen[c^1].attacks&^p.ByRole(board.Pawn)).Count())
		s.Add(base+termByPawn, sign*(enemy&seen[c].pawns&^p.ByRole(board.Pawn)).Count())
		if r.spec.Checks > 0 {
			n := r.Checks(p, c)
			s.Add(base+termChecks, sign*n)
			s.Add(base+termLast, sign*n*n)
		}
	}
	s.Add(base+termTempo, 1-2*int(p.Side&1))
	return s
}

// ScaleFactor returns a small factor if the side that is ahead has only royal pieces, in rule sets in which
// some royal kind cannot win alone.
func (f features) ScaleFactor(p *board.Position, score int) int {
	if c := eval.Leader(score); f.r.dead.possible && p.SquaresOf(c) == f.r.royalSet(p, c) {
		return eval.FullScale / 8
	}
	return eval.FullScale
}

// count returns the number of squares in a set.
func count(a board.Set) int { return a.Count() }

// open returns the empty squares that a queen would reach from a square.
func (r *Rules) open(from board.Square, occupied board.Set) (all board.Set) {
	if r.wide != nil {
		r.measures.rays.Moves(from, &occupied, &all, &all)
		return all.Without(occupied)
	}
	return board.SetOf(r.tables.Takes(&r.measures.queen, from, occupied.Bitboard()) &^ occupied.Bitboard())
}
