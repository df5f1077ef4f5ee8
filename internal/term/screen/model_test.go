package screen

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/term/grid"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

func TestDotsAndRings(t *testing.T) {
	s := open(t, "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")
	s.At("e5").press("enter")
	s.shows("e5", "‹♙›", "")
	s.shows("e6", "●", "(")
	s.shows("d6", "(", "●") // en passant counts as a capture, although the square is empty
	s.shows("f6", "", "●")
	s.At("d6")
	s.shows("d5", "×♟×", "") // the captured pawn
	s.wants("If played: White pawn takes the pawn on d5 en passant and lands on d6")
	s.press("esc")
	s.shows("e6", "", "●")
	s.lacks("If played")
}

func TestMarksInOneRow(t *testing.T) {
	s := open(t, "chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 2")
	s.resize(50, 18)
	if s.layout == nil || s.layout.cellH != 1 {
		t.Fatal("cells do not have one row")
	}
	s.At("e4").press("enter")
	s.shows("d5", "(♟)", "")
	s.shows("e5", "●", "(")
	s.At("d5")
	s.shows("d5", "«♟»", "")
	s.At("e5")
	s.shows("e5", "[●]", "")
	s.shows("e4", "‹♙›", "")
}

func TestReflectionPreview(t *testing.T) {
	for _, test := range []struct {
		name, rules, position, from, to, ghostAt, ghost, sentence string
	}{
		{"same kind", "mirrorsquare", "", "e2", "e4", "d5", "{♟}", "White pawn to e4; a black pawn appears on d5"},
		{"successor", "nachfolger", "", "e2", "e4", "d5", "{♞}", "White pawn to e4; a black knight appears on d5"},
		{"goes on", "nachfolger", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1", "h5", "a4", "{♕}", "White queen to h5, goes on to a4"},
		{"onto its own square", "mirrorsquare", "4k3/8/8/3B4/8/8/8/4K3 w - - 0 1", "d5", "e4", "d5", "{♝}", "a black bishop appears on d5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, test.rules, test.position)
			s.At(test.from).press("enter")
			s.At(test.to)
			s.shows(test.ghostAt, test.ghost, "")
			s.wants(test.sentence)
		})
	}
	s := open(t, "mirrorsquare", "")
	s.At("b1").press("enter")
	s.At("a3") // reflects onto h6
	if line := strings.Count(s.text(), "·"); line < 10 {
		t.Errorf("the line of the reflection has %d points, want at least 10\n%s", line, s.text())
	}
	s.At("c3").press("enter")
	s.shows("f6", "{♞}", "") // the new piece is marked
	s.wants("1. Nc3  White knight to c3; a black knight appears on f6")
	s.typeMoves("e5")
	s.shows("f6", "♞", "{")
}

func TestWayOverTheSeam(t *testing.T) {
	s := open(t, "triboard", "4k3/8/8/8/8/8/8/R3K3 w - - 0 2")
	s.At("a1").press("enter")
	s.shows("h1", "●", "")
	if got := s.cellOn(rules.Copy(-1), "g1"); !strings.Contains(got, "●") {
		t.Errorf("the left board shows %q on g1, want the end of the way", got)
	}
	s.At("f1")
	if got := s.cellOn(rules.Copy(-1), "f1"); !strings.Contains(got, "←♖}") {
		t.Errorf("the left board shows %q on f1, want the rook coming from the right", got)
	}
	s.wants("If played: White rook to f1 over the seam")
	s.press("ctrl+f") // flips every board
	s.At("f1")
	if got := s.cellOn(rules.Copy(-1), "f1"); !strings.Contains(got, "→♖}") {
		t.Errorf("flipped, the left board shows %q on f1, want the rook coming from the left", got)
	}
	seam := open(t, "triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2")
	seam.At("a5").press("enter")
	seam.shows("h7", "( )", "")
	seam.At("h7").press("enter")
	seam.wants("axh7 e.p.", "lands on h7")
}

func TestIllegalMoves(t *testing.T) {
	s := open(t, "mirrorsquare", "")
	s.typeMoves("e4")
	s.At("d7").press("enter")
	s.shows("d6", "●", "")
	s.At("d5").press("enter") // selects another own piece instead
	if s.chosen != "d5" {
		t.Errorf("selected square = %q", s.chosen)
	}
	s.press("d7d5", "enter")
	s.wants("d5 is occupied by your own pawn")
	s.press("nonsense", "enter")
	s.wants(`"nonsense" is not a legal move`)
	s.At("g8").press("enter")
	s.At("g5").press("enter")
	s.wants("A knight on g8 cannot reach g5")
	s.press("esc")
	s.At("e3").press("enter")
	s.wants("e3 is empty; choose one of Black's pieces")
	s.At("g1").press("enter")
	s.wants("It is Black's turn")
	s.At("a8").press("enter")
	s.wants("The black rook on a8 has no legal moves")
	if s.Game.Ply() != 1 {
		t.Error("an illegal move was played")
	}
}

