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

// Question asks for the computer's action in a game with a number of events.
type Question struct {
	Game    string
	Events  int
	Who     fair.Party // who is charged
	Watched bool
	// Turn limits the thinking while others wait, Unwatched while nobody watches.
	Turn, Unwatched time.Duration
}

// Reply is the state of a question.
type Reply struct {
	Game   string
	Events int
	Answer *Answer // nil while it is pending
	Lost   bool    // it will not be answered
	Place  int     // how many questions come before it
}

// Answer is the result of a question: a move in UCI notation, or the score of a
// position in which a draw was offered.
type Answer struct {
	Move  string `json:"move,omitempty"`
	Score int    `json:"score,omitempty"`
}

// Command returns the command that carries out the answer.
func (a Answer) Command(t game.Task) game.Command {
	if t.Judge {
		return t.Answer(a.Score)
	}
	return t.Play(a.Move)
}

// Consult has a computer player do a task. A panic is returned as an error.
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
	move, err := p.Choose(ctx, line, t.Level, l)
	if err == nil && move == board.NoMove {
		err = errors.New("computer: the player has no move")
	}
	if err != nil {
		return Answer{}, err
	}
	return Answer{Move: line.Rules().Guide().FormatUCI(&before, move)}, nil
}
