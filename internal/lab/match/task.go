package match

import (
	"context"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/lab/adjudication"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/rules"
)

// Task is one game of a match for another process to play, with all settings that affect the game.
type Task struct {
	Variant      string              `json:"variant"` // [rules.Info.Ref]
	Players      [2]player.Spec      `json:"players"` // including their limits
	Margin       time.Duration       `json:"margin"`
	Patience     time.Duration       `json:"patience"`
	Adjudication adjudication.Policy `json:"adjudication"`
	Seed         uint64              `json:"seed"`
	Number       int                 `json:"number"`
	Start        string              `json:"start"`
	Moves        []string            `json:"moves,omitempty"` // opening moves
}

// Played is the result of a Task.
type Played struct {
	Moves  []string        `json:"moves"` // moves after the opening
	Result rules.Result    `json:"result"`
	Ending Ending          `json:"ending"`
	Why    string          `json:"why"`
	Fault  *player.Fault   `json:"fault,omitempty"`
	Evals  []PlayedMove    `json:"evals"`
	Date   time.Time       `json:"date"`
	Limits [2]player.Limit `json:"limits"` // by colour
}

// Play plays the game of a task. It returns an error if the task is invalid or the game cannot be finished.
func (t Task) Play(ctx context.Context, r rules.Rules) (Played, error) {
	start, err := r.Guide().ParsePosition(t.Start, rules.ParseOptions{})
	if err != nil {
		return Played{}, fmt.Errorf("match: start position: %w", err)
	}
	opening := Opening{Start: start}
	if opening.Moves, err = readMoves(r, start, t.Moves); err != nil {
		return Played{}, err
	}
	for i, s := range t.Players {
		if s.Kind != player.Self {
			return Played{}, fmt.Errorf("match: player %s is not our own engine", "ab"[i:i+1])
		}
	}
	a, err := newArbiter(arbiter{rules: r, margin: t.Margin, patience: t.Patience, adjudication: t.Adjudication},
		t.Players, t.Seed)
	if err != nil {
		return Played{}, err
	}
	defer a.quit()
	g, err := a.play(ctx, t.Number, opening)
	if err != nil {
		return Played{}, err
	}
	p := Played{Result: g.Result, Ending: g.Ending, Why: g.Why, Fault: g.Fault, Evals: g.evals, Date: g.date,
		Limits: g.limits}
	p.Moves = movesText(r, start, g.Moves)[len(opening.Moves):]
	return p, nil
}

// game converts the result of a task to a game. It returns an error if a move is illegal.
func (p *Played) game(r rules.Rules, number int, o Opening) (*Game, error) {
	g := &Game{Number: number, Opening: o, Result: p.Result, Ending: p.Ending, Why: p.Why, Fault: p.Fault,
		evals: p.Evals, date: p.Date, limits: p.Limits}
	all, err := readMoves(r, o.Start, append(movesText(r, o.Start, o.Moves), p.Moves...))
	if err != nil {
		return nil, err
	}
	g.Moves = all
	return g, nil
}

// movesText formats moves in long algebraic notation.
func movesText(r rules.Rules, start board.Position, moves []board.Move) (list []string) {
	line := rules.NewLine(r, start)
	for _, m := range moves {
		p := line.Position()
		list = append(list, r.Guide().FormatUCI(&p, m))
		if _, err := line.Play(m); err != nil {
			break // cannot happen: the moves have been played before
		}
	}
	return list
}

// readMoves parses moves in long algebraic notation.
func readMoves(r rules.Rules, start board.Position, list []string) (moves []board.Move, err error) {
	line := rules.NewLine(r, start)
	for i, text := range list {
		played, err := line.PlayText(text)
		if err != nil {
			return nil, fmt.Errorf("match: move %d of a game from another process: %w", i+1, err)
		}
		moves = append(moves, played.Move)
	}
	return moves, nil
}
