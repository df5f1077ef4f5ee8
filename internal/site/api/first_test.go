package api_test

import (
	"reflect"
	"testing"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/variant"
)

// TestFirst checks that a page shows the same position before and after its rules have loaded.
func TestFirst(t *testing.T) {
	known := variant.Builtin()
	d := api.NewService(known)
	for _, r := range known.All() {
		name := r.Info().Name
		f, err := d.FirstOf(name, "")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		checkFirst(t, d, f)
		if f.Link != nil || len(f.State.Moves) == 0 {
			t.Errorf("%s: %+v", name, f)
		}
	}
	link := "?board=w:Ke1,Pa5;b:Ke8,Ph5&turn=white&lastMove=h7h5&variant=triboard"
	f, err := d.FirstOfLink(link)
	if err != nil {
		t.Fatalf("FirstOfLink: %v", err)
	}
	checkFirst(t, d, f)
	if answer, err := d.ReadLink(wire.ReadLinkRequest{Link: link}); err != nil || !reflect.DeepEqual(f.Link, &answer) {
		t.Errorf("link = %+v, error %v, page = %+v", answer, err, f.Link)
	}
	for _, bad := range []string{"", "?variant=nothing", "?position=9"} {
		if f, err := d.FirstOfLink(bad); err == nil {
			t.Errorf("%q: %+v", bad, f)
		}
	}
	if f, err := d.FirstOf("nothing", ""); err == nil {
		t.Errorf("no rule set: %+v", f)
	}
}

func checkFirst(t *testing.T, d *api.Service, f wire.First) {
	t.Helper()
	name := f.State.Variant
	if len(f.After) != len(f.State.Moves) {
		t.Fatalf("%s: %d moves, %d positions after them", name, len(f.State.Moves), len(f.After))
	}
	for i, m := range f.State.Moves {
		line, err := d.Line(wire.LineRequest{Variant: name, Position: f.State.Position, Study: f.State.Study, Moves: []string{m.Move}})
		if err != nil {
			t.Fatalf("Line: %v", err)
		}
		want := line.State
		want.Moves = f.After[i].Moves
		if len(want.Moves) > 0 || !reflect.DeepEqual(f.After[i], want) {
			t.Errorf("%s %s: got %+v, want %+v", name, m.Move, f.After[i], want)
		}
	}
}
