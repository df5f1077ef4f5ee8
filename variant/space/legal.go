package space

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

var _ rules.LegalGenerator = (*Rules)(nil)

// generator is the legal move generator. It finds the legal moves in a position without playing most of them.
//
// Attacks depend only on columns, so the generator works with columns. The columns that the enemy attacks
// determine where the king may move. The lines from the king determine the pinned pieces and the check mask.
// If the side has exactly one king, the generator plays only board moves and en passant captures to find out
// whether they are legal.
type generator struct {
	v    *Rules
	p    *board.Position
	t    *geometry.Placement
	list *board.MoveList // nil if the moves are only counted
	n    int

	own, enemy, all board.Bitboard
	occupied        geometry.Columns
	free            geometry.Layers // squares without a friendly piece
	king            board.Square
	at              geometry.Column // column of the king
	threats         geometry.Columns
	rooks, bishops  geometry.Columns // columns of enemy pieces; queens are in both sets
	pinned          board.Bitboard
	checkMask       board.Bitboard // squares on which a move parries the check
	checked         bool
}

// Legal adds the legal moves to the list.
func (v *Rules) Legal(p *board.Position, list *board.MoveList) {
	s := generator{v: v, p: p, list: list}
	s.run()
}

// Count returns the number of legal moves.
func (v *Rules) Count(p *board.Position) int {
	s := generator{v: v, p: p}
	s.run()
	return s.n
}

func (s *generator) run() {
	p := s.p
	kings := p.Pieces(p.Side, board.King)
	if kings == 0 || kings.Many() {
		s.playAll()
		return
	}
	s.t = geometry.Of(p)
	s.own, s.enemy = p.ByColour(p.Side), p.ByColour(p.Side.Other())
	s.all = s.own | s.enemy
	own := s.t.Split(s.own)
	s.free = s.t.Layers.Without(own)
	enemy := s.t.Split(s.enemy)
	s.occupied = own.Any() | enemy.Any()
	s.king = kings.First()
	s.at = s.t.Column[s.king]
	s.look()
	s.kingMoves()
	s.riders()
	s.pawns(enemy)
	s.enPassant()
	s.boards()
}

// playAll finds the legal moves by playing every move, for positions in which the side to move has several
// kings or none.
func (s *generator) playAll() {
	var moves board.MoveList
	s.v.PseudoLegal(s.p, &moves)
	for _, m := range moves.All() {
		if s.survives(m) {
			s.add(m)
		}
	}
}

// look finds the columns that the enemy attacks, the check mask and the pinned pieces.
func (s *generator) look() {
	p, t := s.p, s.t
	enemy := p.Side.Other()
	// The king does not shield the columns behind it unless another piece is in its column.
	open := s.occupied
	if t.Stack[s.at]&s.all == s.king.Bit() {
		open &^= s.at.Bit()
	}
	queens := p.ByRole(board.Queen)
	left, right := geometry.PawnSetAttacks(enemy, t.Columns(s.enemy&p.ByRole(board.Pawn)))
	s.threats = left | right
	for pieces := s.enemy & p.ByRole(board.Knight); pieces != 0; {
		s.threats |= geometry.KnightAttacks[t.Column[pieces.Pop()&63]]
	}
	for pieces := s.enemy & p.ByRole(board.King); pieces != 0; {
		s.threats |= geometry.KingAttacks[t.Column[pieces.Pop()&63]]
	}
	for pieces := s.enemy & (p.ByRole(board.Bishop) | queens); pieces != 0; {
		c := t.Column[pieces.Pop()&63]
		s.bishops |= c.Bit()
		s.threats |= geometry.BishopAttacks(c, open)
	}
	for pieces := s.enemy & (p.ByRole(board.Rook) | queens); pieces != 0; {
		c := t.Column[pieces.Pop()&63]
		s.rooks |= c.Bit()
		s.threats |= geometry.RookAttacks(c, open)
	}
	if s.threats.Has(s.at) {
		s.check()
	}
	if geometry.RookLines(s.at)&s.rooks != 0 {
		seen := geometry.RookAttacks(s.at, s.occupied)
		for pinners := geometry.RookAttacks(s.at, s.occupied&^seen) & s.rooks &^ seen; pinners != 0; {
			s.pin(pinners.Pop(), board.Rook)
		}
	}
	if geometry.BishopLines(s.at)&s.bishops != 0 {
		seen := geometry.BishopAttacks(s.at, s.occupied)
		for pinners := geometry.BishopAttacks(s.at, s.occupied&^seen) & s.bishops &^ seen; pinners != 0; {
			s.pin(pinners.Pop(), board.Bishop)
		}
	}
}

// check computes the squares on which a move parries every check: the square of a checker, or any square in
// the columns between the king and a slider.
func (s *generator) check() {
	s.checked = true
	s.checkMask = ^board.Bitboard(0)
	for hits := geometry.Attackers(s.p, s.t, s.at, s.p.Side.Other(), s.occupied); hits != 0; {
		from := hits.Pop()
		mask := from.Bit()
		if k := s.p.Piece(from).Role(); k == board.Bishop || k == board.Rook || k == board.Queen {
			mask |= s.t.Squares(geometry.Between(s.at, s.t.Column[from]))
		}
		s.checkMask &= mask
	}
}

