package geometry

import (
	"math/bits"
	"sync/atomic"

	"github.com/tainchess/tain/board"
)

// Placement holds the tables for one placement of the four boards.
type Placement struct {
	Column [64]Column         // column of each square
	Keeps  [64]board.Castling // castling rights that remain after a move from or to a square
	Stack  [64]board.Bitboard // squares in each column; empty after the last column
	Pin    [BoardCount]Pin    // pin of each board
	base   [BoardCount]Column // first column of each board
	Slot   [PinCount]int8     // slot of the board on each pin, or -1 if the pin is free
	Held   PinSet             // pins with a board
	Last   [2]board.Bitboard  // squares on the furthest ranks of each colour (3.7)
	Lasts  [2]Columns         // columns of the squares in Last
	Layers Layers             // layers of all squares
	Second uint8              // slots of the boards in the second attack layer
	Castle [2]CastleSquares   // castling squares, by colour
	home   [2]board.Bitboard  // squares from which pawns may make a double step, by colour
}

// CastleSquares holds the squares used in castling. Squares that do not exist are NoSquare.
type CastleSquares struct{ King, ShortRook, LongKing, LongRook board.Square }

// placements caches placements by the pins of White's and Black's boards. Of builds them on first use. Two
// goroutines may build the same placement, with equal results.
var placements [(pinPairs + 1) * (pinPairs + 1)]atomic.Pointer[Placement]

const pinPairs = PinCount * (PinCount - 1) / 2

// pairIndex holds the number of each pair of a lower and a higher pin. All other pairs have the number
// pinPairs.
var pairIndex = func() (index [256]uint8) {
	for i := range index {
		index[i] = pinPairs
	}
	n := uint8(0)
	for low := range PinCount {
		for high := low + 1; high < PinCount; high++ {
			index[low|high<<4] = n
			n++
		}
	}
	return index
}()

// Of returns the placement of the boards in a position.
func Of(p *board.Position) *Placement {
	white, black := uint8(p.Extra[0]), uint8(p.Extra[0]>>8)
	entry := &placements[int(pairIndex[white])*(pinPairs+1)+int(pairIndex[black])]
	if t := entry.Load(); t != nil {
		return t
	}
	t := newPlacement(white, black)
	entry.Store(t)
	return t
}

// newPlacement builds a placement. If the pins are invalid, as in an empty position, it uses the pins of the
// starting position.
func newPlacement(white, black uint8) *Placement {
	t := &Placement{Pin: [BoardCount]Pin{Pin(white & 15), Pin(white >> 4), Pin(black & 15), Pin(black >> 4)}}
	if pairIndex[white] == pinPairs || pairIndex[black] == pinPairs || t.doubled() {
		t.Pin = [BoardCount]Pin{QL1, KL1, QL6, KL6}
	}
	for n := range t.Slot {
		t.Slot[n] = -1
	}
	for l := LevelW; l < FirstPin; l++ {
		for c := Column(0); c < ColumnCount; c++ {
			if l.Covers(c) {
				t.Column[MainSquare(l, c)] = c
			}
		}
	}
	for slot, n := range t.Pin {
		t.Slot[n] = int8(slot)
		t.Held |= 1 << n
		t.base[slot] = PinBase(n)
		for cell := range 4 {
			t.Column[CellSquare(slot, cell)] = CellColumn(n, cell)
		}
	}
	for slot, n := range t.Pin {
		if PinLevel(n) == 5 && t.Slot[n-3] >= 0 {
			t.Second |= 1 << slot
		}
	}
	t.Layers = t.Split(^board.Bitboard(0))
	for s, c := range t.Column {
		t.Stack[c] |= board.Square(s).Bit()
	}
	t.furthest()
	t.homes()
	return t
}

// doubled reports whether two boards are on the same pin.
func (t *Placement) doubled() bool {
	var held PinSet
	for _, n := range t.Pin {
		if held.Has(n) {
			return true
		}
		held |= 1 << n
	}
	return false
}

// furthest computes the promotion squares.
func (t *Placement) furthest() {
	for _, side := range [...]board.Colour{board.White, board.Black} {
		for file := range Files {
			c := At(file, FurthestRank(side, file, t.Held))
			t.Last[side] |= t.Stack[c]
			t.Lasts[side] |= c.Bit()
		}
	}
}

// FurthestRank returns the promotion rank of a side on a file (3.7), given the
// pins that hold a board.
func FurthestRank(side board.Colour, file int, held PinSet) int {
	main, far := 8, 9
	if side == board.Black {
		main, far = 1, 0
	}
	if n := AddsRank(side, file); file == 0 || file == Files-1 || n != NoPin && held.Has(n) {
		return far
	}
	return main
}

