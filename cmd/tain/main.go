// Command tain plays, counts, shows and converts games of mirror chess.
//
// Each subcommand has a file of its own that holds its flags and its wiring;
// the work is done by the packages. What they share is here (the command line
// itself), in console.go (where output and errors go) and in input.go (how the
// name of a rule set and a position are read).
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/locale"
)

// cli is the command line: one field a subcommand.
type cli struct {
	Version versionFlag `short:"V" help:"Tell the version."`
	JSON    bool        `help:"Write JSON, for programs. What goes wrong is then written to standard output too, as {\"error\": ...}."`

	Lang string `placeholder:"TAG" help:"The language to speak: en, de, es, fr or ru. If not told, that of TAIN_LANG, LC_ALL, LC_MESSAGES or LANG."`

	Letters string `placeholder:"TAG" help:"Show moves with the piece letters of a language, and take them so in play: en, de, es, fr or ru. What is written to files and as JSON keeps the English ones."`

	RulesDir string `placeholder:"DIR" complete:"files" help:"A folder of definitions of rule sets, if not the usual one (~/.config/tain/rules)."`

	Variants variantsCmd `cmd:"" group:"look" help:"List the rule sets."`
	Rules    rulesCmd    `cmd:"" group:"look" help:"Describe a rule set, for other programs to use."`
	Show     showCmd     `cmd:"" group:"look" help:"Show a position as text."`
	Draw     drawCmd     `cmd:"" group:"look" help:"Draw a position, a move or a line as a picture."`
	Moves    movesCmd    `cmd:"" group:"look" help:"List the legal moves of a position."`

	Play    playCmd    `cmd:"" group:"play" help:"Play against the engine or between two people."`
	Line    lineCmd    `cmd:"" group:"play" help:"Play moves and show what comes of each."`
	Convert convertCmd `cmd:"" group:"play" help:"Turn FEN, link text and PGN into one another."`
	PGN     pgnCmd     `cmd:"" name:"pgn" group:"play" help:"Work on files of games."`
	Export  exportCmd  `cmd:"" group:"play" help:"Write a rule set for another program."`

	Perft perftCmd `cmd:"" group:"verify" help:"Count the leaf nodes of the tree of legal moves, to check a move generator."`

	Analyse analyseCmd `cmd:"" group:"engine" help:"Find the best lines of a position, or annotate games."`
	UCI     uciCmd     `cmd:"" name:"uci" group:"engine" help:"Speak UCI with a chess program."`
	XBoard  xboardCmd  `cmd:"" name:"xboard" group:"engine" help:"Speak the XBoard protocol with a chess program."`
	Bench   benchCmd   `cmd:"" group:"engine" help:"Measure the engine; its signature tells whether it has changed."`
	Match   matchCmd   `cmd:"" group:"engine" help:"Let players play each other: our engine, and UCI and XBoard programs."`

	Study studyCmd `cmd:"" group:"engine" help:"Play a rule set against itself and tell what it is like."`

	Puzzles puzzlesCmd `cmd:"" group:"engine" help:"Make puzzles of a rule set from self-play and from played games."`

	Tables tablesCmd `cmd:"" group:"engine" help:"Make endgame tables: who mates, and in how many moves, in every position with few pieces."`

	Serve  serveCmd  `cmd:"" group:"serve" help:"Serve games in the browser, and the API."`
	Bot    botCmd    `cmd:"" group:"serve" help:"Play on a server for a UCI or XBoard program."`
	Worker workerCmd `cmd:"" group:"serve" help:"Think for servers that share a database: computer moves, self-play, matches, checks of puzzles."`
	Load   loadCmd   `cmd:"" group:"serve" help:"Play many games at once on a server, to measure it."`

	Admin   adminCmd   `cmd:"" group:"serve" help:"Look after a server: games, bans, notices, people, sizes."`
	Backup  backupCmd  `cmd:"" group:"serve" help:"Copy the games of a server, while it runs or not, and verify the copy."`
	Restore restoreCmd `cmd:"" group:"serve" help:"Put a backup in the place of a server's games."`

	Store storeCmd `cmd:"" group:"serve" help:"Move the games of a server to another kind of database."`

	Selfplay selfplayCmd `cmd:"" group:"learn" help:"Play the engine against itself, for learning."`
	Learn    learnCmd    `cmd:"" group:"learn" help:"Make a rule set's net, or its weights, by self-play: play, train, test, and again."`
	Tune     tuneCmd     `cmd:"" group:"learn" help:"Fit the evaluation's weights to games."`
	Train    trainCmd    `cmd:"" group:"learn" help:"Train the evaluation's net on games."`
	Book     bookCmd     `cmd:"" group:"learn" help:"Make and read opening books."`

	Help       helpCmd       `cmd:"" group:"self" help:"Show the help of a command."`
	VersionCmd versionCmd    `cmd:"" name:"version" group:"self" help:"Tell the version."`
	Licences   licencesCmd   `cmd:"" group:"self" help:"Tell what others have written in it, and under which licences."`
	Completion completionCmd `cmd:"" group:"self" help:"Write a completion script for a shell."`
	Man        manCmd        `cmd:"" group:"self" help:"Write the manual page of a command."`
	Complete   completeCmd   `cmd:"" hidden:"" help:"Answer what may stand next on a command line; the completion scripts ask."`
}

