package screen

import (
	"context"
	"errors"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

func TestEngineAnswers(t *testing.T) {
	s := open(t, "mirrorsquare", "", against(5))
	s.typeMoves("e4")
	if s.Game.Ply() != 2 || s.pos.Side != board.White {
		t.Fatalf("the engine did not move:\n%s", s.text())
	}
	s.wants("1... ", "engine, level 5", "you play White against level 5")
	s.press("ctrl+u") // takes back both moves
	if s.Game.Ply() != 0 {
		t.Errorf("%d half-moves after undo, want 0", s.Game.Ply())
	}
	s.press("ctrl+y")
	if s.Game.Ply() != 2 {
		t.Errorf("%d half-moves after redo, want 2", s.Game.Ply())
	}
}

func TestEngineBegins(t *testing.T) {
	s := open(t, "nachfolger", "", func(o *session.Options) { o.People = [2]bool{false, true} })
	if s.Game.Ply() != 1 {
		t.Fatalf("the engine did not make the first move:\n%s", s.text())
	}
	if !s.flip {
		t.Error("the board is not flipped for Black")
	}
}

// TestScreenStaysResponsive checks that the screen handles keys while the engine thinks, and
// ignores outdated answers.
func TestScreenStaysResponsive(t *testing.T) {
	s := open(t, "chess", "", against(3))
	s.press("e4")
	_, cmd := s.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	if cmd == nil || s.work == nil {
		t.Fatal("the engine was not started")
	}
	task, _ := s.Game.Task()
	late := answerMsg{number: s.work.number, task: task, command: task.Play("e7e5")}
	s.wants("Black is thinking", "1. e4")
	s.At("e7").press("enter")
	s.wants("It is the engine's turn")
	s.press("ctrl+f", "ctrl+f", "?", "x", "ctrl+t")
	s.press("ctrl+u")
	if s.Game.Ply() != 0 || s.work != nil {
		t.Fatalf("%d half-moves after undo, want 0 and no search", s.Game.Ply())
	}
	s.send(late)
	if s.Game.Ply() != 0 {
		t.Error("an outdated engine move was played")
	}
}

func TestHintSelectsPiece(t *testing.T) {
	s := open(t, "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", against(8))
	s.press("ctrl+t")
	s.wants("Hint: Ra8#, mate in 1")
	if s.chosen != "a1" || s.cursor != "a8" {
		t.Errorf("the hint selected %s with the cursor on %s, want a1 and a8", s.chosen, s.cursor)
	}
	s.press("enter")
	s.wants("Checkmate: White wins")
}

func TestLevelsAndSides(t *testing.T) {
	s := open(t, "chess", "", against(20))
	s.press("+")
	s.wants("Invalid level 21; levels go from 1 to 20")
	s.press("-")
	if s.Level != 19 {
		t.Errorf("the level is %d, want 19", s.Level)
	}
	s.press("ctrl+w") // now the person plays Black, and the engine begins
	if s.People() != [2]bool{false, true} || s.Game.Ply() != 1 {
		t.Errorf("people play %v and %d half-moves were played, want Black and 1", s.People(), s.Game.Ply())
	}
	s.press("ctrl+w")
	s.wants("Two players")
}

// TestNoEngine checks that people can play if the engine's weights cannot be read.
func TestNoEngine(t *testing.T) {
	s := open(t, "chess", "", against(8))
	s.Engine.Missing = errors.New("eval: the weights lack tempo")
	s.press("ctrl+t")
	s.wants("The engine cannot play: eval: the weights lack tempo")
	s.press("e4", "enter")
	s.wants("The engine failed")
	s.typeMoves("e5")
	s.press("ctrl+w")
	s.wants("The engine cannot play")
	if err := s.Engine.Err(); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("Engine.Err() = %v, want the reason", err)
	}
}

