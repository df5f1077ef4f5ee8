package main

import (
	"fmt"
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/rules"
)

type benchCmd struct {
	Variant string `placeholder:"NAME" complete:"variants" help:"Measure only this rule set."`
	limitFlags
}

func (benchCmd) Help() string {
	return `Each rule set has a few fixed positions, which are searched with one thread, each to its own depth unless a limit is given. The sum of nodes is a signature: it is the same in every run and on every machine, and changes only with search, evaluation or weights.

Examples:

    $ tain bench
    $ tain bench --variant triboard
    $ tain bench --variant chess --time 5s --json`
}

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

func (b *benchCmd) Run(c *console) error {
	l, err := b.limits(0)
	if err != nil {
		return err
	}
	list := c.rules.All()
	if b.Variant != "" {
		r, err := c.choose(b.Variant)
		if err != nil {
			return err
		}
		list = []rules.Rules{r}
	}
	doc := allBenched{Variants: []benched{}}
	var took time.Duration
	for _, r := range list {
		one, t, err := b.measure(c, r, l)
		if err != nil {
			return err
		}
		doc.Variants = append(doc.Variants, one)
		doc.Signature += one.Nodes
		took += t
	}
	doc.Seconds, doc.PerSecond = took.Seconds(), rate(doc.Signature, took)
	if c.json {
		return c.document(doc)
	}
	fmt.Fprintln(c.out, fmt.Sprintf("signature %d", int(doc.Signature)))
	fmt.Fprintln(c.out, fmt.Sprintf("%d nodes/s, %.2f s", int(doc.PerSecond), doc.Seconds))
	return nil
}

// measure measures a rule set and shows it as it goes.
func (b *benchCmd) measure(c *console, r rules.Rules, l engine.Limits) (one benched, took time.Duration, err error) {
	one = benched{Variant: r.Info().Name, Positions: []engine.BenchResult{}}
	bar := c.progress(fmt.Sprintf("bench %v", one.Variant), false)
	defer bar.clear()
	err = engine.Bench(c.ctx, r, l, func(p engine.BenchResult) {
		one.Positions = append(one.Positions, p)
		one.Nodes += p.Nodes
		took += p.Time
		bar.at(int64(len(one.Positions)), -1)
	})
	if err != nil {
		return one, took, err
	}
	one.Seconds, one.PerSecond = took.Seconds(), rate(one.Nodes, took)
	if c.json {
		return one, took, nil
	}
	bar.clear()
	for _, p := range one.Positions {
		fmt.Fprintf(c.out, "%9d  %s %-8s %s\n", p.Nodes, fmt.Sprintf("depth %-3d", p.Depth), p.Best, p.Position)
	}
	fmt.Fprint(c.out, fmt.Sprintf("%v: %d nodes, %d nodes/s, %.2f s", one.Variant, int(one.Nodes), int(one.PerSecond), one.Seconds)+"\n\n")
	return one, took, c.out.Flush()
}

func rate(nodes uint64, t time.Duration) uint64 {
	return uint64(float64(nodes) / max(t.Seconds(), 1e-6))
}
