package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/train"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/learning"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/lab/selfplay"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
)

type learnCmd struct {
	Variant string `arg:"" complete:"variants" help:"Rule set, or a definition file."`

	Minutes     float64 `default:"20" placeholder:"N" help:"Time limit in minutes."`
	Output      string  `short:"o" placeholder:"FILE" complete:"files" help:"Net or weights file; an existing file is the starting point (default: next to a definition, as in portal.net or portal.weights.txt; for a built-in rule set NAME.net, but no default for weights)."`
	Weights     bool    `help:"Learn weights instead of a net. Weights gain less strength, but need only hundreds of games."`
	Games       int     `placeholder:"N" help:"Self-play games per round (default: 10000, or 400 for weights)."`
	MatchGames  int     `default:"400" placeholder:"N" help:"Maximum games per match between the candidate and the current net or weights."`
	Nodes       uint64  `placeholder:"N" help:"Nodes per move (default: 100, after which the search finishes the current depth; 500 for weights)."`
	Width       int     `default:"128" placeholder:"N" help:"Hidden-layer width, a multiple of 16 up to 256."`
	Epochs      int     `default:"16" placeholder:"N" help:"Training epochs."`
	TC          string  `name:"tc" default:"1+0.01" placeholder:"TC" help:"Time control for matches between nets."`
	Rounds      int     `placeholder:"N" help:"Maximum rounds (default: no limit)."`
	Seed        uint64  `default:"1" placeholder:"N" help:"Random seed."`
	Concurrency int     `default:"${cores}" placeholder:"N" help:"Concurrent games (default: one per core, ${cores})."`
}

func (learnCmd) Help() string {
	return `Each round plays games with the current net, or with the rule set's weights if it has no net, trains a candidate on the games of the last eight rounds, and plays a timed match between the candidate and the current net. The candidate is accepted if it passes a sequential test of Elo 0 against 20, or if its likelihood of superiority is at least 95 % after the last game.

An accepted net is saved immediately; from then on the engine uses it if it is next to a definition. Rounds are saved in a folder next to the net (portal.nets), with report.txt and report.svg. To continue after Ctrl-C, or after the time limit, run the same command; to start again, remove the folder.

With --weights, the command tunes evaluation weights instead, plays matches with a node limit, and saves its rounds in another folder (portal.learn).

Examples:

    $ tain learn mirrorsquare --minutes 120
    $ tain learn portal.toml --minutes 20 --weights`
}

