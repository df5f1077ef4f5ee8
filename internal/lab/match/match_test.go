package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/lab/adjudication"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/lab/stats"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/cylinder"
	"github.com/tainchess/tain/variant/mirrorsquare"
	"github.com/tainchess/tain/variant/nachfolger"
	"github.com/tainchess/tain/variant/triboard"
)

func mustSpec(t testing.TB, text string) player.Spec {
	t.Helper()
	s, err := player.ParseSpec(text)
	if err != nil {
		t.Fatalf("player.ParseSpec: %v", err)
	}
	return s
}

// selfMatch configures a fast match between our engine and itself.
func selfMatch(t testing.TB, r rules.Rules, games int, pgn string) Config {
	t.Helper()
	book, err := NewRandomOpenings(r, DefaultPlies(r), DefaultBound(r), 7)
	if err != nil {
		t.Fatalf("NewRandomOpenings: %v", err)
	}
	return Config{
		Rules: r, Players: [2]player.Spec{mustSpec(t, "self"), mustSpec(t, "self:mode=blind,level=9")},
		Limit: player.Limit{Nodes: 150}, HashMB: 1, Threads: 1, Patience: 20 * time.Second,
		Games: games, Concurrency: 1, Openings: book, Seed: 7, PGN: pgn,
		Adjudication: adjudication.Policy{ResignScore: 800, ResignPlies: 4, MaxPlies: 80},
	}
}

// games reads the games in a file by number and checks that each is complete.
func games(t testing.TB, file string, r rules.Rules) map[string]*pgn.Game {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	in := pgn.NewReader(bytes.NewReader(text), registry.New(r).Find)
	all := map[string]*pgn.Game{}
	for {
		g, err := in.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatalf("reading a game from %s: %v", file, err)
		}
		if all[g.Tag("Round")] != nil || g.Result == "*" || fmt.Sprint(len(g.Line)) != g.Tag("PlyCount") {
			t.Errorf("game %s is a duplicate or incomplete", g.Tag("Round"))
		}
		all[g.Tag("Round")] = g
	}
}

