package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/learning"
	"github.com/tainchess/tain/rules/bundle"
)

type learnCmd struct {
	Variant string `arg:"" complete:"variants" help:"Rule set, or a definition file."`

	Minutes     float64 `default:"20" placeholder:"N" help:"Time limit in minutes (default: 20)."`
	Output      string  `short:"o" placeholder:"FILE" complete:"files" help:"Net or weights file; an existing one is the starting point (default: next to a definition, as in portal.net or portal.weights.txt; otherwise NAME.net)."`
	Weights     bool    `help:"Learn weights instead of a net: a smaller gain, from hundreds of games."`
	Games       int     `placeholder:"N" help:"Self-play games per round (default: 10000, for weights 400)."`
	MatchGames  int     `default:"400" placeholder:"N" help:"Maximum games of a match between candidate and current (default: 400)."`
	Nodes       uint64  `placeholder:"N" help:"Nodes per move (default: 100, finishing the current depth; for weights 500)."`
	Width       int     `default:"128" placeholder:"N" help:"Hidden-layer width, a multiple of 16 up to 256 (default: 128)."`
	Epochs      int     `default:"16" placeholder:"N" help:"Training epochs (default: 16)."`
	TC          string  `name:"tc" default:"1+0.01" placeholder:"TC" help:"Time control of matches between nets (default: 1+0.01)."`
	Rounds      int     `placeholder:"N" help:"Maximum rounds (default: none)."`
	Seed        uint64  `default:"1" placeholder:"N" help:"Random seed (default: 1)."`
	Concurrency int     `default:"${cores}" placeholder:"N" help:"Concurrent games (default: one per core, ${cores})."`
}

func (learnCmd) Help() string {
	return `Each round plays games with the current net, or with the rule set's weights if it has none, trains a candidate on the games of the last eight rounds, and plays a timed match between candidate and current net. The candidate is accepted if the sequential test of Elo 0 against 20 passes, or if its likelihood of superiority is 95 % after the last game.

An accepted net is saved at once; next to a definition, the engine uses it from then on. Rounds are saved in a folder next to it (portal.nets), with report.txt and report.svg. Run the same command to continue after Ctrl-C or with more time; remove the folder to start again.

With --weights, the loop tunes evaluation weights instead, with matches by nodes, in its own folder (portal.learn).

Examples:

    $ tain learn mirrorsquare --minutes 120
    $ tain learn portal.toml --minutes 20 --weights`
}

func (l *learnCmd) Run(c *console) error {
	r, err := c.Choose(l.Variant)
	if err != nil {
		return err
	}
	usual := func(v *int, net, weights int) {
		if *v == 0 && l.Weights {
			*v = weights
		} else if *v == 0 {
			*v = net
		}
	}
	nodes := int(min(l.Nodes, 1<<30))
	usual(&l.Games, 10000, 400)
	usual(&nodes, 100, 500)
	l.Nodes = uint64(nodes)
	if !(l.Minutes > 0 && l.Minutes <= 1e5) || l.Games < 10 || l.Games > 1e6 || l.MatchGames < 2 || l.MatchGames > 1e6 || l.Nodes < 1 ||
		l.Rounds < 0 || l.Concurrency < 1 || l.Concurrency > cli.MaxThreads {
		return fmt.Errorf("--minutes must be above 0 and at most 100000, --games from 10 to 1000000, --match-games from 2 to 1000000, --nodes at least 1, --rounds not negative, --concurrency from 1 to %d", cli.MaxThreads)
	}
	if l.Weights {
		l.Output = c.Companion(r, l.Output, bundle.Weights)
	} else {
		l.Output = netOutput(c, r, l.Output)
	}
	loop := learning.Loop{
		Rules: r, Output: l.Output, Weights: l.Weights, Games: l.Games, MatchGames: l.MatchGames, Nodes: l.Nodes, Width: l.Width,
		Epochs: l.Epochs, TC: l.TC, Rounds: l.Rounds, Seed: l.Seed, Concurrency: l.Concurrency, Host: cli.LearningHost{Console: c.Console},
		Finished: func(number int, done *learning.Round) error {
			if c.JSON {
				return nil
			}
			fmt.Fprintln(c.Out, done.Line(number))
			return c.Out.Flush()
		},
	}
	outer := c.Context
	ctx, cancel := context.WithTimeout(outer, time.Duration(l.Minutes*float64(time.Minute)))
	defer cancel()
	err = loop.Run(ctx)
	switch {
	case outer.Err() != nil:
		if !c.JSON {
			c.Note(fmt.Sprintf("%s finished, %v accepted; run the same command to continue", cli.Plural(len(loop.State.Rounds), "round"), loop.State.Kept))
		}
		return outer.Err()
	case err != nil && !errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return l.report(c, &loop.State)
}

func (l *learnCmd) report(c *console, s *learning.State) error {
	more := "time"
	if l.Rounds > 0 && len(s.Rounds) >= l.Rounds {
		more = "rounds"
	}
	text := fmt.Sprintf("No improvement found yet; give it more %s.", more)
	switch {
	case s.Kept > 0 && l.Weights:
		text = fmt.Sprintf("The weights are %v.", l.Output)
	case s.Kept > 0:
		text = fmt.Sprintf("The net is %v.", l.Output)
	}
	return c.Result(s, "%s, %v accepted. %s\n", cli.Plural(len(s.Rounds), "round"), s.Kept, text)
}
