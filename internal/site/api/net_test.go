package api_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant"
)

// mostNet is the maximum download size of a rule set's net, in bytes.
const mostNet = 150_000

// netOfPage reads the net that a browser downloads for a rule set.
func netOfPage(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "web", "nets", name+".net"))
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	return data
}

// startScores returns the engine's scores for the starting position of a rule set.
func startScores(t *testing.T, e *api.Engines, name string) (scores []wire.Score) {
	t.Helper()
	q := wire.SearchRequest{LineRequest: wire.LineRequest{Variant: name}, Limits: wire.SearchLimits{Nodes: 2000}}
	must[wire.SearchResult](t)(e.Search(context.Background(), q, func(i wire.SearchInfo) { scores = append(scores, i.Score) }))
	return scores
}

// TestSetNet checks that engines use the nets provided by the page, one small net per rule set, or weights if
// there is none. A net for another rule set or a damaged net is rejected and changes nothing.
func TestSetNet(t *testing.T) {
	handed := engines()
	chess := netOfPage(t, "chess")
	for _, r := range variant.Builtin().All() {
		name := r.Info().Name
		if _, ok := bundle.Read(r, bundle.Net); !ok || !r.Info().Chessboard() {
			continue // uses weights, either everywhere or only in the page (docs/learning.md)
		}
		data := netOfPage(t, name)
		if len(data) > mostNet {
			t.Errorf("%s: the net has %d bytes, want at most %d", name, len(data), mostNet)
		}
		if err := handed.SetNet(name, data); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		net, err := engine.ReadNet(r, data)
		if err != nil {
			t.Fatalf("engine.ReadNet: %v", err)
		}
		by := startScores(t, api.NewEngines(service, engine.Options{HashMB: 1, Seed: 1, Evaluator: net}), name)
		own := startScores(t, engines(), name)
		if got := startScores(t, handed, name); !reflect.DeepEqual(got, by) || reflect.DeepEqual(got, own) {
			t.Errorf("%s: evaluation with the net = %v, want %v", name, got, by)
		}
		again := engines() // new engines have no state from the previous search
		if err := again.SetNet(name, data); err != nil {
			t.Fatalf("SetNet: %v", err)
		}
		if err := again.SetNet(name, data[:len(data)/2]); err == nil || !strings.Contains(err.Error(), "is truncated") {
			t.Errorf("%s: SetNet with half a net: got error %v", name, err)
		}
		if err := again.SetNet(name, chess); name != "chess" && (err == nil || !strings.Contains(err.Error(), "holds a net for chess")) {
			t.Errorf("%s: SetNet with the net of chess: got error %v", name, err)
		}
		if got := startScores(t, again, name); !reflect.DeepEqual(got, by) {
			t.Errorf("%s: a rejected net changed the evaluation", name)
		}
	}
	if err := handed.SetNet("nosuch", chess); err == nil {
		t.Error("net for an unknown rule set was accepted")
	}
	one := engines()
	if err := one.SetNet("chess", chess); err != nil {
		t.Fatalf("SetNet: %v", err)
	}
	weights := startScores(t, api.NewEngines(service, engine.Options{HashMB: 1, Seed: 1, Nets: func(rules.Rules) (eval.Evaluator, error) { return nil, nil }}), "cylinder")
	if got := startScores(t, one, "cylinder"); !reflect.DeepEqual(got, weights) {
		t.Errorf("cylinder without its own net does not use weights: got %v, want %v", got, weights)
	}
}

// TestEvaluate checks that the contributions of the pieces add up to White's score,
// with a net and with weights.
func TestEvaluate(t *testing.T) {
	handed := engines()
	plain := api.NewEngines(service, engine.Options{HashMB: 1, Mode: eval.Linear})
	if err := handed.SetNet("mirrorsquare", netOfPage(t, "mirrorsquare")); err != nil {
		t.Fatalf("SetNet: %v", err)
	}
	q := wire.LineRequest{Variant: "mirrorsquare", Moves: []string{"e2e4"}}
	scores := map[int]bool{}
	for _, e := range []*api.Engines{handed, plain} {
		got := must[wire.Evaluation](t)(e.Evaluate(context.Background(), q))
		sum, made := got.Together, false
		for _, c := range got.Pieces {
			sum += c.Score
			made = made || c.Square == "d5" && c.Piece == "p"
		}
		if sum != got.Score || len(got.Pieces) != 31 || !made {
			t.Errorf("%d pieces add up to %d, want %d; spawned pawn listed: %v", len(got.Pieces), sum, got.Score, made)
		}
		scores[got.Score] = true
	}
	if len(scores) != 2 {
		t.Error("net and weights give the same evaluation")
	}
	if _, err := handed.Evaluate(context.Background(), wire.LineRequest{Variant: "mirrorsquare", Moves: []string{"e2e5"}}); err == nil {
		t.Error("illegal move was evaluated")
	}
}
