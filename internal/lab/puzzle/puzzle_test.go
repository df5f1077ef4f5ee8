package puzzle

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/alice"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/mirrorsquare"
	"github.com/tainchess/tain/variant/nachfolger"
	"github.com/tainchess/tain/variant/triboard"
)

// quick holds fast settings for tests.
var quick = Settings{Seed: 3, Depth: 2, ProofNodes: 20_000, ScanNodes: 200, Levels: []int{1, 5}}

func position(t *testing.T, r rules.Rules, text string) board.Position {
	t.Helper()
	p, err := r.Guide().ParsePosition(text, rules.ParseOptions{})
	if err != nil {
		t.Fatalf("Guide.ParsePosition: %v", err)
	}
	return p
}

func line(t *testing.T, r rules.Rules, start board.Position, moves ...string) []board.Move {
	t.Helper()
	l := rules.NewLine(r, start)
	for _, m := range moves {
		if _, err := l.PlayText(m); err != nil {
			t.Fatalf("cannot play %s: %v", m, err)
		}
	}
	return l.Moves()
}

func TestParseLine(t *testing.T) {
	whole := "abc123\t7k/8/8/8/8/8/8/KQ6 w - - 0 1\tb1b7 h8g8 b7b8\t812\tmate-in-2 quiet-move"
	z, err := ParseLine(whole)
	if err != nil || z.String() != whole {
		t.Fatalf("ParseLine(%q) = %q, %v", whole, z.String(), err)
	}
	for text, say := range map[string]string{
		"":                                     "separated by tabs",
		"a\tb\tc\td":                           "separated by tabs",
		"\tp\te2e4\t800\tmaterial":             "invalid id",
		"a b\tp\te2e4\t800\tmaterial":          "invalid id",
		"a\tp\te2e4 e7e5\t800\tmaterial":       "2 half-moves",
		"a\tp\t\t800\tmaterial":                "0 half-moves",
		"a\tp\te2e4\thard\tmaterial":           "not a number",
		"a\tp\te2e4\t-3\tmaterial":             "not a number",
		"a\tp\te2e4\t800\t":                    "0 tags",
		"a\tp\te2e4\t800\tmaterial fork":       "unknown tag",
		"a\tp\te2e4\t800\tquiet-move":          "must be a goal",
		"a\tp\te2e4\t800\tmate-in-0":           "unknown tag",
		"a\tp\te2e4\t800\tmate-in-02":          "unknown tag",
		strings.Repeat("a", 5000) + "\t\t\t\t": "at most 4096 bytes",
	} {
		if _, err := ParseLine(text); err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("ParseLine(%.60q): %v; want %q", text, err, say)
		}
	}
}

func TestParse(t *testing.T) {
	z := Puzzle{ID: "a", Position: "p", Moves: []string{"e2e4"}, Rating: 700, Tags: []string{"material"}}
	text := Format(chess.Rules, []Puzzle{z}, "One puzzle.\nMade by hand.")
	if want := "# tain puzzles chess\n# One puzzle.\n# Made by hand.\na\tp\te2e4\t700\tmaterial\n"; text != want {
		t.Errorf("Format = %q; want %q", text, want)
	}
	all, err := Parse(strings.NewReader(text), chess.Rules)
	if err != nil || len(all) != 1 || all[0].String() != z.String() {
		t.Errorf("Parse = %v, %v", all, err)
	}
	if _, err := Parse(strings.NewReader(text), triboard.Rules); err == nil || !strings.Contains(err.Error(), "puzzles of chess, not of triboard") {
		t.Errorf("Parse of puzzles of another rule set: %v", err)
	}
	if _, err := Parse(strings.NewReader(text+z.String()+"\n"), chess.Rules); err == nil || !strings.Contains(err.Error(), "line 5: puzzle: duplicate a") {
		t.Errorf("Parse of a duplicate puzzle: %v", err)
	}
}

