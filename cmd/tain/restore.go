package main

import (
	"fmt"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/backup"
)

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
	key, err := backupKey(r.Key)
	if err != nil {
		return err
	}
	data, err := folderOr(r.Data)
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
	if c.JSON {
		return c.Document(restored)
	}
	fmt.Fprintf(c.Out, "restored %s: %d games with %d events, %s replayed\n", restored.Data, restored.Games, restored.Events, shareText(restored.Folded, restored.Games))
	if restored.Before != "" {
		fmt.Fprintf(c.Out, "the previous database is %v\n", restored.Before)
	}
	return nil
}
