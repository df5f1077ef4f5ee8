package game

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// screen is a local game that a test drives step by step.
type screen struct {
	t      *testing.T
	game   *Game
	events []Event
	at     int64
}

func local(t *testing.T, q LocalGame) *screen {
	t.Helper()
	r, _ := find("chess")
	start, err := NewLocalStart(r, q, true)
	if err != nil {
		t.Fatalf("NewLocalStart: %v", err)
	}
	g, events, err := Begin(find, start, 1_000_000)
	if err != nil {
		t.Fatalf("Begin: %v", err)
	}
	return &screen{t, g, events, 1_000_000}
}

func (s *screen) try(seat Side, c Command) error {
	events, err := s.game.Do(seat, c, s.at)
	s.events = append(s.events, events...)
	return err
}

func (s *screen) do(seat Side, c Command) {
	s.t.Helper()
	if err := s.try(seat, c); err != nil {
		s.t.Fatalf("%T: %v", c, err)
	}
}

// play plays moves for the side to move, each after a second.
func (s *screen) play(moves ...string) {
	s.t.Helper()
	for _, m := range moves {
		s.at += 1000
		s.do(SideOf(s.game.Turn()), Move{Ply: s.game.Ply(), Takebacks: s.game.Takebacks(), Key: s.game.Key(), Move: m})
	}
}

func (s *screen) undo() error {
	return s.try(s.game.LocalSeat(), Takeback{Ply: s.game.Ply(), Takebacks: s.game.Takebacks(), Do: Offer})
}

func (s *screen) stands(plies int, over bool) {
	s.t.Helper()
	if s.game.Ply() != plies || s.game.Over() != over {
		s.t.Fatalf("got %d moves, over %v; want %d, %v", s.game.Ply(), s.game.Over(), plies, over)
	}
}

// folds checks that the saved events load as the same game.
func (s *screen) folds() {
	s.t.Helper()
	text, err := json.Marshal(s.events)
	if err != nil {
		s.t.Fatalf("json.Marshal: %v", err)
	}
	var saved []Event
	if err := json.Unmarshal(text, &saved); err != nil {
		s.t.Fatalf("json.Unmarshal: %v", err)
	}
	again, err := Fold(find, saved)
	if err != nil {
		s.t.Fatalf("Fold: %v", err)
	}
	if got, want := state(s.t, again, s.at), state(s.t, s.game, s.at); got != want {
		s.t.Fatalf("loaded game:\n%s\nwant:\n%s", got, want)
	}
	if !slices.Equal(again.undone, s.game.undone) {
		s.t.Fatalf("redoable moves after loading: %v, want %v", again.undone, s.game.undone)
	}
}

func TestLocalUndo(t *testing.T) {
	s := local(t, LocalGame{White: Seat{Name: "Anna"}, Black: Seat{Computer: 3}})
	if s.game.LocalSeat() != White {
		t.Fatalf("LocalSeat = %q", s.game.LocalSeat())
	}
	if err := s.undo(); codeOf(err) != CodeNothing {
		t.Fatalf("undo at the start: got error %v, want %q", err, CodeNothing)
	}
	s.play("e4", "e5", "Nf3", "Nc6")
	if err := s.undo(); err != nil {
		t.Fatalf("undo: %v", err)
	}
	s.stands(2, false)
	if got := s.game.undone; !slices.Equal(got, []string{"b8c6", "g1f3"}) {
		t.Errorf("redoable moves: %v", got)
	}
	s.folds()
	s.do(White, Redo{})
	s.stands(4, false)
	if err := s.try(White, Redo{}); codeOf(err) != CodeNothing {
		t.Errorf("Redo at the end: got error %v, want %q", err, CodeNothing)
	}
	s.do(White, Resign{})
	s.stands(4, true)
	if err := s.undo(); err != nil { // undoes only the resignation
		t.Fatalf("undo: %v", err)
	}
	s.stands(4, false)
	s.play("Bc4")
	s.do(White, Resign{}) // it is the computer's turn, so undo also takes back Anna's move
	if err := s.undo(); err != nil {
		t.Fatalf("undo: %v", err)
	}
	s.stands(4, false)
	s.folds()
	s.play("Nc3")
	if len(s.game.undone) != 0 {
		t.Errorf("redoable moves after another move: %v, want none", s.game.undone)
	}
}

