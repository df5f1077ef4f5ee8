package screen

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/variant"
)

// reopen resumes a file at a later time, like tain play --pgn.
func reopen(t *testing.T, file string, later time.Time, change ...func(*session.Options)) *session.Session {
	t.Helper()
	record, err := session.Load(file, variant.Builtin().Find)
	if err != nil {
		t.Fatalf("session.Load: %v", err)
	}
	o := session.Options{Game: record, People: [2]bool{true, false}, Seed: 1, Depth: 2, NoBook: true, Now: func() time.Time { return later }}
	for _, f := range change {
		f(&o)
	}
	s, err := session.New(o)
	if err != nil {
		t.Fatalf("session.New: %v", err)
	}
	return s
}

// TestSavedGameResumes checks that a timed game resumed a day later has the same side, level, clocks
// and turn.
func TestSavedGameResumes(t *testing.T) {
	t.Chdir(t.TempDir())
	s := open(t, "mirrorsquare", "", func(o *session.Options) {
		o.People, o.Level, o.Control = [2]bool{false, true}, 3, &clock.Control{Initial: 300_000, Increment: 2000}
	})
	p := s.Game.Position()
	s.typeMoves(s.Rules().Guide().FormatUCI(&p, firstMove(s.Rules(), &p)))
	s.clock = s.clock.Add(12_300 * time.Millisecond)
	p = s.Game.Position()
	s.typeMoves(s.Rules().Guide().FormatUCI(&p, firstMove(s.Rules(), &p)))
	s.clock = s.clock.Add(1250 * time.Millisecond)
	want := s.Game.Clocks(s.Millis())
	if want.Black != 300_000-12_300+2000-1250 || want.Running != game.Black {
		t.Fatalf("clocks before saving = %+v", want)
	}
	s.press("ctrl+s")
	s.press("enter")
	file := s.File

	later := s.clock.Add(24 * time.Hour)
	again := reopen(t, file, later)
	if again.People() != [2]bool{false, true} || again.Level != 3 || again.Game.Seats()[0].Computer != 3 {
		t.Errorf("resumed with people %v and level %d, want Black and 3", again.People(), again.Level)
	}
	if again.Game.Key() != s.Game.Key() || again.Game.Ply() != 5 {
		t.Error("the resumed position differs")
	}
	if c := again.Game.Control(); c == nil || *c != *s.Game.Control() {
		t.Errorf("resumed time control = %+v", c)
	}
	got := again.Game.Clocks(later.Add(time.Hour).UnixMilli())
	if got.White != want.White || got.Black != want.Black || got.Running != game.Nobody {
		t.Errorf("resumed clocks = %+v, want %+v", got, want)
	}
	// The clock runs again after the next move, and the game can be saved again without loss.
	p = again.Game.Position()
	if _, err := again.Play(again.Rules().Guide().FormatUCI(&p, firstMove(again.Rules(), &p))); err != nil {
		t.Fatalf("again.Play: %v", err)
	}
	if c := again.Game.Clocks(again.Millis()); c.Running != game.White || c.Black != want.Black {
		t.Errorf("after the next move the clocks are %+v", c)
	}
	if err := again.Save("again.pgn"); err != nil {
		t.Fatalf("again.Save: %v", err)
	}
	third := reopen(t, "again.pgn", later)
	if third.Level != 3 || third.People() != [2]bool{false, true} || third.Game.Clocks(later.UnixMilli()).Black != want.Black {
		t.Error("the game that was saved again has a different level, side or clock")
	}

	// Overrides take precedence.
	other := reopen(t, file, later, func(o *session.Options) {
		o.People, o.Level, o.Control = [2]bool{true, true}, 9, nil
		o.Override = session.Overrides{People: true, Level: true, Control: true}
	})
	if other.People() != [2]bool{true, true} || other.Level != 9 || other.Game.Control() != nil {
		t.Errorf("people %v, level %d, control %+v; want the overrides", other.People(), other.Level, other.Game.Control())
	}
	// The screen is flipped for Black.
	record, err := session.Load(file, variant.Builtin().Find)
	if err != nil {
		t.Fatalf("session.Load: %v", err)
	}
	if m, err := NewModel(context.Background(), session.Options{Game: record, People: [2]bool{true, false}}); err != nil || !m.flip {
		t.Errorf("NewModel: the board is not flipped for Black (%v)", err)
	}
	in := open(t, "chess", "")
	in.press("ctrl+o", file, "enter")
	in.wants("you play Black against level 3", "4:4")
}

