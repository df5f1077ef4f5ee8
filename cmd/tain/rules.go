package main

import (
	"strings"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/ruledata"
	"github.com/tainchess/tain/variant/space"
)

type rulesCmd struct {
	Variant string `arg:"" complete:"rulebooks" help:"Rule set; or notation, or originals."`

	bookFlags

	PDF    string `name:"pdf" placeholder:"FILE" complete:"files" help:"Write a two-page PDF rule sheet."`
	Letter bool   `help:"Print on US letter instead of A4."`
	Schema bool   `help:"Print the JSON Schema of the rule data."`
	definitionFormats
}

func (rulesCmd) Help() string {
	return `Prints the rulebook: everything one needs to play, each rule with its number, boards and moves to try. On a terminal it is shown page by page (PAGER names the program, --no-pager goes without). --section prints a part of it, --tests names the tests that hold each rule.

--pdf prints a sheet of two pages: the whole rulebook where it fits, otherwise what is this game's own first.

A definition has a rulebook too: it is written from its rules, and every example is played by them.

"tain rules notation" tells how positions, moves, games and links are written, "tain rules originals" where the games' first descriptions say otherwise.

With --json the rules are one JSON document, made of what the rule set plays by: squares, pieces and their steps, the mirror of each square and what a quiet move makes, the seam and en passant, castling, promotion, how games end, the position text, worked examples, and every reason for which a move is refused with an example; for tri-dimensional chess also pins, neighbours with their directions, quadrants, who may move a board, how it turns and in which order a board move is judged. --schema writes the JSON Schema it fits.

Examples:

    $ tain rules triboard
    $ tain rules mirrorsquare --section 4.5
    $ tain rules notation
    $ tain rules triboard --pdf triboard.pdf
    $ tain rules trid --json
    $ tain rules nachfolger --json
    $ tain rules trid --schema
    $ tain rules triboard --toml > mine.toml
    $ tain rules portal.toml --link`
}

func (w *rulesCmd) Run(c *console) error {
	if found, err := w.chapter(c, w.Variant); found {
		return err
	}
	r, err := c.Choose(w.Variant)
	if err != nil {
		return err
	}
	if w.PDF != "" {
		return w.sheet(c, r)
	}
	if w.definitionFormats.given() {
		return w.write(c, r)
	}
	if w.Section != "" || !c.JSON && !w.Schema {
		return w.book(c, r)
	}
	return w.data(c, r)
}

// data writes the rule set as JSON, or the schema of that.
func (w *rulesCmd) data(c *console, r rules.Rules) error {
	text, err := ruledata.Encode(ruledata.Of(r))
	if w.Schema {
		text, err = ruledata.Schema(r)
	}
	if err == nil {
		_, err = c.Out.Write(text)
	}
	return err
}

// neighbours lists where a board may go from each pin, as White sees it.
func (c *console) neighbours(d space.Data) string {
	var b strings.Builder
	b.WriteString(c.say("command.rules.boards", nil) + "\n")
	for _, pin := range d.Pins {
		ways := map[string][]string{}
		for _, a := range d.Adjacency {
			if a.From == pin.Name {
				ways[a.White] = append(ways[a.White], a.To)
			}
		}
		b.WriteString(c.say("command.rules.pin", message.Args{"pin": pin.Name, "square": pin.Corner}))
		sep := " "
		for _, way := range []string{"forward", "side", "backward"} {
			if len(ways[way]) > 0 {
				b.WriteString(sep + c.say("command.rules.way", message.Args{"way": way, "pins": strings.Join(ways[way], " ")}))
				sep = ", "
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
