package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/bot"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/books"
	"github.com/tainchess/tain/internal/cli/position"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/protocol"
	"github.com/tainchess/tain/internal/protocol/uci"
	"github.com/tainchess/tain/internal/protocol/xboard"
	"github.com/tainchess/tain/rules"
)

type uciCmd struct {
	Definitions []string `arg:"" name:"variant" optional:"" sep:"none" complete:"variants" help:"Rule sets to offer in addition to the built-in ones: definition files or gallery/NAME."`

	Book string `placeholder:"FILE" complete:"files" help:"Opening book; enables the option OwnBook."`
}

func (uciCmd) Help() string {
	return `Runs Tain as a UCI engine for chess programs. Special options: UCI_Variant selects the rule set, OwnBook and BookFile the opening book, EvalFile a net, and EndingTables the endgame-table folder. RulesFile loads a definition and adds it to UCI_Variant. Non-standard commands are d (print the position), eval (explain the score), bench and go perft N. Unknown input is reported in an info string.

tain without arguments also runs as a UCI engine if the first line of input is uci.

Examples:

    $ tain uci
    $ tain uci --book book.txt
    $ tain uci portal.toml
    $ printf 'setoption name RulesFile value portal.toml\nsetoption name UCI_Variant value portal\ngo depth 8\n' | tain uci
    $ printf 'setoption name UCI_Variant value triboard\ngo depth 8\n' | tain uci`
}

func (u *uciCmd) Run(c *console) error {
	if c.JSON {
		return errors.New("uci does not support --json")
	}
	if err := c.ChooseAll(u.Definitions); err != nil {
		return err
	}
	return u.serve(c.Context, c, c.In, nil)
}

// serve speaks UCI. It starts from the given game, unless game is nil.
func (u *uciCmd) serve(ctx context.Context, c *console, in io.Reader, game *rules.Line) error {
	books, err := books.Find(c.Console, u.Book)
	if err != nil {
		return err
	}
	return uci.Serve(ctx, in, prompt{c.Out}, uci.Config{
		Config: engineConfig(c, books, u.Book != ""), Author: "the Tain authors", Game: game,
		Draw: func(r rules.Rules, p *board.Position) string {
			return position.Style{ASCII: true}.Draw(r, cli.Opening{Position: *p}, c.Text)
		},
	})
}

type xboardCmd struct {
	Definitions []string `arg:"" name:"variant" optional:"" sep:"none" complete:"variants" help:"Rule sets to offer in addition to the built-in ones: definition files or gallery/NAME."`

	All  bool   `help:"Offer every rule set, for programs that support them, such as tain match."`
	Book string `placeholder:"FILE" complete:"files" help:"Opening book; enables the option OwnBook."`
}

func (*xboardCmd) Help() string {
	return `Runs Tain as an engine for XBoard and similar programs, with version 2 of the protocol. The command variant selects the rule set: normal is chess, cylinder is XBoard's own game of that name, and for triboard Tain sends XBoard a description of the moves. The command option RulesFile=FILE loads a definition, and Tain offers it to XBoard if XBoard can display the game. Other games put pieces where XBoard does not expect them. Play these games with tain play, tain serve or over UCI, or use --all with a program that supports them.

tain without arguments also runs as an XBoard engine if the first line of input is xboard.

Examples:

    $ xboard -fcp "tain xboard" -variant triboard
    $ printf 'new\nsd 6\nusermove e2e4\n' | tain xboard
    $ tain match mirrorsquare --b "xboard:tain xboard --all" --games 2`
}

func (x *xboardCmd) Run(c *console) error {
	if c.JSON {
		return errors.New("xboard does not support --json")
	}
	if err := c.ChooseAll(x.Definitions); err != nil {
		return err
	}
	books, err := books.Find(c.Console, x.Book)
	if err != nil {
		return err
	}
	return xboard.Serve(c.Context, c.In, prompt{c.Out}, xboard.Config{Config: engineConfig(c, books, x.Book != ""), All: x.All})
}

