package engine_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

func readGame(t *testing.T, text string) *pgn.Game {
	t.Helper()
	g, err := pgn.NewReader(strings.NewReader(text), variant.Builtin().Find).Next()
	if err != nil {
		t.Fatalf("Reader.Next of %q: %v", text, err)
	}
	return g
}

func writeGame(t *testing.T, g *pgn.Game) string {
	t.Helper()
	var b bytes.Buffer
	if err := pgn.Write(&b, g); err != nil {
		t.Fatalf("pgn.Write: %v", err)
	}
	return b.String()
}

// TestAnnotate checks that annotating a short game marks the blunder, keeps
// existing glyphs and comments, and produces a valid record.
func TestAnnotate(t *testing.T) {
	for _, c := range []struct{ text, blunder string }{
		{"{opening remark} 1. f3 $6 {weakens} e5 2. g4 Qh4# 0-1", "2. g4"},
		{"[Variant \"Mirror Square\"]\n\n1. e4 dxe4 2. Nc3 c5 *", ""},
		{"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0", "3... Nf6"},
	} {
		if strings.Contains(c.text, "Mirror") {
			c.text = strings.Replace(c.text, "Mirror Square", positions.Rules(t, variant.Builtin(), "mirrorsquare").Info().PGN, 1)
		}
		g := readGame(t, c.text)
		e := newEngine(t, g.Rules, engine.Options{})
		steps := 0
		err := e.Annotate(context.Background(), g, engine.Limits{Nodes: 4000}, func(done, total int) {
			if steps++; done != steps || total != len(g.Line)+1 {
				t.Errorf("progress(%d, %d) in step %d", done, total, steps)
			}
		})
		if err != nil {
			t.Fatalf("e.Annotate: %v", err)
		}
		text := writeGame(t, g)
		if again := readGame(t, text); len(again.Line) != len(g.Line) {
			t.Errorf("the written game has %d moves; want %d", len(again.Line), len(g.Line))
		}
		marked := 0
		for ply, n := range g.Line {
			marked += len(n.Variations)
			for _, v := range n.Variations {
				if v[0].Move == n.Move {
					t.Errorf("half-move %d is repeated in its own variation:\n%s", ply+1, text)
				}
			}
			last := ply == len(g.Line)-1 && g.Result != "*"
			if len(n.After) == 0 != last {
				t.Errorf("half-move %d has the comments %q:\n%s", ply+1, n.After, text)
			}
		}
		if marked > 3 {
			t.Errorf("%d moves are marked; want at most 3:\n%s", marked, text)
		}
		if c.blunder != "" && !strings.Contains(text, c.blunder+" $4") {
			t.Errorf("%s is not marked:\n%s", c.blunder, text)
		}
	}
	g := readGame(t, "{opening remark} 1. f3 $6 {weakens} e5 2. g4 Qh4# 0-1")
	e := newEngine(t, g.Rules, engine.Options{})
	if err := e.Annotate(context.Background(), g, engine.Limits{Nodes: 2000}, nil); err != nil {
		t.Fatalf("e.Annotate: %v", err)
	}
	if text := writeGame(t, g); !strings.Contains(text, "{opening remark}") || !strings.Contains(text, "1. f3 $6 {") || !strings.Contains(text, "{weakens}") {
		t.Errorf("existing comments are lost:\n%s", text)
	}
}

