package train

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/internal/vector"
)

// Options are the settings of Train. Zero fields mean defaults.
type Options struct {
	Width  int
	Epochs int
	// Batch is the number of samples per step.
	Batch int
	Rate  float64 // initial learning rate; it decays along half a cosine
	// Lambda is the weight of the engine's own score in a sample's target;
	// 1-Lambda is that of the game result.
	Lambda float64
	Seed   uint64
	// From, if not nil, is the initial net.
	From *nnue.Net
	// InOrder makes Train use the samples in order and without mirroring, so
	// that another program can reproduce the result.
	InOrder bool
	// AfterEpoch, if not nil, is called after each epoch.
	AfterEpoch func(Epoch)
}

// Epoch holds the losses after one pass over the samples.
type Epoch struct {
	Number     int     `json:"epoch"`
	Training   float64 `json:"training"`
	Validation float64 `json:"validation"`
}

// Default settings.
const (
	DefaultWidth  = 128
	DefaultEpochs = 16
	DefaultBatch  = 16384
	DefaultRate   = 1e-3
	DefaultLambda = 0.75
)

// Constants of AdamW. Weights are clipped to bound, so that they do not overflow when rounded.
const (
	beta1, beta2, epsilon = 0.9, 0.999, 1e-8
	decay                 = 0.01
	spread                = 0.03 // spread of the initial weights
	bound                 = 1.98
)

// ErrTooFew means that a net needs more samples; see [Needed].
var ErrTooFew = errors.New("train: too few positions to learn from; play more games")

// One in oneIn blocks of samples is in the validation set. A block is about as long as a game, so that few
// games are in both sets.
const block, oneIn = 64, 20

// least is the minimum number of samples for any net: oneIn-1 training blocks and 50 samples of the
// validation block after them.
const least = block*(oneIn-1) + 50

// Needed returns the minimum number of samples for a net of the given width: one per ten input weights. With
// fewer, many inputs hardly ever occur, and the net repeats single games.
func Needed(in *nnue.Inputs, width int) int {
	return max(least, in.Count()*cmp.Or(width, DefaultWidth)/10)
}

// GamesNeeded returns the approximate number of games that yield the needed number of samples, if the samples
// come from the given number of games. It is 0 if that is unknown.
func (s *Samples) GamesNeeded(needed int) int {
	if s.Len() == 0 || s.Games == 0 {
		return 0
	}
	return (needed*s.Games + s.Len() - 1) / s.Len()
}

// Train fits a net to samples and returns it rounded to integers, along with the losses of each epoch. It
// returns ErrTooFew if there are too few samples, or the context's error.
func Train(ctx context.Context, s *Samples, o Options) (*nnue.Net, []Epoch, error) {
	width := o.Width
	if o.From != nil {
		width = 16 // the net has learnt from other samples too
	}
	if s.Len() < Needed(s.Inputs, width) {
		return nil, nil, ErrTooFew
	}
	o.fill(s.Len())
	var training, validation []int32
	for i := range s.Len() {
		if i/block%oneIn == oneIn-1 {
			validation = append(validation, int32(i))
		} else {
			training = append(training, int32(i))
		}
	}
	t := &trainer{o: o, s: s, rng: rand.New(rand.NewPCG(o.Seed, 11))}
	if err := t.begin(); err != nil {
		return nil, nil, err
	}
	batches := (len(training) + o.Batch - 1) / o.Batch
	var curve []Epoch
	for epoch := range o.Epochs {
		if !o.InOrder {
			t.rng.Shuffle(len(training), func(i, j int) { training[i], training[j] = training[j], training[i] })
		}
		sum := 0.0
		for b := range batches {
			if err := ctx.Err(); err != nil {
				return nil, curve, err
			}
			part := training[b*o.Batch : min(len(training), (b+1)*o.Batch)]
			sum += t.batch(part, true)
			t.step(len(part), float64(epoch*batches+b)/float64(o.Epochs*batches))
		}
		done := Epoch{epoch + 1, sum / float64(len(training)), t.batch(validation, false) / float64(len(validation))}
		if curve = append(curve, done); o.AfterEpoch != nil {
			o.AfterEpoch(done)
		}
	}
	net, err := t.m.round(s)
	return net, curve, err
}

// fill sets zero fields to their defaults, given the number of samples.
func (o *Options) fill(samples int) {
	o.Width = cmp.Or(o.Width, DefaultWidth)
	o.Epochs = cmp.Or(o.Epochs, DefaultEpochs)
	// Small sample sets use smaller batches, so that there are enough steps.
	o.Batch = cmp.Or(o.Batch, max(512, min(DefaultBatch, samples/100)))
	o.Rate = cmp.Or(o.Rate, DefaultRate)
	o.Lambda = cmp.Or(o.Lambda, DefaultLambda)
}