// engineConfig returns the engine settings that both protocols share.
func engineConfig(c *console, openings func(rules.Rules) engine.Book, own bool) protocol.Config {
	tables, _ := c.Tables("") // the default folder need not exist
	return protocol.Config{
		Name: "Tain " + programVersion(), Rules: c.Rules, Book: openings, OwnBook: own, Tables: tables, TablesFolder: c.Tables,
		BookFile: func(name string) (func(rules.Rules) engine.Book, error) { return books.Find(c.Console, name) },
		NetFile:  engine.LoadNet, RulesFile: c.RulesFile, MaxHashMB: cli.LargestHash(), MaxThreads: maxSearchThreads,
	}
}

type botCmd struct {
	Server    string `placeholder:"URL" required:"" help:"Server to play on, such as https://play.example.org."`
	TokenFile string `placeholder:"FILE" complete:"files" env:"TAIN_BOT_TOKEN_FILE" help:"File with the bot's token on its first line. Without it, the token is read from TAIN_BOT_TOKEN."`

	NewToken bool `help:"Request a token for a bot without an account, print it, and exit."`

	Program string   `placeholder:"PLAYER" default:"self" help:"Engine: uci:COMMAND, xboard:COMMAND, or self for Tain's own."`
	Option  []string `placeholder:"NAME=VALUE" sep:"none" help:"Program option; may be repeated."`
	Name    string   `placeholder:"NAME" default:"Bot" help:"Displayed name of a bot without an account."`

	Accept   []string     `placeholder:"VARIANT" complete:"variants" help:"Rule set whose challenges the bot accepts; may be repeated (default: chess)."`
	Shortest cli.Duration `placeholder:"TIME" help:"Shortest initial time of accepted challenges (default: any)."`
	Longest  cli.Duration `placeholder:"TIME" help:"Longest initial time of accepted challenges (default: any)."`
	Untimed  bool         `help:"Also accept challenges without a clock, or with days per move."`
	Offer    string       `placeholder:"VARIANT" complete:"variants" help:"Rule set of the games that the bot offers, instead of accepting challenges."`
	Clock    string       `placeholder:"TC" help:"Clock for offered games in seconds, such as 180+2 (default: none)."`
	Rated    bool         `help:"Offer rated games; needs a bot account."`

	Games    int          `default:"1" placeholder:"N" help:"Concurrent games, at most 16."`
	Total    int          `placeholder:"N" help:"Number of games to play before exiting (default: no limit)."`
	MoveTime cli.Duration `default:"1s" placeholder:"TIME" help:"Time per move in games without a clock."`
	Overhead cli.Duration `default:"100ms" placeholder:"TIME" help:"Move overhead: time reserved for network delays."`
	Patience cli.Duration `default:"1m" placeholder:"TIME" help:"Time without a reply before the bot resigns, in games without a clock."`
}

func (botCmd) Help() string {
	return `Plays on a Tain server with a UCI or XBoard program, or with Tain's own engine. The bot accepts open challenges, or offers games itself. If the program hangs, exits or plays an illegal move, the bot resigns the game and prints the reason. The bot reconnects when a connection is lost. See docs/bots.md.

The token comes from a file or from the environment (TAIN_BOT_TOKEN), because command lines are visible to other users. Create it on the account page of a bot account, or with --new-token for a bot without an account.

Examples:

    $ tain bot --server http://localhost:8080 --token-file bot.token --offer triboard --clock 180+2 --rated
    $ tain bot --server http://localhost:8080 --token-file bot.token --program "uci:stockfish" --option Threads=1
    $ tain bot --server http://localhost:8080 --new-token > bot.token
    $ tain bot --server http://localhost:8080 --token-file bot.token --accept triboard --accept nachfolger --games 4`
}

func (b *botCmd) Run(c *console) error {
	if c.JSON {
		return errors.New("bot does not support --json")
	}
	if b.NewToken {
		token, err := bot.NewToken(c.Context, b.Server)
		if err != nil {
			return err
		}
		fmt.Fprintln(c.Out, token)
		return nil
	}
	o, err := b.options(c)
	if err != nil {
		return err
	}
	return bot.Run(c.Context, o)
}

