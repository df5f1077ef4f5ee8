package flat

import "github.com/tainchess/tain/board"

const (
	fileA    board.Bitboard = 0x0101010101010101
	fileH    board.Bitboard = fileA << 7
	rank3    board.Bitboard = 0xff << 16
	rank6    board.Bitboard = 0xff << 40
	lastRows board.Bitboard = 0xff | 0xff<<56
)

// Moves adds every move the pieces can make, whether or not it leaves a king
// attacked.
func (v *Rules) PseudoLegal(p *board.Position, list *board.MoveList) {
	own, occupied := p.ByColour(p.Side), p.Occupied()
	v.pawnMoves(p, p.Pieces(p.Side, board.Pawn), list)
	for pieces := own &^ p.ByRole(board.Pawn); pieces != 0; {
		from := pieces.Pop()
		addAll(list, from, v.Attacks(p.Piece(from).Role(), from, occupied)&^own)
	}
	v.castlingMoves(p, list)
}

// Captures adds the captures and promotions among Moves.
func (v *Rules) Captures(p *board.Position, list *board.MoveList) {
	own, enemy, occupied := p.ByColour(p.Side), p.ByColour(p.Side.Other()), p.Occupied()
	pawns := p.Pieces(p.Side, board.Pawn)
	one, _ := Pushes(p.Side, pawns, occupied)
	addPushes(list, one&lastRows, forward(p.Side))
	v.pawnCaptures(p, pawns, list)
	for pieces := own &^ p.ByRole(board.Pawn); pieces != 0; {
		from := pieces.Pop()
		addAll(list, from, v.Attacks(p.Piece(from).Role(), from, occupied)&enemy)
	}
}

// Reach returns the squares a piece other than a pawn sees.
func (v *Rules) Attacks(k board.Role, from board.Square, occupied board.Bitboard) board.Bitboard {
	switch k {
	case board.Knight:
		return v.Topology.Knight[from&63]
	case board.Bishop:
		return v.Topology.Bishop(from, occupied)
	case board.Rook:
		return v.Topology.Rook(from, occupied)
	case board.Queen:
		return v.Topology.Queen(from, occupied)
	default:
		return v.Topology.King[from&63]
	}
}

func addAll(list *board.MoveList, from board.Square, targets board.Bitboard) {
	for targets != 0 {
		list.Add(board.NewMove(from, targets.Pop(), board.NoRole))
	}
}

// forward returns the difference of square numbers of one step ahead.
func forward(side board.Colour) int { return 8 - 16*int(side&1) }

// Pushes returns where pawns arrive by one step and by two.
func Pushes(side board.Colour, pawns, occupied board.Bitboard) (one, two board.Bitboard) {
	if side == board.White {
		one = pawns << 8 &^ occupied
		return one, (one & rank3) << 8 &^ occupied
	}
	one = pawns >> 8 &^ occupied
	return one, (one & rank6) >> 8 &^ occupied
}

// Strikes returns where pawns capture towards the a-file and towards the
// h-file, the seam included where the board has one.
func (v *Rules) PawnAttacks(side board.Colour, pawns board.Bitboard) (left, right board.Bitboard) {
	if side == board.White {
		left, right = (pawns&^fileA)<<7, (pawns&^fileH)<<9
		if v.Topology.Wraps {
			left |= (pawns & fileA) << 15
			right |= (pawns & fileH) << 1
		}
		return left, right
	}
	left, right = (pawns&^fileA)>>9, (pawns&^fileH)>>7
	if v.Topology.Wraps {
		left |= (pawns & fileA) >> 1
		right |= (pawns & fileH) >> 15
	}
	return left, right
}

func (v *Rules) pawnMoves(p *board.Position, pawns board.Bitboard, list *board.MoveList) {
	one, two := Pushes(p.Side, pawns, p.Occupied())
	addPushes(list, one, forward(p.Side))
	addPushes(list, two, 2*forward(p.Side))
	v.pawnCaptures(p, pawns, list)
}

func addPushes(list *board.MoveList, arrivals board.Bitboard, step int) {
	for arrivals != 0 {
		to := arrivals.Pop()
		addPawn(list, board.Square(int(to)-step), to)
	}
}

func (v *Rules) pawnCaptures(p *board.Position, pawns board.Bitboard, list *board.MoveList) {
	enemy := p.ByColour(p.Side.Other())
	left, right := v.PawnAttacks(p.Side, pawns)
	for hit := (left | right) & enemy; hit != 0; {
		to := hit.Pop()
		for from := v.Topology.Pawn[p.Side.Other()&1][to&63] & pawns; from != 0; {
			addPawn(list, from.Pop(), to)
		}
	}
	for from := v.capturers(p, p.EnPassant()) & pawns; from != 0; {
		list.Add(v.enPassant(from.Pop(), p))
	}
}

var promotions = [...]board.Role{board.Queen, board.Rook, board.Bishop, board.Knight}

// addPawn adds a pawn's move, once for each promotion on the last rank.
func addPawn(list *board.MoveList, from, to board.Square) {
	if !lastRows.Has(to) {
		list.Add(board.NewMove(from, to, board.NoRole))
		return
	}
	for _, k := range promotions {
		list.Add(board.NewMove(from, to, k))
	}
}

// castlingMoves adds castling where it is allowed but for attacks on the
// landing square, which Apply sees as it sees any king left attacked.
func (v *Rules) castlingMoves(p *board.Position, list *board.MoveList) {
	if p.Castling() == 0 {
		return
	}
	occupied := p.Occupied()
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
