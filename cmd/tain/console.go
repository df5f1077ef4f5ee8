package main

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/rules"
)

// console is the console of a command, with what only this program knows.
type console struct{ *cli.Console }

// grace is how long a command may take to end after Ctrl-C, in nanoseconds.
var grace atomic.Int64

// kingless is the flag that takes positions without a king.
type kingless struct {
	Kingless bool `aliases:"study" help:"Allow positions without a king."`
}

func (s kingless) options() rules.ParseOptions { return rules.ParseOptions{AllowNoKing: s.Kingless} }

// usage says what kong found wrong with a command line.
func usage(err error) error {
	var place *kong.Node
	var mistake *kong.ParseError
	if errors.As(err, &mistake) && mistake.Context != nil {
		place = mistake.Context.Selected()
	}
	return misused(err.Error(), place)
}

// misused says what is wrong with a command line and where help on its command
// is to be found; nil stands for no command.
func misused(what string, command *kong.Node) error {
	path := ""
	if command != nil {
		path = command.Path()
	}
	return fmt.Errorf("%v (see %s --help)", what, strings.TrimSpace("tain "+path))
}
