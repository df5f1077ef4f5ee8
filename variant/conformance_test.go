package variant_test

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/perftfile"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/rules/perft"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
)

// each runs a check on every built-in rule set, in parallel.
func each(t *testing.T, check func(t *testing.T, r rules.Rules)) {
	for _, r := range variant.Builtin().All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			t.Parallel()
			check(t, r)
		})
	}
}

// entries returns the entries in the perft file of a rule set, or only the starting position if there is no
// file.
func entries(tb testing.TB, r rules.Rules) []perftfile.Entry {
	tb.Helper()
	text, ok := bundle.Read(r, bundle.Perft(r))
	if !ok {
		return []perftfile.Entry{{ID: "start", EPD: strings.TrimSuffix(r.Info().Start, " 0 1")}}
	}
	all, err := perftfile.Read(strings.NewReader(text))
	if err != nil {
		tb.Fatalf("reading %s: %v", bundle.Perft(r), err)
	}
	return all
}

// size returns the number of squares of a position.
func size(t *testing.T, r rules.Rules) int {
	t.Helper()
	if p := positions.From(t, r, ""); p.Wide() != nil {
		return len(r.Info().Squares)
	}
	return 64
}

// walk visits the positions of short random games. The games start from each position in the perft file and,
// on flat boards, from constructed positions.
func walk(t *testing.T, r rules.Rules, visit func(p *board.Position)) {
	t.Helper()
	info := r.Info()
	texts := []string{}
	for _, e := range entries(t, r) {
		texts = append(texts, e.Text())
	}
	if len(info.Levels) == 0 {
		for seed := range uint64(150) {
			text := construct(rand.New(rand.NewPCG(seed, 11)), info)
			if size(t, r) > 64 { // the second board is empty
				fields := strings.Fields(text)
				fields[0] += "|8/8/8/8/8/8/8/8"
				if fields[3] != "-" {
					fields[3] += "A"
				}
				text = strings.Join(fields, " ")
			}
			texts = append(texts, text)
		}
	}
	for seed, text := range texts {
		p, err := r.Guide().ParsePosition(text, rules.ParseOptions{AllowNoKing: true, AllowCheck: len(info.Levels) > 0})
		if err != nil {
			continue // the side not to move is in check in a constructed position
		}
		for p := range positions.Walk(r, p, positions.Dice(13, seed), 20, positions.Any) {
			visit(p)
			if t.Failed() {
				t.Fatalf("seed %d, walk from %s: failed at %s", seed, text, r.Guide().FormatPosition(p))
			}
		}
	}
}

// TestCounts checks the counts in the perft files. It checks counts above 10 million only if TAIN_LONG is
// set, with a hash table.
func TestCounts(t *testing.T) {
	each(t, func(t *testing.T, r rules.Rules) {
		counted := 0
		for _, e := range entries(t, r) {
			p := positions.From(t, r, e.Text())
			for _, c := range e.Counts {
				counter := perft.Counter{Rules: r, Threads: 1}
				if c.Lines > 10_000_000 {
					if !long.Enabled() {
						continue
					}
					counter.HashMB = 64
				}
				counted++
				if got, err := counter.Count(t.Context(), &p, c.Depth); err != nil {
					t.Errorf("%s, depth %d: %v", e.ID, c.Depth, err)
				} else if got != c.Lines {
					t.Errorf("%s, depth %d: %d leaf nodes, want %d (%s)", e.ID, c.Depth, got, c.Lines, e.Text())
				}
			}
		}
		if _, known := bundle.Read(r, bundle.Perft(r)); known && counted == 0 {
			t.Error("the perft file has no counts")
		}
	})
}

