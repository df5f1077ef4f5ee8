package notation_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

func TestFields(t *testing.T) {
	got := notation.Fields(" a/bc\t\u2003a  a/\n")
	want := []notation.Field{{Text: "a/bc", Offset: 1}, {Text: "a", Offset: 9}, {Text: "a/", Offset: 12}}
	if !slices.Equal(got, want) {
		t.Fatalf("%v, want %v", got, want)
	}
	if parts := got[2].Split("/"); !slices.Equal(parts, []notation.Field{{Text: "a", Offset: 12}, {Text: "", Offset: 14}}) {
		t.Errorf("split into %v", parts)
	}
	if parts := got[0].Split("/"); !slices.Equal(parts, []notation.Field{{Text: "a", Offset: 1}, {Text: "bc", Offset: 3}}) {
		t.Errorf("split into %v", parts)
	}
}

func TestClip(t *testing.T) {
	if got := notation.Clip("e2e4"); got != "e2e4" {
		t.Errorf("Clip changed a short string to %q", got)
	}
	for shift := range 4 { // at least one shift would cut a character in two
		text := strings.Repeat("x", shift) + strings.Repeat("♔", 40)
		got := notation.Clip(text)
		if !utf8.ValidString(got) || !strings.HasSuffix(got, "♔...") || len(got) > 83 {
			t.Errorf("%q was clipped to %q", text, got)
		}
	}
	if got := notation.Clip(strings.Repeat("\x80", 200)); got != "..." {
		t.Errorf("Clip changed invalid UTF-8 to %q", got)
	}
}

func TestReport(t *testing.T) {
	var r notation.Report
	if side, ok := r.Side(notation.Field{Text: "b"}); side != board.Black || !ok {
		t.Errorf("Side(b) = %v, %v", side, ok)
	}
	if half, full := r.HalfmoveClock(notation.Field{Text: "65535"}), r.FullmoveNumber(notation.Field{Text: "0"}); half != 65535 || full != 1 {
		t.Errorf("the clocks are %d and %d", half, full)
	}
	if err := r.Err(); err != nil {
		t.Fatalf("Err = %v without faults", err)
	}
	r.Fault(-1, "fault.no-king.flat",
		"{side} has no king: only a kingless setup may lack one", message.Args{"side": board.White})
	r.FullmoveNumber(notation.Field{Text: "1000000000", Offset: 9})
	r.HalfmoveClock(notation.Field{Text: "-1", Offset: 7})
	if _, ok := r.Side(notation.Field{Text: "W", Offset: 5}); ok {
		t.Error("W was accepted as a side")
	}
	var faults rules.Faults
	if err := r.Err(); !errors.As(err, &faults) {
		t.Fatalf("%v is not a list of faults", err)
	}
	var offsets []int
	for _, f := range faults {
		offsets = append(offsets, f.Offset)
	}
	if !slices.Equal(offsets, []int{5, 7, 9, -1}) {
		t.Errorf("error offsets = %v", offsets)
	}
	for range 2 * notation.MostFaults {
		r.Fault(0, "fault.clock.large", "the {clock, select, half {halfmove clock} other {move number}} {text} is larger than {most}", nil)
	}
	if err := r.Err(); !errors.As(err, &faults) || len(faults) != notation.MostFaults+1 || faults[len(faults)-1].Code != notation.FaultMore {
		t.Errorf("%d faults are listed: %v", len(faults), err)
	}
}
