package text

import (
	"cmp"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// castlingHome is a castling right with the orthodox home squares of the king and rook.
type castlingHome struct {
	right      board.Castling
	letter     byte
	side       board.Colour
	king, rook board.Square
}

// move returns castling as the king's move of two squares.
func (h castlingHome) move() board.Move {
	to := h.king + 2
	if h.rook < h.king {
		to = h.king - 2
	}
	return board.NewMove(h.king, to, board.NoRole)
}

// castlingHomes lists the castling rights in FEN order.
var castlingHomes = [...]castlingHome{
	{board.WhiteShort, 'K', board.White, 4, 7},
	{board.WhiteLong, 'Q', board.White, 4, 0},
	{board.BlackShort, 'k', board.Black, 60, 63},
	{board.BlackLong, 'q', board.Black, 60, 56},
}

// draft is a position that is being parsed. It collects faults with their offsets in the text. The method
// finish checks the whole position.
type draft struct {
	notation.Report
	rules     rules.Rules // nil if the rule set is unknown
	position  board.Position
	at        [64]int        // text offset of the piece on a square
	unread    board.Bitboard // squares whose contents could not be parsed
	sideKnown bool
	crossed   board.Square // square that a pawn has just crossed
}

func newDraft(r rules.Rules) *draft {
	return &draft{rules: r, position: board.Empty(), crossed: board.NoSquare}
}

// put places a piece on an empty square and records its offset in the text.
func (d *draft) put(s board.Square, pc board.Piece, offset int) {
	d.position.Put(s, pc)
	d.at[s] = offset
}

func (d *draft) setSide(side board.Colour) {
	if d.sideKnown = true; side != d.position.Side {
		d.position.Pass()
	}
}

// grantAll parses castling letters in any order and sets the rights.
func (d *draft) grantAll(letters string, offset func(i int) int) {
	if d.rules != nil && !d.rules.Info().Castling {
		d.Fault(offset(0), "fault.no-castling",
			"{variant} has no castling: write - for the castling rights, not {text, quote}", message.Args{"variant": d.rules.Info().Name, "text": notation.Clip(letters)})
		return
	}
	var named board.Castling
	any960 := d.rules != nil && d.rules.Info().Chess960
	for i, letter := range letters {
		if any960 {
			if right, ok := d.grant960(letter); ok && named&right == 0 {
				named |= right
				continue
			}
		}
		h := slices.IndexFunc(castlingHomes[:], func(h castlingHome) bool { return rune(h.letter) == letter })
		if h < 0 {
			d.Fault(offset(i), "fault.castling-letter.unknown",
				"unknown castling letter {letter, sign}: use K, Q, k and q", message.Args{"letter": string(letter)})
			continue
		}
		home := castlingHomes[h]
		if named&home.right != 0 {
			d.Fault(offset(i), "fault.castling-letter.twice", "castling {letter} is given twice", message.Args{"letter": string(letter)})
			continue
		}
		named |= home.right
		if d.atHome(home, offset(i)) {
			d.position.SetCastling(d.position.Castling() | home.right)
		}
	}
}

// atHome reports whether the king and rook for a right are on their home squares, or may be because the
// squares could not be parsed. It adds a fault if they are not.
func (d *draft) atHome(h castlingHome, offset int) bool {
	for _, need := range [...]struct {
		at board.Square
		pc board.Piece
	}{{h.king, board.NewPiece(h.side, board.King)}, {h.rook, board.NewPiece(h.side, board.Rook)}} {
		if !d.unread.Has(need.at) && d.position.Piece(need.at) != need.pc {
			d.Fault(offset, "fault.castling-home.flat", "castling {letter} needs a {piece} on {square}, but {holder}", message.Args{
				"letter": string(rune(h.letter)), "piece": need.pc, "square": need.at, "holder": d.holder(need.at),
			})
			return false
		}
	}
	return true
}

// rightsAtHome returns the castling rights whose king and rook are on their home squares.
func rightsAtHome(p *board.Position) (rights board.Castling) {
	for _, h := range castlingHomes {
		if p.Piece(h.king) == board.NewPiece(h.side, board.King) &&
			p.Piece(h.rook) == board.NewPiece(h.side, board.Rook) {
			rights |= h.right
		}
	}
	return rights
}

// holder describes the contents of a square.
func (d *draft) holder(s board.Square) message.Message {
	if pc := d.position.Piece(s); pc != board.NoPiece {
		return message.New("part.stands.piece", "a {piece} is there", message.Args{"piece": pc})
	}
	return message.New("part.stands.nothing", "the square is empty", nil)
}

// push records that a pawn of the side not to move has just made a double push, and checks the squares of the
// push. The claim describes the part of the text that implies the push. If code is not empty, it replaces the
// code of the faults.
func (d *draft) push(crossed board.Square, claim message.Message, code rules.Code, offset int) {
	home, pushed := aroundCrossed(crossed, d.position.Side)
	if d.unread&(home.Bit()|crossed.Bit()|pushed.Bit()) != 0 {
		return
	}
	pawn := board.NewPiece(d.position.Side.Other(), board.Pawn)
	fits := true
	if d.position.Piece(pushed) != pawn {
		fits = false
		d.Add(rules.Fault{Code: cmp.Or(code, notation.FaultPushed), Offset: offset, Message: message.New("fault.en-passant-pawn.flat",
			"{claim} needs a {piece} on {square} that has just moved two squares, but {holder}", message.Args{
				"claim": claim, "piece": pawn, "square": pushed, "holder": d.holder(pushed),
			})})
	}
	for _, s := range [...]board.Square{crossed, home} {
		if d.position.Piece(s) != board.NoPiece {
			fits = false
			d.Add(rules.Fault{Code: cmp.Or(code, notation.FaultHeld), Offset: offset, Message: message.New("fault.en-passant-held",
				"{claim} needs {square} to be empty, but {holder}", message.Args{
					"claim": claim, "square": s, "holder": d.holder(s),
				})})
		}
	}
	if fits {
		d.crossed = crossed
	}
}

// aroundCrossed returns the origin and the destination of the double push that crossed a square. The capturer
// is the side that may capture en passant.
func aroundCrossed(crossed board.Square, capturer board.Colour) (home, pushed board.Square) {
	if capturer == board.White {
		return crossed + 8, crossed - 8
	}
	return crossed - 8, crossed + 8
}

// kingless returns the sides without a king, or none if parts of the board could not be parsed.
func (d *draft) kingless() (sides []board.Colour) {
	for _, side := range [...]board.Colour{board.White, board.Black} {
		if d.unread == 0 && d.position.Pieces(side, board.King) == 0 {
			sides = append(sides, side)
		}
	}
	return sides
}

// finish checks the whole position and returns it, or the faults.
func (d *draft) finish(o rules.ParseOptions) (board.Position, error) {
	p := &d.position
	const lastRanks = board.Bitboard(0xff | 0xff<<56)
	for pawns := p.ByRole(board.Pawn) & lastRanks; pawns != 0; {
		s := pawns.Pop()
		d.Fault(d.at[s], "fault.pawn-rank.flat",
			"a {piece} is on {square}: no pawn can be on rank 1 or 8", message.Args{"piece": p.Piece(s), "square": s})
	}
	if !o.AllowNoKing {
		for _, side := range d.kingless() {
			d.Fault(-1, "fault.no-king.flat",
				"{side} has no king: only a kingless setup may lack one", message.Args{"side": side})
		}
	}
	if d.rules != nil && d.unread == 0 && d.sideKnown && !o.AllowCheck {
		_, attacked := d.rules.Kings(p, p.Side.Other())
		for !attacked.Empty() {
			s := attacked.Pop()
			d.Fault(d.at[s], "fault.opponent-in-check",
				"the {piece} on {square} is attacked although it is {side}'s turn", message.Args{"piece": p.Piece(s), "square": s, "side": p.Side})
		}
	}
	if o.Dropped != nil {
		d.DropRights(o.Dropped)
	}
	if err := d.Err(); err != nil {
		return board.Empty(), err
	}
	d.settleEnPassant()
	return d.position, nil
}

// settleEnPassant sets the en passant square only if a legal en passant capture exists, as during play, so
// that equal positions have equal hashes.
func (d *draft) settleEnPassant() {
	if d.crossed == board.NoSquare {
		return
	}
	p := &d.position
	p.SetEnPassant(d.crossed)
	guide := d.rules.Guide()
	for _, m := range rules.LegalMoves(d.rules, p) {
		if guide.Class(p, m)&rules.EnPassant != 0 {
			return
		}
	}
	p.SetEnPassant(board.NoSquare)
}

// grant960 parses a castling letter for any home squares of the king and rook, and sets the right. In X-FEN,
// K and Q mean the outermost rook on that side of the king, and inner rooks are named by their file.
// Shredder-FEN names every rook by its file. If the king or rook is missing, or the right is already set,
// grant960 returns false and the caller reports the error.
func (d *draft) grant960(letter rune) (board.Castling, bool) {
	side, small := board.White, letter
	if letter >= 'a' && letter <= 'z' {
		side = board.Black
	} else {
		small += 'a' - 'A'
	}
	rank := 7 * int(side)
	if d.unread>>(8*rank)&0xff != 0 {
		return 0, false
	}
	king := d.castlingKing(side, rank)
	if king == board.NoSquare {
		return 0, false
	}
	first := 2 * int(side) // index of the side's first right
	wing, rook := 0, board.NoSquare
	switch {
	case small == 'k':
		rook = d.outermost(side, board.At(7, rank), king)
	case small == 'q':
		wing, rook = 1, d.outermost(side, board.At(0, rank), king)
	case small >= 'a' && small <= 'h':
		rook = board.At(int(small-'a'), rank)
		if d.position.Piece(rook) != board.NewPiece(side, board.Rook) {
			return 0, false
		}
		if rook < king {
			wing = 1
		}
	}
	if rook == board.NoSquare {
		return 0, false
	}
	right := castlingHomes[first+wing].right
	if d.position.Castling()&right != 0 {
		return 0, false // the right is already set
	}
	d.position.GrantCastling(right, king, rook)
	return right, true
}

// castlingKing returns the square of the king that may castle: the king on the orthodox home square,
// otherwise the only king on the given rank. It returns NoSquare if there is none.
func (d *draft) castlingKing(side board.Colour, rank int) board.Square {
	kings := d.position.Pieces(side, board.King) & (rankBits << (8 * rank))
	if usual := board.At(4, rank); kings.Has(usual) {
		return usual
	}
	if kings == 0 || kings.Many() {
		return board.NoSquare
	}
	return kings.First()
}

// outermost returns the square of the side's rook that is nearest to a corner, between the corner and the
// king. It returns NoSquare if there is none.
func (d *draft) outermost(side board.Colour, corner, king board.Square) board.Square {
	for s := corner; s != king; {
		if d.position.Piece(s) == board.NewPiece(side, board.Rook) {
			return s
		}
		if s > king {
			s--
		} else {
			s++
		}
	}
	return board.NoSquare
}
