package text

import (
	"strings"
	"sync"

	"github.com/tainchess/tain/board"
)

// formatRights formats the castling field in X-FEN. It writes rights as KQkq, or as the file of the rook if
// KQkq would mean another king or rook.
func formatRights(p *board.Position) string {
	if p.Castling() == 0 || p.UsualHomes() {
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
		if d.outermost(h.side, corner, king) != rook || d.castlingKing(h.side, king.Rank()) != king {
			letter = 'A' + byte(rook.File()) | byte(h.side)<<5
		}
		text = append(text, letter)
	}
	return string(text)
}

// castling960 returns the castling move for a right with unusual home squares, as a move of the king onto its rook.
// It returns false if the side lacks the right or the home squares are orthodox.
func castling960(p *board.Position, h castlingHome) (board.Move, bool) {
	if p.UsualHomes() || p.Castling()&h.right == 0 {
		return board.NoMove, false
	}
	king, rook := p.CastlingHome(h.right)
	if king == h.king && rook == h.rook {
		return board.NoMove, false
	}
	return board.NewMove(king, rook, board.NoRole), true
}

// kingTakesRook converts castling in the form of Chess960 programs, a king move onto its rook such as e1h1,
// to the king's move of two squares. It does so only for the orthodox home squares and returns other moves
// unchanged.
func (f Flat) kingTakesRook(p *board.Position, m board.Move) board.Move {
	if !f.Rules.Info().Chess960 || m.Promotion() != board.NoRole {
		return m
	}
	for _, h := range castlingHomes {
		if h.side != p.Side || p.Castling()&h.right == 0 || m.From() != h.king || m.To() != h.rook {
			continue
		}
		if _, unusual := castling960(p, h); !unusual {
			return h.move()
		}
	}
	return m
}

// Starts960 is the number of Chess960 starting positions. They are numbered from 0, and number 518 is the
// orthodox one.
const Starts960 = 960

// Number960 returns the Scharnagl number of the starting position with White's pieces on the squares of p. It
// returns false if they are on other squares.
func Number960(p *board.Position) (n uint64, ok bool) {
	var row [8]byte
	for file := range row {
		row[file] = p.Piece(board.At(file, 0)).Letter()
	}
	n, ok = numbers960()[row]
	return n, ok
}

// numbers960 maps White's first rank to the number of the starting position.
var numbers960 = sync.OnceValue(func() map[[8]byte]uint64 {
	numbers := make(map[[8]byte]uint64, Starts960)
	for n := range Starts960 {
		fen := FEN960(n)
		i := strings.LastIndexByte(fen, '/') + 1
		numbers[[8]byte([]byte(fen[i:i+8]))] = uint64(n)
	}
	return numbers
})

// FEN960 returns a Chess960 starting position by its Scharnagl number.
func FEN960(n int) string {
	n %= Starts960
	var row [8]byte
	place := func(i int, letter byte) { // puts a piece on the free square with index i
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
			place(first+1+knights, 'N') // place the right-hand knight first, because placing the left one would shift its index
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
