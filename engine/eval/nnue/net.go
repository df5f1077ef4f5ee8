// Package nnue scores positions with an efficiently updatable neural network: a
// small net with one hidden layer that is updated from move to move.
//
// A [Net] is trained for one rule set; [Read] and [Net.Write] read and write it
// as a file (file.go). Its [Inputs] encode a position twice, from the point of
// view of the side to move and of the opponent (inputs.go). Each view is summed
// into an accumulator, whose values are clipped, squared and weighted into a
// score. [New] returns an evaluator (evaluator.go).
//
// All numbers in a net are integers, so a position has the same score on every machine, regardless of the
// moves that led to it.
package nnue

import (
	"fmt"

	"github.com/tainchess/tain/internal/vector"
)

// Quantisation: an accumulator value of 1 is stored as QA, an output weight of
// 1 as QB, and a score of 1 is Scale centipawns.
const (
	QA    = 255
	QB    = 64
	Scale = 400
)

// MaxWidth limits the size of the hidden layer, so that sums do not overflow.
const MaxWidth = 256

// MostOutput limits the absolute value of output weights, also to prevent overflow.
const MostOutput = 127

// Net holds the weights of a net for one rule set.
type Net struct {
	Header Header
	Inputs *Inputs
	Width  int // size of the hidden layer, for each of the two views

	Weights []int16 // input weights, Width per input
	Biases  []int16 // biases of the hidden layer
	Output  []int16 // 2*Width per bucket, the side to move's first
	Offsets []int16 // one per bucket
}

// Header describes how a net was trained.
type Header struct {
	Rules     string // [eval.Key] of the rule set
	Data      string // hash of the training samples
	Games     int    // number of games that the samples were taken from
	Positions int
	Command   string // command line of the training run
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

// score returns centipawns for the side to move, given the accumulators of that side and of the opponent and
// the number of pieces.
func (n *Net) score(own, other []int16, pieces int) int {
	bucket := n.Inputs.Bucket(pieces)
	w := n.Output[bucket*2*n.Width : (bucket+1)*2*n.Width]
	sum := int64(vector.SCReLU16(own, w[:n.Width])) + int64(vector.SCReLU16(other, w[n.Width:]))
	return int((sum/QA + int64(n.Offsets[bucket])) * Scale / (QA * QB))
}
