package main

import (
	"bufio"
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
	Definitions []string `arg:"" name:"variant" optional:"" sep:"none" complete:"variants" help:"Additional definition files."`

	Book string `placeholder:"FILE" complete:"files" help:"Opening book; switches the option OwnBook on."`
}

func (uciCmd) Help() string {
	return `This is how chess programs talk to the engine. They choose the rule set with the option UCI_Variant, and with OwnBook and BookFile whether openings are played by heart, and from which book. With EvalFile they have positions scored by the net in a file. With EndingTables they name the folder of endgame tables that tain tables made, if it is not the usual one. With RulesFile they make the definition in a file known, which UCI_Variant then lists. Beside the protocol it takes d (the position), eval (what its score is made of), bench and go perft N. What it does not understand it says in an info string.

tain without arguments is the same when the first line of its input is uci.

Example:

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

// serve holds the conversation, which begins with a game if there is one.
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
	Definitions []string `arg:"" name:"variant" optional:"" sep:"none" complete:"variants" help:"Additional definition files."`

	All  bool   `help:"Offer every rule set, for programs that know them, such as tain match."`
	Book string `placeholder:"FILE" complete:"files" help:"Opening book; switches the option OwnBook on."`
}

func (*xboardCmd) Help() string {
	return `This is how XBoard and programs like it talk to the engine, by version 2 of their protocol. Rule sets are chosen with variant: normal is chess, cylinder is the game XBoard knows by that name, triboard is described to it. With option RulesFile=FILE a definition is made known; it is offered where XBoard's own board can follow it. The other games put pieces where XBoard does not look for them: play those with tain play, tain serve or over UCI, or use --all for a program that knows them itself.

tain without arguments is the same when the first line of its input is xboard.

Example:

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

// engineConfig returns the engine of both protocols.
func engineConfig(c *console, openings func(rules.Rules) engine.Book, own bool) protocol.Config {
	usual, _ := c.Tables("") // nobody has asked for them
	return protocol.Config{
		Name: "Tain " + number(), Rules: c.Rules, Book: openings, BookFile: func(name string) (func(rules.Rules) engine.Book, error) { return books.Find(c.Console, name) }, NetFile: engine.LoadNet, RulesFile: c.RulesFile, OwnBook: own,
		Tables: usual, TablesFolder: c.Tables,
		MaxHashMB: cli.LargestHash(), MaxThreads: maxSearchThreads,
	}
}

type botCmd struct {
	Server string `placeholder:"URL" required:"" help:"Server to play on, such as https://play.example.org."`
	Token  string `placeholder:"TOKEN" env:"TAIN_BOT_TOKEN" help:"Bot token; see --new-token."`

	NewToken bool `help:"Request a token, print it, and exit."`

	Program string   `placeholder:"PLAYER" help:"Engine: uci:COMMAND, xboard:COMMAND, or self for Tain's own (default: self)."`
	Option  []string `placeholder:"NAME=VALUE" sep:"none" help:"Option of the program; may be repeated."`
	Name    string   `placeholder:"NAME" default:"Bot" help:"Displayed name (default: Bot)."`

	Accept   []string     `placeholder:"VARIANT" complete:"variants" help:"Rule set of accepted challenges; may be repeated (default: chess)."`
	Shortest cli.Duration `placeholder:"TIME" help:"Shortest initial time of accepted challenges (default: any)."`
	Longest  cli.Duration `placeholder:"TIME" help:"Longest initial time of accepted challenges (default: any)."`
	Untimed  bool         `help:"Also accept challenges without a clock, or with days per move."`
	Offer    string       `placeholder:"VARIANT" complete:"variants" help:"Rule set of games to offer instead of accepting challenges."`
	Clock    string       `placeholder:"TC" help:"Clock of offered games in seconds, such as 180+2 (default: none)."`

	Games    int          `default:"1" help:"Concurrent games, at most 16 (default: 1)."`
	Total    int          `placeholder:"N" help:"Games after which the bot exits (default: none)."`
	MoveTime cli.Duration `default:"1s" placeholder:"TIME" help:"Time per move without a clock (default: 1s)."`
	Overhead cli.Duration `default:"100ms" placeholder:"TIME" help:"Move overhead (default: 100ms)."`
	Patience cli.Duration `default:"1m" placeholder:"TIME" help:"Time without an answer after which the bot resigns, if no clock runs (default: 1m)."`
}

func (botCmd) Help() string {
	return `Plays on a Tain server for a UCI or XBoard program, or for Tain's own engine. The bot accepts open challenges, or offers games itself; see docs/bots.md. If the program hangs, exits or plays an illegal move, the bot resigns the game and prints the reason. Lost connections are reopened.

Examples:

    $ tain bot --server http://localhost:8080 --new-token
    $ tain bot --server http://localhost:8080 --token tain_... --program "uci:stockfish" --option Threads=1 --name Stockfish
    $ tain bot --server http://localhost:8080 --token tain_... --accept triboard --accept nachfolger --games 4
    $ tain bot --server http://localhost:8080 --token tain_... --offer triboard --clock 180+2`
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

func (b *botCmd) options(c *console) (o bot.Options, err error) {
	const most = 16
	switch {
	case b.Token == "":
		return o, errors.New("no token: get one with tain bot --server URL --new-token, then pass it with --token or TAIN_BOT_TOKEN")
	case b.Games < 1 || b.Games > most:
		return o, fmt.Errorf("--games is %v; it must be from 1 to %d", b.Games, most)
	case b.Total < 0:
		return o, fmt.Errorf("--total is %v; it must be 0 or more", b.Total)
	case b.Offer == "" && b.Clock != "":
		return o, errors.New("--clock needs --offer")
	case b.Offer != "" && len(b.Accept) > 0:
		return o, errors.New("--offer and --accept cannot be combined")
	}
	o = bot.Options{
		URL: b.Server, Token: b.Token, Rules: c.Rules, Name: b.Name, Games: b.Games, Total: b.Total,
		MoveTime: time.Duration(b.MoveTime), Overhead: time.Duration(b.Overhead), Patience: time.Duration(b.Patience),
		Accept: bot.Accept{Shortest: time.Duration(b.Shortest), Longest: time.Duration(b.Longest), Unlimited: b.Untimed},
		Log:    func(text string) { fmt.Fprintln(os.Stderr, text) },
	}
	program := b.Program
	if program == "" {
		program = "self"
	}
	if o.Player, err = player.ParseSpec(program); err == nil {
		err = o.Player.Find() // before a game is accepted that it cannot play
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
		o.Accept.Variants = append(o.Accept.Variants, r.Info().Name)
	}
	if b.Offer != "" {
		r, err := c.Choose(b.Offer)
		if err != nil {
			return o, err
		}
		o.Accept.None = true
		o.Offer = &bot.Offer{Variant: r.Info().Ref()}
		if b.Clock != "" {
			if o.Offer.Control, err = clock.Parse(b.Clock, time.Second); err != nil {
				return o, err
			}
		}
	}
	return o, nil
}

// prompt is output that is on its way as soon as it is written. It must have
// no other way to write.
type prompt struct{ out *bufio.Writer }

// Write writes and flushes.
func (p prompt) Write(text []byte) (int, error) {
	n, err := p.out.Write(text)
	if err == nil {
		err = p.out.Flush()
	}
	return n, err
}

// spoken tells what tain without arguments is meant for: a chess program that
// starts it speaks first, and begins with the name of its protocol. Whoever
// says nothing, or sits at a terminal, gets help. The reader is to be used in
// place of the given one.
func spoken(in io.Reader) ([]string, io.Reader) {
	if cli.Terminal(in) != nil {
		return []string{"--help"}, in
	}
	r := bufio.NewReader(in)
	const longest = len("xboard\r\n") + 8
	for n := 1; n <= longest; n++ {
		start, err := r.Peek(n) // no more than is there: it must not wait
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
