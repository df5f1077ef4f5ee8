// Package learning improves the evaluation of a rule set. It plays self-play games ([Selfplay]) and uses them
// to tune weights ([Tuning]) or train nets ([Training]). A [Loop] repeats this in rounds, each with a match
// between the candidate and the current evaluation.
package learning

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/engine/train"
	"github.com/tainchess/tain/rules"
)

// Tuning holds the settings for fitting the weights of an evaluation to games.
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

// Story describes a fit in one sentence, with the number of games and positions and the losses.
func Story(games int, f *learn.Fitted) string {
	return fmt.Sprintf("%v games, %v training and %v validation positions; validation loss %.5f, before %.5f.",
		games, f.Training, f.Validation, f.LossAfter, f.LossBefore)
}

// Fit fits weights to the games in the files. It also returns the number of games.
func (t *Tuning) Fit(
	ctx context.Context, h Host, r rules.Rules, from []eval.Score,
) (fitted learn.Fitted, games int, err error) {
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

// maxSamples limits the size of a samples file, in bytes.
const maxSamples = 8 << 30

// Training holds the settings for training a net on games.
type Training struct {
	Files   []string // file names to record in the net's header
	Width   int
	Epochs  int
	Batch   int // 0 means the default
	Rate    float64
	Lambda  float64
	Seed    uint64
	From    string // initial net; empty means random weights
	InOrder bool
}

// Check returns an error if a setting is out of range.
func (t *Training) Check() error {
	if t.Width < 16 || t.Width > nnue.MaxWidth || t.Width%16 != 0 || t.Epochs < 1 || t.Epochs > 1e4 ||
		t.Batch < 0 || t.Batch > 1<<24 || !(t.Rate > 0 && t.Rate < 1) || !(t.Lambda > 0 && t.Lambda <= 1) {
		return fmt.Errorf("--width must be a multiple of 16 up to %v, --epochs from 1 to 10000, --batch not negative, "+
			"--rate between 0 and 1, --lambda above 0 and at most 1", nnue.MaxWidth)
	}
	return nil
}

// Fit trains a net on samples and returns it with the losses by epoch.
func (t *Training) Fit(
	ctx context.Context, h Host, r rules.Rules, samples *train.Samples,
) (*nnue.Net, []train.Epoch, error) {
	o := train.Options{Width: t.Width, Epochs: t.Epochs, Batch: t.Batch, Rate: t.Rate, Lambda: t.Lambda,
		Seed: t.Seed, InOrder: t.InOrder}
	if t.From != "" {
		net, err := nnue.Load(r, t.From)
		if err != nil {
			return nil, nil, err
		}
		o.From = net
	}
	bar := h.Progress("training", false)
	defer bar.Clear()
	o.AfterEpoch = func(e train.Epoch) { bar.Set(int64(e.Number), int64(t.Epochs)) }
	net, curve, err := train.Train(ctx, samples, o)
	if err == nil {
		net.Header.Command = t.command(r, net.Width)
	}
	return net, curve, err
}

// command returns the command line that trains the net. With --from, the width is the width of the initial
// net.
func (t *Training) command(r rules.Rules, width int) string {
	text := fmt.Sprintf("tain train %s %s --width %d --epochs %d --rate %g --lambda %g --seed %d",
		r.Info().Name, BaseNames(t.Files), width, t.Epochs, t.Rate, t.Lambda, t.Seed)
	if t.Batch > 0 {
		text += fmt.Sprintf(" --batch %d", t.Batch)
	}
	if t.From != "" {
		text += " --from " + BaseNames([]string{t.From})
	}
	if t.InOrder {
		text += " --in-order"
	}
	return text
}

// Samples reads samples files, converts record files to samples, and returns all samples.
func Samples(h Host, r rules.Rules, files []string) (*train.Samples, error) {
	all := train.NewSamples(r)
	for _, name := range files {
		own, err := samplesOf(h, r, name)
		if err != nil {
			return nil, err
		}
		all.Add(own)
	}
	return all, nil
}

func samplesOf(h Host, r rules.Rules, name string) (*train.Samples, error) {
	in, err := h.Open(name)
	if err != nil {
		return nil, err
	}
	head := make([]byte, len(train.Magic))
	n, _ := io.ReadFull(in, head)
	if string(head[:n]) == train.Magic {
		defer in.Close()
		rest, err := io.ReadAll(io.LimitReader(in, maxSamples))
		if err != nil {
			return nil, failed("read", name, err)
		}
		samples, err := train.Read(r, append(head, rest...))
		if err != nil {
			return nil, fmt.Errorf("%s %w", name, err)
		}
		return samples, nil
	}
	in.Close()
	samples := train.NewSamples(r)
	samples.Games, err = Records(h, r, []string{name}, func(record *learn.Record, _ int) error {
		var err error
		samples.Packed, _, err = train.AddGame(samples.Packed, r, samples.Inputs, record)
		return err
	})
	return samples, err
}
