package console

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// What people type who come from the line console of another program: to walk
// through the game, to set up positions, to change sides and rule sets.

// howMany reads a count from 1 on, 1 if there is none.
func howMany(word string) (int, error) {
	if word == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 || n > 10_000 {
		return 0, locale.NewError("command.play.is-no-number-of-half", message.Args{"word": session.Clip(session.Tidy(word))})
	}
	return n, nil
}

// back takes back so many half-moves, or more where the engine would move.
func (c *console) back(word string) error {
	n, err := howMany(word)
	if err != nil {
		return err
	}
	to := max(0, c.Game.Ply()-n)
	for first := true; first || c.Game.Ply() > to; first = false {
		before := c.Game.Ply()
		told, err := c.TakeBack()
		if err != nil {
			return err
		}
		c.say("%s.", told)
		if !first && c.Game.Ply() == before {
			break
		}
	}
	c.say("%s.", c.Standing())
	return nil
}

// remove takes back a move of each side.
func (c *console) remove(string) error { return c.back("2") }

// forward plays again so many half-moves that were taken back.
func (c *console) forward(word string) error {
	n, err := howMany(word)
	if err != nil {
		return err
	}
	for i := range n {
		events, err := c.Do(game.Redo{})
		switch {
		case err != nil && i > 0 && !errors.Is(err, session.ErrFlag):
			return nil // all there was
		case err != nil:
			return err
		}
		c.report(events)
	}
	return nil
}

// list writes the moves played, a move of each side on a line.
func (c *console) list(string) error {
	moves := c.Moves()
	if len(moves) == 0 {
		c.say("%s", c.Text("command.play.no-move-has-been-played", message.Args{"standing": c.Standing()}))
		return nil
	}
	line := ""
	for i, m := range moves {
		white := !strings.HasSuffix(m.Number, "..")
		switch {
		case white && line != "":
			c.say("%s", line)
			fallthrough
		case white:
			line = fmt.Sprintf("%-4s %s", m.Number, m.San)
		case i == 0:
			line = fmt.Sprintf("%-4s ...         %s", strings.TrimRight(m.Number, ".")+".", m.San)
		default:
			line = fmt.Sprintf("%-16s %s", line, m.San)
		}
	}
	c.say("%s", line)
	c.say("%s.", c.Standing())
	return nil
}

func (c *console) setBoard(position string) error {
	if position == "start" {
		position = c.Rules().Info().Start
	}
	start, err := c.Rules().Guide().ParsePosition(position, rules.ParseOptions{})
	if err != nil {
		return err
	}
	if err := c.Restart(start); err != nil {
		return err
	}
	c.say("%s", c.Text("command.play.a-new-game", message.Args{"seats": c.Seats(), "standing": c.Standing()}))
	return nil
}

// fen prints the position, or sets one up.
func (c *console) fen(position string) error {
	if position != "" {
		return c.setBoard(position)
	}
	p := c.Game.Position()
	c.say("%s", c.Rules().Guide().FormatPosition(&p))
	return nil
}

// epd prints the position without its clocks, or sets one up.
func (c *console) epd(position string) error {
	if position != "" {
		return c.setBoard(position)
	}
	p := c.Game.Position()
	fields := strings.Fields(c.Rules().Guide().FormatPosition(&p))
	c.say("%s", strings.Join(fields[:max(0, len(fields)-2)], " ")) // the last two are the clocks
	return nil
}

// variant tells the rule set, or begins a game of another.
func (c *console) variant(name string) error {
	if name == "" {
		i := c.Rules().Info()
		c.say("%s", c.Text("command.play.this-is-tain-variants-lists", message.Args{"name": i.Name, "title": i.Title}))
		return nil
	}
	r, ok := c.Options.Find(strings.ToLower(name))
	if !ok {
		return locale.NewError("command.play.there-is-no-rule-set", message.Args{"name": session.Clip(session.Tidy(name))})
	}
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return err
	}
	if err := c.beginWith(pgn.NewGame(r, start), c.control()); err != nil {
		return err
	}
	c.say("%s: %s. %s.", c.Title(r), c.Seats(), c.Standing())
	if c.Notice != "" {
		c.say("%s.", c.Notice)
	}
	return nil
}

// control returns the time of the game in play, the zero Control for none.
func (c *console) control() clock.Control {
	if now := c.Game.Control(); now != nil {
		return *now
	}
	return clock.Control{}
}

// beginWith begins a game with the same people at a clock.
func (c *console) beginWith(from *pgn.Game, control clock.Control) error {
	return c.Begin(from, game.Recovered{Control: &control}, c.People())
}

// setClock sets the clock as XBoard's level does: 0 for the whole game, minutes,
// seconds added.
func (c *console) setClock(words string) error {
	control, err := clock.ParseLevel(words)
	if err != nil {
		return err
	}
	if c.Game.Ply() > 0 {
		return locale.NewError("command.play.the-clock-is-set-before", nil)
	}
	if err := c.beginWith(pgn.NewGame(c.Rules(), c.Fresh()), control); err != nil {
		return err
	}
	return c.clock("")
}

// clock shows the time left.
func (c *console) clock(string) error {
	left := c.Game.Clocks(c.Millis())
	if left == nil {
		c.say("%s", c.Text("command.play.the-game-has-no-clock", nil))
		return nil
	}
	c.say("%s", c.Text("command.play.white-black", message.Args{"clocktext": session.ClockText(left.White), "clocktexttwo": session.ClockText(left.Black)}))
	return nil
}

// swap lets person and engine change sides.
func (c *console) swap(string) error {
	people := c.People()
	if people[0] == people[1] {
		return locale.NewError("command.play.there-is-nobody-to-change", message.Args{"seats": c.Seats()})
	}
	if err := c.Seat([2]bool{people[1], people[0]}); err != nil {
		return err
	}
	c.say("%s.", session.Sentence(c.Seats()))
	return nil
}

// userMove plays a move that is told with the word usermove before it.
func (c *console) userMove(text string) error {
	events, err := c.Play(text)
	return c.done(events, err)
}

// done tells what came of a command that was given to the game.
func (c *console) done(events []game.Event, err error) error {
	if err == nil {
		c.report(events)
	}
	return err
}

// speak hands the input over to a protocol, in the position of the game. The
// console ends with it.
func speak(name string) func(*console, string) error {
	return func(c *console, _ string) error {
		protocol := c.Options.Protocols[name]
		if protocol == nil {
			return locale.NewError("command.play.this-console-does-not-speak", message.Args{"name": name})
		}
		if err := c.flush(); err != nil {
			return err
		}
		p := c.Game.Position()
		c.left = true
		c.failed = protocol(c.ctx, c.in, c.Rules(), &p)
		return nil
	}
}
