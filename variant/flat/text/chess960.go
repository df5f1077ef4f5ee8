package text

import (
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// grant960 reads a castling letter where king and rook need not be at the usual
// homes. In X-FEN K and Q are the outermost rook beside the king, and a rook
// further in is named by its file; Shredder FEN names every rook by its file. It
// reports false where no king or no such rook is there, or where the letter is
// that of the usual homes, of which others tell what is wrong.
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
	first := 2 * int(side) // of the side's two rights
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
		return 0, false // named twice
	}
	d.position.GrantCastling(right, king, rook)
	return right, true
}

// castlingKing returns the king that may castle: the one at the usual home, or the
// only one on the first rank.
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

// outermost returns the side's rook nearest to a corner on that side of the king.
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

// formatRights writes the castling field. Rights of usual homes are KQkq; of
// others X-FEN names the file of a rook only where one stands further out, and
// Shredder FEN always.
func formatRights(p *board.Position, shredder bool) string {
	if p.Castling() == 0 || p.UsualHomes() && !shredder {
		return p.Castling().String()
	}
	var text []byte
	d := draft{position: *p}
	for i, h := range castlingHomes {
		if p.Castling()&h.right == 0 {
			continue
		}
		king, rook := p.CastlingHome(h.right)
		corner := board.At(7*(1-i&1), rook.Rank())
		letter := h.letter
		if shredder || d.outermost(h.side, corner, king) != rook || d.castlingKing(h.side, king.Rank()) != king {
			letter = 'A' + byte(rook.File()) | byte(h.side)<<5
		}
		text = append(text, letter)
	}
	return string(text)
}

// FormatShredder writes a position as Shredder FEN: every rook that may castle is
// named by its file, HAha at the start of chess.
func (f Flat) FormatShredder(p *board.Position) string {
	fields := strings.Fields(f.FormatPosition(p))
	fields[2] = formatRights(p, true)
	return strings.Join(fields, " ")
}

// castling960 returns the castling move of a right that is left and not one of the
// usual homes: the king's move onto its rook.
func castling960(p *board.Position, right board.Castling) (board.Move, bool) {
	if p.UsualHomes() || p.Castling()&right == 0 {
		return board.NoMove, false
	}
	king, rook := p.CastlingHome(right)
	if usual := castlingHomes[rightIndex(right)]; king == usual.king && rook == usual.rook {
		return board.NoMove, false
	}
	return board.NewMove(king, rook, board.NoRole), true
}

func rightIndex(right board.Castling) int {
	for i, h := range castlingHomes {
		if h.right == right {
			return i
		}
	}
	return 0
}

// kingTakesRook returns the king's step of two squares for a castling from the
// usual homes that is written as the king's move onto its rook, and any other move
// as it is. Programs write e1h1 so when they play Chess960.
func (f Flat) kingTakesRook(p *board.Position, m board.Move) board.Move {
	if !f.Rules.Info().Chess960 || m.Promotion() != board.NoRole {
		return m
	}
	for _, h := range castlingHomes {
		if h.side != p.Side || p.Castling()&h.right == 0 || m.From() != h.king || m.To() != h.rook {
			continue
		}
		if king, rook := p.CastlingHome(h.right); king == h.king && rook == h.rook {
			landing := board.At(6, king.Rank())
			if rook < king {
				landing = board.At(2, king.Rank())
			}
			return board.NewMove(king, landing, board.NoRole)
		}
	}
	return m
}

// Starts960 is how many starts Chess960 has; they are numbered from 0, and 518 is
// that of chess.
const Starts960 = 960

// FEN960 returns the start of a number in the usual (Scharnagl's) order.
func FEN960(n int) string {
	n %= Starts960
	var row [8]byte
	place := func(i int, letter byte) { // on the i-th square that is free
		for file := range row {
			if row[file] != 0 {
				continue
			}
			if i == 0 {
				row[file] = letter
				return
			}
			i--
		}
	}
	row[n%4*2+1] = 'B'
	row[n/4%4*2] = 'B'
	place(n/16%6, 'Q')
	knights := n / 96
	for first, left := 0, 4; ; first, left = first+1, left-1 {
		if knights < left {
			place(first+1+knights, 'N') // the right one first, so that the other's place is not shifted
			place(first, 'N')
			break
		}
		knights -= left
	}
	for _, letter := range []byte("RKR") {
		place(0, letter)
	}
	white := string(row[:])
	return strings.ToLower(white) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1"
}

// number960 returns the number of a start as it is written, 960:518 or
// chess960:518, and whether a text is meant as one.
func number960(text string) (string, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	return strings.CutPrefix(strings.TrimPrefix(text, "chess"), "960:")
}

// read960 puts the position of a numbered start in the place of its number.
func (d *draft) read960(number string) (string, bool) {
	if !d.rules.Info().Chess960 {
		d.Fault(0, "fault.start-number.chess", "numbered starts, such as 960:518, are only for chess", nil)
		return "", false
	}
	n, err := strconv.ParseUint(number, 10, 16)
	if err != nil || n >= Starts960 || len(number) > 3 {
		d.Fault(0, "fault.start-number",
			"Chess960 starts are numbered from 0 to {last}; {text, quote} is not one of them", message.Args{"text": notation.Clip(number), "last": Starts960 - 1})
		return "", false
	}
	return FEN960(int(n)), true
}
