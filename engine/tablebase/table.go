package tablebase

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// Table is the table for one material. A table for a flat board holds its values in memory; a table for
// boards in space decompresses values on demand.
type Table struct {
	Header Header
	*layout
	values []uint8
	// bare reports whether the table holds only positions in which Black, with a bare king, is to move.
	// The values of positions with White to move follow from their successors.
	bare   bool
	packed packedValues // nil for a flat board
}

// packedValues provides the compressed values of a table for boards in space.
type packedValues interface {
	value(p *board.Position, exchanged bool) (Value, error)
	write(w io.Writer) error
	check(ctx context.Context, workers int) error
	close() error
}

// has reports whether the table stores the value of a position with its material. If not, the value follows
// from the successors. Tables for boards in space store only positions in which the side with the piece is to
// move, and bare tables only positions in which the other side is to move.
func (t *Table) has(p *board.Position, exchanged bool) bool {
	withPiece := (p.Side == board.White) != exchanged
	return p.EnPassant() == board.NoSquare && (t.packed == nil || withPiece) && (!t.bare || !withPiece)
}

// value returns the value of a position that the table stores.
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

// inSpaceBytes is the maximum memory, in bytes, for the decompressed chunks of
// a table for boards in space.
const inSpaceBytes = 46 << 20

// bytes returns the memory that the table uses, in bytes.
func (t *Table) bytes() int {
	if t.packed != nil {
		return inSpaceBytes
	}
	return len(t.values)
}

// A table file consists of the magic line, the header as one line of JSON, and the values, compressed with
// Zstandard and a checksum. Illegal positions repeat the previous byte, which compresses best. Four-piece
// tables shrink to about a tenth.
const (
	magic     = "TAIN TABLEBASE 1"
	maxHeader = 4096
)

// Header describes a table.
type Header struct {
	Variant  string   `json:"variant"` // [eval.Key] of the rule set
	Material Material `json:"material"`
	// White and Black count all positions with White to move and with Black to move.
	White Count `json:"white"`
	Black Count `json:"black"`
	// Longest is a position in which the side to move needs the longest to mate, and Plies is the length of
	// that mate in plies. Longest is empty and Plies is 0 if no position is won.
	Longest string `json:"longest,omitempty"`
	Plies   int    `json:"plies,omitempty"`
}

// Count holds how many positions the side to move wins, draws and loses.
type Count struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// Total returns the number of positions.
func (c Count) Total() int { return c.Won + c.Drawn + c.Lost }

// ReadHeader reads the header of a table file. Errors are predicates whose subject is the file.
func ReadHeader(in *bufio.Reader) (h Header, err error) {
	first, err := line(in)
	switch {
	case err != nil:
		return h, err
	case first == magic+"\r":
		return h, errors.New("is damaged: a text-mode transfer changed its line endings")
	case first != magic:
		return h, fmt.Errorf("begins with %.20q, not with %q: it is not a table written by tain tables", first, magic)
	}
	second, err := line(in)
	if err != nil {
		return h, err
	}
	if err := json.Unmarshal([]byte(second), &h); err != nil {
		return h, fmt.Errorf("has an invalid header: %w", err)
	}
	return h, nil
}

// readHeaderOf reads a header and returns an error unless it is for the given rule set and material.
func readHeaderOf(r rules.Rules, m Material, in *bufio.Reader) (Header, error) {
	h, err := ReadHeader(in)
	if err == nil && (h.Variant != eval.Key(r) || h.Material != m) {
		err = fmt.Errorf("is the table %.20q for %.20q, not %s for %s", h.Material, h.Variant, m, eval.Key(r))
	}
	return h, err
}

// line reads a line of at most maxHeader bytes, without its line ending.
func line(in *bufio.Reader) (string, error) {
	var text []byte
	for len(text) < maxHeader {
		b, err := in.ReadByte()
		if err != nil {
			return "", errors.New("is truncated: it ends within its header")
		}
		if b == '\n' {
			return string(text), nil
		}
		text = append(text, b)
	}
	return "", errors.New("has no header: it is not a table written by tain tables")
}
