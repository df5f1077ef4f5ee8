package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/completion"
	"github.com/tainchess/tain/internal/cli/manual"
	"github.com/tainchess/tain/internal/licence"
	"github.com/tainchess/tain/internal/protocol/wire"
	numbered "github.com/tainchess/tain/internal/version"
	"github.com/tainchess/tain/notation"
)

// revision is the commit from which the program was built. The Makefile sets it, because releases are built
// without Go's version stamp.
var revision string

// version overrides the version number. Tests use it to build a newer program.
var version string

type versionCmd struct{}

func (versionCmd) Help() string { return "Example:\n\n    $ tain version" }

// versionFlag is the --version flag, which does the same as the version command.
type versionFlag bool

// BeforeReset prints the version before kong validates the command line, as --help does.
func (versionFlag) BeforeReset(c *console, k *kong.Kong) error {
	k.Exit(c.Fail(versionCmd{}.Run(c)))
	return nil
}

// build describes how the program was built. It is encoded as JSON.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

var _ = cli.AddFormat[build]("version", 1)

// pseudoVersion matches the end of a Go pseudo-version and captures the commit.
var pseudoVersion = regexp.MustCompile(`[-.]\d{14}-([0-9a-f]{12})$`)

// programVersion returns the program's version.
func programVersion() string { return cmp.Or(version, numbered.Number()) }

func buildOf() build {
	b := build{Version: programVersion(), Revision: revision, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok || b.Revision != "" {
		return b
	}
	if m := pseudoVersion.FindStringSubmatch(info.Main.Version); m != nil { // go install ...@main
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
	if part := missingPart(); part != "" {
		fmt.Fprintf(c.Out, "built without the %s; %s\n", part, numbered.HowToComplete)
	}
	return nil
}

type licencesCmd struct{}

func (licencesCmd) Help() string {
	return `Tain is licensed under the Apache License 2.0. This command lists the third-party code in the program, with its licences.

Example:

    $ tain licences`
}

var _ = cli.AddFormat[wire.Licences]("licences", 1)

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
			fmt.Fprintf(c.Out, "\n%s\n\n%s\n\n", n.Text, separator)
		}
	}
	return nil
}

// separator is the line printed between two licences.
const separator = "------------------------------------------------------------------------"

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish,powershell" help:"Shell: bash, zsh, fish or powershell."`
}

func (completionCmd) Help() string {
	return `After a shell has loaded the script, Tab completes commands, flags and rule sets.

Examples:

    $ source <(tain completion bash)
    $ source <(tain completion zsh)
    $ tain completion fish > ~/.config/fish/completions/tain.fish
    PS> tain completion powershell | Out-String | Invoke-Expression`
}

// shellScript is a completion script as JSON.
type shellScript struct {
	Shell  string `json:"shell"`
	Script string `json:"script"`
}

// completions holds the words that complete a command line, as JSON.
type completions struct {
	Files  bool               `json:"files"` // whether files fit too
	Offers []completion.Offer `json:"offers"`
}

var (
	_ = cli.AddFormat[shellScript]("completion", 1)
	_ = cli.AddFormat[completions]("complete", 1)
)

func (s completionCmd) Run(c *console) error {
	script := completion.Scripts[s.Shell]
	return c.Result(shellScript{s.Shell, script}, "%s", script)
}

type completeCmd struct {
	Words []string `arg:"" optional:"" sep:"none"`
}

func (completeCmd) Help() string { return "Example:\n\n    $ tain complete -- perft tri" }

func (w completeCmd) Run(c *console, k *kong.Context) error {
	source := completion.Source{DefinitionSuffixes: cli.DefinitionSuffixes}
	for _, r := range c.Rules.All() {
		source.Variants = append(source.Variants, completion.Offer{Word: r.Info().Name, Help: r.Info().Title})
	}
	for _, name := range docs.Chapters() {
		source.Chapters = append(source.Chapters, completion.Offer{Word: name, Help: "chapter"})
	}
	offers, files := source.Complete(k.Model.Node, w.Words)
	if c.JSON {
		if offers == nil {
			offers = []completion.Offer{}
		}
		return c.Document(completions{files, offers})
	}
	if files {
		fmt.Fprintln(c.Out, ":files")
	}
	for _, o := range offers {
		fmt.Fprintf(c.Out, "%s\t%s\n", o.Word, o.Help)
	}
	return nil
}

