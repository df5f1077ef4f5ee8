package rules_test

import (
	"encoding/json"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// TestClassString names a move by the rarest thing it is.
func TestClassString(t *testing.T) {
	for class, want := range map[rules.Class]string{
		0:                                 "quiet",
		rules.Capture:                     "capture",
		rules.Capture | rules.EnPassant:   "en passant",
		rules.Promotion:                   "promotion",
		rules.Capture | rules.Promotion:   "promotion",
		rules.Castling:                    "castling",
		rules.BoardMove:                   "board",
		rules.BoardMove | rules.Promotion: "board",
	} {
		if got := class.String(); got != want {
			t.Errorf("%b is %q, want %q", class, got, want)
		}
	}
}

func TestWayJSON(t *testing.T) {
	way := rules.Way{{Board: rules.Centre, Square: "g2"}, {Board: rules.Right, Square: "a4"}, {Board: rules.Left, Square: "h4"}}
	const want = `[{"board":"centre","square":"g2"},{"board":"right","square":"a4"},{"board":"left","square":"h4"}]`
	if got, err := json.Marshal(way); err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	if !way.Seam() || way[:1].Seam() {
		t.Error("the seam is not where the way leaves the centre")
	}
}

func TestErrorsReadAsSentences(t *testing.T) {
	var err error = rules.Faults{{Msg: "rank 3 is 9 wide"}, {Msg: "White has no king"}}
	if got := err.Error(); got != "rank 3 is 9 wide; White has no king" {
		t.Errorf("%q", got)
	}
	err = &rules.IllegalMove{Code: rules.CodeEmpty, Msg: "there is no piece on e4"}
	if got := err.Error(); got != "there is no piece on e4" {
		t.Errorf("%q", got)
	}
	if rules.SideName(board.White) != "White" || rules.SideName(board.Black) != "Black" {
		t.Error("the sides have other names")
	}
}
