package main

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/learning"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/lab/selfplay"
	"github.com/tainchess/tain/internal/site/jobs"
)

type selfplayCmd struct {
	Variant string `arg:"" complete:"variants" help:"Rule set."`
	Output  string `arg:"" complete:"files" help:"Game file to write or continue."`

	Games       int    `default:"1000" help:"Games in the finished file."`
	Nodes       uint64 `default:"2000" help:"Nodes per move."`
	Soft        bool   `help:"Finish the current depth when the nodes are spent."`
	RandomPlies int    `default:"8" help:"Random opening plies; half of the games have one more, so that either side chooses first. With 0, all games are equal unless --vary-plies is set."`
	VaryPlies   int    `placeholder:"N" help:"Plies in which moves about as good as the best are chosen at random."`
	Seed        uint64 `default:"1" help:"Random seed; the same seed gives the same games."`
	Mode        string `default:"learnt" enum:"${modes}" help:"Evaluation: learnt (net or weights), weights, derived (from the rules), hand or blind."`
	Weights     string `placeholder:"FILE" complete:"files" help:"Weights file from tain tune."`
	Net         string `placeholder:"FILE" complete:"files" help:"Net file from tain learn."`
	Concurrency int    `default:"${cores}" help:"Concurrent games (default: one per core, ${cores})."`

	clusterFlags
}

func (selfplayCmd) Help() string {
	return `Writes one game per line: White's half points, the starting position, and the moves with the engine's scores. An existing file is continued. Each game is saved when it ends, so an interruption costs only the games in progress. The same settings give the same file, in one run or several. Until the last game has ended, games may be out of order; comments then give their numbers.

Examples:

    $ tain selfplay mirrorsquare games.txt --games 4000
    $ tain selfplay mirrorsquare games.txt --games 40000 --cluster postgres://tain@localhost/tain
    $ tain tune mirrorsquare games.txt -o weights.txt`
}

func (s *selfplayCmd) Run(c *console) error {
	r, err := c.Choose(s.Variant)
	if err != nil {
		return err
	}
	if s.Games < 1 || s.Nodes < 1 || s.RandomPlies < 0 || s.RandomPlies > 40 || s.VaryPlies < 0 || s.Concurrency < 1 || s.Concurrency > cli.MaxThreads {
		return errors.New("--games, --nodes and --concurrency must be at least 1, --random-plies from 0 to 40, --vary-plies 0 or more")
	}
	play := learning.Selfplay{
		Output: s.Output, Games: s.Games, Nodes: s.Nodes, Soft: s.Soft, RandomPlies: s.RandomPlies, VaryPlies: s.VaryPlies, Seed: s.Seed,
		Mode: s.Mode, Weights: s.Weights, Net: s.Net, Concurrency: s.Concurrency, Checksum: player.FileSum(cmp.Or(s.Net, s.Weights)),
		Spread: func(run *selfplay.Series, do func() error) error {
			return s.spread(c, jobs.Selfplay, func(crew *jobs.Crew, threads int) error {
				if s.Weights != "" || s.Net != "" {
					return errors.New("--cluster cannot be combined with --weights or --net: workers use the built-in evaluation")
				}
				run.Elsewhere, run.Concurrency = crew.Selfplay(*run, s.Mode), threads
				return nil
			}, do)
		},
	}
	doc, err := play.Play(c.Context, cli.LearningHost{Console: c.Console}, r)
	switch {
	case err != nil && c.Context.Err() != nil && !c.JSON:
		c.Note(fmt.Sprintf("%s saved in %v; run the same command to continue", cli.Plural(doc.Games, "game"), s.Output))
		return err
	case err != nil:
		return err
	}
	return c.Result(doc, "%s in %v (%v new in %v): White won %v, drew %v, lost %v of the new games\n", cli.Plural(doc.Games, "game"), doc.File, doc.New, time.Duration(doc.Seconds*float64(time.Second)).Round(time.Second), doc.Wins, doc.Draws, doc.Losses)
}
