package main

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/variant/space"
)

type rulesCmd struct {
	Variant string `arg:"" complete:"rulebooks" help:"The rule set; or notation, or originals."`

	bookFlags

	Schema bool `help:"Write the JSON Schema of the rule data instead (trid and meder)."`
}

func (rulesCmd) Help() string {
	return `Prints the rulebook: everything one needs to play, each rule with its number, boards and moves to try. On a terminal it is shown page by page (PAGER names the program, --no-pager goes without). --section prints a part of it, --tests names the tests that hold each rule.

"tain rules notation" tells how positions, moves, games and links are written, "tain rules originals" where the games' first descriptions say otherwise.

With --json the rule data is one JSON document: the squares with their places, and for tri-dimensional chess also pins, corners, neighbours with their directions, who may move a board and how it turns.

Examples:

    $ tain rules triboard
    $ tain rules mirrorsquare --section 4.5
    $ tain rules notation
    $ tain rules trid --json
    $ tain rules trid --schema`
}

func (w *rulesCmd) Run(c *console) error {
	if found, err := w.chapter(c, w.Variant); found {
		return err
	}
	r, err := c.choose(w.Variant)
	if err != nil {
		return err
	}
	if w.Section != "" || !c.json && !w.Schema {
		return w.book(c, r)
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