func TestPromotionPicker(t *testing.T) {
	s := open(t, "nachfolger", "4k3/P7/8/8/8/2K5/8/8 w - - 0 5")
	s.At("a7").press("enter", "tab")
	s.shows("a8", "{♕}", "")
	s.press("enter")
	s.wants("Promote to", "queen", "rook", "bishop", "knight")
	s.press("down", "down")
	s.wants("promotes to a bishop; a black rook appears on h1")
	s.shows("h1", "{♜}", "")
	s.press("esc")
	s.lacks("Promote to")
	s.press("enter", "n")
	s.wants("5. a8=N", "promotes to a knight; a black bishop appears on h1")
	if got := s.pos.Piece(board.At(0, 7)); got != board.NewPiece(board.White, board.Knight) {
		t.Errorf("a8 has a %v, want a white knight", got)
	}
}

const movableBoard = "W:4/4/P1PP/NBBN|N:4/4/4/4|B:nbbn/pppp/4/4|QL1w:2/1P|QL6b:rq/pp|KL1w:P1/KR|KL6b:kr/pp w - - - 0 5"

func TestMoveBoard(t *testing.T) {
	s := open(t, "trid", "")
	s.press("ctrl+b")
	s.wants("No board can move right now")
	s = open(t, "trid", movableBoard)
	s.resize(120, 40)
	s.press("ctrl+b")
	s.wants("Move a board", "QL1")
	found := false
	for range s.chooser.items {
		if s.Rules().Guide().FormatUCI(&s.pos, s.chooser.items[s.chooser.at].move) == "QL1-KL2" {
			found = true
			break
		}
		s.press("down")
	}
	if !found {
		t.Fatalf("QL1-KL2 is not offered:\n%s", s.text())
	}
	s.shows("e4KL2", "{♙}", "")
	s.press("enter")
	s.wants("White moves the board on QL1 to KL2; the white pawn is carried from a0QL1 to e4KL2")
	if _, ok := s.squares["a0QL1"]; ok {
		t.Error("the board on QL1 did not move")
	}
	s = open(t, "trid", "W:4/4/4/1KR1|N:4/4/4/4|B:4/1k2/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9")
	s.typeMoves("QL1^180")
	s.wants("White rotates the board on QL1 by 180°")
	for _, name := range []string{"z0QL1", "a0QL1", "z1QL1", "a1QL1"} {
		if last := s.marks()[grid.Spot{Copy: rules.Centre, Name: name}]; last == nil || !last.last {
			t.Errorf("the rotation does not mark %s as the last move", name)
		}
	}
	before := open(t, "triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", func(o *session.Options) { o.LastMove = "h7h5" })
	if before.Notice != "En passant is possible: a5xh7" {
		t.Errorf("notice = %q", before.Notice)
	}
	for _, name := range []string{"h7", "h5"} {
		if last := before.marks()[grid.Spot{Copy: rules.Centre, Name: name}]; last == nil || !last.last {
			t.Errorf("the move before the game does not mark %s", name)
		}
	}
	chess := open(t, "chess", "")
	chess.press("ctrl+b")
	chess.wants("Boards do not move in this game")
	chess.lacks("b boards")
}

func TestMouse(t *testing.T) {
	s := open(t, "mirrorsquare", "")
	point := func(name string) tea.Mouse {
		x, y := s.layout.centre(s.layout.plan.Find(grid.Spot{Copy: rules.Centre, Name: name}))
		return tea.Mouse{X: x, Y: y, Button: tea.MouseLeft}
	}
	s.send(tea.MouseClickMsg(point("e2")))
	s.send(tea.MouseReleaseMsg(point("e2")))
	s.shows("e4", "●", "")
	s.send(tea.MouseMotionMsg(point("e4")))
	s.wants("If played: White pawn to e4; a black pawn appears on d5")
	s.send(tea.MouseClickMsg(point("e4")))
	s.wants("1. e4")
	// A piece can be dragged.
	s.send(tea.MouseClickMsg(point("d5")))
	s.send(tea.MouseMotionMsg(point("e4")))
	s.send(tea.MouseReleaseMsg(point("e4")))
	s.wants("dxe4")
	// The right button deselects.
	s.send(tea.MouseClickMsg(point("d2")))
	if s.chosen != "d2" {
		t.Errorf("selected square = %q", s.chosen)
	}
	right := point("d2")
	right.Button = tea.MouseRight
	s.send(tea.MouseClickMsg(right))
	if s.chosen != "" {
		t.Errorf("selected square = %q", s.chosen)
	}
	// Footer words can be clicked.
	for _, f := range s.footItems() {
		if f.binding.name == "undo" {
			s.send(tea.MouseClickMsg{X: f.at.x, Y: f.at.y, Button: tea.MouseLeft})
		}
	}
	s.wants("Took back dxe4")
	// Clicks outside the board and the panel have no effect.
	for _, at := range []tea.Mouse{{X: -1, Y: -1}, {X: 500, Y: 500}, {X: 79, Y: 23}} {
		at.Button = tea.MouseLeft
		s.send(tea.MouseClickMsg(at))
	}
}

