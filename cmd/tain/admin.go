package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/operator"
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

// run carries out a command on the server that runs on the folder, or on its
// database if none does, and prints the answer.
func (a *adminCmd) run(c *console, command string, q admin.Request) error {
	at := app.Store{Folder: a.Data, URL: a.Store}
	if at.URL == "" {
		var err error
		if at.Folder, err = cli.DataFolder(a.Data); err != nil {
			return err
		}
	}
	answer, err := at.Administer(c.Context, c.Rules.Find, command, q)
	if err != nil {
		return err
	}
	switch {
	case c.JSON:
		var v any
		if err := json.Unmarshal(answer, &v); err != nil {
			return err
		}
		return c.Document(v)
	case command == "export":
		return c.Document(json.RawMessage(answer))
	}
	return operator.Print(c.Out, command, answer)
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
	return a.run(c, "end", admin.Request{Games: e.Games})
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
	return a.run(c, "delete-study", admin.Request{Studies: d.Studies})
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
	return a.run(c, "delete", admin.Request{Games: d.Games})
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
	return a.run(c, "rename", admin.Request{Person: r.Person, Text: strings.Join(r.Name, " "), Off: r.Off})
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
	return a.run(c, "erase", admin.Request{Person: e.Person})
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
	return a.run(c, "prune", admin.Request{Older: p.Older.Milliseconds(), Anonymise: p.Anonymise, DryRun: p.DryRun})
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
	return a.run(c, "export", admin.Request{Person: e.Person})
}

type adminStatusCmd struct{}

func (adminStatusCmd) Help() string {
	return `Example:

    $ tain admin status --json`
}

func (adminStatusCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "status", admin.Request{})
}

type adminGamesCmd struct {
	Running bool     `help:"Only running games." xor:"stage"`
	Ended   bool     `help:"Only finished games." xor:"stage"`
	Person  string   `placeholder:"PERSON" help:"Person whose games are listed."`
	Older   cli.Span `placeholder:"TIME" help:"Minimum time since the last change, such as 30d."`
	Limit   int      `default:"50" help:"Maximum number listed."`
}

func (adminGamesCmd) Help() string {
	return `Lists games, the last changed first: the game, when it changed, its rules, half-moves, players with the first digits of their hash, and the result.

Examples:

    $ tain admin games --running
    $ tain admin games --person 1f2e3d4c --json`
}

func (g *adminGamesCmd) Run(c *console, a *adminCmd) error {
	if g.Limit < 1 {
		return fmt.Errorf("--limit is %v; it must be 1 or more", g.Limit)
	}
	q := admin.Request{Running: g.Running, Ended: g.Ended, Person: g.Person, Older: g.Older.Milliseconds(), Limit: g.Limit}
	return a.run(c, "games", q)
}

type adminConnectionsCmd struct{}

func (adminConnectionsCmd) Help() string {
	return `Lists open sockets with address, person, game and start time. IPv6 addresses are shown as their /64 prefix.

Example:

    $ tain admin connections`
}

func (adminConnectionsCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "connections", admin.Request{})
}

type adminBanCmd struct {
	Subject string   `arg:"" help:"Address, range such as 192.0.2.0/24, or person."`
	Reason  string   `placeholder:"TEXT" help:"Reason shown to them."`
	For     cli.Span `placeholder:"TIME" help:"Duration, such as 7d (default: for ever)."`
}

func (adminBanCmd) Help() string {
	return `An address or a range gets no answer but that it is banned, and its open connections are cut. An IPv6 address stands for its /64, which is what one client has. A person may look on but not play; since a person is a cookie, who deletes theirs is another.

Examples:

    $ tain admin ban 192.0.2.7 --reason "a flood" --for 1d
    $ tain admin ban 2001:db8:1::/48
    $ tain admin ban abcdefghijkl:black --reason "insults"`
}

func (b *adminBanCmd) Run(c *console, a *adminCmd) error {
	if err := b.For.Within("--for", 0, cli.MaxSpan); err != nil {
		return err
	}
	return a.run(c, "ban", admin.Request{Subject: b.Subject, Text: b.Reason, For: b.For.Milliseconds()})
}

type adminUnbanCmd struct {
	Subject string `arg:"" help:"Banned address, range or person."`
}

func (adminUnbanCmd) Help() string {
	return `Example:

    $ tain admin unban 192.0.2.7`
}

func (u *adminUnbanCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "unban", admin.Request{Subject: u.Subject})
}

type adminBansCmd struct{}

func (adminBansCmd) Help() string {
	return `Example:

    $ tain admin bans`
}

func (adminBansCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "bans", admin.Request{})
}

type adminAnnounceCmd struct {
	Text []string `arg:"" optional:"" sep:"none" help:"Text of the notice."`
	For  cli.Span `placeholder:"TIME" help:"Duration, such as 2h (default: until --off)."`
	Off  bool     `help:"Remove the notice."`
}

func (adminAnnounceCmd) Help() string {
	return `The notice is shown on every page that is open, and on those that are opened later.

Examples:

    $ tain admin announce "The server restarts at 18:00 UTC." --for 2h
    $ tain admin announce --off`
}

func (n *adminAnnounceCmd) Run(c *console, a *adminCmd) error {
	if err := n.For.Within("--for", 0, cli.MaxSpan); err != nil {
		return err
	}
	return a.run(c, "announce", admin.Request{Text: strings.Join(n.Text, " "), For: n.For.Milliseconds(), Off: n.Off})
}

type adminDrainCmd struct {
	Off  bool `help:"Allow new games again."`
	Stop bool `help:"Then stop the server; players move to the other nodes of its cluster."`
}

func (adminDrainCmd) Help() string {
	return `Nobody begins a game or a rematch, and those that run go on: tain admin status tells when few are left. It lasts until --off, or until the server ends.

With --stop the server also ends, as it does on SIGTERM: it is not ready any more, finishes what was begun, and sends its players to the other nodes, where they go on at once.

Examples:

    $ tain admin drain
    $ tain admin drain --off
    $ tain admin drain --stop`
}

func (d *adminDrainCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "drain", admin.Request{Off: d.Off, Stop: d.Stop})
}

type adminReadOnlyCmd struct {
	Off bool `help:"Allow changes again."`
}

func (adminReadOnlyCmd) Help() string {
	return `Games can be watched and read, and nobody can create, join or play one. Clocks go on: announce it first, and keep it short. It lasts until --off, or until the server ends.

Examples:

    $ tain admin read-only
    $ tain admin read-only --off`
}

func (r *adminReadOnlyCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "read-only", admin.Request{Off: r.Off})
}

type adminSizesCmd struct {
	Days int `default:"14" help:"Days of growth to show."`
}

func (adminSizesCmd) Help() string {
	return `Tells how large the database, its log and its tables are, and how many games began each day, by UTC.

Example:

    $ tain admin sizes --days 30`
}

func (s *adminSizesCmd) Run(c *console, a *adminCmd) error {
	if s.Days < 1 {
		return fmt.Errorf("--days is %v; it must be 1 or more", s.Days)
	}
	return a.run(c, "sizes", admin.Request{Days: s.Days})
}
