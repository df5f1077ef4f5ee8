package game

import (
	"errors"
	"math/rand/v2"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// maxStart is the longest text of a starting position.
const maxStart = 512

// begin returns the start of the game somebody asks for. Plays tells whether
// the computer plays the rule set.
func (s Spec) begin(id string, r rules.Rules, by Browser, plays bool) (Start, error) {
	start := Start{ID: id, Variant: r.Info().Name}
	if by.hash == (Hash{}) {
		return Start{}, refuse(CodeNoSeat, "a player needs a cookie: allow cookies for this site")
	}
	if s.Control != nil && *s.Control != (Control{}) {
		control := *s.Control
		start.Control = &control
	}
	if err := start.Control.check(); err != nil {
		return Start{}, err
	}
	var err error
	if start.Position, err = s.position(r); err != nil {
		return Start{}, err
	}
	mine, other := Seat{Browser: by.hash, Name: CleanName(s.Name)}, Seat{}
	switch s.Opponent {
	case Computer:
		if s.Level < 1 || s.Level > engine.MaxLevel {
			return Start{}, refuse(CodeInvalid, "the computer's level is from 1 to %d, not %d", engine.MaxLevel, s.Level)
		}
		if !plays {
			return Start{}, refuse(CodeInvalid, "the computer does not play %s", r.Info().Name)
		}
		other.Computer = s.Level
	case Friend:
		start.Invite = tokenHash(by.invite(id))
	case Anybody:
		start.Open = true
	case Oneself:
		start.White, start.Black = Seat{mine.Browser, "White", 0}, Seat{mine.Browser, "Black", 0}
		return start, nil
	default:
		return Start{}, refuse(CodeInvalid, "the opponent is computer, friend, open or self, not %q", notation.Clip(string(s.Opponent)))
	}
	switch s.Colour {
	case "white":
		start.White, start.Black = mine, other
	case "black":
		start.White, start.Black = other, mine
	case "random", "":
		start.White, start.Black = mine, other
		if rand.IntN(2) == 0 {
			start.White, start.Black = other, mine
		}
	default:
		return Start{}, refuse(CodeInvalid, "the colour is white, black or random, not %q", notation.Clip(s.Colour))
	}
	return start, nil
}

// position returns the starting position, which must be one to play from.
func (s Spec) position(r rules.Rules) (string, error) {
	text := s.Start
	if text == "" {
		text = r.Info().Start
	}
	if len(text) > maxStart {
		return "", refuse(CodeInvalid, "the starting position is longer than any")
	}
	p, err := r.Guide().ParsePosition(text, rules.ParseOptions{})
	if err != nil {
		e := &Error{Code: CodeInvalid, Message: "the starting position cannot be played: " + err.Error(), cause: err}
		errors.As(err, &e.Faults)
		return "", e
	}
	if o := rules.OutcomeOf(r, &p); o.Over() {
		return "", refuse(CodeInvalid, "the game would be over before it begins: %s", o.Sentence())
	}
	return r.Guide().FormatPosition(&p), nil
}
