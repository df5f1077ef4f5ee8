package learn

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/tainchess/tain/engine/eval"
)

// sigmoid converts a score in centipawns to expected points.
func sigmoid(score, scale float64) float64 { return 1 / (1 + math.Exp(-score/scale)) }

// FitOptions are the settings of Fit.
type FitOptions struct {
	Epochs int
	Rate   float64 // initial learning rate, in centipawns per step
	// Lambda is the weight of the engine's own score in a position's target;
	// 1-Lambda is that of the game result.
	Lambda float64
	// L2 is the strength of the prior: a penalty on the squared distance of a weight from its initial value,
	// which keeps the weights of rare terms near that value. Fit scales it up for terms with larger counts.
	L2 float64
	// Tied lists groups of terms whose weights are learnt together.
	Tied    eval.Tied
	Threads int
	// AfterEpoch, which may be nil, is called after each epoch with the losses
	// on the training and the validation set.
	AfterEpoch func(epoch int, training, validation float64)
}

// Fitted is the result of Fit. LossBefore and LossAfter are losses on the validation set.
type Fitted struct {
	Weights               []eval.Score
	Scale                 float64 // scale of the sigmoid, in centipawns
	LossBefore, LossAfter float64
	Training, Validation  int // number of samples
	BestEpoch             int
	TrainingLoss          float64 // loss on the training set at the best epoch
}

// ErrTooFew means that there are too few samples for Fit.
var ErrTooFew = errors.New("learn: too few positions to learn from; play more games")

// Fit tunes weights to the targets of the samples by logistic regression (Texel tuning with Adam) and returns
// the weights with the lowest validation loss. It returns ErrTooFew if there are too few samples, or the
// context's error.
func Fit(ctx context.Context, samples []Sample, from []eval.Score, o FitOptions) (Fitted, error) {
	var training, validation []Sample
	for _, s := range samples {
		if s.validation {
			validation = append(validation, s)
		} else {
			training = append(training, s)
		}
	}
	if len(training) < 100 || len(validation) < 10 {
		return Fitted{}, ErrTooFew
	}
	f := &fit{o: o, w: pack(from), threads: max(1, o.Threads)}
	f.setTargets(training, 0)
	f.scale = f.fitScale(training)
	f.setTargets(training, o.Lambda)
	f.setTargets(validation, o.Lambda)
	out := Fitted{
		Scale: f.scale, LossBefore: f.loss(validation), Weights: from,
		Training: len(training), Validation: len(validation),
	}
	tied := newTiedGroups(o.Tied, len(from))
	tied.addGroups(training)
	tied.addGroups(validation)
	f.w = pack(tied.initial(from))
	f.prior = slices.Clone(f.w)
	f.m, f.v = make([]float64, len(f.w)), make([]float64, len(f.w))
	f.l2 = l2Strengths(training, len(f.w)/2, o.L2)
	out.LossAfter = out.LossBefore
	rng := rand.New(rand.NewPCG(1, 2))
	for epoch := 1; epoch <= o.Epochs && ctx.Err() == nil; epoch++ {
		rng.Shuffle(len(training), func(i, j int) { training[i], training[j] = training[j], training[i] })
		f.rate = o.Rate / (1 + 0.08*float64(epoch-1))
		f.epoch(training)
		trainingLoss, validationLoss := f.loss(training), f.loss(validation)
		if validationLoss < out.LossAfter {
			out.LossAfter, out.BestEpoch, out.TrainingLoss = validationLoss, epoch, trainingLoss
			out.Weights = tied.distribute(unpack(f.w))
		}
		if o.AfterEpoch != nil {
			o.AfterEpoch(epoch, trainingLoss, validationLoss)
		}
	}
	return out, ctx.Err()
}

// fit is the state of Fit: the parameters, two per term, and Adam's moments.
type fit struct {
	o              FitOptions
	prior, w, m, v []float64
	l2             []float64
	scale, rate    float64
	steps          int
	threads        int
}

// setTargets sets each target to a blend of the game result and the engine's score, with weights 1-lambda and
// lambda. It converts the score with f.scale.
func (f *fit) setTargets(samples []Sample, lambda float64) {
	for i := range samples {
		s := &samples[i]
		s.target = s.result
		if lambda > 0 {
			s.target = float32((1-lambda)*float64(s.result) + lambda*sigmoid(float64(s.score), f.scale))
		}
	}
}

// evaluate returns the tapered score of a sample in centipawns for White.
func (f *fit) evaluate(s *Sample) (score float64) {
	mg, eg := float64(s.mg), float64(s.eg)
	for _, c := range s.counts {
		score += float64(c.n) * (f.w[2*c.term]*mg + f.w[2*c.term+1]*eg)
	}
	return score
}

