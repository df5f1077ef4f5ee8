package tablebase

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
)

// layout says which byte of a table is which position. A table has a half for
// each side to move. In a half the place of the white king comes first, then
// the squares of the others, six bits each. The board is turned so that the
// white king stands in as few places as can be:
//
//   - where the files go round, on file a; else on the files a to d,
//   - without pawns, on the ranks 1 to 4.
//
// None of these views leaves any square where it is, so that each position is
// in the table exactly once, and the moves between positions are those between
// bytes. (A board mirrored in its long diagonal would save more, but leaves
// positions where they are, and counts of moves would go wrong.) Over the seam
// en passant may not be alike on all files, so with pawns on both sides the
// files do not go round. Of two pieces of a kind the first stands on the lower
// square.
type layout struct {
	pieces []board.Piece
	views  [64]view       // by the white king's square
	kings  []board.Square // the white king's square by its place
	half   uint32
	twins  bool // the last two pieces are of a kind
	order  int  // how many positions of the board each of the table stands for
}

// view is how the board is turned: the files go round by shift, then bits of the
// square are changed.
type view struct{ shift, xor, place uint8 }

func (v view) of(s board.Square) board.Square {
	return board.Square((uint8(s)&56 | (uint8(s)+v.shift)&7) ^ v.xor)
}

// squares are where the pieces stand, in the order of layout.pieces.
type squares [MaxPieces]board.Square

func newLayout(m Material, s eval.Symmetry) *layout {
	l := &layout{pieces: m.pieces(), order: 1}
	n := len(l.pieces)
	l.twins = n == 4 && l.pieces[2] == l.pieces[3]
	white, black := m.pawns(board.White), m.pawns(board.Black)
	turns := s.Turns && (white == 0 || black == 0)
	mirrors := s.Mirrors && !turns
	flips := white+black == 0
	if turns {
		l.order *= 8
	}
	if mirrors {
		l.order *= 2
	}
	if flips {
		l.order *= 2
	}
	for k := range board.Square(64) {
		v := &l.views[k]
		if turns {
			v.shift = uint8(8-k.File()) & 7
		} else if mirrors && k.File() > 3 {
			v.xor |= 7
		}
		if flips && k.Rank() > 3 {
			v.xor |= 56
		}
		if v.of(k) == k {
			v.place = uint8(len(l.kings))
			l.kings = append(l.kings, k)
		}
	}
	for k := range board.Square(64) {
		l.views[k].place = l.views[l.views[k].of(k)].place
	}
	l.half = uint32(len(l.kings)) << (6 * (n - 1))
	return l
}

// size returns how many bytes the table has.
func (l *layout) size() int { return 2 * int(l.half) }

// index returns the byte of a position.
func (l *layout) index(side board.Colour, at *squares) uint32 {
	v := l.views[at[0]]
	i := uint32(v.place)<<6 | uint32(v.of(at[1]))
	switch {
	case len(l.pieces) == 3:
		i = i<<6 | uint32(v.of(at[2]))
	default:
		a, b := uint32(v.of(at[2])), uint32(v.of(at[3]))
		if l.twins && a > b {
			a, b = b, a
		}
		i = i<<12 | a<<6 | b
	}
	return i + uint32(side&1)*l.half
}

// squaresOf returns the position of a byte. False means that there is none: pieces
// stand on one square, pawns on a last rank, or two of a kind the wrong way
// round.
func (l *layout) squaresOf(i uint32) (side board.Colour, at squares, ok bool) {
	if i >= l.half {
		i -= l.half
		side = board.Black
	}
	var occupied board.Bitboard
	for k := len(l.pieces) - 1; k > 0; k-- {
		at[k] = board.Square(i & 63)
		i >>= 6
		occupied |= at[k].Bit()
	}
	at[0] = l.kings[i]
	occupied |= at[0].Bit()
	if occupied.Count() != len(l.pieces) || l.twins && at[2] > at[3] {
		return side, at, false
	}
	for k := 2; k < len(l.pieces); k++ {
		if r := at[k].Rank(); l.pieces[k].Role() == board.Pawn && (r == 0 || r == 7) {
			return side, at, false
		}
	}
	return side, at, true
}

// position sets the pieces up.
func (l *layout) position(p *board.Position, side board.Colour, at *squares) {
	*p = board.Empty()
	for k, pc := range l.pieces {
		p.Put(at[k], pc)
	}
	if side == board.Black {
		p.Pass()
	}
}

// find returns the byte of a position with the table's material, or with the
// colours exchanged.
func (l *layout) find(p *board.Position, exchanged bool) uint32 {
	var at squares
	var last board.Bitboard
	for k, pc := range l.pieces {
		side := pc.Colour()
		if exchanged {
			side = side.Other()
		}
		of := p.Pieces(side, pc.Role())
		if k == 3 && l.twins {
			of &^= last
		}
		last = of & -of
		at[k] = of.First()
	}
	side := p.Side
	if exchanged {
		side = side.Other()
		for k := range l.pieces {
			at[k] ^= 56
		}
	}
	return l.index(side, &at)
}
