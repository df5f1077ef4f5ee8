//go:build !js

package tablebase

import (
	"math/bits"
	"sync"

	"github.com/tainchess/tain/board"
)

// Tables for boards in space have two kings and one white piece. A placement is the position of the four
// attack boards: White's are on two of twelve pins, Black's on two of the other ten, which makes 2,970
// placements. The game is symmetric left to right, so 1,500 placements are enough: the lower-numbered one of
// each pair, and the 30 that are their own mirror image. There is no other symmetry: an occupied board moves
// only forward or sideways, so the far end differs from the near one.
//
// Within a placement, a position is given by the squares of the white king, the piece and the black king, six
// bits each. The squares of the black king are the bits of a word, so that one operation handles 64
// positions. Handling positions one at a time would take hours.
const (
	rowWords   = 64 * 64       // words per placement
	blockBytes = 64 * rowWords // positions per placement
)

// cells returns the squares of the board in a slot.
func cells(slot int) uint64 { return 0xf << (48 + 4*slot) }

// fold is a renumbering of the squares that combines up to three steps: swapping the slots of White's boards or
// of Black's boards, if the order of their pins has changed, and mirroring the whole position. Each step is its
// own inverse, and the steps commute.
type fold uint8

const (
	swapWhite fold = 1 << iota
	swapBlack
	mirror
)

// square returns the new number of a square.
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

// word renumbers all squares in a set.
func (f fold) word(w uint64) uint64 {
	if f == 0 {
		return w
	}
	if f&mirror != 0 {
		const odd = 0x5555555555555555
		w = w>>1&odd | w&odd<<1 // swap neighbours
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

// placement holds the pins of the attack boards, White's first, each side's in ascending order.
type placement [slots]uint8

// possible reports whether the placement is valid.
func (s placement) possible() bool {
	return s[0] < s[1] && s[2] < s[3] && max(s[1], s[3]) < mounts &&
		s[0] != s[2] && s[0] != s[3] && s[1] != s[2] && s[1] != s[3]
}

func placementOf(r attackBoards, p *board.Position) placement {
	white, black := r.Mounted(p, board.White), r.Mounted(p, board.Black)
	return placement{
		uint8(bits.TrailingZeros32(white)), uint8(bits.Len32(white) - 1),
		uint8(bits.TrailingZeros32(black)), uint8(bits.Len32(black) - 1),
	}
}

// normalise sorts the pins of each side's boards and returns the fold that the sorting requires.
func (s placement) normalise() (placement, fold) {
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

func (s placement) mirror() (placement, fold) {
	for k := range s {
		s[k] = (s[k] + mounts/2) % mounts
	}
	s, f := s.normalise()
	return s, f | mirror
}

// number returns a number that is unique to the placement and defines the order of placements.
func (s placement) number() int {
	return int(s[0])<<12 | int(s[1])<<8 | int(s[2])<<4 | int(s[3])
}

// placements lists the placements in a table, and maps every placement of the game to its index in the list.
type placements struct {
	list   []placement
	place  map[placement]placementRef
	groups []group // ranges of placements with White's boards on the same pins
	group  []int   // group index by placement in list
}

type placementRef struct {
	index int32
	fold  fold
}

// group is a range of placements in the list.
type group struct{ from, to int }

// allPlacements returns all placements.
var allPlacements = sync.OnceValue(func() *placements { return numberPlacements(func(placement) bool { return true }) })

// numberPlacements lists the placements for which wanted returns true, in order of their numbers.
func numberPlacements(wanted func(placement) bool) *placements {
	all := &placements{place: map[placement]placementRef{}}
	for n := range 1 << 16 {
		s := placement{uint8(n >> 12), uint8(n >> 8 & 15), uint8(n >> 4 & 15), uint8(n & 15)}
		if !s.possible() || !wanted(s) {
			continue
		}
		if m, f := s.mirror(); m.number() < s.number() {
			all.place[s] = placementRef{all.place[m].index, f}
			continue
		}
		n := len(all.list)
		all.place[s] = placementRef{int32(n), 0}
		if n == 0 || all.list[n-1][0] != s[0] || all.list[n-1][1] != s[1] {
			all.groups = append(all.groups, group{from: n})
		}
		last := len(all.groups) - 1
		all.groups[last].to = n + 1
		all.list, all.group = append(all.list, s), append(all.group, last)
	}
	return all
}

// weight returns the number of placements that this one stands for in the list: 1 if it is its own mirror
// image, otherwise 2.
func (s placement) weight() int {
	if m, _ := s.mirror(); m == s {
		return 1
	}
	return 2
}

// locate returns the index of a position with two kings and one piece: its placement and the squares of the
// stronger side's king, the piece and the lone king. If exchanged is set, colours are exchanged, and ranks
// and levels are reversed. Ok is false if the placement is not in the list.
func (a *placements) locate(
	r attackBoards, p *board.Position, exchanged bool,
) (index int, squares [3]board.Square, ok bool) {
	strong := board.White
	pins := placementOf(r, p)
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
		pins, f = flipPlacement(pins)
		for k, s := range squares {
			squares[k] = f.square(flipSquare(s))
		}
	}
	at, ok := a.place[pins]
	for k, s := range squares {
		squares[k] = at.fold.square(s)
	}
	return int(at.index), squares, ok
}

// flipPlacement exchanges the owners of the boards, reverses ranks and levels, and returns the fold that
// results from sorting.
func flipPlacement(s placement) (placement, fold) {
	s = placement{s[2], s[3], s[0], s[1]}
	for k, n := range s {
		s[k] = n/6*6 + 5 - n%6
	}
	return s.normalise()
}

// flipSquare reverses the rank and level of a square. Each side's boards must be sorted afterwards.
func flipSquare(s board.Square) board.Square {
	if s < 48 {
		return (2-s/16)*16 + (3-s%16/4)*4 + s%4
	}
	return s ^ 8 ^ 2
}

// each calls visit for every set bit of a word.
func each(w uint64, visit func(n int)) {
	for ; w != 0; w &= w - 1 {
		visit(bits.TrailingZeros64(w))
	}
}
