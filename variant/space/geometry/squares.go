// Package geometry models the space of tri-dimensional chess. It contains columns, levels, pins and square
// names (squares.go), attacks by column (attacks.go), the parts of a position that store the boards
// (state.go), and the tables for each placement of the attack boards (tables.go).
//
// Numbers in brackets refer to the rulebook of trid.
package geometry

import (
	"math/bits"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// Column is a file and a rank, numbered 6*rank + file. A set of the 60 columns fits in one word. All attacks
// are computed on such sets.
type Column uint8

// Dimensions of the map of columns, and the letters of its files.
const (
	Files       = 6
	Ranks       = 10
	ColumnCount = Files * Ranks
	FileNames   = "zabcde"
)

// At returns the column with the given file, 0 to 5 from z to e, and rank, 0 to 9.
func At(file, rank int) Column { return Column(rank*Files + file) }

// OnMap reports whether a file and a rank are on the map.
func OnMap(file, rank int) bool { return file >= 0 && file < Files && rank >= 0 && rank < Ranks }

// FileOf returns the file with the given letter, or -1 if there is none.
func FileOf(letter byte) int { return strings.IndexByte(FileNames, letter) }

// File returns the file, 0 to 5 from z to e.
func (c Column) File() int { return int(c % Files) }

// Rank returns the rank, 0 to 9.
func (c Column) Rank() int { return int(c / Files) }

// Dark reports whether the squares in the column are dark.
func (c Column) Dark() bool { return (c.File()+c.Rank())%2 == 0 }

// Name returns the file and rank as text, such as b4.
func (c Column) Name() string { return string([]byte{FileNames[c.File()], '0' + byte(c.Rank())}) }

// Bit returns the set that contains only this column.
func (c Column) Bit() Columns { return 1 << (c & 63) }

// Columns is a set of columns.
type Columns uint64

// Has reports whether a column is in the set.
func (c Columns) Has(o Column) bool { return c>>(o&63)&1 != 0 }

// Pop removes the lowest column from a non-empty set and returns it.
func (c *Columns) Pop() Column {
	first := Column(bits.TrailingZeros64(uint64(*c)))
	*c &= *c - 1
	return first
}

// Level is one of the three main boards or the attack board on one of the twelve pins. Levels are numbered in
// the order in which the position text lists them.
type Level int8

// Levels of the main boards, and the first level of an attack board.
const (
	LevelW Level = iota
	LevelN
	LevelB
	FirstPin         // level of QL1; the levels of the other pins follow
	NoLevel    Level = -1
	LevelCount       = 3 + PinCount
)

// OnPin returns the level of the board on a pin.
func OnPin(n Pin) Level { return FirstPin + Level(n) }

// Pin returns the pin of an attack board's level.
func (l Level) Pin() Pin { return Pin(l - FirstPin) }

// Pin is a place for an attack board. Pins are numbered from QL1 to QL6, then from KL1 to KL6.
type Pin = board.Square

// The number of pins, and the pins used at the start.
const (
	PinCount     = 12
	NoPin    Pin = board.NoSquare
	QL1      Pin = 0
	QL6      Pin = 5
	KL1      Pin = 6
	KL6      Pin = 11
)

// PinLevel returns the number in a pin's name, 1 to 6.
func PinLevel(n Pin) int { return int(n)%6 + 1 }

// PinSide returns 0 for the queen's side and 1 for the king's.
func PinSide(n Pin) int { return int(n) / 6 }

// firstRanks holds the lower of the two ranks that a board on a pin covers, by the pin's level.
var firstRanks = [...]int{0, 4, 2, 6, 4, 8}

// PinBase returns the column of the first cell of a board on a pin, which has the lowest file and rank.
func PinBase(n Pin) Column { return At(4*PinSide(n), firstRanks[PinLevel(n)-1]) }

// CellColumn returns the column of a cell on the board on a pin. Cells are numbered from 0 to 3, by rank and
// then by file.
func CellColumn(n Pin, cell int) Column { return PinBase(n) + Column(cell&1+cell>>1*Files) }

// PinColumns returns the four columns that a board on a pin covers.
func PinColumns(n Pin) Columns { return 0b11_000011 << PinBase(n) }

// PinName returns the name of a pin, such as QL1.
func PinName(n Pin) string {
	return string([]byte{"QK"[PinSide(n)&1], 'L', '0' + byte(PinLevel(n))})
}

// ParsePin parses a pin's name at the start of a string. It returns false if there is none.
func ParsePin(text string) (Pin, bool) {
	if len(text) < 3 || text[1] != 'L' || text[2] < '1' || text[2] > '6' {
		return NoPin, false
	}
	switch text[0] {
	case 'Q':
		return Pin(text[2] - '1'), true
	case 'K':
		return Pin(text[2]-'1') + 6, true
	}
	return NoPin, false
}

// String returns the name of a level: W, N, B or the name of its pin.
func (l Level) String() string {
	if l < FirstPin {
		return "WNB"[l : l+1]
	}
	return PinName(l.Pin())
}

// ParseLevel parses a level's name at the start of a string. It returns the level and the length of the name,
// or 0 if there is no name.
func ParseLevel(text string) (Level, int) {
	if text == "" {
		return NoLevel, 0
	}
	if i := strings.IndexByte("WNB", text[0]); i >= 0 {
		return Level(i), 1
	}
	if n, ok := ParsePin(text); ok {
		return OnPin(n), 3
	}
	return NoLevel, 0
}

// Covers reports whether a level has a square in a column, assuming that the level exists in the position.
func (l Level) Covers(c Column) bool {
	if l >= FirstPin {
		return PinColumns(l.Pin()).Has(c)
	}
	first := 1 + 2*int(l)
	return c.File() >= 1 && c.File() <= 4 && c.Rank() >= first && c.Rank() < first+4
}

// A position has sixteen squares for each main board, starting at the lowest rank and file, then four for
// each attack board. White's boards are in slots 0 and 1, and Black's boards are in slots 2 and 3, each with
// the lower pin first.
const (
	BoardCount = 4
	FirstCell  = board.Square(48)
)

// MainSquare returns the square on a main board in a column. The board must cover the column.
func MainSquare(l Level, c Column) board.Square {
	return board.Square(16*int(l) + 4*(c.Rank()-1-2*int(l)) + c.File() - 1)
}

// CellSquare returns the square of a cell on the board in a slot.
func CellSquare(slot, cell int) board.Square { return FirstCell + board.Square(4*slot+cell) }

// SlotCells returns the four squares of a slot.
func SlotCells(slot int) board.Bitboard { return 0xf << (int(FirstCell) + 4*slot) }

// Owner returns the owner of the board in a slot.
func Owner(slot int) board.Colour { return board.Colour(slot >> 1 & 1) }

// Name names a square by its column and level. There are 96 names.
type Name struct {
	Column Column
	Level  Level
}

// String returns the name, such as b4N.
func (n Name) String() string { return n.Column.Name() + n.Level.String() }

// Square returns the name as a message argument.
func (n Name) Square() message.Square { return message.Square(n.String()) }

// AllNames returns the 96 names, ordered by level, then rank, then file.
func AllNames() (all []Name) {
	for l := Level(0); l < LevelCount; l++ {
		for c := Column(0); c < ColumnCount; c++ {
			if l.Covers(c) {
				all = append(all, Name{c, l})
			}
		}
	}
	return all
}

// ParseName parses a square name at the start of a string. It returns the name and its length, or 0 if there is
// no name. The square need not exist.
func ParseName(text string) (n Name, length int) {
	if len(text) < 3 || FileOf(text[0]) < 0 || text[1] < '0' || text[1] > '9' {
		return Name{}, 0
	}
	l, length := ParseLevel(text[2:])
	if length == 0 {
		return Name{}, 0
	}
	return Name{At(FileOf(text[0]), int(text[1]-'0')), l}, 2 + length
}

// QuadrantCell returns the cell of a quadrant. Quadrants are numbered from 1 to 4 anticlockwise, starting at
// the owner's near left corner (5).
func QuadrantCell(owner board.Colour, quadrant int) int {
	cell := [...]int{0, 1, 3, 2}[(quadrant-1)&3]
	if owner == board.Black {
		return 3 - cell
	}
	return cell
}

// Extent returns the first column of a level and its width in files and ranks.
func (l Level) Extent() (first Column, width int) {
	if l >= FirstPin {
		return PinBase(l.Pin()), 2
	}
	return At(1, 1+2*int(l)), 4
}

// Corner returns the main-board square to which a pin is attached. Pins of odd levels are on the low corners,
// pins of even levels on the high corners.
func Corner(n Pin) Name {
	main := Level((PinLevel(n) - 1) / 2)
	rank := 1 + 2*int(main) + 3*((PinLevel(n)-1)%2)
	return Name{At(1+3*PinSide(n), rank), main}
}

// HomeNames returns the squares on which a side's pawns start (2).
func HomeNames(side board.Colour) (all []Name) {
	main, queen, king, rank := LevelW, QL1, KL1, 1
	if side == board.Black {
		main, queen, king, rank = LevelB, QL6, KL6, 8
	}
	inner := rank + 1 - 2*int(side)
	for file := range Files {
		if file >= 1 && file <= 4 {
			all = append(all, Name{At(file, inner), main})
		}
		switch {
		case file <= 1:
			all = append(all, Name{At(file, rank), OnPin(queen)})
		case file >= 4:
			all = append(all, Name{At(file, rank), OnPin(king)})
		}
	}
	return all
}

// PinSet is a set of pins.
type PinSet uint16

// Has reports whether a pin is in the set.
func (s PinSet) Has(n Pin) bool { return s>>(n&15)&1 != 0 }

// Pop removes the lowest pin from a non-empty set and returns it.
func (s *PinSet) Pop() Pin {
	b := board.Bitboard(*s)
	n := b.Pop()
	*s = PinSet(b)
	return n
}
