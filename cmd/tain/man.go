package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

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
		return m.write(c, pages)
	}
	name := strings.Join(append([]string{"tain"}, m.Command...), "-") + ".1"
	i := slices.IndexFunc(pages, func(p manual.Page) bool { return p.Name == name })
	if i < 0 {
		return fmt.Errorf("unknown command %q (see tain --help)", cli.Clip(strings.Join(m.Command, " ")))
	}
	if c.JSON {
		return c.Document(pages[i])
	}
	_, err = fmt.Fprint(c.Out, pages[i].Text)
	return err
}

// write puts all pages into a folder.
func (m manCmd) write(c *console, pages []manual.Page) error {
	err := os.MkdirAll(m.Dir, 0o777)
	for i := 0; i < len(pages) && err == nil; i++ {
		err = os.WriteFile(filepath.Join(m.Dir, pages[i].Name), []byte(pages[i].Text), 0o666)
	}
	if err != nil {
		var why *fs.PathError
		if errors.As(err, &why) {
			err = why.Err
		}
		return fmt.Errorf("cannot write to folder %s: %w; choose another with --dir", cli.Clip(m.Dir), err)
	}
	if c.JSON {
		return c.Document(map[string]any{"dir": m.Dir, "pages": len(pages)})
	}
	_, err = fmt.Fprintf(c.Out, "%s written to %v\n", cli.Plural(len(pages), "page"), m.Dir)
	return err
}

// manualPages makes the pages of all commands, the same on every machine.
func manualPages(c *console) ([]manual.Page, error) {
	anywhere := *c
	anywhere.Cores = manual.AnyCores
	parser, err := newParser(&commands{}, &anywhere)
	if err != nil {
		return nil, err
	}
	date := time.Now()
	if text := os.Getenv("SOURCE_DATE_EPOCH"); text != "" { // reproducible-builds.org/specs
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("SOURCE_DATE_EPOCH is %s; it must be seconds since 1970", cli.Clip(text))
		}
		date = time.Unix(seconds, 0)
	}
	return manual.Pages(parser.Model, manual.About{
		Version: buildOf().Version,
		Date:    date,
		Words: manual.Words{
			Manual: "Tain", Name: "Name", Synopsis: "Synopsis",
			Description: "Description", Commands: "Commands",
			Arguments: "Arguments", Options: "Options", SeeAlso: "See also",
		},
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
