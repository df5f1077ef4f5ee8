// Package nnue scores positions with an efficiently updatable neural network: a
// small net with one hidden layer that is updated from move to move.
//
// A [Net] belongs to one rule set; [Read] and [Net.Write] convert it from and
// to a file (file.go). It sees the [Inputs] of a position twice, from the side
// to move and from the other (inputs.go). Each view is summed into an
// accumulator, whose values are clipped, squared and weighted into a score.
// [New] returns an evaluator (evaluator.go).
//
// All numbers of a net are integers, so that a position has the same score on
// every machine and however it was reached.
package nnue

import (
	"fmt"

	"github.com/tainchess/tain/internal/vector"
)

// The quantisation: an accumulator value of 1 is stored as QA, an output weight
// of 1 as QB, and a score of 1 is Scale centipawns.
const (
	QA    = 255
	QB    = 64
	Scale = 400
)

// MaxWidth bounds the hidden layer, so that sums do not overflow.
const MaxWidth = 256

// MostOutput bounds the output weights for the same reason.
const MostOutput = 127

// Net is the weights of a net for one rule set.
type Net struct {
	Header Header
	Inputs *Inputs
	Width  int // size of the hidden layer, for each of the two views

	Weights []int16 // of the inputs, Width each
	Biases  []int16 // of the hidden layer
	Output  []int16 // 2*Width per bucket, those of the side to move first
	Offsets []int16 // one per bucket
}

// Header describes how a net was trained.
type Header struct {
	Rules     string // [eval.Key] of the rule set
	Data      string // hash of the training samples
	Games     int    // from which the samples were taken
	Positions int
	Command   string // command line of the training
}

// NewNet returns a net of zeros.
func NewNet(in *Inputs, width int) (*Net, error) {
	if width < vector.Lanes || width > MaxWidth || width%vector.Lanes != 0 {
		return nil, fmt.Errorf("nnue: width %d is not a multiple of %d up to %d", width, vector.Lanes, MaxWidth)
	}
	return &Net{
		Inputs: in, Width: width,
		Weights: make([]int16, in.Count()*width), Biases: make([]int16, width),
		Output: make([]int16, Buckets*2*width), Offsets: make([]int16, Buckets),
	}, nil
}

// row returns the weights of an input.
func (n *Net) row(input uint16) []int16 {
	at := int(input) * n.Width
	return n.Weights[at : at+n.Width : at+n.Width]
}

// score returns centipawns for the side to move from the accumulators of both
// sides.
func (n *Net) score(own, other []int16, pieces int) int {
	bucket := n.Inputs.Bucket(pieces)
	w := n.Output[bucket*2*n.Width : (bucket+1)*2*n.Width]
	sum := int64(vector.SCReLU16(own, w[:n.Width])) + int64(vector.SCReLU16(other, w[n.Width:]))
	return int((sum/QA + int64(n.Offsets[bucket])) * Scale / (QA * QB))
}
