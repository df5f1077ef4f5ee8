package tablebase

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// layout maps positions to bytes of a table. A table has one half for each side to move. Within a half, the
// index starts with the place of the white king, followed by the squares of the other pieces, six bits each.
// Symmetry restricts the square of the white king:
//
//   - to file a if the files wrap around, otherwise to files a to d,
//   - without pawns, to ranks 1 to 4.
//
// None of these symmetries maps a square to itself, so each position is in the table exactly once, and moves
// between positions correspond to moves between bytes. (Reflection in the long diagonal would save more, but
// it maps the squares on the diagonal to themselves, so move counts would be wrong.) En passant captures
// across the seam may differ between files, so the files are not treated as wrapping around if both sides
// have pawns. If two pieces are equal, the first one is on the lower square.
//
// For boards of other sizes and other pieces see grid.go.
type layout struct {
	pieces []board.Piece
	grid   *gridSquares   // nil on the board of chess
	views  [64]view       // indexed by the square of the white king
	kings  []board.Square // square of the white king, indexed by place
	half   uint32
	twins  bool // whether the last two pieces are equal, on the board of chess
	order  int  // number of board positions that each byte represents
}

// view is a symmetry of the board: files are rotated by shift, then the bits in xor are flipped. Place is the
// place of the white king in the table's index.
type view struct{ shift, xor, place uint8 }

func (v view) of(s board.Square) board.Square {
	return board.Square((uint8(s)&56 | (uint8(s)+v.shift)&7) ^ v.xor)
}

// squares holds the squares of the pieces, in the order of layout.pieces.
type squares [MaxPieces]board.Square

func newLayout(m Material, s eval.Symmetry) *layout {
	l := &layout{pieces: m.pieces(chessMen), order: 1}
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

// layoutOf returns the layout of a rule set's table, or ErrRules.
func layoutOf(r rules.Rules, m Material) (*layout, error) {
	if g, _, ok := onGrid(r); ok {
		return newGridLayout(g, m), nil
	}
	_, s, err := symmetry(r)
	if err != nil {
		return nil, err
	}
	return newLayout(m, s), nil
}

// nodes returns the number of positions without those whose colours are exchanged, if these are stored separately.
func (l *layout) nodes() int { return 2 * int(l.half) }

// size returns the size of the table in bytes.
func (l *layout) size() int {
	if l.grid != nil && l.grid.both {
		return 2 * l.nodes()
	}
	return l.nodes()
}

// index returns the index of the byte for a position.
func (l *layout) index(side board.Colour, at *squares) uint32 {
	if l.grid != nil {
		return l.gridIndex(side, at)
	}
	v := l.views[at[0]]
	i := uint32(v.place)<<6 | uint32(v.of(at[1]))
	switch len(l.pieces) {
	case 3:
		i = i<<6 | uint32(v.of(at[2]))
	case 4:
		a, b := uint32(v.of(at[2])), uint32(v.of(at[3]))
		if l.twins && a > b {
			a, b = b, a
		}
		i = i<<12 | a<<6 | b
	}
	return i + uint32(side&1)*l.half
}

// squaresOf returns the position at index i. Ok is false if the index has no position, because two pieces
// share a square, a pawn is on the first or last rank, or two equal pieces are in the wrong order.
func (l *layout) squaresOf(i uint32) (side board.Colour, at squares, ok bool) {
	if i >= l.half {
		i -= l.half
		side = board.Black
	}
	if l.grid != nil {
		at, ok = l.gridSquaresOf(i)
		return side, at, ok
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

// position sets p to the position with the pieces on the given squares.
func (l *layout) position(p *board.Position, side board.Colour, at *squares) {
	*p = board.Empty()
	for k, pc := range l.pieces {
		p.Put(at[k], pc)
	}
	if side == board.Black {
		p.Pass()
	}
}

// find returns the index of a position with the table's material. Exchanged reports whether the colours are
// exchanged.
func (l *layout) find(p *board.Position, exchanged bool) uint32 {
	var at squares
	var found board.Bitboard
	for k, pc := range l.pieces {
		side := pc.Colour()
		if exchanged {
			side = side.Other()
		}
		at[k] = (p.Pieces(side, pc.Role()) &^ found).First()
		found |= at[k].Bit()
	}
	if l.grid != nil {
		i := l.index(p.Side, &at)
		if exchanged {
			i += uint32(l.nodes())
		}
		return i
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
