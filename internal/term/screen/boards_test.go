package screen

import (
	"strings"
	"testing"
)

// closedPins has a board on KL2 that finds pins closed to it: backward, held,
// and in the shadow of the pawn on a2.
const closedPins = "W:4/4/P1P1/1BKN|N:N3/4/4/4|B:nbbk/pppp/4/4|QL1w:P1/2|QL4b^:2/1q|KL2w:1P/2|KL3b^:rn/2 w - - - 0 12"

// goTo moves the cursor of the list to an item.
func (s *screenTest) goTo(label string) {
	s.t.Helper()
	for range s.chooser.items {
		if s.chooser.items[s.chooser.at].label == label {
			return
		}
		s.press("down")
	}
	s.t.Fatalf("the list has no %s", label)
}

// TestClosedPins shows in the list of board moves what cannot be played and
// why, marks the pins, and takes none of it.
func TestClosedPins(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		s := open(t, "trid", closedPins)
		s.resize(size[0], size[1])
		s.press("b")
		s.goTo("KL2-QL3")
		s.wants("KL2-QL3 is not legal: the board cannot go to QL3",
			"×QL1", "×QL3", "×KL1", "×KL3")
		s.lacks("×QL2", "×QL4", "If played")
		golden(t, "trid-closed-"+map[int]string{80: "80x24", 120: "120x40"}[size[0]], s.text())
		before := s.pos
		s.press("enter")
		if s.pos != before || s.chooser == nil {
			t.Fatal("a move that cannot be played was taken")
		}
		s.press("up", "down")
		s.wants("KL2-QL3 is not legal")
		s.goTo("KL3")
		s.wants("The board on KL3 carries 2 pieces")
		s.press("esc")
		s.lacks("×")
	}
	s := open(t, "meder", strings.ReplaceAll(closedPins, "^", ""))
	s.press("b")
	s.goTo("KL2-KL1")
	s.wants("backward for White")
	for _, it := range s.chooser.items {
		if strings.HasPrefix(it.label, "turn") {
			t.Errorf("meder speaks of turns: %s", it.label)
		}
	}
}

// TestQuadrantsOnScreen numbers the quadrants while a board is chosen, and by
// its key always or never.
func TestQuadrantsOnScreen(t *testing.T) {
	s := open(t, "trid", closedPins)
	s.resize(120, 40)
	s.lacks("q1")
	s.press("b")
	s.wants("q1", "q2", "q3", "q4")
	s.press("k")
	s.lacks("q1")
	s.press("esc", "b")
	s.lacks("q1")
	s.press("esc", "k")
	s.wants("q1", "anticlockwise")
	golden(t, "trid-quadrants-120x40", s.text())
	s.press("f")
	s.wants("q1")
	s.resize(80, 24)
	golden(t, "trid-quadrants-80x24", s.text())
	chess := open(t, "chess", "")
	chess.press("k")
	chess.wants("Boards do not move in this game")
}
