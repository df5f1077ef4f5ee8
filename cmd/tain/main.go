// Command tain plays, counts, shows and converts games of mirror chess.
//
// Each subcommand has a file with its flags and its wiring. The packages under
// internal/cli print and read for it, internal/lab and internal/site do the work.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/completion"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/site/config"
	"github.com/tainchess/tain/variant"
)

// commands is the command line, one field per subcommand.
type commands struct {
	Version versionFlag `short:"V" help:"Print the version."`
	JSON    bool        `help:"Write JSON. Errors go to standard output too, as {\"error\": ...}."`

	Lang string `placeholder:"TAG" help:"Language of play and rules: en, de, es, fr or ru (default: TAIN_LANG, LC_ALL, LC_MESSAGES or LANG)."`

	Letters string `placeholder:"TAG" help:"Piece letters for displayed and typed moves: en, de, es, fr or ru. Files and JSON keep the English letters."`

	RulesDir string `placeholder:"DIR" complete:"files" help:"Folder of rule-set definitions (default: ~/.config/tain/rules)."`

	Variants variantsCmd `cmd:"" group:"look" help:"List rule sets."`
	Rules    rulesCmd    `cmd:"" group:"look" help:"Print a rulebook, or the rules as data for programs."`
	Show     showCmd     `cmd:"" group:"look" help:"Print a position as text."`
	Draw     drawCmd     `cmd:"" group:"look" help:"Draw a position, a move or a line."`
	Moves    movesCmd    `cmd:"" group:"look" help:"List legal moves."`

	Play    playCmd    `cmd:"" group:"play" help:"Play against the engine, or pass and play."`
	Line    lineCmd    `cmd:"" group:"play" help:"Play moves and print each position."`
	Convert convertCmd `cmd:"" group:"play" help:"Convert between FEN, links and PGN."`
	PGN     pgnCmd     `cmd:"" name:"pgn" group:"play" help:"Check PGN files."`
	Export  exportCmd  `cmd:"" group:"play" help:"Export a rule set to another program."`

	Perft perftCmd `cmd:"" group:"verify" help:"Count leaf nodes of the move tree (perft)."`

	Analyse analyseCmd `cmd:"" group:"engine" help:"Analyse a position, annotate games, or run a test suite."`
	UCI     uciCmd     `cmd:"" name:"uci" group:"engine" help:"Run as a UCI engine."`
	XBoard  xboardCmd  `cmd:"" name:"xboard" group:"engine" help:"Run as an XBoard engine."`
	Bench   benchCmd   `cmd:"" group:"engine" help:"Benchmark the engine and print its search signature."`
	Match   matchCmd   `cmd:"" group:"engine" help:"Play a match between engines."`

	Study studyCmd `cmd:"" group:"engine" help:"Measure how a game plays: balance, draws, length, decisiveness."`

	Puzzles puzzlesCmd `cmd:"" group:"engine" help:"Create puzzles from self-play and from PGN files."`

	Tables tablesCmd `cmd:"" group:"engine" help:"Build endgame tables."`

	Serve  serveCmd  `cmd:"" group:"serve" help:"Start a web server."`
	Bot    botCmd    `cmd:"" group:"serve" help:"Connect an engine to a server as a bot."`
	Worker workerCmd `cmd:"" group:"serve" help:"Run jobs for servers that share a database."`
	Load   loadCmd   `cmd:"" group:"serve" help:"Load-test a server."`

	Admin   adminCmd   `cmd:"" group:"serve" help:"Administer a server: games, bans, notices, people, sizes."`
	Backup  backupCmd  `cmd:"" group:"serve" help:"Back up a server's games and verify the copy."`
	Restore restoreCmd `cmd:"" group:"serve" help:"Restore a backup."`

	Store storeCmd `cmd:"" group:"serve" help:"Copy a server's games to another database."`

	Selfplay selfplayCmd `cmd:"" group:"learn" help:"Play training games."`
	Learn    learnCmd    `cmd:"" group:"learn" help:"Train a net or weights by self-play, in rounds."`
	Tune     tuneCmd     `cmd:"" group:"learn" help:"Tune evaluation weights on games."`
	Train    trainCmd    `cmd:"" group:"learn" help:"Train a net on games."`
	Book     bookCmd     `cmd:"" group:"learn" help:"Build, show and convert opening books."`

	Help       helpCmd       `cmd:"" group:"self" help:"Show help for a command."`
	VersionCmd versionCmd    `cmd:"" name:"version" group:"self" help:"Print the version."`
	Licences   licencesCmd   `cmd:"" group:"self" help:"List third-party code and licences."`
	Completion completionCmd `cmd:"" group:"self" help:"Print a shell completion script."`
	Man        manCmd        `cmd:"" group:"self" help:"Print a manual page."`
	Complete   completeCmd   `cmd:"" hidden:"" help:"Complete a command line, for the completion scripts."`
}