func TestLocalUndoMate(t *testing.T) {
	s := local(t, LocalGame{})
	if s.game.LocalSeat() != Both {
		t.Fatalf("LocalSeat = %q", s.game.LocalSeat())
	}
	s.play("f3", "e5", "g4", "Qh4#")
	s.stands(4, true)
	if err := s.undo(); err != nil {
		t.Fatalf("undo: %v", err)
	}
	s.stands(3, false)
	s.do(Both, Redo{})
	s.stands(4, true)
	s.folds()
	s.do(Both, Rematch{Do: Offer, Next: "another"})
	if err := s.undo(); codeOf(err) != CodeOver {
		t.Errorf("undo after a rematch: got error %v, want %q", err, CodeOver)
	}
	if again := s.game.RematchStart("another"); !again.Local || !again.White.Person || again.ID != "another" {
		t.Errorf("RematchStart = %+v, want a local game", again)
	}
}

// TestLocalFlag takes back a loss on time. The clock then stays stopped until the next move.
func TestLocalFlag(t *testing.T) {
	s := local(t, LocalGame{Control: &clock.Control{Initial: 5000, Increment: 100}})
	s.play("e4", "e5", "Nf3")
	if events, err := s.game.Expire(s.at); len(events) != 0 || err != nil {
		t.Fatalf("Expire before the flag = %+v, %v; want nothing", events, err)
	}
	s.at += 6000
	if s.game.Deadline() > s.at {
		t.Fatalf("Deadline = %d, want at most %d", s.game.Deadline(), s.at)
	}
	if err := s.try(Both, Draw{Ply: 3, Do: Offer}); codeOf(err) != CodeOver {
		t.Fatalf("draw offer after the flag: got error %v, want %q", err, CodeOver)
	}
	if r := s.game.Result(); r == nil || r.Reason != rules.Time || r.Side != Black {
		t.Fatalf("result: got %+v, want Black out of time", r)
	}
	if err := s.undo(); err != nil {
		t.Fatalf("undo: %v", err)
	}
	s.stands(3, false)
	s.at += 60_000
	if c := s.game.Clocks(s.at); c.Black != 5000 || c.White != 4100 || c.Running != Nobody {
		t.Errorf("clocks after the takeback: got %+v, want 4100, 5000, stopped", c)
	}
	s.play("Nc6")
	if c := s.game.Clocks(s.at); c.Running != White {
		t.Errorf("clocks: got %+v, want White's running", c)
	}
	s.folds()
}

// TestLocalClockPauses closes a game and reopens it. Its clock does not run in between.
func TestLocalClockPauses(t *testing.T) {
	s := local(t, LocalGame{Control: &clock.Control{Initial: 60_000}})
	s.play("e4", "e5")
	s.at += 5000
	s.do(Both, Pause{})
	s.at += 3_600_000
	s.do(Both, Resume{})
	s.at += 2000
	if c := s.game.Clocks(s.at); c.White != 53_000 || c.Running != White {
		t.Errorf("clocks after the pause: got %+v, want 53000 running", c)
	}
	s.folds()
	// If the game was not paused, the time since its clock was last started does not count.
	s.at += 3_600_000
	g, err := Fold(find, s.events)
	if err != nil {
		t.Fatalf("Fold: %v", err)
	}
	events, err := g.Decide(Both, Resume{}, s.at)
	if err != nil {
		t.Fatalf("Decide: %v", err)
	}
	if err := g.Apply(events[0]); err != nil {
		t.Fatalf("Apply: %v", err)
	}
	if c := g.Clocks(s.at); c.White != 55_000 {
		t.Errorf("clocks after Resume: got %+v, want 55000", c)
	}
}

