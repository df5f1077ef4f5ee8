package anyboard

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/oracle/naive"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
)

// TestPartOne checks the perft counts of the definitions of the flat built-in rule sets, which part one can
// express, and of the definitions that have their own perft counts.
func TestPartOne(t *testing.T) {
	run := func(name, text, path string, atLeast int) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, err := New(text)
			if err != nil || !g.partOne {
				t.Fatalf("New(%s): part one = %v, %v", text, err == nil && g.partOne, err)
			}
			if n := countFile(t, text, path, min(mostLeaves(), 100_000)); n < atLeast {
				t.Errorf("checked only %d counts", n)
			}
		})
	}
	for _, r := range positions.Flat(variant.Builtin()) {
		d, ok := definition.Of(r)
		if !ok {
			t.Fatalf("%s has no definition", r.Info().Name)
		}
		run(d.Name, d.JSON(), "../../../../variant/"+d.Name+"/"+d.Name+".perft", 20)
	}
	files, err := filepath.Glob("../../../../variant/definition/testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d definitions, %v", len(files), err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		run(filepath.Base(path), string(text), strings.TrimSuffix(path, ".json")+".perft", 2)
	}
}

// TestNaive compares random part-one definitions with package naive, which supports only part one.
func TestNaive(t *testing.T) {
	definitions := 40
	if testing.Short() {
		definitions = 8
	} else if long.Enabled() {
		definitions = 400
	}
	for seed := range definitions {
		dice := rand.New(rand.NewPCG(uint64(seed), 35))
		v := &inventor{dice: dice, d: map[string]any{"name": "x"}, files: 8, ranks: 8, planes: 1, kinds: "nbrqk"}
		if crossing := v.pick("none", "wrap", "hop", "hop"); crossing != "none" {
			v.d["seam"] = map[string]any{"crossing": crossing, "kinds": v.some("pnbrqk"), "en_passant": v.pick("home", "crossed")}
		}
		for v.rest(); v.d["reflection"] == nil && seed%3 > 0; v.rest() {
			// most definitions reflect
		}
		delete(v.d, "capture") // part two
		v.d["castling"], v.d["double_push"], v.d["promotes"] = !v.chance(4), !v.chance(4), v.some("qrbn")
		v.d["stalemate"] = v.pick("draw", "loss", "win")
		text := v.text()
		g, err := New(text)
		if err != nil || !g.partOne {
			t.Fatalf("New(%s): %v", text, err)
		}
		other, err := naive.Define(text)
		if err != nil {
			t.Fatalf("naive.Define(%s): %v", text, err)
		}
		ok := Compare(t, g, Other{
			Moves: func(fen string) ([]string, error) {
				p, err := other.Parse(fen)
				if err != nil {
					return nil, err
				}
				return p.Moves(), nil
			},
			Play: func(fen, uci string) (string, error) {
				p, err := other.Parse(fen)
				if err != nil {
					return "", err
				}
				return p.Play(uci).FEN(), nil
			},
			InCheck: func(fen string) (bool, error) {
				p, err := other.Parse(fen)
				if err != nil {
					return false, err
				}
				return p.InCheck(), nil
			},
		}, dice, 30)
		if !ok {
			t.Fatalf("seed %d: %s", seed, text)
		}
	}
}
