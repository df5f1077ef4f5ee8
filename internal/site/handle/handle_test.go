package handle_test

import (
	"encoding/json"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/handle"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant"
)

func table() *handle.Table {
	return handle.NewTable(api.NewLongService(variant.Builtin()), variant.Builtin())
}

// ask calls a table and expects a successful response.
func ask[A any](t *testing.T, on *handle.Table, method string, request any) A {
	t.Helper()
	var answer struct {
		Error *wire.Failure `json:"error"`
	}
	text := on.Call(method, wire.Encode(request))
	if err := json.Unmarshal(text, &answer); err != nil || answer.Error != nil {
		t.Fatalf("%s %s: %s", method, wire.Encode(request), text)
	}
	var a A
	if err := json.Unmarshal(text, &a); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	return a
}

// line is a response about a line, with its steps and state as raw JSON.
type line struct {
	Handle int
	Steps  []json.RawMessage
	State  json.RawMessage
}

// state is the part of a state or a step that these tests use.
type state struct{ Key, Position string }

func read(t *testing.T, text json.RawMessage) state {
	t.Helper()
	var s state
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	return s
}

// refused calls a table and expects a failure.
func refused(t *testing.T, on *handle.Table, method string, request any) *wire.Failure {
	t.Helper()
	var answer wire.Failed
	text := on.Call(method, wire.Encode(request))
	if err := json.Unmarshal(text, &answer); err != nil || answer.Error == nil {
		t.Fatalf("%s %s: got answer %s, want a failure", method, wire.Encode(request), text)
	}
	return answer.Error
}

// TestLine compares a line extended in two requests with the same line played in one.
func TestLine(t *testing.T) {
	on := table()
	moves := []string{"e2e4", "e7e5", "g1f3", "b8c6"}
	held := ask[line](t, on, "openLine", wire.LineRequest{Variant: "triboard", Moves: moves[:1]})
	more := ask[line](t, on, "push", wire.PushRequest{Handle: held.Handle, Moves: moves[1:]})
	whole := ask[line](t, on, "line", wire.LineRequest{Variant: "triboard", Moves: moves})
	if a, b := string(wire.Encode(append(held.Steps, more.Steps...))), string(wire.Encode(whole.Steps)); a != b {
		t.Errorf("steps:\n%s\nwant:\n%s", a, b)
	}
	if string(more.State) != string(whole.State) {
		t.Errorf("state:\n%s\nwant:\n%s", more.State, whole.State)
	}
	// A failed push leaves the line unchanged.
	if why := refused(t, on, "push", wire.PushRequest{Handle: held.Handle, Moves: []string{"f1b5", "a1a8"}}); why.Ply == nil || *why.Ply != 5 {
		t.Errorf("failure = %+v", why)
	}
	if same := ask[line](t, on, "push", wire.PushRequest{Handle: held.Handle}); string(same.State) != string(whole.State) {
		t.Errorf("state after a failed push = %s", same.State)
	}
	back := ask[line](t, on, "pop", wire.PopRequest{Handle: held.Handle, Ply: 1})
	if read(t, back.State).Key != read(t, held.Steps[0]).Key || len(back.Steps) != 0 {
		t.Errorf("state after pop = %s", back.State)
	}
	refused(t, on, "pop", wire.PopRequest{Handle: held.Handle, Ply: 2})
	refused(t, on, "pop", wire.PopRequest{Handle: held.Handle, Ply: -1})
}

// counting is a rule set that counts how often a move is applied.
type counting struct {
	rules.Rules
	played *int
}

func (c counting) Apply(p *board.Position, m board.Move, next *board.Position) bool {
	*c.played++
	return c.Rules.Apply(p, m, next)
}

