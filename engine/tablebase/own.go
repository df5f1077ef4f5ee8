package tablebase

import (
	"bufio"
	"bytes"
	"compress/flate"
	"embed"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// The three-piece tables are embedded in the program, including the browser build, in which every byte counts.
// They hold only positions with the bare king to move, in the order that compresses best: the square of the
// bare king changes slowest, that of the other king fastest. The chess tables without pawns hold only positions
// whose other king is on or below the long diagonal, because reflection gives the rest. They are compressed
// with DEFLATE, which the browser build contains anyway. A file consists of a line that names its rule sets,
// followed by the values of all tables. TestEmbedded rebuilds the tables and compares them; with UPDATE=1 it
// writes the files.
//
//go:embed own/*.tables
var ownFiles embed.FS

// OwnPieces is the number of pieces, including kings, in the largest embedded
// tables.
const OwnPieces = 3

// ownTables holds the tables in an embedded file, which are decompressed on first use.
type ownTables struct {
	variants []string
	packed   []byte
	once     sync.Once
	values   [][]uint8 // in the order of Materials
	err      error
}

// ownAll parses the headings of the embedded files once and returns the files.
var ownAll = sync.OnceValue(func() (all []*ownTables) {
	entries, err := ownFiles.ReadDir("own")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		data, err := ownFiles.ReadFile("own/" + e.Name())
		if head, packed, whole := bytes.Cut(data, []byte("\n")); err == nil && whole {
			all = append(all, &ownTables{variants: strings.Fields(string(head)), packed: packed})
		}
	}
	return all
})

// table returns the table of rule set r for a material.
func (o *ownTables) table(r rules.Rules, s eval.Symmetry, m Material) (*Table, error) {
	o.once.Do(func() { o.values, o.err = unpackOwn(s, o.packed) })
	if o.err != nil {
		return nil, fmt.Errorf("tablebase: the embedded table %s of %s %w", m, r.Info().Name, o.err)
	}
	i := slices.Index(Materials(OwnPieces), m)
	return &Table{Header: Header{Variant: r.Info().Name, Material: m}, layout: newLayout(m, s),
		values: o.values[i], bare: true}, nil
}

// unpackOwn decompresses the values of all tables.
func unpackOwn(s eval.Symmetry, packed []byte) (all [][]uint8, err error) {
	in := bufio.NewReader(flate.NewReader(bytes.NewReader(packed)))
	for _, m := range Materials(OwnPieces) {
		l := newLayout(m, s)
		values := make([]uint8, l.half)
		var mirrored []int
		for at := range l.packOrder() {
			if !l.packs(at) {
				mirrored = append(mirrored, at)
			} else if values[at], err = in.ReadByte(); err != nil {
				return nil, fmt.Errorf("is damaged or truncated: %w", err)
			}
		}
		for _, at := range mirrored {
			values[at] = values[l.mirror(at)]
		}
		all = append(all, values)
	}
	if _, err := in.ReadByte(); err != io.EOF {
		return nil, errors.New("is damaged: too many positions")
	}
	return all, nil
}

// packOrder yields the indices of the values with Black to move, in storage order.
func (l *layout) packOrder() iter.Seq[int] {
	return func(yield func(at int) bool) {
		for others := range 64 * 64 { // others combines the squares of the bare king and the piece
			for king := range l.kings {
				if !yield(king<<12 | others) {
					return
				}
			}
		}
	}
}

// packs reports whether the value at an index is stored. If the white king is restricted to a quarter of the
// board, values with the king beyond the long diagonal are derived from the others.
func (l *layout) packs(at int) bool {
	k := l.kings[at>>12]
	return len(l.kings) != 16 || k.Rank() <= k.File()
}

// mirror returns the index of the position reflected in the long diagonal.
func (l *layout) mirror(at int) int {
	turn := func(s board.Square) board.Square { return s>>3 | s&7<<3 }
	king := l.views[turn(l.kings[at>>12])].place
	return int(king)<<12 | int(turn(board.Square(at>>6&63)))<<6 | int(turn(board.Square(at&63)))
}

// addOwn adds the embedded tables of rule set r, if there are any.
func (s *Set) addOwn(r rules.Rules) {
	_, by, err := symmetry(r)
	if err != nil || r.Info().Definition != "" {
		return
	}
	for _, of := range ownAll() {
		if slices.Contains(of.variants, r.Info().Name) {
			for _, m := range Materials(OwnPieces) {
				s.add(m, func() (*Table, error) { return of.table(r, by, m) }).own = true
			}
		}
	}
}

// ownSets caches the sets returned by Own, by rule set.
var ownSets sync.Map

// Own returns the embedded tables of a rule set, or nil if there are none. Chess, cylinder and triboard have
// all three-piece tables.
func Own(r rules.Rules) *Set {
	if !Supports(r) { // do not cache sets for an unbounded number of definitions
		return nil
	}
	if found, ok := ownSets.Load(r); ok {
		return found.(*Set)
	}
	s, err := NewSet(r)
	if err != nil {
		return nil
	}
	if s.addOwn(r); s.maxPieces == 0 {
		return nil
	}
	found, _ := ownSets.LoadOrStore(r, s)
	return found.(*Set)
}
