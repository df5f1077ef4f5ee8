package main

import (
	"github.com/tainchess/tain/internal/cli/analysis"
	"github.com/tainchess/tain/rules"
)

type benchCmd struct {
	Variant string `placeholder:"NAME" complete:"variants" help:"Only this rule set."`
	limitFlags
}

func (benchCmd) Help() string {
	return `Searches fixed positions of each rule set with one thread, each to its own depth unless a limit is given. The node total is a signature: the same in every run and on every machine, it changes only with the search, the evaluation or the weights.

Examples:

    $ tain bench
    $ tain bench --variant triboard
    $ tain bench --variant chess --time 5s --json`
}

func (b *benchCmd) Run(c *console) error {
	l, err := b.limits(0)
	if err != nil {
		return err
	}
	list := c.Rules.All()
	if b.Variant != "" {
		r, err := c.Choose(b.Variant)
		if err != nil {
			return err
		}
		list = []rules.Rules{r}
	}
	return analysis.Bench(c.Console, list, l)
}
