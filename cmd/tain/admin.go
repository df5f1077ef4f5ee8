package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/admin"
	"github.com/tainchess/tain/internal/site/app"
)

type adminCmd struct {
	Data  string `placeholder:"DIR" complete:"files" help:"Server's data folder (default: ~/.local/share/tain)."`
	Store string `placeholder:"URL" env:"TAIN_STORE" help:"PostgreSQL database to administer; its servers notice within a second."`

	Status      adminStatusCmd      `cmd:"" help:"Show the server's status."`
	Games       adminGamesCmd       `cmd:"" help:"List games."`
	Connections adminConnectionsCmd `cmd:"" help:"List connections with addresses."`
	End         adminEndCmd         `cmd:"" help:"End running games without a result."`
	Delete      adminDeleteCmd      `cmd:"" help:"Delete games."`
	Ban         adminBanCmd         `cmd:"" help:"Ban an address, a range or a person."`
	Unban       adminUnbanCmd       `cmd:"" help:"Lift a ban."`
	Bans        adminBansCmd        `cmd:"" help:"List bans."`
	Rename      adminRenameCmd      `cmd:"" help:"Rename a person in all games."`
	Announce    adminAnnounceCmd    `cmd:"" help:"Show a notice to everybody."`
	Drain       adminDrainCmd       `cmd:"" help:"Stop new games; running games continue."`
	ReadOnly    adminReadOnlyCmd    `cmd:"" help:"Make the server read-only."`
	Export      adminExportCmd      `cmd:"" help:"Export a person's data."`
	Erase       adminEraseCmd       `cmd:"" help:"Erase a person's data."`
	DeleteStudy adminDeleteStudyCmd `cmd:"" help:"Delete studies."`
	Prune       adminPruneCmd       `cmd:"" help:"Delete or anonymise old games."`
	Sizes       adminSizesCmd       `cmd:"" help:"Show database size and growth."`
}

func (adminCmd) Help() string {
	return `Administers the server running on the folder, through a socket that only the folder's owner can open, or its database if no server is running. The server keeps running. See docs/admin.md.

A person is named by the hash that admin games shows, or its first eight digits or more; by a seat, such as abcdefghijkl:white; or by cookie:VALUE.

Examples:

    $ tain admin status
    $ tain admin games --running
    $ tain admin ban 192.0.2.0/24 --reason "a flood" --for 7d
    $ tain admin announce "The server restarts at 18:00 UTC." --for 2h
    $ tain admin --data /var/lib/tain erase abcdefghijkl:white
    $ tain admin --store postgres://tain@localhost/tain sizes`
}

// ask carries out a command on the server that runs on the folder, or on its
// database if none does, and reads the answer.
func (a *adminCmd) ask(c *console, command string, q admin.Request, into any) error {
	answer, err := app.Store{Folder: a.Data, URL: a.Store}.Administer(c.Context, c.Rules.Find, command, q)
	if err != nil {
		return err
	}
	if c.JSON {
		var v any
		if err := json.Unmarshal(answer, &v); err != nil {
			return err
		}
		return c.Document(v)
	}
	return json.Unmarshal(answer, into)
}

// change carries out a command that says only what it did.
func (a *adminCmd) change(c *console, command string, q admin.Request) error {
	var d admin.Done
	if err := a.ask(c, command, q, &d); err != nil || c.JSON {
		return err
	}
	if command == "unban" {
		fmt.Fprintln(c.Out, "ban lifted")
	} else {
		done := d.Done
		if done == "erased" || done == "renamed" {
			done += " in"
		}
		fmt.Fprintf(c.Out, "%s %s\n", done, cli.Plural(d.Count, "game"))
	}
	return nil
}

type adminEndCmd struct {
	Games []string `arg:"" name:"game" sep:"none" help:"Games."`
}

func (adminEndCmd) Help() string {
	return `The game ends without a result, and both players are told that the operator ended it. One that is over already stays as it is.

Example:

    $ tain admin end abcdefghijkl`
}

func (e *adminEndCmd) Run(c *console, a *adminCmd) error {
	return a.change(c, "end", admin.Request{Games: e.Games})
}