func TestLocalSeats(t *testing.T) {
	s := local(t, LocalGame{White: Seat{Name: "Anna"}})
	s.play("e4")
	s.do(White, Reseat{Side: Black, Player: Seat{Computer: 7}})
	task, ok := s.game.Task()
	if !ok || task.Side != Black || task.Level != 7 || task.Ply != 1 {
		t.Fatalf("Task = %+v, %v; want level 7 for Black", task, ok)
	}
	if l := s.game.Limits(task, s.at); l.MoveTime != 1500*time.Millisecond || l.Clock != nil {
		t.Errorf("Limits = %+v, want 1.5 s without a clock", l)
	}
	s.do(task.Side, task.Play("e5"))
	s.stands(2, false)
	s.do(White, Reseat{Side: White, Player: Seat{Computer: 2}})
	if s.game.LocalSeat() != Nobody {
		t.Errorf("LocalSeat = %q, want nobody", s.game.LocalSeat())
	}
	if err := s.undo(); err != nil { // anybody at the screen may undo
		t.Fatalf("undo: %v", err)
	}
	s.stands(1, false)
	for _, c := range []Reseat{{Side: Both, Player: Seat{Person: true}}, {Side: White}, {Side: White, Player: Seat{Computer: 21}}} {
		if err := s.try(Nobody, c); codeOf(err) != CodeInvalid {
			t.Errorf("%+v: got error %v, want %q", c, err, CodeInvalid)
		}
	}
	s.folds()
}

// TestLocalCommandsElsewhere checks that commands and events of local games are rejected in other games.
func TestLocalCommandsElsewhere(t *testing.T) {
	s := duel(t, "chess", nil)
	s.play(0, "e4", "e5")
	for _, c := range []Command{Redo{}, Reseat{Side: White, Player: Seat{Person: true}}, Pause{}, Resume{}} {
		s.refused(CodeInvalid, anna, c)
	}
	for _, e := range []Event{{Type: Seated, Side: White, Player: &Seat{Person: true}}, {Type: Paused}, {Type: Resumed}, {Type: Noted, Reason: "1-0"}} {
		if g, err := Fold(find, append(slices.Clone(s.events), e)); err == nil {
			t.Errorf("Fold with event %s: got result %+v, want an error", e.Type, g.Result())
		}
	}
}

// TestComputerTasks checks which tasks a game has for the computer.
func TestComputerTasks(t *testing.T) {
	s := local(t, LocalGame{White: Seat{Name: "Anna"}, Black: Seat{Computer: 4}, Control: &clock.Control{Initial: 60_000, Increment: 1000}})
	if task, ok := s.game.Task(); ok {
		t.Fatalf("Task on Anna's turn = %+v, want none", task)
	}
	s.play("e4", "e5", "Nf3")
	task, ok := s.game.Task()
	l := s.game.Limits(task, s.at+500)
	if !ok || l.Clock == nil || l.Clock.Left != 59_500*time.Millisecond || l.Clock.Increment != time.Second || l.MoveTime != 10*time.Second {
		t.Errorf("Task = %+v, clock %+v; want 59.5 s left", task, l.Clock)
	}
	if same, _ := s.game.Task(); same != task {
		t.Error("Task returned two different values for the same task")
	}
	s.play("Nc6")
	s.do(White, Draw{Ply: 4, Do: Offer})
	if s.game.Over() || s.game.Offers().Draw != Nobody {
		t.Error("the computer did not decline an early draw immediately")
	}
	for score, want := range map[int]OfferAction{25: Accept, 26: Decline, -300: Accept} {
		if got := (Task{Judge: true, Side: White, Turn: White}).Answer(score).(Draw).Do; got != want {
			t.Errorf("Answer at %d for the computer = %s, want %s", score, got, want)
		}
		if got := (Task{Judge: true, Side: Black, Turn: White}).Answer(-score).(Draw).Do; got != want {
			t.Errorf("Answer at %d for the opponent = %s, want %s", -score, got, want)
		}
	}
}

