package pgn_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/variant"
)

// outline returns one line for each game or error in a text: read in one pass, or record by record.
func outline(t *testing.T, in io.Reader, size int, records bool) (lines []string) {
	t.Helper()
	r, moves := pgn.NewReader(in, variant.Builtin().Find), pgn.NewReader(strings.NewReader(""), variant.Builtin().Find)
	for range size + 2 {
		var g *pgn.Game
		var err error
		if records {
			var rec *pgn.Record
			if rec, err = r.NextRecord(); err == nil {
				g, err = moves.ReadRecord(rec, 0)
			}
		} else {
			g, err = r.Next()
		}
		var bad *pgn.Error
		switch {
		case err == io.EOF:
			return lines
		case errors.As(err, &bad):
			lines = append(lines, bad.Error())
		case err != nil:
			t.Fatalf("reading: %v", err)
		default:
			var text strings.Builder
			if err := pgn.Write(&text, g); err != nil {
				t.Fatalf("pgn.Write: %v", err)
			}
			lines = append(lines, text.String())
		}
	}
	t.Fatal("reader does not terminate")
	return nil
}

// sameRecords checks that reading record by record finds the same games and errors as reading in one pass.
func sameRecords(t *testing.T, text string) {
	t.Helper()
	want := outline(t, strings.NewReader(text), len(text), false)
	got := outline(t, strings.NewReader(text), len(text), true)
	if a, b := strings.Join(got, "\n"), strings.Join(want, "\n"); a != b {
		t.Errorf("%q: records\n%s\nin one pass\n%s", text, a, b)
	}
}

func TestRecords(t *testing.T) {
	files, _ := filepath.Glob("testdata/pgn/*.pgn")
	if len(files) == 0 {
		t.Fatalf("%d files", len(files))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		sameRecords(t, string(text))
		sameRecords(t, strings.ReplaceAll(string(text), "\n", "\r\n"))
	}
	for _, text := range []string{
		"", "*", "\n\n[White \"A\"]\n1. e4 *[White \"B\"]\n\n1. d4\n\n", "[A \"", "[White \"A\"\n[Black \"B\"]\n1. e4 e5 1-0\n\n[White \"C\"]\n\n1. d4 *",
		"{first} [White \"A\"] 1. e4 {[Event \"x\"]\n} (1. d4 1-0) e5 0-1 {last}\n{next} 1. c4",
		strings.Repeat("[White \"A\"]\n\n1. e4 {"+strings.Repeat("long ", 20000)+"} e5 *\n\n", 5),
	} {
		sameRecords(t, text)
	}
}

func TestRecordText(t *testing.T) {
	text := "\ufeff{no tags} 1. e4 ; end\n e5 1-0\n\n\n[White \"A \\\"x\\\"\"]\n[white \"B\"]\n{between}\n[Black \"C\"] {after}\n\n1. d4 (1. c4 *) 1/2\n%\n[Event \"D\"]\n"
	for _, in := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
		r := pgn.NewReader(in, nil)
		for i, want := range []struct{ text, moves, white string }{
			{"{no tags} 1. e4 ; end\n e5 1-0", "{no tags} 1. e4 ; end\n e5 1-0", ""},
			{"[White \"A \\\"x\\\"\"]\n[white \"B\"]\n{between}\n[Black \"C\"] {after}\n\n1. d4 (1. c4 *) 1/2", " {after}\n\n1. d4 (1. c4 *) 1/2", "B"},
			{"[Event \"D\"]", "", ""},
		} {
			g, err := r.NextRecord()
			if err != nil {
				t.Fatalf("NextRecord: %v", err)
			}
			got, moves := strings.TrimSpace(string(g.Text)), strings.TrimRight(string(g.Text[g.Moves:]), "\n")
			if got != want.text || moves != want.moves || g.Tag("White") != want.white || g.Game != i+1 {
				t.Errorf("record %d: %q, moves %q, White %q", g.Game, got, moves, g.Tag("White"))
			}
		}
		if _, err := r.NextRecord(); err != io.EOF {
			t.Errorf("after the last record: %v", err)
		}
	}
}

// TestRecordLimit checks that a record that is too long is an error and does not hide the next one.
func TestRecordLimit(t *testing.T) {
	long := "[White \"A\"]\n\n1. e4 {" + strings.Repeat("long ", pgn.MaxGameBytes/4) + "} e5 *\n\n"
	r := pgn.NewReader(strings.NewReader(long+"[White \"B\"]\n\n1. d4 *\n"), nil)
	var bad *pgn.Error
	if g, err := r.NextRecord(); !errors.As(err, &bad) {
		t.Fatalf("long record: %v, %v", g, err)
	}
	g, err := r.NextRecord()
	if err != nil || g.Tag("White") != "B" || strings.TrimSpace(string(g.Text[g.Moves:])) != "1. d4 *" {
		t.Fatalf("after a long record: %q, %v", g.Text, err)
	}
}

func FuzzRecords(f *testing.F) {
	for _, seed := range []string{"", "1. e4 *[White \"B\"]\n\n1. d4", "{", "[A \"", "[A \"b\"\n1. e4 (1-0) 0-1 {x}\n;y\n[C \"d\"]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "*") { // a * attached to a move ends a game in some rule sets only
			text = strings.ReplaceAll(text, "*", " * ")
		}
		sameRecords(t, text)
	})
}

func TestRecordSetTag(t *testing.T) {
	r := pgn.NewReader(strings.NewReader("{top}\n[White \"M\xfcller\"]\n[Event \"a\"]\n[EVENT \"b\"]\n\n{caf\xe9} 1. e4 *\n"), variant.Builtin().Find)
	g, err := r.NextRecord()
	if err != nil {
		t.Fatalf("NextRecord: %v", err)
	}
	for _, set := range [][2]string{{"event", ""}, {"Black", `Q"x"`}, {"white", "A. Müller"}} {
		if err := g.SetTag(set[0], set[1]); err != nil {
			t.Errorf("SetTag(%q): %v", set, err)
		}
	}
	want := "[White \"A. Müller\"]\n[Black \"Q\\\"x\\\"\"]\n{top}\n\n{café} 1. e4 *"
	if got := strings.TrimSpace(string(g.Text)); got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	if got, err := pgn.NewReader(strings.NewReader(string(g.Text)), variant.Builtin().Find).Next(); err != nil || got.Tag("Black") != `Q"x"` || len(got.Comments) != 2 {
		t.Errorf("read again: %v, %v", got, err)
	}
	for _, name := range []string{"Result", "FEN", "setup", "Variant", "a b", ""} {
		if err := g.SetTag(name, "1"); err == nil {
			t.Errorf("tag %q was set", name)
		}
	}
	if got := strings.TrimSpace(string(g.Text)); got != want {
		t.Errorf("after errors: text %q, want %q", got, want)
	}
}

func TestReadRecordPlies(t *testing.T) {
	r := pgn.NewReader(strings.NewReader("[Result \"1-0\"]\n\n1. e4 (1. d4 d5) e5 {x} 2. Ke5 1-0\n"), variant.Builtin().Find)
	rec, err := r.NextRecord()
	if err != nil {
		t.Fatalf("NextRecord: %v", err)
	}
	for plies, bad := range map[int]bool{0: true, 1: false, 2: false, 3: true} {
		g, err := r.ReadRecord(rec, plies)
		if (err != nil) != bad {
			t.Errorf("%d plies: error %v", plies, err)
		} else if !bad && (len(g.Line) != plies || g.Result != "1-0") {
			t.Errorf("%d plies: %d moves, result %s", plies, len(g.Line), g.Result)
		}
	}
}
