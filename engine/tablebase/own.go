package tablebase

import (
	"bytes"
	"compress/flate"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"sync"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// The tables of three pieces come with the program, also with that for the
// browser, where every byte counts. So only positions in which the bare king is to
// move are there, in the order in which they pack best: the bare king's square
// changes last and the other king's first. They are packed by DEFLATE, which a
// browser's program has already. A file is a line of JSON, which says of which rule
// sets it is, and the values of all tables, one after the other. A test makes them
// anew and compares; with UPDATE=1 it writes them.
//
//go:embed own/*.tables
var ownFiles embed.FS

// OwnPieces is how many pieces the tables that come with the program have at
// most, kings included.
const OwnPieces = 3

// ownHeader says what a file of tables that come with the program holds.
type ownHeader struct {
	Variants []string `json:"variants"`
}

// ownTables are the tables of a file, unpacked when one is first asked for.
type ownTables struct {
	ownHeader
	packed []byte
	once   sync.Once
	values [][]uint8 // in the order of Materials
	err    error
}

// ownAll reads what files there are.
var ownAll = sync.OnceValue(func() (all []*ownTables) {
	entries, err := ownFiles.ReadDir("own")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		data, err := ownFiles.ReadFile("own/" + e.Name())
		head, rest, whole := bytes.Cut(data, []byte("\n"))
		of := &ownTables{packed: rest}
		if err == nil && whole && json.Unmarshal(head, &of.ownHeader) == nil {
			all = append(all, of)
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
	in := flate.NewReader(bytes.NewReader(packed))
	for _, m := range Materials(OwnPieces) {
		packed := make([]uint8, newLayout(m, s).half)
		if _, err := io.ReadFull(in, packed); err != nil {
			return nil, fmt.Errorf("is damaged or cut off: %w", err)
		}
		values := make([]uint8, len(packed))
		for i, at := range packOrder(len(packed)) {
			values[at] = packed[i]
		}
		all = append(all, values)
	}
	if n, err := in.Read(make([]byte, 1)); n > 0 || err != io.EOF {
		return nil, errors.New("is damaged: it holds more positions than there are")
	}
	return all, nil
}

// packOrder yields the places of a table's values in the order in which they are
// packed.
func packOrder(size int) iter.Seq2[int, int] {
	return func(yield func(i, at int) bool) {
		const others = 64 * 64 // places of the bare king and of the piece
		kings := size / others
		for i := range size {
			if !yield(i, i%kings*others+i/kings) {
				return
			}
		}
	}
}

// addOwn adds the tables that come with the program for the set's rule set.
func (s *Set) addOwn(r rules.Rules) {
	_, by, err := symmetry(r)
	if err != nil {
		return
	}
	for _, of := range ownAll() {
		if slices.Contains(of.Variants, r.Info().Name) {
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