// TestEndedOffers checks that every viewer sees who ended an offer.
func TestEndedOffers(t *testing.T) {
	s := duel(t, "chess", nil)
	ended := func(want ...EndedOffer) {
		t.Helper()
		for _, seat := range []Side{White, Black, Nobody} {
			if got := s.game.Snapshot(seat, s.at).Ended; !slices.Equal(got, want) {
				t.Errorf("Snapshot(%q).Ended = %+v, want %+v", seat, got, want)
			}
		}
	}
	ended()
	s.do(anna, Draw{Do: Offer})
	ended()
	s.do(bert, Draw{Do: Decline})
	ended(EndedOffer{What: OfDraw, Of: White, By: Black})
	s.play(0, "e4")
	ended()
	s.do(anna, Takeback{Ply: 1, Do: Offer})
	s.do(anna, Takeback{Ply: 1, Do: Withdraw})
	ended(EndedOffer{What: OfTakeback, Of: White, By: White})
	s.play(0, "e5")
	s.do(bert, Resign{})
	s.do(bert, Rematch{Do: Offer})
	s.do(anna, Rematch{Do: Decline})
	ended(EndedOffer{What: OfRematch, Of: Black, By: White})
}

// TestRecordRoundTrip writes a game as PGN and resumes it. Seats, level, clocks and takebacks are unchanged.
func TestRecordRoundTrip(t *testing.T) {
	s := local(t, LocalGame{White: Seat{Name: "Anna"}, Black: Seat{Computer: 4}, Control: &clock.Control{Initial: 60_000, Increment: 1000}})
	s.play("e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5")
	s.at += 7000
	var text strings.Builder
	if err := pgn.Write(&text, s.game.Record(s.at)); err != nil {
		t.Fatalf("pgn.Write: %v", err)
	}
	read, err := pgn.NewReader(strings.NewReader(text.String()), find).Next()
	if err != nil {
		t.Fatalf("reading the record: %v\n%s", err, text.String())
	}
	g, events, err := FromRecord(read, Recovered{ID: "again", At: s.at})
	if err != nil {
		t.Fatalf("FromRecord: %v", err)
	}
	if g.LocalSeat() != White || g.Seats()[1].Computer != 4 || g.Seats()[0].Name != "Anna" || g.Ply() != 6 {
		t.Errorf("resumed game: seats %+v, %d moves", g.Seats(), g.Ply())
	}
	if c := g.Control(); c == nil || *c != *s.game.Control() {
		t.Errorf("Control = %+v, want %+v", c, s.game.Control())
	}
	want := s.game.Clocks(s.at)
	if c := g.Clocks(s.at + 99_000); c.White != want.White || c.Black != want.Black || c.Running != Nobody {
		t.Errorf("clocks: got %+v, want %+v", c, want)
	}
	again := &screen{t, g, events, s.at}
	again.do(White, Resume{})
	if c := g.Clocks(s.at); c.Running != White {
		t.Errorf("clocks: got %+v, want White's running", c)
	}
	if err := again.undo(); err != nil {
		t.Fatalf("undo: %v", err)
	}
	if c := g.Clocks(s.at); c.White != *s.game.Moves()[2].Clock {
		t.Errorf("clocks after the takeback: got %+v, want %d", c, *s.game.Moves()[2].Clock)
	}
	again.folds()
}