// pin examines the only occupied column between the king and an enemy slider. A single friendly piece there
// is pinned. It may move between the king and the slider. It may also capture the slider unless a second
// slider is in the same column.
func (s *generator) pin(pinner geometry.Column, k board.Role) {
	line := s.t.Squares(geometry.Between(s.at, pinner))
	held := line & s.all
	if held.Many() || held&s.own == 0 {
		return
	}
	s.pinned |= held
	if s.checked { // a pinned piece cannot parry another check
		return
	}
	riders := s.t.Stack[pinner] & s.enemy & (s.p.ByRole(k) | s.p.ByRole(board.Queen))
	if !riders.Many() {
		line |= riders
	}
	from := held.First()
	if k := s.p.Piece(from).Role(); k == board.Pawn {
		s.addPawn(from, pawnTargets(s.p, s.t, from, s.occupied, s.enemy)&line)
	} else {
		s.addAll(from, s.t.Squares(geometry.Attacks(k, s.t.Column[from], s.occupied))&^s.own&line)
	}
}

func (s *generator) kingMoves() {
	s.addFree(s.king, geometry.KingAttacks[s.at]&^s.threats)
	if s.checked || s.p.Castling() == 0 {
		return
	}
	// Attacks on the landing square do not depend on the squares that the king and rook leave or enter,
	// because these are at the edge of the map or were occupied before.
	short, long := castlingOpen(s.p, s.t)
	c := &s.t.Castle[s.p.Side&1]
	if short && !s.threats.Has(s.t.Column[c.ShortRook]) {
		s.add(c.Short())
	}
	if long && !s.threats.Has(s.t.Column[c.LongKing]) {
		s.add(c.Long())
	}
}

// riders adds the moves of unpinned knights, bishops, rooks and queens.
func (s *generator) riders() {
	p, t := s.p, s.t
	pieces := s.own &^ s.pinned
	for some := pieces & p.ByRole(board.Knight); some != 0; {
		from := some.Pop()
		s.addColumns(from, geometry.KnightAttacks[t.Column[from&63]])
	}
	for some := pieces & p.ByRole(board.Bishop); some != 0; {
		from := some.Pop()
		s.addColumns(from, geometry.BishopAttacks(t.Column[from&63], s.occupied))
	}
	for some := pieces & p.ByRole(board.Rook); some != 0; {
		from := some.Pop()
		s.addColumns(from, geometry.RookAttacks(t.Column[from&63], s.occupied))
	}
	for some := pieces & p.ByRole(board.Queen); some != 0; {
		from := some.Pop()
		c := t.Column[from&63]
		s.addColumns(from, geometry.RookAttacks(c, s.occupied)|geometry.BishopAttacks(c, s.occupied))
	}
}

// pawns adds the moves of unpinned pawns, except en passant.
func (s *generator) pawns(enemy geometry.Layers) {
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
	c := pawnCount{side: p.Side, empty: s.free.Without(enemy), enemy: enemy, last: t.Lasts[p.Side&1]}
	l := t.Split(pawns)
	s.n += c.steps(l.Outer) + c.steps(l.Middle) + c.steps(l.Attack) + c.steps(l.Second)
	if fresh := pawns & geometry.Unmoved(p); fresh != 0 {
		l := t.Split(fresh)
		s.n += c.double(l.Outer, s.occupied) + c.double(l.Attack, s.occupied)
	}
}

// pawnCount counts the moves of the pawns on one layer. No two of them are in the same column.
type pawnCount struct {
	side         board.Colour
	empty, enemy geometry.Layers
	last         geometry.Columns
}

// steps counts single steps and captures, with one move per promotion role.
func (c *pawnCount) steps(pawns geometry.Columns) int {
	if pawns == 0 {
		return 0
	}
	front := geometry.Ahead(c.side, pawns)
	left, right := geometry.PawnSetAttacks(c.side, pawns)
	n := c.empty.Count(front) + c.enemy.Count(left) + c.enemy.Count(right)
	if (front|left|right)&c.last != 0 {
		n += 3 * (c.empty.Count(front&c.last) + c.enemy.Count(left&c.last) + c.enemy.Count(right&c.last))
	}
	return n
}

// double counts double steps. Unmoved pawns are on the boards W and B or on attack boards that share no
// columns.
func (c *pawnCount) double(pawns, occupied geometry.Columns) int {
	return c.empty.Count(geometry.Ahead(c.side, geometry.Ahead(c.side, pawns)&^occupied))
}

// enPassant adds the en passant captures. The level of the landing square does not affect the king, so the
// generator plays each pawn's capture only once.
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

// boards adds the board moves. The promotion role does not affect the mover's king, so the generator plays
// each move only once.
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

// addColumns adds the moves of a piece to the columns that it attacks. In check, it adds only moves that
// parry the check.
func (s *generator) addColumns(from board.Square, seen geometry.Columns) {
	if s.checked {
		s.addAll(from, s.t.Squares(seen)&s.checkMask&^s.own)
		return
	}
	s.addFree(from, seen)
}

// addFree adds the moves of a piece to all squares in the given columns that have no friendly piece.
func (s *generator) addFree(from board.Square, seen geometry.Columns) {
	if s.list == nil {
		s.n += s.free.Count(seen)
		return
	}
	addAll(s.list, from, s.t.Squares(seen)&^s.own)
}

func (s *generator) addAll(from board.Square, targets board.Bitboard) {
	if s.list != nil {
		addAll(s.list, from, targets)
	}
	s.n += targets.Count()
}

func (s *generator) addPawn(from board.Square, targets board.Bitboard) {
	last := s.t.Last[s.p.Side&1]
	if s.list != nil {
		addPawn(s.list, s.t, s.p.Side, from, targets)
	}
	s.n += targets.Count() + (len(promotions)-1)*(targets&last).Count()
}

// survives reports whether a move leaves no king of the mover attacked.
func (s *generator) survives(m board.Move) bool {
	var next board.Position
	play(s.p, m, &next)
	return !geometry.InCheck(&next, s.p.Side)
}
