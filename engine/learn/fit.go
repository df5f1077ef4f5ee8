package learn

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// Sample is a position as the learner sees it.
type Sample struct {
	counts []count
	middle float32 // how much the weights of the middle game count
	end    float32 // and those of the end game
	result float32 // White's points, 0 to 1
	score  float32 // what the engine thought, in centipawns for White
	want   float32 // White's expected points, a blend of the two
	held   bool    // kept back to measure, not to learn from
}

type count struct {
	term uint16
	n    int16
}

// AddSamples adds a game's quiet positions to the samples: those where nobody
// is in check and the engine found nothing to capture. Hold is the share of
// games kept back.
func AddSamples(samples []Sample, v rules.Rules, e eval.Explainer, r *Record, number int, hold float64) ([]Sample, error) {
	held := rand.New(rand.NewPCG(uint64(number), 1)).Float64() < hold
	var t eval.Trace
	err := r.Replay(v, func(p *board.Position, m board.Move, s Step) {
		if !s.Scored || max(s.Score, -s.Score) > 2*resignAt || rules.InCheck(v, p) ||
			v.Guide().Class(p, m)&(rules.Capture|rules.Promotion) != 0 {
			return
		}
		e.Trace(p, &t)
		phase := float32(t.Phase) / 24
		sample := Sample{middle: phase * t.Scale, end: (1 - phase) * t.Scale, result: float32(r.Points) / 2, score: float32(s.Score), held: held}
		if p.Side == board.Black {
			sample.score = -sample.score
		}
		for term, n := range t.Counts {
			if n != 0 {
				sample.counts = append(sample.counts, count{uint16(term), n})
			}
		}
		samples = append(samples, sample)
	})
	return samples, err
}

// expected turns centipawns into expected points.
func expected(score, scale float64) float64 { return 1 / (1 + math.Exp(-score/scale)) }

// FitOptions are the settings of the learner.
type FitOptions struct {
	Epochs int
	Rate   float64 // centipawns a step, at first
	// Blend is the share of the engine's own score in what a position is
	// wanted to be worth; the rest is the result of the game.
	Blend float64
	// Pull draws each weight back to where it began, so that what is rarely
	// seen stays sensible: the harder the more the term counts when it does.
	Pull float64
	// Kin are terms that have something in common; what one of them learns
	// holds for the others too.
	Kin     eval.Kin
	Threads int
	// Epoch is told of the loss on the learnt and on the held-back part after
	// each epoch.
	Epoch func(epoch int, learnt, held float64)
}

// Fitted is what came of learning.
type Fitted struct {
	Weights        []eval.Pair
	Scale          float64 // centipawns to expected points
	Before, After  float64 // loss on the held-back part
	Learnt, Held   int     // how many samples
	BestEpoch      int
	LearntAfterFit float64
}

// ErrTooFew says that there is too little to learn from.
var ErrTooFew = errors.New("learn: too few positions to learn from; play more games")

// Fit moves weights towards what the samples say, by logistic regression, and
// returns those that did best on the part held back. The samples are of no use
// afterwards.
func Fit(ctx context.Context, samples []Sample, from []eval.Pair, o FitOptions) (Fitted, error) {
	var learnt, held []Sample
	for _, s := range samples {
		if s.held {
			held = append(held, s)
		} else {
			learnt = append(learnt, s)
		}
	}
	if len(learnt) < 100 || len(held) < 10 {
		return Fitted{}, ErrTooFew
	}
	f := &fit{o: o, w: pack(from), threads: max(1, o.Threads)}
	f.want(learnt, 0)
	f.scale = f.bestScale(learnt)
	f.want(learnt, o.Blend)
	f.want(held, o.Blend)
	out := Fitted{Scale: f.scale, Before: f.loss(held), Learnt: len(learnt), Held: len(held), Weights: from}
	kin := newFamilies(o.Kin, len(from))
	kin.share(learnt)
	kin.share(held)
	f.w = pack(kin.begin(from))
	f.from = slices.Clone(f.w)
	f.m, f.v = make([]float64, len(f.w)), make([]float64, len(f.w))
	f.pull = pulls(learnt, len(f.w)/2, o.Pull)
	out.After = out.Before
	rng := rand.New(rand.NewPCG(1, 2))
	for epoch := 1; epoch <= o.Epochs && ctx.Err() == nil; epoch++ {
		rng.Shuffle(len(learnt), func(i, j int) { learnt[i], learnt[j] = learnt[j], learnt[i] })
		f.rate = o.Rate / (1 + 0.08*float64(epoch-1))
		f.epoch(learnt)
		a, b := f.loss(learnt), f.loss(held)
		if b < out.After {
			out.After, out.BestEpoch, out.LearntAfterFit = b, epoch, a
			out.Weights = kin.fold(unpack(f.w))
		}
		if o.Epoch != nil {
			o.Epoch(epoch, a, b)
		}
	}
	return out, ctx.Err()
}