// TestRecordResult checks that a game has the result stated in its record, and that a game recorded as
// unfinished continues even after fivefold repetition.
func TestRecordResult(t *testing.T) {
	read := func(text string) *Game {
		t.Helper()
		record, err := pgn.NewReader(strings.NewReader(text), find).Next()
		if err != nil {
			t.Fatalf("Next: %v", err)
		}
		g, events, err := FromRecord(record, Recovered{ID: "x", At: 5})
		if err != nil {
			t.Fatalf("FromRecord: %v", err)
		}
		(&screen{t, g, events, 5}).folds()
		return g
	}
	g := read("[Variant \"chess\"]\n\n1. e4 e5 1-0\n")
	if r := g.Result(); r == nil || r.Result != rules.WhiteWins || r.String() != "the recorded result is 1-0" {
		t.Errorf("result: got %+v, want 1-0 as recorded", r)
	}
	if g := read("[Variant \"chess\"]\n\n1. e4 e5 *\n"); g.Over() || g.LocalSeat() != Both {
		t.Errorf("result: got %+v, want a game in play", g.Result())
	}
	if g := read("[Variant \"chess\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"); g.Result().Reason != rules.Checkmate {
		t.Errorf("result: got %+v, want checkmate", g.Result())
	}
	long := "[Variant \"chess\"]\n\n" + strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 5) + "e4 *\n"
	if g := read(long); g.Over() || g.Ply() != 21 {
		t.Errorf("got %d moves, result %+v; want 21 moves in play", g.Ply(), g.Result())
	}
}

// TestRecordClocks saves and resumes a game many times without losing time.
func TestRecordClocks(t *testing.T) {
	s := local(t, LocalGame{Control: &clock.Control{Initial: 60_000}})
	s.play("e4", "e5")
	s.at += 1234
	g := s.game
	for range 5 {
		record := g.Record(s.at)
		if !IsLocalRecord(record) || record.Tag("WhiteType") != "human" {
			t.Fatalf("tags: got %v, want those of a local game", record.Tags)
		}
		var err error
		if g, _, err = FromRecord(record, Recovered{At: s.at}); err != nil {
			t.Fatalf("FromRecord: %v", err)
		}
	}
	if c := g.Clocks(s.at); c.White != 58_766 || c.Black != 60_000 || g.LocalSeat() != Both {
		t.Errorf("clocks: got %+v", c)
	}
	foreign, err := pgn.NewReader(strings.NewReader("[White \"Ann\"]\n[Variant \"chess\"]\n[TimeControl \"300+3\"]\n\n1. e4 e5 2. d4 *\n"), find).Next()
	if err != nil || IsLocalRecord(foreign) {
		t.Fatalf("IsLocalRecord of a foreign game is true (error %v)", err)
	}
	// Moves without a recorded time neither cost nor add time.
	if g, _, err = FromRecord(foreign, Recovered{At: s.at}); err != nil || g.Clocks(s.at).White != 300_000 {
		t.Errorf("clocks of the foreign game: got %+v (error %v), want 300000", g.Clocks(s.at), err)
	}
}

// TestRecordWithAnotherControl resumes a game with a different control. Both sides have full time, even at
// earlier moves.
func TestRecordWithAnotherControl(t *testing.T) {
	s := local(t, LocalGame{Control: &clock.Control{Initial: 60_000}})
	s.play("e4", "e5", "Nf3", "Nc6")
	g, events, err := FromRecord(s.game.Record(s.at), Recovered{At: s.at, Control: &clock.Control{Initial: 5000, Increment: 100}})
	if err != nil {
		t.Fatalf("FromRecord: %v", err)
	}
	again := &screen{t, g, events, s.at}
	if c := g.Clocks(s.at); c.White != 5000 || c.Black != 5000 || c.Running != Nobody {
		t.Errorf("clocks: got %+v", c)
	}
	if err := again.undo(); err != nil || g.Clocks(s.at).Black != 5000 {
		t.Errorf("clocks after a takeback: got %+v (error %v), want 5000", g.Clocks(s.at), err)
	}
	again.folds()
	if g, _, err = FromRecord(s.game.Record(s.at), Recovered{At: s.at, Control: &clock.Control{}}); err != nil || g.Control() != nil {
		t.Errorf("Control without a clock = %+v (error %v), want nil", g.Control(), err)
	}
	if _, _, err = FromRecord(s.game.Record(s.at), Recovered{At: s.at, Control: &clock.Control{Initial: 1}}); codeOf(err) != CodeInvalid {
		t.Errorf("FromRecord with an invalid control: got error %v, want %q", err, CodeInvalid)
	}
}

