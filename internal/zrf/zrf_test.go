package zrf_test

import (
	"bytes"
	"errors"
	"flag"
	"image/color"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/bmp"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/zrf"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// export exports a rule set, with pictures in the folder "game".
func export(t *testing.T, r rules.Rules) *zrf.Export {
	t.Helper()
	e, err := zrf.New(r, "game")
	if err != nil {
		t.Fatalf("zrf.New: %v", err)
	}
	return e
}

// TestGolden compares the whole file for the two rule sets that use most of the language.
func TestGolden(t *testing.T) {
	for _, name := range []string{"mirrorsquare", "triboard"} {
		got := export(t, positions.Rules(t, variant.Builtin(), name)).Text
		file := "testdata/" + name + ".zrf"
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatalf("os.WriteFile: %v", err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		if got != string(want) {
			t.Errorf("%s has changed; rewrite it with go test ./internal/zrf -update and read the diff", file)
		}
	}
}

// code returns a file without comments and strings.
func code(text string) string {
	text = regexp.MustCompile(`(?m);.*$`).ReplaceAllString(text, "")
	return regexp.MustCompile(`"[^"]*"`).ReplaceAllString(text, `""`)
}

// TestSyntax checks the syntax of each file: balanced brackets, macros defined
// before use and all used, plain ASCII.
func TestSyntax(t *testing.T) {
	for _, r := range written() {
		t.Run(r.Info().Name, func(t *testing.T) {
			e := export(t, r)
			depth := 0
			for i, c := range code(e.Text) {
				switch c {
				case '(':
					depth++
				case ')':
					depth--
				}
				if depth < 0 {
					t.Fatalf("unmatched bracket at %d", i)
				}
			}
			if depth != 0 {
				t.Errorf("%d unclosed brackets", depth)
			}
			if i := strings.IndexFunc(e.Text, func(c rune) bool { return c > '~' || c < ' ' && c != '\n' }); i >= 0 {
				t.Errorf("%q is not plain ASCII", e.Text[i:min(i+20, len(e.Text))])
			}
			for _, m := range regexp.MustCompile(`\(define ([\w-]+)`).FindAllStringSubmatch(e.Text, -1) {
				used := regexp.MustCompile(`\(`+m[1]+`[ )]`).FindAllStringIndex(e.Text, -1)
				if len(used) == 0 {
					t.Errorf("%s is defined but never used", m[1])
				} else if at := strings.Index(e.Text, "(define "+m[1]); used[0][0] < at {
					t.Errorf("%s is used before it is defined", m[1])
				}
			}
			if got := strings.Count(e.Text, "\n(define "); got == 0 || strings.Count(e.Text, "(piece\n") != 6 {
				t.Errorf("%d macros, %d pieces", got, strings.Count(e.Text, "(piece\n"))
			}
			if castling := strings.Contains(e.Text, "castle-short"); castling != r.Info().Castling {
				t.Errorf("castling in the file = %v", castling)
			}
		})
	}
}

// TestComment compares the codes in each file's comment with the list of
// differences.
func TestComment(t *testing.T) {
	want := map[string]string{
		"chess": "REPETITION FIFTY DEAD", "cylinder": "REPETITION FIFTY DEAD", "triboard": "REPETITION FIFTY DEAD",
		"mirrorsquare": "REPETITION FIFTY | APPEARED KINGS UNMOVED", "nachfolger": "FINAL REPETITION FIFTY DEAD | APPEARED PASS",
	}
	for _, r := range written() {
		e := export(t, r)
		var codes []string
		for _, d := range e.Differences {
			codes = append(codes, d.Code)
		}
		if len(e.Reliances) > 0 {
			codes = append(codes, "|")
		}
		for _, d := range e.Reliances {
			codes = append(codes, d.Code)
		}
		if got := strings.Join(codes, " "); got != want[r.Info().Name] {
			t.Errorf("%s: %s, not %s", r.Info().Name, got, want[r.Info().Name])
		}
		var named []string
		for _, m := range regexp.MustCompile(`(?m)^; (?:DIFFERS|RELIES) (\w+): `).FindAllStringSubmatch(e.Text, -1) {
			named = append(named, m[1])
		}
		codes = slices.DeleteFunc(codes, func(c string) bool { return c == "|" })
		if !slices.Equal(named, codes) {
			t.Errorf("%s: the comment lists %v; Differences and Reliances list %v", r.Info().Name, named, codes)
		}
	}
}

// TestImages checks that the export contains exactly the pictures that the text names. Pieces must be as
// large as a square, on pure green. The squares in the board picture must match the coordinates in the text.
func TestImages(t *testing.T) {
	for _, r := range written() {
		e := export(t, r)
		var named []string
		for _, m := range regexp.MustCompile(`"game\\([^"]+)"`).FindAllStringSubmatch(e.Text, -1) {
			named = append(named, m[1])
		}
		slices.Sort(named)
		if len(named) != 13 || len(slices.Compact(named)) != 13 || len(e.Images) != 13 {
			t.Fatalf("%s: %d pictures for %v", r.Info().Name, len(e.Images), named)
		}
		for _, name := range named {
			picture, err := bmp.Decode(bytes.NewReader(e.Images[name]))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			size := picture.Bounds().Size()
			if name == "board.bmp" {
				wide := 504
				if r.Info().Wraps {
					wide = 616 // one more file on each side
				}
				if size.X != wide || size.Y != 504 {
					t.Errorf("%s: the board is %v", r.Info().Name, size)
				}
				x := (wide - 448) / 2
				if a1, b1 := picture.At(x+20, 28+7*56+20), picture.At(x+76, 28+7*56+20); !darker(a1, b1) {
					t.Errorf("%s: a1 is %v, b1 %v", r.Info().Name, a1, b1)
				}
				continue
			}
			if size.X != 56 || size.Y != 56 {
				t.Errorf("%s is %v", name, size)
			}
			clear, body := 0, 0
			for y := range 56 {
				for x := range 56 {
					r, g, b, _ := picture.At(x, y).RGBA()
					switch {
					case r == 0 && g == 0xffff && b == 0:
						clear++
					case g > r+0x2000 && g > b+0x2000:
						t.Fatalf("%s has a shade of green at %d, %d", name, x, y)
					default:
						body++
					}
				}
			}
			if clear < 56*56/3 || body < 300 {
				t.Errorf("%s: %d pixels are clear, %d are not", name, clear, body)
			}
		}
	}
}

func darker(a, b color.Color) bool {
	return color.GrayModel.Convert(a).(color.Gray).Y < color.GrayModel.Convert(b).(color.Gray).Y
}

// TestNew checks that unsupported rule sets and invalid folder names are
// rejected.
func TestNew(t *testing.T) {
	all := variant.Builtin()
	var no *zrf.Unsupported
	if _, err := zrf.New(positions.Rules(t, all, "trid"), "x"); !errors.As(err, &no) || no.Name != "trid" {
		t.Errorf("trid: %v", err)
	}
	chess := positions.Rules(t, all, "chess").(*flat.Rules)
	ring := *chess
	ring.Topology = topology.Cylinder
	ring.Reflection = positions.Rules(t, all, "mirrorsquare").(*flat.Rules).Reflection
	if _, err := zrf.New(&ring, "x"); !errors.As(err, &no) || !strings.Contains(no.Error(), "seam") {
		t.Errorf("seam and reflection: %v", err)
	}
	some := *chess
	some.Reflection = &flat.Reflection{}
	if _, err := zrf.New(&some, "x"); !errors.As(err, &no) || !strings.Contains(no.Error(), "pawn") {
		t.Errorf("reflection without effect: got error %v", err)
	}
	for _, name := range []string{"", " x", "x.", `a"b`, `a\b`, "a/b", "é", "a;b", "a\nb", "(a)", "con", "Lpt1", "nul.x", strings.Repeat("x", 101)} {
		if _, err := zrf.New(chess, name); err == nil {
			t.Errorf("folder %q was accepted", name)
		}
	}
	for _, name := range []string{"x", "my game-2_b.1", "context", "comet"} {
		if _, err := zrf.New(chess, name); err != nil {
			t.Errorf("zrf.New: %v", err)
		}
	}
}

// written returns the built-in rule sets that can be exported.
func written() (all []rules.Rules) {
	for _, r := range variant.Builtin().All() {
		if err := zrf.Supports(r); err == nil {
			all = append(all, r)
		}
	}
	return all
}

// TestPortal checks that a board with portals is rejected.
func TestPortal(t *testing.T) {
	_, err := zrf.New(positions.Rules(t, variant.Builtin(), "portal"), "portal")
	if err == nil || err.Error() != "portal cannot be written for Zillions: the heading of a line changes at the edges of its board, or lines hop over them" {
		t.Errorf("zrf.New: %v", err)
	}
	if n := len(written()); n != 5 {
		t.Errorf("%d rule sets can be exported; want 5", n)
	}
}
