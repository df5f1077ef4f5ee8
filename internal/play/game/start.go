package game

import (
	"errors"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// maxStart is the longest text of a starting position.
const maxStart = 512

// MaxKeep is for how many days an open challenge may be kept.
const MaxKeep = 14

// Opponent is whom a new game is against.
type Opponent string

// The opponents.
const (
	Computer Opponent = "computer"
	Friend   Opponent = "friend" // whoever has the invitation
	Anybody  Opponent = "open"
	Oneself  Opponent = "self" // two people at one screen
)

// Request is a game that somebody wants to play.
type Request struct {
	Variant  string // the name of a rule set or the text of a definition
	Position string // the rule set's start if empty
	LastMove string // what led to the position, in UCI notation, if it is known
	Opponent Opponent
	Level    int    // of the computer
	Colour   string // "white", "black" or "random", the default
	Control  *clock.Control
	Name     string
	// Keep is for how many days an open challenge waits while its maker is away;
	// with 0 it ends when they leave.
	Keep int
}

// Creation is what the server adds to a requested game.
type Creation struct {
	ID      string
	Session Hash // of who asks
	Invite  Hash // of the token that lets a friend join
	White   bool // which colour chance gives to who asks
	Plays   bool // whether the computer plays the rule set
}

// NewStart returns the start of the game somebody asks for. An error is an
// *Error.
func NewStart(r rules.Rules, q Request, c Creation) (Start, error) {
	start := Start{ID: c.ID, Variant: r.Info().Ref(), LastMove: q.LastMove}
	if c.Session == (Hash{}) {
		return Start{}, NoCookie()
	}
	var err error
	if start.Control, err = checked(q.Control); err != nil {
		return Start{}, err
	}
	if start.Position, err = startingPosition(r, q.Position); err != nil {
		return Start{}, err
	}
	if q.Keep < 0 || q.Keep > MaxKeep || q.Keep > 0 && q.Opponent != Anybody {
		return Start{}, Refuse("game.invalid.keep", "only an open challenge can stay open while you are away, for 1 to {most} days, not {days}", message.Args{"days": q.Keep, "most": MaxKeep})
	}
	mine, other := Seat{Session: c.Session, Name: CleanName(q.Name)}, Seat{}
	switch q.Opponent {
	case Computer:
		if err := playable(r, q.Level, c.Plays); err != nil {
			return Start{}, err
		}
		other.Computer, start.Listed = q.Level, true
	case Friend:
		start.Invite = c.Invite
	case Anybody:
		start.Open, start.Listed, start.Keep = true, true, q.Keep
	case Oneself:
		start.White, start.Black = Seat{Session: mine.Session, Name: "White"}, Seat{Session: mine.Session, Name: "Black"}
		return start, nil
	default:
		return Start{}, Refuse("game.invalid.opponent", "the opponent must be computer, friend, open or self, not {text, quote}", message.Args{"text": notation.Clip(string(q.Opponent))})
	}
	white := c.White
	switch q.Colour {
	case "white", "black":
		white = q.Colour == "white"
	case "random", "":
	default:
		return Start{}, Refuse("game.invalid.colour", "the colour must be white, black or random, not {text, quote}", message.Args{"text": notation.Clip(q.Colour)})
	}
	start.White, start.Black = mine, other
	if !white {
		start.White, start.Black = other, mine
	}
	return start, nil
}

// LocalGame is a game at one screen that somebody asks for. A seat that is
// neither the computer's nor named is a person's all the same.
type LocalGame struct {
	ID           string
	Position     string // the rule set's own if empty
	LastMove     string // what led to the position, in UCI notation, if it is known
	Control      *clock.Control
	White, Black Seat
}

// NewLocalStart returns the start of a game at one screen. An error is an
// *Error.
func NewLocalStart(r rules.Rules, q LocalGame, plays bool) (Start, error) {
	start := Start{ID: q.ID, Variant: r.Info().Ref(), LastMove: q.LastMove, White: q.White, Black: q.Black, Local: true}
	var err error
	if start.Control, err = checked(q.Control); err != nil {
		return Start{}, err
	}
	if start.Position, err = startingPosition(r, q.Position); err != nil {
		return Start{}, err
	}
	for _, seat := range []*Seat{&start.White, &start.Black} {
		seat.Name, seat.Session = CleanName(seat.Name), Hash{}
		if seat.Person = seat.Computer == 0; seat.Person {
			continue
		}
		if err := playable(r, seat.Computer, plays); err != nil {
			return Start{}, err
		}
	}
	return start, nil
}

// Begin returns the game that starts, and its first events.
func Begin(find pgn.Finder, start Start, at int64) (*Game, []Event, error) {
	events := []Event{{Type: Created, At: at, Start: &start}}
	g, err := Fold(find, events)
	return g, events, err
}

// playable refuses a computer opponent that there is not.
func playable(r rules.Rules, level int, plays bool) error {
	if level < 1 || level > engine.MaxLevel {
		return badLevel(level)
	}
	if !plays {
		return Refuse("game.invalid.engine", "the computer does not play {variant}", message.Args{"variant": r.Info().Name})
	}
	return nil
}

// checked returns a control that can be played by, nil for none.
func checked(c *clock.Control) (*clock.Control, error) {
	if c == nil || c.None() {
		return nil, nil
	}
	if err := c.Check(); err != nil {
		return nil, Refuse("game.invalid.control", "{why}", message.Args{"why": message.Of(err)})
	}
	if c.Moves != 0 {
		return nil, Refuse("game.invalid.sessions", "the time is for the whole game: time controls by number of moves are not supported", nil)
	}
	control := *c
	return &control, nil
}

// startingPosition returns a starting position, which must be one to play from.
func startingPosition(r rules.Rules, text string) (string, error) {
	if text == "" {
		text = r.Info().Start
	}
	if len(text) > maxStart {
		return "", Refuse("game.invalid.long-position", "the starting position is too long", nil)
	}
	p, err := r.Guide().ParsePosition(text, rules.ParseOptions{})
	if err != nil {
		e := Refuse("game.invalid.position", "the starting position cannot be played: {why}", message.Args{"why": message.Of(err)})
		e.Cause = err
		errors.As(err, &e.Faults)
		return "", e
	}
	if o := rules.OutcomeOf(r, &p); o.Over() {
		return "", Refuse("game.invalid.ended", "the game would already be over: {how}", message.Args{"how": resultOf(o, p.Side).Message()})
	}
	return r.Guide().FormatPosition(&p), nil
}