func (l *learnCmd) Run(c *console) error {
	r, err := c.Choose(l.Variant)
	if err != nil {
		return err
	}
	games, nodes := 10000, uint64(100)
	if l.Weights {
		games, nodes = 400, 500
	}
	l.Games, l.Nodes = cmp.Or(l.Games, games), min(cmp.Or(l.Nodes, nodes), 1<<30)
	err = cmp.Or(
		cli.Within("--minutes", l.Minutes, 0.0001, 1e5), cli.Within("--games", l.Games, 10, 1e6),
		cli.Within("--match-games", l.MatchGames, 2, 1e6), cli.AtLeast("--rounds", l.Rounds, 0),
		cli.Within("--concurrency", l.Concurrency, 1, cli.MaxThreads),
	)
	if err != nil {
		return err
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

var (
	_ = cli.AddFormat[learning.State]("learn", 1)
	_ = cli.AddFormat[learning.Played]("selfplay", 1)
	_ = cli.AddFormat[tuneResult]("tune", 1)
	_ = cli.AddFormat[trainResult]("train", 1)
)

type selfplayCmd struct {
	Variant string `arg:"" complete:"variants" help:"Rule set."`
	Output  string `arg:"" complete:"files" help:"Game file to write or continue."`

	Games       int    `default:"1000" placeholder:"N" help:"Number of games in the finished file."`
	Nodes       uint64 `default:"2000" placeholder:"N" help:"Nodes per move."`
	Soft        bool   `help:"Finish the current depth when the node limit is reached."`
	RandomPlies int    `default:"8" placeholder:"N" help:"Random opening plies; about half of the games have one more. With 0, all games are identical unless --vary-plies is set."`
	VaryPlies   int    `placeholder:"N" help:"Number of plies in which one of the best moves is chosen at random."`
	Seed        uint64 `default:"1" placeholder:"N" help:"Random seed; the same seed gives the same games."`
	Mode        string `default:"learnt" placeholder:"MODE" enum:"${modes}" help:"Evaluation: learnt (net or weights), weights, derived (from the rules), hand or blind."`
	Weights     string `placeholder:"FILE" complete:"files" help:"Weights file from tain tune or tain learn."`
	Net         string `placeholder:"FILE" complete:"files" help:"Net file from tain learn or tain train."`
	Concurrency int    `default:"${cores}" placeholder:"N" help:"Concurrent games (default: one per core, ${cores})."`

	clusterFlags
}

func (selfplayCmd) Help() string {
	return `Writes one game per line: White's half points, the starting position, and the moves with the engine's scores. If the file exists, the command continues it. Each game is saved when it ends, so an interruption loses only the games in progress. The same settings give the same file, whether it takes one run or several. Until the last game has ended, games may be out of order; comments then state their numbers.

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
	err = cmp.Or(
		cli.AtLeast("--games", s.Games, 1), cli.AtLeast("--nodes", s.Nodes, 1), cli.Within("--random-plies", s.RandomPlies, 0, 40),
		cli.AtLeast("--vary-plies", s.VaryPlies, 0), cli.Within("--concurrency", s.Concurrency, 1, cli.MaxThreads),
	)
	if err != nil {
		return err
	}
	play := learning.Selfplay{
		Output: s.Output, Games: s.Games, Nodes: s.Nodes, Soft: s.Soft, RandomPlies: s.RandomPlies, VaryPlies: s.VaryPlies, Seed: s.Seed,
		Mode: s.Mode, Weights: s.Weights, Net: s.Net, Concurrency: s.Concurrency, Checksum: player.FileSum(cmp.Or(s.Net, s.Weights)),
		Spread: func(run *selfplay.Series, do func() error) error {
			return s.spread(c, selfplayJobs, func(with crew, threads int) error {
				if s.Weights != "" || s.Net != "" {
					return errors.New("--cluster cannot be combined with --weights or --net: workers use the built-in evaluation")
				}
				run.Elsewhere, run.Concurrency = with.Selfplay(*run, s.Mode), threads
				return nil
			}, do)
		},
	}
	doc, err := play.Play(c.Context, cli.LearningHost{Console: c.Console}, r)
	if err != nil {
		if c.Context.Err() != nil && !c.JSON {
			c.Note(fmt.Sprintf("%s saved in %v; run the same command to continue", cli.Plural(doc.Games, "game"), s.Output))
		}
		return err
	}
	took := time.Duration(doc.Seconds * float64(time.Second)).Round(time.Second)
	return c.Result(doc, "%s in %v (%v new in %v): White won %v, drew %v, lost %v of the new games\n",
		cli.Plural(doc.Games, "game"), doc.File, doc.New, took, doc.Wins, doc.Draws, doc.Losses)
}

type tuneCmd struct {
	Variant string   `arg:"" complete:"variants" help:"Rule set."`
	Files   []string `arg:"" complete:"files" help:"Game files from tain selfplay."`

	Output     string  `short:"o" placeholder:"FILE" help:"Weights file (default: next to a definition, as in portal.weights.txt; otherwise standard output)."`
	From       string  `default:"hand" placeholder:"MODE" enum:"${modes}" help:"Weights to start from: learnt, weights, derived, hand or blind."`
	Epochs     int     `default:"40" placeholder:"N" help:"Epochs."`
	Rate       float64 `default:"0.7" placeholder:"N" help:"Initial learning rate in centipawns per step."`
	L2         float64 `name:"l2" default:"0.00002" placeholder:"N" help:"Strength of the L2 prior, which pulls weights towards their initial values."`
	Lambda     float64 `default:"0.5" placeholder:"SHARE" help:"Weight of the engine's score in the target, from 0 to 1; the remaining weight is the game's result."`
	Validation float64 `default:"0.1" placeholder:"SHARE" help:"Share of games in the validation set."`
}

func (tuneCmd) Help() string {
	return `Fits the evaluation weights to games by logistic regression (Texel tuning). Some of the games form the validation set: the weights with the lowest validation loss are saved.

Example:

    $ tain tune mirrorsquare games.txt -o variant/mirrorsquare/weights.txt`
}

// tuneResult describes tuned weights. It is encoded as JSON. The losses are those on the validation set.
type tuneResult struct {
	Variant    string  `json:"variant"`
	File       string  `json:"file"`
	Games      int     `json:"games"`
	Learnt     int     `json:"learnt"` // number of training positions
	Validation int     `json:"validation"`
	Epoch      int     `json:"epoch"` // best epoch
	Before     float64 `json:"loss_before"`
	After      float64 `json:"loss_after"`
}

func (t *tuneCmd) Run(c *console) error {
	r, err := c.Choose(t.Variant)
	if err != nil {
		return err
	}
	if t.Epochs < 1 || t.Rate <= 0 || t.L2 < 0 || t.Lambda < 0 || t.Lambda > 1 || t.Validation <= 0 || t.Validation >= 1 {
		return errors.New("--epochs and --rate must be above 0, --l2 0 or more, --lambda from 0 to 1, --validation between 0 and 1")
	}
	t.Output = c.Companion(r, t.Output, bundle.Weights)
	out, err := c.CreateFrom(t.Files, t.Output, "weights")
	if err != nil {
		return err
	}
	defer out.Discard()
	from, err := eval.Weights(r, eval.Mode(t.From))
	if err != nil {
		return err
	}
	tuning := learning.Tuning{Files: t.Files, Epochs: t.Epochs, Rate: t.Rate, L2: t.L2, Lambda: t.Lambda, Validation: t.Validation}
	if !c.Interactive() {
		tuning.AfterEpoch = func(epoch int, training, validation float64) {
			if epoch%10 == 0 {
				fmt.Fprintf(c.Errs, "epoch %d: training loss %.5f, validation loss %.5f\n", epoch, training, validation)
			}
		}
	}
	fitted, games, err := tuning.Fit(c.Context, cli.LearningHost{Console: c.Console}, r, from)
	if err != nil {
		return err
	}
	story := learning.Story(games, &fitted)
	command := fmt.Sprintf("tain tune %s %s --from %s --epochs %d --rate %g --l2 %g --lambda %g --validation %g",
		r.Info().Name, learning.BaseNames(t.Files), t.From, t.Epochs, t.Rate, t.L2, t.Lambda, t.Validation)
	if err := out.CommitText(eval.FormatWeights(r, story+"\n"+command, eval.Terms(r), fitted.Weights)); err != nil || out.Standard() {
		return err
	}
	doc := tuneResult{r.Info().Name, t.Output, games, fitted.Training, fitted.Validation, fitted.BestEpoch, fitted.LossBefore, fitted.LossAfter}
	return c.Result(doc, "Weights of %s: %v\n", r.Info().Name, story)
}

type trainCmd struct {
	Variant string   `arg:"" complete:"variants" help:"Rule set, or a definition file."`
	Files   []string `arg:"" complete:"files" help:"Game files from tain selfplay, or sample files."`

	Output  string  `short:"o" placeholder:"FILE" complete:"files" help:"Net file (default: next to a definition, as in portal.net; otherwise NAME.net)."`
	Samples string  `placeholder:"FILE" complete:"files" help:"Write samples to this file instead of training."`
	Width   int     `default:"128" placeholder:"N" help:"Hidden-layer width, a multiple of 16 up to 256."`
	Epochs  int     `default:"16" placeholder:"N" help:"Epochs."`
	Batch   int     `placeholder:"N" help:"Batch size in positions (default: 16384, or less if there are few positions)."`
	Rate    float64 `default:"0.001" placeholder:"N" help:"Initial learning rate."`
	Lambda  float64 `default:"0.75" placeholder:"SHARE" help:"Weight of the engine's score in the target, from 0 to 1; the remaining weight is the game's result."`
	Seed    uint64  `default:"1" placeholder:"N" help:"Random seed."`
	From    string  `placeholder:"FILE" complete:"files" help:"Net to start from, which sets the width (default: random weights)."`
	InOrder bool    `help:"Keep the order of positions and do not mirror them, for comparison with another program."`
}

func (trainCmd) Help() string {
	return `Trains a net on self-play games, using positions in which the side to move is not in check, the next move is neither a capture nor a promotion, and the score is at most 30 pawns. docs/learning.md describes the net's inputs and the formats of samples and nets.

Examples:

    $ tain selfplay mirrorsquare games.txt --games 20000 --nodes 100 --soft
    $ tain train mirrorsquare games.txt -o mirrorsquare.net
    $ tain match mirrorsquare --a self:net=mirrorsquare.net --b self:mode=weights --tc 1+0.01 --sprt 0,20`
}

// trainResult describes a net or a samples file. It is encoded as JSON.
type trainResult struct {
	Variant   string        `json:"variant"`
	File      string        `json:"file"`
	Games     int           `json:"games"`
	Positions int           `json:"positions"`
	Data      string        `json:"data,omitempty"` // hash of the samples
	Curve     []train.Epoch `json:"curve,omitempty"`
}

func (t *trainCmd) Run(c *console) error {
	r, err := c.Choose(t.Variant)
	if err != nil {
		return err
	}
	training := learning.Training{
		Files: t.Files, Width: t.Width, Epochs: t.Epochs, Batch: t.Batch, Rate: t.Rate, Lambda: t.Lambda, Seed: t.Seed, From: t.From, InOrder: t.InOrder,
	}
	if err := training.Check(); err != nil {
		return err
	}
	name, content := t.Samples, "samples"
	if name == "" {
		t.Output = netOutput(c, r, t.Output)
		name, content = t.Output, "net"
	}
	out, err := c.CreateFrom(t.Files, name, content)
	if err != nil {
		return err
	}
	defer out.Discard()
	samples, err := learning.Samples(cli.LearningHost{Console: c.Console}, r, t.Files)
	if err != nil {
		return err
	}
	if t.Samples != "" {
		return t.writeSamples(c, r, out, samples)
	}
	net, curve, err := training.Fit(c.Context, cli.LearningHost{Console: c.Console}, r, samples)
	if errors.Is(err, train.ErrTooFew) {
		needed := train.Needed(samples.Inputs, t.Width)
		text := fmt.Sprintf("too few positions for a net of width %d: %s from %s, at least %d needed", t.Width, cli.Plural(samples.Len(), "position"), cli.Plural(samples.Games, "game"), needed)
		if games := samples.GamesNeeded(needed); games > 0 {
			return fmt.Errorf("%s; play about %d games, or choose a smaller --width", text, games)
		}
		return fmt.Errorf("%s; play more games, or choose a smaller --width", text)
	}
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := net.Write(&file); err != nil {
		return err
	}
	if err := out.CommitText(file.String()); err != nil {
		return err
	}
	if out.Standard() {
		return nil // a report would corrupt the net on standard output
	}
	last := curve[len(curve)-1]
	return c.Result(trainResult{r.Info().Name, t.Output, samples.Games, samples.Len(), samples.Hash(), curve},
		"%v: net trained on %v games, %v positions; loss %.5f, validation loss %.5f\n", t.Output, samples.Games, samples.Len(), last.Training, last.Validation)
}

// netOutput returns the output file for a net: the given name, a file next to the definition, or NAME.net in
// the working directory.
func netOutput(c *console, r rules.Rules, named string) string {
	if name := c.Companion(r, named, bundle.Net); name != "" {
		return name
	}
	return r.Info().Name + ".net"
}

// writeSamples writes the training samples.
func (t *trainCmd) writeSamples(c *console, r rules.Rules, out *cli.Output, samples *train.Samples) error {
	if err := out.CommitText(string(samples.Format())); err != nil || out.Standard() {
		return err
	}
	return c.Result(trainResult{Variant: r.Info().Name, File: t.Samples, Games: samples.Games, Positions: samples.Len(), Data: samples.Hash()},
		"%v: %v samples from %v games\n", t.Samples, samples.Len(), samples.Games)
}
