package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/tainchess/tain/internal/site/load"
	"github.com/tainchess/tain/rules"
)

type loadCmd struct {
	Games          int      `default:"100" help:"How many games are played at the same time."`
	MovesPerSecond float64  `default:"50" help:"How many moves a second are played in all games together."`
	Spectators     int      `default:"0" help:"How many spectators watch, spread over the games."`
	Time           duration `default:"10s" placeholder:"TIME" help:"How long to play, such as 30s or 5m (default: 10s)."`
	Variant        string   `default:"all" complete:"variants" help:"The rule set that is played, or all by turns."`
	URL            string   `name:"url" placeholder:"URL" help:"The server to measure, started with --no-limits, or several nodes of a cluster with commas between; without it one is started for this, on a folder of its own."`
}

func (loadCmd) Help() string {
	return `Players and spectators connect as browsers do, play random legal moves at a steady rate, and count what arrives. Times are from sending a move to its acknowledgement, which comes after it is saved, and to its arrival at the opponent. In the end every game is read back: a move that was acknowledged and is not there is lost. The exit status is 1 if anything was lost, doubled or refused.

Examples:

    $ tain load --games 20 --moves-per-second 50 --time 3s
    $ tain load --games 2000 --moves-per-second 500 --time 1m
    $ tain load --games 100 --moves-per-second 0 --spectators 4800 --time 5s`
}

func (l *loadCmd) Run(c *console) error {
	list := c.rules.All()
	if l.Variant != "all" {
		r, err := c.choose(l.Variant)
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
	if err := l.Time.within("--time", leastTime, mostTime); err != nil {
		return err
	}
	plan := load.Plan{
		URL: l.URL, Rules: list, Games: l.Games, MovesPerSecond: l.MovesPerSecond, Spectators: l.Spectators,
		Time: time.Duration(l.Time),
	}
	if plan.URL == "" {
		grace.Store(int64(shutdownGrace)) // for the server to end, too
		url, stop, err := startServer(c)
		if err != nil {
			return err
		}
		defer stop()
		plan.URL = url
	}
	show := newStages(c)
	defer show.clear()
	plan.Progress = show.at
	report, err := load.Run(c.ctx, plan)
	show.clear()
	if err != nil {
		return err
	}
	if c.json {
		err = c.document(report)
	} else {
		_, err = fmt.Fprint(c.out, &report)
	}
	if err == nil && !report.Sound() {
		err = errFound
	}
	return err
}

// stages shows a bar for each part of a run.
type stages struct {
	con  *console
	part string
	bar  *progress
}

func newStages(c *console) *stages { return &stages{con: c} }

func (s *stages) at(part string, done, total int) {
	if part != s.part {
		s.clear()
		s.part, s.bar = part, s.con.progress(part, false)
	}
	s.bar.at(int64(done), int64(total))
}

func (s *stages) clear() {
	if s.bar != nil {
		s.bar.clear()
		s.bar, s.part = nil, ""
	}
}

// startServer starts a server of its own process, so that its memory can be
// told apart, on a folder that is removed afterwards.
func startServer(c *console) (url string, stop func(), err error) {
	folder, err := os.MkdirTemp("", "tain-load-")
	if err != nil {
		return "", nil, fmt.Errorf("cannot create a folder for the games: %w", err)
	}
	program, err := os.Executable()
	if err != nil {
		os.RemoveAll(folder)
		return "", nil, fmt.Errorf("cannot find this program to start a server: %w", err)
	}
	// Not tied to the context: it is asked to end, and only then killed.
	server := exec.Command(program, "--json", "serve", "--addr", "localhost:0", "--data", folder, "--no-limits", "--public-metrics")
	server.Args[0] = os.Args[0]
	var said bytes.Buffer
	server.Stderr = &said
	out, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		os.RemoveAll(folder)
		return "", nil, fmt.Errorf("cannot start a server: %w", err)
	}
	stop = func() {
		if server.Process.Signal(os.Interrupt) != nil {
			server.Process.Kill()
		}
		late := time.AfterFunc(shutdownGrace, func() { server.Process.Kill() })
		defer late.Stop()
		server.Wait() // it was interrupted: there is nothing to learn from how it ended
		os.RemoveAll(folder)
	}
	// The server names its address first.
	var told served
	answer := make(chan error, 1)
	go func() { answer <- json.NewDecoder(out).Decode(&told) }()
	select {
	case err = <-answer:
	case <-c.ctx.Done():
		err = c.ctx.Err()
	case <-time.After(shutdownGrace):
		err = errors.New("it does not report its address")
	}
	if err != nil {
		stop()
		if errors.Is(err, context.Canceled) {
			return "", nil, err
		}
		return "", nil, fmt.Errorf("the server did not start: %w: %v", err, bytes.TrimSpace(said.Bytes()))
	}
	return told.URL, stop, nil
}
