package term

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

func TestEngineAnswers(t *testing.T) {
	s := open(t, "mirrorsquare", "", against(5))
	s.typeMoves("e4")
	if s.game.line.Ply() != 2 || s.pos.Side != board.White {
		t.Fatalf("the engine has not answered:\n%s", s.text())
	}
	s.wants("1... ", "engine, level 5", "you play White against level 5")
	s.press("u") // takes back both
	if s.game.line.Ply() != 0 {
		t.Errorf("after undo %d half moves are left", s.game.line.Ply())
	}
	s.press("y")
	if s.game.line.Ply() != 2 {
		t.Errorf("after redo there are %d half moves", s.game.line.Ply())
	}
}

func TestEngineBegins(t *testing.T) {
	s := open(t, "nachfolger", "", func(o *Options) { o.People = [2]bool{false, true} })
	if s.game.line.Ply() != 1 {
		t.Fatalf("the engine has not begun:\n%s", s.text())
	}
	if !s.flip {
		t.Error("Black is not below")
	}
}

// TestScreenStaysAlive leaves the engine's question unanswered and sees that
// everything else goes on, and that an answer which comes too late is ignored.
func TestScreenStaysAlive(t *testing.T) {
	s := open(t, "chess", "", against(3))
	s.press("m", "e4")
	_, cmd := s.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	if cmd == nil || s.work == nil {
		t.Fatal("the engine is not asked")
	}
	late := answerMsg{number: s.work.number, move: board.NewMove(board.At(4, 6), board.At(4, 4), board.NoRole)}
	s.wants("Black is thinking", "1. e4")
	s.at("e7").press("enter")
	s.wants("The engine is to move")
	s.press("f", "f", "?", "x", "h")
	s.press("u")
	if s.game.line.Ply() != 0 || s.work != nil {
		t.Fatalf("undo did not stop the engine: %d half moves", s.game.line.Ply())
	}
	s.send(late)
	if s.game.line.Ply() != 0 {
		t.Error("an answer to an old question was played")
	}
}

func TestHintChoosesThePiece(t *testing.T) {
	s := open(t, "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", against(8))
	s.press("h")
	s.wants("Hint: Ra8#, mate in 1")
	if s.chosen != "a1" || s.cursor != "a8" {
		t.Errorf("the hint chose %s and points at %s", s.chosen, s.cursor)
	}
	s.press("enter")
	s.wants("Checkmate: White wins")
}

func TestLevelsAndSides(t *testing.T) {
	s := open(t, "chess", "", against(20))
	s.press("+")
	s.wants("There is no level 21; levels go from 1 to 20")
	s.press("-")
	if s.engine.level != 19 {
		t.Errorf("the level is %d", s.engine.level)
	}
	s.press("c") // now the person plays Black, and the engine begins
	if s.people != [2]bool{false, true} || s.game.line.Ply() != 1 {
		t.Errorf("people play %v, %d half moves were played", s.people, s.game.line.Ply())
	}
	s.press("c")
	s.wants("Two people play")
}

// TestNoEngine plays without an evaluation, as if its weights could not be read.
func TestNoEngine(t *testing.T) {
	s := open(t, "chess", "", against(8))
	s.engine.missing = errors.New("eval: the weights lack tempo")
	s.press("h")
	s.wants("The engine cannot play: eval: the weights lack tempo")
	s.press("m", "e4", "enter")
	s.wants("The engine gives up its side")
	s.typeMoves("e5")
	s.press("c")
	s.wants("The engine cannot play")
	if err := s.engine.absent(); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("absent says %v", err)
	}
}

func TestLimits(t *testing.T) {
	r := ruleset(t, "chess")
	clock := newClock(Control{Base: time.Minute}).forSearch(board.White, time.Now())
	full := newOpponent(r, settings{level: 20})
	if l := full.limits(nil); l.MoveTime != fullTime {
		t.Errorf("at full strength without a clock the limits are %+v", l)
	}
	if l := full.limits(clock); l.MoveTime != 0 || l.Clock != clock {
		t.Errorf("with a clock the limits are %+v", l)
	}
	if l := full.with(settings{level: 3, depth: 4, moveTime: time.Second}).limits(nil); l.Depth != 4 || l.MoveTime != time.Second {
		t.Errorf("with limits of its own they are %+v", l)
	}
	if l := full.with(settings{level: 20, seed: 7}).limits(nil); l.MoveTime != 0 || l.Nodes == 0 {
		t.Errorf("a repeatable engine must not look at the clock: %+v", l)
	}
}

