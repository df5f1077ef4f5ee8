package flatbook_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden lists the definitions whose books have golden files.
var golden = []string{
	`{"name": "hop", "title": "Hop chess", "seam": {"crossing": "hop", "kinds": "pnbrqk", "mark": true}}`,
	`{"name": "left-right", "title": "Left-right mirror", "reflection": {"map": "files", "makes": {"p":"p","n":"n","b":"b","r":"r","q":"q"}}}`,
	`{"name": "wild", "title": "Wild chess", "seam": {"crossing": "wrap", "kinds": "pbk", "en_passant": "home"},
	  "reflection": {"makes": {"p":"n","n":"p","q":"k"}, "colour": "own", "goes_on": "rk", "captures": true},
	  "castling": false, "promotes": "qn", "stalemate": "loss", "boards": 3}`,
	`{"name": "slow", "title": "Slow mirror", "reflection": {"map": "ranks", "makes": {"k":"k","n":"p","b":"b"}, "goes_on": "p", "promotions": false},
	  "double_push": false, "stalemate": "win", "start": "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQ - 0 1"}`,
}

// find compiles a definition.
func find(t *testing.T, text string) rules.Rules {
	t.Helper()
	r, err := variant.Builtin().Choose(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

// book returns a rule set's book after verifying all of its claims.
func book(t *testing.T, r rules.Rules) rulebook.Book {
	t.Helper()
	b, err := loader.Load(r, variant.Builtin().Find, loader.Language{})
	if err != nil {
		t.Fatalf("%s: %v", r.Info().Definition, err)
	}
	if err := rulebook.Illustrate(&b, r, nil); err != nil {
		t.Fatalf("%s: %v", r.Info().Definition, err)
	}
	return b
}

// TestGolden compares books with golden files. After changing texts, run it with -update and
// review the diff.
func TestGolden(t *testing.T) {
	for _, text := range golden {
		r := find(t, text)
		b := book(t, r)
		b.Diagrams(func(_ string, d *rulebook.Diagram) { d.Link = "" })
		got := rulebook.Terminal(b, rulebook.Style{Width: 100, Draw: func(d *rulebook.Diagram) string { return d.Position }})
		file := filepath.Join("testdata", r.Info().Name+".txt")
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
			t.Errorf("book of %s differs from %s: run the test with -update and review the diff", r.Info().Name, file)
		}
	}
}

// TestRights checks that a book states who may castle from the starting position.
func TestRights(t *testing.T) {
	for rights, want := range map[string]string{
		"KQkq": "", "-": "gives neither side the right to castle.",
		"Kq": "only to White on the king's side and to Black on the queen's side.", "KQ": "only to White on both sides.",
	} {
		r := find(t, `{"name":"x","start":"r3k2r/8/8/8/8/8/8/R3K2R w `+rights+` - 0 1"}`)
		text := rulebook.Terminal(book(t, r), rulebook.Style{Width: 1 << 20})
		if strings.Contains(text, "The starting position of this game gives") != (want != "") || !strings.Contains(text, want) {
			t.Errorf("book with castling rights %s lacks %q", rights, want)
		}
		if strings.Contains(text, "It may also castle.") != (rights != "-") {
			t.Errorf("book with castling rights %s is wrong about the king's moves", rights)
		}
	}
}

// random returns a random definition.
func random(dice *rand.Rand, n int) *definition.Definition {
	d := definition.New(fmt.Sprintf("random-%d", n))
	half := func() bool { return dice.IntN(2) == 0 }
	d.Seam.Crossing = definition.Crossing(dice.IntN(3))
	const letters = "pnbrqk"
	crossers := letters[n%6 : n%6+1] // at least one
	for _, k := range letters {
		if half() {
			crossers += string(k)
		}
	}
	d.Seam.Kinds = definition.KindsOf(crossers)
	d.Seam.Home, d.Seam.Mark = half(), half()
	if dice.IntN(3) > 0 {
		r := &definition.Reflection{Makes: map[byte]byte{}, Own: half(), Captures: half(), Promotions: half()}
		r.Map = []topology.Map{topology.Rotate, topology.Files, topology.Ranks}[dice.IntN(3)]
		goesOn := ""
		for _, k := range letters {
			if dice.IntN(4) == 0 {
				goesOn += string(k)
			}
			if half() {
				r.Makes[byte(k)] = letters[dice.IntN(6)]
			}
		}
		r.GoesOn = definition.KindsOf(goesOn)
		d.Reflection = r
	}
	d.Castling, d.DoublePush = half(), half()
	d.Stalemate = rules.Stalemating(dice.IntN(3))
	d.Boards = 1 + 2*dice.IntN(2)
	d.Promotes = ""
	for _, k := range "qrbn" {
		if half() {
			d.Promotes += string(k)
		}
	}
	if d.Promotes == "" {
		d.Promotes = "r"
	}
	if starts := []string{"", "", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3", "n3k2n/8/8/8/8/8/8/N3K2N", "r3k2r/p6p/8/8/8/8/P6P/R3K2R", "4k3/p7/b7/8/8/B7/P7/4K3"}; n%6 > 1 {
		d.Start = starts[n%6] + " w - - 0 1"
	}
	return d
}

// special matches the titles of rules that need an example, mostly because chess does not have them.
var special = regexp.MustCompile(`hop$|wrap around|over the seam|Spawned|go on|Passing|effect|No castling|No en passant|Stalemate|Promotion|Castling|No pawn|Several|safe where`)

// kinds returns the letters of the pieces that can appear in a game.
func kinds(d *definition.Definition) string {
	has := map[byte]bool{}
	for _, c := range strings.ToLower(board0(find0(d))) {
		if strings.ContainsRune("pnbrqk", c) {
			has[byte(c)] = true
		}
	}
	for range 8 {
		for k := range has {
			if k == 'p' {
				for _, to := range d.Promotes {
					has[byte(to)] = true
				}
			}
			if r := d.Reflection; r != nil && r.Makes[k] != 0 && (!r.GoesOn.Has(k) || r.Promotions) {
				has[r.Makes[k]] = true
			}
		}
	}
	return string(slices.Collect(maps.Keys(has)))
}

// find0 returns the starting position of a definition.
func find0(d *definition.Definition) string {
	if d.Start == "" {
		return flat.Start
	}
	return d.Start
}

func board0(fen string) string { return strings.Fields(fen)[0] }

// TestRandom generates books for random definitions. Every claim must hold, no rule may be
// empty, every rule that chess does not have needs an example, and nothing may be mentioned
// that cannot happen in the game.
func TestRandom(t *testing.T) {
	dice := rand.New(rand.NewPCG(13, 3))
	for n := range 100 {
		d, _, err := definition.Parse(random(dice, n).JSON())
		if err != nil {
			t.Fatalf("definition.Parse: %v", err)
		}
		r := find(t, d.JSON())
		b := book(t, r)
		for i, s := range b.Sections {
			if s.Number != fmt.Sprint(i+1) || len(s.Rules) == 0 {
				t.Errorf("%s: section %s %s has %d rules", d.JSON(), s.Number, s.Title, len(s.Rules))
			}
			for j, rule := range s.Rules {
				shown := 0
				for _, block := range rule.Body {
					if block.Diagram != nil {
						shown++
					}
				}
				switch {
				case rule.Number != fmt.Sprintf("%d.%d", i+1, j+1) || len(rule.Body) == 0 || rule.Body[0].Text == "":
					t.Errorf("%s: rule %s %s is empty", d.JSON(), rule.Number, rule.Title)
				case shown == 0 && special.MatchString(rule.Title) && board0(r.Info().Start) == board0(flat.Start):
					t.Errorf("%s: rule %s %s has no example", d.JSON(), rule.Number, rule.Title)
				}
			}
		}
		b.Diagrams(func(_ string, d *rulebook.Diagram) { d.Link = "" }) // contains field names of the definition
		text := rulebook.Terminal(b, rulebook.Style{Width: 1 << 20})
		has := kinds(d)
		b.Diagrams(func(number string, diagram *rulebook.Diagram) {
			if odd := strings.Trim(strings.ToLower(board0(diagram.Position)), has+"12345678/"); odd != "" {
				t.Errorf("%s: a diagram of %s shows %q, which the game does not have", d.JSON(), number, odd)
			}
		})
		pawns, castles := strings.Contains(has, "p"), d.Castling && !strings.Contains(r.Info().Start, " - - ")
		crosses := false
		for _, k := range d.Seam.Kinds {
			crosses = crosses || r.Info().Wraps && strings.ContainsRune(has, k)
		}
		kings := d.Reflection != nil && strings.Contains(text, "spawns a white king") || strings.Contains(text, "spawns a black king")
		for what, want := range map[string]bool{
			"no castling in this game": !d.Castling, "Once in a game, the king and a rook": castles, "It may also castle": castles,
			"never advances two squares": pawns && !d.DoublePush, "no en passant": pawns && !d.DoublePush,
			"A knight moves": strings.Contains(has, "n"), "A rook moves along": strings.Contains(has, "r"), "A pawn moves": pawns,
			"without a capture or a pawn move": pawns, "it loses": d.Stalemate == rules.StalemateLoses, "it wins": d.Stalemate == rules.StalemateWins,
			"Left, Centre and Right": d.Boards == 3, "seam": crosses, "A * after the landing square": crosses && d.Seam.Mark,
		} {
			if strings.Contains(text, what) != want {
				t.Errorf("%s: book contains %q: %v", d.JSON(), what, !want)
			}
		}
		if kings && !strings.Contains(text, "several kings") {
			t.Errorf("%s: the book does not mention several kings", d.JSON())
		}
		for _, broken := range []string{"  ", " ,", "..", " .", "%!", "<nil>", "a none", "nones"} {
			if at := strings.Index(strings.ReplaceAll(prose(b), "...", ""), broken); at >= 0 {
				t.Errorf("%s: book contains %q", d.JSON(), broken)
			}
		}
	}
}

// TestLanguages generates books in every language. Each must have the same sections, rules and
// diagrams as the English one, and no unfilled placeholder.
func TestLanguages(t *testing.T) {
	dice := rand.New(rand.NewPCG(13, 4))
	texts := append([]string{}, golden...)
	for n := range 20 {
		texts = append(texts, random(dice, n).JSON())
	}
	for _, text := range texts {
		r := find(t, text)
		english := book(t, r)
		for _, tag := range locale.Languages()[1:] {
			c, _ := locale.For(tag)
			b, err := loader.Load(r, variant.Builtin().Find, loader.Language{In: c})
			if err == nil {
				err = rulebook.Illustrate(&b, r, nil)
			}
			if err != nil {
				t.Fatalf("%s, %s: %v", tag, text, err)
			}
			if len(b.Sections) != len(english.Sections) {
				t.Fatalf("%s: %s has %d sections, want %d", tag, text, len(b.Sections), len(english.Sections))
			}
			for i, s := range b.Sections {
				if len(s.Rules) != len(english.Sections[i].Rules) {
					t.Fatalf("%s: %s: section %s has %d rules, want %d", tag, text, s.Number, len(s.Rules), len(english.Sections[i].Rules))
				}
				for j, rule := range s.Rules {
					if want := english.Sections[i].Rules[j]; rule.Number != want.Number || len(rule.Body) != len(want.Body) {
						t.Errorf("%s: %s: rule %s has %d blocks, want %d", tag, text, rule.Number, len(rule.Body), len(want.Body))
					}
				}
			}
			for _, broken := range []string{"  ", " ,", " .", "{", "}", "book.", "word.", "%!"} {
				if at := strings.Index(prose(b), broken); at >= 0 {
					t.Errorf("%s: %s: book contains %q", tag, text, prose(b)[max(0, at-30):at+10])
				}
			}
		}
	}
}

// prose returns every paragraph and caption of a book.
func prose(b rulebook.Book) string {
	var all []string
	for _, s := range b.Sections {
		for _, rule := range s.Rules {
			for _, block := range rule.Body {
				all = append(all, block.Text)
				all = append(all, block.Items...)
				if block.Diagram != nil {
					all = append(all, block.Diagram.About)
				}
			}
		}
	}
	return strings.Join(all, "\n")
}
