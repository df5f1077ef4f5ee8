//go:build !lean

package main

import (
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/admin"
)

type adminReportCmd struct {
	List    adminReportListCmd    `cmd:"" help:"List reports."`
	Show    adminReportShowCmd    `cmd:"" help:"Show a report with what is known about the person."`
	Dismiss adminReportDismissCmd `cmd:"" help:"Close a report without consequences."`
}

func (adminReportCmd) Help() string {
	return `Players report each other on the page, and people appeal against operators' actions. The option --report of tain admin mute, ban, rename and refund closes a report.

Examples:

    $ tain admin report list
    $ tain admin report show abcdefghijkl
    $ tain admin report dismiss abcdefghijkl --reason "no sign of an engine"`
}

type adminReportListCmd struct {
	All   bool `help:"List closed reports too."`
	Limit int  `default:"50" placeholder:"N" help:"Maximum number of reports."`
}

func (adminReportListCmd) Help() string {
	return `Lists the open reports, oldest first, or all reports, latest first: ID, time, reason, person, reporter, game and text.

Examples:

    $ tain admin report list
    $ tain admin report list --all --limit 10`
}

func (l *adminReportListCmd) Run(c *console, a *adminCmd) error {
	if err := cli.AtLeast("--limit", l.Limit, 1); err != nil {
		return err
	}
	return a.run(c, "reports", admin.Request{All: l.All, Limit: l.Limit})
}

type adminReportShowCmd struct {
	Report string `arg:"" help:"Report ID."`
}

func (adminReportShowCmd) Help() string {
	return `Shows a report, earlier reports and actions about the person, the addresses from which they have begun rated games with other people there, and their latest games. The operators' page also computes how often the person's moves agree with the engine.

Example:

    $ tain admin report show abcdefghijkl`
}

func (s *adminReportShowCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "report", admin.Request{Report: s.Report})
}

type adminReportDismissCmd struct {
	Report string `arg:"" help:"Report ID."`
	Reason string `required:"" placeholder:"TEXT" help:"Reason, which is recorded."`
}

func (adminReportDismissCmd) Help() string {
	return "Example:\n\n    $ tain admin report dismiss abcdefghijkl --reason \"no sign of an engine\""
}

func (d *adminReportDismissCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "dismiss", admin.Request{Report: d.Report, Reason: d.Reason})
}

type adminLogCmd struct {
	Person string `placeholder:"PERSON" help:"Person whom the actions affect."`
	Limit  int    `default:"50" placeholder:"N" help:"Maximum number of actions."`
}

func (adminLogCmd) Help() string {
	return `Lists what operators have done, latest first: time, action, person, operator, end, game, report and reason. The setting delete-audit-after deletes old entries.

Examples:

    $ tain admin log
    $ tain admin log --person Anna`
}

func (l *adminLogCmd) Run(c *console, a *adminCmd) error {
	if err := cli.AtLeast("--limit", l.Limit, 1); err != nil {
		return err
	}
	return a.run(c, "log", admin.Request{Person: l.Person, Limit: l.Limit})
}

type adminMuteCmd struct {
	Person string   `arg:"" help:"Name of an account, person's hash, or a seat such as GAME:white."`
	Reason string   `required:"" placeholder:"TEXT" help:"Reason, which is recorded and shown to the person."`
	For    cli.Span `placeholder:"TIME" help:"Duration, such as 7d (default: permanent)."`
	Report string   `placeholder:"ID" help:"Report that this closes."`
}

func (adminMuteCmd) Help() string {
	return `A muted person cannot create challenges or send messages in games. They can still play the computer, join games and be paired.

Examples:

    $ tain admin mute Anna --reason "spams challenges" --for 7d
    $ tain admin mute abcdefghijkl:black --reason "insults"`
}

func (m *adminMuteCmd) Run(c *console, a *adminCmd) error {
	if err := m.For.Within("--for", 0, cli.MaxSpan); err != nil {
		return err
	}
	return a.run(c, "mute", admin.Request{Person: m.Person, Reason: m.Reason, For: m.For.Milliseconds(), Report: m.Report})
}

type adminUnmuteCmd struct {
	Person string `arg:"" help:"Name of an account, person's hash, or a seat such as GAME:white."`
	Reason string `placeholder:"TEXT" help:"Reason, which is recorded."`
	Report string `placeholder:"ID" help:"Report or appeal that this closes."`
}

func (adminUnmuteCmd) Help() string { return "Example:\n\n    $ tain admin unmute Anna" }

func (u *adminUnmuteCmd) Run(c *console, a *adminCmd) error {
	return a.run(c, "unmute", admin.Request{Person: u.Person, Reason: u.Reason, Report: u.Report})
}
