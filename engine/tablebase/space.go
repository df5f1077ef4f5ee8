//go:build !js

package tablebase

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// The number of mounts, and the number of attack boards, each of which has a slot.
const (
	mounts = 12
	slots  = 4
)

// attackBoards is the part of a rule set with boards in space that tables need. There are 48 squares on main
// boards, and four attack boards of four squares each, two per side, on twelve mounts. Mounts are numbered
// from 0, starting on the queen's side.
type attackBoards interface {
	rules.LegalGenerator
	// Ordinary reports whether an empty board is moved by its owner, and an occupied one by the side of the
	// piece on it, regardless of the piece.
	Ordinary() bool
	// Turns reports whether boards may rotate by 180°.
	Turns() bool
	// Mounted returns the mounts of a side's boards as a bit set.
	Mounted(p *board.Position, side board.Colour) uint32
	// Empty returns the position without pieces and with boards on the given
	// mounts: White's first, each side's in ascending order.
	Empty(mounts [slots]uint8) board.Position
	// Reach returns the squares that a piece on a square attacks on otherwise empty boards. Between returns
	// the squares on which another piece blocks the attack from one square to another.
	Reach(p *board.Position, role board.Role, from board.Square) board.Bitboard
	Between(p *board.Position, from, to board.Square) board.Bitboard
	// KingsReach returns the squares that any of the kings attacks.
	KingsReach(p *board.Position, kings board.Bitboard) board.Bitboard
	// Shadow returns the squares that only knights may occupy when a board moves to the given mount.
	Shadow(p *board.Position, mount uint8) board.Bitboard
	// Goals returns bit sets of the mounts to which a board on the given mount may move: when it is empty,
	// and when a white or a black piece is on it.
	Goals(mount uint8) (empty uint16, occupied [2]uint16)
}

// inSpace returns the attack-board rules of r and whether tables support them.
func inSpace(r rules.Rules) (attackBoards, bool) {
	s, ok := r.(attackBoards)
	return s, ok && s.Info().Definition == "" && s.Ordinary()
}