// moveText returns the moves of a game without the parts that differ between runs.
func moveText(t testing.TB, g *pgn.Game) string {
	t.Helper()
	var b bytes.Buffer
	if err := pgn.Write(&b, g); err != nil {
		t.Fatalf("pgn.Write: %v", err)
	}
	lines := strings.Split(b.String(), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "[Date ") {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// TestReproducible checks that a match with a node limit is reproducible at any
// concurrency, and that its games can be read.
func TestReproducible(t *testing.T) {
	for _, r := range []rules.Rules{chess.Rules, mirrorsquare.Rules, nachfolger.Rules, triboard.Rules} {
		t.Run(r.Info().Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			var first map[string]*pgn.Game
			for i, concurrency := range []int{1, 1, 3} {
				config := selfMatch(t, r, 4, filepath.Join(dir, fmt.Sprint(i)))
				config.Concurrency = concurrency
				s, err := Run(t.Context(), config)
				if err != nil {
					t.Fatalf("Run: %v", err)
				}
				if s.Games != 4 || s.A.Faults.Total()+s.B.Faults.Total() != 0 {
					t.Fatalf("Run: %+v; want 4 games without faults", s)
				}
				again := games(t, config.PGN, r)
				if len(again) != 4 {
					t.Fatalf("%d games in the file; want 4", len(again))
				}
				if first == nil {
					first = again
				}
				for round, g := range again {
					if got, want := moveText(t, g), moveText(t, first[round]); got != want {
						t.Errorf("game %s:\n%s\nwant\n%s", round, got, want)
					}
				}
			}
			one, two := first["1"], first["2"]
			if one.Tag("White") != two.Tag("Black") || one.Tag("Black") != two.Tag("White") {
				t.Error("the colours of games 1 and 2 are not reversed")
			}
			for i := range DefaultPlies(r) {
				if one.Line[i].Move != two.Line[i].Move {
					t.Errorf("the openings of games 1 and 2 differ at ply %d", i+1)
				}
			}
			if one.Tag("FEN") != "" || one.Line[0].After[0] != "book" {
				t.Error("the opening is not in the moves")
			}
		})
	}
}

// TestResume interrupts a match, truncates the last game in its file, and resumes. It checks that the games
// equal those of an uninterrupted match.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	whole := selfMatch(t, cylinder.Rules, 6, filepath.Join(dir, "whole"))
	if _, err := Run(t.Context(), whole); err != nil {
		t.Fatalf("Run: %v", err)
	}
	want := games(t, whole.PGN, cylinder.Rules)

	parts := selfMatch(t, cylinder.Rules, 6, filepath.Join(dir, "parts"))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	parts.Progress = func(s *Summary, g *Game) {
		if s.Games == 3 {
			cancel()
		}
	}
	s, err := Run(ctx, parts)
	if !errors.Is(err, context.Canceled) || s == nil || s.Games != 3 {
		t.Fatalf("interrupted Run: %+v, %v", s, err)
	}
	text, err := os.ReadFile(parts.PGN)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	if got := games(t, parts.PGN, cylinder.Rules); len(got) != 3 {
		t.Fatalf("%d games in the file; want 3", len(got))
	}
	parts.Progress = nil

	if _, err := Run(t.Context(), parts); err == nil || !strings.Contains(err.Error(), "--resume") {
		t.Errorf("Run of an existing match without Resume: %v", err)
	}
	parts.Resume = true
	other := parts
	other.Seed++
	if _, err := Run(t.Context(), other); err == nil || !strings.Contains(err.Error(), "of another") {
		t.Errorf("resuming another match: %v", err)
	}
	// Truncate the file in the tags, after them, and in the moves, as a power failure might.
	third := bytes.LastIndex(text, []byte("[Event "))
	for _, cut := range []int{third + 20, third + bytes.Index(text[third:], []byte("\n\n")) + 2, len(text) - 30} {
		if err := os.WriteFile(parts.PGN, text[:cut], 0o644); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
		played := 0
		parts.Progress = func(_ *Summary, g *Game) {
			if g != nil {
				played++
			}
		}
		s, err := Run(t.Context(), parts)
		if err != nil || s.Games != 6 || played != 4 {
			t.Fatalf("truncated at %d: %d games, %d of them new, %v", cut, s.Games, played, err)
		}
		got := games(t, parts.PGN, cylinder.Rules)
		for round, g := range want {
			if got[round] == nil || moveText(t, got[round]) != moveText(t, g) {
				t.Errorf("truncated at %d: game %s differs", cut, round)
			}
		}
	}
	// Play two more games, then none because the file has all games.
	parts.Games = 8
	if s, err := Run(t.Context(), parts); err != nil || s.Games != 8 || len(games(t, parts.PGN, cylinder.Rules)) != 8 {
		t.Errorf("Run with two more games: %+v, %v", s, err)
	}
	if s, err := Run(t.Context(), parts); err != nil || s.Games != 8 {
		t.Errorf("Run with no games left: %+v, %v", s, err)
	}
}

// TestSingleGames checks that Once plays each opening only once.
func TestSingleGames(t *testing.T) {
	config := selfMatch(t, chess.Rules, 2, filepath.Join(t.TempDir(), "games"))
	config.Once = true
	if _, err := Run(t.Context(), config); err != nil {
		t.Fatalf("Run: %v", err)
	}
	all := games(t, config.PGN, chess.Rules)
	for i := range DefaultPlies(chess.Rules) {
		if all["1"].Line[i].Move != all["2"].Line[i].Move {
			return
		}
	}
	t.Error("both games have the same opening")
}

// TestAppendToOtherGames checks that games are appended to a file with other games.
func TestAppendToOtherGames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games")
	const before = "[Event \"Hastings\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 e5 @@ 1-0"
	if err := os.WriteFile(file, []byte(before), 0o644); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	config := selfMatch(t, chess.Rules, 1, file)
	if _, err := Run(t.Context(), config); err != nil {
		t.Fatalf("Run: %v", err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(text), before+"\n\n[Event \"tain match\"]") {
		t.Errorf("games were not appended to the file: %s, %v", text, err)
	}
	config.PGN = t.TempDir()
	if _, err := Run(t.Context(), config); err == nil {
		t.Error("Run with a directory as PGN file returned no error")
	}
}

