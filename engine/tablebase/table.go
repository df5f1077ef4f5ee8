package tablebase

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Table is the table of some material. One of a flat board has its values in
// memory, one of boards in space is unpacked where it is asked.
type Table struct {
	Header Header
	*layout
	values []uint8
	// bare tells that only positions in which Black, who has a bare king, is to move
	// are there. What White's are follows from them, one ply on.
	bare   bool
	packed *packed
}

// Header says what a table is and what it holds.
type Header struct {
	Variant  string   `json:"variant"`
	Material Material `json:"material"`
	// White and Black are the counts with White and with Black to move, of all
	// positions of the board.
	White Count `json:"white"`
	Black Count `json:"black"`
	// Longest is a position in which the side to move mates and which takes the
	// most plies, empty if none is won; Plies is how many.
	Longest string `json:"longest,omitempty"`
	Plies   int    `json:"plies,omitempty"`
}

// Count is how many positions the side to move wins, draws and loses.
type Count struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// Total returns the number of positions.
func (c Count) Total() int { return c.Won + c.Drawn + c.Lost }

// header counts what a table holds, while it still marks what is illegal.
func (t *Table) header(r rules.Rules, m Material) Header {
	h := Header{Variant: r.Info().Name, Material: m}
	longest, at := Draw, uint32(0)
	for i, b := range t.values {
		if b == illegal {
			continue
		}
		c := &h.White
		if uint32(i) >= t.half {
			c = &h.Black
		}
		switch v := Value(b); {
		case v == Draw:
			c.Drawn += t.order
		case v.Loses():
			c.Lost += t.order
		default:
			c.Won += t.order
			if v > longest {
				longest, at = v, uint32(i)
			}
		}
	}
	if longest != Draw {
		h.Plies = longest.Plies()
		side, squares, _ := t.squaresOf(at)
		var p board.Position
		t.position(&p, side, &squares)
		h.Longest = r.Guide().FormatPosition(&p)
	}
	return h
}

// fill has bytes that are no position repeat the one before.
func (t *Table) fill() {
	before := uint8(Draw)
	for i, v := range t.values {
		if v == illegal {
			t.values[i] = before
		}
		before = t.values[i]
	}
}

// has reports whether the value of a position of the table's material is there, and
// does not have to be found one ply on: tables of boards in space have only those
// with the move at the side that has the piece, bare ones those of the other side.
func (t *Table) has(p *board.Position, exchanged bool) bool {
	withPiece := (p.Side == board.White) != exchanged
	return p.EnPassant() == board.NoSquare && (t.packed == nil || withPiece) && (!t.bare || !withPiece)
}

// value returns the value of a position that the table has.
func (t *Table) value(p *board.Position, exchanged bool) (Value, error) {
	if t.packed != nil {
		return t.packed.value(p, exchanged)
	}
	i := t.find(p, exchanged)
	if t.bare {
		i -= t.half
	}
	return Value(t.values[i]), nil
}

// inSpaceBytes is how much the unpacked chunks of a table of boards in space take at
// most.
const inSpaceBytes = 46 << 20

// bytes returns how much memory the table takes.
func (t *Table) bytes() int {
	if t.packed != nil {
		return inSpaceBytes
	}
	return len(t.values)
}

// MaterialOf returns the name of the table of what stands on the board.
func MaterialOf(p *board.Position) Material {
	var sides [2]strings.Builder
	for c := range sides {
		for _, l := range []byte(roleOrder) {
			k, _ := board.ParseRole(l)
			sides[c].WriteString(strings.Repeat(string(l), p.Pieces(board.Colour(c), k).Count()))
		}
	}
	return normal(sides[0].String(), sides[1].String())
}
