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

// outcome is the result of a call.
type outcome int

const (
	unknown outcome = iota // no response, or an inconclusive one
	done
	refused // another move was played first
)

// computer is the computer's client number; people are 0 to 3.
const computer = 4

// call is a client's request to a game and the response. It is either a move at a given ply or
// a read of all moves.
type call struct {
	client int
	read   bool
	n      int    // number of moves before the call
	move   string // move to append
	moves  string // moves read, each followed by a space
	came   outcome
	began  time.Duration
	ended  time.Duration // undefined if the outcome is unknown
}

// history lists the calls to a game.
type history struct {
	mu    sync.Mutex
	calls []*call
}

func (h *history) add(c *call) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.calls = append(h.calls, c)
}

// count returns the number of moves in a string in which a space follows each move.
func count(moves string) int { return strings.Count(moves, " ") }

// model is a game as clients see it: a list of moves. A client that knows the length of the list can
// append a move. Repeating a request has no further effect.
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

// judgeFor limits the time spent on one history.
const judgeFor = time.Minute

// linearizable checks that a history is consistent with a single game on which each call takes effect
// at some moment between its start and its response. A call with an unknown outcome may take effect at
// any later time. One that never takes effect is ordered last.
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
		return fmt.Errorf("the history of %d calls is not linearizable", len(all))
	}
	return fmt.Errorf("the history of %d calls is too long to check", len(all))
}

// kept compares the stored moves with the responses to clients, and returns the errors. Each
// acknowledged move must be stored once and in its place, and every stored move must have been
// requested.
func kept(calls []*call, moves []string) (faults []string) {
	asked := make([]bool, len(moves))
	for _, c := range calls {
		if c.read {
			if c.came == done && !strings.HasPrefix(strings.Join(moves, " ")+" ", c.moves) {
				faults = append(faults, fmt.Sprintf("a read of %d moves does not match the game", count(c.moves)))
			}
			continue
		}
		there := c.n < len(moves) && moves[c.n] == c.move
		if there && c.came != refused {
			asked[c.n] = true
		}
		if c.came == done && !there {
			faults = append(faults, fmt.Sprintf("move %d, %s, was acknowledged but is not stored", c.n+1, c.move))
		}
	}
	for n, ok := range asked {
		if !ok {
			faults = append(faults, fmt.Sprintf("move %d, %s, is stored but was not requested", n+1, moves[n]))
		}
	}
	return faults
}
