package operator

import (
	"fmt"
	"io"
	"strings"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/admin"
)

func printUnmuted(_ *admin.Done, out io.Writer) { fmt.Fprintln(out, "mute lifted") }

func printDismissed(_ *admin.Done, out io.Writer) { fmt.Fprintln(out, "report dismissed") }

// field prints a labelled text, unless it is empty.
func field(out io.Writer, label, text string) {
	if text != "" {
		fmt.Fprintf(out, "  %s %s", label, cli.Printable(text))
	}
}

// printReports prints reports, one per line.
func printReports(all *wire.Reports, out io.Writer) {
	for _, r := range all.Reports {
		printReportLine(&r, out)
	}
}

func printReportLine(r *wire.Report, out io.Writer) {
	fmt.Fprintf(out, "%s  %s  %-7s  %s", r.ID, formatTime(r.Created), r.Reason, cli.Printable(orNobody(r.Name)))
	field(out, "by", r.Reporter)
	field(out, "game", r.Game)
	if r.Closed != 0 {
		fmt.Fprintf(out, "  closed %s", formatTime(r.Closed))
	}
	field(out, "", r.Text)
	fmt.Fprintln(out)
}

func orNobody(name string) string {
	if name == "" {
		return "nobody"
	}
	return name
}

// printReport prints a report with what is known about the person.
func printReport(d *wire.ReportDetails, out io.Writer) {
	printReportLine(&d.Report, out)
	if d.Report.Person != "" {
		state := []string{"guest"}
		if d.Account {
			state[0] = strings.TrimSpace("account " + d.Role)
		}
		if d.Banned {
			state = append(state, "banned")
		}
		if d.Muted {
			state = append(state, "muted")
		}
		fmt.Fprintf(out, "person %s (%s)\n", d.Report.Person, strings.Join(state, ", "))
	}
	if d.Appealed != nil {
		fmt.Fprint(out, "appeal against:\n")
		printAction(d.Appealed, out)
	}
	if len(d.Reports) > 0 {
		fmt.Fprint(out, "other reports:\n")
		printReports(&wire.Reports{Reports: d.Reports}, out)
	}
	if len(d.Actions) > 0 {
		fmt.Fprint(out, "actions:\n")
		printLog(&wire.ModerationLog{Actions: d.Actions}, out)
	}
	for _, a := range d.Addresses {
		fmt.Fprintf(out, "address %s, last used %s", a.Address, formatTime(a.Seen))
		field(out, "also by", strings.Join(a.Others, ", "))
		fmt.Fprintln(out)
	}
	for _, g := range d.Games {
		kind := "casual"
		if g.Rated {
			kind = "rated"
		}
		fmt.Fprintf(out, "game %s  %s  %-14s %4d  %s - %s  %s  %s, as %s\n", g.ID, formatTime(g.Ended), g.Variant, g.Plies, cli.Printable(orNobody(g.White)),
			cli.Printable(orNobody(g.Black)), g.Result, kind, g.Side)
	}
}

// printLog prints actions, one per line.
func printLog(all *wire.ModerationLog, out io.Writer) {
	for _, a := range all.Actions {
		printAction(&a, out)
	}
}

func printAction(a *wire.ModerationAction, out io.Writer) {
	fmt.Fprintf(out, "%s  %-9s  %s", formatTime(a.At), a.Kind, cli.Printable(orNobody(a.Name)))
	by := a.Operator
	if by == "" {
		by = "tain admin"
	}
	field(out, "by", by)
	if a.Until != 0 {
		field(out, "until", formatTime(a.Until))
	}
	field(out, "game", a.Game)
	field(out, "report", a.Report)
	field(out, "reason", a.Reason)
	fmt.Fprintln(out)
}
