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

// Question asks what the computer is to do in a game of so many events.
type Question struct {
	Game    string
	Events  int
	Who     fair.Party // for whom
	Watched bool
	// Turn is how long is thought about it at most while others wait, Unwatched while
	// nobody watches.
	Turn, Unwatched time.Duration
}

// Reply tells how it stands with a question.
type Reply struct {
	Game   string
	Events int
	Answer *Answer // nil while there is none
	Lost   bool    // there will be none
	Place  int     // how many come before it
}

// Answer is what a computer player has found: a move in long algebraic notation, or
// the score of a position in which a draw was offered.
type Answer struct {
	Move  string `json:"move,omitempty"`
	Score int    `json:"score,omitempty"`
}

// Command returns what the computer does by an answer.
func (a Answer) Command(t game.Task) game.Command {
	if t.Judge {
		return t.Answer(a.Score)
	}
	return t.Play(a.Move)
}

// Consult has a computer player think about a task. One that panics has no answer.
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