const description = `Exact rules for mirror chess: play, count, show and convert.

    tain variants                       list rule sets
    tain show triboard                  show the starting position
    tain line mirrorsquare e4 dxe4      1.e4 spawns a black pawn on d5
    tain moves chess --from e2          list the moves of a pawn
    tain perft cylinder 5               count positions at depth 5

VARIANT is the name of a rule set or a definition file (portal.toml). POSITION is "start", FEN, or a link (?board=w:Ke1,...;b:Ke8). TIME is in seconds (2.5) or has units (500ms, 5s, 1m30s).`

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

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	grace.Store(int64(time.Second))
	context.AfterFunc(ctx, func() {
		stop()                                  // a second Ctrl-C ends it at once
		time.Sleep(time.Duration(grace.Load())) // a command that waits for input never looks at ctx
		fmt.Fprintln(os.Stderr, "tain:", "interrupted")
		os.Exit(cli.Interrupted)
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
	var c commands
	con := &console{cli.New(ctx, variant.Builtin(), in, out, errs)}
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
		args, con.In = spoken(con.In)
	}
	con.JSON = wantsJSON(args) // known even if the rest cannot be parsed
	language, err := chooseLanguage(args, os.Getenv)
	if err != nil {
		return con.Fail(err)
	}
	con.Language = language
	parser, err := newParser(&c, con)
	if err != nil {
		return con.Fail(err)
	}
	// Kong, told to take values that begin with a hyphen, takes none at all for
	// one as well.
	if place, _, waiting := completion.Walk(parser.Model.Node, args); waiting != nil {
		return con.Fail(misused("--"+waiting.Name+" needs a value", place))
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		return con.Fail(usage(err))
	}
	con.JSON = c.JSON
	if showsPassword(args) {
		return con.Fail(errors.New("a password on the command line is visible to every user of the machine; use PGPASSWORD, ~/.pgpass or TAIN_STORE_PASSWORD_FILE"))
	}
	if con.Letters = c.Letters; c.Letters != "" && !locale.HasLetters(c.Letters) {
		return con.Fail(fmt.Errorf("no piece letters for %q; available: %s", cli.Clip(c.Letters), strings.Join(locale.Languages(), ", ")))
	}
	if skipsRules(parsed.Selected()) {
		return con.Fail(parsed.Run())
	}
	if err := con.LoadRules(c.RulesDir); err != nil {
		return con.Fail(err)
	}
	return con.Fail(parsed.Run())
}

// skipsRules reports whether a command is about the program alone and needs no
// rule sets.
func skipsRules(command *kong.Node) bool {
	return command != nil && command.Group != nil && command.Group.Key == "self" && !command.Hidden
}

// newParser returns the parser of the command line.
func newParser(c *commands, con *console) (*kong.Kong, error) {
	return kong.New(c,
		kong.Name("tain"),
		kong.Description(description),
		kong.Writers(con.Sink, con.Errs),
		kong.Exit(func(code int) { panic(leave(code)) }),
		kong.ExplicitGroups(groups),
		kong.PostBuild(func(k *kong.Kong) error {
			k.Model.HelpFlag.Help = "Show this help."
			return nil
		}),
		kong.Help(printHelp),
		kong.WithHyphenPrefixedParameters(true), // so that --hash -1 is refused as what it is
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true, WrapUpperBound: 100}),
		kong.Vars{"cores": con.Cores, "modes": strings.Join(eval.ModeNames(), ",")},
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

// chooseLanguage returns the language of tain play and tain rules: that of --lang,
// else that of TAIN_LANG or the locale.
func chooseLanguage(args []string, env func(string) string) (*locale.Catalogue, error) {
	wish, asked := langFlag(args)
	if !asked {
		// An empty variable is none, as POSIX has it.
		for _, name := range []string{"TAIN_LANG", "LC_ALL", "LC_MESSAGES", "LANG"} {
			if wish = env(name); wish != "" {
				break
			}
		}
	}
	tag, fits := locale.Choose(wish)
	c, ok := locale.For(tag)
	if !ok {
		c = locale.English()
	}
	if asked && !fits {
		return c, fmt.Errorf("unknown language %q; available: %s", cli.Clip(wish), strings.Join(locale.Languages(), ", "))
	}
	return c, nil
}

// langFlag looks for --lang before the command line is parsed.
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

// showsPassword reports whether the password of a database stands on the command
// line, where everybody who may list processes can read it.
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

// grace is how long a command may take to end after Ctrl-C, in nanoseconds.
var grace atomic.Int64

// console is the console of a command, with what only this program knows.
type console struct{ *cli.Console }
