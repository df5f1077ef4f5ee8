package book_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/test/program"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestPolyglotKeys checks the example keys in the description of the format.
func TestPolyglotKeys(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	for fen, want := range map[string]uint64{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":      0x463b96181691fc9c,
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1":   0x823c9b50fd114196,
		"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2": 0x0756b94461c50fb0,
		"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2":   0x662fafb965db29d4,
		"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3": 0x22a48b5a8e47ff78,
		"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3":    0x652a607ca3f242c1,
		"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4":     0x00fdd303c946bdd9,
		"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3": 0x3c8123ea7b067637,
		"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4":  0x5c3f9b829b279560,
	} {
		p := positions.From(t, r, fen)
		if got := book.PolyglotKey(&p); got != want {
			t.Errorf("PolyglotKey(%s) = %016x; want %016x", fen, got, want)
		}
	}
}

// games returns random games with results as PGN, and a book built from them.
func games(t *testing.T, r rules.Rules, count, plies int) (record string, b *book.Book) {
	t.Helper()
	rng := rand.New(rand.NewPCG(64, 1))
	var text bytes.Buffer
	b = book.New(r)
	for n := range count {
		start := positions.From(t, r, "")
		line := rules.NewLine(r, start)
		white := n % 3
		for range plies {
			p := line.Position()
			legal := rules.LegalMoves(r, &p)
			if len(legal) == 0 {
				break
			}
			m := legal[rng.IntN(min(4, len(legal)))] // few choices, so that positions recur
			for _, other := range legal {
				if r.Guide().Class(&p, other)&(rules.Castling|rules.EnPassant|rules.Promotion) != 0 {
					m = other
				}
			}
			points := white
			if p.Side == board.Black {
				points = 2 - white
			}
			b.Keep(&p)
			b.Add(p.Hash, r.Guide().FormatUCI(&p, m), points)
			if _, err := line.Play(m); err != nil {
				t.Fatalf("line.Play: %v", err)
			}
		}
		g := pgn.NewGame(r, start, line.Moves()...)
		g.Result = []string{"0-1", "1/2-1/2", "1-0"}[white]
		if err := pgn.Write(&text, g); err != nil {
			t.Fatalf("pgn.Write: %v", err)
		}
	}
	return text.String(), b
}

// records splits a Polyglot book into records without the learning data, sorted.
func records(data []byte) (all []string) {
	for ; len(data) >= 16; data = data[16:] {
		all = append(all, fmt.Sprintf("%016x %04x %d", binary.BigEndian.Uint64(data), binary.BigEndian.Uint16(data[8:]), binary.BigEndian.Uint16(data[10:])))
	}
	slices.Sort(all)
	return all
}

// TestPolyglotProgram compares our book with the book that Polyglot builds from the same games.
func TestPolyglotProgram(t *testing.T) {
	path := program.Find(t, "polyglot")
	r := positions.Rules(t, variant.Builtin(), "chess")
	record, b := games(t, r, 120, 30)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "games.pgn"), []byte(record), 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	run := exec.CommandContext(t.Context(), path, "make-book", "-pgn", "games.pgn", "-bin", "theirs.bin", "-max-ply", "30", "-min-game", "1")
	run.Dir = dir
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("polyglot: %v; output:\n%s", err, out)
	}
	theirs, err := os.ReadFile(filepath.Join(dir, "theirs.bin"))
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	ours, err := b.Polyglot()
	if err != nil {
		t.Fatalf("b.Polyglot: %v", err)
	}
	if got, want := records(ours), records(theirs); !slices.Equal(got, want) {
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("%d records, Polyglot has %d; the first difference is at %d:\n%v\n%v", len(got), len(want), i, got[i:min(i+3, len(got))], want[i:min(i+3, len(want))])
			}
		}
	}
	if !slices.IsSortedFunc(recordsInOrder(ours), strings.Compare) {
		t.Error("our book is not sorted")
	}
	// Read Polyglot's book and play its moves.
	read, err := book.ParsePolyglot(r, theirs)
	if err != nil {
		t.Fatalf("book.ParsePolyglot: %v", err)
	}
	start := positions.From(t, r, "")
	list := read.Entries(&start)
	if len(list) == 0 || !read.Weighted() {
		t.Fatalf("Entries(start) = %v; want some", list)
	}
	for range 50 {
		if _, ok := read.Move(&start, rand.New(rand.NewPCG(1, 2))); !ok {
			t.Fatal("Move(start) found no move")
		}
	}
	plain, err := read.Plain()
	if err != nil || plain.Len() == 0 {
		t.Fatalf("read.Plain: %v; want a book with positions", err)
	}
	again, err := plain.Polyglot()
	if err != nil {
		t.Fatalf("plain.Polyglot: %v", err)
	}
	if back, err := book.ParsePolyglot(r, again); err != nil || back.Len() != plain.Len() {
		t.Errorf("%d positions; written and read again: %v, %v", plain.Len(), back, err)
	}
}

