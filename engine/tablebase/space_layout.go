//go:build !js

package tablebase

import (
	"math/bits"
	"sync"

	"github.com/tainchess/tain/board"
)

// The tables of boards in space have two kings and one white piece. Where the
// four attack boards stand is the placement: two pins of twelve for White's, two
// of the ten others for Black's are 2,970. Mirrored left to right the game is
// the same, so that 1,500 of them are enough, the lower numbers of each two
// (30 are their own mirror image). Nothing else is alike: a board with a piece
// goes only forward or to the side, so that the far end is not as the near one.
//
// In a placement a position is the square of the white king, that of the piece
// and that of the black king, six bits each. The black king's squares are the
// bits of a word, and one operation does 64 positions: so many there are that
// looking at one after the other would take hours.
const (
	rowWords   = 64 * 64       // words of a placement
	blockBytes = 64 * rowWords // positions of a placement

	mounts = 12
	slots  = 4 // attack boards
)

// cells returns the squares of the board in a slot.
func cells(slot int) uint64 { return 0xf << (48 + 4*slot) }

// fold changes the names of squares: boards of an owner exchange their slots,
// since their pins are now in another order, and the board is mirrored. Each of
// these undoes itself, and in which order they come does not matter.
type fold uint8

const (
	swapWhite fold = 1 << iota
	swapBlack
	mirror
)

// square returns where a square is after the fold.
func (f fold) square(s board.Square) board.Square {
	if f&mirror != 0 {
		if s < 48 {
			s ^= 3
		} else {
			s ^= 1
		}
	}
	if f&swapWhite != 0 && s >= 48 && s < 56 || f&swapBlack != 0 && s >= 56 {
		s ^= 4
	}
	return s
}

// word does the same to a set.
func (f fold) word(w uint64) uint64 {
	if f == 0 {
		return w
	}
	if f&mirror != 0 {
		const odd = 0x5555555555555555
		w = w>>1&odd | w&odd<<1 // neighbours change places
		main := w & (1<<48 - 1)
		w ^= main
		const pairs = 0x333333333333
		w |= main>>2&pairs | main&pairs<<2
	}
	if f&swapWhite != 0 {
		w = w&^(0xff<<48) | w>>4&(0xf<<48) | w<<4&(0xf<<52)
	}
	if f&swapBlack != 0 {
		w = w&^(0xff<<56) | w>>4&(0xf<<56) | w<<4&(0xf<<60)
	}
	return w
}

// standing is where the boards stand: their pins, White's first, of each owner's
// the lower first.
type standing [slots]uint8

// possible reports whether boards can stand so.
func (s standing) possible() bool {
	return s[0] < s[1] && s[2] < s[3] && max(s[1], s[3]) < mounts &&
		s[0] != s[2] && s[0] != s[3] && s[1] != s[2] && s[1] != s[3]
}

// standingOf returns where the boards of a position stand.
func standingOf(r attackBoards, p *board.Position) standing {
	white, black := r.Mounted(p, board.White), r.Mounted(p, board.Black)
	return standing{
		uint8(bits.TrailingZeros32(white)), uint8(bits.Len32(white) - 1),
		uint8(bits.TrailingZeros32(black)), uint8(bits.Len32(black) - 1),
	}
}

// settle puts each owner's boards in order.
func (s standing) settle() (standing, fold) {
	f := fold(0)
	if s[0] > s[1] {
		s[0], s[1] = s[1], s[0]
		f |= swapWhite
	}
	if s[2] > s[3] {
		s[2], s[3] = s[3], s[2]
		f |= swapBlack
	}
	return s, f
}

func (s standing) mirror() (standing, fold) {
	for k := range s {
		s[k] = (s[k] + mounts/2) % mounts
	}
	s, f := s.settle()
	return s, f | mirror
}

// number orders placements.
func (s standing) number() int {
	return int(s[0])<<12 | int(s[1])<<8 | int(s[2])<<4 | int(s[3])
}

// standings lists the placements that tables have, and for each that there is
// its place in the list and how to get there.
type standings struct {
	list   []standing
	place  map[standing]placeOf
	groups []group // with White's boards on the same pins
	group  []int   // of each of the list
}

type placeOf struct {
	index int32
	fold  fold
}

// group is some placements that follow each other in the list.
type group struct{ from, to int }

// everyStanding has all placements.
var everyStanding = sync.OnceValue(func() *standings { return allStandings(func(standing) bool { return true }) })

// allStandings numbers the placements that are wanted.
func allStandings(wanted func(standing) bool) *standings {
	all := &standings{place: map[standing]placeOf{}}
	for n := range 1 << 16 {
		s := standing{uint8(n >> 12), uint8(n >> 8 & 15), uint8(n >> 4 & 15), uint8(n & 15)}
		if !s.possible() || !wanted(s) {
			continue
		}
		if m, f := s.mirror(); m.number() < s.number() {
			all.place[s] = placeOf{all.place[m].index, f}
			continue
		}
		n := len(all.list)
		all.place[s] = placeOf{int32(n), 0}
		if n == 0 || all.list[n-1][0] != s[0] || all.list[n-1][1] != s[1] {
			all.groups = append(all.groups, group{from: n})
		}
		last := len(all.groups) - 1
		all.groups[last].to = n + 1
		all.list, all.group = append(all.list, s), append(all.group, last)
	}
	return all
}

// weight returns how many placements of the game one of the list stands for.
func (s standing) weight() int {
	if m, _ := s.mirror(); m == s {
		return 1
	}
	return 2
}

// locate returns where a position with two kings and one piece is in a table:
// its placement and the squares of king, piece and lone king. With the colours
// exchanged the board is turned over, rank by rank and level by level.
func (a *standings) locate(r attackBoards, p *board.Position, exchanged bool) (index int, squares [3]board.Square, ok bool) {
	strong := board.White
	pins := standingOf(r, p)
	if exchanged {
		strong = board.Black
	}
	squares = [3]board.Square{
		p.Pieces(strong, board.King).First(),
		(p.Occupied() &^ p.ByRole(board.King)).First(),
		p.Pieces(strong.Other(), board.King).First(),
	}
	if exchanged {
		var f fold
		pins, f = overturn(pins)
		for k, s := range squares {
			squares[k] = f.square(overturned(s))
		}
	}
	at, ok := a.place[pins]
	for k, s := range squares {
		squares[k] = at.fold.square(s)
	}
	return int(at.index), squares, ok
}

// overturn exchanges the colours of the boards and turns them over.
func overturn(s standing) (standing, fold) {
	s = standing{s[2], s[3], s[0], s[1]}
	for k, n := range s {
		s[k] = n/6*6 + 5 - n%6
	}
	return s.settle()
}

// overturned returns where a square is on a board that is turned over, before
// the boards of an owner are put in order.
func overturned(s board.Square) board.Square {
	if s < 48 {
		return (2-s/16)*16 + (3-s%16/4)*4 + s%4
	}
	return s ^ 8 ^ 2
}

// each calls visit for every bit of a word.
func each(w uint64, visit func(n int)) {
	for ; w != 0; w &= w - 1 {
		visit(bits.TrailingZeros64(w))
	}
}
