// Command tain plays, analyses, draws, converts and serves mirror chess and related games.
//
// This package contains only flags and wiring, in files that follow the groups in the help. Packages in
// internal/cli handle input and output. Packages in internal/lab and internal/site do the work.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/completion"
	"github.com/tainchess/tain/internal/cli/manual"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/variant"
)

// commands is the command line, with one field per subcommand in the order of the help.
type commands struct {
	Version versionFlag `short:"V" group:"global" help:"Print the version."`
	JSON    bool        `group:"global" help:"Write JSON. Errors also go to standard output, as {\"error\": ...}."`
	Schema  schemaFlag  `group:"global" help:"Print the JSON Schema of the output with --json."`

	Lang     string `group:"global" placeholder:"TAG" help:"Language of messages and rulebooks: en, de, es, fr or ru (default: from TAIN_LANG, LC_ALL, LC_MESSAGES or LANG)."`
	Letters  string `group:"global" placeholder:"TAG" help:"Piece letters for displayed and typed moves: en, de, es, fr or ru (default: those of the language). Files and JSON keep the English letters."`
	RulesDir string `group:"global" placeholder:"DIR" complete:"files" help:"Folder with rule-set definitions (default on Linux: ~/.config/tain/rules)."`

	Play     playCmd     `cmd:"" group:"play" help:"Play against the engine, or pass and play."`
	Variants variantsCmd `cmd:"" group:"play" help:"List rule sets."`
	Rules    rulesCmd    `cmd:"" group:"play" help:"Print a rulebook, or the rules as data for programs."`
	Show     showCmd     `cmd:"" group:"play" help:"Print a position as text."`
	Moves    movesCmd    `cmd:"" group:"play" help:"List the legal moves in a position."`
	Line     lineCmd     `cmd:"" group:"play" help:"Play moves and print each position."`
	Draw     drawCmd     `cmd:"" group:"play" help:"Draw a position, a move or a line."`

	Convert convertCmd `cmd:"" group:"convert" help:"Convert between FEN, links, PGN and definition formats."`
	PGN     pgnCmd     `cmd:"" name:"pgn" group:"convert" help:"Check, select, sort, split and edit PGN files."`
	Export  exportCmd  `cmd:"" group:"convert" help:"Export a rule set to another program."`
	Book    bookCmd    `cmd:"" group:"convert" help:"Build, show and convert opening books."`

	Analyse analyseCmd `cmd:"" group:"analyse" help:"Analyse a position, annotate games, or run a test suite."`
	Match   matchCmd   `cmd:"" group:"analyse" help:"Play a match between engines."`
	Study   studyCmd   `cmd:"" group:"analyse" help:"Measure how a game plays: balance, draws, length, decisiveness."`
	Puzzles puzzlesCmd `cmd:"" group:"analyse" help:"Create puzzles from self-play and from PGN files."`
	Tables  tablesCmd  `cmd:"" group:"analyse" help:"Build endgame tables."`
	Bench   benchCmd   `cmd:"" group:"analyse" help:"Benchmark the engine and print its search signature."`
	Perft   perftCmd   `cmd:"" group:"analyse" help:"Count the leaf nodes of the move tree (perft)."`

	UCI    uciCmd    `cmd:"" name:"uci" group:"engine" help:"Run as a UCI engine."`
	XBoard xboardCmd `cmd:"" name:"xboard" group:"engine" help:"Run as an XBoard engine."`
	Bot    botCmd    `cmd:"" group:"engine" help:"Connect an engine to a server as a bot."`

	serverCommands

	Selfplay selfplayCmd `cmd:"" group:"learn" help:"Play training games."`
	Learn    learnCmd    `cmd:"" group:"learn" help:"Train a net or weights by self-play, in rounds."`
	Tune     tuneCmd     `cmd:"" group:"learn" help:"Tune evaluation weights on games."`
	Train    trainCmd    `cmd:"" group:"learn" help:"Train a net on games."`

	Help       helpCmd       `cmd:"" group:"self" help:"Show help for a command."`
	VersionCmd versionCmd    `cmd:"" name:"version" group:"self" help:"Print the version."`
	Licences   licencesCmd   `cmd:"" group:"self" help:"List third-party code and licences."`
	Completion completionCmd `cmd:"" group:"self" help:"Print a shell completion script."`
	Man        manCmd        `cmd:"" group:"self" help:"Print a manual page."`
	Complete   completeCmd   `cmd:"" hidden:"" help:"Complete a command line, for the completion scripts."`
}

func main() { os.Exit(start(os.Args[1:], os.Stdout)) }

// start runs a command line until it ends or is interrupted, and returns the exit status.
func start(args []string, out io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	grace.Store(int64(time.Second))
	ended := context.AfterFunc(ctx, func() {
		stop()                                  // a second Ctrl-C ends the program immediately
		time.Sleep(time.Duration(grace.Load())) // a command that waits for input does not notice that ctx is done
		fmt.Fprintln(os.Stderr, "tain: interrupted")
		os.Exit(cli.Interrupted)
	})
	defer stop()
	defer ended() // first: stop ends the context
	return run(ctx, args, os.Stdin, out, os.Stderr)
}

