package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/manual"
)

type manCmd struct {
	Command []string `arg:"" optional:"" sep:"none" complete:"commands" help:"Command, with its subcommand if any."`
	Dir     string   `placeholder:"DIR" complete:"files" help:"Folder for the pages of all commands."`
}

func (manCmd) Help() string {
	return `The pages say what --help says. They are text for the program man, which packages of Tain bring along.

Examples:

    $ tain man | man -l -
    $ tain man pgn check | man -l -
    $ tain man --dir ~/.local/share/man/man1`
}

func (m manCmd) Run(c *console) error {
	pages, err := manualPages(c)
	if err != nil {
		return err
	}
	if m.Dir != "" {
		if len(m.Command) > 0 {
			return fmt.Errorf("--dir writes the pages of all commands; remove %s", cli.Clip(strings.Join(m.Command, " ")))
		}
		if err := manual.Write(m.Dir, pages); err != nil {
			var why *fs.PathError
			if errors.As(err, &why) {
				err = why.Err
			}
			return fmt.Errorf("cannot write to folder %s: %w; choose another with --dir", cli.Clip(m.Dir), err)
		}
		return c.Result(map[string]any{"dir": m.Dir, "pages": len(pages)}, "%s written to %v\n", cli.Plural(len(pages), "page"), m.Dir)
	}
	name := strings.Join(append([]string{"tain"}, m.Command...), "-") + ".1"
	i := slices.IndexFunc(pages, func(p manual.Page) bool { return p.Name == name })
	if i < 0 {
		return fmt.Errorf("unknown command %q (see tain --help)", cli.Clip(strings.Join(m.Command, " ")))
	}
	return c.Result(pages[i], "%s", pages[i].Text)
}

// manualPages makes the pages of all commands, the same on every machine.
func manualPages(c *console) ([]manual.Page, error) {
	anywhere := *c
	anywhere.Cores = manual.AnyCores
	parser, err := newParser(&commands{}, &anywhere)
	if err != nil {
		return nil, err
	}
	date, err := manual.Date()
	if err != nil {
		return nil, err
	}
	return manual.Pages(parser.Model, manual.About{
		Manual: "Tain", Version: buildOf().Version, Date: date,
		More: []manual.Section{
			{Title: "Exit status", Items: []manual.Item{
				{Term: "0", Text: "Success."},
				{Term: "1", Text: "Failure; standard error has the reason."},
				{Term: strconv.Itoa(cli.Interrupted), Text: "Interrupted."},
			}},
			{Title: "Files", Items: []manual.Item{
				{Term: "~/.config/tain/rules", Text: "Rule-set definitions, loaded at start."},
				{Term: "~/.local/share/tain", Text: "Games of a server started by this user."},
				{Term: "/etc/tain/tain.toml", Text: "Settings of the system server."},
				{Term: "/var/lib/tain", Text: "Games of the system server."},
			}},
		},
	}), nil
}