// AddsRank returns the pin on which a board extends a file for a side's pawns, or NoPin if there is none.
func AddsRank(side board.Colour, file int) Pin {
	queen, king := QL6, KL6
	if side == board.Black {
		queen, king = QL1, KL1
	}
	switch file {
	case 1:
		return queen
	case 4:
		return king
	}
	return NoPin
}

// homes computes the castling squares and the home squares of pawns.
func (t *Placement) homes() {
	cell := func(n Pin, cell int) board.Square {
		if t.Slot[n] < 0 {
			return board.NoSquare
		}
		return CellSquare(int(t.Slot[n]), cell)
	}
	t.Castle = [2]CastleSquares{
		{cell(KL1, 0), cell(KL1, 1), cell(QL1, 1), cell(QL1, 0)},
		{cell(KL6, 2), cell(KL6, 3), cell(QL6, 3), cell(QL6, 2)},
	}
	for s := range t.Keeps {
		t.Keeps[s] = 15
	}
	lose := func(s board.Square, rights board.Castling) {
		if s != board.NoSquare {
			t.Keeps[s] &^= rights
		}
	}
	for side, short := range [2]board.Castling{board.WhiteShort, board.BlackShort} {
		c := &t.Castle[side]
		lose(c.King, short|short<<1)
		lose(c.ShortRook, short)
		lose(c.LongRook, short<<1)
	}
	t.home = [2]board.Bitboard{0xf << MainSquare(LevelW, At(1, 2)), 0xf << MainSquare(LevelB, At(1, 7))}
	for _, n := range [...]Pin{QL1, KL1} {
		for x := range 2 {
			if s := cell(n, 2+x); s != board.NoSquare {
				t.home[board.White] |= s.Bit()
			}
			if s := cell(n+5, x); s != board.NoSquare {
				t.home[board.Black] |= s.Bit()
			}
		}
	}
}

// The main boards have four files, and the map of columns has six. The functions spread and gather use these
// masks, which select single rows, pairs of rows and groups of four rows.
const (
	eachRow  = 0xf | 0xf<<12 | 0xf<<24 | 0xf<<36
	eachPair = 0xff | 0xff<<24
	eachFour = 0xffff
)

// spread moves eight rows of four bits apart, so that each row starts six bits after the last.
func spread(rows uint64) Columns {
	rows = rows&eachFour | rows&(eachFour<<16)<<8
	rows = rows&eachPair | rows&(eachPair<<8)<<4
	rows = rows&eachRow | rows&(eachRow<<4)<<2
	return Columns(rows)
}

// gather is the inverse of spread. It drops the bits between rows.
func gather(c Columns) uint64 {
	rows := uint64(c)
	rows = rows&eachRow | rows>>2&(eachRow<<4)
	rows = rows&eachPair | rows>>4&(eachPair<<8)
	return rows&eachFour | rows>>8&(eachFour<<16)
}

// cellColumns maps a set of the four cells of a board to columns relative to the board's first column.
var cellColumns = func() (spread [16]Columns) {
	for set := range spread {
		spread[set] = Columns(set&3 | set>>2<<Files)
	}
	return spread
}()

// Columns returns the columns of a set of squares.
func (t *Placement) Columns(b board.Bitboard) Columns {
	rows := uint64(b)&0xffff | uint64(b)>>8&0xffff00 | uint64(b)>>16&0xffff0000
	return spread(rows)<<7 |
		cellColumns[b>>48&15]<<(t.base[0]&63) | cellColumns[b>>52&15]<<(t.base[1]&63) |
		cellColumns[b>>56&15]<<(t.base[2]&63) | cellColumns[b>>60]<<(t.base[3]&63)
}

// Squares returns all squares in a set of columns.
func (t *Placement) Squares(c Columns) board.Bitboard {
	rows := gather(c >> 7)
	rows = rows&0xffff | rows&0xffff00<<8 | rows&0xffff0000<<16
	rows |= boardCells(c>>(t.base[0]&63))<<48 | boardCells(c>>(t.base[1]&63))<<52
	rows |= boardCells(c>>(t.base[2]&63))<<56 | boardCells(c>>(t.base[3]&63))<<60
	return board.Bitboard(rows)
}

// Few is like Squares, but faster for one or two columns.
func (t *Placement) Few(c Columns) (found board.Bitboard) {
	for c != 0 {
		found |= t.Stack[c.Pop()&63]
	}
	return found
}

// boardCells is the inverse of cellColumns. It ignores other columns.
func boardCells(c Columns) uint64 { return uint64(c&3 | c>>4&12) }

