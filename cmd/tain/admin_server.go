package main

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/admin"
	"github.com/tainchess/tain/internal/site/store"
)

type adminStatusCmd struct{}

func (adminStatusCmd) Help() string {
	return `Example:

    $ tain admin status --json`
}

func (adminStatusCmd) Run(c *console, a *adminCmd) error {
	var s admin.Status
	if err := a.ask(c, "status", admin.Request{}, &s); err != nil || c.JSON {
		return err
	}
	s.Print(c.Out)
	return nil
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
	var list admin.Games
	if err := a.ask(c, "games", q, &list); err != nil || c.JSON {
		return err
	}
	list.Print(c.Out)
	return nil
}

type adminConnectionsCmd struct{}

func (adminConnectionsCmd) Help() string {
	return `Lists the sockets that are open: address, person, game, and since when. An IPv6 address is told by its /64.

Example:

    $ tain admin connections`
}

func (adminConnectionsCmd) Run(c *console, a *adminCmd) error {
	var all admin.Connections
	if err := a.ask(c, "connections", admin.Request{}, &all); err != nil || c.JSON {
		return err
	}
	all.Print(c.Out)
	return nil
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
	var ban store.Ban
	if err := a.ask(c, "ban", admin.Request{Subject: b.Subject, Text: b.Reason, For: b.For.Milliseconds()}, &ban); err != nil || c.JSON {
		return err
	}
	fmt.Fprintln(c.Out, admin.BanText(ban))
	return nil
}

type adminUnbanCmd struct {
	Subject string `arg:"" help:"Banned address, range or person."`
}

func (adminUnbanCmd) Help() string {
	return `Example:

    $ tain admin unban 192.0.2.7`
}

func (u *adminUnbanCmd) Run(c *console, a *adminCmd) error {
	return a.change(c, "unban", admin.Request{Subject: u.Subject})
}

type adminBansCmd struct{}

func (adminBansCmd) Help() string {
	return `Example:

    $ tain admin bans`
}

func (adminBansCmd) Run(c *console, a *adminCmd) error {
	var all admin.Bans
	if err := a.ask(c, "bans", admin.Request{}, &all); err != nil || c.JSON {
		return err
	}
	for _, b := range all.Bans {
		fmt.Fprintln(c.Out, admin.BanText(b))
	}
	return nil
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
	var notice wire.Notice
	if err := a.ask(c, "announce", admin.Request{Text: strings.Join(n.Text, " "), For: n.For.Milliseconds(), Off: n.Off}, &notice); err != nil || c.JSON {
		return err
	}
	if notice.Text == "" {
		fmt.Fprintln(c.Out, "nothing announced")
	} else {
		fmt.Fprintf(c.Out, "announced: %v\n", cli.Printable(notice.Text))
	}
	return nil
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
	return a.mode(c, "drain", admin.Request{Off: d.Off, Stop: d.Stop})
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
	return a.mode(c, "read-only", admin.Request{Off: r.Off})
}

func (a *adminCmd) mode(c *console, command string, q admin.Request) error {
	var answer struct{ Mode admin.Mode }
	if err := a.ask(c, command, q, &answer); err != nil || c.JSON {
		return err
	}
	fmt.Fprintln(c.Out, map[admin.Mode]string{
		admin.Open:     "the server is open",
		admin.Drain:    "the server is draining: no new games begin",
		admin.ReadOnly: "the server is read-only: nothing changes",
	}[answer.Mode])
	return nil
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
	var z store.Sizes
	if err := a.ask(c, "sizes", admin.Request{Days: s.Days}, &z); err != nil || c.JSON {
		return err
	}
	admin.PrintSizes(c.Out, &z)
	return nil
}
