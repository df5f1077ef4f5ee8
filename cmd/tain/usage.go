package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/manual"
	"github.com/tainchess/tain/notation"
)

// Parts of the output of tain --help.
const (
	summary  = "Play, analyse, draw and serve mirror chess and related games."
	examples = `    tain play mirrorsquare             play against the engine
    tain variants                      list the games
    tain rules mirrorsquare            read the rules of a game
    tain line mirrorsquare e4 dxe4     play moves; e4 spawns a black pawn on d5
    tain analyse mirrorsquare          find the best moves in a position
    tain draw triboard -o board.svg    draw a position
    tain pgn check games.pgn           check the games in a file` + serveExample
	terms = `VARIANT is a rule set (tain variants lists them) or a definition file such as
portal.toml. POSITION is start, FEN, or a link such as "?board=w:Ke1;b:Ke8".`
	times = "TIME is in seconds, such as 2.5, or has units, such as 500ms or 1m30s."
)

// groups are the headings in the help, one per kind of task.
var groups = []kong.Group{
	{Key: "play", Title: "Play and explore:"},
	{Key: "convert", Title: "Convert files:"},
	{Key: "analyse", Title: "Analyse and measure:"},
	{Key: "engine", Title: "Connect an engine:"},
	{Key: "serve", Title: "Run a server:"},
	{Key: "learn", Title: "Train the engine:"},
	{Key: "self", Title: "Get help:"},
	{Key: "global", Title: "Global flags:"},
}

var helpOptions = kong.HelpOptions{Compact: true, FlagsLast: true, WrapUpperBound: 100, ValueFormatter: manual.FlagHelp}

// overview returns the help of the program. With a prompt, it fits on a terminal of 24 lines and 80 columns.
func overview(app *kong.Application) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: tain COMMAND [ARGUMENT ...] [FLAG ...]\n%s\n\n%s\n\n", summary, examples)
	for _, g := range groups {
		var names []string
		for _, n := range app.Children {
			if n.Group != nil && n.Group.Key == g.Key && !n.Hidden {
				names = append(names, n.Name)
			}
		}
		if names != nil {
			fmt.Fprintf(&b, "%-21s %s\n", g.Title, strings.Join(names, ", "))
		}
	}
	fmt.Fprintf(&b, `
%s
"tain help COMMAND" describes one command, "tain help --all" lists all of them.
`, terms)
	return b.String()
}

// printHelp prints the overview or, for a command, its help with the examples first. It wraps lines at the
// width of the terminal.
func printHelp(o kong.HelpOptions, k *kong.Context) error {
	command := k.Selected()
	if command == nil {
		_, err := fmt.Fprint(k.Stdout, overview(k.Model))
		return err
	}
	if detail, examples := manual.CutExamples(command.Detail); examples != "" {
		command.Detail = examples + "\n\n" + detail
	}
	for _, child := range command.Children {
		child.Group = &kong.Group{Key: "commands", Title: "Commands:"} // instead of the command's own group
	}
	return printKongHelp(o, k)
}

// printKongHelp prints kong's help, wrapped at the width of the terminal.
func printKongHelp(o kong.HelpOptions, k *kong.Context) error {
	if f := cli.Terminal(k.Stdout); f != nil && os.Getenv("COLUMNS") == "" { // kong reads the width from COLUMNS
		columns, _ := cli.TerminalSize(f)
		if err := os.Setenv("COLUMNS", strconv.Itoa(columns)); err != nil {
			return err
		}
	}
	return kong.DefaultHelpPrinter(o, k)
}

// usage rewords a parse error from kong.
func usage(err error) error {
	var command *kong.Node
	var mistake *kong.ParseError
	if errors.As(err, &mistake) && mistake.Context != nil {
		command = mistake.Context.Selected()
	}
	return usageError(reword(err.Error(), command), command)
}

// usageError returns an error that refers to the help of the command, or to the help of the program if command
// is nil.
func usageError(what string, command *kong.Node) error {
	if command == nil {
		return fmt.Errorf("%s (see tain --help)", what)
	}
	return fmt.Errorf("%s (see tain %s --help)", what, command.Path())
}

// kongMessages lists replacements in kong's messages. The function reword makes the changes that need
// more than a replacement.
var kongMessages = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`^missing flags: `), "missing flag "},
	{regexp.MustCompile(`^missing positional arguments `), "missing argument "},
	{regexp.MustCompile(`^(.*) can't be used together$`), "$1 cannot be combined"},
	{regexp.MustCompile(`^(.*): expected (?:an int|a valid \d+ bit int) but got ("[^"]*").*$`), "$1 is $2; it must be a whole number"},
	{regexp.MustCompile(`^(.*): expected a valid \d+ bit uint but got ("[^"]*").*$`), "$1 is $2; it must be a whole number, 0 or more"},
	{regexp.MustCompile(`^(.*): expected a float but got ("[^"]*").*$`), "$1 is $2; it must be a number"},
}

var oneOf = regexp.MustCompile(`^(.*) must be one of "(.*)" but got (".*")$`)

// reword turns a message from kong into one that helps the user to fix the command line. Command is the
// selected command, or nil.
func reword(text string, command *kong.Node) string {
	text, hint, hinted := strings.Cut(text, ", did you mean ")
	for _, p := range kongMessages {
		text = p.from.ReplaceAllString(text, p.to)
	}
	if word, ok := strings.CutPrefix(text, "unexpected argument "); ok {
		text = fmt.Sprintf("unexpected argument %q", notation.Clip(word))
		if command == nil || len(command.Children) > 0 {
			text = fmt.Sprintf("unknown command %q", notation.Clip(word))
		}
	}
	if m := oneOf.FindStringSubmatch(text); m != nil {
		choices := slices.DeleteFunc(strings.Split(m[2], `","`), func(c string) bool { return c == "" }) // the default of a flag that may be left out
		text = fmt.Sprintf("%s is %s; it must be %s", m[1], m[3], cli.JoinList(choices, "or"))
	}
	if what, ok := strings.CutPrefix(text, `expected "<`); ok {
		text = fmt.Sprintf("missing argument <%s; usage: tain %s", strings.TrimSuffix(what, `"`), command.Summary())
	} else if strings.HasPrefix(text, "expected ") && command != nil {
		var names []string
		for _, child := range command.Children {
			names = append(names, child.Name)
		}
		text = fmt.Sprintf("missing command; tain %s has %s", command.Path(), cli.JoinList(names, "and"))
	}
	if name, ok := strings.CutPrefix(text, "unknown flag --"); ok && command != nil {
		for _, arg := range command.Positional {
			if arg.Name == name {
				return fmt.Sprintf("%s; give it as an argument: tain %s", text, command.Summary())
			}
		}
	}
	if hinted {
		names := strings.Split(strings.NewReplacer(`"`, "", "one of ", "", "?", "").Replace(hint), ", ")
		text += "; did you mean " + cli.JoinList(names, "or") + "?"
	}
	return text
}
