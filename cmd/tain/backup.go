package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/app"
	"github.com/tainchess/tain/internal/site/backup"
	"github.com/tainchess/tain/internal/site/store/dsn"
)

type backupCmd struct {
	To      string `arg:"" optional:"" name:"to" complete:"files" help:"Output file, or a folder for a file named by time."`
	Data    string `placeholder:"DIR" complete:"files" help:"Server's data folder (default: ~/.local/share/tain)."`
	Key     string `placeholder:"KEY" complete:"files" help:"Encrypt to a recipient (age1...), or to a file of recipients or identities."`
	All     bool   `help:"Replay all games of the copy, not only a sample."`
	MakeKey string `placeholder:"FILE" complete:"files" help:"Create a backup key in this file, print its recipient, and exit."`
}

func (backupCmd) Help() string {
	return `Copies a server's games into one file, whether or not the server is running. The copy is verified before it gets its name: every page and index, the events of each game, and a replay of some games (with --all every one).

Do not copy the data folder of a running server: of 108 such copies, 9 were damaged. See docs/backup.md; tain serve --backup-dir makes backups on a schedule.

Examples:

    $ tain backup games.db
    $ tain backup --data /var/lib/tain /var/backups/tain/
    $ tain backup --make-key tain-backup.key
    $ tain backup --key age1... /mnt/elsewhere/`
}

func (b *backupCmd) Run(c *console) error {
	if b.MakeKey != "" {
		return makeKey(c, b.MakeKey)
	}
	if b.To == "" {
		return errors.New("no output; name a file or a folder (see tain backup --help)")
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
		Data: data, To: b.To, Key: key, Find: c.Rules.Find, Sample: sampleOf(b.All),
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
	Data  string `placeholder:"DIR" complete:"files" help:"Server's data folder (default: ~/.local/share/tain)."`
	Key   string `placeholder:"FILE" complete:"files" help:"Identity file of an encrypted backup."`
	Force bool   `help:"Replace an existing database, which is renamed."`
	All   bool   `help:"Replay all games, not only a sample."`
}

func (restoreCmd) Help() string {
	return `Replaces the database of a stopped server with a backup. The backup is verified first: unpacked next to the database, opened like a server would, and games are replayed. It then takes the database's place in one step; on any error the old database is unchanged. The command fails if a server is using the folder.

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
		File: r.File, Data: data, Key: key, Force: r.Force, Find: c.Rules.Find, Sample: sampleOf(r.All),
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
		return c.Document(map[string]string{"file": file, "recipient": recipient})
	}
	fmt.Fprintf(c.Out, "%s\n", recipient)
	c.Note(fmt.Sprintf("%v decrypts backups made with --key %v; keep it off the server", file, recipient))
	return nil
}

// sampleOf tells how many games are played through to verify a copy.
func sampleOf(all bool) int {
	if all {
		return -1
	}
	return backup.Sample
}

// shareText writes how many of a number of games were replayed.
func shareText(replayed, games int) string {
	if replayed == games {
		return "all"
	}
	return fmt.Sprint(replayed)
}
