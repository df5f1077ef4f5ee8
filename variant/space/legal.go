package space

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

var _ rules.LegalGenerator = (*Rules)(nil)

// generator is the legal move generator: it finds the legal moves of a position
// without playing most of them.
//
// Whether a king is attacked depends on columns alone, so everything is looked
// at there first: the columns the enemy attacks tell where the king may go, the
// lines from the king tell which pieces are pinned and what the check mask is.
// Only board moves and en passant captures are played to see.
type generator struct {
	v    *Rules
	p    *board.Position
	t    *placement
	list *board.MoveList // nil when the moves are only counted
	n    int

	own, enemy, all board.Bitboard
	occupied        columns
	free            layers // squares that hold no piece of the mover
	king            board.Square
	at              column // of the king
	threats         columns
	rooks, bishops  columns        // of the enemy, queens in both
	pinned          board.Bitboard // own pieces that are pinned
	checkMask       board.Bitboard // squares that end a check
	checked         bool
}

// Legal adds the legal moves to the list.
func (v *Rules) Legal(p *board.Position, list *board.MoveList) {
	s := generator{v: v, p: p, list: list}
	s.run()
}

// Count returns how many legal moves there are.
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
	s.t = placed(p)
	s.own, s.enemy = p.ByColour(p.Side), p.ByColour(p.Side.Other())
	s.all = s.own | s.enemy
	own := s.t.split(s.own)
	s.free = s.t.layers.without(own)
	enemy := s.t.split(s.enemy)
	s.occupied = own.any() | enemy.any()
	s.king = kings.First()
	s.at = s.t.column[s.king]
	s.look()
	s.kingMoves()
	s.riders()
	s.pawns(enemy)
	s.enPassant()
	s.boards()
}

// playAll serves the positions that have not one king a side.
func (s *generator) playAll() {
	var moves board.MoveList
	s.v.PseudoLegal(s.p, &moves)
	for _, m := range moves.All() {
		if s.survives(m) {
			s.add(m)
		}
	}
}

// look finds what the enemy attacks, who gives check, and which own pieces
// shield the king.
func (s *generator) look() {
	p, t := s.p, s.t
	enemy := p.Side.Other()
	// The king does not hide the columns behind it, unless another piece
	// shares its column.
	open := s.occupied
	if t.stack[s.at]&s.all == s.king.Bit() {
		open &^= s.at.bit()
	}
	queens := p.ByRole(board.Queen)
	left, right := pawnSetAttacks(enemy, t.columns(s.enemy&p.ByRole(board.Pawn)))
	s.threats = left | right
	for pieces := s.enemy & p.ByRole(board.Knight); pieces != 0; {
		s.threats |= knightAttacks[t.column[pieces.Pop()&63]]
	}
	for pieces := s.enemy & p.ByRole(board.King); pieces != 0; {
		s.threats |= kingAttacks[t.column[pieces.Pop()&63]]
	}
	for pieces := s.enemy & (p.ByRole(board.Bishop) | queens); pieces != 0; {
		c := t.column[pieces.Pop()&63]
		s.bishops |= c.bit()
		s.threats |= bishopAttacks(c, open)
	}
	for pieces := s.enemy & (p.ByRole(board.Rook) | queens); pieces != 0; {
		c := t.column[pieces.Pop()&63]
		s.rooks |= c.bit()
		s.threats |= rookAttacks(c, open)
	}
	if s.threats.has(s.at) {
		s.check()
	}
	king := &rays[s.at]
	if (king.straight[0].both()|king.straight[1].both())&s.rooks != 0 {
		seen := rookAttacks(s.at, s.occupied)
		for pinners := rookAttacks(s.at, s.occupied&^seen) & s.rooks &^ seen; pinners != 0; {
			s.pin(pinners.pop(), board.Rook)
		}
	}
	if (king.diagonal[0].both()|king.diagonal[1].both())&s.bishops != 0 {
		seen := bishopAttacks(s.at, s.occupied)
		for pinners := bishopAttacks(s.at, s.occupied&^seen) & s.bishops &^ seen; pinners != 0; {
			s.pin(pinners.pop(), board.Bishop)
		}
	}
}

// check finds the squares that end every check at once: between the king and a
// rider any level will do, the checker itself must be taken on its square.
func (s *generator) check() {
	s.checked = true
	s.checkMask = ^board.Bitboard(0)
	for hits := attackers(s.p, s.t, s.at, s.p.Side.Other(), s.occupied); hits != 0; {
		from := hits.Pop()
		mask := from.Bit()
		if k := s.p.Piece(from).Role(); k == board.Bishop || k == board.Rook || k == board.Queen {
			mask |= s.t.squares(between(s.at, s.t.column[from]))
		}
		s.checkMask &= mask
	}
}

// pin looks at the one column that holds pieces between the king and a
// rider. A single own piece there is pinned: it has the squares between and
// the rider's own, if no second rider stands in that column.
func (s *generator) pin(pinner column, k board.Role) {
	line := s.t.squares(between(s.at, pinner))
	held := line & s.all
	if held.Many() || held&s.own == 0 {
		return
	}
	s.pinned |= held
	if s.checked { // a pinned piece cannot answer another check
		return
	}
	riders := s.t.stack[pinner] & s.enemy & (s.p.ByRole(k) | s.p.ByRole(board.Queen))
	if !riders.Many() {
		line |= riders
	}
	from := held.First()
	if k := s.p.Piece(from).Role(); k == board.Pawn {
		s.addPawn(from, pawnTargets(s.p, s.t, from, s.occupied, s.enemy)&line)
	} else {
		s.addAll(from, s.t.squares(attacks(k, s.t.column[from], s.occupied))&^s.own&line)
	}
}

func (s *generator) kingMoves() {
	s.addFree(s.king, kingAttacks[s.at]&^s.threats)
	if s.checked || s.p.Castling() == 0 {
		return
	}
	// Attacks on the landing square do not depend on where rook and king go:
	// what they leave or enter is the edge of the map or was held before.
	short, long := castlingOpen(s.p, s.t)
	c := &s.t.castle[s.p.Side&1]
	if short && !s.threats.has(s.t.column[c.shortRook]) {
		s.add(c.short())
	}
	if long && !s.threats.has(s.t.column[c.longKing]) {
		s.add(c.long())
	}
}

// riders moves the pieces that are neither pawns nor kings.
func (s *generator) riders() {
	p, t := s.p, s.t
	pieces := s.own &^ s.pinned
	for some := pieces & p.ByRole(board.Knight); some != 0; {
		from := some.Pop()
		s.addColumns(from, knightAttacks[t.column[from&63]])
	}
	for some := pieces & p.ByRole(board.Bishop); some != 0; {
		from := some.Pop()
		s.addColumns(from, bishopAttacks(t.column[from&63], s.occupied))
	}
	for some := pieces & p.ByRole(board.Rook); some != 0; {
		from := some.Pop()
		s.addColumns(from, rookAttacks(t.column[from&63], s.occupied))
	}
	for some := pieces & p.ByRole(board.Queen); some != 0; {
		from := some.Pop()
		c := t.column[from&63]
		s.addColumns(from, rookAttacks(c, s.occupied)|bishopAttacks(c, s.occupied))
	}
}

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
