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
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/cylinder"
	"github.com/tainchess/tain/variant/mirrorsquare"
	"github.com/tainchess/tain/variant/triboard"
)

// TestEmbedded rebuilds the embedded tables and compares their positions. With UPDATE=1 it writes the files
// instead.
func TestEmbedded(t *testing.T) {
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
				t.Fatalf("the tables of %s differ from those of %s", r.Info().Name, games[0].Info().Name)
			}
			packed = values
		}
		if packed != nil {
			writeOwn(t, filepath.Join("own", name+".tables"), variants, packed)
		}
	}
}

// compareOwn compares the embedded tables with the tables just built: every position if TAIN_LONG is set, and
// otherwise every seventh.
func compareOwn(t *testing.T, r rules.Rules, built []*Table) {
	t.Helper()
	s := Own(r)
	if s == nil || s.MaxPieces() != OwnPieces {
		t.Fatalf("Own(%s) = %v; want a set of %d pieces", r.Info().Name, s, OwnPieces)
	}
	if Own(r) != s {
		t.Errorf("Own(%s) returned a different set the second time", r.Info().Name)
	}
	s.onError = func(err error) { t.Errorf("a table could not be read: %v", err) }
	for _, table := range built {
		seen, step := 0, 1
		if !long.Enabled() {
			step = 7
		}
		for i := 0; i < len(table.values); i += step {
			p, ok := table.legal(r, uint32(i))
			if !ok {
				continue
			}
			seen++
			if v, known := s.Probe(&p); !known || v != Value(table.values[i]) {
				t.Fatalf("%s: Probe(%s) = %d, %v; Build has %d; update with UPDATE=1 go test ./engine/tablebase -run TestEmbedded",
					r.Info().Name, r.Guide().FormatPosition(&p), v, known, table.values[i])
			}
		}
		if seen < 1000 {
			t.Errorf("compared %d positions of %s; want more", seen, table.Header.Material)
		}
	}
}

// build3 builds all three-piece tables.
func build3(t *testing.T, r rules.Rules) (all []*Table) {
	t.Helper()
	s, err := NewSet(r)
	if err != nil {
		t.Fatalf("NewSet: %v", err)
	}
	for _, m := range Materials(OwnPieces) {
		table, err := Build(t.Context(), r, m, s.Probe, nil)
		if err != nil {
			t.Fatalf("Build(%q): %v", m, err)
		}
		s.Add(table)
		all = append(all, table)
	}
	return all
}

// packOwn concatenates the stored values in storage order. Illegal positions repeat the previous value, which
// compresses best.
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

// legal returns the position at an index and whether it is legal.
func (t *Table) legal(r rules.Rules, i uint32) (p board.Position, ok bool) {
	side, at, ok := t.squaresOf(i)
	if !ok {
		return p, false
	}
	t.position(&p, side, &at)
	_, attacked := r.Kings(&p, side.Other())
	return p, attacked.Empty()
}

func writeOwn(t *testing.T, name string, variants []string, values []uint8) {
	t.Helper()
	file := bytes.NewBufferString(strings.Join(variants, " ") + "\n")
	packer, err := flate.NewWriter(file, flate.BestCompression)
	if err != nil {
		t.Fatalf("flate.NewWriter: %v", err)
	}
	if _, err := packer.Write(values); err != nil {
		t.Fatalf("packer.Write: %v", err)
	}
	if err := packer.Close(); err != nil {
		t.Fatalf("packer.Close: %v", err)
	}
	if err := os.WriteFile(name, file.Bytes(), 0o644); err != nil {
		t.Fatalf("os.WriteFile(%q): %v", name, err)
	}
	t.Logf("%s: %d bytes for %d values", name, file.Len(), len(values))
}

// TestEmbeddedDamaged checks that truncated and foreign files are reported and not used.
func TestEmbeddedDamaged(t *testing.T) {
	_, by, err := symmetry(cylinder.Rules)
	if err != nil {
		t.Fatalf("symmetry: %v", err)
	}
	all := ownAll()
	i := slices.IndexFunc(all, func(o *ownTables) bool { return slices.Contains(o.variants, "cylinder") })
	if i < 0 {
		t.Fatal("cylinder has no embedded tables")
	}
	packed := all[i].packed
	for name, bad := range map[string][]byte{"empty": nil, "truncated": packed[:len(packed)/2], "of another game": otherThan(all, i).packed} {
		if _, err := unpackOwn(by, bad); err == nil {
			t.Errorf("%s: unpackOwn returned no error", name)
		}
		set, err := NewSet(cylinder.Rules)
		if err != nil {
			t.Fatalf("NewSet: %v", err)
		}
		var reported error
		set.onError = func(err error) { reported = err }
		of := &ownTables{packed: bad}
		set.add("KQK", func() (*Table, error) { return of.table(cylinder.Rules, by, "KQK") })
		p, err := cylinder.Rules.Guide().ParsePosition("Q7/8/8/4k3/8/8/8/K7 w - - 0 1", rules.ParseOptions{})
		if err != nil {
			t.Fatalf(`cylinder.Rules.Guide().ParsePosition("Q7/8/8/4k3/8/8/8/K7 w - - 0 1"): %v`, err)
		}
		if _, known := set.Probe(&p); known || reported == nil {
			t.Errorf("%s: Probe: known = %v, reported %v; want an unknown value and an error", name, known, reported)
		}
	}
}

