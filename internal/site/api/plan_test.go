package api

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/variant"
)

// TestPlan requests valid and invalid plans.
func TestPlan(t *testing.T) {
	d := NewService(variant.Builtin())
	a, err := d.Plan(wire.PlanRequest{Variant: "chess", Plan: "e4; Bc4; Qh5; Qxf7; Qxe8; a3"})
	if err != nil {
		t.Fatalf("Plan: %v", err)
	}
	if a.Side.String() != "white" || len(a.Steps) != 4 || a.Steps[3].Given != "Qxf7" || a.Steps[3].SAN != "Qxf7#" || a.Steps[3].Turn != a.Side {
		t.Errorf("plan = %+v", a)
	}
	if f := a.Failed; f == nil || f.Step != 5 || f.Given != "Qxe8" || f.Code != "king-capture" || !strings.HasPrefix(f.Message, "kings are never captured") {
		t.Errorf("plan failed with %+v", f)
	}
	s := a.State
	if s.Outcome.Result != "" || s.Turn != a.Side || len(s.Checked) != 1 || s.Checked[0] != "e8" {
		t.Errorf("outcome = %+v with %v attacked", s.Outcome, s.Checked)
	}
	for _, m := range s.Moves {
		if m.To == "e8" {
			t.Errorf("move %s captures the king", m.Move)
		}
	}
	for _, c := range []struct {
		q    wire.PlanRequest
		step int
		code string
	}{
		{wire.PlanRequest{Variant: "trid", Plan: "b4N; QL1-QL2"}, 2, "crowded"},
		{wire.PlanRequest{Variant: "trid", Plan: ""}, 1, "syntax"},
		{wire.PlanRequest{Variant: "mirrorsquare", Plan: "e4;;"}, 2, "syntax"},
		{wire.PlanRequest{Variant: "cylinder", Plan: "!!"}, 1, "syntax"},
		{wire.PlanRequest{Variant: "meder", Plan: "b4N; c4N;"}, 0, ""},
		{wire.PlanRequest{Position: "?board=w:Ke1,Ra1;b:Ke8&variant=chess", Plan: "1. Ra8; 2. Ra1"}, 0, ""},
		{wire.PlanRequest{Variant: "chess", Position: "8/8/8/8/8/8/8/K7 w - - 0 1", Study: true, Plan: "Kb2; Kc3"}, 0, ""},
	} {
		a, err := d.Plan(c.q)
		switch {
		case err != nil:
			t.Errorf("%+v: %v", c.q, err)
		case c.step == 0 && a.Failed != nil:
			t.Errorf("Plan(%+v): got failure %+v", c.q, a.Failed)
		case c.step == 0:
		case a.Failed == nil || a.Failed.Step != c.step || a.Failed.Code != c.code || a.Failed.Message == "" || len(a.Steps) != c.step-1:
			t.Errorf("%+v: %+v, want step %d to fail for %s", c.q, a.Failed, c.step, c.code)
		}
	}
	if got := string(d.Call("plan", []byte(`{"variant":"triboard","plan":"e4; e4"}`))); !strings.Contains(got, `"failed":{"step":2,"given":"e4","code":`) {
		t.Errorf("answer to a call = %s", got)
	}
	for _, q := range []wire.PlanRequest{
		{Variant: "nowhere", Plan: "e4"}, {Variant: "chess", Position: "8", Plan: "e4"},
		{Variant: "chess", Plan: strings.Repeat("e4;", 300)}, {Variant: "chess", Plan: strings.Repeat("e", 20<<10)},
	} {
		if _, err := d.Plan(q); err == nil {
			t.Errorf("Plan(%.60v) succeeded, want a failure", q)
		}
	}
}
