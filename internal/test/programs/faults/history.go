//go:build linux

package main

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
)

// What became of a call.
type outcome int

const (
	unknown outcome = iota // no answer came, or one that says so
	done
	refused // because the game has gone on
)

// computer is the client that the computer is taken for; people are 0 to 3.
const computer = 4

// call is what a client asked of a game, and the answer: a move at a count of
// moves, or all moves there are.
type call struct {
	client int
	read   bool
	n      int    // moves before
	move   string // that is added
	moves  string // that were read, each with a space after it
	came   outcome
	began  time.Duration
	ended  time.Duration // by the same clock; of no meaning if it is unknown
}

// history is the calls of a game.
type history struct {
	mu    sync.Mutex
	calls []*call
}

func (h *history) add(c *call) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.calls = append(h.calls, c)
}

// count is how many moves a text of them has.
func count(moves string) int { return strings.Count(moves, " ") }

// model is what a game is to its clients: a list of moves, to which one is added
// by who knows how many there are. To ask for the same twice does it once.
var model = porcupine.Model{
	Init: func() any { return "" },
	Step: func(state, input, output any) (bool, any) {
		moves, c := state.(string), input.(*call)
		has := count(moves)
		if c.read {
			return c.came == unknown || moves == c.moves, moves
		}
		there := has > c.n && strings.Fields(moves)[c.n] == c.move
		switch c.came {
		case done:
			if has == c.n {
				return true, moves + c.move + " "
			}
			return there, moves
		case refused:
			return has != c.n, moves
		}
		if has == c.n {
			return true, moves + c.move + " "
		}
		return true, moves
	},
	DescribeOperation: func(input, _ any) string {
		c := input.(*call)
		if c.read {
			return fmt.Sprintf("read %d moves", count(c.moves))
		}
		return fmt.Sprintf("%s at %d: %d", c.move, c.n, c.came)
	},
}

// judgeFor bounds how long a history is looked at.
const judgeFor = time.Minute

// linearizable reports whether a history is that of one game which everybody asks
// at some moment between their call and their answer. What is unknown may happen
// at any later time, or never: then it is the last.
func linearizable(calls []*call) error {
	var all []porcupine.Operation
	for _, c := range calls {
		end := int64(math.MaxInt64)
		if c.came != unknown {
			end = int64(c.ended)
		} else if c.read {
			continue
		}
		all = append(all, porcupine.Operation{ClientId: c.client, Input: c, Call: int64(c.began), Output: nil, Return: end})
	}
	switch porcupine.CheckOperationsTimeout(model, all, judgeFor) {
	case porcupine.Ok:
		return nil
	case porcupine.Illegal:
		return fmt.Errorf("its history of %d calls is not linearizable", len(all))
	}
	return fmt.Errorf("its history of %d calls is too long to be judged", len(all))
}

// kept compares what the database has with what clients were told: what was
// acknowledged is there once, in its place, and what is there was asked for.
func kept(calls []*call, moves []string) (faults []string) {
	asked := make([]bool, len(moves))
	for _, c := range calls {
		if c.read {
			if c.came == done && !strings.HasPrefix(strings.Join(moves, " ")+" ", c.moves) {
				faults = append(faults, fmt.Sprintf("a read of %d moves is not how the game went", count(c.moves)))
			}
			continue
		}
		there := c.n < len(moves) && moves[c.n] == c.move
		if there && c.came != refused {
			asked[c.n] = true
		}
		if c.came == done && !there {
			faults = append(faults, fmt.Sprintf("move %d, %s, was acknowledged and is not there", c.n+1, c.move))
		}
	}
	for n, ok := range asked {
		if !ok {
			faults = append(faults, fmt.Sprintf("move %d, %s, is there and nobody asked for it", n+1, moves[n]))
		}
	}
	return faults
}
