package main

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"
)

const results = "../../../docs/results/scale.json"

// tolerance is the relative error that the model may have at a measured point.
const tolerance = 0.3

// TestModelFitsPoints compares the model with the points measured on one, two and three nodes. It also
// compares the points of three nodes with a model fitted to the points of one and two nodes.
func TestModelFitsPoints(t *testing.T) {
	points, _, err := read(results)
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	for _, n := range []float64{1, 2, 3} {
		if !slices.ContainsFunc(points, func(p point) bool { return p.nodes == n }) {
			t.Errorf("no point has been measured on %.0f nodes", n)
		}
	}
	check := func(name string, m model, p point) {
		q := m.predict(p.nodes, p.rate)
		got, want := q.node+q.database+q.front, p.node+p.database+p.front
		if math.Abs(got/want-1) > tolerance {
			t.Errorf("%s: a move costs %.0f µs on %.0f nodes at %.0f per second, want %.0f", name, got, p.nodes, p.rate, want)
		}
	}
	all, few := fit(points), fit(slices.DeleteFunc(slices.Clone(points), func(p point) bool { return p.nodes == 3 }))
	for _, p := range points {
		check("fitted to all points", all, p)
		if p.nodes == 3 {
			check("fitted to one and two nodes", few, p)
		}
	}
}

// TestFitRecoversCosts fits a model to points that another model predicts.
func TestFitRecoversCosts(t *testing.T) {
	want := model{node: line{300, 9000}, database: line{100, 4000}, front: line{50, 2000}, bus: line{80, 3000}, packets: line{1, 20}, wal: 1200, busiest: 300}
	var points []point
	for _, p := range []point{{nodes: 1, rate: 100}, {nodes: 1, rate: 300}, {nodes: 2, rate: 200}, {nodes: 3, rate: 900}} {
		points = append(points, want.predict(p.nodes, p.rate))
	}
	got := fit(points)
	for _, c := range []struct{ got, want line }{{got.node, want.node}, {got.database, want.database}, {got.front, want.front}, {got.bus, want.bus}, {got.packets, want.packets}} {
		if math.Abs(c.got.p-c.want.p) > 1e-6*c.want.p || math.Abs(c.got.q-c.want.q) > 1e-6*c.want.q {
			t.Errorf("fit = %v, want %v", c.got, c.want)
		}
	}
}

// TestPlanGrows checks that a plan for more games never needs fewer nodes or databases, and always needs more
// cores.
func TestPlanGrows(t *testing.T) {
	points, c, err := read(results)
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	m := fit(points)
	before := plan(m, c, 1000)
	for games := 2000.0; games <= 2e6; games *= 2 {
		n := plan(m, c, games)
		if n.nodes < before.nodes || n.databases < before.databases || n.fronts < 1 || n.nodeCores <= before.nodeCores {
			t.Errorf("%.0f games need %+v, and fewer games need %+v", games, n, before)
		}
		before = n
	}
}

// TestTableIsCurrent checks that the published table matches the model.
func TestTableIsCurrent(t *testing.T) {
	points, c, err := read(results)
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	text, err := os.ReadFile(results)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	var page struct {
		Results []struct {
			Title  string
			Tables []struct{ Rows [][]string }
		}
	}
	if err := json.Unmarshal(text, &page); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	want := rows(fit(points), c)
	for _, r := range page.Results {
		if r.Title == "Capacity model: estimate" {
			if !slices.EqualFunc(r.Tables[0].Rows, want, slices.Equal) {
				t.Errorf("the table in %s is %q, want %q; run go run ./internal/tool/capacity", results, r.Tables[0].Rows, want)
			}
			return
		}
	}
	t.Error("docs/results/scale.json has no table of estimates")
}
