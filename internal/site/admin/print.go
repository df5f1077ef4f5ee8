package admin

import (
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/play/game"
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

// BanText describes a ban in one line.
func BanText(b store.Ban) string {
	until := "for ever"
	if b.Until != 0 {
		until = fmt.Sprintf("until %v", formatTime(b.Until))
	}
	return fmt.Sprintf("%s  %s  %s", b.Subject, until, cli.Printable(b.Reason))
}

// Print prints the status for people.
func (s *Status) Print(out io.Writer) {
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

// Print prints the games, one per line.
func (list *Games) Print(out io.Writer) {
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

// Print prints the connections, one per line.
func (all *Connections) Print(out io.Writer) {
	for _, one := range all.Connections {
		person := "--------"
		if one.Person != "" {
			person = one.Person[:8]
		}
		fmt.Fprintf(out, "%-20s %s  %s  %s\n", one.Address, person, one.Game, one.Since)
	}
}

// PrintSizes prints the size of a database and its growth.
func PrintSizes(out io.Writer, z *store.Sizes) {
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
