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

// The tables of three pieces come with the program, also with that for the
// browser, where every byte counts. So only positions in which the bare king is to
// move are there, in the order in which they pack best: the bare king's square
// changes last and the other king's first; and of two that mirror each other in the
// long diagonal of the plane one. They are packed by DEFLATE, which a browser's
// program has already. A file is a line that names the rule sets it is of, and the
// values of all tables, one after the other. A test makes them
// anew and compares; with UPDATE=1 it writes them.
//
//go:embed own/*.tables
var ownFiles embed.FS

// OwnPieces is how many pieces the tables that come with the program have at
// most, kings included.
const OwnPieces = 3

// ownTables are the tables of a file, unpacked when one is first asked for.
type ownTables struct {
	variants []string
	packed   []byte
	once     sync.Once
	values   [][]uint8 // in the order of Materials
	err      error
}

// ownAll reads what files there are.
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

// table returns one of the tables.
func (o *ownTables) table(r rules.Rules, s eval.Symmetry, m Material) (*Table, error) {
	o.once.Do(func() { o.values, o.err = unpackOwn(s, o.packed) })
	if o.err != nil {
		return nil, fmt.Errorf("tablebase: the table %s of %s that comes with the program %w", m, r.Info().Name, o.err)
	}
	i := slices.Index(Materials(OwnPieces), m)
	return &Table{Header: Header{Variant: r.Info().Name, Material: m}, layout: newLayout(m, s), values: o.values[i], bare: true}, nil
}

// unpackOwn reads the values of all tables.
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
				return nil, fmt.Errorf("is damaged or cut off: %w", err)
			}
		}
		for _, at := range mirrored {
			values[at] = values[l.mirror(at)]
		}
		all = append(all, values)
	}
	if _, err := in.ReadByte(); err != io.EOF {
		return nil, errors.New("is damaged: it holds more positions than there are")
	}
	return all, nil
}

// packOrder yields the places of the values with Black to move in the order in which
// they are packed.
func (l *layout) packOrder() iter.Seq[int] {
	return func(yield func(at int) bool) {
		for others := range 64 * 64 { // the squares of the bare king and of the piece
			for king := range l.kings {
				if !yield(king<<12 | others) {
					return
				}
			}
		}
	}
}

// packs reports whether the value at a place is packed. Where the white king stands in
// a quarter of the board, what is beyond its long diagonal follows from the rest.
func (l *layout) packs(at int) bool {
	k := l.kings[at>>12]
	return len(l.kings) != 16 || k.Rank() <= k.File()
}

// mirror returns the place of the same position seen from beyond the long diagonal.
func (l *layout) mirror(at int) int {
	turn := func(s board.Square) board.Square { return s>>3 | s&7<<3 }
	king := l.views[turn(l.kings[at>>12])].place
	return int(king)<<12 | int(turn(board.Square(at>>6&63)))<<6 | int(turn(board.Square(at&63)))
}

// addOwn adds the tables that come with the program for the set's rule set.
func (s *Set) addOwn(r rules.Rules) {
	_, by, err := symmetry(r)
	if err != nil {
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

// ownSets are the sets that were asked for, by rule set.
var ownSets sync.Map

// Own returns the tables of a rule set that come with the program: all of three
// pieces in chess, cylinder and triboard. Of others it returns nil.
func Own(r rules.Rules) *Set {
	if !Supports(r) { // of definitions there are any number
		return nil
	}
	if found, ok := ownSets.Load(r); ok {
		return found.(*Set)
	}
	s, err := NewSet(r)
	if err != nil {
		return nil
	}
	if s.addOwn(r); s.most == 0 {
		return nil
	}
	found, _ := ownSets.LoadOrStore(r, s)
	return found.(*Set)
}