// TestResumeWrongFile checks that a match does not resume from a file that has only other games, and leaves
// the file unchanged.
func TestResumeWrongFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games")
	if _, err := Run(t.Context(), selfMatch(t, nachfolger.Rules, 1, file)); err != nil {
		t.Fatalf("Run: %v", err)
	}
	played, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	for _, c := range []struct {
		r            rules.Rules
		before, want string
	}{
		{triboard.Rules, string(played), "only games of another rule set (nachfolger); use the file of this match, "},
		{chess.Rules, string(played), "only games of another rule set (nachfolger); use the file of this match, "},
		{nachfolger.Rules, "[Event \"x\"]\n\n1. e4 *\n", "only games of another rule set (chess); use the file of this match, "},
		{chess.Rules, "[Event \"x\"]\n\n1. e4 *\n", "only other games; use the file of this match, "},
		{chess.Rules, "[Event \"x\"]\n\n1. e9 *\n", "only other games; use the file of this match, "},
	} {
		if err := os.WriteFile(file, []byte(c.before), 0o644); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
		config := selfMatch(t, c.r, 1, file)
		config.Resume = true
		if _, err := Run(t.Context(), config); err == nil || !strings.Contains(err.Error(), "games has no games of this match, "+c.want) {
			t.Errorf("%s after %.40q: %v", c.r.Info().Name, c.before, err)
		}
		if after, err := os.ReadFile(file); err != nil || string(after) != c.before {
			t.Errorf("%s: the file was changed to %.200q, %v", c.r.Info().Name, after, err)
		}
	}
	// A file without games counts as missing.
	if err := os.WriteFile(file, []byte("\n"), 0o644); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	config := selfMatch(t, chess.Rules, 1, file)
	config.Resume = true
	if s, err := Run(t.Context(), config); err != nil || s.Games != 1 {
		t.Errorf("Run with an empty file: %+v, %v", s, err)
	}
}

// TestID checks that matches have different IDs if they differ in a setting that may change a game.
func TestID(t *testing.T) {
	config := selfMatch(t, chess.Rules, 1, "")
	book := filepath.Join(t.TempDir(), "book")
	replaced := func(text string) Config {
		if err := os.WriteFile(book, []byte(text), 0o644); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
		c := config
		c.Book = book
		if err := c.prepare(); err != nil {
			t.Fatalf("prepare: %v", err)
		}
		return c
	}
	first, margin, patience := replaced("one"), config, config
	ids := map[string]bool{config.id(): true, first.id(): true}
	second := replaced("two")
	margin.Margin += time.Millisecond
	patience.Patience += time.Millisecond
	for _, c := range []Config{second, margin, patience} {
		ids[c.id()] = true
	}
	if len(ids) != 5 {
		t.Errorf("IDs of five matches: %q", slices.Sorted(maps.Keys(ids)))
	}
}

// TestStopsWhenDecided checks that a match ends when its SPRT is decided.
func TestStopsWhenDecided(t *testing.T) {
	config := selfMatch(t, chess.Rules, 200, "")
	config.Players[1] = mustSpec(t, "self:level=1")
	config.Limit = player.Limit{Nodes: 400}
	config.SPRT = &stats.SPRT{Elo0: 0, Elo1: 300, Alpha: 0.05, Beta: 0.05}
	s, err := Run(t.Context(), config)
	if err != nil || s.Stopped != StopDecided || s.SPRT.Verdict != stats.AcceptH1 || s.Games >= 100 {
		t.Errorf("Run: %+v, %v", s, err)
	}
}

// TestLength checks that a game ends at the ply limit.
func TestLength(t *testing.T) {
	config := selfMatch(t, chess.Rules, 1, "")
	config.Adjudication = adjudication.Policy{MaxPlies: 12}
	var ended Ending
	config.Progress = func(_ *Summary, g *Game) {
		if g != nil {
			ended = g.Ending
		}
	}
	if s, err := Run(t.Context(), config); err != nil || ended != TooLong || s.Plies != 12 || s.Score.Draws != 1 {
		t.Errorf("Run: %+v, %v", s, err)
	}
}

// TestPositionOpenings starts games from given positions in both protocols.
func TestPositionOpenings(t *testing.T) {
	const fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9"
	for _, protocol := range []string{"uci", "xboard"} {
		config := bout(t, cylinder.Rules, fakeSpec(t, protocol, "none"), 2)
		book, err := ReadOpenings(cylinder.Rules, strings.NewReader("# one\n\n"+fen+"\n"), "one", 0, 0)
		if err != nil {
			t.Fatalf("ReadOpenings: %v", err)
		}
		config.Openings, config.PGN = book, filepath.Join(t.TempDir(), "games")
		s, err := Run(t.Context(), config)
		if err != nil || s.A.Faults.Total()+s.B.Faults.Total() != 0 {
			t.Fatalf("a match with a %s program: %+v, %v", protocol, s, err)
		}
		for _, g := range games(t, config.PGN, cylinder.Rules) {
			if g.Tag("FEN") != fen || g.Start.Side != board.Black {
				t.Errorf("the game starts from %q", g.Tag("FEN"))
			}
		}
	}
}
