package game

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// MaxEvents is the number of events after which the players can only end the game or agree to a rematch.
const MaxEvents = 6000

// Command is a player's request to act in a game: one of the types in command.go. Repeating a command that has
// just been carried out usually has no effect and is not an error. However, [Redo] and [Resume] are carried out
// again, and a [Takeback] is stale once it has taken back moves.
type Command interface {
	decide(d *decision) ([]Event, error)
}

// Decide returns the events that a command from the player at a seat causes, or none if the command has no
// effect, such as a repeated one. It does not change the game: the caller saves the events and then applies them. The
// caller first applies the events caused by time alone; see [Game.Due].
func (g *Game) Decide(seat Side, c Command, now int64) ([]Event, error) {
	if seat == Nobody && g.start.Local {
		seat = Both // at one screen, anybody may give any command
	}
	switch {
	case seat == Nobody:
		return nil, OnlyWatching()
	case c == nil:
		return nil, UnknownCommand()
	case g.events >= MaxEvents && grows(c):
		return nil, Refuse("game.limit.events", "this game is too long to continue: agree to a draw, or resign", nil)
	}
	switch c.(type) {
	case Redo, Reseat, Pause, Resume:
		if !g.start.Local {
			return nil, Refuse("game.invalid.local", "this is possible only in a pass-and-play game", nil)
		}
	}
	me := seat
	if seat == Both {
		me = SideOf(g.Turn())
	}
	return c.decide(&decision{Game: g, seat: seat, me: me, now: now})
}

// grows reports whether repeating a command could make the game grow without limit.
func grows(c Command) bool {
	var do OfferAction
	switch c := c.(type) {
	case Move, Takeback, Redo, Reseat, Pause, Resume:
		return true
	case Draw:
		do = c.Do
	case Rematch:
		do = c.Do
	}
	return do == Decline || do == Withdraw
}

// Join returns the events with which a session takes the free seat under a name. It returns none if the
// session already has a seat. An open game requires no invitation token.
func (g *Game) Join(session Hash, token, name string, now int64) ([]Event, error) {
	switch {
	case session == Hash{}:
		return nil, NoCookie()
	case g.Seat(session) != Nobody:
		return nil, nil
	case g.result != nil:
		return nil, ended(g.result)
	case !g.Waiting():
		return nil, Refuse("game.taken", "both seats are taken; you can watch", nil)
	case !g.start.Open && !HashOf(token).Same(g.start.Invite):
		return nil, Refuse("game.bad-token", "this invitation is not for this game: ask for the complete link", nil)
	}
	side := White
	if !g.seats[board.White].Free() {
		side = Black
	}
	return []Event{{Type: Joined, At: now, Side: side, Player: &Seat{Session: session, Name: CleanName(name)}}}, nil
}

// Do carries out a command in a game without other writers. It applies the events caused by time alone,
// decides the command and applies its events. It returns all new events for the caller to save, even if the
// command is refused.
func (g *Game) Do(seat Side, c Command, now int64) ([]Event, error) {
	done, err := g.Expire(now)
	if err != nil {
		return nil, err
	}
	events, refused := g.Decide(seat, c, max(now, g.updated))
	if err := g.Apply(events...); err != nil {
		return nil, err
	}
	return append(done, events...), refused
}

// Expire applies the events caused by time alone in a game without other writers, and returns them for the
// caller to save. Call it at the [Game.Deadline].
func (g *Game) Expire(now int64) ([]Event, error) {
	due := g.Due(max(now, g.updated))
	return due, g.Apply(due...)
}

// decision is the context of a command: the game, the player's seat, the acting colour (the side to move if
// the player holds both seats), and the time.
type decision struct {
	*Game
	seat, me Side
	now      int64
}

func (d *decision) event(e Event) []Event {
	e.At = d.now
	return []Event{e}
}

// opponentPlays reports whether the computer is the opponent.
func (d *decision) opponentPlays() bool { return d.computer(d.me.Other().Colour()) > 0 }

// alone reports whether one player holds both seats.
func (d *decision) alone() bool { return d.seat == Both }

// going returns an error unless the game is in play.
func (d *decision) going() error {
	switch {
	case d.result != nil:
		return ended(d.result)
	case d.Waiting():
		return OpponentMissing()
	}
	return nil
}