// token returns the bot's token, or "" if there is none.
func (b *botCmd) token() (string, error) {
	if b.TokenFile == "" {
		return os.Getenv("TAIN_BOT_TOKEN"), nil
	}
	text, err := os.ReadFile(b.TokenFile)
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	if line = strings.TrimSpace(line); line == "" {
		return "", fmt.Errorf("%s has no token on its first line", b.TokenFile)
	}
	return line, nil
}

func (b *botCmd) options(c *console) (o bot.Options, err error) {
	if err := cmp.Or(cli.Within("--games", b.Games, 1, 16), cli.AtLeast("--total", b.Total, 0)); err != nil {
		return o, err
	}
	token, err := b.token()
	switch {
	case err != nil:
		return o, err
	case token == "":
		return o, errors.New("no token: create one on the account page of a bot account, or with tain bot --server URL --new-token, then pass it with --token-file or TAIN_BOT_TOKEN")
	case b.Offer == "" && b.Clock != "":
		return o, errors.New("--clock needs --offer")
	case b.Rated && (b.Offer == "" || b.Clock == ""):
		return o, errors.New("--rated needs --offer and --clock")
	case b.Offer != "" && len(b.Accept) > 0:
		return o, errors.New("--offer and --accept cannot be combined")
	}
	o = bot.Options{
		URL: b.Server, Token: token, Rules: c.Rules, Name: b.Name, Games: b.Games, Total: b.Total,
		MoveTime: time.Duration(b.MoveTime), Overhead: time.Duration(b.Overhead), Patience: time.Duration(b.Patience),
		Accept: bot.Accept{Shortest: time.Duration(b.Shortest), Longest: time.Duration(b.Longest), Unlimited: b.Untimed},
		Log:    func(text string) { fmt.Fprintln(os.Stderr, text) },
	}
	if o.Player, err = player.ParseSpec(b.Program); err == nil {
		err = o.Player.Find() // report a missing program before accepting a game
	}
	if err != nil {
		return o, err
	}
	for _, text := range b.Option {
		name, value, _ := strings.Cut(text, "=")
		o.Player.Options = append(o.Player.Options, player.Setting{Name: strings.TrimSpace(name), Value: strings.TrimSpace(value)})
	}
	for _, name := range b.Accept {
		r, err := c.Choose(name)
		if err != nil {
			return o, err
		}
		o.Accept.Variants = append(o.Accept.Variants, r.Info().Ref())
	}
	if b.Offer != "" {
		r, err := c.Choose(b.Offer)
		if err != nil {
			return o, err
		}
		o.Accept.None = true
		o.Offer = &bot.Offer{Variant: r.Info().Ref(), Rated: b.Rated}
		if b.Clock != "" {
			if o.Offer.Control, err = clock.Parse(b.Clock, time.Second); err != nil {
				return o, err
			}
		}
	}
	return o, nil
}

// prompt is a writer that flushes after every write. Nothing else may write to out.
type prompt struct{ out *bufio.Writer }

func (p prompt) Write(text []byte) (int, error) {
	n, err := p.out.Write(text)
	if err == nil {
		err = p.out.Flush()
	}
	return n, err
}

// protocolOf returns the arguments to use if the command line is empty: the name of the protocol in the first
// line of input, because chess programs send it first, or else --help. The returned reader replaces in.
func protocolOf(in io.Reader) ([]string, io.Reader) {
	if cli.Terminal(in) != nil {
		return []string{"--help"}, in
	}
	r := bufio.NewReader(in)
	const longest = len("xboard\r\n") + 8
	for n := 1; n <= longest; n++ {
		start, err := r.Peek(n) // byte by byte, to avoid blocking
		line, _, ended := strings.Cut(string(start), "\n")
		if !ended && err == nil {
			continue
		}
		if word := strings.TrimSpace(line); word == "uci" || word == "xboard" {
			return []string{word}, r
		}
		break
	}
	return []string{"--help"}, r
}
