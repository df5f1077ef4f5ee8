package wire_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/protocol/wire"
)

func TestSide(t *testing.T) {
	for side, want := range map[wire.Side]string{wire.Nobody: "null", wire.White: `"white"`, wire.Black: `"black"`, wire.Both: `"both"`} {
		text, err := json.Marshal(side)
		if err != nil || string(text) != want {
			t.Errorf("%q is encoded as %s, %v", side, text, err)
		}
		var back wire.Side
		if err := json.Unmarshal(text, &back); err != nil || back != side {
			t.Errorf("%s is decoded as %q, %v", text, back, err)
		}
	}
	for _, text := range []string{`"red"`, `1`, `{}`, `"White"`} {
		var s wire.Side
		if err := json.Unmarshal([]byte(text), &s); err == nil {
			t.Errorf("%s is decoded as %q; want an error", text, s)
		}
	}
	if wire.SideOf(wire.White.Colour()) != wire.White || wire.SideOf(board.Black) != wire.Black {
		t.Error("sides and colours do not match")
	}
}

// TestClientMessages decodes every type of client message.
func TestClientMessages(t *testing.T) {
	names := wire.ClientTypes()
	if len(names) != 11 || !slices.IsSorted(names) {
		t.Errorf("ClientTypes = %v; want 11 sorted names", names)
	}
	for _, name := range names {
		m := wire.NewClientMessage(name)
		text := `{"type":"` + name + `","n":7,"game":"abc"}`
		if err := json.Unmarshal([]byte(text), m); err != nil {
			t.Fatalf("json.Unmarshal: %v", err)
		}
		if h := m.Head(); h.Type != name || h.N != 7 || h.Game != "abc" {
			t.Errorf("%s is decoded as %+v", text, h)
		}
	}
	if m := wire.NewClientMessage("shout"); m != nil {
		t.Errorf("decoded %+v", m)
	}
	var move wire.MoveRequest
	if err := json.Unmarshal([]byte(`{"type":"move","n":1,"game":"x","ply":3,"takebacks":1,"key":"k","move":"e2e4"}`), &move); err != nil ||
		move.Ply != 3 || move.Takebacks != 1 || move.Key != "k" || move.Move != "e2e4" {
		t.Errorf("decoded %+v, %v; want e2e4 at ply 3 with one takeback and key k", move, err)
	}
}
