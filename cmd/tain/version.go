package main

import (
	"cmp"
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/internal/licence"
	"github.com/tainchess/tain/internal/protocol/wire"
	numbered "github.com/tainchess/tain/internal/version"
)

// revision is the commit that the program was built from. The Makefile sets it,
// since a release is built without what Go itself would note: the time and the
// state of the folder.
var revision string

// version stands for that of the package where a test builds a newer program.
var version string

type versionCmd struct{}

func (versionCmd) Help() string {
	return `Example:

    $ tain version`
}

// versionFlag is --version, the same as the command.
type versionFlag bool

// BeforeReset tells the version before anything else on the command line can
// be found wrong, as --help does.
func (versionFlag) BeforeReset(c *console, k *kong.Kong) error {
	k.Exit(c.Fail(versionCmd{}.Run(c)))
	return nil
}

// build is what the program knows of its own making.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// pseudo ends the version that Go gives a module between two releases; its last
// part is the commit.
var pseudo = regexp.MustCompile(`[-.]\d{14}-([0-9a-f]{12})$`)

// number is the version, as the program names itself wherever it does.
func number() string { return cmp.Or(version, numbered.Number()) }

func buildOf() build {
	b := build{Version: number(), Revision: revision, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok || b.Revision != "" {
		return b
	}
	if m := pseudo.FindStringSubmatch(info.Main.Version); m != nil { // go install ...@main
		b.Revision = m[1]
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			b.Revision = s.Value[:min(12, len(s.Value))]
		}
	}
	return b
}

func (versionCmd) Run(c *console) error {
	b := buildOf()
	if c.JSON {
		return c.Document(b)
	}
	fmt.Fprintf(c.Out, "tain %s", b.Version)
	if b.Revision != "" {
		fmt.Fprintf(c.Out, " (%s)", b.Revision)
	}
	fmt.Fprintf(c.Out, ", %s, %s\n", b.Go, b.Platform)
	return nil
}

type licencesCmd struct{}

func (licencesCmd) Help() string {
	return `Tain itself is under the Apache License 2.0. This lists what others have written and it contains, with the licence of each.

Example:

    $ tain licences`
}

func (licencesCmd) Run(c *console) error {
	list, complete := licence.All()
	if !complete {
		c.Note("this program was built without licence texts; make build includes them")
	}
	if c.JSON {
		return c.Document(wire.Licences{Licences: list})
	}
	for _, n := range list {
		fmt.Fprintf(c.Out, "%v %v (in the %v)\n", n.Name, n.Version, n.Part)
		if n.Text != "" {
			fmt.Fprintf(c.Out, "\n%s\n\n%s\n\n", n.Text, rule)
		}
	}
	return nil
}

// rule stands between two licences.
const rule = "------------------------------------------------------------------------"
