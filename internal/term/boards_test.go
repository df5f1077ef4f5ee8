package term

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
		s.wants("KL2-QL3 cannot be played: the board cannot stand on QL3",
			"×QL1", "×QL3", "×KL1", "×KL3")
		s.lacks("×QL2", "×QL4", "If played")
		golden(t, "trid-closed-"+map[int]string{80: "80x24", 120: "120x40"}[size[0]], s.text())
		before := s.pos
		s.press("enter")
		if s.pos != before || s.chooser == nil {
			t.Fatal("a move that cannot be played was taken")
		}
		s.press("up", "down")
		s.wants("KL2-QL3 cannot be played")
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
	chess.wants("No boards move in this game")
}

// TestAskTheConsole asks why, of moves and of boards, and for quadrants.
func TestAskTheConsole(t *testing.T) {
	for _, c := range []struct{ rules, position, line, want string }{
		{"trid", closedPins, "why KL2-QL3", "KL2-QL3 cannot be played: the board cannot stand on QL3: your pawn on a2W casts its shadow on column a2"},
		{"trid", closedPins, "why KL2-KL4", "KL2 and KL4 are not neighbours"},
		{"trid", closedPins, "why KL2-QL2", "KL2-QL2 can be played: White moves the board on KL2 to QL2"},
		{"trid", closedPins, "why kl2", "The board on KL2 may go to QL2 or turn where it stands.\nNot to QL1: from KL2 to QL1 is backward for White"},
		{"trid", closedPins, "why KL2", "Not to KL3: KL3 holds a board already.\nQL4, QL5, QL6, KL4, KL5 and KL6 are no neighbours of KL2."},
		{"trid", closedPins, "why KL3", "The board on KL3 carries 2 pieces: with more than one aboard nobody may move it.\n"},
		{"trid", closedPins, "why QL4", "The board on QL4 carries a black queen, so only Black may move it.\n"},
		{"trid", closedPins, "why QL9", "there is no pin QL9"},
		{"trid", closedPins, "why", "why wants more"},
		{"chess", "", "why e5", "e5 cannot be played"},
		{"chess", "", "why e4", "e4 can be played: White pawn to e4."},
		{"chess", "", "why \x1b[31m", "is no move"},
		{"trid", closedPins, "quadrants", "KL2, White's: q1 d4KL2, q2 e4KL2, q3 e5KL2 ♙, q4 d5KL2.\nKL3, Black's, turned half round: q1 e3KL3 ♞, q2 d3KL3 ♜, q3 d2KL3, q4 e2KL3."},
		{"trid", closedPins, "quadrants ql1", "QL1, White's: q1 z0QL1, q2 a0QL1, q3 a1QL1, q4 z1QL1 ♙.\n"},
		{"trid", closedPins, "quadrants QL2", "No board stands on \"QL2\""},
		{"chess", "", "quadrants", "No boards move in this game."},
	} {
		input := c.line + "\n"
		if c.position != "" {
			input = "new " + c.position + "\n" + input
		}
		got := talk(t, c.rules, input)
		if !strings.Contains(got, c.want) || strings.Contains(got, "\x1b") {
			t.Errorf("%s, %s is answered\n%s, want\n%s", c.rules, c.line, got, c.want)
		}
	}
}
