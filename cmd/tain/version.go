package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/alecthomas/kong"
)

// version is set by the Makefile when a release is built.
var version = "devel"

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
	k.Exit(c.fail(versionCmd{}.Run(c)))
	return nil
}

// build is what the program knows of its own making.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// buildOf tells which program this is.
func buildOf() build {
	b := build{Version: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		if b.Version == "devel" && info.Main.Version != "" && info.Main.Version != "(devel)" {
			b.Version = info.Main.Version // installed with go install
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				b.Revision = s.Value[:min(12, len(s.Value))]
			}
		}
	}
	return b
}

func (versionCmd) Run(c *console) error {
	b := buildOf()
	if c.json {
		return c.document(b)
	}
	fmt.Fprintf(c.out, "tain %s", b.Version)
	if b.Revision != "" {
		fmt.Fprintf(c.out, " (%s)", b.Revision)
	}
	fmt.Fprintf(c.out, ", %s, %s\n", b.Go, b.Platform)
	return nil
}
