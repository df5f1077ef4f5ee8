package main

import (
	"fmt"
	"time"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/app"
	"github.com/tainchess/tain/internal/site/load"
	"github.com/tainchess/tain/rules"
)

type loadCmd struct {
	Games          int          `default:"100" help:"Concurrent games."`
	MovesPerSecond float64      `default:"50" help:"Moves per second, over all games."`
	Spectators     int          `default:"0" help:"Spectators, spread over the games."`
	Time           cli.Duration `default:"10s" placeholder:"TIME" help:"Duration, such as 30s or 5m (default: 10s)."`
	Variant        string       `default:"all" complete:"variants" help:"Rule set, or all in turn."`
	URL            string       `name:"url" placeholder:"URL" help:"Server to test, started with --no-limits, or several nodes separated by commas (default: a temporary server)."`
}

func (loadCmd) Help() string {
	return `Players and spectators connect like browsers and play random legal moves at a steady rate. Latencies are measured from sending a move to its acknowledgement, which follows the save, and to its arrival at the opponent. At the end every game is read back: an acknowledged move that is missing counts as lost. The exit status is 1 if any move was lost, duplicated or rejected.

Examples:

    $ tain load --games 20 --moves-per-second 50 --time 3s
    $ tain load --games 2000 --moves-per-second 500 --time 1m
    $ tain load --games 100 --moves-per-second 0 --spectators 4800 --time 5s`
}

func (l *loadCmd) Run(c *console) error {
	list := c.Rules.All()
	if l.Variant != "all" {
		r, err := c.Choose(l.Variant)
		if err != nil {
			return err
		}
		list = []rules.Rules{r}
	}
	const most = 100_000
	switch {
	case l.Games < 1 || l.Games > most:
		return fmt.Errorf("--games is %v; it must be from 1 to %d", l.Games, most)
	case l.Spectators < 0 || l.Spectators > most:
		return fmt.Errorf("--spectators is %v; it must be from 0 to %d", l.Spectators, most)
	case l.MovesPerSecond < 0 || l.MovesPerSecond > most:
		return fmt.Errorf("--moves-per-second is %g; it must be from 0 to %d", l.MovesPerSecond, most)
	}
	if err := l.Time.Within("--time", cli.MinTime, cli.MaxTime); err != nil {
		return err
	}
	plan := load.Plan{
		URL: l.URL, Rules: list, Games: l.Games, MovesPerSecond: l.MovesPerSecond, Spectators: l.Spectators,
		Time: time.Duration(l.Time),
	}
	if plan.URL == "" {
		grace.Store(int64(app.ShutdownGrace)) // for the server to end, too
		url, stop, err := load.StartServer(c.Context)
		if err != nil {
			return err
		}
		defer stop()
		plan.URL = url
	}
	show := cli.NewStages(c.Console)
	defer show.Clear()
	plan.Progress = show.Set
	report, err := load.Run(c.Context, plan)
	show.Clear()
	if err != nil {
		return err
	}
	if c.JSON {
		err = c.Document(report)
	} else {
		_, err = fmt.Fprint(c.Out, &report)
	}
	if err == nil && !report.Passed() {
		err = cli.ErrFound
	}
	return err
}