// TestPushIsLinear follows a game move by move. It checks that doubling the number of moves doubles the work.
func TestPushIsLinear(t *testing.T) {
	cost := func(rounds int) int {
		chess, _ := variant.Builtin().Find("chess")
		played := 0
		known := registry.New(counting{chess, &played})
		on := handle.NewTable(api.NewLongService(known), known)
		held := ask[line](t, on, "openLine", wire.LineRequest{Variant: "chess"})
		played = 0
		for range rounds {
			for _, m := range []string{"b1c3", "b8c6", "c3b1", "c6b8"} {
				ask[line](t, on, "push", wire.PushRequest{Handle: held.Handle, Moves: []string{m}})
			}
		}
		return played
	}
	once, twice := cost(10), cost(20)
	if once == 0 || twice != 2*once {
		t.Errorf("40 moves take %d positions, 80 take %d", once, twice)
	}
}

// TestHandles checks the errors for misused handles.
func TestHandles(t *testing.T) {
	on := table()
	for _, method := range []string{"push", "pop", "doInGame", "taskDone", "gameAt", "again", "close"} {
		if why := refused(t, on, method, map[string]any{"handle": 7}); why.Code != wire.CodeHandle || why.Message == "" {
			t.Errorf("%s with an unknown handle: got %+v", method, why)
		}
	}
	for range handle.MaxHeld {
		ask[line](t, on, "openLine", wire.LineRequest{Variant: "chess"})
	}
	refused(t, on, "openLine", wire.LineRequest{Variant: "chess"})
	refused(t, on, "newGame", wire.LocalGame{Variant: "chess"})
	ask[struct{}](t, on, "close", wire.HandleRequest{Handle: 1})
	refused(t, on, "close", wire.HandleRequest{Handle: 1})
	game := ask[wire.HeldGame](t, on, "newGame", wire.LocalGame{Variant: "chess"})
	// A game's handle cannot be used for a line, and vice versa.
	refused(t, on, "push", wire.PushRequest{Handle: game.Handle})
	refused(t, on, "gameAt", wire.GameAtRequest{Handle: 2})
}

// player plays an open game and saves its events as a page does.
type player struct {
	t     *testing.T
	on    *handle.Table
	held  wire.HeldGame
	saved []json.RawMessage
	now   int64
}

func (p *player) take(h wire.HeldGame) wire.HeldGame {
	p.held, p.saved = h, append(p.saved, h.Events...)
	return h
}

func (p *player) do(c wire.LocalCommand) wire.HeldGame {
	p.t.Helper()
	c.Handle, c.Now, c.At, c.Key = p.held.Handle, p.now, wire.At{Ply: p.held.Game.Ply, Takebacks: p.held.Game.Takebacks}, p.held.Game.Key
	return p.take(ask[wire.HeldGame](p.t, p.on, "doInGame", c))
}

func (p *player) reply(move string, score int) wire.HeldGame {
	p.t.Helper()
	if p.held.Task == nil {
		p.t.Fatalf("no task for the computer in %s", p.held.Game.Position)
	}
	return p.take(ask[wire.HeldGame](p.t, p.on, "taskDone", wire.TaskDone{Handle: p.held.Handle, Now: p.now, Task: *p.held.Task, Move: move, Score: score}))
}

func begin(t *testing.T, q wire.LocalGame) *player {
	t.Helper()
	p := &player{t: t, on: table(), now: 1000}
	q.Now, q.ID, q.Variant = p.now, "x", "chess"
	p.take(ask[wire.HeldGame](t, p.on, "newGame", q))
	return p
}

