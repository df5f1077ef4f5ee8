package notation_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tainchess/tain/notation"
)

// TestLongMove checks that the limit and the message count characters, not bytes.
func TestLongMove(t *testing.T) {
	_, err := notation.NewMoveText(strings.Repeat("♔", notation.MaxMove), nil)
	if err != nil {
		t.Errorf("a move of %d characters: %v", notation.MaxMove, err)
	}
	_, err = notation.NewMoveText(strings.Repeat("♔", 100), nil)
	if err == nil || !strings.Contains(err.Error(), "100 characters") {
		t.Errorf("a move of 100 characters: %v", err)
	}
}

func TestMoveText(t *testing.T) {
	signs := map[rune]byte{'°': ' ', ':': 'x'}
	for input, want := range map[string]notation.MoveText{
		"  ♘g1 → f3+ !?": {Chars: "Ng1-f3"},
		"exd6 e.p.":      {Chars: "exd6", EnPassant: true},
		"exd6 E.P.#":     {Chars: "exd6", EnPassant: true},
		"e5:d6ep":        {Chars: "e5xd6", EnPassant: true},
		"QL1–QL2^180°":   {Chars: "QL1-QL2^180"},
	} {
		if got, err := notation.NewMoveText(input, signs); err != nil || got.Chars != want.Chars || got.EnPassant != want.EnPassant {
			t.Errorf("NewMoveText(%q) = %+v, %v; want %+v", input, got, err, want)
		}
	}
	for input, offset := range map[string]int{
		" + ": 1, "": 0, "e2é4": 2, strings.Repeat("♔", 100): notation.MaxMove,
	} {
		var bad *notation.SyntaxError
		if _, err := notation.NewMoveText(input, nil); !errors.As(err, &bad) || bad.Offset != offset {
			t.Errorf("NewMoveText(%q): %v, want an error at %d", input, err, offset)
		}
	}
}
