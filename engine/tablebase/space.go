//go:build !js

package tablebase

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// The numbers of mounts and of attack boards, which occupy slots.
const (
	mounts = 12
	slots  = 4
)

// attackBoards is the part of a rule set of boards in space that tables need:
// 48 squares on main boards and four attack boards of four squares each, two
// per side, on twelve mounts. Mounts are numbered from 0, those on the queen's
// side first.
type attackBoards interface {
	rules.LegalGenerator
	// Ordinary reports whether an empty board is moved by its owner and an
	// occupied one by the side of its piece, whatever the piece.
	Ordinary() bool
	// Turns reports whether boards may rotate by 180°.
	Turns() bool
	// Mounted returns the mounts of a side's boards as bits.
	Mounted(p *board.Position, side board.Colour) uint32
	// Empty returns the position without pieces and with boards on the given
	// mounts: White's first, each side's lower mount first.
	Empty(mounts [slots]uint8) board.Position
	// Reach returns the squares that a piece reaches from a square on otherwise
	// empty boards, and Between the squares that block its way to one of them.
	Reach(p *board.Position, role board.Role, from board.Square) board.Bitboard
	Between(p *board.Position, from, to board.Square) board.Bitboard
	// KingsReach returns the squares that any of the kings reaches.
	KingsReach(p *board.Position, kings board.Bitboard) board.Bitboard
	// Shadow returns the squares that only knights may occupy if a board is to
	// move to a mount.
	Shadow(p *board.Position, mount uint8) board.Bitboard
	// Goals returns the mounts, as bits, that a board on a mount may move to:
	// if empty, and if occupied by White or by Black.
	Goals(mount uint8) (empty uint16, occupied [2]uint16)
}

// inSpace returns the rules of boards in space if they can have tables.
func inSpace(r rules.Rules) (attackBoards, bool) {
	s, ok := r.(attackBoards)
	return s, ok && s.Info().Definition == "" && s.Ordinary()
}