// TestEdges compares the legal moves in edge cases with those listed in testdata/edge.jsonl.
func TestEdges(t *testing.T) {
	file, err := os.Open("../testdata/edge.jsonl")
	if err != nil {
		t.Fatalf(`os.Open("../testdata/edge.jsonl"): %v`, err)
	}
	defer file.Close()
	lines, seen := bufio.NewScanner(file), 0
	for ; lines.Scan(); seen++ {
		var e struct {
			Variant, About, FEN string
			Check               bool
			Moves               []string
		}
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatalf("line %d: %v", seen+1, err)
		}
		t.Run(e.Variant+" "+e.About, func(t *testing.T) {
			r := positions.Rules(t, variant.Builtin(), e.Variant)
			p := positions.From(t, r, e.FEN)
			if _, attacked := r.Kings(&p, p.Side); (!attacked.Empty()) != e.Check {
				t.Errorf("check: %v, want %v", !attacked.Empty(), e.Check)
			}
			if check := r.InCheck(&p, p.Side); check != e.Check {
				t.Errorf("InCheck: %v, want %v", check, e.Check)
			}
			slices.Sort(e.Moves)
			if got := positions.Legal(r, &p); !slices.Equal(got, e.Moves) {
				t.Errorf("moves\n%v, want\n%v", got, e.Moves)
			}
		})
	}
	if lines.Err() != nil || seen < 20 {
		t.Errorf("read %d positions: %v", seen, lines.Err())
	}
}

// TestInfo checks that the description of each rule set is complete and matches its behaviour.
func TestInfo(t *testing.T) {
	names := map[string]bool{}
	for _, r := range variant.Builtin().All() {
		info := r.Info()
		if names[info.Name] {
			t.Errorf("two rule sets are named %s", info.Name)
		}
		names[info.Name] = true
		if again, ok := variant.Builtin().Find(info.Name); !ok || again != r {
			t.Errorf("Find(%q) failed", info.Name)
		}
		if info.Title == "" || info.Summary.IsZero() || info.Boards < 1 || len(info.Squares) < 64 {
			t.Errorf("%s has an incomplete description: %+v", info.Name, info)
		}
		p := positions.From(t, r, "")
		if text := r.Guide().FormatPosition(&p); text != info.Start {
			t.Errorf("%s: the starting position %s is formatted as %s", info.Name, info.Start, text)
		}
		if (p.Castling() != 0) != info.Castling {
			t.Errorf("%s: castling rights in the starting position = %v", info.Name, p.Castling())
		}
		known := map[string]bool{}
		for _, s := range info.Squares {
			if known[s.Name] {
				t.Errorf("%s has two squares %s", info.Name, s.Name)
			}
			known[s.Name] = true
		}
		for s := range board.Square(size(t, r)) {
			name := r.Guide().SquareName(&p, s)
			if back, err := r.Guide().ParseSquare(&p, name); err != nil || back != s || !known[name] {
				t.Errorf("%s: square %d has the name %q, which is parsed as %d, %v; known: %v", info.Name, s, name, back, err, known[name])
			}
		}
	}
	if _, ok := variant.Builtin().Find("checkers"); ok {
		t.Error("Find(checkers) succeeded")
	}
}

// TestBuiltinFiles checks that the built-in rule sets have weights, a book, a lesson, an idea and a perft
// file. A new rule set may have fewer.
func TestBuiltinFiles(t *testing.T) {
	for _, name := range []string{"triboard", "mirrorsquare", "nachfolger", "trid", "meder", "portal", "cylinder", "alice", "chess"} {
		r, ok := variant.Builtin().Find(name)
		if !ok {
			t.Errorf("%s is not a built-in rule set", name)
			continue
		}
		for _, file := range []string{bundle.Weights, bundle.Book, bundle.Lesson, bundle.Idea, bundle.Perft(r)} {
			if _, ok := bundle.Read(r, file); !ok {
				t.Errorf("%s has no %s", name, file)
			}
		}
		if n := len(entries(t, r)); n < 20 {
			t.Errorf("the perft file of %s has only %d positions", name, n)
		}
	}
}

