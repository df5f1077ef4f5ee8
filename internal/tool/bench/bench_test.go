package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
)

func TestNodesIn(t *testing.T) {
	for _, test := range []struct {
		out  string
		want uint64
		ok   bool
	}{
		{"a2a3: 380\n\nNodes searched: 8902\n\n", 8902, true},
		{"Stockfish\nNodes searched: 20\ninfo string done\n", 20, true},
		{"e2e4: 20\n400\n", 400, true},
		{"20", 20, true},
		{"", 0, false},
		{"error\n", 0, false},
		{"Nodes searched: -1\n", 0, false},
	} {
		got, err := nodesIn(test.out)
		if got != test.want || (err == nil) != test.ok {
			t.Errorf("nodesIn(%q) = %d, %v; want %d", test.out, got, err, test.want)
		}
	}
}

func sample() report {
	one := func(program, rules string, nodes uint64, cpu time.Duration) count {
		return count{job: job{Program: program, Rules: rules, Board: "start", Depth: 6}, Nodes: nodes, CPU: cpu}
	}
	records := recordJobs("bin/tain", "/usr/games/pgn-extract")
	for i := range records {
		records[i].CPU = time.Duration(i+1) * time.Second
	}
	return report{
		Machine: "a machine", Go: "go1.26", Day: "2026-05-01", Cores: 2, Rounds: 3, Threads: 1.9, Startup: 4 * time.Millisecond,
		SVG: time.Millisecond / 2, PNG: 90 * time.Millisecond, Records: records,
		Counts: []count{
			one("stockfish", "chess", 100_000_000, time.Second/2),
			one("tain", "chess", 100_000_000, time.Second),
			one("tain", "triboard", 75_000_000, time.Second),
			{job: job{Program: "tain", Rules: "portal", About: "a hop", Board: "start", Depth: 6}, Nodes: 60_000_000, CPU: time.Second},
			{job: job{Program: "tain", Rules: "capablanca", About: "10x8", Board: "start", Depth: 5, wide: true}, Nodes: 8_000_000, CPU: time.Second},
		},
	}
}

