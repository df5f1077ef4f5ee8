package rules

import "github.com/tainchess/tain/board"

// MovingBoards is a rule set with boards that move. They stand on mounts, and
// each mount is a level of its own, in [Info].Levels by the mount's name.
type MovingBoards interface {
	Rules
	// Mounts lists the mounts.
	Mounts() []Mount
	// Boards lists the boards of a position, in the order of their mounts.
	Boards(p *board.Position) []MountedBoard
}

// Mount is a place where a board may stand.
type Mount struct {
	Name   string   `json:"name"`
	Corner string   `json:"corner"` // the square it is fixed to
	Next   []string `json:"next"`   // the mounts a board may go to from here
}

// MountedBoard is a board on its mount.
type MountedBoard struct {
	Mount  string       `json:"pin"`
	Owner  board.Colour `json:"owner"`
	Turned bool         `json:"turned"` // by a half turn
}
