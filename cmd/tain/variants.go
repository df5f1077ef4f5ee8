package main

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

type variantsCmd struct{}

func (variantsCmd) Help() string {
	return `Each line is a rule set's name, which every other command takes, and what it is.

Example:

    $ tain variants`
}

// listed is a rule set as JSON.
type listed struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Summary  string   `json:"summary"`
	PGN      string   `json:"pgn,omitempty"`
	Start    string   `json:"start"`
	Boards   int      `json:"boards"`
	Castling bool     `json:"castling"`
	Levels   []string `json:"levels,omitempty"`
}

func list(r rules.Rules) listed {
	i := r.Info()
	return listed{i.Name, i.Title, i.Summary, i.PGN, i.Start, i.Boards, i.Castling, i.Levels}
}

func (variantsCmd) Run(c *console) error {
	var all []listed
	width := 0
	for _, r := range variant.All() {
		all = append(all, list(r))
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