// Layers splits a set of squares into four sets of columns: squares on W or B, on N, on an attack board, and
// on a second attack board. The second is needed because pins 2 and 5 cover the same columns. A layer has at
// most one square per column, so no square is lost.
type Layers struct{ Outer, Middle, Attack, Second Columns }

// Split returns the layers of a set of squares.
func (t *Placement) Split(b board.Bitboard) (l Layers) {
	l.Outer = spread(uint64(b)&0xffff|uint64(b)>>16&0xffff0000) << 7
	l.Middle = spread(uint64(b)>>16&0xffff) << 19
	l.Attack = cellColumns[b>>48&15]<<(t.base[0]&63) | cellColumns[b>>52&15]<<(t.base[1]&63) |
		cellColumns[b>>56&15]<<(t.base[2]&63) | cellColumns[b>>60]<<(t.base[3]&63)
	if t.Second != 0 {
		l.Attack, l.Second = t.splitAttack(b)
	}
	return l
}

func (t *Placement) splitAttack(b board.Bitboard) (attack, second Columns) {
	for slot, base := range t.base {
		set := cellColumns[b>>(FirstCell+4*board.Square(slot))&15] << (base & 63)
		if t.Second>>slot&1 == 0 {
			attack |= set
		} else {
			second |= set
		}
	}
	return attack, second
}

// CastlingHome is a castling right with the home squares of the king and rook.
type CastlingHome struct {
	Right      board.Castling
	Letter     byte
	King, Rook Name
}

// CastlingHomes lists the castling rights in the order of the position text (3.8).
var CastlingHomes = func() (all [4]CastlingHome) {
	for side, pins := range [2][2]Pin{{KL1, QL1}, {KL6, QL6}} {
		rank := 9 * side
		king, queen := OnPin(pins[0]), OnPin(pins[1])
		all[2*side] = CastlingHome{board.WhiteShort << (2 * side), "Kk"[side], Name{At(4, rank), king}, Name{At(5, rank), king}}
		all[2*side+1] = CastlingHome{board.WhiteLong << (2 * side), "Qq"[side], Name{At(4, rank), king}, Name{At(0, rank), queen}}
	}
	return all
}()

// HomePawns returns the squares of pawns that are on a home square of their colour.
func HomePawns(p *board.Position, t *Placement) board.Bitboard {
	return p.Pieces(board.White, board.Pawn)&t.home[board.White] |
		p.Pieces(board.Black, board.Pawn)&t.home[board.Black]
}

// Short returns the castling move on the king's side, from the king's origin to its destination.
func (c *CastleSquares) Short() board.Move {
	return board.NewMoveOfType(board.CastleShort, c.King, c.ShortRook, board.NoRole)
}

// Long returns the castling move on the queen's side, from the king's origin to its destination.
func (c *CastleSquares) Long() board.Move {
	return board.NewMoveOfType(board.CastleLong, c.King, c.LongKing, board.NoRole)
}

// Any returns the columns that are in any layer.
func (l Layers) Any() Columns { return l.Outer | l.Middle | l.Attack | l.Second }

// Without returns the layers without the columns in the layers of o.
func (l Layers) Without(o Layers) Layers {
	return Layers{l.Outer &^ o.Outer, l.Middle &^ o.Middle, l.Attack &^ o.Attack, l.Second &^ o.Second}
}

// Count returns the number of squares in the given columns.
func (l *Layers) Count(c Columns) int {
	n := bits.OnesCount64(uint64(c&l.Outer)) + bits.OnesCount64(uint64(c&l.Middle)) + bits.OnesCount64(uint64(c&l.Attack))
	if l.Second != 0 {
		n += bits.OnesCount64(uint64(c & l.Second))
	}
	return n
}

// NameOf returns the name of a square in a position.
func NameOf(p *board.Position, s board.Square) Name {
	s &= 63
	return Name{Of(p).Column[s], levelOf(p, s)}
}

func levelOf(p *board.Position, s board.Square) Level {
	if s < FirstCell {
		return Level(s / 16)
	}
	return OnPin(Of(p).Pin[(s-FirstCell)/4])
}

// SquareOf returns the square with a name in a position, or NoSquare if it does not exist.
func SquareOf(p *board.Position, n Name) board.Square {
	if !n.Level.Covers(n.Column) {
		return board.NoSquare
	}
	if n.Level < FirstPin {
		return MainSquare(n.Level, n.Column)
	}
	pin := n.Level.Pin()
	slot := Of(p).Slot[pin]
	if slot < 0 {
		return board.NoSquare
	}
	offset := int(n.Column - PinBase(pin))
	return CellSquare(int(slot), offset%Files+offset/Files*2)
}
