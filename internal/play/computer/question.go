package computer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/rules"
)

// Question asks workers for the computer's action in a game with a given number of events.
type Question struct {
	Game    string
	Events  int
	Who     fair.Party // party to which the search time is charged
	Watched bool
	// Turn limits the search time while watched games wait. Unwatched limits it while nobody watches.
	Turn, Unwatched time.Duration
}

// Reply describes the state of a question: its answer or, while it is pending, its place in the queue.
type Reply struct {
	Game   string
	Events int
	Answer *Answer // nil while pending
	Lost   bool    // whether the question will never be answered
	Place  int     // place in the queue; 1 is next, and 0 means that a worker has taken the question
}

// Answer is the answer to a question: a move in UCI notation, or the score of a position in which a draw was
// offered.
type Answer struct {
	Move  string `json:"move,omitempty"`
	Score int    `json:"score,omitempty"`
}

// Command returns the command that carries out the answer.
func (a Answer) Command(t game.Task) game.Command { return t.Command(a.Move, a.Score) }

// Consult has a computer player perform a task, and returns its answer. A panic in the player is
// returned as an error.
func Consult(ctx context.Context, p Player, line *rules.Line, t game.Task, l engine.Limits) (a Answer, err error) {
	defer func() {
		if failed := recover(); failed != nil {
			err = fmt.Errorf("computer: the player panicked: %v", failed)
		}
	}()
	if t.Judge {
		a.Score, err = p.Judge(ctx, line, l)
		return a, err
	}
	before := line.Position()
	if l.Clock != nil {
		now := *l.Clock
		now.Read = time.Now() // the player may have to create an engine first, or wait for one
		l.Clock = &now
	}
	move, err := p.Choose(ctx, line, t.Level, l)
	if err == nil && move == board.NoMove {
		err = errors.New("computer: the player has no move")
	}
	if err != nil {
		return Answer{}, err
	}
	return Answer{Move: line.Rules().Guide().FormatUCI(&before, move)}, nil
}
