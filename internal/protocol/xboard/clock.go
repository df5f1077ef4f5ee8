package xboard

import (
	"errors"
	"strconv"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/play/clock"
)

// timing determines how long the engine may think. For clients that do not send the time, it runs a game
// clock, which is pressed with every move while the engine is playing.
type timing struct {
	clock    *clock.Clock
	sent     [2]*time.Duration // remaining times of the engine and the opponent, if the client has sent them
	moveTime time.Duration     // fixed time per move; 0 means that the clock applies
	depth    int               // 0 means no limit
}

func newTiming() timing {
	return timing{clock: clock.New(clock.Control{Moves: 40, Initial: 5 * 60_000}, board.White)}
}

// restart resets the clock for a new game, in which the given side moves first.
func (t *timing) restart(first board.Colour) {
	t.clock, t.sent = clock.New(t.clock.Control(), first), [2]*time.Duration{}
}

// set handles a command that sets the time or the depth. For any other command, known is false. On error, it
// changes nothing.
func (t *timing) set(word, rest string) (known bool, err error) {
	switch word {
	case "level":
		control, err := clock.ParseLevel(rest)
		if err != nil {
			return true, err
		}
		t.clock, t.moveTime = clock.New(control, t.clock.Turn()), 0
	case "st":
		d, err := clock.ParseDuration(rest)
		if err != nil || d == 0 {
			return true, errors.New("st needs seconds per move")
		}
		t.moveTime = max(d, time.Millisecond)
	case "sd":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 1 {
			return true, errors.New("sd needs a depth of at least 1")
		}
		t.depth = n
	case "time":
		return true, setTime(&t.sent[0], rest)
	case "otim":
		return true, setTime(&t.sent[1], rest)
	default:
		return false, nil
	}
	return true, nil
}

// setTime parses a time in centiseconds. The side to which it belongs is known only when the engine starts to
// think.
func setTime(to **time.Duration, text string) error {
	n, err := strconv.ParseInt(text, 10, 40)
	if err != nil {
		return errors.New("not a number of centiseconds")
	}
	left := time.Duration(n) * 10 * time.Millisecond
	*to = &left
	return nil
}

// begin starts the clock for a turn of either side, and applies the times that the client has sent.
func (t *timing) begin(engine board.Colour, now time.Time) {
	left := clock.Times{t.clock.Left(board.White, now), t.clock.Left(board.Black, now)}
	for i, side := range [2]board.Colour{engine, engine.Other()} {
		if t.sent[i] != nil {
			left[side&1] = *t.sent[i]
		}
	}
	t.sent = [2]*time.Duration{}
	t.clock.Set(left)
	t.clock.Start(now)
}

// press ends a turn. Unless the engine is playing, it also stops the clock.
func (t *timing) press(now time.Time, playing bool) {
	if t.clock.Press(now); !playing {
		t.clock.Halt()
	}
}

// undo takes back n turns with the time used for them, and stops the clock.
func (t *timing) undo(n int, now time.Time) {
	t.clock.Back(t.clock.Presses()-n, now)
	t.clock.Halt()
}

// moveOverhead is subtracted from a fixed time per move, to allow for communication delays.
const moveOverhead = 30 * time.Millisecond

// limits returns the limits for the engine's next search.
func (t *timing) limits(side board.Colour, now time.Time) engine.Limits {
	l := engine.Limits{Depth: t.depth}
	if t.moveTime > 0 {
		l.MoveTime = max(t.moveTime-moveOverhead, t.moveTime*8/10)
		return l
	}
	l.Clock = &search.Clock{Left: t.clock.Left(side, now), Increment: t.clock.Bonus(), MovesToGo: t.clock.MovesToGo(side)}
	return l
}