// TestForeignGameResumes checks that a game saved by another program is resumed with the sides and the
// clock from the options, and that these are saved once a move is played.
func TestForeignGameResumes(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "[White \"Ann\"]\n[Black \"Bob\"]\n[TimeControl \"300+3\"]\n\n1. e4 e5 *\n"
	if err := os.WriteFile("cup.pgn", []byte(text), 0o666); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	at := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	s := reopen(t, "cup.pgn", at, func(o *session.Options) { o.Level = 4 })
	if s.People() != [2]bool{true, false} || s.Level != 4 || s.Game.Control() != nil {
		t.Errorf("people %v, level %d, control %+v; want those of the options", s.People(), s.Level, s.Game.Control())
	}
	if err := s.Save("same.pgn"); err != nil {
		t.Fatalf("s.Save: %v", err)
	}
	if same, _ := os.ReadFile("same.pgn"); !strings.Contains(string(same), `[Black "Bob"]`) || !strings.Contains(string(same), `[TimeControl "300+3"]`) {
		t.Errorf("an unchanged game is saved as\n%s", same)
	}
	if _, err := s.Play("Nf3"); err != nil {
		t.Fatalf("s.Play: %v", err)
	}
	if err := s.Save("on.pgn"); err != nil {
		t.Fatalf("s.Save: %v", err)
	}
	again := reopen(t, "on.pgn", at)
	if again.People() != [2]bool{true, false} || again.Level != 4 || again.Game.Seats()[0].Name != "Ann" || again.Game.Control() != nil {
		t.Errorf("resumed with seats %+v, level %d, control %+v", again.Game.Seats(), again.Level, again.Game.Control())
	}
	both := reopen(t, "cup.pgn", at, func(o *session.Options) { o.People = [2]bool{true, true} })
	if _, err := both.Play("Nf3"); err != nil {
		t.Fatalf("both.Play: %v", err)
	}
	if err := both.Save("both.pgn"); err != nil {
		t.Fatalf("both.Save: %v", err)
	}
	if again := reopen(t, "both.pgn", at); again.People() != [2]bool{true, true} {
		t.Errorf("resumed with people %v, want both", again.People())
	}
}

// TestDrawOnScreen checks the question before a draw offer and the engine's answer.
func TestDrawOnScreen(t *testing.T) {
	s := open(t, "chess", "")
	s.press("ctrl+d")
	s.wants("Do both players agree to a draw? y or n")
	s.press("n")
	if s.Game.Over() {
		t.Fatal("the answer n agreed to a draw")
	}
	s.press("ctrl+d", "y")
	s.wants("Draw by agreement")
	s.press("ctrl+d")
	s.wants("The game is over: draw by agreement")
	s.press("ctrl+u")
	s.wants("Took back the end of the game")

	s = open(t, "chess", "", against(3))
	s.typeMoves("e4")
	s.press("ctrl+d")
	s.wants("Offer a draw? y or n")
	s.press("y")
	s.wants("The engine declines the draw")
	s.press("ctrl+d", "y")
	s.wants("Your offer was just declined or withdrawn")
	if s.Game.Ply() != 2 || s.Game.Over() {
		t.Errorf("%d half-moves: %s", s.Game.Ply(), s.StatusText())
	}
}

// TestLevelWhileThinking changes the level while the engine thinks. The engine must restart and
// move.
func TestLevelWhileThinking(t *testing.T) {
	s := open(t, "chess", "", against(3))
	s.press("e4")
	if _, cmd := s.Update(tea.KeyPressMsg{Code: tea.KeyEnter}); cmd == nil || s.work == nil {
		t.Fatal("the engine was not started")
	}
	s.press("+")
	if s.Game.Ply() != 2 || s.Level != 4 {
		t.Errorf("%d half-moves at level %d, want 2 at level 4", s.Game.Ply(), s.Level)
	}
}
