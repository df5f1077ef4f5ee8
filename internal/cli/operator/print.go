// Package operator prints the results of tain admin commands.
package operator

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/admin"
	"github.com/tainchess/tain/internal/site/store"
)

// playerText returns the name of a seat's player. For a person it includes the first digits of the
// session's hash.
func playerText(s game.Seat) string {
	info := s.Player(false)
	switch {
	case info == nil:
		return "nobody"
	case s.Computer > 0:
		return fmt.Sprintf("%v level %v", info.Name, s.Computer)
	}
	return cli.Printable(info.Name) + " (" + hex.EncodeToString(s.Session[:4]) + ")"
}

// formatTime formats a time in milliseconds as UTC.
func formatTime(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04Z") }

// modeAnswer is the result of the commands that change the server's mode.
type modeAnswer struct {
	Mode admin.Mode `json:"mode"`
}

var (
	_ = cli.AddFormat[admin.Status]("admin status", 1)
	_ = cli.AddFormat[admin.Games]("admin games", 1)
	_ = cli.AddFormat[admin.Connections]("admin connections", 1)
	_ = cli.AddFormat[store.Sizes]("admin sizes", 1)
	_ = cli.AddFormat[store.Ban]("admin ban", 1, "admin ban", "admin mute")
	_ = cli.AddFormat[admin.Bans]("admin bans", 1)
	_ = cli.AddFormat[wire.Notice]("admin announce", 1)
	_ = cli.AddFormat[modeAnswer]("admin mode", 1, "admin drain", "admin read-only")
	_ = cli.AddFormat[admin.Export]("admin export", 1)
	_ = cli.AddFormat[admin.Accounts]("admin account list", 1)
	_ = cli.AddFormat[admin.AccountDetails]("admin account show", 1)
	_ = cli.AddFormat[admin.Refund]("admin refund", 1)
	_ = cli.AddFormat[wire.Reports]("admin report list", 1)
	_ = cli.AddFormat[wire.ReportDetails]("admin report show", 1)
	_ = cli.AddFormat[wire.ModerationLog]("admin log", 1)
	_ = cli.AddFormat[admin.Done]("admin done", 1, "admin end", "admin delete", "admin unban", "admin rename", "admin erase", "admin delete-study",
		"admin prune", "admin account close", "admin account role", "admin report dismiss", "admin unmute")
)

// Print prints the result of a command.
func Print(c *cli.Console, command string, answer []byte) error {
	if write, ok := printers[command]; ok {
		return write(c, answer)
	}
	return decoded(printDone)(c, answer)
}

// printers maps commands to functions that print their results. The results of all other commands are of type
// admin.Done.
var printers = map[string]func(c *cli.Console, answer []byte) error{
	"status": decoded(printStatus), "games": decoded(printGames), "connections": decoded(printConnections), "sizes": decoded(printSizes),
	"ban": decoded(printBan), "unban": decoded(printUnbanned), "bans": decoded(printBans), "announce": decoded(printNotice), "drain": decoded(printMode),
	"read-only": decoded(printMode), "delete-study": decoded(printStudies), "export": decoded[admin.Export](nil),
	"accounts": decoded(printAccounts), "account": decoded(printAccount), "close-account": decoded(printClosed), "role": decoded(printRole), "refund": decoded(printRefund),
	"reports": decoded(printReports), "report": decoded(printReport), "log": decoded(printLog), "mute": decoded(printBan),
	"unmute": decoded(printUnmuted), "dismiss": decoded(printDismissed),
}

// decoded returns a printer that decodes an answer and passes it to write. With --json, or without write,
// it prints the answer as JSON.
func decoded[T any](write func(*T, io.Writer)) func(c *cli.Console, answer []byte) error {
	return func(c *cli.Console, answer []byte) error {
		var v T
		if err := json.Unmarshal(answer, &v); err != nil {
			return err
		}
		if c.JSON || write == nil {
			return c.Document(v)
		}
		write(&v, c.Out)
		return nil
	}
}

func printUnbanned(_ *admin.Done, out io.Writer) { fmt.Fprintln(out, "ban lifted") }

func printStudies(d *admin.Done, out io.Writer) { fmt.Fprintf(out, "studies deleted: %v\n", d.Count) }

// printAccounts prints accounts, one per line.
func printAccounts(all *admin.Accounts, out io.Writer) {
	for _, a := range all.Accounts {
		fmt.Fprintf(out, "%.8s  %s  %s", a.Person, a.Created, cli.Printable(a.Name))
		if a.Role != "" {
			fmt.Fprintf(out, "  %s", a.Role)
		}
		fmt.Fprintln(out)
	}
}

// printAccount prints an account with its passkeys, devices and tokens.
func printAccount(a *admin.AccountDetails, out io.Writer) {
	fmt.Fprintf(out, "%s\nperson %s\ncreated %s\n", cli.Printable(a.Name), a.Person, formatTime(a.Created))
	if a.Role != "" {
		fmt.Fprintf(out, "role %s\n", a.Role)
	}
	fmt.Fprintf(out, "%s left\n", cli.Plural(a.Codes, "recovery code"))
	for _, p := range a.Passkeys {
		fmt.Fprintf(out, "passkey %q, created %s, last used %s\n", cli.Printable(p.Label), formatTime(p.Created), formatTime(p.Used))
	}
	for _, d := range a.Devices {
		fmt.Fprintf(out, "signed in: %s, since %s, last used %s\n", cli.Printable(d.Agent), formatTime(d.Created), formatTime(d.Used))
	}
	for _, t := range a.Tokens {
		used := "never used"
		if t.Used != 0 {
			used = "last used " + formatTime(t.Used)
		}
		fmt.Fprintf(out, "token %q, created %s, %s, expires %s\n", cli.Printable(t.Label), formatTime(t.Created), used, formatTime(t.Expires))
	}
}

func printClosed(d *admin.Done, out io.Writer) {
	fmt.Fprintf(out, "account closed; the person is erased in %s\n", cli.Plural(d.Count, "game"))
}

func printRefund(r *admin.Refund, out io.Writer) {
	fmt.Fprintf(out, "%s gets %.0f points back\n", cli.Printable(r.Name), r.Points)
}

func printRole(_ *admin.Done, out io.Writer) {
	fmt.Fprintln(out, "role changed; the account is signed out everywhere")
}

// printDone prints the number of games that a command changed.
func printDone(d *admin.Done, out io.Writer) {
	done := d.Done
	if done == "erased" || done == "renamed" {
		done += " in"
	}
	fmt.Fprintf(out, "%s %s\n", done, cli.Plural(d.Count, "game"))
}

func printNotice(n *wire.Notice, out io.Writer) {
	if n.Text == "" {
		fmt.Fprintln(out, "nothing announced")
	} else {
		fmt.Fprintf(out, "announced: %v\n", cli.Printable(n.Text))
	}
}

func printMode(answer *modeAnswer, out io.Writer) {
	fmt.Fprintln(out, map[admin.Mode]string{
		admin.Open:     "the server is open",
		admin.Drain:    "the server is draining: no new games begin",
		admin.ReadOnly: "the server is read-only: nothing changes",
		admin.Stopping: "the server is stopping",
	}[answer.Mode])
}

// printBans prints bans, one per line.
func printBans(all *admin.Bans, out io.Writer) {
	for _, b := range all.Bans {
		printBan(&b, out)
	}
}

func printBan(b *store.Ban, out io.Writer) {
	until := "for ever"
	if b.Until != 0 {
		until = fmt.Sprintf("until %v", formatTime(b.Until))
	}
	fmt.Fprintf(out, "%s  %s  %s\n", b.Subject, until, cli.Printable(b.Reason))
}

func printStatus(s *admin.Status, out io.Writer) {
	switch {
	case s.Servers != nil:
		fmt.Fprintf(out, "%s using this database; run tain admin --data FOLDER status for the state of one\n", cli.Plural(*s.Servers, "server"))
	case !s.Running:
		fmt.Fprintln(out, "no running server uses this folder")
	default:
		fmt.Fprintf(out, "running since %v, %s\n", s.Since, string(s.Mode))
		fmt.Fprintf(out, "%s in memory, %s, %s in progress, %v queued\n",
			cli.Plural(s.Live, "game"), cli.Plural(s.Watchers, "watcher"), cli.Plural(s.Thinking, "computer move"), s.Queued)
	}
	fmt.Fprintln(out, cli.Plural(s.Bans, "ban"))
	if s.LastBackup != "" {
		fmt.Fprintf(out, "last backup %v\n", s.LastBackup)
	}
	if s.Notice.Text != "" {
		fmt.Fprintf(out, "announced: %v\n", cli.Printable(s.Notice.Text))
	}
}

// printGames prints games, one per line.
func printGames(list *admin.Games, out io.Writer) {
	for _, e := range list.Games {
		state := "runs"
		switch {
		case e.Result != nil:
			state = strings.TrimSpace(string(e.Result.Result) + " " + string(e.Result.Reason))
		case e.Open:
			state = "open"
		}
		fmt.Fprintf(out, "%s  %s  %-14s %4d  %s - %s  %s\n", e.ID, formatTime(e.Updated), e.Variant, e.Ply, playerText(e.White), playerText(e.Black), state)
	}
}

// printConnections prints connections, one per line.
func printConnections(all *admin.Connections, out io.Writer) {
	for _, one := range all.Connections {
		person := "--------"
		if one.Person != "" {
			person = one.Person[:8]
		}
		fmt.Fprintf(out, "%-20s %s  %s  %s\n", one.Address, person, one.Game, one.Since)
	}
}

// printSizes prints the size of a database, and how many games and events were added per day.
func printSizes(z *store.Sizes, out io.Writer) {
	fmt.Fprintf(out, "database %v (%v free), log %v\n", cli.Bytes(z.Database), cli.Bytes(z.Free), cli.Bytes(z.Log))
	fmt.Fprintf(out, "%v games (%v running), %v events, %v definitions\n\n", z.Games, z.Running, z.Events, z.Definitions)
	for _, t := range z.Tables {
		fmt.Fprintf(out, "%-28s %12s\n", t.Name, cli.Bytes(t.Bytes))
	}
	fmt.Fprintln(out)
	for _, d := range z.Days {
		fmt.Fprintf(out, "%v  %7d games %9d events\n", d.Day, d.Games, d.Events)
	}
}
