package clock_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// press presses the clock several times, each after a number of milliseconds, and returns the time of
// the last press.
func press(c *clock.Clock, at time.Time, thought ...int64) time.Time {
	for _, ms := range thought {
		at = at.Add(time.Duration(ms) * time.Millisecond)
		c.Press(at)
	}
	return at
}

func left(t *testing.T, c *clock.Clock, at time.Time, white, black int64) {
	t.Helper()
	for side, want := range []int64{white, black} {
		if got := c.Left(board.Colour(side), at).Milliseconds(); got != want {
			t.Errorf("%v has %d ms left, want %d", board.Colour(side), got, want)
		}
	}
}

func TestClockRuns(t *testing.T) {
	for name, test := range map[string]struct {
		control      clock.Control
		thought      []int64
		white, black int64
	}{
		"increment":         {clock.Control{Initial: 60_000, Increment: 2000}, []int64{5000, 1000}, 57_000, 61_000},
		"delay":             {clock.Control{Initial: 10_000, Delay: 3000}, []int64{2500, 5000, 4000}, 9000, 8000},
		"days":              {clock.Control{Days: 3}, []int64{day, 2 * day, 5}, 3 * day, 3 * day},
		"free moves":        {clock.Control{Initial: 60_000, Increment: 1000, Free: 2}, []int64{9000, 9000, 9000}, 52_000, 60_000},
		"a session":         {clock.Control{Initial: 10_000, Moves: 2}, []int64{4000, 1000, 5000}, 11_000, 9000},
		"two sessions":      {clock.Control{Initial: 10_000, Moves: 1}, []int64{4000, 1000, 5000, 1000}, 21_000, 28_000},
		"late":              {clock.Control{Initial: 1000, Increment: 10}, []int64{1500}, 10, 1000},
		"none":              {clock.Control{}, []int64{1000, 2000}, 0, 0},
		"a clock backwards": {clock.Control{Initial: 1000}, []int64{-500, 0}, 1000, 1000},
	} {
		t.Run(name, func(t *testing.T) {
			c := clock.New(test.control, board.White)
			c.Start(noon)
			at := press(c, noon, test.thought...)
			left(t, c, at, test.white, test.black)
			if c.Presses() != len(test.thought) || c.Turn() != board.Colour(len(test.thought)%2) {
				t.Errorf("Presses = %d, Turn = %v", c.Presses(), c.Turn())
			}
		})
	}
}

func TestFlag(t *testing.T) {
	c := clock.New(clock.Control{Initial: 10_000, Delay: 3000, Free: 1}, board.Black)
	c.Start(noon)
	if _, runs := c.FlagAt(); runs {
		t.Error("a free move is not free")
	}
	at := press(c, noon, 60_000)
	flag, runs := c.FlagAt()
	if want := at.Add(13 * time.Second); !runs || !flag.Equal(want) || c.Turn() != board.White {
		t.Errorf("FlagAt = %v, want %v", flag, want)
	}
	if c.Left(board.White, flag.Add(-1)) != 1 || c.Left(board.White, flag) != 0 {
		t.Error("the time is not used up at the time that FlagAt returns")
	}
	if got := c.Read(at.Add(time.Second)); !got.Running || !got.At.Equal(at.Add(3*time.Second)) || got.Left[board.White] != 10*time.Second {
		t.Errorf("Read after one second = %+v, want 10 s left and the clock starting two seconds later", got)
	}
	if got := c.Read(at.Add(5 * time.Second)); !got.At.Equal(at.Add(5*time.Second)) || got.Left[board.White] != 8*time.Second {
		t.Errorf("Read after five seconds = %+v, want 8 s left", got)
	}
	c.Stop(at.Add(20 * time.Second))
	left(t, c, at.Add(time.Hour), 0, 10_000)
	if _, runs := c.FlagAt(); runs || c.Running() {
		t.Error("the clock runs after Stop")
	}
	c.Back(c.Presses(), at.Add(time.Hour)) // undoes the end
	left(t, c, at.Add(time.Hour), 10_000, 10_000)
	c.Halt()
	left(t, c, at.Add(2*time.Hour), 10_000, 10_000)
	press(c, at.Add(2*time.Hour), 500)
	left(t, c, at.Add(2*time.Hour), 10_000, 10_000)
}

