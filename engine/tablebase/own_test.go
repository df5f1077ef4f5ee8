package tablebase

import (
	"bytes"
	"compress/flate"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/cylinder"
	"github.com/tainchess/tain/variant/mirrorsquare"
	"github.com/tainchess/tain/variant/triboard"
)

// TestOwn makes the tables that come with the program anew and compares every
// position. With UPDATE=1 it writes them.
func TestOwn(t *testing.T) {
	for name, games := range map[string][]rules.Rules{"chess": {chess.Rules}, "cylinder": {cylinder.Rules, triboard.Rules}} {
		var variants []string
		var packed []uint8
		for i, r := range games {
			variants = append(variants, r.Info().Name)
			built := build3(t, r)
			if os.Getenv("UPDATE") == "" {
				compareOwn(t, r, built)
				continue
			}
			values := packOwn(r, built)
			if i > 0 && !bytes.Equal(values, packed) {
				t.Fatalf("the tables of %s are not those of %s", r.Info().Name, games[0].Info().Name)
			}
			packed = values
		}
		if packed != nil {
			writeOwn(t, filepath.Join("own", name+".tables"), variants, packed)
		}
	}
}

// compareOwn compares every position of the tables that come with the program.
func compareOwn(t *testing.T, r rules.Rules, built []*Table) {
	t.Helper()
	s := Own(r)
	if s == nil || s.MaxPieces() != OwnPieces {
		t.Fatalf("%s has %v", r.Info().Name, s)
	}
	if Own(r) != s {
		t.Errorf("%s has two sets", r.Info().Name)
	}
	s.tell = func(err error) { t.Error(err) }
	for _, table := range built {
		seen, step := 0, 1
		if testing.Short() {
			step = 7
		}
		for i := 0; i < len(table.values); i += step {
			p, ok := table.legal(r, uint32(i))
			if !ok {
				continue
			}
			seen++
			if v, known := s.Probe(&p); !known || v != Value(table.values[i]) {
				t.Fatalf("%s, %s is %d, known %v, and Build makes %d; UPDATE=1 go test ./engine/tablebase -run TestOwn writes them anew",
					r.Info().Name, r.Guide().FormatPosition(&p), v, known, table.values[i])
			}
		}
		if seen < 1000 {
			t.Errorf("only %d positions of %s were compared", seen, table.Header.Material)
		}
	}
}

// build3 makes all tables of three pieces.
func build3(t *testing.T, r rules.Rules) (all []*Table) {
	t.Helper()
	s, err := NewSet(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range Materials(OwnPieces) {
		table, err := Build(t.Context(), r, m, s.Probe, nil)
		if err != nil {
			t.Fatal(err)
		}
		s.Add(table)
		all = append(all, table)
	}
	return all
}

// packOwn joins the values that are kept, in their order. What is no position
// repeats the one before, which packs best.
func packOwn(r rules.Rules, built []*Table) (all []uint8) {
	before := uint8(Draw)
	for _, t := range built {
		for at := range t.packOrder() {
			if !t.packs(at) {
				continue
			}
			i := t.half + uint32(at)
			if _, legal := t.legal(r, i); legal {
				before = t.values[i]
			}
			all = append(all, before)
		}
	}
	return all
}

// legal returns the position of a byte, and whether it can be played.
func (t *Table) legal(r rules.Rules, i uint32) (p board.Position, ok bool) {
	side, at, ok := t.squaresOf(i)
	if !ok {
		return p, false
	}
	t.position(&p, side, &at)
	_, attacked := r.Kings(&p, side.Other())
	return p, attacked == 0
}

func writeOwn(t *testing.T, name string, variants []string, values []uint8) {
	t.Helper()
	file := bytes.NewBufferString(strings.Join(variants, " ") + "\n")
	packer, err := flate.NewWriter(file, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := packer.Write(values); err != nil {
		t.Fatal(err)
	}
	if err := packer.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d bytes for %d values", name, file.Len(), len(values))
}

// TestOwnDamaged has a file that is cut off or too long said, and not played by.
func TestOwnDamaged(t *testing.T) {
	_, by, err := symmetry(cylinder.Rules)
	if err != nil {
		t.Fatal(err)
	}
	all := ownAll()
	i := slices.IndexFunc(all, func(o *ownTables) bool { return slices.Contains(o.variants, "cylinder") })
	if i < 0 {
		t.Fatal("the cylinder has no tables")
	}
	packed := all[i].packed
	for name, bad := range map[string][]byte{"empty": nil, "cut off": packed[:len(packed)/2], "of another game": otherThan(all, i).packed} {
		if _, err := unpackOwn(by, bad); err == nil {
			t.Errorf("%s: it is read", name)
		}
		set, err := NewSet(cylinder.Rules)
		if err != nil {
			t.Fatal(err)
		}
		var told error
		set.tell = func(err error) { told = err }
		of := &ownTables{packed: bad}
		set.add("KQK", func() (*Table, error) { return of.table(cylinder.Rules, by, "KQK") })
		p, err := cylinder.Rules.Guide().ParsePosition("Q7/8/8/4k3/8/8/8/K7 w - - 0 1", rules.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if _, known := set.Probe(&p); known || told == nil {
			t.Errorf("%s: known %v, told %v", name, known, told)
		}
	}
}

func otherThan(all []*ownTables, i int) *ownTables { return all[(i+1)%len(all)] }

// TestNoOwn has none where there can be none.
func TestNoOwn(t *testing.T) {
	if s := Own(mirrorsquare.Rules); s != nil {
		t.Errorf("mirrorsquare has tables: %v", s)
	}
}
