package screen

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/rules"
)

// TestTypedMoves plays moves by typing them, without a key that opens the field first.
func TestTypedMoves(t *testing.T) {
	s := open(t, "chess", "")
	s.press("e4", "enter", "d5", "enter", "exd5", "enter", "c7-c5", "enter", "dxc6", "enter", "h6", "enter", "Nf3", "enter",
		"Bf5", "enter", "Be2", "enter", "Qc7", "enter", "0-0", "enter")
	if s.Game.Ply() != 11 || s.chosen != "" {
		t.Fatalf("%d half-moves were played: %s\n%s", s.Game.Ply(), s.status, s.text())
	}
	s.press("Qc", "esc")
	if s.field != nil || s.Game.Ply() != 11 {
		t.Error("esc did not close the field")
	}
	s.send(tea.PasteMsg{Content: "Nf6"})
	s.press("enter")
	if s.Game.Ply() != 12 {
		t.Errorf("a pasted move was not played: %s", s.status)
	}
}

// TestTypedCommands types commands, with and without a colon. Typing help must not ask the engine for a hint,
// which the next enter would play.
func TestTypedCommands(t *testing.T) {
	s := open(t, "chess", "")
	s.press("help")
	if s.work != nil || s.helping {
		t.Error("typing help without enter did something")
	}
	s.press("enter")
	if !s.helping {
		t.Error("help did not open the help")
	}
	s.press("esc", "enter")
	if s.Game.Ply() != 0 {
		t.Error("enter after help played a move")
	}
	s.press("e4", "enter", ":undo", "enter")
	if s.Game.Ply() != 0 {
		t.Error(":undo did not take back the move")
	}
	s.press(":y", "enter")
	if s.Game.Ply() != 1 {
		t.Error(":y did not replay the move")
	}
	flipped := s.flip
	if s.press(":f", "enter"); s.flip == flipped {
		t.Error(":f did not flip the board")
	}
	s.press(":nonsense", "enter")
	s.wants("Unknown command :nonsense. Press ? for a list of commands.")
	s.press(":save "+t.TempDir()+"/x.pgn", "enter")
	s.wants("x.pgn")
	s.press("f", "enter")
	s.wants("is not a legal move")
}

// TestTypedInGerman types moves and commands in German.
func TestTypedInGerman(t *testing.T) {
	german, _ := locale.For("de")
	s := open(t, "chess", "", func(o *session.Options) { o.Language, o.Letters = german, "de" })
	s.press("Sf3", "enter", "Nf6", "enter", "zurück", "enter", "Sc6", "enter")
	if s.Game.Ply() != 2 {
		t.Fatalf("%d half-moves were played: %s", s.Game.Ply(), s.status)
	}
	s.wants("Sf3", "Sc6")
}

// TestAnswers answers questions with the letters of the language, and with y in any language.
func TestAnswers(t *testing.T) {
	for tag, letters := range map[string][2]string{"en": {"y", "n"}, "de": {"j", "n"}, "fr": {"o", "n"}, "es": {"S", "n"}, "ru": {"д", "н"}} {
		language, _ := locale.For(tag)
		s := open(t, "chess", "", func(o *session.Options) { o.Language = language })
		s.press("e4", "enter", "ctrl+r", letters[1])
		if s.Game.Over() || s.ask != nil {
			t.Errorf("%s: %s resigned", tag, letters[1])
		}
		s.press("ctrl+r", letters[0])
		if !s.Game.Over() {
			t.Errorf("%s: %s did not resign", tag, letters[0])
		}
		s.press("ctrl+u", "ctrl+r", "y")
		if !s.Game.Over() {
			t.Errorf("%s: y did not resign", tag)
		}
	}
}

// TestControlKeys checks that no command is bound to a letter or digit, which begin moves, or to a control key
// that terminals use for other keys.
func TestControlKeys(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range bindings {
		for _, key := range []string{b.key, b.also} {
			if key == "" {
				continue
			}
			if len(key) == 1 && strings.ContainsAny(strings.ToLower(key), "abcdefghijklmnopqrstuvwxyz0123456789") {
				t.Errorf("%s is bound to %s", b.name, key)
			}
			for _, taken := range []string{"ctrl+c", "ctrl+z", "ctrl+h", "ctrl+i", "ctrl+j", "ctrl+m", "ctrl+["} {
				if key == taken {
					t.Errorf("%s is bound to %s", b.name, key)
				}
			}
			if seen[key] {
				t.Errorf("%s is bound twice", key)
			}
			seen[key] = true
		}
	}
}

// TestLastMoveOnAllBoards checks the marks of the last move, which are the same as on the page: a spawned piece
// is ringed, the squares of the move are marked, and both on the side boards too.
func TestLastMoveOnAllBoards(t *testing.T) {
	s := open(t, "mirrorsquare", "")
	s.press("e4", "enter")
	s.shows("d5", s.glyphs.Ghost[0], s.glyphs.Trail[0])
	s.shows("e4", s.glyphs.Trail[0], s.glyphs.Ghost[0])

	s = open(t, "triboard", "")
	s.resize(120, 40)
	s.press("Nh3", "enter", "a6", "enter", "Na3", "enter")
	for _, on := range []rules.Copy{rules.Centre - 1, rules.Centre, rules.Centre + 1} {
		for _, square := range []string{"b1", "a3"} {
			if cell := s.cellOn(on, square); !strings.Contains(cell, s.glyphs.Trail[0]) {
				t.Errorf("%s of the %v board shows %q, want the mark of the last move", square, on, cell)
			}
		}
	}
}