func TestEngineRepeatsItself(t *testing.T) {
	play := func(level int) string {
		s := open(t, "mirrorsquare", "", against(level), func(o *Options) { o.Depth = 3 })
		s.typeMoves("e4", "Nf3")
		p := s.game.position()
		return s.rules().Guide().FormatPosition(&p)
	}
	if a, b := play(4), play(4); a != b {
		t.Errorf("the same seed gave %s and %s", a, b)
	}
}

func TestClockRuns(t *testing.T) {
	s := open(t, "chess", "", func(o *Options) { o.Control = &Control{Base: time.Minute, Increment: 2 * time.Second} })
	s.clock = s.clock.Add(time.Hour)
	s.wants("1:00") // the clock stands until the first move
	s.typeMoves("e4")
	s.clock = s.clock.Add(10 * time.Second)
	s.wants("0:50")
	s.typeMoves("e5")
	s.wants("0:52", "1:00")
	s.press("u")
	s.wants("1:00")
	s.clock = s.clock.Add(45 * time.Second)
	s.send(tickMsg(s.clock))
	s.wants("0:15.0")
	s.clock = s.clock.Add(15 * time.Second)
	s.send(tickMsg(s.clock))
	s.wants("Black's time is up: White wins")
	if s.timeGoes() {
		t.Error("the clock runs on after the end")
	}
	s.press("m", "e5", "enter")
	if s.game.line.Ply() != 1 {
		t.Error("a move was played after the end")
	}
}

// TestUndoFlag takes back a lost turn: the side has again what it had when the
// turn began, and leisure to go on or to take back more.
func TestUndoFlag(t *testing.T) {
	s := open(t, "chess", "", func(o *Options) { o.Control = &Control{Base: 3 * time.Second} })
	wait := func(d time.Duration) {
		s.clock = s.clock.Add(d)
		s.send(tickMsg(s.clock))
	}
	s.typeMoves("e4")
	wait(time.Second)
	s.typeMoves("e5")
	wait(500 * time.Millisecond)
	s.typeMoves("Nf3")
	wait(time.Minute)
	s.wants("Black's time is up: White wins", "0:00.0")
	for range 2 { // it can be lost and taken back again
		s.press("u")
		s.wants("Took back the end of the game; the clock stands until the next move", "0:02.5", "0:02.0")
		wait(time.Minute)
		if s.game.outcome().Over() || s.game.line.Ply() != 3 {
			t.Fatalf("after a flag was taken back: %s, %d half moves", s.game.outcome().Sentence(), s.game.line.Ply())
		}
		s.typeMoves("Nc6")
		wait(time.Second)
		s.wants("0:01.5", "0:02.0")
		wait(time.Minute)
		s.wants("White's time is up: Black wins")
		s.press("u")
		s.wants("0:02.5", "0:02.0")
		s.press("u")
		s.wants("Took back Nc6", "0:02.0")
		s.lacks("stands until")
		wait(time.Minute)
		s.wants("Black's time is up: White wins")
	}
	s.press("u", "u")
	wait(time.Second)
	s.wants("Took back Nf3", "0:02.0")
	s.press("u", "u")
	s.wants("Took back e4", "0:03.0")
	s.lacks("0:02", "stands until")
}

