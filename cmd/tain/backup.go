//go:build !lean

package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/app"
	"github.com/tainchess/tain/internal/site/backup"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/dsn"
)

type backupCmd struct {
	To      string `arg:"" optional:"" name:"to" complete:"files" help:"Output file, or a folder; the file in the folder is named after the current time."`
	Data    string `placeholder:"DIR" complete:"files" help:"Server's data folder (default on Linux: ~/.local/share/tain)."`
	Key     string `placeholder:"KEY" complete:"files" help:"Encrypt for a recipient (age1...), or for the recipients or identities in a file."`
	All     bool   `help:"Replay all games in the copy, not only a sample."`
	MakeKey string `placeholder:"FILE" complete:"files" help:"Create a backup key in this file, print its recipient, and exit."`
}

func (backupCmd) Help() string {
	return `Copies a server's games into one file, whether or not the server is running. Before the copy gets its final name, every page and index and the events of each game are verified, and some games are replayed (all games with --all).

Do not copy the data folder of a running server; the copy may be damaged. tain serve --backup-dir makes backups on a schedule. See docs/backup.md.

Examples:

    $ tain backup games.db
    $ tain backup --data /var/lib/tain /var/backups/tain/
    $ tain backup --make-key tain-backup.key
    $ tain backup --key age1... /mnt/elsewhere/`
}

// backupKey describes a new key as JSON.
type backupKey struct {
	File      string `json:"file"`
	Recipient string `json:"recipient"`
}

var (
	_ = cli.AddFormat[backup.Made]("backup", 1)
	_ = cli.AddFormat[backupKey]("backup key", 1, "backup")
	_ = cli.AddFormat[backup.Restored]("restore", 1)
	_ = cli.AddFormat[store.Copied]("store copy", 1)
)

func (b *backupCmd) Run(c *console) error {
	if b.MakeKey != "" {
		return makeKey(c, b.MakeKey)
	}
	if b.To == "" {
		return errors.New("no output; name a file or a folder, for example tain backup games.db")
	}
	key, err := app.BackupKey(b.Key)
	if err != nil {
		return err
	}
	if dsn.IsURL(b.Data) || b.Data == "" && os.Getenv("TAIN_STORE") != "" {
		return errors.New("back up PostgreSQL with pg_dump or its own tools; see docs/operate.md")
	}
	data, err := cli.DataFolder(b.Data)
	if err != nil {
		return err
	}
	show := cli.NewStages(c.Console)
	defer show.Clear()
	made, err := backup.Make(c.Context, backup.Options{
		Data: data, To: b.To, Key: key, Find: c.Rules.Find, Sample: gamesToReplay(b.All),
		Progress: func(part string, done, total int64) { show.Set(part, int(done), int(total)) },
	})
	show.Clear()
	if err != nil {
		return err
	}
	return c.Result(made, "%s: %s, %d games with %d events, %s replayed\n", made.File, cli.Bytes(made.Bytes), made.Games, made.Events, shareText(made.Folded, made.Games))
}

type restoreCmd struct {
	File  string `arg:"" complete:"files" help:"Backup file."`
	Data  string `placeholder:"DIR" complete:"files" help:"Server's data folder (default on Linux: ~/.local/share/tain)."`
	Key   string `placeholder:"FILE" complete:"files" help:"Identity file that decrypts the backup."`
	Force bool   `help:"Replace an existing database; the old one is renamed."`
	All   bool   `help:"Replay all games, not only a sample."`
}

func (restoreCmd) Help() string {
	return `Replaces the database of a stopped server with a backup. The backup is verified first: it is unpacked next to the database and opened as a server would open it, and games are replayed. It then replaces the database in one step. If an error occurs, the old database is unchanged. The command fails if a server is using the folder.

Examples:

    $ tain restore /var/backups/tain/tain-20261116T060000Z.db
    $ tain restore --data /var/lib/tain --force games.db
    $ tain restore --key tain-backup.key tain-20261116T060000Z.db.age`
}

func (r *restoreCmd) Run(c *console) error {
	key, err := app.BackupKey(r.Key)
	if err != nil {
		return err
	}
	data, err := cli.DataFolder(r.Data)
	if err != nil {
		return err
	}
	show := cli.NewStages(c.Console)
	defer show.Clear()
	restored, err := backup.Restore(c.Context, backup.RestoreOptions{
		File: r.File, Data: data, Key: key, Force: r.Force, Find: c.Rules.Find, Sample: gamesToReplay(r.All),
		Progress: func(part string, done, total int64) { show.Set(part, int(done), int(total)) },
	})
	show.Clear()
	if err != nil {
		return err
	}
	text := fmt.Sprintf("restored %s: %d games with %d events, %s replayed\n", restored.Data, restored.Games, restored.Events, shareText(restored.Folded, restored.Games))
	if restored.Before != "" {
		text += fmt.Sprintf("the previous database is %v\n", restored.Before)
	}
	return c.Result(restored, "%s", text)
}

func makeKey(c *console, file string) error {
	recipient, err := backup.MakeKey(file)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.Document(backupKey{file, recipient})
	}
	fmt.Fprintf(c.Out, "%s\n", recipient)
	c.Note(fmt.Sprintf("%v decrypts backups made with --key %v; keep it off the server", file, recipient))
	return nil
}

// gamesToReplay returns the number of games to replay when a copy is verified; -1 means all.
func gamesToReplay(all bool) int {
	if all {
		return -1
	}
	return backup.Sample
}

// shareText returns the number of replayed games, or "all".
func shareText(replayed, games int) string {
	if replayed == games {
		return "all"
	}
	return fmt.Sprint(replayed)
}

type storeCmd struct {
	Copy storeCopyCmd `cmd:"" help:"Copy the games in a store to another store, and verify the copy."`
}

type storeCopyCmd struct {
	From string `arg:"" name:"source" complete:"files" help:"Server's data folder, or a PostgreSQL URL."`
	To   string `arg:"" name:"target" complete:"files" help:"Empty folder or database, or the target of an interrupted copy."`
}

func (storeCopyCmd) Help() string {
	return `Copies games with all their events, definitions, studies, names, bans and settings between a folder (SQLite) and PostgreSQL, in either direction. No server may use either store during the copy. Every game is read back and its hash is compared with that of the source; all games are compared again at the end.

After Ctrl-C, run the same command to continue. A server does not start on an unfinished copy.

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
		return c.Context.Err() // the interrupt caused the error
	case err != nil:
		return err
	}
	return c.Result(copied, "copied and verified %s with %s to %v\n", cli.Plural(copied.Games, "game"), cli.Plural(copied.Events, "event"), copied.To)
}
