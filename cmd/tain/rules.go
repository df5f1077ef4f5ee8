package main

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/variant/space"
)

type rulesCmd struct {
	Variant string `arg:"" complete:"variants" help:"The rule set."`

	Schema bool `help:"Write the JSON Schema of the rule data instead (trid and meder)."`
}

func (rulesCmd) Help() string {
	return `With --json the rule data is one JSON document: the squares with their places, and for tri-dimensional chess also pins, corners, neighbours with their directions, who may move a board and how it turns.

Examples:

    $ tain rules triboard
    $ tain rules trid --json
    $ tain rules trid --schema`
}

func (w *rulesCmd) Run(c *console) error {
	r, err := c.choose(w.Variant)
	if err != nil {
		return err
	}
	data, spatial := space.RuleData(r)
	switch {
	case w.Schema && !spatial:
		return fmt.Errorf("there is a schema for trid and meder only, not for %s", r.Info().Name)
	case w.Schema:
		_, err = fmt.Fprintln(c.out, strings.TrimSpace(string(space.RuleSchema)))
		return err
	case c.json && spatial:
		return c.document(data)
	case c.json:
		return c.document(api.NewVariantInfo(r))
	}
	i := r.Info()
	fmt.Fprintf(c.out, "%s\n%s\n\nstart  %s\n", i.Title, i.Summary, i.Start)
	if i.PGN != "" {
		fmt.Fprintf(c.out, "PGN    [Variant %q]\n", i.PGN)
	}
	if spatial {
		fmt.Fprint(c.out, "\n", neighbours(data))
	}
	return nil
}

// neighbours lists where a board may go from each pin, as White sees it.
func neighbours(d space.Data) string {
	var b strings.Builder
	b.WriteString("Where a board may go, for White; Black goes the other way:\n")
	for _, pin := range d.Pins {
		ways := map[string][]string{}
		for _, a := range d.Adjacency {
			if a.From == pin.Name {
				ways[a.White] = append(ways[a.White], a.To)
			}
		}
		fmt.Fprintf(&b, "%s on %s:", pin.Name, pin.Corner)
		sep := " "
		for _, way := range []string{"forward", "side", "backward"} {
			if len(ways[way]) > 0 {
				fmt.Fprintf(&b, "%s%s %s", sep, way, strings.Join(ways[way], " "))
				sep = ", "
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
