// Package session is a game at one terminal, shared by the screen and the
// console: the game of internal/play/game with its moves, clocks, offers and
// end, the engine that plays or gives advice (opponent.go), the file the game
// is saved in (file.go), and a plan of moves that is tried next to it
// (moveplan.go). It knows no particular rule set.
package session

import (
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

// Options says what is played and how. Rules and Start, or Game, must be
// given; the rest has defaults.
type Options struct {
	Rules rules.Rules
	Start board.Position
	// LastMove is the move that led to Start, in UCI notation, if it is known.
	LastMove string
	// Game, if there is one, is gone on with; Rules and Start are then its own.
	Game *pgn.Game
	// Find finds the rule sets of games that are loaded; nil allows only Rules.
	Find pgn.Finder

	// People tells for each side whether a person plays it.
	People [2]bool
	// Level is how well the engine plays; 0 means DefaultLevel.
	Level int
	// Control is the players' time; nil means without clocks.
	Control *clock.Control
	// Asked tells which of these hold also in a Game that tells its own.
	Asked Asked
	// Depth and MoveTime bound the engine's thinking for each move; 0 means not.
	Depth    int
	MoveTime time.Duration
	// Seed makes the engine's choices repeatable; 0 draws one.
	Seed uint64
	// Book is played from in place of the rule set's own; nil for that.
	Book *book.Book
	// NoBook keeps the engine from playing openings by heart.
	NoBook bool

	// Language is the language of everything that people read; nil is English.
	Language *locale.Catalogue
	// Letters is the tag of the language whose piece letters moves are shown and
	// typed with; "" is English.
	Letters string

	ASCII   bool // letters in place of figures, nothing beyond ASCII
	Theme   canvas.Theme
	Colours canvas.Colours

	// Protocols are the languages of other programs that the console can be
	// asked to speak from then on, by name.
	Protocols map[string]Protocol

	// Now tells the time; nil means time.Now.
	Now func() time.Time
}

// Protocol speaks to another program, in a position of a rule set, until the
// input ends or the other side takes leave.
type Protocol func(ctx context.Context, in io.Reader, r rules.Rules, p *board.Position) error

// Asked is what a person has asked for, rather than left as it is by default.
type Asked struct{ People, Level, Control bool }

// DefaultLevel is the engine's level unless another is asked for.
const DefaultLevel = 8

// complete fills in what is not given and refuses what makes no sense.
func (o *Options) complete() error {
	if o.Game != nil {
		o.Rules, o.Start = o.Game.Rules, o.Game.Start
	}
	if o.Rules == nil {
		return locale.NewError("command.play.term-no-rules-to-play", nil)
	}
	if o.Language == nil {
		o.Language = locale.English()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Level == 0 {
		o.Level = DefaultLevel
	}
	if o.Theme == "" {
		o.Theme = canvas.Auto
	}
	if o.Find == nil {
		o.Find = registry.New(o.Rules).Find
	}
	switch {
	case o.Level < 1 || o.Level > engine.MaxLevel:
		return fmt.Errorf("term: %w", levelError(o.Level))
	case o.Depth < 0 || o.MoveTime < 0:
		return locale.NewError("command.play.term-depth-and-time-of", nil)
	}
	return nil
}

// control returns the players' time, the zero Control for none.
func (o *Options) control() *clock.Control {
	if o.Control == nil {
		return &clock.Control{}
	}
	return o.Control
}

func levelError(n int) error {
	return locale.NewError("command.play.there-is-no-level-levels", message.Args{"value": n, "maxlevel": engine.MaxLevel})
}
