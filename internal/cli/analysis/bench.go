package analysis

import (
	"fmt"
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/rules"
)

// benched is the measure of one rule set as JSON.
type benched struct {
	Variant   string               `json:"variant"`
	Nodes     uint64               `json:"nodes"`
	Seconds   float64              `json:"seconds"`
	PerSecond uint64               `json:"nps"`
	Positions []engine.BenchResult `json:"positions"`
}

// allBenched is the whole measure as JSON.
type allBenched struct {
	Signature uint64    `json:"signature"`
	Seconds   float64   `json:"seconds"`
	PerSecond uint64    `json:"nps"`
	Variants  []benched `json:"variants"`
}

// Bench searches the benchmark positions of rule sets and prints the nodes, their
// sum being the search signature.
func Bench(c *cli.Console, list []rules.Rules, l engine.Limits) error {
	doc := allBenched{Variants: []benched{}}
	var took time.Duration
	for _, r := range list {
		one, t, err := measure(c, r, l)
		if err != nil {
			return err
		}
		doc.Variants = append(doc.Variants, one)
		doc.Signature += one.Nodes
		took += t
	}
	doc.Seconds, doc.PerSecond = took.Seconds(), Rate(doc.Signature, took)
	if c.JSON {
		return c.Document(doc)
	}
	fmt.Fprintf(c.Out, "signature %d\n", int(doc.Signature))
	fmt.Fprintf(c.Out, "%d nodes/s, %.2f s\n", int(doc.PerSecond), doc.Seconds)
	return nil
}

// measure searches the positions of a rule set and prints the results.
func measure(c *cli.Console, r rules.Rules, l engine.Limits) (one benched, took time.Duration, err error) {
	one = benched{Variant: r.Info().Name, Positions: []engine.BenchResult{}}
	bar := c.Progress(fmt.Sprintf("bench %v", one.Variant), false)
	defer bar.Clear()
	err = engine.Bench(c.Context, r, l, func(p engine.BenchResult) {
		one.Positions = append(one.Positions, p)
		one.Nodes += p.Nodes
		took += p.Time
		bar.Set(int64(len(one.Positions)), -1)
	})
	if err != nil {
		return one, took, err
	}
	one.Seconds, one.PerSecond = took.Seconds(), Rate(one.Nodes, took)
	if c.JSON {
		return one, took, nil
	}
	bar.Clear()
	for _, p := range one.Positions {
		fmt.Fprintf(c.Out, "%9d  %s %-8s %s\n", p.Nodes, fmt.Sprintf("depth %-3d", p.Depth), p.Best, p.Position)
	}
	fmt.Fprint(c.Out, fmt.Sprintf("%v: %d nodes, %d nodes/s, %.2f s", one.Variant, int(one.Nodes), int(one.PerSecond), one.Seconds)+"\n\n")
	return one, took, c.Out.Flush()
}