// TestFailedAnnotateKeepsGame checks that an interrupted annotation does not
// change the game, and that Annotate rejects a game of another rule set and an
// illegal move.
func TestFailedAnnotateKeepsGame(t *testing.T) {
	g := readGame(t, "1. f3 e5 2. g4 Qh4# 0-1")
	before := writeGame(t, g)
	ctx, stop := context.WithCancel(context.Background())
	e := newEngine(t, g.Rules, engine.Options{})
	err := e.Annotate(ctx, g, engine.Limits{Depth: 3}, func(done, _ int) {
		if done == 2 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) || writeGame(t, g) != before {
		t.Errorf("Annotate: %v; want context.Canceled; game\n%s; want\n%s", err, writeGame(t, g), before)
	}
	other := newEngine(t, positions.Rules(t, variant.Builtin(), "cylinder"), engine.Options{})
	if err := other.Annotate(context.Background(), g, engine.Limits{Depth: 1}, nil); err == nil {
		t.Error("a cylinder engine annotated a chess game")
	}
	g.Line[2].Move = g.Line[0].Move
	if err := e.Annotate(context.Background(), g, engine.Limits{Depth: 1}, nil); err == nil {
		t.Error("Annotate accepted an illegal move")
	} else if illegal := new(rules.IllegalMove); !errors.As(err, &illegal) {
		t.Errorf("Annotate with an illegal move: %v; want a *rules.IllegalMove", err)
	}
}

// counted is an evaluator that counts its calls.
type counted struct {
	eval.Evaluator
	calls *atomic.Int64
}

func (c counted) Evaluate(p *board.Position) int {
	c.calls.Add(1)
	return c.Evaluator.Evaluate(p)
}

// TestAnnotateReusesTable checks that annotating reuses the transposition table: it evaluates fewer positions
// than searching each position with an empty table, for one searcher and for three.
func TestAnnotateReusesTable(t *testing.T) {
	const text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 *"
	r := positions.Rules(t, variant.Builtin(), "chess")
	plain, err := eval.New(r, eval.Learnt)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	limits := engine.Limits{Depth: 7}
	annotate := func(callers int) int64 {
		e := counted{plain, new(atomic.Int64)}
		err := newEngine(t, r, engine.Options{Callers: callers, HashMB: 8, Evaluator: e}).Annotate(context.Background(), readGame(t, text), limits, nil)
		if err != nil {
			t.Fatalf("Annotate for %d callers: %v", callers, err)
		}
		return e.calls.Load()
	}
	e := counted{plain, new(atomic.Int64)}
	alone := newEngine(t, r, engine.Options{HashMB: 8, Evaluator: e})
	line := positions.Line(t, r, "")
	for ply := 0; ; ply++ {
		if err := alone.Clear(context.Background()); err != nil {
			t.Fatalf("alone.Clear: %v", err)
		}
		if _, err := alone.Choose(context.Background(), line, limits, nil); err != nil {
			t.Fatalf("alone.Choose: %v", err)
		}
		moves := readGame(t, text).Line
		if ply == len(moves) {
			break
		}
		if _, err := line.Play(moves[ply].Move); err != nil {
			t.Fatalf("line.Play: %v", err)
		}
	}
	cleared, one, three := e.calls.Load(), annotate(1), annotate(3)
	if one > cleared*9/10 || three != one {
		t.Errorf("%d evaluations with one searcher, %d with three, %d with an empty table each time", one, three, cleared)
	}
}

func TestFormatScore(t *testing.T) {
	for score, want := range map[int]string{
		0: "+0.00", 31: "+0.31", -1234: "-12.34", search.Mate - 1: "+M1", search.Mate - 5: "+M3", 2 - search.Mate: "-M1", -search.Mate: "-M0",
	} {
		if got := engine.FormatScore(score); got != want {
			t.Errorf("FormatScore(%d) = %s; want %s", score, got, want)
		}
	}
}

// TestJudge checks that Judge starts in the middle of a line and finds the mate
// at its end.
func TestJudge(t *testing.T) {
	g := readGame(t, "1. f3 e5 2. g4 Qh4# 0-1")
	line := rules.NewLine(g.Rules, g.Start)
	for _, n := range g.Line {
		if err := line.Step(n.Move); err != nil {
			t.Fatalf("line.Step: %v", err)
		}
	}
	e := newEngine(t, g.Rules, engine.Options{})
	next := 3
	err := e.Judge(context.Background(), line, next, engine.Limits{Nodes: 2000}, func(ply int, v engine.Verdict) {
		if ply != next {
			t.Errorf("reported half-move %d; want %d", ply, next)
		}
		next++
		switch ply {
		case 3:
			if len(v.Line) == 0 || v.Line[0] != g.Line[3].Move || v.Score != search.Mate-1 {
				t.Errorf("verdict before the mate: %+v", v)
			}
		case 4:
			if len(v.Line) != 0 || v.Score != -search.Mate {
				t.Errorf("verdict after the mate: %+v", v)
			}
		}
	})
	if err != nil || next != 5 {
		t.Errorf("Judge: %v, reported positions up to %d; want 5", err, next)
	}
}
