package game

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
)

// awaits reports whether a local game may stop at a position with a side to move: a
// person plays that side, or nobody is a person.
func (d *decision) awaits(side board.Colour) bool {
	return d.seats[side].Person || d.LocalSeat() == Nobody
}

// undo undoes the last event of a local game, its end unless the position caused it,
// or else a move, and continues until it is a person's turn.
func (d *decision) undo(c Takeback) ([]Event, error) {
	if c.Do != Offer {
		return d.answer(OfTakeback, c.Do)
	}
	if err := d.current(c.Ply, c.Takebacks); err != nil {
		return nil, err
	}
	if d.next != "" {
		return nil, d.going()
	}
	ended := d.result != nil && !d.result.OfPosition()
	if ended && d.awaits(d.Turn()) {
		return d.event(Event{Type: TakenBack, Ply: d.Ply()}), nil
	}
	for n := d.Ply() - 1; n >= 0; n-- {
		if p, _ := d.line.At(n); d.awaits(p.Side) {
			return d.event(Event{Type: TakenBack, Ply: n}), nil
		}
	}
	if ended {
		return d.event(Event{Type: TakenBack, Ply: d.Ply()}), nil
	}
	return nil, nothingToTakeBack()
}

func (Redo) decide(d *decision) ([]Event, error) {
	if err := d.going(); err != nil {
		return nil, err
	}
	if len(d.undone) == 0 {
		return nil, Refuse("game.nothing.redo", "no move was taken back", nil)
	}
	var events []Event
	turn := d.Turn()
	for n := len(d.undone) - 1; n >= 0; n-- {
		events = append(events, d.event(Event{Type: Moved, Move: d.undone[n]})...)
		if turn = turn.Other(); d.awaits(turn) {
			break
		}
	}
	return events, nil
}

func (c Reseat) decide(d *decision) ([]Event, error) {
	if c.Side != White && c.Side != Black || c.Player.Free() || c.Player.Session != (Hash{}) {
		return nil, UnknownCommand()
	}
	if n := c.Player.Computer; n < 0 || n > engine.MaxLevel {
		return nil, badLevel(n)
	}
	if d.seats[c.Side.Colour()] == c.Player {
		return nil, nil
	}
	return d.event(Event{Type: Seated, Side: c.Side, Player: &c.Player}), nil
}

func (Pause) decide(d *decision) ([]Event, error) {
	if !d.clock.Running() {
		return nil, nil
	}
	return d.event(Event{Type: Paused}), nil
}

func (Resume) decide(d *decision) ([]Event, error) {
	if d.Over() || d.start.Control == nil {
		return nil, nil
	}
	return d.event(Event{Type: Resumed}), nil
}
