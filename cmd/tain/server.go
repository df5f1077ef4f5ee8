//go:build !lean

package main

import (
	"context"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/site/config"
	"github.com/tainchess/tain/internal/site/jobs"
	"github.com/tainchess/tain/web"
)

// serverCommands are the commands that need the server. The lean build lacks them; see lean.go.
type serverCommands struct {
	Serve   serveCmd   `cmd:"" group:"serve" help:"Start a web server."`
	Worker  workerCmd  `cmd:"" group:"serve" help:"Run jobs for servers that share a database."`
	Load    loadCmd    `cmd:"" group:"serve" help:"Load-test a server."`
	Admin   adminCmd   `cmd:"" group:"serve" help:"Administer a server: games, bans, notices, people, sizes."`
	Backup  backupCmd  `cmd:"" group:"serve" help:"Back up a server's games and verify the copy."`
	Restore restoreCmd `cmd:"" group:"serve" help:"Restore a backup."`
	Store   storeCmd   `cmd:"" group:"serve" help:"Copy a server's games to another database."`
}

// serveExample is the line about the server in the examples of tain --help.
const serveExample = "\n    tain serve                         start a server on http://localhost:8080"

// missingPart returns the part that the program lacks, or "".
func missingPart() string {
	if _, built := web.Files(); !built {
		return "page"
	}
	return ""
}

// Kinds of jobs for a crew.
const (
	puzzleJobs   = jobs.Puzzles
	selfplayJobs = jobs.Selfplay
	matchJobs    = jobs.Match
)

// withCrew calls do with the workers that share a database.
func withCrew(ctx context.Context, url, kind string, do func(with crew, jobs int) error) error {
	return jobs.WithCrew(ctx, url, kind, func(with *jobs.Crew, n int) error { return do(with, n) })
}

// showsPassword reports whether the command line contains a database password, which everyone who can list
// processes could read.
func showsPassword(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		for rest := true; rest; _, arg, rest = strings.Cut(arg, "=") { // --store=URL, --set store=URL
			if config.ShowsPassword(arg) {
				return true
			}
		}
		return false
	})
}
