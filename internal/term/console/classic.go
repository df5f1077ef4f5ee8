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

// parseCount parses a number of half-moves. An empty word means 1.
func parseCount(word string) (int, error) {
	if word == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 || n > 10_000 {
		return 0, locale.NewError("command.play.bad-count", message.Args{"word": session.Clip(word)})
	}
	return n, nil
}

// back takes back a number of half-moves, and one more if it would then be the engine's turn.
func (c *console) back(word string) error {
	n, err := parseCount(word)
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
	c.say("%s.", c.StatusText())
	return nil
}

// remove takes back one move by each side.
func (c *console) remove(string) error { return c.back("2") }

// forward replays a number of half-moves that were taken back.
func (c *console) forward(word string) error {
	n, err := parseCount(word)
	if err != nil {
		return err
	}
	for i := range n {
		events, err := c.Do(game.Redo{})
		switch {
		case err != nil && i > 0 && !errors.Is(err, session.ErrFlag):
			return nil // no more half-moves can be replayed
		case err != nil:
			return err
		}
		c.report(events)
	}
	return nil
}

// list prints the moves played. Each line contains one move by each side.
func (c *console) list(string) error {
	moves := c.Moves()
	if len(moves) == 0 {
		c.print("command.play.no-moves", message.Args{"standing": c.StatusText()})
		return nil
	}
	line := ""
	for i, m := range moves {
		number := fmt.Sprintf("%d.", m.Number)
		switch {
		case m.Black && i > 0:
			line = fmt.Sprintf("%-16s %s", line, m.SAN)
			continue
		case i > 0:
			c.say("%s", line)
		case m.Black:
			line = fmt.Sprintf("%-4s ...         %s", number, m.SAN)
			continue
		}
		line = fmt.Sprintf("%-4s %s", number, m.SAN)
	}
	c.say("%s", line)
	c.say("%s.", c.StatusText())
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
	c.print("command.play.new-game", message.Args{"seats": c.Seats(), "standing": c.StatusText()})
	return nil
}

// fen prints the position, or sets up the given one.
func (c *console) fen(position string) error {
	if position != "" {
		return c.setBoard(position)
	}
	p := c.Game.Position()
	c.say("%s", c.Rules().Guide().FormatPosition(&p))
	return nil
}

// epd prints the position without move counters, or sets up the given one.
func (c *console) epd(position string) error {
	if position != "" {
		return c.setBoard(position)
	}
	p := c.Game.Position()
	fields := strings.Fields(c.Rules().Guide().FormatPosition(&p))
	c.say("%s", strings.Join(fields[:max(0, len(fields)-2)], " ")) // drop the move counters
	return nil
}

// variant prints the rule set, or starts a game with another one.
func (c *console) variant(name string) error {
	if name == "" {
		i := c.Rules().Info()
		c.print("command.play.variant", message.Args{"name": i.Name, "title": i.Title})
		return nil
	}
	r, ok := c.Options.Find(strings.ToLower(name))
	if !ok {
		return locale.NewError("command.play.unknown-variant", message.Args{"name": session.Clip(name)})
	}
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return err
	}
	if err := c.beginWith(pgn.NewGame(r, start), c.control()); err != nil {
		return err
	}
	c.say("%s: %s. %s.", c.Title(r), c.Seats(), c.StatusText())
	if c.Notice != "" {
		c.say("%s.", c.Notice)
	}
	return nil
}

// control returns the game's time control, or the zero Control if there is none.
func (c *console) control() clock.Control {
	if now := c.Game.Control(); now != nil {
		return *now
	}
	return clock.Control{}
}

// beginWith starts a game from a record, with the same players and the given time control.
func (c *console) beginWith(from *pgn.Game, control clock.Control) error {
	return c.Begin(from, game.Recovered{Control: &control}, c.People())
}

// setClock sets the clock. It takes the arguments of XBoard's level command: the number of moves (0 for the
// whole game), minutes, and increment in seconds.
func (c *console) setClock(words string) error {
	control, err := clock.ParseLevel(words)
	if err != nil {
		return err
	}
	if c.Game.Ply() > 0 {
		return locale.NewError("command.play.clock.too-late", nil)
	}
	if err := c.beginWith(pgn.NewGame(c.Rules(), c.StartPosition()), control); err != nil {
		return err
	}
	return c.clock("")
}

// clock prints the remaining times.
func (c *console) clock(string) error {
	left := c.Game.Clocks(c.Millis())
	if left == nil {
		c.print("command.play.clock.none", nil)
		return nil
	}
	c.print("command.play.clock.times", message.Args{"white": session.ClockText(left.White), "black": session.ClockText(left.Black)})
	return nil
}

// swap swaps the sides of the player and the engine.
func (c *console) swap(string) error {
	people := c.People()
	if people[0] == people[1] {
		return locale.NewError("command.play.swap.no-opponent", message.Args{"seats": c.Seats()})
	}
	if err := c.Seat([2]bool{people[1], people[0]}); err != nil {
		return err
	}
	c.say("%s.", session.Capitalise(c.Seats()))
	return nil
}

// userMove plays the move in XBoard's usermove command.
func (c *console) userMove(text string) error {
	events, err := c.Play(text)
	return c.done(events, err)
}

// done prints the events of a game command, or returns its error.
func (c *console) done(events []game.Event, err error) error {
	if err == nil {
		c.report(events)
	}
	return err
}

// speak returns a command that passes the input to a protocol, starting from the current
// position. The console ends when the protocol ends.
func speak(name string) func(*console, string) error {
	return func(c *console, _ string) error {
		protocol := c.Options.Protocols[name]
		if protocol == nil {
			return locale.NewError("command.play.no-protocol", message.Args{"name": name})
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