func TestLimits(t *testing.T) {
	r := ruleset(t, "chess")
	usual := engine.Limits{MoveTime: 1500 * time.Millisecond}
	timed := engine.Limits{MoveTime: 10 * time.Second, Clock: &search.Clock{Left: time.Minute}}
	for _, c := range []struct {
		name string
		set  session.Settings
		full bool
		give engine.Limits
		want engine.Limits
	}{
		{"nothing set", session.Settings{}, true, usual, usual},
		{"by the clock", session.Settings{}, true, timed, timed},
		{"by the clock, repeatable", session.Settings{Seed: 7}, true, timed, timed},
		{"a depth and a time", session.Settings{Depth: 4, MoveTime: time.Second}, false, usual, engine.Limits{Depth: 4, MoveTime: time.Second}},
		{"a depth", session.Settings{Depth: 4}, false, usual, engine.Limits{Depth: 4, MoveTime: session.DepthTime}},
		{"repeatable", session.Settings{Seed: 7}, true, usual, engine.Limits{Nodes: session.SeededNodes}},
		{"repeatable, weaker", session.Settings{Seed: 7}, false, usual, engine.Limits{}},
	} {
		if got := session.NewOpponent(r, c.set).Limits(c.give, c.full); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: Limits() = %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestEngineIsRepeatable(t *testing.T) {
	play := func(level int) string {
		s := open(t, "mirrorsquare", "", against(level), func(o *session.Options) { o.Depth = 3 })
		s.typeMoves("e4", "Nf3")
		p := s.Game.Position()
		return s.Rules().Guide().FormatPosition(&p)
	}
	if a, b := play(4), play(4); a != b {
		t.Errorf("the same seed gave %s and %s", a, b)
	}
}

func TestClockRuns(t *testing.T) {
	s := open(t, "chess", "", func(o *session.Options) { o.Control = &clock.Control{Initial: 60_000, Increment: 2000} })
	s.clock = s.clock.Add(time.Hour)
	s.typeMoves("e4", "e5")
	s.wants("1:00") // the first move of each side is free
	s.typeMoves("Nf3")
	s.clock = s.clock.Add(10 * time.Second)
	s.wants("0:50")
	s.typeMoves("Nc6")
	s.wants("0:52", "1:02")
	s.press("ctrl+u")
	s.wants("1:00", "1:02")
	s.clock = s.clock.Add(45 * time.Second)
	s.send(tickMsg(s.clock))
	s.wants("0:15.0")
	s.clock = s.clock.Add(15 * time.Second)
	s.send(tickMsg(s.clock))
	s.wants("Black ran out of time: White wins")
	if s.timeGoes() {
		t.Error("the clock runs after the end of the game")
	}
	s.press("Nc6", "enter")
	if s.Game.Ply() != 3 {
		t.Error("a move was played after the end of the game")
	}
}

// TestUndoFlag checks that a loss on time can be taken back. The side regains the time it had at the
// start of the turn, and the clock stops.
func TestUndoFlag(t *testing.T) {
	s := open(t, "chess", "", func(o *session.Options) { o.Control = &clock.Control{Initial: 3000} })
	wait := func(d time.Duration) {
		s.clock = s.clock.Add(d)
		s.send(tickMsg(s.clock))
	}
	s.typeMoves("a3", "a6", "e4")
	wait(time.Second)
	s.typeMoves("e5")
	wait(500 * time.Millisecond)
	s.typeMoves("Nf3")
	wait(time.Minute)
	s.wants("Black ran out of time: White wins", "0:00.0")
	for range 2 { // a second loss can be taken back too
		s.press("ctrl+u")
		s.wants("Took back the end of the game; the clock is stopped until the next move", "0:02.5", "0:02.0")
		wait(time.Minute)
		if s.Game.Over() || s.Game.Ply() != 5 {
			t.Fatalf("after undoing a flag: %s, %d half-moves", s.StatusText(), s.Game.Ply())
		}
		s.typeMoves("Nc6")
		wait(time.Second)
		s.wants("0:01.5", "0:02.0")
		wait(time.Minute)
		s.wants("White ran out of time: Black wins")
		s.press("ctrl+u")
		s.wants("0:02.5", "0:02.0")
		s.press("ctrl+u")
		s.wants("Took back Nc6", "0:02.0")
		s.lacks("stopped until")
		wait(time.Minute)
		s.wants("Black ran out of time: White wins")
	}
	s.press("ctrl+u", "ctrl+u")
	wait(time.Second)
	s.wants("Took back Nf3", "0:02.0")
	s.press("ctrl+u", "ctrl+u")
	s.wants("Took back e4", "0:03.0")
	s.press("ctrl+u")
	s.wants("Took back a6", "0:03.0")
	s.lacks("0:02", "stopped until")
}

// TestUndoFlagOfEngine checks that the engine's loss on time can be taken back. The person regains
// their turn and time.
func TestUndoFlagOfEngine(t *testing.T) {
	s := open(t, "chess", "", against(3), func(o *session.Options) { o.Control = &clock.Control{Initial: 3000} })
	s.typeMoves("e4")
	s.clock = s.clock.Add(time.Second)
	s.typeMoves("d4")
	if err := s.Seat([2]bool{false, true}); err != nil { // now the engine is to move
		t.Fatalf("s.Seat: %v", err)
	}
	s.clock = s.clock.Add(time.Minute)
	if !s.Expire() {
		t.Fatal("the time did not expire")
	}
	before := s.Game.Ply()
	if sentence, err := s.TakeBack(); err != nil || !strings.HasPrefix(sentence, "Took back the end of the game and ") {
		t.Errorf("TakeBack() = %q, %v; want the end of the game and a move", sentence, err)
	}
	if c := s.Game.Clocks(s.Millis()); s.Game.Ply() != before-1 || c.Running != game.Black || c.Black != 3000 {
		t.Errorf("%d half-moves with clocks %+v, want %d and 3 s for Black", s.Game.Ply(), c, before-1)
	}
}

func TestResignAndClaim(t *testing.T) {
	s := open(t, "chess", "")
	for range 2 {
		s.typeMoves("Nf3", "Nf6", "Ng1", "Ng8")
	}
	s.wants("White may claim a draw", "^D draw")
	s.press("ctrl+d")
	s.wants("Draw by threefold repetition")
	s.press("ctrl+u")
	if s.Game.Over() || s.Game.Ply() != 8 {
		t.Error("undo after the claim took back moves")
	}
	s.press("ctrl+r")
	s.wants("White resigns? y or n")
	s.press("n")
	if s.Game.Over() {
		t.Error("the answer n resigned")
	}
	s.press("ctrl+r", "y")
	s.wants("White resigned: Black wins")
	s.press("ctrl+n")
	if s.Game.Ply() != 0 {
		t.Error("no new game was started")
	}
	s.typeMoves("e4")
	s.press("ctrl+n")
	s.wants("start a new one?")
	s.press("y")
	if s.Game.Ply() != 0 {
		t.Error("no new game was started")
	}
	mine := open(t, "chess", "", against(3))
	mine.typeMoves("e4")
	mine.press("ctrl+r", "y")
	mine.wants("White resigned: Black wins")
}

// TestUndoIsExact plays random moves in every rule set and takes them back. Each position must
// be restored exactly.
func TestUndoIsExact(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			s := open(t, r.Info().Name, "")
			seed := uint64(1)
			draw := func(n int) int {
				seed = seed*6364136223846793005 + 1442695040888963407
				return int(seed >> 33 % uint64(n))
			}
			var before []board.Position
			for range 80 {
				if s.Game.Over() {
					break
				}
				p := s.Game.Position()
				before = append(before, p)
				list := rules.LegalMoves(r, &p)
				s.press(r.Guide().FormatUCI(&p, list[draw(len(list))]), "enter")
			}
			if len(before) < 10 {
				t.Fatalf("%d moves were played, want at least 10", len(before))
			}
			if got := s.Game.Ply(); got != len(before) {
				t.Fatalf("%d of %d moves were played: %s", got, len(before), s.status)
			}
			last := s.Game.Position()
			for i := len(before) - 1; i >= 0; i-- {
				s.press("ctrl+u")
				if got := s.Game.Position(); !got.Equal(&before[i]) || !s.pos.Equal(&before[i]) {
					t.Fatalf("after taking back move %d the position is\n%s\nand was\n%s", i+1,
						r.Guide().FormatPosition(&got), r.Guide().FormatPosition(&before[i]))
				}
			}
			s.press("ctrl+u")
			s.wants("There is no move to take back")
			for range before {
				s.press("ctrl+y")
			}
			if got := s.Game.Position(); !got.Equal(&last) {
				t.Error("replaying all moves led to another position")
			}
			s.press("ctrl+y")
			s.wants("No move was taken back")
		})
	}
}

