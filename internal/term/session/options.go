// Package session is a game at one terminal, shared by packages screen and console. It
// takes options (options.go), runs a game of internal/play/game with clocks and offers
// (session.go) against the engine (opponent.go), formats texts in the user's language
// (text.go), saves and loads games (file.go), and tries plans of moves (moveplan.go). It
// knows no particular rule set.
package session

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// Options describe a session. Rules and Start, or Game, are required; other zero values
// are defaults.
type Options struct {
	Rules rules.Rules
	Start board.Position
	// LastMove is the move that led to Start, in UCI notation, if it is known.
	LastMove string
	// Game is a record to continue; it replaces Rules and Start.
	Game *pgn.Game
	// Find finds the rule sets of loaded games; nil allows only Rules.
	Find pgn.Finder

	// People has for each side whether a person plays it.
	People [2]bool
	// Level is the engine level; 0 means DefaultLevel.
	Level int
	// Control is the time control; nil means no clocks.
	Control *clock.Control
	// Override has which of these replace those of Game.
	Override Overrides
	// Depth and MoveTime limit the engine's search per move; 0 means no limit.
	Depth    int
	MoveTime time.Duration
	// Seed makes the engine repeatable; 0 means a random seed.
	Seed uint64
	// Book replaces the rule set's own opening book; nil keeps it.
	Book *book.Book
	// NoBook turns the opening book off.
	NoBook bool

	// Language is the language of all texts; nil means English.
	Language *locale.Catalogue
	// Letters is the tag of the language of piece letters; empty means English.
	Letters string

	ASCII   bool // use only ASCII, with letters for pieces
	Theme   canvas.Theme
	Colours canvas.Colours

	// Protocols are the protocols that the console can switch to, by name.
	Protocols map[string]Protocol

	// Now returns the time; nil means time.Now.
	Now func() time.Time
}

// Protocol runs a protocol for another program, starting from a position, until the input
// ends or the program quits.
type Protocol func(ctx context.Context, in io.Reader, r rules.Rules, p *board.Position) error

// Overrides has the options that the user set explicitly.
type Overrides struct{ People, Level, Control bool }

// DefaultLevel is the default engine level.
const DefaultLevel = 8

// complete fills in defaults and validates the options.
func (o *Options) complete() error {
	if o.Game != nil {
		o.Rules, o.Start = o.Game.Rules, o.Game.Start
	}
	if o.Rules == nil {
		return locale.NewError("command.play.options.no-rules", nil)
	}
	if o.Language == nil {
		o.Language = locale.English()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Level, o.Theme = cmp.Or(o.Level, DefaultLevel), cmp.Or(o.Theme, canvas.Auto)
	if o.Find == nil {
		o.Find = registry.New(o.Rules).Find
	}
	switch {
	case o.Level < 1 || o.Level > engine.MaxLevel:
		return fmt.Errorf("term: %w", levelError(o.Level))
	case o.Depth < 0 || o.MoveTime < 0:
		return locale.NewError("command.play.options.negative-limit", nil)
	}
	return nil
}

// control returns the time control, the zero Control for none.
func (o *Options) control() *clock.Control {
	if o.Control == nil {
		return &clock.Control{}
	}
	return o.Control
}

func levelError(n int) error {
	return locale.NewError("command.play.level-range", message.Args{"level": n, "max": engine.MaxLevel})
}
