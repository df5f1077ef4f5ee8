//go:build !lean

package main

import (
	"strings"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/operator"
	"github.com/tainchess/tain/internal/site/admin"
	"github.com/tainchess/tain/internal/site/app"
)

type adminCmd struct {
	Data  string `placeholder:"DIR" complete:"files" help:"Server's data folder (default on Linux: ~/.local/share/tain)."`
	Store string `placeholder:"URL" env:"TAIN_STORE" help:"PostgreSQL database to administer; its servers apply changes within a second or two."`

	Status      adminStatusCmd      `cmd:"" help:"Show the server's status."`
	Games       adminGamesCmd       `cmd:"" help:"List games."`
	Connections adminConnectionsCmd `cmd:"" help:"List connections with their addresses."`
	End         adminEndCmd         `cmd:"" help:"End running games without a result."`
	Delete      adminDeleteCmd      `cmd:"" help:"Delete games."`
	Report      adminReportCmd      `cmd:"" help:"List, show and dismiss reports about players."`
	Log         adminLogCmd         `cmd:"" help:"List operators' actions: the audit log."`
	Mute        adminMuteCmd        `cmd:"" help:"Keep a person from challenging people and sending messages."`
	Unmute      adminUnmuteCmd      `cmd:"" help:"Lift a mute."`
	Ban         adminBanCmd         `cmd:"" help:"Ban an address, a range or a person."`
	Unban       adminUnbanCmd       `cmd:"" help:"Lift a ban."`
	Bans        adminBansCmd        `cmd:"" help:"List bans."`
	Rename      adminRenameCmd      `cmd:"" help:"Rename a person in all games."`
	Announce    adminAnnounceCmd    `cmd:"" help:"Show a notice to everybody."`
	Drain       adminDrainCmd       `cmd:"" help:"Refuse new games; running games continue."`
	ReadOnly    adminReadOnlyCmd    `cmd:"" help:"Make the server read-only."`
	Account     adminAccountCmd     `cmd:"" help:"List, show and close accounts, and set their roles."`
	Refund      adminRefundCmd      `cmd:"" help:"Give the loser of a rated game the points back."`
	Export      adminExportCmd      `cmd:"" help:"Export a person's data."`
	Erase       adminEraseCmd       `cmd:"" help:"Erase a person's data."`
	DeleteStudy adminDeleteStudyCmd `cmd:"" help:"Delete studies."`
	Prune       adminPruneCmd       `cmd:"" help:"Delete or anonymise old games."`
	Sizes       adminSizesCmd       `cmd:"" help:"Show database size and growth."`
}

func (adminCmd) Help() string {
	return `Administers the server that uses a data folder, through a socket that only the folder's owner can open. If no server is running, the command changes the database directly. A running server does not need a restart. See docs/admin.md.

Identify a person by the hash shown by admin games (eight digits are enough), a seat such as abcdefghijkl:white, or cookie:VALUE.

Examples:

    $ tain admin status
    $ tain admin games --running
    $ tain admin ban 192.0.2.0/24 --reason "a flood" --for 7d
    $ tain admin announce "The server restarts at 18:00 UTC." --for 2h
    $ tain admin --data /var/lib/tain erase abcdefghijkl:white
    $ tain admin --store postgres://tain@localhost/tain sizes`
}

// run sends a command to the server that uses the data folder, and prints the server's response. If no server
// uses the folder, or --store is set, it applies the command to the database directly.
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
	return operator.Print(c.Console, command, answer)
}

type adminEndCmd struct {
	Games []string `arg:"" name:"game" sep:"none" help:"Game IDs."`
}

func (adminEndCmd) Help() string {
	return `The games end without a result, and both players see that the operator ended them. Finished games are unchanged.

Example:

    $ tain admin end abcdefghijkl`
}

func (e *adminEndCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "end", admin.Request{Games: e.Games})
}

