package text

import (
	"cmp"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// castlingHome is a castling right and where its king and rook must stand.
type castlingHome struct {
	right      board.Castling
	letter     byte
	side       board.Colour
	king, rook board.Square
}

// castlingHomes lists the rights in the order in which FEN writes them.
var castlingHomes = [...]castlingHome{
	{board.WhiteShort, 'K', board.White, 4, 7},
	{board.WhiteLong, 'Q', board.White, 4, 0},
	{board.BlackShort, 'k', board.Black, 60, 63},
	{board.BlackLong, 'q', board.Black, 60, 56},
}

// draft is a position that is being read. It collects what is wrong with it
// and where in the text that stands, and judges the whole at the end.
type draft struct {
	notation.Report
	rules     rules.Rules // nil if the text names none
	position  board.Position
	at        [64]int        // where in the text the piece on a square is named
	unread    board.Bitboard // squares of which the text could not be read
	sideKnown bool
	crossed   board.Square // the square a pawn has just passed over
}

func newDraft(r rules.Rules) *draft {
	return &draft{rules: r, position: board.Empty(), crossed: board.NoSquare}
}

// put places a piece on an empty square.
func (d *draft) put(s board.Square, pc board.Piece, offset int) {
	d.position.Put(s, pc)
	d.at[s] = offset
}

// setSide sets the side to move.
func (d *draft) setSide(side board.Colour) {
	if d.sideKnown = true; side != d.position.Side {
		d.position.Pass()
	}
}

// grantAll reads castling letters in any order.
func (d *draft) grantAll(letters string, offset func(i int) int) {
	if d.rules != nil && !d.rules.Info().Castling {
		d.Fault(offset(0), "fault.no-castling",
			"{variant} has no castling: its rights are written -, not {text, quote}", message.Args{"variant": d.rules.Info().Name, "text": notation.Clip(letters)})
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
				"castling {letter, sign} is none of K, Q, k and q", message.Args{"letter": string(letter)})
			continue
		}
		home := castlingHomes[h]
		if named&home.right != 0 {
			d.Fault(offset(i), "fault.castling-letter.twice", "castling {letter} is named twice", message.Args{"letter": string(letter)})
			continue
		}
		named |= home.right
		if d.atHome(home, offset(i)) {
			d.position.SetCastling(d.position.Castling() | home.right)
		}
	}
}

// atHome reports whether the king and rook of a right stand at home, and notes
// a fault if it is certain that they do not.
func (d *draft) atHome(h castlingHome, offset int) bool {
	king, rook := board.NewPiece(h.side, board.King), board.NewPiece(h.side, board.Rook)
	switch {
	case !d.unread.Has(h.king) && d.position.Piece(h.king) != king:
		d.homeless(h, king, h.king, offset)
	case !d.unread.Has(h.rook) && d.position.Piece(h.rook) != rook:
		d.homeless(h, rook, h.rook, offset)
	default:
		return true
	}
	return false
}

// homeless notes that a piece of a castling right is not at home.
func (d *draft) homeless(h castlingHome, pc board.Piece, s board.Square, offset int) {
	d.Fault(offset, "fault.castling-home.flat", "castling {letter} needs a {piece} on {square}, where {holder}", message.Args{
		"letter": string(rune(h.letter)), "piece": pc, "square": s, "holder": d.holder(s),
	})
}

// rightsAtHome returns the rights for which king and rook stand at home.
func rightsAtHome(p *board.Position) (rights board.Castling) {
	for _, h := range castlingHomes {
		if p.Piece(h.king) == board.NewPiece(h.side, board.King) &&
			p.Piece(h.rook) == board.NewPiece(h.side, board.Rook) {
			rights |= h.right
		}
	}
	return rights
}

// holder says what a square holds.
func (d *draft) holder(s board.Square) message.Message {
	if pc := d.position.Piece(s); pc != board.NoPiece {
		return message.New("part.stands.piece", "a {piece} stands", message.Args{"piece": pc})
	}
	return message.New("part.stands.nothing", "nothing stands", nil)
}

// push notes that a pawn of the side not to move has just gone two squares.
// Its home, the crossed square and its own follow from the crossed one. claim
// is how the text says so; a code, if there is one, is that of every fault.
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
			"{claim} needs a {piece} on {square} that has just gone two squares, where {holder}", message.Args{
				"claim": claim, "piece": pawn, "square": pushed, "holder": d.holder(pushed),
			})})
	}
	for _, s := range [...]board.Square{crossed, home} {
		if d.position.Piece(s) != board.NoPiece {
			fits = false
			d.Add(rules.Fault{Code: cmp.Or(code, notation.FaultHeld), Offset: offset, Message: message.New("fault.en-passant-held",
				"{claim} needs {square} empty, where {holder}", message.Args{
					"claim": claim, "square": s, "holder": d.holder(s),
				})})
		}
	}
	if fits {
		d.crossed = crossed
	}
}

// aroundCrossed returns where a pawn that a side may take en passant came from
// and where it stands, by the square it passed over.
func aroundCrossed(crossed board.Square, capturer board.Colour) (home, pushed board.Square) {
	if capturer == board.White {
		return crossed + 8, crossed - 8
	}
	return crossed - 8, crossed + 8
}

// kingless returns the sides without a king, as far as the board was read.
func (d *draft) kingless() (sides []board.Colour) {
	for _, side := range [...]board.Colour{board.White, board.Black} {
		if d.unread == 0 && d.position.Pieces(side, board.King) == 0 {
			sides = append(sides, side)
		}
	}
	return sides
}

// finish judges what only the whole position shows, and returns the position
// or everything that is wrong with it.
func (d *draft) finish(o rules.ParseOptions) (board.Position, error) {
	p := &d.position
	const lastRanks = board.Bitboard(0xff | 0xff<<56)
	for pawns := p.ByRole(board.Pawn) & lastRanks; pawns != 0; {
		s := pawns.Pop()
		d.Fault(d.at[s], "fault.pawn-rank.flat",
			"a {piece} stands on {square}: no pawn can be on rank 1 or 8", message.Args{"piece": p.Piece(s), "square": s})
	}
	if !o.AllowNoKing {
		for _, side := range d.kingless() {
			d.Fault(-1, "fault.no-king.flat",
				"{side} has no king: only a kingless setup may leave it out", message.Args{"side": side})
		}
	}
	if d.rules != nil && d.unread == 0 && d.sideKnown && !o.AllowCheck {
		_, attacked := d.rules.Kings(p, p.Side.Other())
		for attacked != 0 {
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

// settleEnPassant keeps the en passant square only if a legal capture follows
// from it, as the rules do in play, so that equal positions have equal hashes.
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
