package handle

import (
	"encoding/json"
	"errors"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/view"
)

// newGame starts a local game from a position or a link.
func (t *Table) newGame(q wire.LocalGame) (wire.HeldGame, error) {
	lastMove := ""
	o, err := t.service.Beginning(q.Variant, q.Position)
	if err != nil {
		return wire.HeldGame{}, err
	}
	if o != nil {
		q.Variant, q.Position, lastMove = o.Rules.Info().Ref(), o.Text(), o.LastMove
	}
	r, err := t.service.Rules(q.Variant)
	if err != nil {
		return wire.HeldGame{}, err
	}
	start, err := game.NewLocalStart(r, game.LocalGame{
		ID: q.ID, Position: q.Position, LastMove: lastMove, Control: q.Control,
		White: game.Seat{Name: q.White.Name, Computer: q.White.Computer},
		Black: game.Seat{Name: q.Black.Name, Computer: q.Black.Computer},
	}, true)
	if err != nil {
		return wire.HeldGame{}, wire.FailureOf(err)
	}
	return t.begin(start, q.Now)
}

// again starts a rematch with colours swapped.
func (t *Table) again(q wire.AgainRequest) (wire.HeldGame, error) {
	g := t.games[q.Handle]
	if g == nil {
		return wire.HeldGame{}, unknown(q.Handle)
	}
	return t.begin(g.RematchStart(q.ID), q.Now)
}

func (t *Table) begin(start game.Start, now int64) (wire.HeldGame, error) {
	g, events, err := game.Begin(t.find, start, now)
	if err != nil {
		return wire.HeldGame{}, wire.FailureOf(err)
	}
	return t.hold(g, events, now)
}

// openGame resumes a saved game. The time since it was saved does not count, so openGame restarts the clock
// before it computes any time.
func (t *Table) openGame(q wire.OpenGameRequest) (wire.HeldGame, error) {
	g, err := t.fold(q.Events)
	if err != nil || !g.Start().Local {
		return wire.HeldGame{}, wire.FailureOf(game.Broken(err))
	}
	now := max(q.Now, g.Updated())
	resumed, err := g.Decide(game.Nobody, game.Resume{}, now)
	if err != nil {
		return wire.HeldGame{}, wire.FailureOf(err)
	}
	if err := g.Apply(resumed...); err != nil {
		return wire.HeldGame{}, wire.FailureOf(err)
	}
	return t.hold(g, resumed, now)
}

// fold returns the game that results from saved events, or an error if they are invalid.
func (t *Table) fold(saved []json.RawMessage) (*game.Game, error) {
	if len(saved) > 2*game.MaxEvents {
		return nil, errors.New("too many events")
	}
	events := make([]game.Event, len(saved))
	for i, text := range saved {
		if err := json.Unmarshal(text, &events[i]); err != nil {
			return nil, err
		}
	}
	return game.Fold(t.find, events)
}

func (t *Table) hold(g *game.Game, events []game.Event, now int64) (wire.HeldGame, error) {
	handle, err := t.free()
	if err != nil {
		return wire.HeldGame{}, err
	}
	t.games[handle] = g
	return t.held(handle, g, events, nil, now), nil
}

// do carries out a command from the players at the screen.
func (t *Table) do(q wire.LocalCommand) (wire.HeldGame, error) {
	g := t.games[q.Handle]
	if g == nil {
		return wire.HeldGame{}, unknown(q.Handle)
	}
	c, err := command(q)
	if err != nil {
		return wire.HeldGame{}, wire.FailureOf(err)
	}
	return t.carryOut(q.Handle, g, g.LocalSeat(), c, q.Now), nil
}

// taskDone carries out the computer's decision on a task. It rejects a decision for another position.
func (t *Table) taskDone(q wire.TaskDone) (wire.HeldGame, error) {
	g := t.games[q.Handle]
	if g == nil {
		return wire.HeldGame{}, unknown(q.Handle)
	}
	task := game.Task{
		Judge: q.Task.Judge, Side: game.Side(q.Task.Side), Level: q.Task.Level, Ply: q.Task.Ply, Takebacks: q.Task.Takebacks,
		Key: q.Task.Key, Turn: game.Side(q.Task.Turn),
	}
	return t.carryOut(q.Handle, g, task.Side, task.Command(q.Move, q.Score), q.Now), nil
}