// TestPolyglotPlays checks that Polyglot plays from our book, using moves that
// no engine would choose.
func TestPolyglotPlays(t *testing.T) {
	path, engine := program.Find(t, "polyglot"), program.Find(t, "stockfish")
	r := positions.Rules(t, variant.Builtin(), "chess")
	b := book.New(r)
	line := rules.NewLine(r, positions.From(t, r, ""))
	moves := []string{"f2f3", "e7e5", "a2a3", "d7d5", "e1f2", "b8c6", "f2e1"}
	for _, move := range moves {
		p := line.Position()
		b.Keep(&p)
		b.Add(p.Hash, move, 2)
		if _, err := line.PlayText(move); err != nil {
			t.Fatalf("line.PlayText(%q): %v", move, err)
		}
	}
	data, err := b.Polyglot()
	if err != nil {
		t.Fatalf("b.Polyglot: %v", err)
	}
	dir := t.TempDir()
	bin, settings := filepath.Join(dir, "ours.bin"), filepath.Join(dir, "polyglot.ini")
	if err := os.WriteFile(bin, data, 0o600); err != nil {
		t.Fatalf("os.WriteFile(%q): %v", bin, err)
	}
	if err := os.WriteFile(settings, []byte("[PolyGlot]\nEngineCommand = "+engine+"\nBook = true\nBookFile = "+bin+"\nLog = false\n[Engine]\n"), 0o600); err != nil {
		t.Fatalf("os.WriteFile(%q): %v", settings, err)
	}
	it := program.Start(t, path, settings)
	it.Send("xboard", "protover 2")
	it.ReadUntil("feature done=1")
	it.Send("new", "st 1", "go")
	for i := 0; i < len(moves); i += 2 {
		if i > 0 {
			it.Send("usermove " + moves[i-1])
		}
		output := it.ReadUntil("move ")
		if got := output[len(output)-1]; got != "move "+moves[i] {
			t.Fatalf("Polyglot plays %q; want %s", got, moves[i])
		}
	}
	it.Send("quit")
}

// recordsInOrder returns the keys of the records in file order.
func recordsInOrder(data []byte) (keys []string) {
	for ; len(data) >= 16; data = data[16:] {
		keys = append(keys, fmt.Sprintf("%016x", binary.BigEndian.Uint64(data)))
	}
	return keys
}

// TestPolyglotOneSide converts a book with moves for only one side to our format and back.
func TestPolyglotOneSide(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	for _, side := range []board.Colour{board.White, board.Black} {
		b := book.New(r)
		line := rules.NewLine(r, positions.From(t, r, ""))
		for _, move := range []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1", "f8c5"} {
			p := line.Position()
			points := 0
			if p.Side == side {
				points = 2
			}
			b.Keep(&p)
			b.Add(p.Hash, move, points)
			if _, err := line.PlayText(move); err != nil {
				t.Fatalf("line.PlayText(%q): %v", move, err)
			}
		}
		data, err := b.Polyglot()
		if err != nil {
			t.Fatalf("b.Polyglot: %v", err)
		}
		read, err := book.ParsePolyglot(r, data)
		if err != nil {
			t.Fatalf("book.ParsePolyglot: %v", err)
		}
		plain, err := read.Plain()
		if err != nil {
			t.Fatalf("read.Plain: %v", err)
		}
		if again, err := plain.Polyglot(); err != nil || !bytes.Equal(again, data) {
			t.Errorf("%v: %d records converted back to %d, %v", side, len(data)/16, len(again)/16, err)
		}
	}
}

// TestPolyglotErrors checks that invalid books are rejected.
func TestPolyglotErrors(t *testing.T) {
	chess, other := positions.Rules(t, variant.Builtin(), "chess"), positions.Rules(t, variant.Builtin(), "triboard")
	for name, data := range map[string][]byte{
		"partial record": make([]byte, 17),
		"out of order":   append(bytes.Repeat([]byte{0xff}, 16), make([]byte, 16)...),
	} {
		if _, err := book.ParsePolyglot(chess, data); err == nil {
			t.Errorf("%s: ParsePolyglot returned no error", name)
		}
	}
	if _, err := book.ParsePolyglot(other, nil); err == nil {
		t.Error("ParsePolyglot(triboard) returned no error")
	}
	if _, err := book.New(other).Polyglot(); err == nil {
		t.Error("Polyglot() of a triboard book returned no error")
	}
}

// FuzzPolyglot checks that a book parsed from arbitrary data returns only legal moves and can be written.
func FuzzPolyglot(f *testing.F) {
	r := positions.Rules(f, variant.Builtin(), "chess")
	f.Add([]byte{})
	f.Add(append(binary.BigEndian.AppendUint64(nil, 0x463b96181691fc9c), 0x03, 0x1c, 0, 1, 0, 0, 0, 0)) // e2e4
	f.Add(bytes.Repeat([]byte{0xff}, 32))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := book.ParsePolyglot(r, data)
		if err != nil {
			return
		}
		p := positions.From(t, r, "")
		if m, ok := b.Move(&p, rand.New(rand.NewPCG(1, 1))); ok && !rules.Legal(r, &p, m) {
			t.Errorf("Move returned the illegal %v", m)
		}
		if _, err := b.Polyglot(); err != nil {
			t.Errorf("b.Polyglot: %v", err)
		}
	})
}