func FuzzParseLine(f *testing.F) {
	f.Add("abc123\t7k/8/8/8/8/8/8/KQ6 w - - 0 1\tb1b7 h8g8 b7b8\t812\tmate-in-2 quiet-move")
	f.Add("a\t\t\t\tmaterial")
	f.Fuzz(func(t *testing.T, text string) {
		z, err := ParseLine(text)
		if err != nil {
			return
		}
		again, err := ParseLine(z.String())
		if err != nil || again.String() != z.String() {
			t.Errorf("ParseLine(%q) = %q, parsed again %q, %v", text, z.String(), again.String(), err)
		}
		_ = Check(chess.Rules, &z) // must not panic or hang
	})
}

func TestProve(t *testing.T) {
	e, err := eval.New(chess.Rules, "")
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	p := newProver(chess.Rules, e, 4, 300_000)
	for name, c := range map[string]struct {
		position string
		want     string // moves, or "" if there is no unique solution
		mate     int
	}{
		"mate in one":                 {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1},
		"two mates in one":            {"6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1", "", 0},
		"mate in two":                 {"6k1/5ppp/8/8/8/8/8/Q3R1K1 w - - 0 1", "", 0},
		"mate with a king move first": {"7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "f6f7 h8h7 g1h1", 2},
		"fork wins a rook":            {"r3k3/5ppp/7n/3N4/8/8/5PPP/4KR2 w - - 0 1", "d5c7 e8d7 c7a8", 0},
		"no tactics":                  {rules.Rules(chess.Rules).Info().Start, "", 0},
	} {
		at := position(t, chess.Rules, c.position)
		found, ok := p.prove(context.Background(), &at)
		if c.want == "" {
			if ok {
				t.Errorf("%s: prove found %v; want no unique solution", name, found)
			}
			continue
		}
		want := line(t, chess.Rules, at, strings.Fields(c.want)...)
		same := len(found.line) == len(want)
		for i := 0; same && i < len(want); i += 2 { // replies may differ
			same = found.line[i] == want[i]
		}
		if !ok || !same || found.mate != c.mate {
			t.Errorf("%s: prove = %v, %v; want %s, mate %d", name, found, ok, c.want, c.mate)
		}
	}
}

// TestVerify checks that verify accepts solutions with different replies, and rejects wrong solutions.
func TestVerify(t *testing.T) {
	e, err := eval.New(chess.Rules, "")
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	p := newProver(chess.Rules, e, 4, 300_000)
	const fork, king = "r3k3/5ppp/7n/3N4/8/8/5PPP/4KR2 w - - 0 1", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"
	for _, c := range []struct {
		position, line string
		mate           int
		want           bool
	}{
		{fork, "d5c7 e8d7 c7a8", 0, true},
		{fork, "d5c7 e8f8 c7a8", 0, true},
		{fork, "d5c7 e8f8 c7b5", 0, false},
		{fork, "d5e3", 0, false},
		{king, "f6f7 h8h7 g1h1", 2, true},
		{king, "f6f7 h8h7 g1g2", 2, false},
		{king, "g1g2 h8h7 f6f7", 2, false},
		{king, "f6f7 h8h7 g1h1", 3, false},
	} {
		at := position(t, chess.Rules, c.position)
		if got := p.verify(context.Background(), &at, line(t, chess.Rules, at, strings.Fields(c.line)...), c.mate); got != c.want {
			t.Errorf("verify(%s, mate %d) = %v; want %v", c.line, c.mate, got, c.want)
		}
	}
}

func TestTags(t *testing.T) {
	for _, c := range []struct {
		rules    rules.Rules
		position string
		moves    string
		mate     int
		want     string
	}{
		{chess.Rules, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1, "mate-in-1"},
		{chess.Rules, "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "f6f7 h8h7 g1h1", 2, "mate-in-2 quiet-move"},
		{chess.Rules, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", 0, "material promotion underpromotion"},
		{chess.Rules, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, "material en-passant"},
		{chess.Rules, "4k3/8/4N3/8/8/8/4R3/4K3 w - - 0 1", "e6g7", 0, "material double-check"},
		{chess.Rules, "4k3/8/4N3/8/8/8/4R3/4K3 w - - 0 1", "e6d8", 0, "material discovered-check"},
		{chess.Rules, "3r1k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 0, "material castling"},
		{alice.Rules, "4r2k/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/2B5 w - - 0 1", "c1Be3B", 0, "material quiet-move in-check"},
		{alice.Rules, "4k3/8/8/8/8/8/4N3/4R2K|8/8/8/8/8/8/8/8 w - - 0 1", "e2Ac3A", 0, "material discovered-check"},
		{alice.Rules, "rnbqkbnr/ppp1pppp/8/8/4p3/8/PPPP1PPP/RNBQK1NR|8/8/8/8/8/8/4B3/8 w KQkq - 0 3", "e2Bb5B", 1, "mate-in-1"},
		{triboard.Rules, "4k3/8/8/8/8/8/8/R3K2r w - - 0 1", "a1h1", 0, "material over-the-seam in-check"},
		{mirrorsquare.Rules, "4k3/8/8/3n4/8/8/4P3/4K3 w - - 0 1", "e2e4", 0, "material held-reflection quiet-move"},
		{mirrorsquare.Rules, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4 e8f8 e4d5", 0, "material made-piece several-kings quiet-move"},
		{nachfolger.Rules, "4k3/8/8/8/8/r7/1K6/8 w - - 0 1", "b2b3", 0, "material goes-on quiet-move"},
		{nachfolger.Rules, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4 d5f4 e1f2", 0, "material made-piece successor-chain goes-on quiet-move"},
	} {
		at := position(t, c.rules, c.position)
		got := tagsOf(c.rules, &at, proof{line: line(t, c.rules, at, strings.Fields(c.moves)...), mate: c.mate})
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s, %s %s: tags %v, want %s", c.rules.Info().Name, c.position, c.moves, got, c.want)
		}
	}
}

// TestBalance counts the material on both boards.
func TestBalance(t *testing.T) {
	for text, want := range map[string]int{
		"4k3/8/8/8/8/8/8/4K3|8/8/8/3q4/8/8/8/R7 w - - 0 1":  -400,
		"4k3/8/8/8/8/8/8/Q3K3|8/8/8/3q4/8/8/8/8 w - - 0 1":  0,
		"4k3/8/8/8/8/8/8/NB2K3|8/8/8/3p4/8/8/8/8 w - - 0 1": 500,
	} {
		p := position(t, alice.Rules, text)
		if got := balance(&p, board.White); got != want {
			t.Errorf("balance(%s) = %d, want %d", text, got, want)
		}
	}
}

func TestRating(t *testing.T) {
	levels := []int{1, 10}
	if all, none := rating(levels, []float64{1, 1}), rating(levels, []float64{0, 0}); all != minRating || none < maxRating-1 {
		t.Errorf("rating if all levels solve it %d, if none does %d", all, none)
	}
	// Level 10 solves half of the puzzles.
	if even := rating([]int{10}, []float64{0.5}); even < 1370 || even > 1380 {
		t.Errorf("rating if level 10 solves half = %d; want 1375", even)
	}
	if easy, hard := rating(levels, []float64{0.5, 0.9}), rating(levels, []float64{0.1, 0.5}); easy >= hard {
		t.Errorf("ratings %d and %d; want the harder one higher", easy, hard)
	}
}

func TestChoose(t *testing.T) {
	var all []Puzzle
	for i := range 40 {
		z := Puzzle{ID: string(rune('a' + i)), Moves: []string{"e2e4"}, Rating: 1000 - i, Tags: []string{"mate-in-1"}}
		if i >= 20 {
			z.Moves, z.Tags = []string{"e2e4", "e7e5", "d2d4"}, []string{"mate-in-2"}
		}
		all = append(all, z, z)
	}
	chosen := Choose(all, 20, false)
	if len(chosen) != 20 || !slices.IsSortedFunc(chosen, func(a, b Puzzle) int { return a.Rating - b.Rating }) {
		t.Fatalf("Choose returned %d puzzles in the order %v", len(chosen), chosen)
	}
	simple := 0
	for i, z := range chosen {
		if len(z.Moves) == 1 {
			simple++
		}
		if i > 0 && z.ID == chosen[i-1].ID {
			t.Errorf("Choose returned %s twice", z.ID)
		}
	}
	if simple != 3 {
		t.Errorf("%d of 20 puzzles are mates in one; want 3", simple)
	}
	if few, filled := Choose(all[:50], 20, false), Choose(all[:50], 20, true); len(few) != 8 || len(filled) != 20 {
		t.Errorf("Choose returned %d puzzles without fill, %d with fill", len(few), len(filled))
	}
}

// TestRun checks that one thread, three threads and a resumed run create the same puzzles.
func TestRun(t *testing.T) {
	run := func(state *State, threads int, done func(string, int) error) ([]Puzzle, int, error) {
		return Run(context.Background(), Job{Rules: chess.Rules, Settings: quick, Count: 3, Selfplay: true, Threads: threads, State: state, Done: done})
	}
	file := ""
	keep := func(added string, _ int) error { file += added; return nil }
	first := NewState("x")
	want, games, err := run(first, 1, keep)
	if err != nil || len(want) != 3 {
		t.Fatalf("Run for 3 puzzles: %v, %v", want, err)
	}
	for _, z := range want {
		if err := Check(chess.Rules, &z); err != nil {
			t.Errorf("Check: %v", err)
		}
	}
	several, n, err := run(NewState("x"), 3, func(string, int) error { return nil })
	if err != nil || Format(chess.Rules, several, "") != Format(chess.Rules, want, "") || n != games {
		t.Errorf("three threads: %v of %d games, %v; want %v of %d", several, n, err, want, games)
	}
	// Interrupt the run in the middle of a line.
	text := first.Head() + file
	cut, end, err := ReadState(strings.NewReader(text[:len(text)*2/3]))
	if err != nil || end == 0 || end > int64(len(text)*2/3) || len(cut.Games) == 0 || len(cut.Games) >= len(first.Games) {
		t.Fatalf("ReadState of a truncated file: end %d, %v, %v", end, cut, err)
	}
	again, _, err := run(cut, 1, func(string, int) error { return nil })
	if err != nil || Format(chess.Rules, again, "") != Format(chess.Rules, want, "") {
		t.Errorf("resumed Run: %v, %v; want %v", again, err, want)
	}
	full := errors.New("the disk is full")
	if _, _, err := run(NewState("x"), 2, func(string, int) error { return full }); !errors.Is(err, full) {
		t.Errorf("Run with a failing Done: %v", err)
	}
}

func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	job := Job{Rules: chess.Rules, Settings: quick, Count: 1 << 20, Selfplay: true, Threads: 2, State: NewState("")}
	job.Done = func(string, int) error { cancel(); return nil }
	if _, _, err := Run(ctx, job); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted Run: %v", err)
	}
}

// TestPlayed checks that mining finds a puzzle in an existing game, and none after it.
func TestPlayed(t *testing.T) {
	start := position(t, chess.Rules, chess.Rules.Info().Start)
	// This is Legal's mate. Bxf7+ mates in two, and the mate in one that follows is not a second puzzle.
	moves := line(t, chess.Rules, start, "e4", "e5", "Nf3", "d6", "Bc4", "Bg4", "Nc3", "h6", "Nxe5", "Bxd1", "Bxf7+", "Ke7", "Nd5#")
	settings := quick
	settings.Depth, settings.ProofNodes, settings.ScanNodes = 4, 300_000, 20_000
	found, _, err := Run(context.Background(), Job{
		Rules: chess.Rules, Settings: settings, Count: 5, Played: []PlayedGame{{start, moves}, {start, nil}}, Threads: 1,
		State: NewState(""), Done: func(string, int) error { return nil },
	})
	if err != nil || len(found) != 1 || found[0].Moves[0] != "c4f7" || found[0].Tags[0] != "mate-in-2" {
		t.Errorf("Played of Legal's mate = %v, %v", found, err)
	}
}

func TestReadState(t *testing.T) {
	for text, say := range map[string]string{
		"something else\n":                            "line 1: not a state file",
		stateHead + "x\ngame one\n":                   "line 2",
		stateHead + "x\ngame -1\n":                    "line 2",
		stateHead + "x\nno puzzle\n":                  "line 2",
		stateHead + strings.Repeat("x", 1<<16):        "", // truncated before the first game
		stateHead + strings.Repeat("x", 1<<16) + "\n": "line 1: longer than",
	} {
		_, end, err := ReadState(strings.NewReader(text))
		if say == "" && end == 0 {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("ReadState(%.40q): %v; want %q", text, err, say)
		}
	}
}
