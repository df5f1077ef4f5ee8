package main

import (
	"context"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/books"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/protocol/xboard"
	"github.com/tainchess/tain/internal/term/canvas"
	lineconsole "github.com/tainchess/tain/internal/term/console"
	"github.com/tainchess/tain/internal/term/screen"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

type playCmd struct {
	Variant  string   `arg:"" complete:"variants" help:"Rule set."`
	Position []string `arg:"" optional:"" sep:"none" help:"Position (default: the starting position)."`

	Side  string `default:"white" placeholder:"SIDE" enum:"white,black,both" help:"Your side: white, black, or both to pass and play."`
	Level int    `default:"8" placeholder:"N" help:"Engine level, from 1 to 20."`
	Clock string `default:"none" placeholder:"CLOCK" help:"Clock: minutes and increment in seconds, such as 5+3, or none."`
	PGN   string `name:"pgn" complete:"files" placeholder:"FILE" help:"Continue the first game of a PGN file; --side, --level and --clock override the saved values."`

	Plain    bool   `help:"Read moves and commands line by line, even on a terminal."`
	ASCII    bool   `help:"Use letters instead of chess symbols."`
	Theme    string `default:"auto" placeholder:"THEME" enum:"auto,light,dark" help:"Colours: auto, light or dark."`
	NoColour bool   `aliases:"no-color" help:"Disable colours; same as setting NO_COLOR."`

	Depth    int           `placeholder:"N" help:"Engine depth in plies."`
	MoveTime *cli.Duration `name:"movetime" placeholder:"TIME" help:"Engine time per move, such as 2s."`
	Seed     uint64        `placeholder:"N" help:"Random seed for the engine."`
	bookFlag
	NoBook bool `help:"Disable the engine's opening book."`
	kingless
}

func (playCmd) Help() string {
	return `On a terminal, tain play shows a full-screen board. Select and move pieces with the arrow keys and enter, or with the mouse. Or type a move: any letter or digit opens the input field, and enter plays the move. Commands begin with a colon, such as :undo or :q; many also have a Ctrl shortcut. Press ? for a list. The moves of the selected piece are shown, and moving the cursor to a square previews the move. Piece letters follow the language: with LANG=de_DE.UTF-8, type Sf3.

If input is not a terminal, or with --plain, it reads moves and commands line by line; help lists the commands. It supports commands from other chess consoles, such as new, go, force, undo, hint, analyze, perft, bench and setboard. The commands xboard and uci switch to these protocols.

The first move of each side is not timed: clocks start at the third half-move. The engine allows every takeback, and accepts a draw after thirty moves unless it is clearly better. A saved game continues with the saved side, level and clocks. The clocks are stopped until the next move.

Examples:

    $ tain play mirrorsquare
    $ tain play triboard --side black --level 3 --clock 5+3
    $ tain play triboard --pgn saved.pgn
    $ echo e4 | tain play nachfolger --depth 3 --seed 1
    $ tain play chess --plain`
}

func (p *playCmd) Run(c *console, k *kong.Context) error {
	r, err := c.Choose(p.Variant)
	if err != nil {
		return err
	}
	o := session.Options{
		Rules: r, Find: c.Rules.Find, Level: p.Level, Depth: p.Depth,
		Seed: p.Seed, NoBook: p.NoBook, ASCII: p.ASCII, Theme: canvas.Theme(p.Theme),
		Language: c.Language, Letters: c.Letters,
	}
	switch {
	case c.JSON:
		return locale.NewError("command.play.no-json", nil)
	case p.Level < 1 || p.Level > engine.MaxLevel:
		return locale.NewError("command.play.level-range", message.Args{"level": p.Level, "max": engine.MaxLevel})
	case p.Depth < 0:
		return locale.NewError("command.play.negative-depth", nil)
	case p.PGN != "" && len(p.Position) > 0:
		return locale.NewError("command.play.position-and-pgn", nil)
	}
	if p.Book != "" {
		if p.NoBook {
			return locale.NewError("command.play.book-and-no-book", nil)
		}
		if o.Book, err = p.open(r); err != nil {
			return err
		}
	}
	if p.MoveTime != nil {
		if err := p.MoveTime.Within("--movetime", cli.MinTime, cli.MaxTime); err != nil {
			return err
		}
		o.MoveTime = time.Duration(*p.MoveTime)
	}
	if o.People, err = lineconsole.ParseSide(p.Side); err != nil {
		return err
	}
	control, err := clock.Parse(p.Clock, time.Minute)
	if err != nil {
		return err
	}
	o.Control = &control
	if p.NoColour {
		o.Colours = canvas.NoColours
	}
	if p.PGN != "" {
		if o.Game, err = session.Load(p.PGN, o.Find); err != nil {
			return err
		}
		o.Override = session.Overrides{People: given(k, "side"), Level: given(k, "level"), Control: given(k, "clock")}
		if o.Game.Rules != r {
			return locale.NewError("command.play.other-variant", message.Args{"file": p.PGN, "got": o.Game.Rules.Info().Name, "want": r.Info().Name})
		}
	} else {
		opened, err := c.Opening(r, p.Position, p.options())
		if err != nil {
			return err
		}
		o.Start, o.LastMove = opened.Position, opened.LastMove
	}
	o.Protocols = map[string]session.Protocol{"xboard": c.speakXBoard, "uci": c.speakUCI}
	in, out := cli.Terminal(c.In), cli.Terminal(os.Stdout)
	if p.Plain || in == nil || out == nil || os.Getenv("TERM") == "dumb" {
		return lineconsole.Console(c.Context, c.In, c.Out, o, in != nil && out != nil)
	}
	return screen.Screen(c.Context, in, out, o)
}

// speakXBoard continues the game of the console in the XBoard protocol. It omits rule sets that XBoard
// cannot display, unless the game uses such a rule set.
func (c *console) speakXBoard(ctx context.Context, in io.Reader, r rules.Rules, p *board.Position) error {
	books, err := books.Find(c.Console, "")
	if err != nil {
		return err
	}
	return xboard.Serve(ctx, in, prompt{c.Out}, xboard.Config{
		Config: engineConfig(c, books, false), All: r.Info().Reflects || !r.Info().Chessboard(), Game: rules.NewLine(r, *p),
	})
}

// speakUCI continues the game of the console in UCI. It also responds to the uci command that made the
// console switch.
func (c *console) speakUCI(ctx context.Context, in io.Reader, r rules.Rules, p *board.Position) error {
	return (&uciCmd{}).serve(ctx, c, io.MultiReader(strings.NewReader("uci\n"), in), rules.NewLine(r, *p))
}

// given reports whether the command line sets a flag.
func given(k *kong.Context, flag string) bool {
	return slices.ContainsFunc(k.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag.Name == flag })
}
