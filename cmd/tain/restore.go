package main

import (
	"fmt"

	"github.com/tainchess/tain/internal/site/backup"
)

type restoreCmd struct {
	File  string `arg:"" complete:"files" help:"The backup."`
	Data  string `placeholder:"DIR" complete:"files" help:"The folder of the server, if not the usual one."`
	Key   string `placeholder:"FILE" complete:"files" help:"The file of the identity that opens an encrypted backup."`
	Force bool   `help:"Put it in the place of the database that is there, which is kept under another name."`
	All   bool   `help:"Play all games through to verify it, not only some."`
}

func (restoreCmd) Help() string {
	return `Makes a backup the database of a server that does not run. It is verified first: unpacked beside the database, opened as a server would, and games are played through. Only then does it take its place, in one step; whatever goes wrong, the database that was there is what it was. A folder that a server uses is refused.

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
	show := newStages(c)
	defer show.clear()
	restored, err := backup.Restore(c.ctx, backup.RestoreOptions{
		File: r.File, Data: data, Key: key, Force: r.Force, Find: c.rules.Find, Sample: sampleOf(r.All),
		Progress: func(part string, done, total int64) { show.at(part, int(done), int(total)) },
	})
	show.clear()
	if err != nil {
		return err
	}
	if c.json {
		return c.document(restored)
	}
	fmt.Fprintf(c.out, "restored %s: %d games with %d events, %s replayed\n", restored.Data, restored.Games, restored.Events, shareText(restored.Folded, restored.Games))
	if restored.Before != "" {
		fmt.Fprintln(c.out, fmt.Sprintf("the previous database is %v", restored.Before))
	}
	return nil
}
