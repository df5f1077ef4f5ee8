package naive

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
)

// TestDefinitionsPerft checks the perft counts of the definitions of the flat built-in rule sets and of
// definitions that have their own perft counts.
func TestDefinitionsPerft(t *testing.T) {
	count := func(name, text, path string) {
		d, err := Define(text)
		if err != nil {
			t.Fatalf("Define: %v", err)
		}
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p *Pos
			counted := 0
			for line := range strings.Lines(string(file)) {
				word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
				var depth, want int
				switch word {
				case "epd":
					if p, err = d.Parse(rest + " 0 1"); err != nil {
						t.Fatalf("Parse: %v", err)
					}
				case "perft":
					if _, err := fmt.Sscan(rest, &depth, &want); err != nil {
						t.Fatalf("fmt.Sscan: %v", err)
					}
					if want > mostLeaves()/3 {
						continue
					}
					if got := p.Perft(depth); got != want {
						t.Errorf("%s depth %d: %d, want %d", p.FEN(), depth, got, want)
					}
					counted++
				}
			}
			if counted < 2 {
				t.Errorf("checked only %d counts", counted)
			}
		})
	}
	for _, r := range positions.Flat(variant.Builtin()) {
		d, ok := definition.Of(r)
		if !ok {
			t.Fatalf("%s has no definition", r.Info().Name)
		}
		count(d.Name, d.JSON(), "../../../../variant/"+d.Name+"/"+d.Name+".perft")
	}
	files, _ := filepath.Glob("../../../../variant/definition/testdata/*.json")
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		count(filepath.Base(path), string(text), strings.TrimSuffix(path, ".json")+".perft")
	}
}

// TestLines checks the examples of lines and steps over the seam in the rules of definitions.
func TestLines(t *testing.T) {
	for _, c := range []struct{ kinds, fen, from, want string }{
		{"pnbrqk", "7k/8/8/8/8/1B6/8/7K w - - 0 1", "b3", "a2 a4 c2 c4 d1 d5 d8 e6 e7 f6 f7 g1 g5 g8 h2 h4"},
		{"pnbrqk", "4k3/1B6/8/8/8/8/8/6K1 w - - 0 1", "b7", "a1 a6 a8 c1 c6 c8 d2 d5 e3 e4 f3 f4 g2 g5 h1 h6 h8"},
		{"pnbrqk", "4k3/8/8/8/8/N7/8/4K3 w - - 0 1", "a3", "b1 b5 c2 c4 g2 g4 h1 h5"},
		{"pnbrqk", "4k3/8/8/8/K7/8/8/8 w - - 0 1", "a4", "a3 a5 b3 b4 b5 h3 h4 h5"},
		{"pnbqk", "4k3/8/8/8/R7/8/8/4K3 w - - 0 1", "a4", "a1 a2 a3 a5 a6 a7 a8 b4 c4 d4 e4 f4 g4 h4"},
		{"pnbrqk", "4k3/8/8/8/p2R2P1/8/8/4K3 w - - 0 1", "d4", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4"},
		{"pnbrqk", "4k3/8/8/8/3R2P1/8/8/4K3 w - - 0 1", "d4", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 h4"},
	} {
		d, err := Define(`{"name":"x","seam":{"crossing":"hop","kinds":"` + c.kinds + `"}}`)
		if err != nil {
			t.Fatalf("Define: %v", err)
		}
		p, err := d.Parse(c.fen)
		if err != nil {
			t.Fatalf("Parse: %v", err)
		}
		var got []string
		for _, m := range p.Moves() {
			if to, ok := strings.CutPrefix(m, c.from); ok {
				got = append(got, to)
			}
		}
		if want := strings.Fields(c.want); !slices.Equal(got, want) {
			t.Errorf("%s from %s in %s:\n%v, want\n%v", c.kinds, c.from, c.fen, got, want)
		}
	}
}

// TestReflections checks reflections that no built-in rule set has.
func TestReflections(t *testing.T) {
	for _, c := range []struct{ fields, fen, move, san, want string }{
		// A pawn that goes on cannot be captured en passant.
		{`"map":"ranks","goes_on":"p"`, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "e4@e5", "4k3/8/8/4P3/3p4/8/8/4K3 b - - 0 1"},
		{`"map":"files","goes_on":"p","captures":true`, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6@e6", "4k3/8/4P3/8/8/8/8/4K3 b - - 0 1"},
		{`"map":"files","makes":{"p":"p"},"captures":true`, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6", "4k3/8/3Pp3/8/8/8/8/4K3 b - - 0 1"},
		{`"map":"ranks","goes_on":"q","captures":true`, "4k3/8/8/1p6/8/3Q4/8/4K3 w - - 4 1", "d3b5", "Qxb5@b4", "4k3/8/8/8/1Q6/8/8/4K3 b - - 0 1"},
		// A promoted piece never goes on. It spawns according to its new type.
		{`"map":"files","goes_on":"q","makes":{"q":"r"}`, "8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q", "Q6r/7k/8/8/8/8/8/4K3 b - - 0 1"},
		{`"map":"files","makes":{"q":"r"},"promotions":false`, "8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q", "Q7/7k/8/8/8/8/8/4K3 b - - 0 1"},
		{`"map":"files","makes":{"q":"r"}`, "1n6/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q", "1Q6/7k/8/8/8/8/8/4K3 b - - 0 1"},
		// No pawn is spawned on the first or last rank.
		{`"map":"ranks","makes":{"n":"p"},"colour":"own"`, "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "c3d1", "Nd1", "4k3/8/8/8/8/8/8/3NK3 b - - 1 1"},
		{`"map":"ranks","makes":{"n":"p"},"colour":"own"`, "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "c3e2", "Ne2", "4k3/4P3/8/8/8/8/4N3/4K3 b - - 1 1"},
		// The mover may not spawn a king of its own colour on an attacked square.
		{`"map":"ranks","makes":{"n":"k"},"colour":"own"`, "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "c3d1", "", ""},
		{`"map":"ranks","makes":{"n":"k"},"colour":"own"`, "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "c3b1", "Nb1", "1K2k3/8/8/8/8/8/8/1N2K3 b - - 1 1"},
	} {
		d, err := Define(`{"name":"x","reflection":{` + c.fields + `}}`)
		if err != nil {
			t.Fatalf("Define: %v", err)
		}
		p, err := d.Parse(c.fen)
		if err != nil {
			t.Fatalf("Parse: %v", err)
		}
		san, got := "", ""
		for _, r := range p.Written() {
			if r.UCI == c.move {
				san, got = r.SAN, r.After.FEN()
			}
		}
		if san != c.san || got != c.want {
			t.Errorf("%s %s:\n%q %s, want\n%q %s", c.fen, c.move, san, got, c.san, c.want)
		}
	}
}