// TestLocalStudy checks that only local games may start without kings.
func TestLocalStudy(t *testing.T) {
	const kingless = "8/8/8/8/8/8/4P3/8 w - - 0 1"
	start := Start{ID: "x", Variant: "chess", Position: kingless, White: Seat{Person: true}, Black: Seat{Person: true}}
	if _, _, err := Begin(find, start, 1); err == nil {
		t.Error("Begin without kings succeeded in a game that is not local")
	}
	start.Local = true
	g, _, err := Begin(find, start, 1)
	if err != nil {
		t.Fatalf("Begin: %v", err)
	}
	if p, ok := g.PositionAt(0); !ok || p != g.Position() {
		t.Error("PositionAt(0) is not the start")
	}
	if _, ok := g.PositionAt(1); ok {
		t.Error("PositionAt(1) exists before the first move")
	}
}

// TestRedoAfterFlag checks that nothing can be redone after the time has run out.
func TestRedoAfterFlag(t *testing.T) {
	s := local(t, LocalGame{Control: &clock.Control{Initial: 5000}})
	s.play("e4", "e5", "Nf3", "Nc6")
	if err := s.undo(); err != nil {
		t.Fatalf("undo: %v", err)
	}
	s.at += 60_000
	if err := s.try(Both, Redo{}); codeOf(err) != CodeOver {
		t.Errorf("Redo after the flag: got error %v, want %q", err, CodeOver)
	}
	s.stands(3, true)
	if r := s.game.Result(); r.Reason != rules.Time || r.Side != Black {
		t.Errorf("result: got %+v, want Black out of time", r)
	}
	s.folds()
}

// TestClaimMessage checks the explanation of claimable draws.
func TestClaimMessage(t *testing.T) {
	s := local(t, LocalGame{})
	if m := s.game.ClaimMessage(); m.String() != "" {
		t.Errorf("ClaimMessage at the start = %q, want none", m)
	}
	s.play(strings.Fields(strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 2))...)
	if m := s.game.ClaimMessage(); !strings.HasPrefix(m.String(), "White may claim a draw") {
		t.Errorf("ClaimMessage after threefold repetition = %q", m)
	}
}

// TestTakesDraw checks when the computer accepts a draw.
func TestTakesDraw(t *testing.T) {
	for _, c := range []struct {
		ply, score int
		want       bool
	}{{59, -300, false}, {60, 25, true}, {60, 26, false}} {
		if got := TakesDraw(c.ply, c.score); got != c.want {
			t.Errorf("TakesDraw(%d, %d) = %v, want %v", c.ply, c.score, got, c.want)
		}
	}
}

// TestResultMessages checks the explanations of results.
func TestResultMessages(t *testing.T) {
	for _, test := range []struct {
		result Result
		want   string
	}{
		{Result{rules.WhiteWins, rules.Checkmate, Black}, "checkmate: White wins"},
		{Result{rules.Draw, rules.Stalemate, White}, "draw by stalemate: White has no legal move and is not in check"},
		{Result{rules.BlackWins, rules.Resignation, White}, "White resigned: Black wins"},
		{Result{rules.BlackWins, rules.Time, White}, "White ran out of time: Black wins"},
		{Result{rules.Draw, rules.Time, White}, "draw: White ran out of time, but Black has only a king and cannot checkmate"},
		{Result{"", rules.Aborted, Black}, "Black aborted the game"},
		{Result{"", rules.Aborted, Nobody}, "the game was aborted: nobody continued it"},
		{Result{rules.Draw, rules.Agreement, Nobody}, "draw by agreement"},
		{Result{rules.Draw, rules.Threefold, White}, "draw by threefold repetition"},
	} {
		if got := test.result.String(); got != test.want {
			t.Errorf("%+v.String() = %q, want %q", test.result, got, test.want)
		}
	}
}
