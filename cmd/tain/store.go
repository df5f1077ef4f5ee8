package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/app"
	"github.com/tainchess/tain/internal/site/config"
)

type storeCmd struct {
	Copy storeCopyCmd `cmd:"" help:"Copy a store to another and verify it."`
}

type storeCopyCmd struct {
	From string `arg:"" name:"source" complete:"files" help:"Server's data folder, or a PostgreSQL URL."`
	To   string `arg:"" name:"target" complete:"files" help:"Empty folder or database, or that of an interrupted copy."`
}

func (storeCopyCmd) Help() string {
	return `Copies games with all that happened in them, definitions, studies, names, bans and settings between a folder (SQLite) and PostgreSQL, either way. No server may use them meanwhile. Every game is read back and compared with its source by hash, and all of them once more at the end.

After Ctrl-C the same command goes on where it was. A server refuses a copy that is not finished.

Examples:

    $ tain store copy /var/lib/tain postgres://tain@localhost/tain
    $ tain store copy postgres://tain@localhost/tain /var/lib/tain-back`
}

func (s *storeCopyCmd) Run(c *console) error {
	show := cli.NewStages(c.Console)
	copied, err := app.CopyStore(c.Context, s.From, s.To, show.Set)
	show.Clear()
	switch {
	case errors.Is(err, app.ErrInterrupted):
		return cli.Halted{Err: err}
	case err != nil && c.Context.Err() != nil:
		return c.Context.Err() // it failed because of the interrupt
	case err != nil:
		return err
	}
	return c.Result(copied, "copied and verified %s with %s to %v\n", cli.Plural(copied.Games, "game"), cli.Plural(copied.Events, "event"), copied.To)
}

// showsPassword reports whether the password of a database stands on the command
// line, where everybody who may list processes can read it.
func showsPassword(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		for rest := true; rest; _, arg, rest = strings.Cut(arg, "=") { // --store=URL, --set store=URL
			if config.ShowsPassword(arg) {
				return true
			}
		}
		return false
	})
}
