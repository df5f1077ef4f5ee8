package api

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/cylinder"
)

// TestTables probes won, lost and drawn positions.
func TestTables(t *testing.T) {
	d := NewService(variant.Builtin())
	for _, c := range []struct {
		variant, position string
		result            wire.TableResult
		mate, plies       int
		fifty             bool
		sentence, first   string // the first move of the list and its value
	}{
		{"cylinder", "Q7/8/8/4k3/8/8/8/K7 w - - 0 1", "win", 10, 19, false, "White mates in 10", "Kb1 win 10"},
		{"triboard", "Q7/8/8/4k3/8/8/8/K7 w - - 0 1", "win", 10, 19, false, "White mates in 10", "Kb1 win 10"},
		{"cylinder", "k7/8/8/8/4K3/8/8/q7 b - - 0 1", "win", 10, 19, false, "Black mates in 10", ""},
		{"chess", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "win", 16, 31, false, "White mates in 16", "Kb1 win 16"},
		{"chess", "8/8/8/8/8/2k5/1R6/K7 w - - 70 90", "win", 16, 31, true, "White mates in 16, unless the fifty-move rule applies first", ""},
		{"chess", "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", "loss", 1, 2, false, "White mates in 1", "Kh7 loss 1"},
		{"chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "loss", 0, 0, false, "checkmate: White wins", ""},
		{"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "draw", 0, 0, false, "draw with best play", ""},
		{"cylinder", "8/8/8/4k3/8/8/R7/K7 w - - 0 1", "draw", 0, 0, false, "draw with best play", ""},
		{"chess", "8/8/8/4k3/8/8/8/K7 w - - 0 1", "draw", 0, 0, false, "draw with best play", ""},
	} {
		a, err := d.Tables(wire.PositionRequest{Variant: c.variant, Position: c.position})
		if err != nil {
			t.Errorf("%s %s: %v", c.variant, c.position, err)
			continue
		}
		if a.Result != c.result || a.Mate != c.mate || a.Plies != c.plies || a.Fifty != c.fifty || a.Sentence != c.sentence {
			t.Errorf("%s %s: %+v, %q", c.variant, c.position, a.TableValue, a.Sentence)
		}
		if len(a.Line) != c.plies || len(a.SAN) != c.plies {
			t.Errorf("%s %s: line of %d moves: %v", c.variant, c.position, len(a.Line), a.SAN)
		}
		mates(t, d, &a)
		if len(a.Moves) > 0 {
			first := a.Moves[0]
			if first.Result != a.Result || first.Plies != a.Plies {
				t.Errorf("%s %s: best move = %+v", c.variant, c.position, first)
			}
			if got := fmt.Sprintf("%s %s %d", first.SAN, first.Result, first.Mate); c.first != "" && got != c.first {
				t.Errorf("%s %s: best move = %+v, want %s", c.variant, c.position, first, c.first)
			}
		}
	}
}

// mates plays the line. It checks that the line ends in mate unless the position is a draw, and that the
// value of every move matches the position it leads to.
func mates(t *testing.T, d *Service, a *wire.TablesAnswer) {
	t.Helper()
	line, err := d.Play(wire.LineRequest{Variant: a.Variant, Position: a.Position, Moves: a.Line})
	if err != nil {
		t.Errorf("Play: %v", err)
		return
	}
	if mated := line.Outcome().Reason == rules.Checkmate; mated != (a.Result != wire.TableDraw) {
		t.Errorf("%s: outcome of the line = %+v", a.Position, line.Outcome())
	}
	opposite := map[wire.TableResult]wire.TableResult{wire.TableWin: wire.TableLoss, wire.TableLoss: wire.TableWin, wire.TableDraw: wire.TableDraw}
	last := 1000
	for _, m := range a.Moves {
		next, err := d.Line(wire.LineRequest{Variant: a.Variant, Position: a.Position, Moves: []string{m.Move}})
		if err != nil {
			t.Errorf("Line: %v", err)
			return
		}
		after, err := d.Tables(wire.PositionRequest{Variant: a.Variant, Position: next.State.Position})
		if err != nil || after.Result != opposite[m.Result] || m.Result != wire.TableDraw && after.Plies != m.Plies-1 {
			t.Errorf("%s: %s is %+v, and leads to %+v, %v", a.Position, m.SAN, m.TableValue, after.TableValue, err)
		}
		rank := 0
		switch m.Result {
		case wire.TableWin:
			rank = 500 - m.Plies
		case wire.TableLoss:
			rank = m.Plies - 500
		}
		if rank > last {
			t.Errorf("%s: %s is listed too late", a.Position, m.SAN)
		}
		last = rank
	}
}

// TestNoTable checks the explanation if no table contains a position.
func TestNoTable(t *testing.T) {
	d := NewService(variant.Builtin())
	for _, c := range []struct{ variant, position, code, why string }{
		{"chess", "", "no-table", "endgame tables for chess cover at most 4 pieces including kings; this position has 32"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "no-table", "castling is still possible"},
		{"chess", "4k3/8/8/8/8/8/8/3QK2r w - - 0 1", "no-table", "endgame table KQKR for chess not found; create it with tain tables chess"},
		{"chess", "board=w:Qd1;b:Ke8&turn=white", "no-table", "endgame tables for chess need the royal pieces of its starting position"},
		{`{"name":"twins","start":"kk1/3/3/3/1KK w - - 0 1","board":{"files":3,"ranks":5}}`, "k2/3/3/3/1KK w - - 0 1", "no-table", "endgame tables for twins need the royal pieces of its starting position"},
		{`{"name":"twins","start":"kk1/3/3/3/1KK w - - 0 1","board":{"files":3,"ranks":5}}`, "", "no-table", "endgame table KKvKK for twins not found"},
		{"mirrorsquare", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "no-table", "there are no endgame tables for mirrorsquare: they exist only for games on at most 64 squares in which moves do not spawn pieces, at most four pieces but no pawns are royal and checks are not counted, such as chess, cylinder and trid"},
		{"trid", "W:4/4/4/K3|N:4/4/4/4|B:4/2Q1/4/4|QL1w:2/2|QL2b:2/2|QL5w:2/1k|QL6b:2/2 w - - - 0 1", "no-table", "endgame table KQK for trid not found; create it with tain tables trid"},
		{"trid", "W:4/4/4/K3|N:4/4/4/4|B:4/2QR/4/4|QL1w:2/2|QL2b:2/2|QL5w:2/1k|QL6b:2/2 w - - - 0 1", "no-table", "endgame tables for trid cover at most 3 pieces including kings; this position has 4"},
		{"trid", "W:4/4/2P1/K3|N:4/4/4/4|B:4/4/4/4|QL1w:2/2|QL2b:2/2|QL5w:2/1k|QL6b:2/2 w - - - 0 1", "no-table", "endgame tables for trid do not cover pawns"},
		{"chess", "4k3/8/8/8/8/8/8/3QX3 w - - 0 1", "position", ""},
		{"checkers", "", "variant", ""},
	} {
		_, err := d.Tables(wire.PositionRequest{Variant: c.variant, Position: c.position})
		var f *wire.Failure
		if !errors.As(err, &f) || f.Code != c.code || !strings.Contains(f.Error(), c.why) {
			t.Errorf("%s %q: %v", c.variant, c.position, err)
		}
	}
	if got := string(d.Call("tables", []byte(`{"variant":"cylinder","position":"Q7/8/8/4k3/8/8/8/K7 w - - 0 1"}`))); !strings.Contains(got, `"result":"win","mate":10,"plies":19`) {
		t.Errorf("answer as JSON = %s", got)
	}
}

// TestTablesUnknownMoves probes a position whose moves lead to tables that are partly missing.
func TestTablesUnknownMoves(t *testing.T) {
	r := cylinder.Rules
	own := tablebase.Own(r)
	set, err := tablebase.NewSet(r)
	if err != nil {
		t.Fatalf("tablebase.NewSet: %v", err)
	}
	table, err := tablebase.Build(t.Context(), r, "KPK", own.Probe, nil)
	if err != nil {
		t.Fatalf("tablebase.Build: %v", err)
	}
	set.Add(table)
	d := NewService(variant.Builtin()).WithTables(func(rules.Rules) *tablebase.Set { return set })
	a, err := d.Tables(wire.PositionRequest{Variant: "cylinder", Position: "8/3P4/8/k7/8/8/8/K7 w - - 0 1"})
	if err != nil {
		t.Fatalf("Tables: %v", err)
	}
	unknown := 0
	for i, m := range a.Moves {
		if m.Result == wire.TableUnknown {
			unknown++
			if i < len(a.Moves)-4 || !strings.Contains(m.SAN, "=") {
				t.Errorf("unknown move %s is listed at %d", m.SAN, i)
			}
		}
	}
	if unknown != 4 || a.Result != wire.TableWin || a.Turn != board.White {
		t.Errorf("%d moves are not known: %+v", unknown, a)
	}
}

// TestOtherWins checks the distances to a win by a goal or by stalemate, and the sentences about them.
func TestOtherWins(t *testing.T) {
	const (
		hill    = `{"name":"hill","start":"nk1/3/3/1KN w - - 0 1","board":{"files":3,"ranks":4},"goal":{"reach":{"k":"a2"}}}`
		trapped = `{"name":"trapped","start":"rk1/3/3/1KR w - - 0 1","board":{"files":3,"ranks":4},"goal":{"stalemate":"win"}}`
	)
	for _, c := range []struct {
		definition, position string
		result               wire.TableResult
		plies                int
		sentence             string
		line                 int // its length
	}{
		{hill, "k2/3/3/2K w - - 0 1", "win", 3, "White wins in 2", 3},
		{hill, "k2/3/3/2K w - - 98 60", "win", 3, "White wins in 2, unless the fifty-move rule applies first", 3},
		{hill, "2k/3/K2/3 b - - 0 1", "loss", 0, "White wins by reaching a goal square", 0},
		{trapped, "k2/1R1/1K1/3 b - - 0 1", "win", 1, "stalemate: Black has no legal move, is not in check and wins under the rules of this game", 0},
	} {
		d := NewService(variant.Builtin()).WithTables(func(r rules.Rules) *tablebase.Set {
			set, err := tablebase.NewSet(r)
			if err != nil {
				t.Fatalf("tablebase.NewSet: %v", err)
			}
			for _, m := range tablebase.MaterialsOf(r, tablebase.MinPieces) {
				table, err := tablebase.Build(t.Context(), r, m, set.Probe, nil)
				if err != nil {
					t.Fatalf("tablebase.Build(%q): %v", m, err)
				}
				set.Add(table)
			}
			return set
		})
		list, err := d.TablesList(c.definition)
		if err != nil || len(list.Tables) != 1 || !slices.Contains(list.Tables[0].Materials, "KK") {
			t.Errorf("TablesList(%s) = %+v, %v", c.definition, list, err)
		}
		a, err := d.Tables(wire.PositionRequest{Variant: c.definition, Position: c.position})
		if err != nil {
			t.Errorf("%s: %v", c.position, err)
			continue
		}
		if a.Result != c.result || a.Plies != c.plies || !a.OtherWins || a.Sentence != c.sentence || len(a.Line) != c.line {
			t.Errorf("%s: %+v", c.position, a)
		}
	}
}
