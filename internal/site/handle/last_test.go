package handle_test

import (
	"testing"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// TestLastStep checks that push and pop return only the last step if the request asks for that.
func TestLastStep(t *testing.T) {
	on := table()
	l := ask[line](t, on, "openLine", wire.LineRequest{Variant: "chess"})
	all := ask[line](t, on, "push", wire.PushRequest{Handle: l.Handle, Moves: []string{"e2e4", "e7e5", "g1f3"}, Last: true})
	if len(all.Steps) != 1 || read(t, all.Steps[0]).Position != read(t, all.State).Position {
		t.Errorf("steps = %s, want the last only", all.Steps)
	}
	if none := ask[line](t, on, "push", wire.PushRequest{Handle: l.Handle, Moves: []string{}, Last: true}); len(none.Steps) != 0 {
		t.Errorf("steps of no moves = %s", none.Steps)
	}
	back := ask[line](t, on, "pop", wire.PopRequest{Handle: l.Handle, Ply: 1, Last: true})
	if len(back.Steps) != 1 || read(t, back.Steps[0]).Position != read(t, back.State).Position {
		t.Errorf("steps = %s, want the last only", back.Steps)
	}
	if start := ask[line](t, on, "pop", wire.PopRequest{Handle: l.Handle, Last: true}); len(start.Steps) != 0 {
		t.Errorf("steps at the start = %s", start.Steps)
	}
}