type adminDeleteStudyCmd struct {
	Studies []string `arg:"" name:"study" sep:"none" help:"Studies, by the last word of their links."`
}

func (adminDeleteStudyCmd) Help() string {
	return `Nobody can read a deleted study any more, and its secret link changes nothing. Those of a person go with tain admin erase; those that nobody reads go by themselves (delete-studies-after).

Example:

    $ tain admin delete-study abcdefghijkl`
}

func (d *adminDeleteStudyCmd) Run(c *console, a *adminCmd) error {
	var done admin.Done
	if err := a.ask(c, "delete-study", admin.Request{Studies: d.Studies}, &done); err != nil || c.JSON {
		return err
	}
	fmt.Fprintf(c.Out, "studies deleted: %v\n", done.Count)
	return nil
}

type adminDeleteCmd struct {
	Games []string `arg:"" name:"game" sep:"none" help:"Games."`
}

func (adminDeleteCmd) Help() string {
	return `Nothing is left of a game that is deleted, but in backups made before.

Example:

    $ tain admin delete abcdefghijkl`
}

func (d *adminDeleteCmd) Run(c *console, a *adminCmd) error {
	return a.change(c, "delete", admin.Request{Games: d.Games})
}

type adminRenameCmd struct {
	Person string   `arg:"" help:"Person's hash, or a seat such as GAME:white."`
	Name   []string `arg:"" optional:"" sep:"none" help:"New name."`
	Off    bool     `help:"Remove the given name."`
}

func (adminRenameCmd) Help() string {
	return `The name is shown in all their games, and in those to come whatever they call themselves.

Examples:

    $ tain admin rename abcdefghijkl:white Guest
    $ tain admin rename 1f2e3d4c --off`
}

func (r *adminRenameCmd) Run(c *console, a *adminCmd) error {
	return a.change(c, "rename", admin.Request{Person: r.Person, Text: strings.Join(r.Name, " "), Off: r.Off})
}

type adminEraseCmd struct {
	Person string `arg:"" help:"Person's hash, a seat such as GAME:white, or cookie:VALUE."`
}

func (adminEraseCmd) Help() string {
	return `Forgets a person for good: their games that run are ended, and in all of them somebody without a name takes their place, another one in each. The moves of the games stay. Names that were given to them and bans on them are deleted too. Backups made before still have them, until they are deleted (tain serve --keep).

Export first what they want to have (tain admin export).

Example:

    $ tain admin erase abcdefghijkl:white`
}

func (e *adminEraseCmd) Run(c *console, a *adminCmd) error {
	return a.change(c, "erase", admin.Request{Person: e.Person})
}

type adminPruneCmd struct {
	Older     cli.Span `required:"" placeholder:"TIME" help:"Minimum time since the game ended, such as 365d."`
	Anonymise bool     `help:"Anonymise the games instead of deleting them."`
	DryRun    bool     `help:"Only print the count."`
}

func (adminPruneCmd) Help() string {
	return `A server does the same by itself with tain serve --delete-after and --anonymise-after.

Examples:

    $ tain admin prune --older 365d --dry-run
    $ tain admin prune --older 90d --anonymise`
}

func (p *adminPruneCmd) Run(c *console, a *adminCmd) error {
	return a.change(c, "prune", admin.Request{Older: p.Older.Milliseconds(), Anonymise: p.Anonymise, DryRun: p.DryRun})
}

type adminExportCmd struct {
	Person string `arg:"" help:"Person's hash, a seat such as GAME:white, or cookie:VALUE."`
}

func (adminExportCmd) Help() string {
	return `Writes JSON: the games with all that happened in them, a name that was given to the person, and bans. Of others who played only the names are told.

Example:

    $ tain admin export abcdefghijkl:white > person.json`
}

func (e *adminExportCmd) Run(c *console, a *adminCmd) error {
	var all json.RawMessage
	if err := a.ask(c, "export", admin.Request{Person: e.Person}, &all); err != nil || c.JSON {
		return err
	}
	return c.Document(all)
}
