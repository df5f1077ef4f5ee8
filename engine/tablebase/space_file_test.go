package tablebase

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/meder"
	"github.com/tainchess/tain/variant/trid"
)

// someTable returns a KQK table file for trid in which all positions have the
// same value.
func someTable(t testing.TB, v Value) []byte {
	t.Helper()
	packer, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatalf("zstd.NewWriter: %v", err)
	}
	of := allPlacements()
	var data []byte
	var lengths []uint32
	for _, g := range of.groups {
		one := packer.EncodeAll(bytes.Repeat([]byte{uint8(v)}, (g.to-g.from)*rowWords), nil)
		for range 64 {
			data = append(data, one...)
			lengths = append(lengths, uint32(len(one)))
		}
	}
	table := &Table{Header: Header{Variant: "trid", Material: "KQK"}, packed: newPacked(trid.Rules, of, lengths, bytes.NewReader(data), 0)}
	var file bytes.Buffer
	if err := table.Write(&file); err != nil {
		t.Fatalf("table.Write: %v", err)
	}
	return file.Bytes()
}

// queen returns a position with king and queen against king and White to move.
func queen(t testing.TB) board.Position {
	t.Helper()
	const text = "W:4/4/4/K3|N:4/4/1k2/4|B:4/4/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/1Q|KL6b:2/2 w - - - 0 1"
	p, err := trid.Rules.Guide().ParsePosition(text, rules.ParseOptions{})
	if err != nil {
		t.Fatalf("trid.Rules.Guide().ParsePosition: %v", err)
	}
	return p
}

// TestSpaceFile checks that a valid file is read, and that damaged files are reported and not used.
func TestSpaceFile(t *testing.T) {
	good := someTable(t, mateIn(7))
	data := len(magic) + 1 + bytes.IndexByte(good[len(magic)+1:], '\n') + 1 + 4*64*len(allPlacements().groups)
	p := queen(t)
	ask := func(file []byte) (v Value, known bool, reported []error) {
		folder := t.TempDir()
		if err := os.WriteFile(FileName(folder, "KQK"), file, 0o600); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
		s, err := Open(trid.Rules, folder, func(err error) { reported = append(reported, err) })
		if err != nil {
			t.Fatalf("Open(%q): %v", folder, err)
		}
		for range 2 {
			v, known = s.Probe(&p)
		}
		return v, known, reported
	}
	if v, known, reported := ask(good); v != mateIn(7) || !known || reported != nil {
		t.Errorf("valid file: Probe = %d, %v, reported %v; want %d, true and no error", v, known, reported, mateIn(7))
	}
	changed := bytes.Clone(good)
	for i := data; i < len(changed); i++ {
		changed[i] ^= 0x55
	}
	longer := bytes.Clone(good)
	longer[data-4]++
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"empty":           {nil, "truncated"},
		"another file":    {[]byte("<html>\n"), "not a table"},
		"short lengths":   {good[:data-10], "truncated"},
		"truncated":       {good[:len(good)-1], "truncated"},
		"trailing data":   {append(bytes.Clone(good), 0), "too many positions"},
		"oversized chunk": {longer, "longer"},
		"changed":         {changed, "KQK.tb is damaged"},
		"another table":   {bytes.Replace(good, []byte(`"KQK"`), []byte(`"KRK"`), 1), "not KQK for trid"},
	} {
		v, known, reported := ask(c.file)
		if known || v != Draw || len(reported) != 1 || !strings.Contains(reported[0].Error(), c.want) {
			t.Errorf("%s: Probe = %d, %v, reported %v; want an unknown value and one error with %q", name, v, known, reported, c.want)
		}
	}
	for name, c := range map[string]struct {
		file []byte
		good bool
	}{"good": {good, true}, "changed": {changed, false}} {
		table, err := Read(trid.Rules, "KQK", bytes.NewReader(c.file))
		if err != nil {
			t.Fatalf(`Read("KQK"): %v`, err)
		}
		if err := table.packed.check(t.Context(), 2); (err == nil) != c.good {
			t.Errorf("%s: check: %v; want an error: %v", name, err, !c.good)
		}
	}
	if _, err := Read(meder.Rules, "KQK", bytes.NewReader(good)); err == nil || !strings.Contains(err.Error(), "not KQK for meder") {
		t.Errorf(`Read("KQK"): %v`, err)
	}
}

// TestSpaceMakerErrors checks that an interrupted build leaves no files, and that
// unsupported materials are rejected.
func TestSpaceMakerErrors(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "trid")
	ctx, cancel := context.WithCancel(t.Context())
	m := Maker{Rules: trid.Rules, Folder: folder, Pieces: MaxPieces, Workers: 2, Only: "KRK", Progress: func(float64) { cancel() }}
	if err := m.Make(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("m.Make with an ended context: %v; want context.Canceled", err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 0 {
		t.Errorf("os.ReadDir(%q) = %v, %v; want no files", folder, files, err)
	}
	for _, wrong := range []Material{"KPK", "KQKR"} {
		m.Only = wrong
		if err := m.Make(t.Context()); err == nil || !strings.Contains(err.Error(), "no table "+string(wrong)+" of trid") {
			t.Errorf("m.Make with Only = %s: %v; want no table %[1]s of trid", wrong, err)
		}
	}
	if _, err := Build(t.Context(), trid.Rules, "KPK", nil, nil); err == nil {
		t.Error(`Build("KPK") returned no error`)
	}
}

// FuzzReadSpace checks that arbitrary data causes no panic, and that a lookup that fails returns a draw.
func FuzzReadSpace(f *testing.F) {
	p := queen(f)
	f.Add([]byte("TAIN TABLEBASE 1\n{\"variant\":\"trid\",\"material\":\"KQK\"}\n"))
	f.Add(someTable(f, Draw))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := Read(trid.Rules, "KQK", bytes.NewReader(data))
		if err != nil {
			return
		}
		if v, err := table.value(&p, false); err != nil && v != Draw {
			t.Errorf("value of a position with error %v is %v, want a draw", err, v)
		}
	})
}