// current returns an error if a command was intended for another position, or for the same position before a
// takeback.
func (d *decision) current(ply, takebacks int) error {
	switch {
	case ply != d.Ply():
		return Refuse("game.stale.ply", "the game has moved on: it is at half-move {ply}, not {was}", message.Args{"ply": d.Ply(), "was": ply})
	case takebacks != d.takebacks:
		return Refuse("game.stale.takebacks", "the game has moved on: there have been {takebacks} takebacks, not {was}", message.Args{"takebacks": d.takebacks, "was": takebacks})
	}
	return nil
}

// inPlay returns an error unless the game is in play and in the given state.
func (d *decision) inPlay(ply, takebacks int) error {
	if err := d.going(); err != nil {
		return err
	}
	return d.current(ply, takebacks)
}

// endedBy reports whether the game ended for one of the given reasons.
func (d *decision) endedBy(reasons ...rules.Reason) bool {
	return d.result != nil && slices.Contains(reasons, d.result.Reason)
}

func (c Move) decide(d *decision) ([]Event, error) {
	if d.repeats(c) {
		return nil, nil
	}
	if err := d.inPlay(c.Ply, c.Takebacks); err != nil {
		return nil, err
	}
	p := d.line.Position()
	if !strings.EqualFold(c.Key, KeyText(p.Hash)) {
		return nil, stalePosition(c.Ply)
	}
	if !d.seat.Holds(p.Side) {
		return nil, Refuse("game.not-your-turn", "it is {side}'s turn", message.Args{"side": p.Side})
	}
	played, err := rules.Play(d.rules, &p, c.Move)
	if err != nil {
		return nil, moveError(err)
	}
	events := d.event(Event{Type: Moved, Move: d.rules.Guide().FormatUCI(&p, played.Move), parsed: played.Move, Given: d.lagOf(c.Lag, d.now)})
	if d.Ply()+1 >= MaxPlies && !d.start.Local {
		// The game is drawn, unless the move itself ends it.
		line := d.CopyLine()
		if _, err := line.Play(played.Move); err == nil && !line.Outcome().Over() {
			events = append(events, Event{Type: Lengthy, At: d.now})
		}
	}
	return events, nil
}

// repeats reports whether the same player has already played this move in the intended position.
func (d *decision) repeats(c Move) bool {
	if c.Ply < 0 || c.Ply >= d.Ply() {
		return false
	}
	p, _ := d.line.At(c.Ply)
	if !strings.EqualFold(c.Key, KeyText(p.Hash)) || !d.seat.Holds(p.Side) {
		return false
	}
	m, err := d.rules.Guide().ParseMove(&p, c.Move)
	return err == nil && m == d.moves[c.Ply].Move
}

func (Resign) decide(d *decision) ([]Event, error) {
	if d.endedBy(rules.Resignation) && (d.seat == Both || d.result.Side == d.me) {
		return nil, nil
	}
	if err := d.going(); err != nil {
		return nil, err
	}
	return d.event(Event{Type: Resigned, Side: d.me}), nil
}

func (c Claim) decide(d *decision) ([]Event, error) {
	if d.endedBy(rules.Threefold, rules.Fifty) {
		return nil, nil
	}
	if err := d.inPlay(c.Ply, c.Takebacks); err != nil {
		return nil, err
	}
	switch {
	case !d.seat.Holds(d.Turn()):
		return nil, Refuse("game.not-your-turn.claim", "only the side to move can claim a draw", nil)
	case len(d.claim) == 0:
		return nil, Refuse("game.nothing.claim", "no draw can be claimed: it needs the same position three times, or fifty moves without a capture or a pawn move", nil)
	}
	return d.event(Event{Type: Claimed, Side: SideOf(d.Turn()), Reason: string(d.claim[0])}), nil
}

func (Abort) decide(d *decision) ([]Event, error) {
	switch {
	case d.endedBy(rules.Aborted):
		return nil, nil
	case d.result != nil:
		return nil, d.going()
	case !d.Waiting() && d.Ply() >= FreePlies:
		return nil, Refuse("game.too-late", "the game can no longer be aborted once both players have moved; you can resign", nil)
	}
	return d.event(Event{Type: Aborted, Side: d.me}), nil
}
