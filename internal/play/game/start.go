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

// maxStart is the maximum length of a starting position in bytes.
const maxStart = 512

// maxKeep is the maximum number of days that an open challenge waits.
const maxKeep = 14

// Opponent is the kind of opponent in a new game.
type Opponent string

// The opponents.
const (
	Computer Opponent = "computer"
	Friend   Opponent = "friend" // anybody with the invitation
	Anybody  Opponent = "open"
	Oneself  Opponent = "self" // two people at one screen
)

// Request describes a requested game.
type Request struct {
	Variant  string // name of a rule set or text of a definition
	Position string // defaults to the rule set's starting position
	LastMove string // the move that led to the position, in UCI notation, if known
	Opponent Opponent
	Level    int    // of the computer
	Colour   string // "white", "black" or "random", the default; unused if Opponent is Oneself
	Control  *clock.Control
	Name     string
	// Keep is the number of days that an open challenge stays open while its creator is away. With 0 it ends
	// soon after they leave.
	Keep int
	// Rated makes the game count for the players' ratings.
	Rated bool
}

// Creation contains the data that the server adds to a request.
type Creation struct {
	ID      string
	Session Hash // of the requester
	Invite  Hash // hash of the token that lets a friend join
	White   bool // whether the requester gets White if Colour is random
	Plays   bool // whether the computer supports the rule set
	Account bool // whether the requester is signed in to an account
	Bot     bool // whether a program plays that account
}

// NewStart returns the start of a requested game. Errors are of type *Error.
func NewStart(r rules.Rules, q Request, c Creation) (Start, error) {
	if c.Session == (Hash{}) {
		return Start{}, NoCookie()
	}
	start, err := newStart(r, c.ID, q.Position, q.LastMove, q.Control)
	if err != nil {
		return Start{}, err
	}
	if q.Keep < 0 || q.Keep > maxKeep || q.Keep > 0 && q.Opponent != Anybody {
		return Start{}, Refuse("game.invalid.keep", "only an open challenge can stay open while you are away, for 1 to {most} days, not {days}", message.Args{"days": q.Keep, "most": maxKeep})
	}
	if q.Rated {
		if err := rateable(r, &start, q.Opponent, c.Account); err != nil {
			return Start{}, err
		}
		start.Rated = true
	}
	white := c.White
	switch q.Colour {
	case "white", "black":
		white = q.Colour == "white"
	case "random", "":
	default:
		return Start{}, Refuse("game.invalid.colour", "the colour must be white, black or random, not {text, quote}", message.Args{"text": notation.Clip(q.Colour)})
	}
	mine, other := Seat{Session: c.Session, Name: CleanName(q.Name), Bot: c.Bot}, Seat{}
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
	start.White, start.Black = mine, other
	if !white {
		start.White, start.Black = other, mine
	}
	return start, nil
}

// LocalGame describes a requested game at one screen. A seat that is not the computer's belongs to a person,
// even without a name.
type LocalGame struct {
	ID           string
	Position     string // defaults to the rule set's starting position
	LastMove     string // the move that led to the position, in UCI notation, if known
	Control      *clock.Control
	White, Black Seat
}

// NewLocalStart returns the start of a local game. plays reports whether the computer supports the rule
// set. Errors are of type *Error.
func NewLocalStart(r rules.Rules, q LocalGame, plays bool) (Start, error) {
	start, err := newStart(r, q.ID, q.Position, q.LastMove, q.Control)
	if err != nil {
		return Start{}, err
	}
	start.White, start.Black, start.Local = q.White, q.Black, true
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

// newStart returns a start without players, with a valid control and position.
func newStart(r rules.Rules, id, position, lastMove string, c *clock.Control) (s Start, err error) {
	s = Start{ID: id, Variant: r.Info().Ref(), LastMove: lastMove}
	if s.Control, err = checked(c); err == nil {
		s.Position, err = startingPosition(r, position)
	}
	return s, err
}

// Begin returns a new game and its first events.
func Begin(find pgn.Finder, start Start, at int64) (*Game, []Event, error) {
	events := []Event{{Type: Created, At: at, Start: &start}}
	g, err := Fold(find, events)
	return g, events, err
}

// rateable returns an error if a game cannot be rated.
func rateable(r rules.Rules, s *Start, o Opponent, account bool) error {
	p, err := r.Guide().ParsePosition(s.Position, rules.ParseOptions{})
	if err != nil {
		return err
	}
	_, shuffled := rules.StartNumber(r, &p)
	switch {
	case !account:
		return NeedsAccount()
	case o != Friend && o != Anybody:
		return Refuse("game.invalid.rated-opponent", "only games between two people with accounts can be rated", nil)
	case s.Control == nil:
		return Refuse("game.invalid.rated-clock", "a rated game needs a clock or days per move", nil)
	case s.Position != r.Info().Start && !shuffled || s.LastMove != "":
		return Refuse("game.invalid.rated-position", "a rated game begins in the usual starting position or a shuffled one", nil)
	}
	return nil
}

// playable returns an error if the computer cannot play a rule set at a level.
func playable(r rules.Rules, level int, plays bool) error {
	if level < 1 || level > engine.MaxLevel {
		return badLevel(level)
	}
	if !plays {
		return Refuse("game.invalid.engine", "the computer does not play {variant}", message.Args{"variant": r.Info().Name})
	}
	return nil
}

// checked returns a copy of a valid control, or nil for none.
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

// startingPosition validates and formats a starting position.
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