// TestGame plays against the computer with a move, an offer and a takeback, and closes and reopens the game
// in between.
func TestGame(t *testing.T) {
	p := begin(t, wire.LocalGame{White: wire.LocalSeat{Name: "Anna"}, Black: wire.LocalSeat{Computer: 3}})
	if p.held.Task != nil || p.held.Game.Seat != wire.White || len(p.saved) != 1 {
		t.Fatalf("newGame = %s", wire.Encode(p.held))
	}
	p.do(wire.LocalCommand{Type: "move", Move: "e2e4"})
	if task := p.held.Task; task == nil || task.Side != wire.Black || task.Level != 3 || task.Limits.Time == 0 || p.held.Game.Thinking == nil {
		t.Fatalf("task = %s", wire.Encode(p.held.Task))
	}
	late := *p.held.Task
	p.reply("e7e5", 0)
	if p.held.Game.Ply != 2 || p.held.Task != nil || p.held.Game.Thinking != nil {
		t.Fatalf("after its move: %s", wire.Encode(p.held.Game))
	}
	if h := ask[wire.HeldGame](t, p.on, "taskDone", wire.TaskDone{Handle: p.held.Handle, Now: p.now, Task: late, Move: "a7a6"}); h.Refused == nil || len(h.Events) != 0 {
		t.Errorf("late taskDone = %s", wire.Encode(h))
	}
	// Early in the game the computer declines a draw without searching.
	p.do(wire.LocalCommand{Type: "draw", Do: game.Offer})
	if ended := p.held.Game.Ended; len(ended) != 1 || ended[0] != (wire.EndedOffer{What: game.OfDraw, Of: wire.White, By: wire.Black}) {
		t.Errorf("ended offers = %v", ended)
	}
	if to := p.held.Game.Undo.White; to == nil || *to != 0 {
		t.Errorf("Undo = %v", to)
	}
	p.do(wire.LocalCommand{Type: "takeback", Do: game.Offer})
	if p.held.Game.Ply != 0 || p.held.Game.Undo.White != nil {
		t.Errorf("moves after the takeback = %d", p.held.Game.Ply)
	}
	if h := p.do(wire.LocalCommand{Type: "takeback", Do: game.Offer}); h.Refused == nil || h.Refused.Code != string(game.CodeNothing) {
		t.Errorf("takeback at the start: got %+v", h.Refused)
	}
	if h := p.do(wire.LocalCommand{Type: "move", Move: "e2e5"}); h.Refused == nil || h.Game.Ply != 0 {
		t.Errorf("illegal move: got %+v", h.Refused)
	}
	refused(t, p.on, "doInGame", wire.LocalCommand{Handle: p.held.Handle, Type: "dance"})
	before := p.held
	ask[struct{}](t, p.on, "close", wire.HandleRequest{Handle: p.held.Handle})
	opened := ask[wire.HeldGame](t, p.on, "openGame", wire.OpenGameRequest{Events: p.saved, Now: p.now})
	if a, b := string(wire.Encode(before.Game)), string(wire.Encode(opened.Game)); a != b {
		t.Errorf("reopened game:\n%s\nwant:\n%s", b, a)
	}
	again := ask[wire.HeldGame](t, p.on, "again", wire.AgainRequest{Handle: opened.Handle, ID: "y", Now: p.now})
	if again.Game.Seat != wire.Black || again.Game.ID != "y" || again.Task == nil {
		t.Errorf("again = %s", wire.Encode(again.Game))
	}
}

// TestLateDraw offers a draw when the computer must search to decide.
func TestLateDraw(t *testing.T) {
	p := begin(t, wire.LocalGame{White: wire.LocalSeat{Name: "Anna"}, Black: wire.LocalSeat{Computer: 3}})
	// Pawn moves in between prevent repetition.
	var moves []string
	for _, file := range []string{"a", "b", "c", "d", "e", "f"} {
		moves = append(moves, file+"2"+file+"3", file+"7"+file+"6", "g1h3", "g8h6", "h3g1", "h6g8", "g1h3", "g8h6", "h3g1", "h6g8")
	}
	moves = append(moves, "a3a4", "a6a5")
	for i, score := range []int{30, -30} {
		for _, m := range moves[p.held.Game.Ply : 60+2*i] {
			if p.held.Game.Turn == wire.White {
				p.do(wire.LocalCommand{Type: "move", Move: m})
			} else {
				p.reply(m, 0)
			}
		}
		p.do(wire.LocalCommand{Type: "draw", Do: game.Offer})
		if p.held.Task == nil || !p.held.Task.Judge || p.held.Task.Limits.Nodes == 0 {
			t.Fatalf("at %d: %s", p.held.Game.Ply, wire.Encode(p.held))
		}
		// The score is for White, the side to move.
		p.reply("", -score)
		if over := p.held.Game.Result != nil; over != (score < 0) {
			t.Fatalf("a score of %d: %s", score, wire.Encode(p.held.Game.Result))
		}
	}
}

