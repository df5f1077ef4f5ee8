package flat

import "github.com/tainchess/tain/board"

const (
	lastRows   board.Bitboard = 0xff | 0xff<<56
	middleRows board.Bitboard = 0xffff << 24
)

// PseudoLegal adds every pseudo-legal move to the list: it may leave a king
// attacked.
func (v *Rules) PseudoLegal(p *board.Position, list *board.MoveList) {
	own, occupied := p.ByColour(p.Side), p.Occupied()
	v.pawnMoves(p, p.Pieces(p.Side, board.Pawn), list)
	for pieces := own &^ p.ByRole(board.Pawn); pieces != 0; {
		from := pieces.Pop()
		addAll(list, from, v.Topology.Attacks(p.Piece(from).Role(), from, occupied)&^own)
	}
	v.castlingMoves(p, list)
}

// Captures adds the pseudo-legal captures and promotions to the list.
func (v *Rules) Captures(p *board.Position, list *board.MoveList) {
	own, enemy, occupied := p.ByColour(p.Side), p.ByColour(p.Side.Other()), p.Occupied()
	pawns := p.Pieces(p.Side, board.Pawn)
	one, _ := v.Topology.Pushes(p.Side, pawns, occupied)
	v.addPushes(list, p.Side, one&lastRows, 0)
	v.pawnCaptures(p, pawns, list)
	for pieces := own &^ p.ByRole(board.Pawn); pieces != 0; {
		from := pieces.Pop()
		addAll(list, from, v.Topology.Attacks(p.Piece(from).Role(), from, occupied)&enemy)
	}
}

func addAll(list *board.MoveList, from board.Square, targets board.Bitboard) {
	for targets != 0 {
		list.Add(board.NewMove(from, targets.Pop(), board.NoRole))
	}
}

func (v *Rules) pawnMoves(p *board.Position, pawns board.Bitboard, list *board.MoveList) {
	one, two := v.Topology.Pushes(p.Side, pawns, p.Occupied())
	v.addPushes(list, p.Side, one, two&v.double)
	v.pawnCaptures(p, pawns, list)
}

// addPushes adds single and double pushes, given their destination squares.
func (v *Rules) addPushes(list *board.MoveList, side board.Colour, one, two board.Bitboard) {
	g := v.Topology
	for one != 0 {
		to := one.Pop()
		v.addPawn(list, g.Behind(side, to), to)
	}
	for two != 0 {
		to := two.Pop()
		list.Add(board.NewMove(g.Behind(side, g.Behind(side, to)), to, board.NoRole))
	}
}

func (v *Rules) pawnCaptures(p *board.Position, pawns board.Bitboard, list *board.MoveList) {
	enemy := p.ByColour(p.Side.Other())
	left, right := v.Topology.PawnAttacks(p.Side, pawns)
	for hit := (left | right) & enemy; hit != 0; {
		to := hit.Pop()
		for from := v.Topology.PawnFrom[p.Side&1][to&63] & pawns; from != 0; {
			v.addPawn(list, from.Pop(), to)
		}
	}
	for from := v.capturers(p, p.EnPassant()) & pawns; from != 0; {
		list.Add(v.enPassant(from.Pop(), p))
	}
}

// orthodox lists the promotion roles of chess.
var orthodox = [...]board.Role{board.Queen, board.Rook, board.Bishop, board.Knight}

// addPawn adds a pawn move; on the last rank, one move per promotion role.
func (v *Rules) addPawn(list *board.MoveList, from, to board.Square) {
	if !lastRows.Has(to) {
		list.Add(board.NewMove(from, to, board.NoRole))
		return
	}
	for _, k := range v.promotes {
		list.Add(board.NewMove(from, to, k))
	}
}

// castlingMoves adds the castling moves, without checking for attacks on the
// landing square: Apply rejects any move that leaves a king attacked.
func (v *Rules) castlingMoves(p *board.Position, list *board.MoveList) {
	if p.Castling() == 0 {
		return
	}
	occupied := p.Occupied()
	if !p.UsualHomes() {
		if !v.inCheck(p, p.Side) {
			for _, m := range v.unusualCastling(p, occupied) {
				if m != board.NoMove {
					list.Add(m)
				}
			}
		}
		return
	}
	for i := range castles[p.Side&1] {
		c := &castles[p.Side&1][i]
		if p.Castling()&c.right == 0 || occupied&c.empty != 0 {
			continue
		}
		if !v.inCheck(p, p.Side) && v.Attackers(p, c.crossed, p.Side.Other(), occupied) == 0 {
			list.Add(board.NewMove(c.king, c.landing, board.NoRole))
		}
	}
}
