package learning

import (
	"context"
	"fmt"
	"runtime"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/rules"
)

// Tuning fits the weights of an evaluation to games.
type Tuning struct {
	Files      []string
	Epochs     int
	Rate       float64
	L2         float64
	Lambda     float64
	Validation float64
	// AfterEpoch, if not nil, is called after each epoch with the losses.
	AfterEpoch func(epoch int, training, validation float64)
}

// Story describes the data of a fit.
func Story(games int, f *learn.Fitted) string {
	return fmt.Sprintf("%v games, %v training and %v validation positions; validation loss %.5f, before %.5f.", games, f.Training, f.Validation, f.LossAfter, f.LossBefore)
}

// Fit fits weights to the games of the files and tells how many there were.
func (t *Tuning) Fit(ctx context.Context, h Host, r rules.Rules, from []eval.Score) (fitted learn.Fitted, games int, err error) {
	e, err := eval.WithWeights(r, from)
	if err != nil {
		return fitted, 0, err
	}
	var samples []learn.Sample
	games, err = Records(h, r, t.Files, func(record *learn.Record, number int) error {
		samples, err = learn.AddSamples(samples, r, e, record, number, t.Validation)
		return err
	})
	if err != nil {
		return fitted, games, err
	}
	bar := h.Progress("learning", false)
	fitted, err = learn.Fit(ctx, samples, from, learn.FitOptions{
		Epochs: t.Epochs, Rate: t.Rate, Lambda: t.Lambda, L2: t.L2, Tied: eval.TiedOf(r), Threads: runtime.GOMAXPROCS(0),
		AfterEpoch: func(epoch int, training, validation float64) {
			bar.Set(int64(epoch), int64(t.Epochs))
			if t.AfterEpoch != nil {
				t.AfterEpoch(epoch, training, validation)
			}
		},
	})
	bar.Clear()
	return fitted, games, err
}