type manCmd struct {
	Command []string `arg:"" optional:"" sep:"none" complete:"commands" help:"Command, with its subcommand if any."`
	Dir     string   `placeholder:"DIR" complete:"files" help:"Output folder for the manual pages of all commands."`
}

func (manCmd) Help() string {
	return `Manual pages contain the same text as --help. Tain's Debian and RPM packages install them.

Examples:

    $ tain man | man -l -
    $ tain man pgn check | man -l -
    $ tain man --dir ~/.local/share/man/man1`
}

// manualFolder describes written manual pages as JSON.
type manualFolder struct {
	Dir   string `json:"dir"`
	Pages int    `json:"pages"`
}

var (
	_ = cli.AddFormat[manual.Page]("man", 1)
	_ = cli.AddFormat[manualFolder]("man dir", 1, "man")
)

func (m manCmd) Run(c *console) error {
	pages, err := manualPages(c)
	if err != nil {
		return err
	}
	if m.Dir != "" {
		if len(m.Command) > 0 {
			return fmt.Errorf("--dir writes the pages of all commands; remove %s", notation.Clip(strings.Join(m.Command, " ")))
		}
		if err := manual.Write(m.Dir, pages); err != nil {
			var why *fs.PathError
			if errors.As(err, &why) {
				err = why.Err
			}
			return fmt.Errorf("cannot write to folder %s: %w; choose another with --dir", notation.Clip(m.Dir), err)
		}
		return c.Result(manualFolder{m.Dir, len(pages)}, "%s written to %v\n", cli.Plural(len(pages), "page"), m.Dir)
	}
	name := strings.Join(append([]string{"tain"}, m.Command...), "-") + ".1"
	i := slices.IndexFunc(pages, func(p manual.Page) bool { return p.Name == name })
	if i < 0 {
		return fmt.Errorf("unknown command %q (see tain --help)", notation.Clip(strings.Join(m.Command, " ")))
	}
	return c.Result(pages[i], "%s", pages[i].Text)
}

// manualPages returns the manual pages of all commands. The pages are the same on every machine.
func manualPages(c *console) ([]manual.Page, error) {
	anywhere := *c
	anywhere.Cores = manual.AnyCores
	parser, err := newParser(&commands{}, &anywhere)
	if err != nil {
		return nil, err
	}
	date, err := manual.Date()
	if err != nil {
		return nil, err
	}
	return manual.Pages(parser.Model, manual.About{
		Manual: "Tain", Version: buildOf().Version, Date: date,
		More: []manual.Section{
			{Title: "Exit status", Items: []manual.Item{
				{Term: "0", Text: "Success."},
				{Term: "1", Text: "Failure; the reason is on standard error."},
				{Term: strconv.Itoa(cli.Interrupted), Text: "Interrupted."},
			}},
			{Title: "Files", Items: []manual.Item{
				{Term: "~/.config/tain/rules", Text: "Rule-set definitions, loaded at startup."},
				{Term: "~/.local/share/tain", Text: "Games on a server started by this user."},
				{Term: "/etc/tain/tain.toml", Text: "Settings of the system server."},
				{Term: "/var/lib/tain", Text: "Games on the system server."},
			}},
		},
	}), nil
}

type helpCmd struct {
	Command []string `arg:"" optional:"" sep:"none" complete:"commands" help:"Command, with its subcommand if any."`

	All bool `help:"Describe every command in one line."`
}

func (helpCmd) Help() string {
	return `Prints the same text as COMMAND --help.

Examples:

    $ tain help
    $ tain help --all
    $ tain help perft
    $ tain help pgn check`
}

func (h helpCmd) Run(c *console, k *kong.Context) error {
	switch {
	case c.JSON:
		return errors.New("help does not support --json")
	case h.All && len(h.Command) > 0:
		return errors.New("--all describes every command; remove the command or --all")
	case h.All:
		root, err := kong.Trace(k.Kong, nil)
		if err != nil {
			return err
		}
		for _, n := range root.Model.Children {
			if n.Name == "admin" {
				n.Children = nil // tain help admin lists them
			}
		}
		return printKongHelp(helpOptions, root)
	}
	if place, unknown, _ := completion.Walk(k.Model.Node, h.Command); unknown > 0 && place != k.Model.Node {
		return usageError(fmt.Sprintf("unknown command %q", notation.Clip(strings.Join(h.Command, " "))), place)
	} // for an unknown first word, kong suggests a command
	_, err := k.Kong.Parse(append(slices.Clone(h.Command), "--help"))
	return usage(err)
}