type adminRefundCmd struct {
	Game   string `arg:"" help:"Game ID."`
	Reason string `required:"" placeholder:"TEXT" help:"Reason, which is recorded and shown to the player."`
	Report string `placeholder:"ID" help:"Report that this closes."`
}

func (adminRefundCmd) Help() string {
	return `Gives the player who lost points in a rated game these points back, for example because the opponent cheated. The adjustment is recorded with its reason, and can be made once. Later games are not computed again, and the opponent's rating is unchanged.

Example:

    $ tain admin refund abcdefghijkl --reason "the opponent used an engine"`
}

func (r *adminRefundCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "refund", admin.Request{Games: []string{r.Game}, Reason: r.Reason, Report: r.Report})
}

type adminDeleteStudyCmd struct {
	Studies []string `arg:"" name:"study" sep:"none" help:"Study IDs: the last part of each study's link."`
}

func (adminDeleteStudyCmd) Help() string {
	return `A deleted study can no longer be read, and its secret link no longer works. tain admin erase also deletes a person's studies; the setting delete-studies-after deletes studies that nobody reads.

Example:

    $ tain admin delete-study abcdefghijkl`
}

func (d *adminDeleteStudyCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "delete-study", admin.Request{Studies: d.Studies})
}

type adminDeleteCmd struct {
	Games []string `arg:"" name:"game" sep:"none" help:"Game IDs."`
}

func (adminDeleteCmd) Help() string {
	return `Deleted games remain only in existing backups.

Example:

    $ tain admin delete abcdefghijkl`
}

func (d *adminDeleteCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "delete", admin.Request{Games: d.Games})
}

type adminRenameCmd struct {
	Person string   `arg:"" help:"Name of an account, person's hash, or a seat such as GAME:white."`
	Name   []string `arg:"" optional:"" sep:"none" help:"New name."`
	Off    bool     `help:"Let the person choose the name of future games again."`
	Reason string   `placeholder:"TEXT" help:"Reason, which is recorded and shown to the person."`
	Report string   `placeholder:"ID" help:"Report that this closes."`
}

func (adminRenameCmd) Help() string {
	return `The name is shown in all of the person's games, past and future, even if a guest chooses another name. For an account, it becomes the name of the account.

Examples:

    $ tain admin rename abcdefghijkl:white Guest --reason "an insulting name"
    $ tain admin rename 1f2e3d4c --off`
}

func (r *adminRenameCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "rename", admin.Request{Person: r.Person, Text: strings.Join(r.Name, " "), Off: r.Off, Reason: r.Reason, Report: r.Report})
}

type adminAccountCmd struct {
	List  adminAccountListCmd  `cmd:"" help:"List accounts."`
	Show  adminAccountShowCmd  `cmd:"" help:"Show an account with its passkeys, devices and tokens."`
	Close adminAccountCloseCmd `cmd:"" help:"Close an account and erase the person's data."`
	Role  adminAccountRoleCmd  `cmd:"" help:"Set an account's role."`
}

func (adminAccountCmd) Help() string {
	return `Identify an account by its name or by the person's hash. tain admin rename changes its name.

Examples:

    $ tain admin account list
    $ tain admin account show Anna
    $ tain admin account role Anna operator`
}

type adminAccountListCmd struct {
	Limit int `default:"50" placeholder:"N" help:"Maximum number of accounts."`
}

func (adminAccountListCmd) Help() string {
	return `Lists accounts, newest first: the first digits of the person's hash, name, role and creation time.

Example:

    $ tain admin account list --limit 10`
}

func (l *adminAccountListCmd) Run(c *console, a *adminCmd) error {
	if err := cli.AtLeast("--limit", l.Limit, 1); err != nil {
		return err
	}
	return a.run(c, "accounts", admin.Request{Limit: l.Limit})
}

type adminAccountShowCmd struct {
	Account string `arg:"" help:"Name of the account, or person's hash."`
}

func (adminAccountShowCmd) Help() string { return "Example:\n\n    $ tain admin account show Anna" }

