package message

import (
	"errors"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
)

var knight = board.NewPiece(board.Black, board.Knight)

// TestString formats English sentences with every type of argument.
func TestString(t *testing.T) {
	at := time.Date(2026, 5, 1, 9, 30, 0, 0, time.UTC)
	for _, test := range []struct {
		english string
		args    Args
		want    string
	}{
		{"the {piece} on {square}", Args{"piece": knight, "square": Square("b3N")}, "the black knight on b3N"},
		{"{side} has {role, a}, not {roles, or many}", Args{"side": board.White, "role": board.Rook, "roles": List{board.Bishop, board.Queen}}, "White has a rook, not bishops or queens"},
		{"{roles, and many capital}", Args{"roles": List{board.Pawn, board.King}}, "Pawns and kings"},
		{"{text, quote} {text, sign}", Args{"text": "x\n"}, `"x\n" 'x'`},
		{"{n, number} {n, plural, one {move} other {moves}}", Args{"n": -12345}, "-12,345 moves"},
		{"{n, plural, =0 {none} one {# move} other {# moves}}", Args{"n": 1}, "1 move"},
		{"{on, select, true {on} other {off}}", Args{"on": true}, "on"},
		{"so: {part}", Args{"part": New("a.part", "part {n}", Args{"n": 2})}, "so: part 2"},
		{"{day, date}; {day}", Args{"day": at}, "1 May 2026; 1 May 2026, 09:30 UTC"},
		{"{a, a}, {b, a} and {c, and many}", Args{"a": Kind("archbishop"), "b": Kind("guard"), "c": List{Kind("ferz"), Kind("Elf")}}, "an archbishop, a guard and ferzes and Elfs"},
		{"the {piece} and the {other}", Args{"piece": Man{"cannon", board.Black}, "other": Man{"G", board.White}}, "the black cannon and the white G"},
		{"{kind, select, cannon {yes} other {no}}", Args{"kind": Kind("cannon")}, "yes"},
		{"{missing}", nil, "{missing}"},
		{"{", nil, "a.b"},
		{"", nil, "a.b"},
	} {
		if got := New("a.b", test.english, test.args).String(); got != test.want {
			t.Errorf("%q with %v is %q, want %q", test.english, test.args, got, test.want)
		}
	}
	if got := (Message{}).String(); got != "" {
		t.Errorf("the zero message is %q, want none", got)
	}
}

// TestOf checks the explanations of errors.
func TestOf(t *testing.T) {
	if m := Of(nil); !m.IsZero() {
		t.Errorf("Of(nil) = %v, want the zero message", m)
	}
	if got := Of(errors.New("plain")).String(); got != "plain" {
		t.Errorf("Of(errors.New(\"plain\")) is %q, want plain", got)
	}
	if got := Of(explained{}).Code; got != "illegal.no-castling" || got.Reason() != "no-castling" {
		t.Errorf("Of(explained{}).Code = %q with the reason %q, want illegal.no-castling and no-castling", got, got.Reason())
	}
	if r := Code("x").Reason(); r != "" {
		t.Errorf("Code(\"x\").Reason() = %q, want none", r)
	}
}

type explained struct{}

func (explained) Error() string { return "" }
func (explained) Explain() Message {
	return New("illegal.no-castling", "castling is not part of this game", nil)
}
