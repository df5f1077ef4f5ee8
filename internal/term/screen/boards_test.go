package screen

import (
	"strings"
	"testing"
)

// closedPins has a board on KL2 that cannot move to some pins: two are backward, one is
// occupied, and one is in the shadow of the pawn on a2.
const closedPins = "W:4/4/P1P1/1BKN|N:N3/4/4/4|B:nbbk/pppp/4/4|QL1w:P1/2|QL4b^:2/1q|KL2w:1P/2|KL3b^:rn/2 w - - - 0 12"

// goTo highlights the list item with a label.
func (s *screenTest) goTo(label string) {
	s.t.Helper()
	for range s.chooser.items {
		if s.chooser.items[s.chooser.at].label == label {
			return
		}
		s.press("down")
	}
	s.t.Fatalf("the list has no item %s", label)
}

// TestClosedPins checks that the list of board moves shows illegal moves with reasons, marks
// their pins, and does not play them.
func TestClosedPins(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		s := open(t, "trid", closedPins)
		s.resize(size[0], size[1])
		s.press("ctrl+b")
		s.goTo("KL2-QL3")
		s.wants("KL2-QL3 is not legal: the board cannot go to QL3",
			"×QL1", "×QL3", "×KL1", "×KL3")
		s.lacks("×QL2", "×QL4", "If played")
		golden(t, "trid-closed-"+map[int]string{80: "80x24", 120: "120x40"}[size[0]], s.text())
		before := s.pos
		s.press("enter")
		if s.pos != before || s.chooser == nil {
			t.Fatal("an illegal board move was played")
		}
		s.press("up", "down")
		s.wants("KL2-QL3 is not legal")
		s.goTo("KL3")
		s.wants("The board on KL3 carries 2 pieces")
		s.press("esc")
		s.lacks("×")
	}
	s := open(t, "meder", strings.ReplaceAll(closedPins, "^", ""))
	s.press("ctrl+b")
	s.goTo("KL2-KL1")
	s.wants("backward for White")
	for _, it := range s.chooser.items {
		if strings.HasPrefix(it.label, "turn") {
			t.Errorf("meder lists the rotation %s", it.label)
		}
	}
}

// TestQuadrantsOnScreen checks that quadrants are numbered while a board is highlighted, and
// that a key turns the numbers on and off.
func TestQuadrantsOnScreen(t *testing.T) {
	s := open(t, "trid", closedPins)
	s.resize(120, 40)
	s.lacks("q1")
	s.press("ctrl+b")
	s.wants("q1", "q2", "q3", "q4")
	s.press("ctrl+k")
	s.lacks("q1")
	s.press("esc", "ctrl+b")
	s.lacks("q1")
	s.press("esc", "ctrl+k")
	s.wants("q1", "anticlockwise")
	golden(t, "trid-quadrants-120x40", s.text())
	s.press("ctrl+f")
	s.wants("q1")
	s.resize(80, 24)
	golden(t, "trid-quadrants-80x24", s.text())
	chess := open(t, "chess", "")
	chess.press("ctrl+k")
	chess.wants("Boards do not move in this game")
}
