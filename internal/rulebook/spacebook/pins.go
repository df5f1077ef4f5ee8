package spacebook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/rulebook"
)

// pin is one of the twelve pins. The pins on the queen's side come first, ordered by number.
type pin int

const pins = 12

func (n pin) number() int { return int(n)%6 + 1 }
func (n pin) side() int   { return int(n) / 6 }

// String returns the name of a pin.
func (n pin) String() string { return fmt.Sprintf("%cL%d", "QK"[n.side()], n.number()) }

// corner returns the corner square of a main board that holds a pin.
func (n pin) corner() (level, file, rank int) {
	level = int(n) % 6 / 2
	rank = 2 * level // lowest rank of the level, from 0
	if n.number()%2 == 0 {
		rank += 3
	}
	return level, 3 * n.side(), rank
}

// next reports whether a board may move from one pin to another according to the pins' sides and
// numbers alone.
func (w *writer) next(from, to pin) bool {
	apart := from.number() - to.number()
	if apart < 0 {
		apart = -apart
	}
	if from.side() == to.side() {
		return slices.Contains(w.policy.Along, apart)
	}
	return slices.Contains(w.policy.Across, apart)
}

// advance returns the direction of a move for White: positive is forward, negative is backward, and 0
// is sideways.
func (w *writer) advance(from, to pin) int {
	if w.policy.Sideways && from.side() != to.side() {
		return 0
	}
	return w.policy.Order[to.number()-1] - w.policy.Order[from.number()-1]
}

// neighbours returns the pins adjacent to a pin in the given directions.
func (w *writer) neighbours(from pin, ways ...int) (all []pin) {
	for to := range pin(pins) {
		if to == from || !w.next(from, to) {
			continue
		}
		n := w.advance(from, to)
		if way := min(1, max(-1, n)); slices.Contains(ways, way) {
			all = append(all, to)
		}
	}
	return all
}

// Directions of board moves.
const forward, sideways, backward = 1, 0, -1

// names returns the names of pins.
func names(all []pin) (texts []string) {
	for _, n := range all {
		texts = append(texts, n.String())
	}
	return texts
}

// scene is a position with the kings in the middle, out of reach of attack boards, a board on a
// pin, and optional other pieces.
type scene struct {
	on     pin
	aboard byte // piece on the board's first square; 0 for none
	owner  byte // owner of the board; 0 means 'w'
	piece  byte // piece on the corner of a pin; 0 for none
	corner pin
}

// text returns the position. The other boards are on their starting pins, or on the next free
// pin.
func (s scene) text() string {
	owner := s.owner
	if owner == 0 {
		owner = 'w'
	}
	boards := map[pin]string{}
	cells := "2/2"
	if s.aboard != 0 {
		cells = "2/" + string(s.aboard) + "1"
	}
	boards[s.on] = string(owner) + ":" + cells
	white := 0
	if owner == 'w' {
		white++
	}
	for _, home := range [...]pin{5, 11, 6, 0, 7, 10} { // QL6, KL6, KL1, QL1 and their neighbours
		mine := home.number() < 4
		if _, held := boards[home]; held || len(boards) == 4 || mine && white == 2 || !mine && len(boards)-white == 2 {
			continue
		}
		boards[home] = map[bool]string{true: "w:2/2", false: "b:2/2"}[mine]
		if mine {
			white++
		}
	}
	var mains [3][4][4]byte
	if s.aboard != 'K' {
		mains[0][0][2] = 'K'
	}
	mains[2][3][2] = 'k'
	if s.piece != 0 {
		level, file, rank := s.corner.corner()
		mains[level][rank-2*level][file] = s.piece
	}
	var parts []string
	for level, rows := range mains {
		var ranks []string
		for r := 3; r >= 0; r-- {
			ranks = append(ranks, rulebook.Rank(rows[r][:]))
		}
		parts = append(parts, string("WNB"[level])+":"+strings.Join(ranks, "/"))
	}
	for n := range pin(pins) {
		if text, ok := boards[n]; ok {
			parts = append(parts, n.String()+text)
		}
	}
	return strings.Join(parts, "|") + " w - - - 0 9"
}
