package api_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// TestRemarks reads data that other programs write into comments, and writes it back.
func TestRemarks(t *testing.T) {
	const text = `{[%csl Ge4] [%eval 0.20] start} 1. e4 {[%csl Re5] [%cal Ge2e4] [%eval #-3,12] [%clk 0:05:00.5] words} 1... e5 {[%emt 1]} *`
	g := must[wire.PGNGames](t)(service.ReadPGN(wire.ReadPGNRequest{Text: "[Variant \"chess\"]\n\n" + text})).Games[0]
	n := g.Root.Children[0]
	if n.Comment != "words" || len(n.Shapes) != 2 || n.Shapes[0] != (wire.PGNShape{Colour: "red", From: "e5"}) || n.Shapes[1] != (wire.PGNShape{Colour: "green", From: "e2", To: "e4"}) ||
		n.Eval == nil || *n.Eval != (wire.PGNEval{Mate: -3, Depth: 12}) || n.Clock == nil || *n.Clock != 300_500 {
		t.Errorf("move = %s", wire.Encode(n))
	}
	if g.Root.Comment != "start" || g.Root.Eval == nil || g.Root.Eval.CP != 20 || n.Children[0].Comment != "[%emt 1]" {
		t.Errorf("game = %s", wire.Encode(g))
	}
	var same wire.WritePGNRequest
	if err := wire.Decode(wire.Encode(wire.WritePGNRequest{Game: g}), &same); err != nil {
		t.Fatalf("wire.Decode: %v", err)
	}
	written := must[wire.PGNText](t)(service.WritePGN(same)).Text
	if !strings.Contains(strings.Join(strings.Fields(written), " "), strings.TrimSuffix(text, " *")) {
		t.Errorf("written text = %s", written)
	}
}

// TestUnwritableRemarks checks that data that PGN cannot express is omitted.
func TestUnwritableRemarks(t *testing.T) {
	for _, clock := range []int64{-1, math.MaxInt64, math.MinInt64} {
		g := wire.PGNGame{Variant: "chess", Root: &wire.PGNNode{
			Shapes: []wire.PGNShape{{Colour: "pink", From: "a1"}, {Colour: "red", From: "]}{"}}, Eval: &wire.PGNEval{CP: 1 << 40}, Clock: &clock,
		}}
		if text := must[wire.PGNText](t)(service.WritePGN(wire.WritePGNRequest{Game: g})).Text; strings.Contains(text, "{") {
			t.Errorf("written text = %s", text)
		}
	}
}

// TestSearchMoves restricts a search to some moves.
func TestSearchMoves(t *testing.T) {
	q := wire.SearchRequest{
		LineRequest: wire.LineRequest{Variant: "chess", Position: "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"}, Limits: wire.SearchLimits{Depth: 3}, Among: []string{"e1d1", "e1e2"},
	}
	all := engines()
	for _, megabytes := range []int{1, 2, 2} {
		all.SetMemory(megabytes)
		if got := must[wire.SearchResult](t)(all.Search(context.Background(), q, nil)); got.Move != "e1d1" && got.Move != "e1e2" {
			t.Errorf("found %+v", got)
		}
	}
	q.Among = []string{"e1e8"}
	if _, err := all.Search(context.Background(), q, nil); err == nil {
		t.Error("illegal move was searched")
	}
}
