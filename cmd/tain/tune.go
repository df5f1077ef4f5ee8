package main

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/rules"
)

type tuneCmd struct {
	Variant string   `arg:"" complete:"variants" help:"The rule set."`
	Files   []string `arg:"" complete:"files" help:"Files of records that tain selfplay wrote."`

	Output     string  `short:"o" placeholder:"FILE" help:"Where to write the weights (default: beside a definition, as in portal.weights.txt; otherwise standard output, which is also -)."`
	From       string  `default:"hand" enum:"${modes}" help:"Which weights to begin with."`
	Epochs     int     `default:"40" help:"How often to go through all positions."`
	Rate       float64 `default:"0.7" help:"Learning rate at first, in centipawns a step."`
	L2         float64 `name:"l2" default:"0.00002" help:"Strength of the L2 prior: how strongly weights are drawn back to where they began."`
	Lambda     float64 `default:"0.5" help:"Share of the engine's own score in a position's target; the rest is the result of the game."`
	quiet      bool    // tells nothing of epochs
	Validation float64 `default:"0.1" help:"Share of the games in the validation set, which is not learnt from."`
}

func (tuneCmd) Help() string {
	return `Fits the weights of the evaluation to games by logistic regression (Texel tuning). A part of the games is the validation set: the weights that predict it best are kept, and the figures tell how much better that is than before.

Example:

    $ tain tune mirrorsquare games.txt -o variant/mirrorsquare/weights.txt`
}

// tuned tells of learnt weights as JSON. The losses are on the validation set.
type tuned struct {
	Variant    string  `json:"variant"`
	File       string  `json:"file"`
	Games      int     `json:"games"`
	Learnt     int     `json:"learnt"` // positions
	Validation int     `json:"validation"`
	Epoch      int     `json:"epoch"` // the one that did best
	Before     float64 `json:"loss_before"`
	After      float64 `json:"loss_after"`
}

func (t *tuneCmd) Run(c *console) error {
	r, err := c.choose(t.Variant)
	if err != nil {
		return err
	}
	if t.Epochs < 1 || t.Rate <= 0 || t.L2 < 0 || t.Lambda < 0 || t.Lambda > 1 || t.Validation <= 0 || t.Validation >= 1 {
		return errors.New("--epochs and --rate must be above 0, --l2 0 or more, --lambda from 0 to 1, --validation between 0 and 1")
	}
	t.Output = c.beside(r, t.Output, rules.WeightsFile)
	out, err := c.createFrom(t.Files, t.Output, "weights")
	if err != nil {
		return err
	}
	defer out.drop()
	from, err := eval.Weights(r, eval.Mode(t.From))
	if err != nil {
		return err
	}
	fitted, games, err := t.fit(c, r, from)
	if err != nil {
		return err
	}
	story := fitStory(games, &fitted)
	command := fmt.Sprintf("tain tune %s %s --from %s --epochs %d --rate %g --l2 %g --lambda %g --validation %g",
		r.Info().Name, baseNames(t.Files), t.From, t.Epochs, t.Rate, t.L2, t.Lambda, t.Validation)
	if err := out.keepText(eval.FormatWeights(r, story+"\n"+command, eval.Terms(r), fitted.Weights)); err != nil {
		return err
	}
	switch {
	case c.json:
		return c.document(tuned{r.Info().Name, t.Output, games, fitted.Training, fitted.Validation, fitted.BestEpoch, fitted.LossBefore, fitted.LossAfter})
	case !out.standard():
		fmt.Fprintln(c.out, fmt.Sprintf("Weights of %s: %v", r.Info().Name, story))
	}
	return nil
}

// fitStory tells what weights were made of.
func fitStory(games int, f *learn.Fitted) string {
	return fmt.Sprintf("%v games, %v training and %v validation positions; validation loss %.5f, before %.5f.", games, f.Training, f.Validation, f.LossAfter, f.LossBefore)
}

// fit fits weights to the games of the files and tells how many there were.
func (t *tuneCmd) fit(c *console, r rules.Rules, from []eval.Score) (fitted learn.Fitted, games int, err error) {
	e, err := eval.WithWeights(r, from)
	if err != nil {
		return fitted, 0, err
	}
	var samples []learn.Sample
	games, err = c.records(r, t.Files, func(record *learn.Record, number int) error {
		samples, err = learn.AddSamples(samples, r, e, record, number, t.Validation)
		return err
	})
	if err != nil {
		return fitted, games, err
	}
	bar := c.progress("learning", false)
	fitted, err = learn.Fit(c.ctx, samples, from, learn.FitOptions{
		Epochs: t.Epochs, Rate: t.Rate, Lambda: t.Lambda, L2: t.L2, Tied: eval.TiedOf(r), Threads: runtime.GOMAXPROCS(0),
		AfterEpoch: func(epoch int, training, validation float64) {
			bar.at(int64(epoch), int64(t.Epochs))
			if !c.interactive() && !t.quiet && epoch%10 == 0 {
				fmt.Fprintln(c.errs, fmt.Sprintf("epoch %v: training loss %.5f, validation loss %.5f", epoch, training, validation))
			}
		},
	})
	bar.clear()
	return fitted, games, err
}
