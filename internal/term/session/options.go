// Package session runs a game at one terminal. Packages screen and console share it. A session
// has options (options.go), runs a game of internal/play/game with clocks and offers
// (session.go) against the engine (opponent.go), formats texts in the user's language
// (text.go), saves and loads games (file.go), and tries plans (moveplan.go). It does not depend
// on any particular rule set.
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

// Options describes a session. Rules and Start, or Game, are required; other zero values are defaults.
type Options struct {
	Rules rules.Rules
	Start board.Position
	// LastMove is the move that led to Start, in UCI notation, if known.
	LastMove string
	// Game is a saved game to continue. It replaces Rules and Start.
	Game *pgn.Game
	// Find finds the rule sets of loaded games; nil allows only Rules.
	Find pgn.Finder

	// People reports for each side whether a person plays it.
	People [2]bool
	// Level is the engine level; 0 means DefaultLevel.
	Level int
	// Control is the time control; nil means no clocks.
	Control *clock.Control
	// Override marks the options that take precedence over those saved in Game.
	Override Overrides
	// Depth and MoveTime limit the engine's search per move; 0 means no limit.
	Depth    int
	MoveTime time.Duration
	// Seed makes the engine repeatable if there is neither a clock nor a MoveTime; 0 means a random seed.
	Seed uint64
	// Book replaces the rule set's built-in opening book; nil means the built-in one.
	Book *book.Book
	// NoBook turns the opening book off.
	NoBook bool

	// Language is the language of all texts; nil means English.
	Language *locale.Catalogue
	// Letters is the language tag for piece letters; empty means English.
	Letters string

	ASCII   bool // whether to use only ASCII, with letters for pieces
	Theme   canvas.Theme
	Colours canvas.Colours

	// Protocols maps names to the protocols that the console can switch to.
	Protocols map[string]Protocol

	// Now returns the time; nil means time.Now.
	Now func() time.Time
}

// Protocol runs a chess engine protocol from a position, until the input ends or the peer
// quits.
type Protocol func(ctx context.Context, in io.Reader, r rules.Rules, p *board.Position) error

// Overrides marks the options set explicitly by the user.
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

// control returns the time control, or a pointer to the zero Control if there is none.
func (o *Options) control() *clock.Control {
	if o.Control == nil {
		return &clock.Control{}
	}
	return o.Control
}

func levelError(n int) error {
	return locale.NewError("command.play.level-range", message.Args{"level": n, "max": engine.MaxLevel})
}
