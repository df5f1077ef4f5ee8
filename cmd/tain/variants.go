package main

import (
	"fmt"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
)

type variantsCmd struct{}

func (variantsCmd) Help() string {
	return `Each line is a rule set's name, which every other command takes, and what it is. With --json there is more: the start position, the
squares and, where boards move, the pins.

Example:

    $ tain variants`
}

func (variantsCmd) Run(c *console) error {
	var all []wire.VariantInfo
	width := 0
	for _, r := range c.rules.All() {
		all = append(all, api.NewVariantInfo(r))
		width = max(width, len(r.Info().Name))
	}
	if c.json {
		return c.document(all)
	}
	for _, v := range all {
		fmt.Fprintf(c.out, "%-*s  %s\n", width, v.Name, v.Summary)
	}
	return nil
}
