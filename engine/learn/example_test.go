package learn_test

import (
	"context"
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/variant/chess"
)

// A record is a line of text: the points, the starting position, and the moves with their scores.
func ExampleRecord_Replay() {
	r := chess.Rules
	record, err := learn.ParseRecord("0\t" + r.Info().Start + "\tf2f3 e7e5/35 g2g4/-90 d8h4/31999")
	if err != nil {
		fmt.Println(err)
		return
	}
	err = record.Replay(r, func(p *board.Position, m board.Move, s learn.Step) {
		fmt.Println(r.Guide().FormatSAN(p, m), s.Score, s.Scored)
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// f3 0 false
	// e5 35 true
	// g4 -90 true
	// Qh4# 31999 true
}

// Convert games to samples and fit the weights to them.
func ExampleFit() {
	r := chess.Rules
	e, err := eval.New(r, eval.Hand)
	if err != nil {
		fmt.Println(err)
		return
	}
	weights, err := eval.Weights(r, eval.Hand)
	if err != nil {
		fmt.Println(err)
		return
	}
	var samples []learn.Sample
	for number := range 600 {
		record, err := learn.ParseRecord("2\t4k3/pppp4/8/8/8/8/PPPP4/1N2K3 w - - 0 1\te1f1/300 e8f8/-300")
		if err == nil {
			samples, err = learn.AddSamples(samples, r, e, &record, number, 0.2)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	fitted, err := learn.Fit(context.Background(), samples, weights, learn.FitOptions{Epochs: 3, Rate: 0.5, Lambda: 0.5, L2: 1e-5})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fitted.LossAfter <= fitted.LossBefore, len(fitted.Weights) == len(e.Terms()))
	// Output: true true
}
