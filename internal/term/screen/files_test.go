package screen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/variant"
)

func TestSaveAndOpen(t *testing.T) {
	t.Chdir(t.TempDir())
	const file = "game.pgn"
	s := open(t, "nachfolger", "")
	s.typeMoves("e4", "e6", "Qh5")
	s.press("ctrl+s")
	s.wants("Save as", "nachfolger-20300506-070809.pgn")
	s.send(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl})
	s.send(tea.PasteMsg{Content: file + "\n"})
	s.press("enter")
	s.wants("Saved to")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	for _, want := range []string{`[Variant "`, `[Date "2030.05.06"]`, `[White "Person"]`, "1. e4 e6 2. Qh5@a4 *"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the file lacks %q:\n%s", want, text)
		}
	}
	// A session may overwrite its own file, but no other.
	s.typeMoves("a6")
	s.press("ctrl+s", "enter")
	s.wants("Saved to")
	other := open(t, "chess", "")
	other.press("ctrl+s")
	other.send(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl})
	other.send(tea.PasteMsg{Content: file})
	other.press("enter")
	other.wants("File game.pgn already exists; choose another name")

	// Opening a file also changes the rule set.
	before := s.Game.Position()
	other.press("ctrl+o", file, "enter")
	other.wants("Successor mirror chess", "Loaded", "4 half-moves")
	if got := other.Game.Position(); got != before {
		t.Error("the loaded position differs from the saved one")
	}
	other.press("ctrl+u")
	if other.Game.Ply() != 3 {
		t.Error("undo does not work in a loaded game")
	}
	other.press("ctrl+o", "none", "enter")
	other.wants("Cannot read")
	other.press("ctrl+o", ".", "enter")
	other.wants("not a game file")
}

func TestOpenAnotherGame(t *testing.T) {
	t.Chdir(t.TempDir())
	const file = "games.pgn"
	text := "1. e4 e5 1-0\n\n[Variant \"Triboard\"]\n\n1. Zz9 *\n\n1. d4 d5 2. c4 1/2-1/2\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	s := open(t, "chess", "")
	s.press("ctrl+o", file+" 3", "enter")
	s.wants("3 half-moves", "The recorded result is 1/2-1/2")
	s.press("ctrl+u")
	if s.Game.Over() {
		t.Error("the game is still over after undo")
	}
	s.press("ctrl+o", file+" 9", "enter")
	s.wants("Game 9 not found in games.pgn; its last game is 3")
	if g, err := session.Load(file, nil); err == nil {
		t.Errorf("Load without a finder read %v, want an error", g)
	}
}

func TestRoundTripInEveryRuleSet(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		s := open(t, r.Info().Name, "")
		for range 12 {
			p := s.Game.Position()
			s.press(r.Guide().FormatUCI(&p, firstMove(r, &p)), "enter")
		}
		file := filepath.Join(t.TempDir(), "x.pgn")
		if err := s.Save(file); err != nil {
			t.Fatalf("s.Save: %v", err)
		}
		g, err := session.Load(file, s.Options.Find)
		if err != nil {
			t.Fatalf("%s: Load: %v", r.Info().Name, err)
		}
		if err := s.Resume(g, s.People(), session.Overrides{}); err != nil {
			t.Fatalf("s.Resume: %v", err)
		}
		if got := s.Game.Position(); !got.Equal(&s.pos) {
			t.Errorf("%s: the loaded position differs from the saved one", r.Info().Name)
		}
	}
}
