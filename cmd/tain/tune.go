package main

import (
	"errors"
	"fmt"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/learning"
	"github.com/tainchess/tain/rules/bundle"
)

type tuneCmd struct {
	Variant string   `arg:"" complete:"variants" help:"Rule set."`
	Files   []string `arg:"" complete:"files" help:"Game files from tain selfplay."`

	Output     string  `short:"o" placeholder:"FILE" help:"Weights file (default: next to a definition, as in portal.weights.txt; otherwise standard output)."`
	From       string  `default:"hand" enum:"${modes}" help:"Weights to start from."`
	Epochs     int     `default:"40" help:"Epochs."`
	Rate       float64 `default:"0.7" help:"Initial learning rate, in centipawns per step."`
	L2         float64 `name:"l2" default:"0.00002" help:"Strength of the L2 prior, which pulls weights to their initial values."`
	Lambda     float64 `default:"0.5" help:"Weight of the engine's score in the target, from 0 to 1; the rest is the game's result."`
	Validation float64 `default:"0.1" help:"Share of games in the validation set."`
}

func (tuneCmd) Help() string {
	return `Fits the weights of the evaluation to games by logistic regression (Texel tuning). Part of the games is the validation set: the weights with the lowest validation loss are saved.

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
	return c.Result(tuned{r.Info().Name, t.Output, games, fitted.Training, fitted.Validation, fitted.BestEpoch, fitted.LossBefore, fitted.LossAfter}, "Weights of %s: %v\n", r.Info().Name, story)
}
