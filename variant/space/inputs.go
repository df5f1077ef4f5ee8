package space

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/variant/space/features"
	"github.com/tainchess/tain/variant/space/geometry"
)

// Features returns what the evaluation looks at.
func (v *Rules) Features() eval.Features { return features.Features{Boards: v} }

var _ eval.Placing = (*Rules)(nil)

// Places is how many places there are: the 96 that squares are named after, in
// the order of their names.
func (v *Rules) Places() int { return int(geometry.FirstCell) + 4*geometry.PinCount }

// Place returns where a square of a position is.
func (v *Rules) Place(p *board.Position, s board.Square) int {
	if s &= 63; s >= geometry.FirstCell {
		cell := int(s - geometry.FirstCell)
		return int(geometry.FirstCell) + 4*int(geometry.PinOf(p, cell/4)) + cell%4
	}
	return int(s)
}

// Facing returns the place where Black sees what White sees at a place: the
// ranks are reversed, and so are the levels.
func (v *Rules) Facing(place int) int {
	if cell := place - int(geometry.FirstCell); cell >= 0 {
		return int(geometry.FirstCell) + 4*v.FacingMount(cell/4) + (cell%4 ^ 2)
	}
	main, rank, file := place/16, place/4%4, place%4
	return 16*(2-main) + 4*(3-rank) + file
}

// MountCount is how many pins there are.
func (v *Rules) MountCount() int { return geometry.PinCount }

// FacingMount returns the pin where Black sees what White sees on a pin.
func (v *Rules) FacingMount(mount int) int { return mount/6*6 + 5 - mount%6 }

// Mounted returns the pins that hold a side's boards.
func (v *Rules) Mounted(p *board.Position, side board.Colour) uint32 {
	low := 2 * int(side&1)
	return 1<<geometry.PinOf(p, low) | 1<<geometry.PinOf(p, low+1)
}