// TestPause stops a clock and resumes it later.
func TestPause(t *testing.T) {
	c := clock.New(clock.Control{Initial: 10_000}, board.White)
	c.Start(noon)
	c.Stop(noon.Add(4 * time.Second))
	later := noon.Add(48 * time.Hour)
	left(t, c, later, 6000, 10_000)
	c.Start(later)
	left(t, c, later.Add(time.Second), 5000, 10_000)
	c.Press(later.Add(time.Second))
	c.Back(0, later)
	left(t, c, later, 10_000, 10_000)
	c.Set(clock.Times{time.Second, 2 * time.Second})
	c.PressWith(7*time.Second, later)
	left(t, c, later, 7000, 2000)
	c.Back(5, later) // more presses than there have been
	left(t, c, later, 7000, 2000)
}

func TestMovesToGo(t *testing.T) {
	c := clock.New(clock.Control{Initial: 1000, Moves: 3}, board.White)
	c.Start(noon)
	for i, want := range [][2]int{{3, 3}, {2, 3}, {2, 2}, {1, 2}, {1, 1}, {3, 1}, {3, 3}} {
		if got := [2]int{c.MovesToGo(board.White), c.MovesToGo(board.Black)}; got != want {
			t.Errorf("MovesToGo after %d moves = %v, want %v", i, got, want)
		}
		c.Press(noon)
	}
	if n := clock.New(clock.Control{Initial: 1000}, board.White).MovesToGo(board.White); n != 0 {
		t.Errorf("MovesToGo without sessions = %d, want 0", n)
	}
}

// TestClockMatchesMoveTimes compares the clock with times computed from the duration
// of each move, through takebacks and pauses.
func TestClockMatchesMoveTimes(t *testing.T) {
	controls := []clock.Control{
		{Initial: 20_000}, {Initial: 9000, Increment: 500}, {Initial: 9000, Delay: 700}, {Days: 2}, {Initial: 9000, Moves: 3, Increment: 10}, {Initial: 5000, Free: 2},
	}
	rapid.Check(t, func(rt *rapid.T) {
		control := rapid.SampledFrom(controls).Draw(rt, "control")
		first := board.Colour(rapid.IntRange(0, 1).Draw(rt, "first"))
		c := clock.New(control, first)
		c.Start(noon)
		at := noon
		var took []int64  // duration of each completed turn
		spent := int64(0) // time spent in the current turn before it was paused
		began := at
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			at = at.Add(time.Duration(rapid.Int64Range(0, 1500).Draw(rt, "pause")) * time.Millisecond)
			switch rapid.IntRange(0, 5).Draw(rt, "step") {
			default:
				c.Press(at)
				took, spent, began = append(took, counted(control, at.Sub(began))+spent), 0, at
			case 4:
				n := rapid.IntRange(0, len(took)).Draw(rt, "back")
				c.Back(n, at)
				took, spent, began = took[:n], 0, at
			case 5:
				c.Stop(at)
				spent += counted(control, at.Sub(began))
				at = at.Add(time.Hour)
				c.Start(at)
				began = at
			}
			want := reckon(control, first, append(took[:len(took):len(took)], counted(control, at.Sub(began))+spent))
			got := [2]int64{c.Left(0, at).Milliseconds(), c.Left(1, at).Milliseconds()}
			if got != want {
				rt.Fatalf("%+v after %v: %v, want %v", control, took, got, want)
			}
		}
	})
}

func counted(c clock.Control, d time.Duration) int64 { return max(0, d.Milliseconds()-c.Delay) }

// reckon returns the remaining times after turns of the given durations; the last turn has not ended.
func reckon(c clock.Control, first board.Colour, took []int64) (left [2]int64) {
	full := c.Initial + int64(c.Days)*day
	left = [2]int64{full, full}
	made := [2]int{}
	for i, t := range took {
		side := (int(first) + i) % 2
		if i < c.Free {
			made[side]++
			continue
		}
		left[side] = max(0, left[side]-t)
		if i == len(took)-1 {
			break
		}
		made[side]++
		left[side] += c.Increment
		if c.Moves > 0 && made[side]%c.Moves == 0 {
			left[side] += full
		}
		if c.Days > 0 {
			left[side] = full
		}
	}
	return left
}