// firstSight is a writer that closes shown once the output contains a string.
type firstSight struct {
	strings.Builder
	of    string
	shown chan struct{}
	once  sync.Once
}

func (f *firstSight) Write(text []byte) (int, error) {
	n, err := f.Builder.Write(text)
	if strings.Contains(f.String(), f.of) {
		f.once.Do(func() { close(f.shown) })
	}
	return n, err
}

func TestProgram(t *testing.T) {
	m, err := NewModel(context.Background(), session.Options{
		Rules: ruleset(t, "nachfolger"), Start: positions.From(t, ruleset(t, "nachfolger"), ""),
		People: [2]bool{true, true}, Theme: canvas.Dark, Colours: canvas.AllColours,
	})
	if err != nil {
		t.Fatalf("NewModel: %v", err)
	}
	// Press keys only once the board is shown, because the program ignores keys until it knows the
	// screen size.
	out := &firstSight{of: "No moves yet", shown: make(chan struct{})}
	keys, hands := io.Pipe()
	go func() {
		<-out.shown
		io.WriteString(hands, "e4\r\x11")
	}()
	program := tea.NewProgram(m, tea.WithInput(keys), tea.WithOutput(out),
		tea.WithWindowSize(100, 30), tea.WithoutSignals(), tea.WithEnvironment([]string{"TERM=xterm-256color", "COLORTERM=truecolor"}))
	ended := make(chan error, 1)
	go func() {
		_, err := program.Run()
		ended <- err
	}()
	select {
	case err := <-ended:
		if err != nil {
			t.Fatalf("program.Run: %v", err)
		}
	case <-time.After(20 * time.Second):
		program.Kill()
		t.Fatal("the program did not end within 20 s after ctrl+q was pressed")
	}
	if m.Game.Ply() != 1 {
		t.Errorf("%d half-moves were played, want 1", m.Game.Ply())
	}
	for _, want := range []string{"\x1b[?1049h", "\x1b[?1049l", "\x1b[?1003h", "\x1b[?1003l"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the terminal did not receive %q", want)
		}
	}
}

// TestHintWithoutScore checks that a hint shows a note instead of a score if no depth was
// completed.
func TestHintWithoutScore(t *testing.T) {
	s := session.Session{Options: session.Options{Language: locale.English()}}
	if got := s.ScoreText(session.AdviceOf(&search.Result{}).Score); got != "evaluated without searching" {
		t.Errorf("ScoreText without a line = %q", got)
	}
	if got := s.ScoreText(session.AdviceOf(&search.Result{Lines: []search.Report{{Score: 157}}}).Score); got != "+1.57" {
		t.Errorf("ScoreText(157) = %q, want +1.57", got)
	}
}
