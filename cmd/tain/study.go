package main

import (
	"fmt"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/studies"
	"github.com/tainchess/tain/internal/lab/adjudication"
	"github.com/tainchess/tain/internal/lab/study"
	"github.com/tainchess/tain/variant/chess"
)

type studyCmd struct {
	Variant string `arg:"" optional:"" complete:"variants" help:"Rule set, or a definition file."`

	Family      string `placeholder:"NAME" help:"Family to compare instead: portal (64 games, a switch per kind of piece) or gallery."`
	Games       int    `default:"100" placeholder:"N" help:"Games per rule set between equals (default: 100)."`
	DepthGames  int    `default:"-1" placeholder:"N" help:"Games per rule set with unequal nodes; 0 for none (default: the same number)."`
	Nodes       uint64 `default:"500" placeholder:"N" help:"Nodes per move (default: 500)."`
	Times       int    `default:"4" placeholder:"N" help:"Node factor of the stronger side (default: 4)."`
	RandomPlies int    `default:"4" placeholder:"N" help:"Random opening plies, an even number, so that White chooses first (default: 4)."`
	Mode        string `default:"learnt" enum:"${modes}" help:"Weights: learnt, if any; derived treats all games alike."`
	Seed        uint64 `default:"1" placeholder:"N" help:"Random seed; the same seed gives the same figures (default: 1)."`
	Concurrency int    `default:"${cores}" placeholder:"N" help:"Concurrent games (default: one per core, ${cores})."`
	Output      string `short:"o" placeholder:"FILE" complete:"files" help:"Picture of the figures: a .svg or .png file."`
	Theme       string `default:"light" enum:"light,dark,print" help:"Picture theme: light, dark or print."`
	State       string `placeholder:"FILE" complete:"files" help:"File that saves games in progress; a named one is not removed (default: NAME.study)."`
}

func (studyCmd) Help() string {
	return `Plays a rule set against itself and compares it with chess: White's score, draws and their reasons, length, legal moves, frequency of each special rule, how often a one-piece lead wins, repetition, and the gain from more nodes. Every figure has a 95 % interval, which is wide with few games.

The engine uses the rule set's weights, or weights derived from its rules. A game is won after six plies with a score of 15 pawns, or 30 in games with reflections; a lead is three points for six plies; after 300 plies a game is drawn. Each game is saved when it ends. Run the same command to continue after Ctrl-C, also with more --games.

Examples:

    $ tain study portal.toml -o portal.svg
    $ tain study mirrorsquare --games 400 --nodes 2000 --json
    $ tain study --family portal --games 40 --nodes 200 --mode derived`
}

func (s *studyCmd) Run(c *console) error {
	if s.DepthGames < 0 {
		s.DepthGames = s.Games
	}
	if s.Games < 1 || s.Games > 1e6 || s.DepthGames > 1e6 || s.Nodes < 1 || s.Nodes > 1e9 || s.Times < 2 || s.Times > 1000 ||
		s.RandomPlies < 2 || s.RandomPlies > 40 || s.RandomPlies%2 != 0 || s.Concurrency < 1 || s.Concurrency > cli.MaxThreads {
		return fmt.Errorf("--games must be from 1 to 1000000, --nodes from 1 to 1000000000, --times from 2 to 1000, --random-plies an even number from 2 to 40, --concurrency from 1 to %d", cli.MaxThreads)
	}
	s.DepthGames += s.DepthGames % 2 // they come in pairs
	o := studies.Options{
		Variant: s.Variant, Family: s.Family, Concurrency: s.Concurrency, Output: s.Output, Theme: s.Theme, State: s.State,
		Settings: study.Settings{
			Games: s.Games, DepthGames: s.DepthGames, Nodes: s.Nodes, Times: s.Times, RandomPlies: s.RandomPlies, Seed: s.Seed, Mode: s.Mode,
			LeadPlies: study.LeadPlies, LeadPoints: study.LeadPoints, Decided: adjudication.WinningScore(chess.Rules),
		},
	}
	return o.Run(c.Console)
}