// carryOut carries out a command. Events caused by time alone are applied even if the command is rejected.
func (t *Table) carryOut(handle int, g *game.Game, seat game.Side, c game.Command, now int64) wire.HeldGame {
	events, err := g.Do(seat, c, now)
	return t.held(handle, g, events, err, now)
}

// gameAt applies the events caused by time alone, and returns the game.
func (t *Table) gameAt(q wire.GameAtRequest) (wire.HeldGame, error) {
	g := t.games[q.Handle]
	if g == nil {
		return wire.HeldGame{}, unknown(q.Handle)
	}
	events, err := g.Expire(q.Now)
	if err != nil {
		return wire.HeldGame{}, wire.FailureOf(err)
	}
	return t.held(q.Handle, g, events, nil, q.Now), nil
}

// held returns the state of a game, its new events, the reason for a rejected command, and the computer's
// next task.
func (t *Table) held(handle int, g *game.Game, events []game.Event, refused error, now int64) wire.HeldGame {
	now = max(now, g.Updated())
	shot := g.Snapshot(g.LocalSeat(), now)
	h := wire.HeldGame{
		Handle: handle, Game: view.In(t.Catalogue()).Game(&shot, 0), Events: []json.RawMessage{}, Updated: g.Updated(),
		Deadline: g.Deadline(), Hint: limits(game.HintLimits(), game.Nobody),
	}
	h.Game.Variant = h.Game.Ref() // the page uses this value in further requests
	for _, e := range events {
		h.Events = append(h.Events, wire.Encode(e))
	}
	if refused != nil {
		h.Refused = wire.FailureOf(refused).In(t.Catalogue())
	}
	if task, ok := g.Task(); ok {
		h.Task = &wire.Task{
			Judge: task.Judge, Side: wire.Side(task.Side), Level: task.Level, At: wire.At{Ply: task.Ply, Takebacks: task.Takebacks},
			Key: task.Key, Turn: wire.Side(task.Turn), Limits: limits(g.Limits(task, now), task.Side),
		}
		if !task.Judge {
			h.Game.Thinking = &wire.Thinking{}
		}
	}
	return h
}

// limits converts search limits for a page. If l contains a clock, it is the clock of the given side.
func limits(l engine.Limits, side game.Side) wire.SearchLimits {
	out := wire.SearchLimits{Time: float64(l.MoveTime.Milliseconds()), Depth: l.Depth, Nodes: l.Nodes}
	if c := l.Clock; c != nil {
		// 0 would mean no limit, and the computer must still move.
		left, more := float64(max(1, c.Left.Milliseconds())), float64(c.Increment.Milliseconds())
		if side == game.Black {
			out.Black, out.BlackIncrement = left, more
		} else {
			out.White, out.WhiteIncrement = left, more
		}
	}
	return out
}

// command converts a command from its wire form.
func command(q wire.LocalCommand) (game.Command, error) {
	switch q.Type {
	case "move":
		return game.Move{Ply: q.Ply, Takebacks: q.Takebacks, Key: q.Key, Move: q.Move}, nil
	case "resign":
		return game.Resign{}, nil
	case "draw":
		return game.Draw{Ply: q.Ply, Takebacks: q.Takebacks, Do: q.Do}, nil
	case "claim":
		return game.Claim{Ply: q.Ply, Takebacks: q.Takebacks}, nil
	case "takeback":
		return game.Takeback{Ply: q.Ply, Takebacks: q.Takebacks, Do: q.Do}, nil
	case "abort":
		return game.Abort{}, nil
	case "redo":
		return game.Redo{}, nil
	case "pause":
		return game.Pause{}, nil
	case "resume":
		return game.Resume{}, nil
	}
	return nil, game.UnknownCommand()
}