func otherThan(all []*ownTables, i int) *ownTables { return all[(i+1)%len(all)] }

// TestNotEmbedded checks that unsupported rule sets have no embedded tables.
func TestNotEmbedded(t *testing.T) {
	if s := Own(mirrorsquare.Rules); s != nil {
		t.Errorf("Own(mirrorsquare) = %v; want nil", s)
	}
}

// TestMemory checks that tables are evicted when there is no room, and read again when needed.
func TestMemory(t *testing.T) {
	r := cylinder.Rules
	s, err := NewSet(r)
	if err != nil {
		t.Fatalf("NewSet: %v", err)
	}
	s.memory = &Memory{}
	reads := map[Material]int{}
	built := build3(t, r)
	for _, table := range built {
		m := table.Header.Material
		s.add(m, func() (*Table, error) { reads[m]++; return table, nil })
		s.memory.Most = max(s.memory.Most, 2*len(built[0].values)) // room for two tables without pawns
	}
	parse := func(text string) board.Position {
		p, err := r.Guide().ParsePosition(text, rules.ParseOptions{})
		if err != nil {
			t.Fatalf("r.Guide().ParsePosition(%q): %v", text, err)
		}
		return p
	}
	queen, rook, bishop := parse("Q7/8/8/4k3/8/8/8/K7 w - - 0 1"), parse("R7/8/8/4k3/8/8/8/K7 w - - 0 1"), parse("B7/8/8/4k3/8/8/8/K7 b - - 0 1")
	if n := s.Unread(&queen); n != 1 {
		t.Errorf("Unread = %d; want 1", n)
	}
	for _, p := range []*board.Position{&queen, &rook, &queen, &rook, &bishop, &rook, &queen} {
		if _, known := s.Probe(p); !known {
			t.Errorf("Probe(%s) is unknown", r.Guide().FormatPosition(p))
		}
		if n := s.Unread(p); n != 0 || s.memory.bytes > s.memory.Most {
			t.Errorf("Unread = %d with %d bytes in memory; want 0 with at most %d", n, s.memory.bytes, s.memory.Most)
		}
	}
	if reads["KQK"] != 2 || reads["KRK"] != 1 || reads["KBK"] != 1 {
		t.Errorf("reads = %v; want KQK twice, KRK and KBK once", reads)
	}
	if got := s.Materials(); !slices.Equal(got, Materials(3)) {
		t.Errorf("s.Materials() = %v", got)
	}
}

// TestFind checks that Find returns the tables in a folder and the embedded tables.
func TestFind(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(FileName(folder, "KQKR"), []byte("nonsense\n"), 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	var reported error
	s, err := Find(cylinder.Rules, folder, nil, func(err error) { reported = err })
	if err != nil || s.MaxPieces() != 4 {
		t.Fatalf("Find = %v, %v; want a set with up to 4 pieces", s, err)
	}
	if got := s.Materials(); !slices.Equal(got, append(Materials(3), "KQKR")) {
		t.Errorf("s.Materials() = %v", got)
	}
	for text, want := range map[string]bool{"Q7/8/8/4k3/8/8/8/K7 w - - 0 1": true, "Q7/8/8/4k3/8/8/7r/K7 w - - 0 1": false} {
		p, err := cylinder.Rules.Guide().ParsePosition(text, rules.ParseOptions{})
		if err != nil {
			t.Fatalf("cylinder.Rules.Guide().ParsePosition(%q): %v", text, err)
		}
		for range 2 {
			if _, known := s.Probe(&p); known != want {
				t.Errorf("Probe(%s): known = %v; want %v", text, known, want)
			}
		}
	}
	if reported == nil || !strings.Contains(reported.Error(), "not a table written by tain tables") {
		t.Errorf("reported %v; want an error that contains \"not a table written by tain tables\"", reported)
	}
}
