package naivetrid

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// files lists the files in order. The x coordinate of a file is its index (section 1).
const files = "zabcde"

// levels lists the main boards and the twelve pins in text order (section 5).
var levels = []string{
	"W", "N", "B",
	"QL1", "QL2", "QL3", "QL4", "QL5", "QL6",
	"KL1", "KL2", "KL3", "KL4", "KL5", "KL6",
}

// pins lists the pins, which can hold an attack board.
var pins = levels[3:]

// extents holds the first file, the first rank and the width of each level, as
// in the table of section 1.
var extents = map[string]struct{ file, rank, width int }{
	"W": {1, 1, 4}, "N": {1, 3, 4}, "B": {1, 5, 4},
	"QL1": {0, 0, 2}, "KL1": {4, 0, 2},
	"QL2": {0, 4, 2}, "KL2": {4, 4, 2},
	"QL3": {0, 2, 2}, "KL3": {4, 2, 2},
	"QL4": {0, 6, 2}, "KL4": {4, 6, 2},
	"QL5": {0, 4, 2}, "KL5": {4, 4, 2},
	"QL6": {0, 8, 2}, "KL6": {4, 8, 2},
}

// ruleSet describes the differences between the rule sets (section 6).
type ruleSet struct {
	adjacent  func(from, to string) bool
	progress  func(pin string) int // larger for pins closer to Black's home
	halfTurns bool
	shadowed  func(p *Pos, pin string) bool
	// Options for definitions. The zero values apply to both built-in rule sets.
	sideways bool   // whether a move across to any level counts as sideways
	stays    string // letters of the roles that may not ride
	anyone   bool   // whether either side may move an empty board
}

// ruleSets holds the two rule sets by name.
var ruleSets = map[string]*ruleSet{"trid": trid, "meder": meder}

// board is one attack board.
type board struct {
	pin    string
	owner  byte // 'w' or 'b'; never changes
	turned bool // whether the board is rotated 180°
}

// The name of a square consists of file, rank and level: "b3N", "z0QL1".

func fileOf(square string) int     { return strings.IndexByte(files, square[0]) }
func rankOf(square string) int     { return int(square[1] - '0') }
func levelOf(square string) string { return square[2:] }

// pinNumber returns the n of QLn or KLn.
func pinNumber(pin string) int { return int(pin[2] - '0') }

// cells returns the squares of a main board, or of a board on a pin, ordered by rank and file.
func cells(level string) []string { return cellsOf[level] }

// cellsOf holds the names of the squares of each level.
var cellsOf = func() map[string][]string {
	all := map[string][]string{}
	for level, extent := range extents {
		for i := range extent.width * extent.width {
			file, rank := extent.file+i%extent.width, extent.rank+i/extent.width
			all[level] = append(all[level], fmt.Sprintf("%c%d%s", files[file], rank, level))
		}
	}
	return all
}()

// Pieces are letters, with upper case for White, as in position texts.

func isWhite(piece byte) bool { return unicode.IsUpper(rune(piece)) }
func role(piece byte) byte    { return byte(unicode.ToLower(rune(piece))) }

// coloured returns the letter of a side's piece.
func coloured(role byte, white bool) byte {
	if white {
		return byte(unicode.ToUpper(rune(role)))
	}
	return role
}

// forward returns the direction in which a side's pawns and boards advance.
func forward(white bool) int {
	if white {
		return 1
	}
	return -1
}

// atHome reports whether a piece is a pawn on a home square of its colour (section 2).
func atHome(square string, piece byte) bool {
	switch piece {
	case 'P':
		return slices.Contains(strings.Fields("z1QL1 a1QL1 d1KL1 e1KL1 a2W b2W c2W d2W"), square)
	case 'p':
		return slices.Contains(strings.Fields("z8QL6 a8QL6 d8KL6 e8KL6 a7B b7B c7B d7B"), square)
	}
	return false
}

// castling is one of the four castling moves (3.8).
type castling struct {
	right                        string
	move                         string
	king, rook, kingsTo, rooksTo string
}

var castlings = []castling{
	{"K", "O-O", "d0KL1", "e0KL1", "e0KL1", "d0KL1"},
	{"Q", "O-O-O", "d0KL1", "z0QL1", "a0QL1", "d0KL1"},
	{"k", "O-O", "d9KL6", "e9KL6", "e9KL6", "d9KL6"},
	{"q", "O-O-O", "d9KL6", "z9QL6", "a9QL6", "d9KL6"},
}
