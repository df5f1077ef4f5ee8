package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"github.com/tainchess/tain/internal/cli"
)

type helpCmd struct {
	Command []string `arg:"" optional:"" sep:"none" complete:"commands" help:"Command, with its subcommand if any."`
}

func (helpCmd) Help() string {
	return `The same as --help after the command.

Examples:

    $ tain help
    $ tain help perft
    $ tain help pgn check`
}

// Run shows the help that --help after the command shows.
func (h helpCmd) Run(c *console, k *kong.Context) error {
	if c.JSON {
		return errors.New("help does not support --json")
	}
	place := k.Model.Node
	for _, word := range h.Command {
		i := slices.IndexFunc(place.Children, func(child *kong.Node) bool { return child.Name == word })
		if i < 0 && place != k.Model.Node {
			return misused(fmt.Sprintf("no help on %q: %q is not a command of tain %v", cli.Clip(strings.Join(h.Command, " ")), cli.Clip(word), place.Path()), place)
		}
		if i < 0 { // kong knows what it may have been meant for
			break
		}
		place = place.Children[i]
	}
	_, err := k.Kong.Parse(append(slices.Clone(h.Command), "--help"))
	return usage(err)
}

// printHelp prints kong's help as wide as the terminal.
func printHelp(o kong.HelpOptions, k *kong.Context) error {
	if f, ok := k.Stdout.(*os.File); ok && os.Getenv("COLUMNS") == "" { // kong reads the width from there
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			if err := os.Setenv("COLUMNS", strconv.Itoa(columns)); err != nil {
				return err
			}
		}
	}
	return kong.DefaultHelpPrinter(o, k)
}