// model is a net in floating point, with the same parts as an [nnue.Net].
type model struct {
	width                            int
	all                              []float32 // memory for all parts
	weights, biases, output, offsets []float32
}

func newModel(in *nnue.Inputs, width int) *model {
	sizes := [4]int{in.Count() * width, width, nnue.Buckets * 2 * width, nnue.Buckets}
	m := &model{width: width, all: make([]float32, sizes[0]+sizes[1]+sizes[2]+sizes[3])}
	rest := m.all
	for i, part := range []*[]float32{&m.weights, &m.biases, &m.output, &m.offsets} {
		*part, rest = rest[:sizes[i]:sizes[i]], rest[sizes[i]:]
	}
	return m
}

// round returns the net rounded to integers.
func (m *model) round(s *Samples) (*nnue.Net, error) {
	n, err := nnue.NewNet(s.Inputs, m.width)
	if err != nil {
		return nil, err
	}
	whole := func(to []int16, from []float32, scale, most float64) {
		for i, v := range from {
			to[i] = int16(max(-most, min(math.Round(float64(v)*scale), most)))
		}
	}
	whole(n.Weights, m.weights, nnue.QA, 32767)
	whole(n.Biases, m.biases, nnue.QA, 32767)
	whole(n.Output, m.output, nnue.QB, nnue.MostOutput)
	whole(n.Offsets, m.offsets, nnue.QA*nnue.QB, 32767)
	n.Header = nnue.Header{Rules: s.Rules, Data: s.Hash(), Games: s.Games, Positions: s.Len()}
	return n, nil
}

// take initialises the model from a net.
func (m *model) take(n *nnue.Net) {
	whole := func(to []float32, from []int16, scale float32) {
		for i, v := range from {
			to[i] = float32(v) / scale
		}
	}
	whole(m.weights, n.Weights, nnue.QA)
	whole(m.biases, n.Biases, nnue.QA)
	whole(m.output, n.Output, nnue.QB)
	whole(m.offsets, n.Offsets, nnue.QA*nnue.QB)
}

// hands is the number of goroutines that share a batch. It is fixed, so that sums are always added in the
// same order, and the same samples always produce the same net.
const hands = 2

// trainer holds the state of a training run.
type trainer struct {
	o     Options
	s     *Samples
	rng   *rand.Rand
	m     *model
	grads [hands]*model
	work  [hands]worker
	// The first and second moments of Adam.
	first, second []float32
	steps         int
}

// worker is the scratch memory of one goroutine.
type worker struct {
	sample             Sample
	own, other         []uint16
	accOwn, accOther   []float32
	backOwn, backOther []float32
	seed               uint64
}

// begin initialises the weights randomly or, if there is one, from the initial net.
func (t *trainer) begin() error {
	in := t.s.Inputs
	if t.o.From != nil {
		t.o.Width = t.o.From.Width
	}
	if _, err := nnue.NewNet(in, t.o.Width); err != nil {
		return err
	}
	t.m = newModel(in, t.o.Width)
	if t.o.From != nil {
		t.m.take(t.o.From)
	} else {
		for i := range t.m.all {
			t.m.all[i] = float32((2*t.rng.Float64() - 1) * spread)
		}
		clear(t.m.offsets)
	}
	t.first, t.second = make([]float32, len(t.m.all)), make([]float32, len(t.m.all))
	for h := range t.grads {
		t.grads[h] = newModel(in, t.o.Width)
		row := func() []float32 { return make([]float32, t.o.Width) }
		t.work[h] = worker{accOwn: row(), accOther: row(), backOwn: row(), backOther: row()}
	}
	return nil
}

// batch returns the loss summed over the samples and, if learn is set,
// accumulates the gradients.
func (t *trainer) batch(list []int32, learn bool) float64 {
	var wg sync.WaitGroup
	var sums [hands]float64
	for h := range hands {
		part := list[len(list)*h/hands : len(list)*(h+1)/hands]
		t.work[h].seed = t.rng.Uint64()
		wg.Go(func() {
			w, g := &t.work[h], t.grads[h]
			rng := rand.New(rand.NewPCG(w.seed, 1))
			clear(g.all)
			for _, i := range part {
				sums[h] += t.one(w, g, int(i), learn, learn && !t.o.InOrder && t.s.Inputs.Mirrors && rng.Uint32()&1 != 0)
			}
		})
	}
	wg.Wait()
	return sums[0] + sums[1]
}

