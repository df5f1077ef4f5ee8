package learn_test

import (
	"context"
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/variant/chess"
)

// A record is a line of text: points, start, and moves with their scores.
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

// Games are played, turned into samples, and the weights tuned to them.
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
	err = learn.Selfplay{
		Rules: r, Eval: e, Games: 20, Nodes: 30, Seed: 1, RandomPlies: 6,
		Done: func(number int, record *learn.Record) (err error) {
			samples, err = learn.AddSamples(samples, r, e, record, number, 0.2)
			return err
		},
	}.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fitted, err := learn.Fit(context.Background(), samples, weights, learn.FitOptions{Epochs: 3, Rate: 0.5, Lambda: 0.5, L2: 1e-5})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fitted.LossAfter <= fitted.LossBefore, len(fitted.Weights) == len(e.Terms()))
	// Output: true true
}
