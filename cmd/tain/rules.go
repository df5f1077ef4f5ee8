package main

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/ruledata"
	"github.com/tainchess/tain/variant/space"
)

type rulesCmd struct {
	Variant string `arg:"" complete:"variants" help:"The rule set."`

	Schema bool `help:"Write the JSON Schema of the rule data instead."`
}

func (rulesCmd) Help() string {
	return `With --json the rules are one JSON document, made of what the rule set plays by: squares, pieces and their steps, the mirror of each square and what a quiet move makes, the seam and en passant, castling, promotion, how games end, the position text, worked examples, and every reason for which a move is refused with an example; for tri-dimensional chess also pins, neighbours with their directions, quadrants, who may move a board, how it turns and in which order a board move is judged. --schema writes the JSON Schema it fits.

Examples:

    $ tain rules triboard
    $ tain rules trid --json
    $ tain rules nachfolger --json
    $ tain rules trid --schema`
}

func (w *rulesCmd) Run(c *console) error {
	r, err := c.choose(w.Variant)
	if err != nil {
		return err
	}
	if w.Schema || c.json {
		return w.data(c, r)
	}
	data, spatial := space.RuleData(r)
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

// data writes the rule set as JSON, or the schema of that.
func (w *rulesCmd) data(c *console, r rules.Rules) error {
	text, err := ruledata.Encode(ruledata.Of(r))
	if w.Schema {
		text, err = ruledata.Schema(r)
	}
	if err == nil {
		_, err = c.out.Write(text)
	}
	return err
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