// TestTexts formats positions and moves, and checks that parsing gives the same positions and moves.
func TestTexts(t *testing.T) {
	each(t, func(t *testing.T, r rules.Rules) {
		guide := r.Guide()
		walk(t, r, func(p *board.Position) {
			text := guide.FormatPosition(p)
			back, err := guide.ParsePosition(text, rules.ParseOptions{AllowNoKing: true, AllowCheck: true})
			if err != nil || !back.Equal(p) {
				t.Errorf("%s was read back as %s, %v", text, guide.FormatPosition(&back), err)
			}
			seen := map[string]board.Move{}
			for _, m := range rules.LegalMoves(r, p) {
				uci, san := guide.FormatUCI(p, m), guide.FormatSAN(p, m)
				for _, form := range []string{uci, san} {
					if got, err := guide.ParseMove(p, form); err != nil || got != m {
						t.Errorf("%s in %s was read back as %s, %v", form, text, guide.FormatUCI(p, got), err)
					}
				}
				if other, twice := seen[uci]; twice {
					t.Errorf("%s means both %v and %v in %s", uci, m, other, text)
				}
				seen[uci] = m
			}
		})
	})
}

// TestWordStart checks that the word "start" is read as the starting position wherever a position is expected.
func TestWordStart(t *testing.T) {
	each(t, func(t *testing.T, r rules.Rules) {
		want, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
		if err != nil {
			t.Fatalf("the starting position: %v", err)
		}
		for _, text := range []string{"start", " Start\n"} {
			if got, err := r.Guide().ParsePosition(text, rules.ParseOptions{}); err != nil || !got.Equal(&want) {
				t.Errorf("%q was read as %s, %v", text, r.Guide().FormatPosition(&got), err)
			}
		}
		if _, err := r.Guide().ParsePosition("start w", rules.ParseOptions{}); err == nil {
			t.Error("\"start w\" was accepted")
		}
	})
	// In a definition the word would refer to itself.
	for _, text := range []string{`{"name": "a", "start": "start"}`, `{"name": "a", "board": {"files": 9}, "start": "start"}`, `{"name": "a", "base": "trid", "start": "start"}`} {
		if _, _, err := definition.Parse(text); err == nil {
			t.Errorf("%s was accepted", text)
		}
	}
}

// appearance returns a string with the properties that positions with equal hashes must share: the pieces by
// square name, the side to move and the castling rights.
func appearance(r rules.Rules, p *board.Position) string {
	var held []string
	for s, pc := range p.All() {
		held = append(held, string(pc.Letter())+r.Guide().SquareName(p, s))
	}
	slices.Sort(held)
	return strings.Join(held, " ") + ", " + p.Side.String() + ", " + p.Castling().String()
}

// TestHashes compares the incremental hash with the hash computed from scratch. It also checks that different
// positions in the walk have different hashes.
func TestHashes(t *testing.T) {
	each(t, func(t *testing.T, r rules.Rules) {
		byKey := map[uint64]string{}
		walk(t, r, func(p *board.Position) {
			if again := r.Guide().Zobrist(p); p.Hash != again {
				t.Errorf("hash %x, from scratch %x", p.Hash, again)
			}
			looks := appearance(r, p)
			if other, known := byKey[p.Hash]; known && other != looks {
				t.Errorf("%s and %s have the hash %x", looks, other, p.Hash)
			}
			byKey[p.Hash] = looks
		})
		if len(byKey) < 300 {
			t.Errorf("visited only %d positions", len(byKey))
		}
	})
}

// TestWraps checks that Wraps is true if and only if some way crosses the seam.
func TestWraps(t *testing.T) {
	each(t, func(t *testing.T, r rules.Rules) {
		seams := 0
		walk(t, r, func(p *board.Position) {
			for _, m := range rules.LegalMoves(r, p) {
				for _, way := range r.Guide().Ways(p, m) {
					if way.Seam() {
						seams++
					}
				}
			}
		})
		if wraps := r.Info().Wraps; wraps != (seams > 0) {
			t.Errorf("%d ways cross the seam, but Wraps is %v", seams, wraps)
		}
	})
}
