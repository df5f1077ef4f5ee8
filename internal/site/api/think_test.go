package api_test

import (
	"context"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/variant"
)

func engines() *api.Engines { return api.NewEngines(service, engine.Options{HashMB: 1, Seed: 1}) }

// TestSearchFindsMate checks that a mate is reported with its line.
func TestSearchFindsMate(t *testing.T) {
	q := wire.SearchRequest{LineRequest: wire.LineRequest{Variant: "chess", Position: "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"}, Limits: wire.SearchLimits{Depth: 4}}
	var last wire.SearchInfo
	found := must[wire.SearchResult](t)(engines().Search(context.Background(), q, func(i wire.SearchInfo) { last = i }))
	if found.Move != "a1a8" || found.SAN != "Ra8#" || last.Score.Mate == nil || *last.Score.Mate != 1 || last.Score.CP != nil || !slices.Equal(last.SAN, []string{"Ra8#"}) {
		t.Errorf("result = %+v, last report = %+v", found, last)
	}
	if found.Line == nil || !reflect.DeepEqual(*found.Line, last) || last.WDL != (wire.WDL{Win: 1000}) {
		t.Errorf("line of the result = %+v, want the last report, %+v, with a certain win", found.Line, last)
	}
}

// TestSearchLines checks that a search reports several lines and finds a move in every rule set.
func TestSearchLines(t *testing.T) {
	all := engines()
	for _, r := range variant.Builtin().All() {
		q := wire.SearchRequest{LineRequest: wire.LineRequest{Variant: r.Info().Name}, MultiPV: 3, Limits: wire.SearchLimits{Nodes: 3000}}
		lines := map[int]wire.SearchInfo{}
		found := must[wire.SearchResult](t)(all.Search(context.Background(), q, func(i wire.SearchInfo) { lines[i.Line] = i }))
		if len(lines) != 3 || found.Move == "" || lines[1].Score.CP == nil || len(lines[1].Moves) != len(lines[1].SAN) {
			t.Errorf("%s: %+v, %+v", r.Info().Name, found, lines)
		}
		if a, b, c := lines[1].Moves[0], lines[2].Moves[0], lines[3].Moves[0]; a == b || a == c || b == c {
			t.Errorf("%s: the same move twice: %s, %s, %s", r.Info().Name, a, b, c)
		}
		for _, level := range []int{1, engine.MaxLevel} {
			q := wire.SearchRequest{LineRequest: q.LineRequest, Level: level, Choose: true, Limits: wire.SearchLimits{Time: 50}}
			got := must[wire.SearchResult](t)(all.Search(context.Background(), q, nil))
			if got.Move == "" || got.SAN == "" || got.Line != nil && got.Line.Moves[0] != got.Move {
				t.Errorf("%s, level %d: %+v", r.Info().Name, level, got)
			}
		}
	}
}

// TestSearchStudy searches a position in which one side has no king.
func TestSearchStudy(t *testing.T) {
	for _, name := range []string{"triboard", "mirrorsquare", "nachfolger", "chess"} {
		q := wire.SearchRequest{LineRequest: wire.LineRequest{Variant: name, Position: "4k3/8/8/8/8/8/4P3/8 w - - 0 1", Study: true}, Limits: wire.SearchLimits{Nodes: 5000}}
		must[wire.SearchResult](t)(engines().Search(context.Background(), q, nil))
	}
}

// TestSearchStops checks that cancelling the context ends an unlimited search.
func TestSearchStops(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, stop)
	q := wire.SearchRequest{LineRequest: wire.LineRequest{Variant: "trid"}}
	found := must[wire.SearchResult](t)(engines().Search(ctx, q, nil))
	if found.Move == "" {
		t.Errorf("found %+v, want a move", found)
	}
}

// TestSearchTinyTimeLimit checks that a tiny time limit is not treated as no limit.
func TestSearchTinyTimeLimit(t *testing.T) {
	for _, ms := range []float64{1e-12, 1e-7, 1e-6, 1e-3} {
		for _, l := range []wire.SearchLimits{{Time: ms}, {White: ms}} {
			ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
			q := wire.SearchRequest{LineRequest: wire.LineRequest{Variant: "chess", Moves: []string{"a2a3", "a7a6"}}, Choose: true, Limits: l}
			found, err := engines().Search(ctx, q, nil)
			if err != nil || found.Move == "" || ctx.Err() != nil {
				t.Errorf("within %v milliseconds: %+v, %v, %v", ms, found, err, ctx.Err())
			}
			stop()
		}
	}
}

// TestSearchErrors checks the errors for requests that cannot be searched.
func TestSearchErrors(t *testing.T) {
	chess := wire.LineRequest{Variant: "chess"}
	for _, c := range []struct {
		q    wire.SearchRequest
		code string
	}{
		{wire.SearchRequest{}, wire.CodeVariant},
		{wire.SearchRequest{LineRequest: wire.LineRequest{Variant: "chess", Moves: []string{"e5"}}}, "unreachable"},
		{wire.SearchRequest{LineRequest: chess, Level: 21}, wire.CodeRequest},
		{wire.SearchRequest{LineRequest: chess, MultiPV: 11}, wire.CodeRequest},
		{wire.SearchRequest{LineRequest: chess, Limits: wire.SearchLimits{Depth: -1}}, wire.CodeRequest},
		{wire.SearchRequest{LineRequest: chess, Limits: wire.SearchLimits{Time: -1}}, wire.CodeRequest},
		{wire.SearchRequest{LineRequest: chess, Limits: wire.SearchLimits{White: 1 << 62}}, wire.CodeRequest},
		{wire.SearchRequest{LineRequest: wire.LineRequest{Variant: "chess", Moves: []string{"f3", "e5", "g4", "Qh4#"}}}, wire.CodeOver},
	} {
		_, err := engines().Search(context.Background(), c.q, nil)
		failure(t, err, c.code)
	}
}