// one returns the loss of sample i and, if learn is set, adds its gradients to g.
func (t *trainer) one(w *worker, g *model, i int, learn, mirror bool) float64 {
	in, m := t.s.Inputs, t.m
	if w.sample.Unpack(t.s.Packed[i*SizeOf(in):], in) != nil {
		return 0 // cannot happen: Read has checked the sample
	}
	if mirror {
		for p := range w.sample.Pieces {
			at := &w.sample.Pieces[p].Place
			*at = uint8(in.Mirror(int(*at)))
		}
	}
	w.own, w.other = in.Of(w.own[:0], &w.sample.Placed, false), in.Of(w.other[:0], &w.sample.Placed, true)
	m.sum(w.accOwn, w.own)
	m.sum(w.accOther, w.other)
	bucket := in.Bucket(len(w.sample.Pieces))
	weights := m.output[bucket*2*m.width : (bucket+1)*2*m.width]
	out := m.offsets[bucket] + activate(w.accOwn, weights[:m.width]) + activate(w.accOther, weights[m.width:])
	predicted := sigmoid(float64(out))
	target := t.o.Lambda*sigmoid(float64(w.sample.Score)/nnue.Scale) + (1-t.o.Lambda)*float64(w.sample.Points)/2
	off := predicted - target
	if !learn {
		return off * off
	}
	slope := float32(2 * off * predicted * (1 - predicted))
	grad := g.output[bucket*2*m.width : (bucket+1)*2*m.width]
	g.offsets[bucket] += slope
	back(w.backOwn, w.accOwn, weights[:m.width], grad[:m.width], slope)
	back(w.backOther, w.accOther, weights[m.width:], grad[m.width:], slope)
	for _, row := range w.own {
		vector.Add32(g.weights[int(row)*m.width:][:m.width], w.backOwn)
	}
	for _, row := range w.other {
		vector.Add32(g.weights[int(row)*m.width:][:m.width], w.backOther)
	}
	vector.Add32(g.biases, w.backOwn)
	vector.Add32(g.biases, w.backOther)
	return off * off
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// sum computes an accumulator from the active inputs.
func (m *model) sum(acc []float32, inputs []uint16) {
	copy(acc, m.biases)
	for _, row := range inputs {
		vector.Add32(acc, m.weights[int(row)*m.width:][:m.width])
	}
}

// activate clips and squares the values of an accumulator and returns their weighted sum.
func activate(acc, weights []float32) (sum float32) {
	weights = weights[:len(acc)]
	for i, v := range acc {
		c := max(0, min(v, 1))
		sum += c * c * weights[i]
	}
	return sum
}

// back propagates the slope of the loss back through activate: it stores the gradients of the
// accumulator in the slice to, and adds the gradients of the weights to grad.
func back(to, acc, weights, grad []float32, slope float32) {
	acc, weights, grad = acc[:len(to)], weights[:len(to)], grad[:len(to)]
	for i := range to {
		c := max(0, min(acc[i], 1))
		grad[i] += slope * c * c
		if c == acc[i] {
			to[i] = slope * weights[i] * 2 * c
		} else {
			to[i] = 0
		}
	}
}

// step updates the net with the gradients of a batch of n samples. Progress is the fraction of the training
// that is done, from 0 to 1; it determines the learning rate.
func (t *trainer) step(n int, progress float64) {
	t.steps++
	rate := t.o.Rate * (0.02 + 0.98*(1+math.Cos(math.Pi*progress))/2)
	fix1, fix2 := 1-math.Pow(beta1, float64(t.steps)), 1-math.Pow(beta2, float64(t.steps))
	size := float32(rate / fix1)
	root, shrink := float32(1/math.Sqrt(fix2)), float32(1-rate*decay)
	inv := 1 / float32(n)
	var wg sync.WaitGroup
	for h := range hands {
		from, to := len(t.m.all)*h/hands, len(t.m.all)*(h+1)/hands
		wg.Go(func() {
			w, a, b := t.m.all[from:to], t.first[from:to], t.second[from:to]
			g0, g1 := t.grads[0].all[from:to], t.grads[1].all[from:to]
			for i := range w {
				g := (g0[i] + g1[i]) * inv
				a[i] = beta1*a[i] + (1-beta1)*g
				b[i] = beta2*b[i] + (1-beta2)*g*g
				v := w[i]*shrink - size*a[i]/(float32(math.Sqrt(float64(b[i])))*root+epsilon)
				w[i] = max(-bound, min(v, bound))
			}
		})
	}
	wg.Wait()
}
