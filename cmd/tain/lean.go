//go:build lean

package main

import (
	"context"
	"fmt"

	"github.com/alecthomas/kong"

	numbered "github.com/tainchess/tain/internal/version"
)

// serverCommands are the commands that the lean build lacks. They only print how to get them.
type serverCommands struct {
	Serve   leftOut `cmd:"" hidden:"" passthrough:""`
	Worker  leftOut `cmd:"" hidden:"" passthrough:""`
	Load    leftOut `cmd:"" hidden:"" passthrough:""`
	Admin   leftOut `cmd:"" hidden:"" passthrough:""`
	Backup  leftOut `cmd:"" hidden:"" passthrough:""`
	Restore leftOut `cmd:"" hidden:"" passthrough:""`
	Store   leftOut `cmd:"" hidden:"" passthrough:""`
}

// leftOut is a command that the lean build lacks.
type leftOut struct {
	Arguments []string `arg:"" optional:"" sep:"none"`
}

func (leftOut) Run(k *kong.Context) error { return notIncluded(k.Selected().Name) }

// notIncluded is the error for a command or flag that the lean build lacks.
func notIncluded(name string) error {
	return fmt.Errorf("this program lacks %s: it was built without the server (-tags lean); %s", name, numbered.HowToComplete)
}

const serveExample = ""

// missingPart returns the part that the program lacks.
func missingPart() string { return "server" }

// Kinds of jobs for a crew.
const puzzleJobs, selfplayJobs, matchJobs = "", "", ""

// withCrew returns an error, because the lean build cannot connect to a database.
func withCrew(context.Context, string, string, func(crew, int) error) error {
	return notIncluded("--cluster")
}

// showsPassword returns false, because no command of the lean build takes a password.
func showsPassword([]string) bool { return false }
