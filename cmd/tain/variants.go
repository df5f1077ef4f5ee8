package main

import (
	"fmt"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/variant/gallery"
)

type variantsCmd struct {
	Gallery bool `help:"List the gallery of example definitions."`
}

func (variantsCmd) Help() string {
	return `Each line is a rule set's name, which every other command takes, and what it is. With --json there is more: the start position, the
squares and, where boards move, the pins.

The gallery has more games, which every command takes too, as gallery/NAME.

Examples:

    $ tain variants
    $ tain variants --gallery
    $ tain play gallery/echo`
}

func (v variantsCmd) Run(c *console) error {
	if v.Gallery {
		return c.gallery()
	}
	var all []wire.VariantInfo
	width := 0
	for _, r := range c.Rules.All() {
		all = append(all, api.NewVariantInfo(r, c.Language))
		width = max(width, len(r.Info().Name))
	}
	if c.JSON {
		return c.Document(all)
	}
	for _, v := range all {
		fmt.Fprintf(c.Out, "%-*s  %s\n", width, v.Name, v.Summary)
	}
	return nil
}

func (c *console) gallery() error {
	all := api.Gallery(c.Language)
	if c.JSON {
		return c.Document(all)
	}
	width := 0
	for _, e := range all {
		width = max(width, len(gallery.Prefix+e.Name))
	}
	for _, e := range all {
		fmt.Fprintf(c.Out, "%-*s  %s\n", width, gallery.Prefix+e.Name, e.Why)
	}
	return nil
}