const description = `Exact rules for mirror chess: play, count, show and convert.

    tain variants                       which rule sets there are
    tain show triboard                  the three boards at the start
    tain line mirrorsquare e4 dxe4      play: 1.e4 makes a black pawn on d5
    tain moves chess --from e2          what may the pawn do?
    tain perft cylinder 5               count the lines of five plies

VARIANT is a rule set's name, or the file of a definition (portal.toml). POSITION is "start", FEN in quotes or not, or link text (?board=w:Ke1,...;b:Ke8). TIME is seconds, such as 2.5, or has units: 500ms, 5s, 1m30s.`

// groups are the groups of the help with their headings.
var groups = []kong.Group{
	{Key: "look", Title: "Positions and rules:"},
	{Key: "play", Title: "Play and convert:"},
	{Key: "verify", Title: "Verify:"},
	{Key: "engine", Title: "Engine:"},
	{Key: "serve", Title: "Server:"},
	{Key: "learn", Title: "Train the engine:"},
	{Key: "self", Title: "About tain:"},
}

// grace is how long a command may take to end after Ctrl-C, in nanoseconds.
var grace atomic.Int64

// interrupted is the exit status after Ctrl-C, as shells count it.
const interrupted = 130

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	grace.Store(int64(time.Second))
	context.AfterFunc(ctx, func() {
		stop()                                  // a second Ctrl-C ends it at once
		time.Sleep(time.Duration(grace.Load())) // a command that waits for input never looks at ctx
		fmt.Fprintln(os.Stderr, "tain:", "interrupted")
		os.Exit(interrupted)
	})
	status := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// leave is what run panics with when kong, having printed its help, asks to
// end the program.
type leave int

// run is the program; it returns the exit status.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) (status int) {
	var c cli
	con := newConsole(ctx, in, out, errs)
	defer func() {
		switch p := recover().(type) {
		case nil:
		case leave:
			status = int(p)
		default:
			panic(p)
		}
	}()
	if len(args) == 0 {
		args, con.in = spoken(con.in)
	}
	con.json = wantsJSON(args) // known even if the rest cannot be parsed
	if err := speak(args, os.Getenv); err != nil {
		return con.fail(err)
	}
	parser, err := newParser(&c, con)
	if err != nil {
		return con.fail(err)
	}
	// Kong, told to take values that begin with a hyphen, takes none at all for
	// one as well.
	if place, _, waiting := walk(parser.Model.Node, args); waiting != nil {
		return con.fail(misused(fmt.Sprintf("%s needs a value", "--"+waiting.Name), place))
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		return con.fail(usage(err))
	}
	con.json = c.JSON
	if showsPassword(args) {
		return con.fail(errors.New("a password on the command line is visible to every user of the machine; use PGPASSWORD, ~/.pgpass or TAIN_STORE_PASSWORD_FILE"))
	}
	if c.Letters != "" && !locale.ShowLetters(c.Letters) {
		return con.fail(fmt.Errorf("no piece letters for %q; available: %s", clip(c.Letters), strings.Join(locale.Languages(), ", ")))
	}
	if tellsOfItself(parsed.Selected()) {
		return con.fail(parsed.Run())
	}
	if err := con.loadRules(c.RulesDir); err != nil {
		return con.fail(err)
	}
	return con.fail(parsed.Run())
}

// tellsOfItself reports whether a command is about the program alone: it knows
// of no rule sets, and what is wrong with theirs is none of its business.
func tellsOfItself(command *kong.Node) bool {
	return command != nil && command.Group != nil && command.Group.Key == "self" && !command.Hidden
}

// newParser returns the parser of the command line.
func newParser(c *cli, con *console) (*kong.Kong, error) {
	return kong.New(c,
		kong.Name("tain"),
		kong.Description(description),
		kong.Writers(con.sink, con.errs),
		kong.Exit(func(code int) { panic(leave(code)) }),
		kong.ExplicitGroups(groups),
		kong.PostBuild(func(k *kong.Kong) error {
			k.Model.HelpFlag.Help = "Show this help."
			return nil
		}),
		kong.Help(printHelp),
		kong.WithHyphenPrefixedParameters(true), // so that --hash -1 is refused as what it is
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true, WrapUpperBound: 100}),
		kong.Vars{"cores": con.cores, "modes": strings.Join(eval.ModeNames(), ",")},
		kong.Bind(con),
	)
}

// wantsJSON looks for the flag before the command line is parsed.
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

// usage says what kong found wrong with a command line.
func usage(err error) error {
	var place *kong.Node
	var mistake *kong.ParseError
	if errors.As(err, &mistake) && mistake.Context != nil {
		place = mistake.Context.Selected()
	}
	return misused(err.Error(), place)
}

// misused says what is wrong with a command line and where help on its command
// is to be found; nil stands for no command.
func misused(what string, command *kong.Node) error {
	path := ""
	if command != nil {
		path = command.Path()
	}
	return errors.New(fmt.Sprintf("%v (see %v --help)", what, strings.TrimSpace("tain "+path)))
}
