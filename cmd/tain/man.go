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

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/cli/manual"
)

type manCmd struct {
	Command []string `arg:"" optional:"" sep:"none" complete:"commands" help:"The command, and its own command if it has any."`
	Dir     string   `placeholder:"DIR" complete:"files" help:"Write the pages of all commands into this folder."`
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
			return refuse("command.man.all", locale.Args{"command": clip(strings.Join(m.Command, " "))})
		}
		return m.write(c, pages)
	}
	name := strings.Join(append([]string{"tain"}, m.Command...), "-") + ".1"
	i := slices.IndexFunc(pages, func(p manual.Page) bool { return p.Name == name })
	if i < 0 {
		return refuse("command.man.no-command", locale.Args{"command": clip(strings.Join(m.Command, " "))})
	}
	if c.json {
		return c.document(pages[i])
	}
	_, err = fmt.Fprint(c.out, pages[i].Text)
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
		return because(err, "command.man.folder", locale.Args{"folder": clip(m.Dir), "why": err.Error()})
	}
	if c.json {
		return c.document(map[string]any{"dir": m.Dir, "pages": len(pages)})
	}
	_, err = fmt.Fprintln(c.out, said("command.man.written", locale.Args{"count": len(pages), "folder": m.Dir}))
	return err
}

// manualPages makes the pages of all commands, the same on every machine.
func manualPages(c *console) ([]manual.Page, error) {
	anywhere := *c
	anywhere.cores = manual.AnyCores
	parser, err := newParser(&cli{}, &anywhere, translateHelp)
	if err != nil {
		return nil, err
	}
	date := time.Now()
	if text := os.Getenv("SOURCE_DATE_EPOCH"); text != "" { // reproducible-builds.org/specs
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, refuse("command.man.epoch", locale.Args{"text": clip(text)})
		}
		date = time.Unix(seconds, 0)
	}
	return manual.Pages(parser.Model, manual.About{
		Version: buildOf().Version,
		Date:    date,
		Words: manual.Words{
			Manual: "Tain", Name: said("command.man.name", nil), Synopsis: said("command.man.synopsis", nil),
			Description: said("command.man.description", nil), Commands: said("command.man.commands", nil),
			Arguments: said("command.man.arguments", nil), Options: said("command.man.options", nil), SeeAlso: said("command.man.see-also", nil),
		},
		More: []manual.Section{
			{Title: said("command.man.exit", nil), Items: []manual.Item{
				{Term: "0", Text: said("command.man.exit.well", nil)},
				{Term: "1", Text: said("command.man.exit.wrong", nil)},
				{Term: strconv.Itoa(interrupted), Text: said("command.man.exit.interrupted", nil)},
			}},
			{Title: said("command.man.files", nil), Items: []manual.Item{
				{Term: "~/.config/tain/rules", Text: said("command.man.files.rules", nil)},
				{Term: "~/.local/share/tain", Text: said("command.man.files.games", nil)},
				{Term: "/etc/tain/tain.toml", Text: said("command.man.files.settings", nil)},
				{Term: "/var/lib/tain", Text: said("command.man.files.served", nil)},
			}},
		},
	}), nil
}
