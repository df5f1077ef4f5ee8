package jobs

import (
	"context"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/internal/lab/match"
	"github.com/tainchess/tain/internal/lab/selfplay"
)

// gamePriority is the priority of games, below that of jobs that a person waits for.
const gamePriority = 3

// selfplayArgs contains the arguments of a job that plays one game for tain selfplay. They determine the game
// completely.
type selfplayArgs struct {
	Variant     string `json:"variant"` // as rules.Info.Ref returns it
	Mode        string `json:"mode"`
	Nodes       uint64 `json:"nodes"`
	Soft        bool   `json:"soft,omitempty"`
	Seed        uint64 `json:"seed"`
	RandomPlies int    `json:"randomPlies"`
	VaryPlies   int    `json:"varyPlies,omitempty"`
	Number      int    `json:"number"`
}

// Kind implements river.JobArgs.
func (selfplayArgs) Kind() string { return Selfplay }

func (w *worker) selfplay(ctx context.Context, _ int64, a selfplayArgs) (any, error) {
	r, err := w.find(a.Variant)
	if err != nil {
		return nil, err
	}
	e, err := engine.NewEvaluator(r, eval.Mode(a.Mode))
	if err != nil {
		return nil, err
	}
	run := selfplay.Series{Rules: r, Eval: e, Nodes: a.Nodes, Soft: a.Soft, Seed: a.Seed, RandomPlies: a.RandomPlies, VaryPlies: a.VaryPlies}
	record, err := run.Game(ctx, a.Number)
	if err != nil {
		return nil, err
	}
	return record.String(), nil
}

// Selfplay returns a function that plays the games of a series on workers ([selfplay.Series.Elsewhere]), with
// the evaluator of a mode.
func (c *Crew) Selfplay(s selfplay.Series, mode string) func(ctx context.Context, number int) (*learn.Record, error) {
	return func(ctx context.Context, number int) (*learn.Record, error) {
		var line string
		err := c.do(ctx, selfplayArgs{s.Rules.Info().Ref(), mode, s.Nodes, s.Soft, s.Seed, s.RandomPlies, s.VaryPlies, number}, gamePriority, &line)
		if err != nil {
			return nil, err
		}
		record, err := learn.ParseRecord(line)
		return &record, err
	}
}

// matchArgs contains the arguments of a job that plays one game for tain match.
type matchArgs struct{ match.Task }

// Kind implements river.JobArgs.
func (matchArgs) Kind() string { return Match }

func (w *worker) match(ctx context.Context, _ int64, a matchArgs) (any, error) {
	r, err := w.find(a.Variant)
	if err != nil {
		return nil, err
	}
	return a.Play(ctx, r)
}

// Match plays a game of a match on a worker ([match.Config.Elsewhere]).
func (c *Crew) Match(ctx context.Context, t match.Task) (p match.Played, err error) {
	err = c.do(ctx, matchArgs{t}, gamePriority, &p)
	return p, err
}
