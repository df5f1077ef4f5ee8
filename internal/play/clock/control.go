// Package clock is time in games: time controls, which are read and written
// here and nowhere else, and the clock that runs by them.
//
// A [Control] says how much time there is. It is the one that servers send as
// JSON, that flags of commands give as text ([Parse]), that XBoard's level
// command sets ([ParseLevel]) and that PGN keeps in its TimeControl tag
// ([Control.String]).
//
// A [Clock] runs by a control. It asks nobody for the time: every moment is an
// argument, so that a game can be played again and a test needs no patience.
package clock

import (
	"time"

	"github.com/tainchess/tain/message"
)

// Control is a time control. All but Days, Moves and Free is milliseconds; the
// zero Control is no clock at all.
type Control struct {
	Initial   int64 `json:"initial,omitempty"`
	Increment int64 `json:"increment,omitempty"` // added after each move
	Delay     int64 `json:"delay,omitempty"`     // what a move may take before the clock counts
	Days      int   `json:"days,omitempty"`      // for each move, in place of all the others
	Moves     int   `json:"moves,omitempty"`     // for which Initial is given, again and again; 0 for the whole game
	// Free is how many half-moves come before the clock runs. They cost nothing
	// and earn nothing. It is a rule of where a game is played, and not written.
	Free int `json:"-"`
}

// day is a day in milliseconds.
const day = 24 * int64(time.Hour/time.Millisecond)

// The limits of a control that people may choose.
const (
	minInitial = int64(time.Second / time.Millisecond)
	maxInitial = day
	maxBonus   = int64(time.Hour / time.Millisecond)
	maxDays    = 30
	maxMoves   = 1000 // of a session
)

// None reports whether there is no clock.
func (c Control) None() bool {
	c.Free = 0
	return c == Control{}
}

// Check returns what is wrong with a control that people choose, nil if they
// can play by it. Programs may play by shorter ones.
func (c Control) Check() error {
	switch {
	case c.None():
	case c.Days != 0 && (c.Initial != 0 || c.Increment != 0 || c.Delay != 0 || c.Moves != 0):
		return &ControlError{Fault: DaysAndTime}
	case c.Days < 0 || c.Days > maxDays:
		return &ControlError{Fault: BadDays, Value: int64(c.Days)}
	case c.Days != 0:
	case c.Initial < minInitial || c.Initial > maxInitial:
		return &ControlError{Fault: BadInitial, Value: c.Initial}
	case c.Increment < 0 || c.Increment > maxBonus || c.Delay < 0 || c.Delay > maxBonus:
		return &ControlError{Fault: BadBonus}
	case c.Increment != 0 && c.Delay != 0:
		return &ControlError{Fault: BothBonuses}
	case c.Moves < 0 || c.Moves > maxMoves:
		return &ControlError{Fault: BadMoves, Value: int64(c.Moves)}
	}
	return nil
}

// Fault is what is wrong with a control. Faults are stable.
type Fault string

// The faults.
const (
	DaysAndTime Fault = "days-and-time"
	BadDays     Fault = "days"
	BadInitial  Fault = "initial"
	BadBonus    Fault = "bonus"
	BothBonuses Fault = "both-bonuses"
	BadMoves    Fault = "moves"
)

// ControlError is why a control cannot be played by.
type ControlError struct {
	Fault Fault
	Value int64 // what was given, where one number is wrong
}

// Explain says what is wrong.
func (e *ControlError) Explain() message.Message {
	switch e.Fault {
	case DaysAndTime:
		return message.New("control.days-and-time", "a time control can have days per move or time for the game, not both", nil)
	case BadDays:
		return message.New("control.days", "days per move must be between 1 and {most}, not {days}", message.Args{"most": maxDays, "days": int(e.Value)})
	case BadInitial:
		return message.New("control.initial", "the initial time must be between one second and one day, in milliseconds, not {time}", message.Args{"time": int(e.Value)})
	case BadBonus:
		return message.New("control.bonus", "the increment and the delay must be between 0 and one hour, in milliseconds", nil)
	case BothBonuses:
		return message.New("control.both-bonuses", "a time control can have an increment or a delay, not both", nil)
	}
	return message.New("control.moves", "a time-control period has 1 to {most} moves, not {moves}", message.Args{"most": maxMoves, "moves": int(e.Value)})
}

// Error says it in a sentence.
func (e *ControlError) Error() string { return e.Explain().String() }

// full is what each side has at the start.
func (c Control) full() time.Duration {
	if c.Days > 0 {
		return millis(int64(c.Days) * day)
	}
	return millis(c.Initial)
}

// Short returns the time below which a clock looks short: a tenth of the whole,
// between 10 and 30 seconds, and an hour where moves have days.
func (c Control) Short() time.Duration {
	if c.Days > 0 {
		return time.Hour
	}
	return min(30*time.Second, max(10*time.Second, c.full()/10))
}

func millis(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }
