package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/bot"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/play/clock"
)

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
