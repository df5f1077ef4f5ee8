package xboard

import (
	"testing"
	"time"

	"github.com/tainchess/tain/board"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// after returns the time that is the given number of seconds after noon.
func after(seconds int) time.Time { return noon.Add(time.Duration(seconds) * time.Second) }

func timingOf(t *testing.T, lines ...[2]string) timing {
	t.Helper()
	v := newTiming()
	for _, l := range lines {
		if known, err := v.set(l[0], l[1]); !known || err != nil {
			t.Fatalf("set(%q) = %v, %v; want true, nil", l, known, err)
		}
	}
	return v
}

func expect(t *testing.T, v *timing, side board.Colour, now time.Time, left time.Duration, toGo int) {
	t.Helper()
	if c := v.limits(side, now).Clock; c.Left != left || c.MovesToGo != toGo {
		t.Errorf("%v has %v for %d moves, want %v for %d", side, c.Left, c.MovesToGo, left, toGo)
	}
}

// TestEngineTime checks that the time command applies to the engine regardless of its colour, even if it is
// sent before the last move in force mode.
func TestEngineTime(t *testing.T) {
	v := timingOf(t, [2]string{"level", "40 5 0"}, [2]string{"time", "1000"}, [2]string{"otim", "2000"})
	v.press(noon, false) // White's move, which arrives in force mode
	v.begin(board.Black, after(9))
	expect(t, &v, board.Black, after(9), 10*time.Second, 40)
	expect(t, &v, board.White, after(9), 20*time.Second, 39)
}

// TestTimeWithoutUpdates checks the clock for clients that do not send the time. It covers used time,
// increments and several time controls.
func TestTimeWithoutUpdates(t *testing.T) {
	v := timingOf(t, [2]string{"level", "2 1 3"})
	v.begin(board.White, noon)
	v.press(after(10), true) // 53 s
	v.press(after(11), true) // 62 s
	expect(t, &v, board.White, after(11), 53*time.Second, 1)
	v.press(after(15), true) // 49 + 60 + 3
	v.press(after(15), true)
	expect(t, &v, board.White, after(15), 112*time.Second, 2)
	v.undo(2, after(20))
	expect(t, &v, board.White, after(30), 53*time.Second, 1)
	v.undo(9, after(30)) // more moves than have been played
	expect(t, &v, board.White, after(30), 53*time.Second, 1)
}

// TestMoveTime checks that the move overhead is subtracted from a fixed time per move.
func TestMoveTime(t *testing.T) {
	v := timingOf(t, [2]string{"sd", "7"}, [2]string{"st", "1"})
	if l := v.limits(board.White, noon); l.MoveTime != time.Second-moveOverhead || l.Depth != 7 || l.Clock != nil {
		t.Errorf("limits = %+v; want a second less the move overhead, depth 7 and no clock", l)
	}
	if v.set("level", "40 5 0"); v.limits(board.White, noon).Clock == nil {
		t.Error("st is still set after level")
	}
}
