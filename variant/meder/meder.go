// Package meder is tri-dimensional chess by Jens Meder's tournament rules:
// attack boards move further and do not turn.
//
// Pieces, start and text are as in package space, rules 1 to 5.
//
// # Boards of meder
//
// 6b.1 Pins are neighbours if their levels differ by one or two on the same
// side, or if they have the same level on different sides.
//
// 6b.2 Direction goes by the ranks a pin covers: a higher first rank is forward
// for White.
//
// 6b.3 As in trid a board with a piece does not go backward. Boards do not turn
// and there is no shadow.
package meder

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
	Name:    "meder",
	Title:   "Tri-dimensional chess, Meder's tournament rules",
	Summary: "Three boards in space and four attack boards that move by Jens Meder's tournament rules.",
	PGN:     "Tri-D (Meder)",
	Parent:  chess.Rules,
	Files:   files,
}, space.Policy{
	Along: []int{1, 2}, Across: []int{0}, // 6b.1
	Order: [6]int{0, 4, 2, 6, 4, 8}, // 6b.2: the lowest rank of each level
})
