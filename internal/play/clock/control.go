// Package clock implements time controls and the chess clock. It is the only package that parses and formats
// time controls.
//
// A [Control] is a time control. Servers encode it as JSON. It also has text forms for command-line
// flags ([Parse]), XBoard's level command ([ParseLevel]) and PGN's TimeControl tag ([Control.String]).
//
// A [Clock] applies a control to a game. It never reads the system time. Every time is an argument, so
// games can be replayed and tests need not wait.
package clock

import (
	"time"

	"github.com/tainchess/tain/message"
)

// Control is a time control. All fields except Days, Moves and Free are in milliseconds. The zero Control
// means no clock.
type Control struct {
	Initial   int64 `json:"initial,omitempty"`
	Increment int64 `json:"increment,omitempty"` // added after each move
	Delay     int64 `json:"delay,omitempty"`     // time per move before the clock starts to run
	Days      int   `json:"days,omitempty"`      // days per move; excludes the other fields except Free
	Moves     int   `json:"moves,omitempty"`     // number of moves that Initial covers; 0 for the whole game
	// Free is the number of half-moves before the clock starts. They neither cost nor add time. It is not
	// stored, because it is the same in every game of package game.
	Free int `json:"-"`
}

const day = 24 * int64(time.Hour/time.Millisecond)

// Limits on the controls that people may choose.
const (
	minInitial = int64(time.Second / time.Millisecond)
	maxInitial = day
	maxBonus   = int64(time.Hour / time.Millisecond)
	maxDays    = 30
	maxMoves   = 1000 // per time control
)

// None reports whether there is no clock.
func (c Control) None() bool {
	c.Free = 0
	return c == Control{}
}

// Check returns an error if people may not choose the control. Programs may use shorter controls.
// Errors are of type *message.Error.
func (c Control) Check() error {
	switch {
	case c.None():
	case c.Days != 0 && (c.Initial != 0 || c.Increment != 0 || c.Delay != 0 || c.Moves != 0):
		return message.NewError("control.days-and-time", "a time control can have days per move or time for the game, not both", nil)
	case c.Days < 0 || c.Days > maxDays:
		return message.NewError("control.days", "days per move must be between 1 and {most}, not {days}", message.Args{"most": maxDays, "days": c.Days})
	case c.Days != 0:
	case c.Initial < minInitial || c.Initial > maxInitial:
		return message.NewError("control.initial", "the initial time must be between one second and one day, in milliseconds, not {time}", message.Args{"time": int(c.Initial)})
	case c.Increment < 0 || c.Increment > maxBonus || c.Delay < 0 || c.Delay > maxBonus:
		return message.NewError("control.bonus", "the increment and the delay must be between 0 and one hour, in milliseconds", nil)
	case c.Increment != 0 && c.Delay != 0:
		return message.NewError("control.both-bonuses", "a time control can have an increment or a delay, not both", nil)
	case c.Moves < 0 || c.Moves > maxMoves:
		return message.NewError("control.moves", "a time-control period has 1 to {most} moves, not {moves}", message.Args{"most": maxMoves, "moves": c.Moves})
	}
	return nil
}

// full returns each side's initial time.
func (c Control) full() time.Duration {
	if c.Days > 0 {
		return millis(int64(c.Days) * day)
	}
	return millis(c.Initial)
}

func millis(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }
