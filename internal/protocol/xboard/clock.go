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

// timing knows how long the engine may think. The clock is that of the game in
// hand and is pressed with every move; it runs while the engine plays, for
// programs that do not tell the time.
type timing struct {
	clock    *clock.Clock
	told     [2]*time.Duration // left to the engine and to its opponent, until a search begins
	moveTime time.Duration     // for each move and nothing else; 0 if the clock counts
	depth    int               // 0 for any
}

func newTiming() timing {
	return timing{clock: clock.New(clock.Control{Moves: 40, Initial: 5 * 60_000}, board.White)}
}

// restart puts the clock to the start of a game in which a side moves first.
func (t *timing) restart(first board.Colour) {
	t.clock, t.told = clock.New(t.clock.Control(), first), [2]*time.Duration{}
}

// set carries out a command about time and reports whether it was one. What is
// wrong leaves all as it was.
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
			return true, errors.New("st wants seconds for a move")
		}
		t.moveTime = max(d, time.Millisecond)
	case "sd":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 1 {
			return true, errors.New("sd wants a depth from 1")
		}
		t.depth = n
	case "time":
		return true, setTime(&t.told[0], rest)
	case "otim":
		return true, setTime(&t.told[1], rest)
	default:
		return false, nil
	}
	return true, nil
}

// setTime reads hundredths of a second. Whose they are is known only when the
// engine begins to think: until then it may watch moves of both sides.
func setTime(to **time.Duration, text string) error {
	n, err := strconv.ParseInt(text, 10, 40)
	if err != nil {
		return errors.New("it wants hundredths of a second")
	}
	left := time.Duration(n) * 10 * time.Millisecond
	*to = &left
	return nil
}

// begin starts the clock for a turn of the engine, or of its opponent, with
// what was told.
func (t *timing) begin(engine board.Colour, now time.Time) {
	left := clock.Times{t.clock.Left(board.White, now), t.clock.Left(board.Black, now)}
	for i, side := range [2]board.Colour{engine, engine.Other()} {
		if t.told[i] != nil {
			left[side&1] = *t.told[i]
		}
	}
	t.told = [2]*time.Duration{}
	t.clock.Set(left)
	t.clock.Start(now)
}

// press ends a turn. Nobody's time counts in a game that the engine watches.
func (t *timing) press(now time.Time, playing bool) {
	if t.clock.Press(now); !playing {
		t.clock.Halt()
	}
}

// undo takes turns back, with the time they took, and stands.
func (t *timing) undo(n int, now time.Time) {
	t.clock.Back(t.clock.Presses()-n, now)
	t.clock.Halt()
}

// moveOverhead is kept back from a fixed time, for the way of the move to the
// board.
const moveOverhead = 30 * time.Millisecond

// limits are those of the engine's next move.
func (t *timing) limits(side board.Colour, now time.Time) engine.Limits {
	l := engine.Limits{Depth: t.depth}
	if t.moveTime > 0 {
		l.MoveTime = max(t.moveTime-moveOverhead, t.moveTime*8/10)
		return l
	}
	l.Clock = &search.Clock{Left: t.clock.Left(side, now), Increment: t.clock.Bonus(), MovesToGo: t.clock.MovesToGo(side)}
	return l
}