func (s *adminAccountShowCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "account", admin.Request{Account: s.Account})
}

type adminAccountCloseCmd struct {
	Account string `arg:"" help:"Name of the account, or person's hash."`
}

func (adminAccountCloseCmd) Help() string {
	return `Closes an account permanently and erases the person's data, as tain admin erase does for guests. The name becomes free.

Example:

    $ tain admin account close Anna`
}

func (s *adminAccountCloseCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "close-account", admin.Request{Account: s.Account})
}

type adminAccountRoleCmd struct {
	Account string `arg:"" help:"Name of the account, or person's hash."`
	Role    string `arg:"" enum:"operator,none" help:"Role: operator or none."`
}

func (adminAccountRoleCmd) Help() string {
	return `Changes the role of an account and signs it out everywhere, so that the new role begins with a new session.

Examples:

    $ tain admin account role Anna operator
    $ tain admin account role Anna none`
}

func (s *adminAccountRoleCmd) Run(c *console, a *adminCmd) error {
	role := s.Role
	if role == "none" {
		role = ""
	}
	return a.run(c, "role", admin.Request{Account: s.Account, Role: role})
}

type adminEraseCmd struct {
	Person string `arg:"" help:"Person's hash, a seat such as GAME:white, or cookie:VALUE."`
}

func (adminEraseCmd) Help() string {
	return `Erases a person permanently. Their running games end, and their account is closed. Each of their games then shows a different anonymous player in their place; the moves remain. Assigned names, bans, studies and push subscriptions are deleted. Existing backups contain the data until they expire (tain serve --keep).

To give people a copy of their data, run tain admin export first.

Example:

    $ tain admin erase abcdefghijkl:white`
}

func (e *adminEraseCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "erase", admin.Request{Person: e.Person})
}

type adminPruneCmd struct {
	Older     cli.Span `required:"" placeholder:"TIME" help:"Minimum time since the game ended, such as 365d."`
	Anonymise bool     `help:"Anonymise the games instead of deleting them."`
	DryRun    bool     `help:"Print the number of games without changing them."`
}

