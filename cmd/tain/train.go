package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/tainchess/tain/engine/train"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/learning"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
)

type trainCmd struct {
	Variant string   `arg:"" complete:"variants" help:"Rule set, or a definition file."`
	Files   []string `arg:"" complete:"files" help:"Game files from tain selfplay, or sample files."`

	Output  string  `short:"o" placeholder:"FILE" complete:"files" help:"Net file (default: next to a definition, as in portal.net; otherwise NAME.net)."`
	Samples string  `placeholder:"FILE" complete:"files" help:"Write samples to this file instead of training."`
	Width   int     `default:"128" placeholder:"N" help:"Hidden-layer width, a multiple of 16 up to 256 (default: 128)."`
	Epochs  int     `default:"16" placeholder:"N" help:"Epochs (default: 16)."`
	Batch   int     `placeholder:"N" help:"Batch size in positions (default: 16384, or less for small data)."`
	Rate    float64 `default:"0.001" help:"Initial learning rate (default: 0.001)."`
	Lambda  float64 `default:"0.75" help:"Weight of the engine's score in the target, from 0 to 1; the rest is the game's result."`
	Seed    uint64  `default:"1" placeholder:"N" help:"Random seed (default: 1)."`
	From    string  `placeholder:"FILE" complete:"files" help:"Net to start from, which sets the width (default: random weights)."`
	InOrder bool    `help:"Do not shuffle or mirror positions, to compare with another program."`
}

func (trainCmd) Help() string {
	return `Trains a net on self-play games, using positions without check whose next move is not a capture. docs/learning.md describes the net's inputs and the formats of samples and nets.

Examples:

    $ tain selfplay mirrorsquare games.txt --games 20000 --nodes 100 --soft
    $ tain train mirrorsquare games.txt -o mirrorsquare.net
    $ tain match mirrorsquare --a self:net=mirrorsquare.net --b self:mode=weights --tc 1+0.01 --sprt 0,20`
}

// trained tells of a net as JSON.
type trained struct {
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
	if t.Samples != "" {
		return t.writeSamples(c, r)
	}
	t.Output = netOutput(c, r, t.Output)
	out, err := c.CreateFrom(t.Files, t.Output, "net")
	if err != nil {
		return err
	}
	defer out.Discard()
	samples, err := learning.Samples(cli.LearningHost{Console: c.Console}, r, t.Files)
	if err != nil {
		return err
	}
	net, curve, err := training.Fit(c.Context, cli.LearningHost{Console: c.Console}, r, samples)
	if errors.Is(err, train.ErrTooFew) {
		return fmt.Errorf("too few positions: %s from %s, at least %d needed; play more games", cli.Plural(samples.Len(), "position"), cli.Plural(samples.Games, "game"), train.Least)
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
		return nil // what else is said there would damage the net
	}
	last := curve[len(curve)-1]
	return c.Result(trained{r.Info().Name, t.Output, samples.Games, samples.Len(), samples.Hash(), curve},
		"%v: net trained on %v games, %v positions; loss %.5f, validation loss %.5f\n", t.Output, samples.Games, samples.Len(), last.Training, last.Validation)
}

// netOutput is where a net goes: the file that was named, beside a definition, or
// the rule set's name in this folder.
func netOutput(c *console, r rules.Rules, named string) string {
	if name := c.Companion(r, named, bundle.Net); name != "" {
		return name
	}
	return r.Info().Name + ".net"
}

// writeSamples writes what would be learnt from.
func (t *trainCmd) writeSamples(c *console, r rules.Rules) error {
	out, err := c.CreateFrom(t.Files, t.Samples, "samples")
	if err != nil {
		return err
	}
	defer out.Discard()
	samples, err := learning.Samples(cli.LearningHost{Console: c.Console}, r, t.Files)
	if err != nil {
		return err
	}
	if err := out.CommitText(string(samples.Format())); err != nil || out.Standard() {
		return err
	}
	return c.Result(trained{Variant: r.Info().Name, File: t.Samples, Games: samples.Games, Positions: samples.Len(), Data: samples.Hash()},
		"%v: %v samples from %v games\n", t.Samples, samples.Len(), samples.Games)
}