func TestSideBoardsCanBeClicked(t *testing.T) {
	s := open(t, "triboard", "")
	x, y := s.layout.centre(s.layout.plan.Find(grid.Spot{Copy: rules.Copy(1), Name: "e2"}))
	s.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	if s.chosen != "e2" {
		t.Errorf("selected square = %q", s.chosen)
	}
}

func TestGameToMate(t *testing.T) {
	s := open(t, "chess", "")
	s.typeMoves("f3", "e7e5", "g2-g4", "Qh4#")
	s.wants("2... Qh4#", "checkmate", "Checkmate: Black wins")
	s.shows("e1", "!♔!", "")
	s.press("e4", "enter")
	s.wants("The game is over: checkmate")
	s.press("ctrl+u")
	s.lacks("Checkmate: Black wins")
	s.press("ctrl+y")
	s.wants("Checkmate: Black wins")
}

func TestGameByCursor(t *testing.T) {
	s := open(t, "cylinder", "")
	// From the king, go left to d1 and up to d2, select the pawn, and move it two squares.
	s.press("left", "up", "enter", "up", "up", "enter")
	s.wants("1. d4", "White pawn to d4")
}

func TestFlip(t *testing.T) {
	s := open(t, "chess", "")
	before := s.layout.cell(s.layout.plan.Find(grid.Spot{Copy: rules.Centre, Name: "a1"}))
	s.press("ctrl+f")
	after := s.layout.cell(s.layout.plan.Find(grid.Spot{Copy: rules.Centre, Name: "a1"}))
	if before.y <= after.y || before.x >= after.x {
		t.Errorf("flipping moved a1 from %v to %v", before, after)
	}
	s.press("ctrl+f")
	if again := s.layout.cell(s.layout.plan.Find(grid.Spot{Copy: rules.Centre, Name: "a1"})); again != before {
		t.Errorf("flipping twice moved a1 from %v to %v", before, again)
	}
}

func TestTooSmall(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		name := r.Info().Name
		s := open(t, name, "")
		w, h := least(r.Info())
		s.resize(w, h)
		if s.layout == nil {
			t.Errorf("%s does not fit on its minimum size, %d by %d", name, w, h)
		}
		s.resize(w, h-1)
		s.wants("This terminal is")
		s.press("up", "enter", "x")
		s.send(tea.MouseClickMsg{X: 3, Y: 3, Button: tea.MouseLeft})
		s.resize(1, 1)
		_ = s.View()
		s.resize(0, 0)
		_ = s.View()
		s.resize(80, 24)
		s.wants(r.Info().Title)
	}
}

// TestPlanOnScreen checks that keys step through a plan and close it.
func TestPlanOnScreen(t *testing.T) {
	s := open(t, "trid", movableBoard)
	before := s.pos
	s.press("ctrl+p", "QL1-QL2; QL2-QL9; Nc3W", "enter")
	s.wants("Plan", "White moves, Black does not", "1. QL2", "2. QL2-QL9  illegal", "Step 2, QL2-QL9: ")
	if s.pos == before || s.Game.Ply() != 0 {
		t.Error("the first step is not shown, or it changed the game")
	}
	s.press("home")
	s.wants("Plan: White moves, Black does not")
	if s.pos != before {
		t.Error("home does not show the start of the plan")
	}
	s.press("left", "right", "right", "end", "ctrl+f", "enter", "tab")
	s.wants("Step 2, QL2-QL9: ")
	s.press("esc")
	s.lacks("White moves, Black does not")
	if s.pos != before || s.plan != nil {
		t.Error("esc does not close the plan")
	}
	// A plan can be typed instead of a move.
	s.press("plan QL1-QL2; Nc3W", "enter", "right")
	s.wants("Step 2 of 2: White knight to c3W. The plan can be played")
	s.press("ctrl+p", "", "enter")
	if s.plan != nil || s.pos != before {
		t.Error("an empty plan is shown")
	}
	s.press("ctrl+p", "Zz", "enter")
	s.wants("Step 1, Zz: ")
	if s.Game.Ply() != 0 {
		t.Error("a plan changed the game")
	}
}