func (adminPruneCmd) Help() string {
	return `To prune automatically, use tain serve --delete-after and --anonymise-after.

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
	return `Writes JSON: the person's games with all events, the assigned name, bans, studies, push subscriptions and account, without secrets. The only data about other players is their names.

Example:

    $ tain admin export abcdefghijkl:white > person.json`
}

func (e *adminExportCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "export", admin.Request{Person: e.Person})
}

type adminStatusCmd struct{}

func (adminStatusCmd) Help() string { return "Example:\n\n    $ tain admin status --json" }

func (adminStatusCmd) Run(c *console, a *adminCmd) error { return a.run(c, "status", admin.Request{}) }

type adminGamesCmd struct {
	Running bool     `help:"List only running games." xor:"stage"`
	Ended   bool     `help:"List only finished games." xor:"stage"`
	Person  string   `placeholder:"PERSON" help:"Person whose games to list."`
	Older   cli.Span `placeholder:"TIME" help:"Minimum time since the last change, such as 30d."`
	Limit   int      `default:"50" placeholder:"N" help:"Maximum number of games."`
}

func (adminGamesCmd) Help() string {
	return `Lists games, most recently changed first: game, time of the change, rule set, half-moves, players with the first digits of their hash, and result.

Examples:

    $ tain admin games --running
    $ tain admin games --person 1f2e3d4c --json`
}

func (g *adminGamesCmd) Run(c *console, a *adminCmd) error {
	if err := cli.AtLeast("--limit", g.Limit, 1); err != nil {
		return err
	}
	q := admin.Request{Running: g.Running, Ended: g.Ended, Person: g.Person, Older: g.Older.Milliseconds(), Limit: g.Limit}
	return a.run(c, "games", q)
}

type adminConnectionsCmd struct{}

func (adminConnectionsCmd) Help() string {
	return `Lists the open sockets and streams of games with address, person, game and start time. IPv6 addresses are shown as their /64 prefix.

Example:

    $ tain admin connections`
}

func (adminConnectionsCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "connections", admin.Request{})
}

type adminBanCmd struct {
	Subject string   `arg:"" help:"Address, range such as 192.0.2.0/24, person, or name of an account."`
	Reason  string   `placeholder:"TEXT" help:"Reason shown to the banned visitor. Required to ban a person."`
	Report  string   `placeholder:"ID" help:"Report that this closes."`
	For     cli.Span `placeholder:"TIME" help:"Duration, such as 7d (default: permanent)."`
}

func (adminBanCmd) Help() string {
	return `Requests from a banned address or range get only an error that mentions the ban, and their open sockets are closed. Banning an IPv6 address bans its /64 prefix, the usual size of one client's network. A banned person can watch but not play. A guest is identified by a cookie; a guest who deletes the cookie becomes a new person.

Examples:

    $ tain admin ban 192.0.2.7 --reason "a flood" --for 1d
    $ tain admin ban 2001:db8:1::/48
    $ tain admin ban abcdefghijkl:black --reason "insults"`
}

func (b *adminBanCmd) Run(c *console, a *adminCmd) error {
	if err := b.For.Within("--for", 0, cli.MaxSpan); err != nil {
		return err
	}
	return a.run(c, "ban", admin.Request{Subject: b.Subject, Reason: b.Reason, Report: b.Report, For: b.For.Milliseconds()})
}

type adminUnbanCmd struct {
	Subject string `arg:"" help:"Banned address, range, person or account."`
	Reason  string `placeholder:"TEXT" help:"Reason, which is recorded."`
	Report  string `placeholder:"ID" help:"Report or appeal that this closes."`
}

func (adminUnbanCmd) Help() string { return "Example:\n\n    $ tain admin unban 192.0.2.7" }

func (u *adminUnbanCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "unban", admin.Request{Subject: u.Subject, Reason: u.Reason, Report: u.Report})
}

type adminBansCmd struct{}

func (adminBansCmd) Help() string { return "Example:\n\n    $ tain admin bans" }

func (adminBansCmd) Run(c *console, a *adminCmd) error { return a.run(c, "bans", admin.Request{}) }

type adminAnnounceCmd struct {
	Text []string `arg:"" optional:"" sep:"none" help:"Text of the notice."`
	For  cli.Span `placeholder:"TIME" help:"Duration, such as 2h (default: until --off)."`
	Off  bool     `help:"Remove the notice."`
}

func (adminAnnounceCmd) Help() string {
	return `The notice appears on every open page, and on pages opened later.

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
	Stop bool `help:"Stop this server instead; its players move to the other nodes of the cluster."`
}

func (adminDrainCmd) Help() string {
	return `Nobody can start a game or a rematch, or publish a study; running games continue. tain admin status shows how many games are in memory. Draining ends with --off, or when the server stops. In a cluster it applies to all nodes.

With --stop only this server shuts down, as on SIGTERM: it reports that it is not ready, finishes pending requests, and sends its players to the other nodes, where they continue immediately.

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
	return `People can watch and read games, but nobody can create, join or play one. Clocks keep running, so announce read-only mode first and keep it short. Read-only mode ends with --off, or when the server stops.

Examples:

    $ tain admin read-only
    $ tain admin read-only --off`
}

func (r *adminReadOnlyCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "read-only", admin.Request{Off: r.Off})
}

type adminSizesCmd struct {
	Days int `default:"14" placeholder:"N" help:"Days of growth to show."`
}

func (adminSizesCmd) Help() string {
	return `Shows the sizes of the database, its log and its tables, and the number of games started each day (UTC).

Example:

    $ tain admin sizes --days 30`
}

func (s *adminSizesCmd) Run(c *console, a *adminCmd) error {
	if err := cli.AtLeast("--days", s.Days, 1); err != nil {
		return err
	}
	return a.run(c, "sizes", admin.Request{Days: s.Days})
}
