package game

import (
	"github.com/tainchess/tain/engine"
)

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