// exitStatus is the exit status with which kong ends the program after printing the help or the version.
// It is the value of a panic that run recovers.
type exitStatus int

// run runs a command line and returns the exit status.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) (status int) {
	var c commands
	con := &console{Console: cli.New(ctx, variant.Builtin(), in, out, errs)}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case exitStatus:
			status = int(p)
		default:
			panic(p)
		}
	}()
	if len(args) == 0 {
		args, con.In = protocolOf(con.In)
	}
	con.JSON = wantsJSON(args) // needed even if the arguments cannot be parsed
	language, err := chooseLanguage(args, os.Getenv)
	if err != nil {
		return con.Fail(err)
	}
	con.Language = language
	parser, err := newParser(&c, con)
	if err != nil {
		return con.Fail(err)
	}
	// With hyphen-prefixed parameters, kong accepts a missing flag value as empty.
	if place, _, waiting := completion.Walk(parser.Model.Node, args); waiting != nil {
		return con.Fail(usageError("--"+waiting.Name+" needs a value", place))
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		return con.Fail(usage(err))
	}
	con.JSON = c.JSON
	if showsPassword(args) {
		return con.Fail(errors.New("a password on the command line is visible to every user of the machine; use PGPASSWORD, ~/.pgpass or TAIN_STORE_PASSWORD_FILE"))
	}
	if con.Letters = cmp.Or(c.Letters, language.Language()); !locale.HasLetters(con.Letters) {
		return con.Fail(fmt.Errorf("no piece letters for %q; available: %s", notation.Clip(c.Letters), strings.Join(locale.Languages(), ", ")))
	}
	if skipsRules(parsed.Selected()) {
		return con.Fail(parsed.Run())
	}
	if err := con.LoadRules(c.RulesDir); err != nil {
		return con.Fail(err)
	}
	return con.Fail(parsed.Run())
}

// skipsRules reports whether a command does not need rule sets.
func skipsRules(command *kong.Node) bool {
	return command != nil && command.Group != nil && command.Group.Key == "self" && !command.Hidden
}

// newParser returns the command-line parser.
func newParser(c *commands, con *console) (*kong.Kong, error) {
	return kong.New(c,
		kong.Name("tain"),
		kong.Description(summary+"\n\n"+examples+"\n\n"+terms+"\n"+times),
		kong.Writers(con.Sink, con.Errs),
		kong.Exit(func(code int) { panic(exitStatus(code)) }),
		kong.ExplicitGroups(groups),
		kong.PostBuild(func(k *kong.Kong) error {
			k.Model.HelpFlag.Help, k.Model.HelpFlag.Group = "Show this help.", &groups[len(groups)-1]
			return nil
		}),
		kong.Help(printHelp),
		kong.WithHyphenPrefixedParameters(true), // so that --hash -1 is reported as out of range
		kong.ConfigureHelp(helpOptions),
		kong.ValueFormatter(manual.FlagHelp), // kong ignores the formatter in helpOptions
		kong.Vars{"cores": con.Cores, "modes": strings.Join(eval.ModeNames(), ",")},
		kong.Bind(con),
	)
}

// wantsJSON reports whether an unparsed command line contains --json.
func wantsJSON(args []string) bool {
	for _, a := range args {
		switch a {
		case "--json", "--json=true":
			return true
		case "--":
			return false
		}
	}
	return false
}

// chooseLanguage returns the language set by --lang, TAIN_LANG or the locale variables, in this
// order of precedence, or English. It returns an error if the language in --lang is unknown.
func chooseLanguage(args []string, env func(string) string) (*locale.Catalogue, error) {
	tag, given := langFlag(args)
	if !given {
		// POSIX treats an empty variable as unset.
		for _, name := range []string{"TAIN_LANG", "LC_ALL", "LC_MESSAGES", "LANG"} {
			if tag = env(name); tag != "" {
				break
			}
		}
	}
	known, fits := locale.Choose(tag)
	c, ok := locale.For(known)
	if !ok {
		c = locale.English()
	}
	if given && !fits {
		return c, fmt.Errorf("unknown language %q; available: %s", notation.Clip(tag), strings.Join(locale.Languages(), ", "))
	}
	return c, nil
}

// langFlag returns the value of --lang in an unparsed command line, and whether the flag is set.
func langFlag(args []string) (string, bool) {
	for i, a := range args {
		value, given := strings.CutPrefix(a, "--lang=")
		switch {
		case a == "--":
			return "", false
		case given:
			return value, true
		case a == "--lang" && i+1 < len(args):
			return args[i+1], true
		}
	}
	return "", false
}
