package room

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

// Asker is what a [Store] may also be: one by which workers, which are processes of
// their own, think for the computer. They only answer questions: what comes of an
// answer is decided and committed by the hub that asked, and by it alone.
type Asker interface {
	// Working reports whether a worker is alive that would answer.
	Working() bool
	// AppendAsking appends like [Store.Append], and asks in the same commit. It
	// reports whether it has: without a worker nothing is asked.
	AppendAsking(ctx context.Context, e Entry, have int, events []game.Event, q Question) (asked bool, err error)
	// Ask asks, or asks again: then the question keeps its place, and what has been
	// answered is told. It also notes whether somebody watches now.
	Ask(ctx context.Context, q Question) (Reply, error)
	// Replies tells how it stands with the questions of games.
	Replies(ctx context.Context, games []string) ([]Reply, error)
	// Answers tells of answers to what was asked here, as they come. One may be lost:
	// Replies has it.
	Answers() <-chan Reply
}

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
func Consult(ctx context.Context, p ComputerPlayer, line *rules.Line, t game.Task, l engine.Limits) (a Answer, err error) {
	defer func() {
		if failed := recover(); failed != nil {
			err = fmt.Errorf("room: the computer player panicked: %v", failed)
		}
	}()
	if t.Judge {
		a.Score, err = p.Judge(ctx, line, l)
		return a, err
	}
	before := line.Position()
	move, err := p.Choose(ctx, line, t.Level, l)
	if err == nil && move == board.NoMove {
		err = errors.New("room: the computer player has no move")
	}
	if err != nil {
		return Answer{}, err
	}
	return Answer{Move: line.Rules().Guide().FormatUCI(&before, move)}, nil
}