func TestReport(t *testing.T) {
	text := sample().group().Markdown()
	for _, want := range []string{
		"| start | 6 | stockfish | 100000000 | 200.0 | 1.00 |",
		"| start | 6 | tain | 100000000 | 100.0 | 0.50 |",
		"| chess | start | 6 | 100000000 | 100.0 | 1.00 |",
		"| triboard | start | 6 | 75000000 | 75.0 | 0.75 |",
		"| portal | a hop | start | 6 | 60000000 | 60.0 | 0.60 |",
		"| capablanca | 10x8 | 5 | 8000000 | 8.0 | 0.08 |",
		"| 1.90 times |",
		"| 4.0 ms |",
		"| reading | `pgn-extract -s -r games.pgn` | 1.00 | 1.00 |",
		"| reading | `tain pgn check games.pgn` | 2.00 | 2.00 |",
		"| rewriting | `tain convert --to pgn games.pgn` | 4.00 | 1.33 |",
		"| SVG | 0.50 ms |",
		"| PNG | 90.0 ms |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
}

func TestReportWithoutStockfish(t *testing.T) {
	r := sample()
	r.Counts = r.Counts[1:]
	if text := r.group().Markdown(); !strings.Contains(text, "| tain | 100000000 | 100.0 | - |") {
		t.Errorf("the report without Stockfish has a ratio:\n%s", text)
	}
}

func TestJobs(t *testing.T) {
	all := jobs("tain", []ruleSet{
		{Name: "triboard", Castling: true}, {Name: "nachfolger"}, {Name: "chess", Castling: true},
		{Name: "trid", Castling: true, Levels: []string{"W", "N", "B"}},
	})
	found := map[string]string{}
	for _, j := range all {
		if j.Program == "tain" {
			found[j.Rules+" "+j.Board] = j.fen
		}
	}
	if len(found) != 7 {
		t.Errorf("tain counts %d boards, want 7: %v", len(found), found)
	}
	if fen := found["nachfolger Kiwipete"]; !strings.Contains(fen, " w - - ") {
		t.Errorf("jobs: nachfolger, which has no castling, counts %q with castling rights", fen)
	}
	if fen := found["trid start"]; fen != "start" {
		t.Errorf("jobs: trid counts %q", fen)
	}
}

// TestJobsOfBuiltins checks that every job for a built-in rule set starts from a position of that rule set.
func TestJobsOfBuiltins(t *testing.T) {
	var list []ruleSet
	for _, r := range variant.Builtin().All() {
		info := r.Info()
		set := ruleSet{Name: info.Name, Castling: info.Castling, Levels: info.Levels}
		set.Shape.Planes = info.Shape.Planes
		list = append(list, set)
	}
	all := jobs("tain", list)
	if len(all) < len(list) {
		t.Fatalf("jobs lists %d counts for %d rule sets", len(all), len(list))
	}
	for _, j := range all {
		r, err := variant.Builtin().Choose(j.Rules)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Guide().ParsePosition(j.fen, rules.ParseOptions{}); err != nil && j.fen != "start" {
			t.Errorf("%s: %s: %v", j.Rules, j.fen, err)
		}
	}
}

// TestDefinitions checks that every benchmarked definition compiles without warnings.
func TestDefinitions(t *testing.T) {
	all, err := definitionJobs("tain", t.TempDir())
	if err != nil || len(all) != len(definitions)*len(boards) {
		t.Fatalf("definitionJobs: %d jobs, %v", len(all), err)
	}
	for _, j := range all {
		text, err := os.ReadFile(j.file)
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		d, warnings, err := definition.Parse(string(text))
		if err != nil || warnings != nil || d.Name != j.Rules {
			t.Errorf("%s: %v, warnings %v", text, err, warnings)
			continue
		}
		if _, err := d.Compile().Guide().ParsePosition(j.fen, rules.ParseOptions{}); err != nil {
			t.Errorf("%s: %s: %v", j.Rules, j.fen, err)
		}
	}
}

// TestWideDefinitions checks that every wide definition that is benchmarked exists and has a wide board.
func TestWideDefinitions(t *testing.T) {
	for _, j := range wideJobs("tain") {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", j.file))
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		d, _, err := definition.Parse(string(text))
		if err != nil {
			t.Fatalf("%s: %v", j.file, err)
		}
		if r := d.Compile(); d.Name != j.Rules || !r.Info().Wide() {
			t.Errorf("%s: name %s, wide %v; want %s, true", j.file, d.Name, r.Info().Wide(), j.Rules)
		}
	}
}

func TestSameCounts(t *testing.T) {
	counts := sample().Counts
	if err := sameCounts(counts); err != nil {
		t.Errorf("sameCounts of equal counts: %v", err)
	}
	counts[1].Nodes++
	if err := sameCounts(counts); err == nil {
		t.Error("sameCounts of different counts succeeded; want an error")
	}
}

// TestPictures checks that pictures are drawn, and that PNG takes longer than SVG.
func TestPictures(t *testing.T) {
	svg, png, err := pictures(1)
	if err != nil {
		t.Fatalf("pictures: %v", err)
	}
	if svg <= 0 || png <= svg {
		t.Errorf("pictures: SVG took %v, PNG %v; want 0 < SVG < PNG", svg, png)
	}
}

// TestWriteGames checks that the generated games are reproducible, distinct and
// playable.
func TestWriteGames(t *testing.T) {
	chess, ok := variant.Builtin().Find("chess")
	if !ok {
		t.Fatal("rule set chess not found")
	}
	var once, twice strings.Builder
	for _, w := range []*strings.Builder{&once, &twice} {
		if err := writeGames(w, chess, 50); err != nil {
			t.Fatalf("writeGames: %v", err)
		}
	}
	if once.String() != twice.String() {
		t.Error("writeGames wrote different games on a second call")
	}
	seen := map[string]bool{}
	games := pgn.NewReader(strings.NewReader(once.String()), variant.Builtin().Find)
	for range 50 {
		g, err := games.Next()
		if err != nil {
			t.Fatalf("games.Next: %v", err)
		}
		seen[fmt.Sprint(g.Moves())] = true
		if len(g.Line) < 2 || len(g.Warnings) > 0 {
			t.Errorf("game with %d moves has warnings %v", len(g.Line), g.Warnings)
		}
	}
	if len(seen) < 50 {
		t.Errorf("writeGames: only %d of 50 games are distinct", len(seen))
	}
}
