package space

import (
	"math/bits"
	"sync/atomic"

	"github.com/tainchess/tain/board"
)

// placement is what follows from where the four boards stand.
type placement struct {
	column [64]column         // of each square
	keeps  [64]board.Castling // rights that outlast a move from or to a square
	stack  [64]board.Bitboard // the squares of each column; beyond the last there are none
	pin    [slots]pin         // of each board
	base   [slots]column      // of each board
	slot   [pins]int8         // of the board on each pin, -1 if it is free
	held   pinSet             // pins with a board
	last   [2]board.Bitboard  // squares on a colour's furthest ranks (3.7)
	lasts  [2]columns         // their columns
	layers layers             // of all squares
	second uint8              // slots of the boards in the second attack layer
	castle [2]castleSquares   // where castling takes place, by colour
	home   [2]board.Bitboard  // squares pawns may go two from, by colour
}

// castleSquares are the squares of castling that exist; NoSquare for others.
type castleSquares struct{ king, shortRook, longKing, longRook board.Square }

// placements holds the tables of the placements met so far, by the pins of
// White's boards and of Black's. They are made when first asked for; two
// threads may make one twice, and then use equal ones.
var placements [(pinPairs + 1) * (pinPairs + 1)]atomic.Pointer[placement]

const pinPairs = pins * (pins - 1) / 2

// pairIndex numbers the pairs of a lower pin and a higher. What is no such
// pair has the number pinPairs.
var pairIndex = func() (index [256]uint8) {
	for i := range index {
		index[i] = pinPairs
	}
	n := uint8(0)
	for low := range pins {
		for high := low + 1; high < pins; high++ {
			index[low|high<<4] = n
			n++
		}
	}
	return index
}()

// placed returns the table of a position's placement.
func placed(p *board.Position) *placement {
	white, black := uint8(p.Extra[0]), uint8(p.Extra[0]>>8)
	entry := &placements[int(pairIndex[white])*(pinPairs+1)+int(pairIndex[black])]
	if t := entry.Load(); t != nil {
		return t
	}
	t := newPlacement(white, black)
	entry.Store(t)
	return t
}

// newPlacement works out the table. Where the words are no placement, as in a
// position nobody has set up, it lets the boards stand as at the start.
func newPlacement(white, black uint8) *placement {
	t := &placement{pin: [slots]pin{pin(white & 15), pin(white >> 4), pin(black & 15), pin(black >> 4)}}
	if pairIndex[white] == pinPairs || pairIndex[black] == pinPairs || t.doubled() {
		t.pin = [slots]pin{ql1, kl1, ql6, kl6}
	}
	for n := range t.slot {
		t.slot[n] = -1
	}
	for l := levelW; l < firstPin; l++ {
		for c := column(0); c < cells; c++ {
			if l.covers(c) {
				t.column[mainSquare(l, c)] = c
			}
		}
	}
	for slot, n := range t.pin {
		t.slot[n] = int8(slot)
		t.held |= 1 << n
		t.base[slot] = pinBase(n)
		for cell := range 4 {
			t.column[cellSquare(slot, cell)] = pinBase(n) + column(cell&1+cell>>1*files)
		}
	}
	for slot, n := range t.pin {
		if pinLevel(n) == 5 && t.slot[n-3] >= 0 {
			t.second |= 1 << slot
		}
	}
	t.layers = t.split(^board.Bitboard(0))
	for s, c := range t.column {
		t.stack[c] |= board.Square(s).Bit()
	}
	t.furthest()
	t.homes()
	return t
}

// doubled reports whether two boards stand on one pin.
func (t *placement) doubled() bool {
	var held pinSet
	for _, n := range t.pin {
		if held.has(n) {
			return true
		}
		held |= 1 << n
	}
	return false
}

// furthest finds where pawns promote as the boards stand.
func (t *placement) furthest() {
	for _, side := range [...]board.Colour{board.White, board.Black} {
		for file := range files {
			c := at(file, furthestRank(side, file, t.held))
			t.last[side] |= t.stack[c]
			t.lasts[side] |= c.bit()
		}
	}
}

