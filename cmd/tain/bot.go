package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/bot"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/play/clock"
)

type botCmd struct {
	Server string `placeholder:"URL" required:"" help:"The server to play on, such as https://play.example.org."`
	Token  string `placeholder:"TOKEN" env:"TAIN_BOT_TOKEN" help:"Who the bot is, as the server has told it; see --new-token."`

	NewToken bool `help:"Ask the server for a token, print it, and end."`

	Program string   `placeholder:"PLAYER" help:"What plays: uci:COMMAND, xboard:COMMAND, or self for our own engine (default: self)."`
	Option  []string `placeholder:"NAME=VALUE" sep:"none" help:"An option of the program; may be given again."`
	Name    string   `placeholder:"NAME" default:"Bot" help:"What people see (default: Bot)."`

	Accept   []string `placeholder:"VARIANT" complete:"variants" help:"Rule sets in which challenges are accepted; may be given again (default: chess)."`
	Shortest duration `placeholder:"TIME" help:"Accept no challenge with less time to begin with (default: any)."`
	Longest  duration `placeholder:"TIME" help:"Accept no challenge with more (default: any)."`
	Untimed  bool     `help:"Accept challenges without a clock, or with days for a move, too."`
	Offer    string   `placeholder:"VARIANT" complete:"variants" help:"Offer games of a rule set instead of accepting challenges."`
	Clock    string   `placeholder:"TC" help:"The clock of what is offered, in seconds: 180+2 (default: none)."`

	Games    int      `default:"1" help:"How many games at once, at most 16 (default: 1)."`
	Total    int      `placeholder:"N" help:"End after so many games (default: never)."`
	MoveTime duration `default:"1s" placeholder:"TIME" help:"Time for a move where there is no clock (default: 1s)."`
	Overhead duration `default:"100ms" placeholder:"TIME" help:"What is kept back of the clock for the way of a move (default: 100ms)."`
	Patience duration `default:"1m" placeholder:"TIME" help:"Resign when the program is silent for longer where no clock runs (default: 1m)."`
}

func (botCmd) Help() string {
	return `Plays on a Tain server for a program that speaks UCI or XBoard, or for our own engine. The bot accepts challenges that anybody may accept, or offers games itself, as docs/bots.md describes it. A program that hangs, ends or plays what cannot be played loses that game by resignation; the reason is told here. Connections that break are opened again.

Examples:

    $ tain bot --server http://localhost:8080 --new-token
    $ tain bot --server http://localhost:8080 --token tain_... --program "uci:stockfish" --option Threads=1 --name Stockfish
    $ tain bot --server http://localhost:8080 --token tain_... --accept triboard --accept nachfolger --games 4
    $ tain bot --server http://localhost:8080 --token tain_... --offer triboard --clock 180+2`
}

func (b *botCmd) Run(c *console) error {
	if c.json {
		return errors.New("bot does not support --json")
	}
	if b.NewToken {
		token, err := bot.NewToken(c.ctx, b.Server)
		if err != nil {
			return err
		}
		fmt.Fprintln(c.out, token)
		return nil
	}
	o, err := b.options(c)
	if err != nil {
		return err
	}
	return bot.Run(c.ctx, o)
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
		URL: b.Server, Token: b.Token, Rules: c.rules, Name: b.Name, Games: b.Games, Total: b.Total,
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
		r, err := c.choose(name)
		if err != nil {
			return o, err
		}
		o.Accept.Variants = append(o.Accept.Variants, r.Info().Name)
	}
	if b.Offer != "" {
		r, err := c.choose(b.Offer)
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
