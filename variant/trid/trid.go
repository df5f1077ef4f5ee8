// Package trid is tri-dimensional chess: attack boards move from pin to pin,
// turn, and carry a piece.
//
// Pieces, start and text are as in package space, rules 1 to 5.
//
// # Boards of trid
//
// 6a.1 Pins are neighbours if their levels differ by one, on either side, or if
// they have the same level on different sides.
//
// 6a.2 A level nearer the far home is forward for the side that controls the
// board, the same level is to the side, one nearer its own is backward.
//
// 6a.3 A board with a piece goes forward or to the side, an empty one anywhere.
//
// 6a.4 A board may also make a half turn, on the spot or on the way.
//
// 6a.5 It may not end with one of its columns holding, on any other level, a
// piece that is not a knight.
package trid

import (
	"embed"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/space"
)

//go:embed *.txt *.json *.perft
var files embed.FS

// Rules is the rule set.
var Rules = space.New(rules.Info{
	Name:    "trid",
	Title:   "Tri-dimensional chess",
	Summary: "Three boards in space and four attack boards that move, turn and carry a piece.",
	PGN:     "Tri-D",
	Parent:  chess.Rules,
	Files:   files,
}, space.Policy{
	Along: []int{1}, Across: []int{0, 1}, // 6a.1
	Order:  [6]int{1, 2, 3, 4, 5, 6}, // 6a.2
	Turns:  true,                     // 6a.4
	Shadow: true,                     // 6a.5
})
