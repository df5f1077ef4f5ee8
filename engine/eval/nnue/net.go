// Package nnue scores positions by a small net of one hidden layer that is
// brought up to date from move to move (an efficiently updatable neural network).
//
// A [Net] belongs to one rule set; [Read] reads it from a file and [Net.Write]
// writes one (file.go). What it sees are the [Inputs] of the rule set, once as
// the side to move looks at the board and once as the other does (inputs.go). Each
// view sums up into an accumulator; its values, clipped and squared, are weighed
// into a score. [New] makes an evaluator of it (evaluator.go) that explains itself
// by leaving one piece out at a time.
//
// All numbers of a net in use are whole, so that the same position gets the same
// score on every machine and whatever way led there.
package nnue

import (
	"fmt"

	"github.com/tainchess/tain/internal/vector"
)

// The scales of the whole numbers: an accumulator value of 1 is QA, a weight of
// the output QB, and a score of 1 is Scale centipawns.
const (
	QA    = 255
	QB    = 64
	Scale = 400
)

// MaxWidth bounds the hidden layer: with more the sums might not fit.
const MaxWidth = 256

// MostOutput bounds the weights of the output for the same reason.
const MostOutput = 127

// Net is the numbers of a net for one rule set.
type Net struct {
	Header Header
	Inputs *Inputs
	Width  int // values of the hidden layer for each side that looks

	Weights []int16 // of the inputs: Width each
	Biases  []int16 // of the hidden layer
	Output  []int16 // 2*Width a bucket, those of the side to move first
	Offsets []int16 // one a bucket
}

// NewNet returns a net of zeros.
func NewNet(in *Inputs, width int) (*Net, error) {
	if width < vector.Lanes || width > MaxWidth || width%vector.Lanes != 0 {
		return nil, fmt.Errorf("nnue: the width %d is no multiple of %d up to %d", width, vector.Lanes, MaxWidth)
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

// score returns centipawns for the side to move from what it and the other side
// see.
func (n *Net) score(own, other []int16, pieces int) int {
	bucket := n.Inputs.Bucket(pieces)
	w := n.Output[bucket*2*n.Width : (bucket+1)*2*n.Width]
	sum := int64(vector.SCReLU16(own, w[:n.Width])) + int64(vector.SCReLU16(other, w[n.Width:]))
	return int((sum/QA + int64(n.Offsets[bucket])) * Scale / (QA * QB))
}