// TestFlag lets the time run out, and checks that the clock does not run while a game is closed.
func TestFlag(t *testing.T) {
	control := &clock.Control{Initial: 60_000}
	p := begin(t, wire.LocalGame{Control: control})
	for _, m := range []string{"e2e4", "e7e5"} {
		p.do(wire.LocalCommand{Type: "move", Move: m})
	}
	p.now += 10_000
	p.do(wire.LocalCommand{Type: "pause"})
	if c := p.held.Game.Clocks; c.White != 50_000 || c.Running != wire.Nobody || p.held.Deadline != 0 {
		t.Fatalf("clocks after the pause: %+v", c)
	}
	p.now += 1_000_000
	opened := ask[wire.HeldGame](t, p.on, "openGame", wire.OpenGameRequest{Events: p.saved, Now: p.now})
	if c := opened.Game.Clocks; c.White != 50_000 || c.Running != wire.White || opened.Deadline != p.now+50_000 {
		t.Fatalf("clocks after opening: %+v, deadline %d", c, opened.Deadline)
	}
	// The clock is also stopped if the page was closed without pausing the game.
	p.take(opened)
	p.now += 1_000_000
	opened = ask[wire.HeldGame](t, p.on, "openGame", wire.OpenGameRequest{Events: p.saved, Now: p.now})
	if c := opened.Game.Clocks; opened.Game.Result != nil || c.Running != wire.White {
		t.Fatalf("closed without pausing: got result %+v", opened.Game.Result)
	}
	p.take(opened)
	early := ask[wire.HeldGame](t, p.on, "gameAt", wire.GameAtRequest{Handle: p.held.Handle, Now: p.held.Deadline - 1})
	if early.Game.Result != nil {
		t.Fatal("the flag fell too early")
	}
	// A late move is rejected, because the flag has fallen.
	p.now = p.held.Deadline
	p.do(wire.LocalCommand{Type: "move", Move: "g1f3"})
	if r := p.held.Game.Result; p.held.Refused == nil || r == nil || r.Reason != string(rules.Time) || r.Side != wire.White || len(p.held.Events) != 1 {
		t.Fatalf("after the flag: %s", wire.Encode(p.held))
	}
}

// TestInvalidEvents checks that invalid saved events are rejected.
func TestInvalidEvents(t *testing.T) {
	on := table()
	refused(t, on, "openGame", wire.OpenGameRequest{Events: []json.RawMessage{json.RawMessage(`{"type":"move"}`)}})
	refused(t, on, "openGame", map[string]any{"events": []any{7}})
}

// FuzzTable sends arbitrary requests to a table with a line and a game.
func FuzzTable(f *testing.F) {
	for _, method := range []string{"openLine", "push", "pop", "newGame", "openGame", "doInGame", "taskDone", "gameAt", "again", "close"} {
		for _, request := range []string{
			"{}", "null", `{"handle":1,"moves":["e4","--"]}`, `{"handle":1,"ply":-1}`, `{"handle":2,"now":5,"type":"move","move":"e4"}`,
			`{"handle":2,"type":"draw","do":"x"}`, `{"handle":2,"task":{"judge":true,"side":"both","turn":null},"score":9}`, `{"variant":"trid","black":{"computer":21}}`,
			`{"events":[{"type":"created","start":{"variant":"chess","local":true}}]}`,
		} {
			f.Add(method, request)
		}
	}
	f.Fuzz(func(t *testing.T, method, request string) {
		on := table()
		on.Call("openLine", []byte(`{"variant":"chess"}`))
		on.Call("newGame", []byte(`{"variant":"chess","control":{"initial":60000},"black":{"computer":3}}`))
		answer := on.Call(method, []byte(request))
		var failed wire.Failed
		if err := json.Unmarshal(answer, &failed); err != nil {
			t.Fatalf("%v: %s", err, answer)
		}
		if failed.Error != nil && (failed.Error.Code == wire.CodeInternal || failed.Error.Message == "") {
			t.Fatalf("answer = %s, want no internal error and a message", answer)
		}
	})
}
