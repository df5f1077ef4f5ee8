package rules_test

import (
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// TestClassString checks that String returns the rarest class.
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
			t.Errorf("String() of %b = %q, want %q", class, got, want)
		}
	}
}

func TestSeam(t *testing.T) {
	way := rules.Way{{Copy: rules.Centre, Square: "g2"}, {Copy: rules.Copy(1), Square: "a4"}}
	if !way.Seam() || way[:1].Seam() {
		t.Errorf("Seam() is %v for %v and %v for %v; want true and false", way.Seam(), way, way[:1].Seam(), way[:1])
	}
}

func TestErrorText(t *testing.T) {
	var err error = rules.Faults{
		{Message: message.New("fault.rank-width.fen",
			"rank {rank} is {width, plural, one {# square} other {# squares}} wide instead of 8", message.Args{"rank": 3, "width": 9})},
		{Message: message.New("fault.no-king.space", "{side} has no king (only a kingless setup may lack one)", message.Args{"side": board.White})},
	}
	if got := err.Error(); got != "rank 3 is 9 squares wide instead of 8; White has no king (only a kingless setup may lack one)" {
		t.Errorf(`Error() = %q; want "rank 3 is 9 squares wide instead of 8; White has no king (only a kingless setup may lack one)"`, got)
	}
	no := rules.Illegal("illegal.empty-square", "there is no piece on {square}", message.Args{"square": message.Square("e4")})
	if err = no; no.Code != rules.CodeEmpty {
		t.Errorf("code %q", no.Code)
	}
	if got := err.Error(); got != "there is no piece on e4" {
		t.Errorf(`Error() = %q; want "there is no piece on e4"`, got)
	}
}
