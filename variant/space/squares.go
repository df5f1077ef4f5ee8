package space

import (
	"math/bits"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// A column is a file and a rank: 6 times the rank, plus the file. The 60 of
// them fit one word, and everything the pieces do is decided there.
type column uint8

const (
	files = 6
	ranks = 10
	cells = files * ranks

	fileNames = "zabcde"
)

func at(file, rank int) column { return column(rank*files + file) }

func (c column) file() int          { return int(c % files) }
func (c column) rank() int          { return int(c / files) }
func (c column) bit() columns       { return 1 << (c & 63) }
func (c column) name() string       { return string([]byte{fileNames[c.file()], '0' + byte(c.rank())}) }
func onMap(file, rank int) bool     { return file >= 0 && file < files && rank >= 0 && rank < ranks }
func dark(c column) bool            { return (c.file()+c.rank())%2 == 0 }
func fileOf(letter byte) int        { return strings.IndexByte(fileNames, letter) }
func (c columns) has(o column) bool { return c>>(o&63)&1 != 0 }

// columns is a set of columns.
type columns uint64

// A level is a plane that squares lie on: one of the three main boards, or the
// attack board on one of the twelve pins. Levels are numbered in the order of
// the position text.
type level int8

const (
	levelW level = iota
	levelN
	levelB
	firstPin        // QL1; the other pins follow
	noLevel   level = -1
	allLevels       = 3 + pins
)

// A pin is where an attack board may stand: QL1 to QL6, then KL1 to KL6.
type pin = board.Square

const (
	pins      = 12
	noPin pin = board.NoSquare
	ql1   pin = 0
	ql6   pin = 5
	kl1   pin = 6
	kl6   pin = 11
)

// pinLevel returns the number in a pin's name, 1 to 6.
func pinLevel(n pin) int { return int(n)%6 + 1 }

// pinSide returns 0 for the queen's side and 1 for the king's.
func pinSide(n pin) int { return int(n) / 6 }

// firstRanks is the lower rank that the pins of a level cover.
var firstRanks = [...]int{0, 4, 2, 6, 4, 8}

// pinBase returns the column of a pin's first cell: low file, low rank.
func pinBase(n pin) column { return at(4*pinSide(n), firstRanks[pinLevel(n)-1]) }

// pinColumns returns the four columns that a board on a pin covers.
func pinColumns(n pin) columns { return 0b11_000011 << pinBase(n) }

func pinName(n pin) string {
	return string([]byte{"QK"[pinSide(n)&1], 'L', '0' + byte(pinLevel(n))})
}

// parsePin reads a pin's name from the start of a text.
func parsePin(text string) (pin, bool) {
	if len(text) < 3 || text[1] != 'L' || text[2] < '1' || text[2] > '6' {
		return noPin, false
	}
	switch text[0] {
	case 'Q':
		return pin(text[2] - '1'), true
	case 'K':
		return pin(text[2]-'1') + 6, true
	}
	return noPin, false
}

func levelName(l level) string {
	if l < firstPin {
		return "WNB"[l : l+1]
	}
	return pinName(pin(l - firstPin))
}

// parseLevel reads a level's name from the start of a text and returns its
// length.
func parseLevel(text string) (level, int) {
	if text == "" {
		return noLevel, 0
	}
	if i := strings.IndexByte("WNB", text[0]); i >= 0 {
		return level(i), 1
	}
	if n, ok := parsePin(text); ok {
		return firstPin + level(n), 3
	}
	return noLevel, 0
}

// covers reports whether a level has a cell in a column, if the level is
// there at all.
func (l level) covers(c column) bool {
	if l >= firstPin {
		return pinColumns(pin(l - firstPin)).has(c)
	}
	first := 1 + 2*int(l)
	return c.file() >= 1 && c.file() <= 4 && c.rank() >= first && c.rank() < first+4
}

// The squares of a position: sixteen for each main board, from the lowest
// rank and file; then four for each attack board. The boards of White are in
// slots 0 and 1, those of Black in slots 2 and 3, the lower pin first.
const (
	slots     = 4
	firstCell = board.Square(48)
)

// mainSquare returns the square of a main board in a column it covers.
func mainSquare(l level, c column) board.Square {
	return board.Square(16*int(l) + 4*(c.rank()-1-2*int(l)) + c.file() - 1)
}

// cellSquare returns a cell of the board in a slot.
func cellSquare(slot, cell int) board.Square { return firstCell + board.Square(4*slot+cell) }

// slotCells returns the four squares of a slot.
func slotCells(slot int) board.Bitboard { return 0xf << (int(firstCell) + 4*slot) }

// owner returns whose the board in a slot is.
func owner(slot int) board.Colour { return board.Colour(slot >> 1 & 1) }

// A name is a column on a level: one of the 96 that squares can have.
type name struct {
	column column
	level  level
}

func (n name) String() string { return n.column.name() + levelName(n.level) }

// square returns the name for a message.
func (n name) square() message.Square { return message.Square(n.String()) }

// allNames lists the 96 names in the order of levels, then rank, then file.
func allNames() (all []name) {
	for l := level(0); l < allLevels; l++ {
		for c := column(0); c < cells; c++ {
			if l.covers(c) {
				all = append(all, name{c, l})
			}
		}
	}
	return all
}

// parseName reads a square's name from the start of a text and returns its
// length, 0 if there is none. The name need not be one of the 96.
func parseName(text string) (n name, length int) {
	if len(text) < 3 || fileOf(text[0]) < 0 || text[1] < '0' || text[1] > '9' {
		return name{}, 0
	}
	l, length := parseLevel(text[2:])
	if length == 0 {
		return name{}, 0
	}
	return name{at(fileOf(text[0]), int(text[1]-'0')), l}, 2 + length
}

// nameOf returns the name of a square in a position.
func nameOf(p *board.Position, s board.Square) name {
	s &= 63
	return name{placed(p).column[s], levelOf(p, s)}
}

func levelOf(p *board.Position, s board.Square) level {
	if s < firstCell {
		return level(s / 16)
	}
	return firstPin + level(placed(p).pin[(s-firstCell)/4])
}

// squareOf returns the square that has a name in a position, NoSquare if none
// has.
func squareOf(p *board.Position, n name) board.Square {
	if !n.level.covers(n.column) {
		return board.NoSquare
	}
	if n.level < firstPin {
		return mainSquare(n.level, n.column)
	}
	pin := pin(n.level - firstPin)
	slot := placed(p).slot[pin]
	if slot < 0 {
		return board.NoSquare
	}
	offset := int(n.column - pinBase(pin))
	return cellSquare(int(slot), offset%files+offset/files*2)
}

// quadrantCell returns the cell of a quadrant, 1 to 4: they run anticlockwise
// from the owner's near left corner (5).
func quadrantCell(owner board.Colour, quadrant int) int {
	cell := [...]int{0, 1, 3, 2}[(quadrant-1)&3]
	if owner == board.Black {
		return 3 - cell
	}
	return cell
}

// extent returns the first column of a level and how many files and ranks it
// has either way.
func (l level) extent() (first column, width int) {
	if l >= firstPin {
		return pinBase(pin(l - firstPin)), 2
	}
	return at(1, 1+2*int(l)), 4
}

// corner returns the square of a main board that a pin is on: the odd levels
// are on the low corners, the even ones on the high.
func corner(n pin) name {
	main := level((pinLevel(n) - 1) / 2)
	rank := 1 + 2*int(main) + 3*((pinLevel(n)-1)%2)
	return name{at(1+3*pinSide(n), rank), main}
}

// homeNames lists the squares that a side's pawns start from (2).
func homeNames(side board.Colour) (all []name) {
	main, queen, king, rank := levelW, ql1, kl1, 1
	if side == board.Black {
		main, queen, king, rank = levelB, ql6, kl6, 8
	}
	inner := rank + 1 - 2*int(side)
	for file := range files {
		if file >= 1 && file <= 4 {
			all = append(all, name{at(file, inner), main})
		}
		switch {
		case file <= 1:
			all = append(all, name{at(file, rank), firstPin + level(queen)})
		case file >= 4:
			all = append(all, name{at(file, rank), firstPin + level(king)})
		}
	}
	return all
}

// pinSet is a set of pins.
type pinSet uint16

func (s pinSet) has(n pin) bool { return s>>(n&15)&1 != 0 }

// pop removes the lowest pin of a set that is not empty and returns it.
func (s *pinSet) pop() pin {
	b := board.Bitboard(*s)
	n := b.Pop()
	*s = pinSet(b)
	return n
}

func (c *columns) pop() column {
	first := column(bits.TrailingZeros64(uint64(*c)))
	*c &= *c - 1
	return first
}
