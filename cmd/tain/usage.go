package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"golang.org/x/term"
)

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