const batchSize = 4096

// epoch takes one step for each mini-batch of samples.
func (f *fit) epoch(samples []Sample) {
	for len(samples) > 0 {
		n := min(batchSize, len(samples))
		f.adamStep(f.gradient(samples[:n]), n)
		samples = samples[n:]
	}
}

// gradient returns the gradient of the loss, summed over the samples.
func (f *fit) gradient(samples []Sample) []float64 {
	parts := make([][]float64, f.threads)
	f.parallel(len(samples), func(part, from, to int) {
		g := make([]float64, len(f.w))
		for i := from; i < to; i++ {
			s := &samples[i]
			slope := sigmoid(f.evaluate(s), f.scale) - float64(s.target)
			mg, eg := slope*float64(s.mg), slope*float64(s.eg)
			for _, c := range s.counts {
				g[2*c.term] += float64(c.n) * mg
				g[2*c.term+1] += float64(c.n) * eg
			}
		}
		parts[part] = g
	})
	total := parts[0]
	for _, g := range parts[1:] {
		for i, x := range g {
			total[i] += x
		}
	}
	return total
}

// l2Strengths returns the strength of the prior for each term. It is proportional to the mean square of the
// term's nonzero counts, so that the weight of a term counted twenty times per position may move a twentieth
// as far as that of a term counted once.
func l2Strengths(samples []Sample, terms int, strength float64) []float64 {
	squares, seen := make([]float64, terms), make([]float64, terms)
	for i := range samples {
		for _, c := range samples[i].counts {
			squares[c.term] += float64(c.n) * float64(c.n)
			seen[c.term]++
		}
	}
	for i := range squares {
		squares[i] = strength * max(1, squares[i]/max(1, seen[i]))
	}
	return squares
}

// adamStep performs one step of Adam with the L2 prior around the initial
// weights.
func (f *fit) adamStep(g []float64, n int) {
	f.steps++
	const b1, b2 = 0.9, 0.999
	c1, c2 := 1-math.Pow(b1, float64(f.steps)), 1-math.Pow(b2, float64(f.steps))
	for i := range f.w {
		slope := g[i]/float64(n) + f.l2[i/2]*(f.w[i]-f.prior[i])
		f.m[i] = b1*f.m[i] + (1-b1)*slope
		f.v[i] = b2*f.v[i] + (1-b2)*slope*slope
		f.w[i] -= f.rate * (f.m[i] / c1) / (math.Sqrt(f.v[i]/c2) + 1e-9)
	}
}

// loss returns the mean cross-entropy between predictions and targets.
func (f *fit) loss(samples []Sample) float64 {
	parts := make([]float64, f.threads)
	f.parallel(len(samples), func(part, from, to int) {
		for i := from; i < to; i++ {
			got := min(max(sigmoid(f.evaluate(&samples[i]), f.scale), 1e-9), 1-1e-9)
			target := float64(samples[i].target)
			parts[part] -= target*math.Log(got) + (1-target)*math.Log(1-got)
		}
	})
	var total float64
	for _, x := range parts {
		total += x
	}
	return total / float64(max(1, len(samples)))
}

// fitScale returns the scale of the sigmoid, in centipawns, at which the
// initial weights fit the results best.
func (f *fit) fitScale(samples []Sample) float64 {
	best, least := 220.0, math.Inf(1)
	for scale := 100.0; scale <= 900; scale *= 1.1 {
		f.scale = scale
		if l := f.loss(samples); l < least {
			best, least = scale, l
		}
	}
	return best
}

// parallel splits the range from 0 to n among all threads and waits for them.
func (f *fit) parallel(n int, run func(part, from, to int)) {
	var wg sync.WaitGroup
	for part := range f.threads {
		wg.Go(func() { run(part, n*part/f.threads, n*(part+1)/f.threads) })
	}
	wg.Wait()
}

// pack converts tapered weights to parameters, alternating middle game and
// endgame.
func pack(pairs []eval.Score) []float64 {
	w := make([]float64, 0, 2*len(pairs))
	for _, p := range pairs {
		w = append(w, float64(p.MG), float64(p.EG))
	}
	return w
}

// unpack is the inverse of pack.
func unpack(w []float64) []eval.Score {
	pairs := make([]eval.Score, len(w)/2)
	for i := range pairs {
		pairs[i] = eval.Score{MG: float32(w[2*i]), EG: float32(w[2*i+1])}
	}
	return pairs
}
