package wire_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant"
)

// TestMessageJSON encodes a message with every type of argument.
func TestMessageJSON(t *testing.T) {
	m := message.New("a.b", "", message.Args{
		"text": "x", "number": -7, "truth": true, "square": message.Square("b3N"), "flat": board.Square(0),
		"role": board.Rook, "piece": board.NewPiece(board.Black, board.Knight), "side": board.Black, "time": time.Unix(0, 0), "other": 1.5,
		"list": message.List{"a", message.List{1}, message.New("a.c", "", message.Args{"n": 1})}, "part": message.New("a.d", "", nil),
	})
	const want = `{"code":"a.b","args":{"flat":{"square":"a1"},"list":["a",[1],{"code":"a.c","args":{"n":1}}],"number":-7,` +
		`"other":"1.5","part":{"code":"a.d"},"piece":{"role":"knight","colour":"black"},"role":{"role":"rook"},"side":{"side":"black"},` +
		`"square":{"square":"b3N"},"text":"x","time":{"time":"1970-01-01T00:00:00Z"},"truth":true}}`
	if got, err := json.Marshal(wire.Message{Message: m}); err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	loop := message.List{nil}
	loop[0] = loop
	if _, err := json.Marshal(wire.Message{Message: message.New("a.b", "", message.Args{"loop": loop})}); err != nil {
		t.Errorf("json.Marshal of a list that contains itself: %v", err)
	}
}

// TestFailureJSON encodes a failure in German and decodes it again.
func TestFailureJSON(t *testing.T) {
	german, _ := locale.For("de")
	f := wire.FailureOf(rules.Faults{{Code: "x", Offset: 3, Message: message.New("outcome.dead", "a draw", message.Args{"n": 1})}}).In(german)
	dead := german.Text(message.New("outcome.dead", "", nil))
	want := `{"error":{"code":"position","message":"` + dead + `","reason":{"code":"fault.all","args":{"faults":[{"code":"outcome.dead","args":{"n":1}}]}},` +
		`"faults":[{"code":"x","offset":3,"message":"` + dead + `"}]}}`
	got := wire.EncodeFailure(german, f)
	if string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var back wire.Failed
	if err := json.Unmarshal(got, &back); err != nil || back.Error.Message != dead || back.Error.Reason.Code != "fault.all" || len(back.Error.Faults) != 1 {
		t.Errorf("decoded %+v, %v", back.Error, err)
	}
}

func TestDescribe(t *testing.T) {
	for _, test := range []struct{ name, fen, move, want string }{
		{"triboard", "4k3/8/8/P5Pp/8/8/8/4K3 w - h6 0 1", "a5h7", `{
			"move": "a5h7", "san": "axh7 e.p.", "from": "a5", "to": "h7", "kind": "en passant", "capture": true,
			"ways": [[{"board": "centre", "square": "a5"}, {"board": "left", "square": "h7"}]],
			"changes": [{"effect": "captured", "piece": "p", "from": "h5"}, {"effect": "moves", "piece": "P", "from": "a5", "to": "h7"}],
			"text": "White pawn takes the pawn on h5 en passant and lands on h7"}`},
		{"nachfolger", "7k/8/8/8/8/8/8/K2Q4 w - - 0 1", "d1h5", `{
			"move": "d1h5", "san": "Qh5@a4", "from": "d1", "to": "h5", "kind": "quiet", "capture": false,
			"ways": [[{"board": "centre", "square": "d1"}, {"board": "centre", "square": "e2"}, {"board": "centre", "square": "f3"},
				{"board": "centre", "square": "g4"}, {"board": "centre", "square": "h5"}]],
			"changes": [{"effect": "moves", "piece": "Q", "from": "d1", "to": "h5"}, {"effect": "goes on", "piece": "Q", "from": "h5", "to": "a4"}],
			"text": "White queen to h5, goes on to a4"}`},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", `{
			"move": "e1g1", "san": "O-O", "from": "e1", "to": "g1", "kind": "castling", "capture": false,
			"ways": [[{"board": "centre", "square": "e1"}, {"board": "centre", "square": "f1"}, {"board": "centre", "square": "g1"}]],
			"changes": [{"effect": "castles", "piece": "K", "from": "e1", "to": "g1"}, {"effect": "castles", "piece": "R", "from": "h1", "to": "f1"}],
			"text": "White castles kingside"}`},
	} {
		r := positions.Rules(t, variant.Builtin(), test.name)
		p := new(positions.From(t, r, test.fen))
		got, err := json.Marshal(wire.NewMoveInfo(locale.English(), r.Info(), describe.Move(r, p, positions.Move(t, r, p, test.move))))
		if err != nil {
			t.Fatalf("json.Marshal: %v", err)
		}
		if want := compact(t, test.want); string(got) != want {
			t.Errorf("%s: %s\n%s, want\n%s", test.name, test.move, got, want)
		}
	}
}

func compact(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, []byte(text)); err != nil {
		t.Fatalf("json.Compact: %v", err)
	}
	return out.String()
}

func TestChangeJSON(t *testing.T) {
	for _, test := range []struct {
		change describe.Change
		want   string
	}{
		{describe.Change{Effect: describe.Captured, Piece: board.NewPiece(board.Black, board.Pawn), From: "h5"},
			`{"effect":"captured","piece":"p","from":"h5"}`},
		{describe.Change{Effect: describe.Appeared, Piece: board.NewPiece(board.White, board.Knight), To: "d5"},
			`{"effect":"appears","piece":"N","to":"d5"}`},
		{describe.Change{Effect: describe.Promoted, Piece: board.NewPiece(board.White, board.Pawn), Into: board.NewPiece(board.White, board.Queen), From: "e8", To: "e8"},
			`{"effect":"promotes","piece":"P","into":"Q","from":"e8","to":"e8"}`},
		{describe.Change{Effect: describe.BoardMoved, Mount: "QL1", Onto: "QL2", Gone: []string{"z0QL1"}, Came: []string{"z4QL2"}},
			`{"effect":"board","pin":"QL1","onto":"QL2","gone":["z0QL1"],"came":["z4QL2"]}`},
		{describe.Change{Effect: describe.Turned, Mount: "QL1"}, `{"effect":"turns","pin":"QL1"}`},
	} {
		if got, err := json.Marshal(wire.NewMoveInfo(locale.English(), &rules.Info{}, describe.MoveInfo{Changes: []describe.Change{test.change}}).Changes[0]); err != nil || string(got) != test.want {
			t.Errorf("%s, %v, want %s", got, err, test.want)
		}
	}
}
