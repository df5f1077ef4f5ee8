package main

import (
	"fmt"

	"github.com/tainchess/tain/internal/licence"
	"github.com/tainchess/tain/internal/protocol/wire"
)

type licencesCmd struct{}

func (licencesCmd) Help() string {
	return `Tain itself is under the Apache License 2.0. This lists what others have written and it contains, with the licence of each.

Example:

    $ tain licences`
}

func (licencesCmd) Run(c *console) error {
	list, complete := licence.All()
	if !complete {
		c.Note("this program was built without licence texts; make build includes them")
	}
	if c.JSON {
		return c.Document(wire.Licences{Licences: list})
	}
	for _, n := range list {
		fmt.Fprintf(c.Out, "%v %v (in the %v)\n", n.Name, n.Version, n.Part)
		if n.Text != "" {
			fmt.Fprintf(c.Out, "\n%s\n\n%s\n\n", n.Text, rule)
		}
	}
	return nil
}

// rule stands between two licences.
const rule = "------------------------------------------------------------------------"
