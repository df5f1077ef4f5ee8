package space

import "github.com/tainchess/tain/board"

// pawns moves the pawns that do not shield the king, but for en passant.
func (s *generator) pawns(enemy layers) {
	p, t := s.p, s.t
	pawns := s.own & p.ByRole(board.Pawn) &^ s.pinned
	if s.list != nil || s.checked {
		for pawns != 0 {
			from := pawns.Pop()
			targets := pawnTargets(p, t, from, s.occupied, s.enemy)
			if s.checked {
				targets &= s.checkMask
			}
			s.addPawn(from, targets)
		}
		return
	}
	c := pawnCount{side: p.Side, empty: s.free.without(enemy), enemy: enemy, last: t.lasts[p.Side&1]}
	l := t.split(pawns)
	s.n += c.steps(l.outer) + c.steps(l.middle) + c.steps(l.attack) + c.steps(l.second)
	if fresh := pawns & unmoved(p); fresh != 0 {
		l := t.split(fresh)
		s.n += c.double(l.outer, s.occupied) + c.double(l.attack, s.occupied)
	}
}

// pawnCount counts the moves of pawns that stand on one layer, where no two
// share a column.
type pawnCount struct {
	side         board.Colour
	empty, enemy layers
	last         columns
}

// steps counts single steps and captures.
func (c *pawnCount) steps(pawns columns) int {
	if pawns == 0 {
		return 0
	}
	front := ahead(c.side, pawns)
	left, right := pawnSetAttacks(c.side, pawns)
	n := c.empty.count(front) + c.enemy.count(left) + c.enemy.count(right)
	if (front|left|right)&c.last != 0 {
		n += 3 * (c.empty.count(front&c.last) + c.enemy.count(left&c.last) + c.enemy.count(right&c.last))
	}
	return n
}

// double counts double steps. Pawns at home stand on an outer main board, or
// on attack boards that share no columns.
func (c *pawnCount) double(pawns, occupied columns) int {
	return c.empty.count(ahead(c.side, ahead(c.side, pawns)&^occupied))
}

// enPassant adds the en passant captures. The level they land on does not
// matter to the king, so each pawn's capture is played once.
func (s *generator) enPassant() {
	if s.p.EnPassant() == board.NoSquare {
		return
	}
	landings := crossedSquares(s.p, s.t)
	for takers := capturers(s.p, s.t, s.p.EnPassant()); takers != 0; {
		from := takers.Pop()
		if s.survives(board.NewMove(from, landings.First(), board.NoRole)) {
			s.addAll(from, landings)
		}
	}
}

// boards adds the board moves. What a promotion on the way chooses does not
// matter to the own king either.
func (s *generator) boards() {
	var moves boardList
	s.v.boardMoves(s.p, s.t, &moves)
	for _, b := range moves.all() {
		k := board.NoRole
		if b.promotes {
			k = board.Queen
		}
		if !s.survives(b.move(k)) {
			continue
		}
		if s.list != nil {
			b.add(s.list)
		}
		if s.n++; b.promotes {
			s.n += len(promotions) - 1
		}
	}
}

func (s *generator) add(m board.Move) {
	if s.list != nil {
		s.list.Add(m)
	}
	s.n++
}

// addColumns adds the moves of a piece to the columns it sees, only those that
// end a check if there is one.
func (s *generator) addColumns(from board.Square, seen columns) {
	if s.checked {
		s.addAll(from, s.t.squares(seen)&s.checkMask&^s.own)
		return
	}
	s.addFree(from, seen)
}

// addFree adds moves to all squares of columns but those of own pieces.
func (s *generator) addFree(from board.Square, seen columns) {
	if s.list == nil {
		s.n += s.free.count(seen)
		return
	}
	addAll(s.list, from, s.t.squares(seen)&^s.own)
}

func (s *generator) addAll(from board.Square, targets board.Bitboard) {
	if s.list != nil {
		addAll(s.list, from, targets)
	}
	s.n += targets.Count()
}

func (s *generator) addPawn(from board.Square, targets board.Bitboard) {
	last := s.t.last[s.p.Side&1]
	if s.list != nil {
		addPawn(s.list, s.t, s.p.Side, from, targets)
	}
	s.n += targets.Count() + (len(promotions)-1)*(targets&last).Count()
}

// survives plays a move and reports whether no own king is attacked after it.
func (s *generator) survives(m board.Move) bool {
	var next board.Position
	play(s.p, m, &next)
	return !inCheck(&next, s.p.Side)
}
