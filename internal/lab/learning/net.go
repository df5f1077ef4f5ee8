package learning

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/engine/train"
	"github.com/tainchess/tain/internal/lab/player"
)

// netRound plays, trains and tests. Each part finds what it had done when it was
// broken off; only a training that had not ended begins again.
func (l *Loop) netRound() error {
	n := len(l.State.Rounds) + 1
	base, err := l.netBase(n)
	if err != nil {
		return err
	}
	play := Selfplay{
		Output: l.roundPath(n, "games.txt"), Games: l.Games, Nodes: l.Nodes, Soft: true, RandomPlies: 8, Seed: l.Seed + uint64(n),
		Mode: string(eval.Learnt), Net: base, Concurrency: l.Concurrency,
	}
	if _, err := play.Play(l.ctx, l.Host, l.Rules); err != nil {
		return err
	}
	done, err := l.candidate(n)
	if err != nil {
		return err
	}
	if len(done.Curve) == 0 {
		return l.finish(done) // too little to learn from: the next round has more
	}
	candidate := l.roundPath(n, "net")
	control, err := player.ParseControl(l.TC)
	if err != nil {
		return err
	}
	sum, err := l.test(n, player.Limit{Control: control}, [2]player.Spec{
		{Kind: player.Self, Name: "new", Net: candidate}, {Kind: player.Self, Name: "old", Net: base},
	})
	if err != nil {
		return err
	}
	text, err := os.ReadFile(candidate)
	if err != nil {
		return failed("read", candidate, err)
	}
	return l.judge(done, sum, string(text))
}

// candidate trains the net of a round and tells of it; it has no curve where
// there is too little to learn from. A round that was broken off in its match finds
// the net that it had trained.
func (l *Loop) candidate(n int) (done Round, err error) {
	name := l.roundPath(n, "net")
	if was := l.State.Trained; was != nil && len(was.Curve) > 0 {
		if _, err := nnue.Load(l.Rules, name); err == nil {
			return *was, nil
		}
	}
	samples, err := l.samples(n)
	if err != nil {
		return done, err
	}
	done = Round{Games: l.Games, Positions: samples.Len()}
	fit := Training{Width: l.Width, Epochs: l.Epochs, Rate: train.DefaultRate, Lambda: train.DefaultLambda, Seed: l.Seed + uint64(n)}
	net, curve, err := fit.Fit(l.ctx, l.Host, l.Rules, samples)
	if errors.Is(err, train.ErrTooFew) {
		return done, nil
	}
	if err != nil {
		return done, err
	}
	done.Curve, done.Before, done.After = curve, curve[0].Validation, curve[len(curve)-1].Validation
	net.Header.Command = fmt.Sprintf("tain learn %s %s, round %d", l.Rules.Info().Name, l.State.Settings, n)
	var file bytes.Buffer
	if err := net.Write(&file); err != nil {
		return done, err
	}
	if err := l.write(name, file.String()); err != nil {
		return done, err
	}
	l.State.Trained = &done
	return done, l.save()
}

// netBase returns the file of the net that a round begins with, nothing if it
// begins with what the rule set has learnt. It is written once a round, before
// the first game: a round that was broken off goes on with the same.
func (l *Loop) netBase(n int) (string, error) {
	name := l.roundPath(n, "base.net")
	if exists(name) {
		return name, nil
	}
	if !exists(l.Output) || exists(l.roundPath(n, "games.txt")) {
		return "", nil
	}
	net, err := nnue.Load(l.Rules, l.Output)
	if err != nil {
		return "", err
	}
	var file bytes.Buffer
	if err := net.Write(&file); err != nil {
		return "", err
	}
	return name, l.write(name, file.String())
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// samples returns those of the last rounds. Each round's are kept beside its
// games.
func (l *Loop) samples(n int) (*train.Samples, error) {
	all := train.NewSamples(l.Rules)
	for i := max(1, n-recentRounds+1); i <= n; i++ {
		name := l.roundPath(i, "samples")
		own, err := samplesOf(l.Host, l.Rules, name)
		if err != nil { // not there yet, or damaged: the games have all that is in them
			if own, err = samplesOf(l.Host, l.Rules, l.roundPath(i, "games.txt")); err == nil {
				err = l.write(name, string(own.Format()))
			}
		}
		if err != nil {
			return nil, err
		}
		all.Add(own)
	}
	return all, nil
}

// report writes what became of the rounds, as a table and as curves.
func (l *Loop) report() error {
	var text strings.Builder
	fmt.Fprintf(&text, "tain learn %s %s\n\n", l.Rules.Info().Name, l.State.Settings)
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "round\tpositions\ttraining\tvalidation\tmatch\tElo")
	for i, r := range l.State.Rounds {
		last := train.Epoch{}
		if len(r.Curve) > 0 {
			last = r.Curve[len(r.Curve)-1]
		}
		verdict := ""
		if r.Kept {
			verdict = " accepted"
		}
		fmt.Fprintf(table, "%d\t%d\t%.5f\t%.5f\t%s\t%s%s\n", i+1, r.Positions, last.Training, last.Validation, r.Score, r.Elo, verdict)
	}
	table.Flush() // into memory
	if err := l.write(l.path("report.txt"), text.String()); err != nil {
		return err
	}
	return l.write(l.path("report.svg"), curves(filepath.Base(l.Output), l.State.Rounds))
}

// curves draws the losses of the rounds, epoch by epoch, as SVG.
func curves(title string, rounds []Round) string {
	const width, height, edge = 720.0, 320.0, 40.0
	low, high, most := 1.0, 0.0, 0
	for _, r := range rounds {
		for _, e := range r.Curve {
			low, high = min(low, e.Training, e.Validation), max(high, e.Training, e.Validation)
		}
		most += len(r.Curve)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="#fff"/><text x="%.0f" y="20">%s</text>`+"\n", edge, html.EscapeString(title+": loss by epoch, training (grey) and validation (black)"))
	if most > 1 && high > low {
		at := func(i int, loss float64) string {
			return fmt.Sprintf("%.1f,%.1f ", edge+float64(i)*(width-2*edge)/float64(most-1), edge+(high-loss)*(height-2*edge)/(high-low))
		}
		first := 0
		for _, r := range rounds {
			var training, validation strings.Builder
			for i, e := range r.Curve {
				training.WriteString(at(first+i, e.Training))
				validation.WriteString(at(first+i, e.Validation))
			}
			first += len(r.Curve)
			fmt.Fprintf(&b, `<polyline fill="none" stroke="#999" points="%s"/><polyline fill="none" stroke="#000" stroke-width="1.5" points="%s"/>`+"\n", training.String(), validation.String())
		}
		for _, loss := range []float64{low, high} {
			fmt.Fprintf(&b, `<text x="2" y="%.1f" font-size="10">%.4f</text>`+"\n", edge+(high-loss)*(height-2*edge)/(high-low)+4, loss)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}