// furthestRank returns the rank on which pawns of a side promote on a file
// (3.7), by the pins that hold a board.
func furthestRank(side board.Colour, file int, held pinSet) int {
	main, far := 8, 9
	if side == board.Black {
		main, far = 1, 0
	}
	if n := addsRank(side, file); file == 0 || file == files-1 || n != noPin && held.has(n) {
		return far
	}
	return main
}

// addsRank returns the pin on which a board makes another rank the furthest of
// a file for a side's pawns, noPin if there is none.
func addsRank(side board.Colour, file int) pin {
	queen, king := ql6, kl6
	if side == board.Black {
		queen, king = ql1, kl1
	}
	switch file {
	case 1:
		return queen
	case 4:
		return king
	}
	return noPin
}

// homes finds the squares of castling and of pawns that have not moved.
func (t *placement) homes() {
	cell := func(n pin, cell int) board.Square {
		if t.slot[n] < 0 {
			return board.NoSquare
		}
		return cellSquare(int(t.slot[n]), cell)
	}
	t.castle = [2]castleSquares{
		{cell(kl1, 0), cell(kl1, 1), cell(ql1, 1), cell(ql1, 0)},
		{cell(kl6, 2), cell(kl6, 3), cell(ql6, 3), cell(ql6, 2)},
	}
	for s := range t.keeps {
		t.keeps[s] = 15
	}
	lose := func(s board.Square, rights board.Castling) {
		if s != board.NoSquare {
			t.keeps[s] &^= rights
		}
	}
	for side, short := range [2]board.Castling{board.WhiteShort, board.BlackShort} {
		c := &t.castle[side]
		lose(c.king, short|short<<1)
		lose(c.shortRook, short)
		lose(c.longRook, short<<1)
	}
	t.home = [2]board.Bitboard{0xf << mainSquare(levelW, at(1, 2)), 0xf << mainSquare(levelB, at(1, 7))}
	for _, n := range [...]pin{ql1, kl1} {
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

// The main boards have four files, the map of columns has six. These masks
// tell single rows, pairs and fours of rows apart while rows of four bits are
// moved to places six bits apart, or back.
const (
	eachRow  = 0xf | 0xf<<12 | 0xf<<24 | 0xf<<36
	eachPair = 0xff | 0xff<<24
	eachFour = 0xffff
)

// spread takes eight rows of four bits to places six bits apart.
func spread(rows uint64) columns {
	rows = rows&eachFour | rows&(eachFour<<16)<<8
	rows = rows&eachPair | rows&(eachPair<<8)<<4
	rows = rows&eachRow | rows&(eachRow<<4)<<2
	return columns(rows)
}

// gather brings rows six bits apart together again and drops what lies
// between them.
func gather(c columns) uint64 {
	rows := uint64(c)
	rows = rows&eachRow | rows>>2&(eachRow<<4)
	rows = rows&eachPair | rows>>4&(eachPair<<8)
	return rows&eachFour | rows>>8&(eachFour<<16)
}

// cellColumns takes the four cells of a board to two ranks.
var cellColumns = func() (spread [16]columns) {
	for set := range spread {
		spread[set] = columns(set&3 | set>>2<<files)
	}
	return spread
}()

// columns returns the columns in which a set has squares.
func (t *placement) columns(b board.Bitboard) columns {
	rows := uint64(b)&0xffff | uint64(b)>>8&0xffff00 | uint64(b)>>16&0xffff0000
	return spread(rows)<<7 |
		cellColumns[b>>48&15]<<(t.base[0]&63) | cellColumns[b>>52&15]<<(t.base[1]&63) |
		cellColumns[b>>56&15]<<(t.base[2]&63) | cellColumns[b>>60]<<(t.base[3]&63)
}

// squares returns all squares of a set of columns.
func (t *placement) squares(c columns) board.Bitboard {
	rows := gather(c >> 7)
	rows = rows&0xffff | rows&0xffff00<<8 | rows&0xffff0000<<16
	rows |= boardCells(c>>(t.base[0]&63))<<48 | boardCells(c>>(t.base[1]&63))<<52
	rows |= boardCells(c>>(t.base[2]&63))<<56 | boardCells(c>>(t.base[3]&63))<<60
	return board.Bitboard(rows)
}

// few returns all squares of a set of one or two columns.
func (t *placement) few(c columns) (found board.Bitboard) {
	for c != 0 {
		found |= t.stack[c.pop()&63]
	}
	return found
}

// boardCells undoes cellColumns.
func boardCells(c columns) uint64 { return uint64(c&3 | c>>4&12) }

// layers are a set's columns on W or B, on N, on an attack board, and on a
// second attack board: pins 2 and 5 share their columns. A layer has at most
// one square in a column, so it tells squares apart as the set does.
type layers struct{ outer, middle, attack, second columns }

// split returns a set's layers.
func (t *placement) split(b board.Bitboard) (l layers) {
	l.outer = spread(uint64(b)&0xffff|uint64(b)>>16&0xffff0000) << 7
	l.middle = spread(uint64(b)>>16&0xffff) << 19
	l.attack = cellColumns[b>>48&15]<<(t.base[0]&63) | cellColumns[b>>52&15]<<(t.base[1]&63) |
		cellColumns[b>>56&15]<<(t.base[2]&63) | cellColumns[b>>60]<<(t.base[3]&63)
	if t.second != 0 {
		l.attack, l.second = t.splitAttack(b)
	}
	return l
}

func (t *placement) splitAttack(b board.Bitboard) (attack, second columns) {
	for slot, base := range t.base {
		set := cellColumns[b>>(firstCell+4*board.Square(slot))&15] << (base & 63)
		if t.second>>slot&1 == 0 {
			attack |= set
		} else {
			second |= set
		}
	}
	return attack, second
}

// castlingHome is a castling right and where its king and rook must stand.
type castlingHome struct {
	right      board.Castling
	letter     byte
	king, rook name
}

// castlingHomes lists the rights in the order in which they are written (3.8).
var castlingHomes = func() (all [4]castlingHome) {
	for side, pins := range [2][2]pin{{kl1, ql1}, {kl6, ql6}} {
		rank := 9 * side
		king, queen := firstPin+level(pins[0]), firstPin+level(pins[1])
		all[2*side] = castlingHome{board.WhiteShort << (2 * side), "Kk"[side], name{at(4, rank), king}, name{at(5, rank), king}}
		all[2*side+1] = castlingHome{board.WhiteLong << (2 * side), "Qq"[side], name{at(4, rank), king}, name{at(0, rank), queen}}
	}
	return all
}()

// homePawns returns the pawns that stand on a home square of their colour.
func homePawns(p *board.Position, t *placement) board.Bitboard {
	return p.Pieces(board.White, board.Pawn)&t.home[board.White] |
		p.Pieces(board.Black, board.Pawn)&t.home[board.Black]
}

// The castling moves name the king's squares.
func (c *castleSquares) short() board.Move {
	return board.NewMoveOfType(board.CastleShort, c.king, c.shortRook, board.NoRole)
}

func (c *castleSquares) long() board.Move {
	return board.NewMoveOfType(board.CastleLong, c.king, c.longKing, board.NoRole)
}

func (l layers) any() columns { return l.outer | l.middle | l.attack | l.second }

func (l layers) without(o layers) layers {
	return layers{l.outer &^ o.outer, l.middle &^ o.middle, l.attack &^ o.attack, l.second &^ o.second}
}

// count returns how many squares a set of layers has in the columns.
func (l *layers) count(c columns) int {
	n := bits.OnesCount64(uint64(c&l.outer)) + bits.OnesCount64(uint64(c&l.middle)) + bits.OnesCount64(uint64(c&l.attack))
	if l.second != 0 {
		n += bits.OnesCount64(uint64(c & l.second))
	}
	return n
}
