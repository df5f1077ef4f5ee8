package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tainchess/tain/rules"
)

type movesCmd struct {
	Variant  string   `arg:"" complete:"variants" help:"The rule set."`
	Position []string `arg:"" optional:"" sep:"none" help:"The position, if not the start."`

	From *string `placeholder:"SQUARE" help:"Only the moves of the piece on this square."`
	study
}

func (movesCmd) Help() string {
	return `The moves come sorted, one a line, as machine text. With --json each has its written form, its kind, the way it takes and what it changes.

Examples:

    $ tain moves chess
    $ tain moves triboard "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2" --from a5
    $ tain moves nachfolger --from b1 --json`
}

// described is a move as JSON: its description, and the first of its ways.
type described struct {
	rules.Description
	Way rules.Way `json:"way"`
}

func (m *movesCmd) Run(c *console) error {
	r, err := findRules(m.Variant)
	if err != nil {
		return err
	}
	p, err := c.position(r, m.Position, m.options())
	if err != nil {
		return err
	}
	legal := rules.LegalMoves(r, &p)
	if m.From != nil {
		s, err := r.Guide().ParseSquare(&p, *m.From)
		if err != nil {
			return err
		}
		legal = rules.From(r, &p, s)
	}
	if !c.json {
		var texts []string
		for _, move := range legal {
			texts = append(texts, r.Guide().FormatMove(&p, move))
		}
		slices.Sort(texts)
		for _, text := range texts {
			fmt.Fprintln(c.out, text)
		}
		return nil
	}
	all := []described{}
	for _, move := range legal {
		d := described{Description: rules.Describe(r, &p, move)}
		if len(d.Ways) > 0 {
			d.Way = d.Ways[0]
		}
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b described) int { return cmp.Compare(a.Move, b.Move) })
	return c.document(all)
}
