package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/config"
	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/site/store/sqlite"
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
	err := s.copy(c)
	var more cli.Halted
	if err != nil && c.Context.Err() != nil && !errors.As(err, &more) {
		return c.Context.Err() // whatever it was that could not be done then
	}
	return err
}

func (s *storeCopyCmd) copy(c *console) error {
	if folder, there := folderOf(s.From); there {
		if other, ok := folderOf(s.To); ok && folder == other {
			return toldRefusal(&store.Refusal{Why: store.Same, Where: folder})
		}
	}
	from, err := openMovable(c.Context, s.From, true)
	if err != nil {
		return err
	}
	defer from.Close()
	if err := toldRefusal(store.Unused(c.Context, from)); err != nil {
		return err // and nothing is made at the target
	}
	to, err := openMovable(c.Context, s.To, false)
	if err != nil {
		return err
	}
	defer to.Close()
	show := cli.NewStages(c.Console)
	defer show.Clear()
	copied, err := store.Copy(c.Context, from, to, show.Set)
	show.Clear()
	var refusal *store.Refusal
	switch {
	case errors.As(err, &refusal):
		return toldRefusal(err)
	case err != nil && c.Context.Err() != nil:
		return cli.Halted{Err: errors.New("copy interrupted; run the same command to continue")}
	case err != nil:
		return err
	}
	if err := moveKey(c.Context, from, to); err != nil {
		return err
	}
	if c.JSON {
		return c.Document(copied)
	}
	fmt.Fprintf(c.Out, "copied and verified %s with %s to %v\n", cli.Plural(copied.Games, "game"), cli.Plural(copied.Events, "event"), copied.To)
	return nil
}

// folderOf returns the folder that a name of a store means, in full; false of a
// PostgreSQL database.
func folderOf(name string) (string, bool) {
	if postgres.IsURL(name) {
		return "", false
	}
	if filepath.Base(name) == sqlite.File {
		name = filepath.Dir(name)
	}
	if full, err := filepath.Abs(name); err == nil {
		name = full
	}
	return name, true
}

// openMovable opens a store by what names it. One that must be there is not made.
func openMovable(ctx context.Context, name string, there bool) (store.Movable, error) {
	folder, ok := folderOf(name)
	if !ok {
		return postgres.Open(ctx, postgres.Options{URL: name, PasswordFile: os.Getenv("TAIN_STORE_PASSWORD_FILE"), Aside: true, Existing: there})
	}
	if _, err := os.Stat(filepath.Join(folder, sqlite.File)); there && errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no database in %v; name the server's folder with --data", folder)
	}
	return sqlite.Open(ctx, folder)
}

// toldRefusal says why nothing is copied; another error stays as it is.
func toldRefusal(err error) error {
	var r *store.Refusal
	if !errors.As(err, &r) {
		return err
	}
	switch r.Why {
	case store.InUse:
		return fmt.Errorf("a server is using %v; stop it first", r.Where)
	case store.NotEmpty:
		return fmt.Errorf("%v is not empty; name an empty target", r.Where)
	case store.OtherCopy:
		return fmt.Errorf("the target has part of a copy of %v; continue that copy, or name an empty target", r.Where)
	}
	return fmt.Errorf("%v cannot be copied to itself", r.Where)
}

// moveKey takes the key of web push along from a folder, so that browsers that
// have subscribed are told as before.
func moveKey(ctx context.Context, from, to store.Movable) error {
	shared, ok := to.(store.Shared)
	if !ok {
		return nil
	}
	if _, err := os.Stat(filepath.Join(from.Where(), push.KeyFile)); err != nil {
		return nil // nobody has subscribed
	}
	k, err := push.LoadKey(from.Where())
	if err != nil {
		return err
	}
	text, err := k.Text()
	if err != nil {
		return err
	}
	return shared.SetOnce(ctx, pushKey, &text)
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
