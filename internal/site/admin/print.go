package admin

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
	"github.com/tainchess/tain/internal/site/store"
)

// playerText names the player of a seat, with the first digits of the hash.
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

// formatTime writes a time in milliseconds, by UTC.
func formatTime(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04Z") }

// Print prints the answer to a command for people.
func Print(out io.Writer, command string, answer []byte) error {
	switch command {
	case "status":
		return print(out, answer, (*Status).print)
	case "games":
		return print(out, answer, (*Games).print)
	case "connections":
		return print(out, answer, (*Connections).print)
	case "sizes":
		return print(out, answer, printSizes)
	case "ban":
		return print(out, answer, printBan)
	case "unban":
		fmt.Fprintln(out, "ban lifted")
		return nil
	case "bans":
		return print(out, answer, (*Bans).print)
	case "announce":
		return print(out, answer, printNotice)
	case "drain", "read-only":
		return print(out, answer, printMode)
	case "delete-study":
		return print(out, answer, func(d *Done, out io.Writer) { fmt.Fprintf(out, "studies deleted: %v\n", d.Count) })
	}
	return print(out, answer, (*Done).print)
}

// print reads an answer and prints it.
func print[T any](out io.Writer, answer []byte, write func(*T, io.Writer)) error {
	var v T
	if err := json.Unmarshal(answer, &v); err != nil {
		return err
	}
	write(&v, out)
	return nil
}

// print prints what a command did to games.
func (d *Done) print(out io.Writer) {
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

func printMode(answer *struct{ Mode Mode }, out io.Writer) {
	fmt.Fprintln(out, map[Mode]string{
		Open:     "the server is open",
		Drain:    "the server is draining: no new games begin",
		ReadOnly: "the server is read-only: nothing changes",
	}[answer.Mode])
}

// print prints the bans, one per line.
func (all *Bans) print(out io.Writer) {
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

// print prints the status for people.
func (s *Status) print(out io.Writer) {
	switch {
	case s.Servers != nil:
		fmt.Fprintf(out, "%s using this database; run tain admin --data FOLDER status for the state of one\n", cli.Plural(*s.Servers, "server"))
	case !s.Running:
		fmt.Fprintln(out, "no server is running on this folder")
	default:
		fmt.Fprintf(out, "running since %v, %s\n", s.Since, string(s.Mode))
		fmt.Fprintf(out, "%s in memory, %s, %s in progress, %v queued\n", cli.Plural(s.Live, "game"), cli.Plural(s.Watchers, "watcher"), cli.Plural(s.Thinking, "computer move"), s.Queued)
	}
	fmt.Fprintln(out, cli.Plural(s.Bans, "ban"))
	if s.LastBackup != "" {
		fmt.Fprintf(out, "last backup %v\n", s.LastBackup)
	}
	if s.Notice.Text != "" {
		fmt.Fprintf(out, "announced: %v\n", cli.Printable(s.Notice.Text))
	}
}

// print prints the games, one per line.
func (list *Games) print(out io.Writer) {
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

// print prints the connections, one per line.
func (all *Connections) print(out io.Writer) {
	for _, one := range all.Connections {
		person := "--------"
		if one.Person != "" {
			person = one.Person[:8]
		}
		fmt.Fprintf(out, "%-20s %s  %s  %s\n", one.Address, person, one.Game, one.Since)
	}
}

// printSizes prints the size of a database and its growth.
func printSizes(z *store.Sizes, out io.Writer) {
	fmt.Fprintf(out, "database %v (%v free), log %v\n", cli.Bytes(z.Database), cli.Bytes(z.Free), cli.Bytes(z.Log))
	fmt.Fprint(out, fmt.Sprintf("%v games (%v running), %v events, %v definitions", z.Games, z.Running, z.Events, z.Definitions)+"\n\n")
	for _, t := range z.Tables {
		fmt.Fprintf(out, "%-28s %12s\n", t.Name, cli.Bytes(t.Bytes))
	}
	fmt.Fprintln(out)
	for _, d := range z.Days {
		fmt.Fprintf(out, "%v  %7d games %9d events\n", d.Day, d.Games, d.Events)
	}
}