// TestUndoFlagOfEngine gives the person his turn again, with its time.
func TestUndoFlagOfEngine(t *testing.T) {
	s := open(t, "chess", "", against(3), func(o *Options) { o.Control = &Control{Base: 3 * time.Second} })
	s.typeMoves("e4")
	s.clock = s.clock.Add(time.Second)
	s.typeMoves("d4")
	s.people = [2]bool{false, true} // the engine's turn now, and it is slow
	s.clock = s.clock.Add(time.Minute)
	if !s.game.flag(s.clock) {
		t.Fatal("no flag fell")
	}
	before := s.game.line.Ply()
	s.takeBack()
	if s.game.line.Ply() != before-1 || s.game.clock.since.IsZero() || s.game.clock.left[board.Black] != 3*time.Second {
		t.Errorf("%d half moves, the clock %+v", s.game.line.Ply(), s.game.clock)
	}
}

func TestResignAndClaim(t *testing.T) {
	s := open(t, "chess", "")
	s.press("d")
	s.wants("There is no draw to claim")
	for range 2 {
		s.typeMoves("Nf3", "Nf6", "Ng1", "Ng8")
	}
	s.wants("White may claim a draw", "d draw")
	s.press("d")
	s.wants("A draw: the same position has come up three times")
	s.press("u")
	if s.game.outcome().Over() || s.game.line.Ply() != 8 {
		t.Error("taking back the claim took back more")
	}
	s.press("r")
	s.wants("White resigns? y or n")
	s.press("n")
	if s.game.outcome().Over() {
		t.Error("no is yes")
	}
	s.press("r", "y")
	s.wants("White resigned: Black wins")
	s.press("n")
	if s.game.line.Ply() != 0 {
		t.Error("there is no new game")
	}
	s.typeMoves("e4")
	s.press("n")
	s.wants("begin a new one?")
	s.press("y")
	if s.game.line.Ply() != 0 {
		t.Error("there is no new game")
	}
	mine := open(t, "chess", "", against(3))
	mine.typeMoves("e4")
	mine.press("r", "y")
	mine.wants("White resigned: Black wins")
}

// TestUndoIsExact plays at random in every rule set and takes everything back:
// each position must come again bit for bit, whatever appeared, went on or was
// carried.
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
				if s.game.outcome().Over() {
					break
				}
				p := s.game.position()
				before = append(before, p)
				list := rules.LegalMoves(r, &p)
				s.press("m", r.Guide().FormatUCI(&p, list[draw(len(list))]), "enter")
			}
			if len(before) < 10 {
				t.Fatalf("only %d moves were played", len(before))
			}
			if got := s.game.line.Ply(); got != len(before) {
				t.Fatalf("%d of %d moves were played: %s", got, len(before), s.status)
			}
			last := s.game.position()
			for i := len(before) - 1; i >= 0; i-- {
				s.press("u")
				if got := s.game.position(); got != before[i] || s.pos != before[i] {
					t.Fatalf("after taking back move %d the position is\n%s\nand was\n%s", i+1,
						r.Guide().FormatPosition(&got), r.Guide().FormatPosition(&before[i]))
				}
			}
			s.press("u")
			s.wants("There is no move to take back")
			for range before {
				s.press("y")
			}
			if got := s.game.position(); got != last {
				t.Error("playing everything again led elsewhere")
			}
			s.press("y")
			s.wants("No move was taken back")
		})
	}
}

func TestProgram(t *testing.T) {
	m, err := NewModel(context.Background(), Options{
		Rules: ruleset(t, "nachfolger"), Start: position(t, ruleset(t, "nachfolger"), ""),
		People: [2]bool{true, true}, Theme: Dark, Colours: AllColours,
	})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	program := tea.NewProgram(m, tea.WithInput(strings.NewReader("me4\rq")), tea.WithOutput(&out),
		tea.WithWindowSize(100, 30), tea.WithoutSignals(), tea.WithEnvironment([]string{"TERM=xterm-256color", "COLORTERM=truecolor"}))
	ended := make(chan error, 1)
	go func() {
		_, err := program.Run()
		ended <- err
	}()
	select {
	case err := <-ended:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(20 * time.Second):
		program.Kill()
		t.Fatal("q does not leave")
	}
	if m.game.line.Ply() != 1 {
		t.Errorf("%d half moves were played", m.game.line.Ply())
	}
	for _, want := range []string{"\x1b[?1049h", "\x1b[?1049l", "\x1b[?1003h", "\x1b[?1003l"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the terminal never gets %q", want)
		}
	}
}