// fit is the state of the learner: weights, two a term, and Adam's moments.
type fit struct {
	o             FitOptions
	from, w, m, v []float64
	pull          []float64
	scale, rate   float64
	steps         int
	threads       int
}

// want sets what positions are to be worth: the result, blended with the
// engine's score on the scale that fits results best.
func (f *fit) want(samples []Sample, blend float64) {
	for i := range samples {
		s := &samples[i]
		s.want = s.result
		if blend > 0 {
			s.want = float32((1-blend)*float64(s.result) + blend*expected(float64(s.score), f.scale))
		}
	}
}

func (f *fit) score(s *Sample) (score float64) {
	middle, end := float64(s.middle), float64(s.end)
	for _, c := range s.counts {
		score += float64(c.n) * (f.w[2*c.term]*middle + f.w[2*c.term+1]*end)
	}
	return score
}

const batch = 4096

// epoch takes a step for each batch of samples.
func (f *fit) epoch(samples []Sample) {
	for len(samples) > 0 {
		n := min(batch, len(samples))
		f.step(f.gradient(samples[:n]), n)
		samples = samples[n:]
	}
}

func (f *fit) gradient(samples []Sample) []float64 {
	parts := make([][]float64, f.threads)
	f.share(len(samples), func(part, from, to int) {
		g := make([]float64, len(f.w))
		for i := from; i < to; i++ {
			s := &samples[i]
			slope := expected(f.score(s), f.scale) - float64(s.want)
			middle, end := slope*float64(s.middle), slope*float64(s.end)
			for _, c := range s.counts {
				g[2*c.term] += float64(c.n) * middle
				g[2*c.term+1] += float64(c.n) * end
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

// pulls returns how hard each term is drawn back: by the mean square of its
// counts where it counts at all, so that the same pull allows a term that
// counts twenty times a twentieth of the way of one that counts once.
func pulls(samples []Sample, terms int, pull float64) []float64 {
	squares, seen := make([]float64, terms), make([]float64, terms)
	for i := range samples {
		for _, c := range samples[i].counts {
			squares[c.term] += float64(c.n) * float64(c.n)
			seen[c.term]++
		}
	}
	for i := range squares {
		squares[i] = pull * max(1, squares[i]/max(1, seen[i]))
	}
	return squares
}

// step is one step of Adam with a pull towards where the weights began.
func (f *fit) step(g []float64, n int) {
	f.steps++
	const b1, b2 = 0.9, 0.999
	c1, c2 := 1-math.Pow(b1, float64(f.steps)), 1-math.Pow(b2, float64(f.steps))
	for i := range f.w {
		slope := g[i]/float64(n) + f.pull[i/2]*(f.w[i]-f.from[i])
		f.m[i] = b1*f.m[i] + (1-b1)*slope
		f.v[i] = b2*f.v[i] + (1-b2)*slope*slope
		f.w[i] -= f.rate * (f.m[i] / c1) / (math.Sqrt(f.v[i]/c2) + 1e-9)
	}
}

// loss is the mean cross-entropy.
func (f *fit) loss(samples []Sample) float64 {
	parts := make([]float64, f.threads)
	f.share(len(samples), func(part, from, to int) {
		for i := from; i < to; i++ {
			got := min(max(expected(f.score(&samples[i]), f.scale), 1e-9), 1-1e-9)
			want := float64(samples[i].want)
			parts[part] -= want*math.Log(got) + (1-want)*math.Log(1-got)
		}
	})
	var total float64
	for _, x := range parts {
		total += x
	}
	return total / float64(max(1, len(samples)))
}

// bestScale finds how many centipawns make the starting weights fit best.
func (f *fit) bestScale(samples []Sample) float64 {
	best, least := 220.0, math.Inf(1)
	for scale := 100.0; scale <= 900; scale *= 1.1 {
		f.scale = scale
		if l := f.loss(samples); l < least {
			best, least = scale, l
		}
	}
	return best
}

// share runs parts of 0..n on all threads and waits for them.
func (f *fit) share(n int, run func(part, from, to int)) {
	var wg sync.WaitGroup
	for part := range f.threads {
		wg.Go(func() { run(part, n*part/f.threads, n*(part+1)/f.threads) })
	}
	wg.Wait()
}

func pack(pairs []eval.Pair) []float64 {
	w := make([]float64, 0, 2*len(pairs))
	for _, p := range pairs {
		w = append(w, float64(p.Middle), float64(p.End))
	}
	return w
}

func unpack(w []float64) []eval.Pair {
	pairs := make([]eval.Pair, len(w)/2)
	for i := range pairs {
		pairs[i] = eval.Pair{Middle: float32(w[2*i]), End: float32(w[2*i+1])}
	}
	return pairs
}
