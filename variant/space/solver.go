package space

import "github.com/tainchess/tain/board"

// Placement is where the four attack boards stand, for programs that look at
// many positions at once, such as a solver of endings. Columns are bits of a
// word, 6 times the rank plus the file; pins are numbered from QL1 to QL6, then
// from KL1 to KL6, from 0.
type Placement struct{ t *placement }

// Pins is how many pins there are, and Slots how many attack boards.
const (
	Pins  = pins
	Slots = slots
)

// NewPlacement returns the placement with White's boards on the first two pins
// and Black's on the others, of each pair the lower first. False means that
// they cannot stand so.
func NewPlacement(at [Slots]uint8) (Placement, bool) {
	var p board.Position
	for slot, n := range at {
		if n >= pins || slot%2 == 1 && n <= at[slot-1] {
			return Placement{}, false
		}
		p.Extra[0] |= uint64(n) << (4 * slot)
	}
	if at[0] == at[2] || at[0] == at[3] || at[1] == at[2] || at[1] == at[3] {
		return Placement{}, false
	}
	return Placement{placed(&p)}, true
}

// PinsOf returns the pins of a position's boards, White's first, of each pair the
// lower first.
func PinsOf(p *board.Position) (at [Slots]uint8) {
	for slot := range at {
		at[slot] = uint8(pinOf(p, slot))
	}
	return at
}

// Empty returns a position without pieces in which the boards stand so.
func (p Placement) Empty() board.Position {
	e := board.Empty()
	for slot, n := range p.t.pin {
		setPin(&e, slot, n)
	}
	e.Hash = zobrist(&e)
	return e
}

// Column returns the column of a square.
func (p Placement) Column(s board.Square) uint8 { return uint8(p.t.column[s&63]) }

// Columns returns the columns in which a set has squares.
func (p Placement) Columns(b board.Bitboard) uint64 { return uint64(p.t.columns(b)) }

// Squares returns all squares of a set of columns.
func (p Placement) Squares(set uint64) board.Bitboard { return p.t.squares(columns(set)) }

// Aboard returns the squares of the board in a slot.
func Aboard(slot int) board.Bitboard { return slotCells(slot) }

// PinColumns returns the columns that a board on a pin covers.
func PinColumns(n uint8) uint64 { return uint64(pinColumns(pin(n))) }

// Attacks returns the columns that a piece other than a pawn attacks, past
// which occupied columns it does not see.
func Attacks(k board.Role, from uint8, occupied uint64) uint64 {
	return uint64(attacks(k, column(from), columns(occupied)))
}

// Between returns the columns strictly between two on a line, none if they are
// on no line.
func Between(a, b uint8) uint64 { return uint64(between(column(a), column(b))) }

// Around returns the columns that kings in some columns attack.
func Around(set uint64) uint64 {
	c := columns(set)
	wide := c | (c&hasLeft)>>1 | (c&hasRight)<<1
	return uint64((wide<<files|wide>>files)&onBoard | (c&hasLeft)>>1 | (c&hasRight)<<1)
}

// Goals returns the pins, as bits, that a board on a pin may go to as far as
// adjacency and direction decide: an empty one, and one with a piece of White or
// of Black.
func (v *Rules) Goals(from uint8) (empty uint16, occupied [2]uint16) {
	g := &v.goals
	return uint16(g.empty[from]), [2]uint16{uint16(g.occupied[0][from]), uint16(g.occupied[1][from])}
}
