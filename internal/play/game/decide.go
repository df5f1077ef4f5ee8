package game

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// MaxEvents is how many events a game may have before it can only be ended.
const MaxEvents = 6000

// Decide returns what comes of a command of the one at a seat. Nothing at all
// means that it was carried out before. The game is as it was: the events are
// to be kept, and then applied.
//
// What time alone has brought about comes first, see [Game.Due].
func (g *Game) Decide(seat Side, c Command, now int64) ([]Event, error) {
	if seat == Nobody && g.start.Local {
		seat = Both // whoever sits at the screen may do anything there
	}
	if seat == Nobody {
		return nil, OnlyWatching()
	}
	if g.events >= MaxEvents && grows(c) {
		return nil, Refuse("game.limit.events", "this game is too long to continue: agree to a draw, or resign", nil)
	}
	me := seat
	if seat == Both {
		me = SideOf(g.Turn())
	}
	d := decision{Game: g, seat: seat, me: me, now: now}
	switch c := c.(type) {
	case Move:
		return d.move(c)
	case Resign:
		return d.resign()
	case Draw:
		return d.draw(c)
	case Claim:
		return d.claimDraw(c)
	case ClaimLeft:
		return d.claimLeft(c)
	case Takeback:
		if g.start.Local {
			return d.undo(c)
		}
		return d.takeback(c)
	case Rematch:
		return d.rematch(c)
	case Abort:
		return d.abort()
	}
	return d.local(c)
}

// local decides what is done in local games only.
func (d *decision) local(c Command) ([]Event, error) {
	switch c.(type) {
	case Redo, Reseat, Pause, Resume:
		if !d.start.Local {
			return nil, Refuse("game.invalid.local", "this is possible only in a pass-and-play game", nil)
		}
	}
	switch c := c.(type) {
	case Redo:
		return d.redo()
	case Reseat:
		return d.reseat(c)
	case Pause:
		return d.pause()
	case Resume:
		return d.resume()
	}
	return nil, UnknownCommand()
}

// grows reports whether a command can be given for ever.
func grows(c Command) bool {
	var do Action
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

// Join returns what comes of a session that wants the free seat under a name.
// The token is that of an invitation; an open game needs none.
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

// Do carries out a command in a game that is kept in one place: it brings
// about what time alone has done, decides, and applies. It returns all that
// happened, to be kept, also where the command is refused.
func (g *Game) Do(seat Side, c Command, now int64) ([]Event, error) {
	done, err := g.Expire(now)
	if err != nil {
		return nil, err
	}
	events, refused := g.Decide(seat, c, max(now, g.updated))
	if err := g.applyAll(events); err != nil {
		return nil, err
	}
	return append(done, events...), refused
}

// Expire brings about what time alone has done in a game that is kept in one
// place, and returns it to be kept. It is to be called at the [Game.Deadline].
func (g *Game) Expire(now int64) ([]Event, error) {
	due := g.Due(max(now, g.updated))
	return due, g.applyAll(due)
}

func (g *Game) applyAll(events []Event) error {
	for _, e := range events {
		if err := g.Apply(e); err != nil {
			return err
		}
	}
	return nil
}

// decision is what a command is decided on: the game, who asks, and when. Me is
// the colour that acts; one who holds both seats acts for the side to move.
type decision struct {
	*Game
	seat, me Side
	now      int64
}

func (d *decision) event(e Event) []Event {
	e.At = d.now
	return []Event{e}
}

// opponentPlays reports whether the other seat is held by the computer.
func (d *decision) opponentPlays() bool { return d.computer(d.me.Other().Colour()) > 0 }

// alone reports whether nobody else has to be asked.
func (d *decision) alone() bool { return d.seat == Both }

// going refuses what needs a game that is in play.
func (d *decision) going() error {
	switch {
	case d.result != nil:
		return ended(d.result)
	case d.Waiting():
		return OpponentMissing()
	}
	return nil
}

// current refuses what was meant for another position, or for the same one
// before it was left and come back to.
func (d *decision) current(ply, takebacks int) error {
	switch {
	case ply != d.Ply():
		return Refuse("game.stale.ply", "the game has moved on: it is at half-move {ply}, not {was}", message.Args{"ply": d.Ply(), "was": ply})
	case takebacks != d.takebacks:
		return Refuse("game.stale.takebacks", "the game has moved on: there have been {takebacks} takebacks, not {was}", message.Args{"takebacks": d.takebacks, "was": takebacks})
	}
	return nil
}

// endedBy reports whether the game has ended for one of these reasons.
func (d *decision) endedBy(reasons ...rules.Reason) bool {
	return d.result != nil && slices.Contains(reasons, d.result.Reason)
}

func (d *decision) move(c Move) ([]Event, error) {
	if d.repeats(c) {
		return nil, nil
	}
	if err := d.going(); err != nil {
		return nil, err
	}
	if err := d.current(c.Ply, c.Takebacks); err != nil {
		return nil, err
	}
	p := d.line.Position()
	if !strings.EqualFold(c.Key, keyText(&p)) {
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
		// Unless the move ends the game by itself.
		line := d.CopyLine()
		if _, err := line.Play(played.Move); err == nil && !line.Outcome().Over() {
			events = append(events, Event{Type: Lengthy, At: d.now})
		}
	}
	return events, nil
}

// repeats reports whether a move has been played already, in the position it
// was made for and by the one who asks.
func (d *decision) repeats(c Move) bool {
	if c.Ply < 0 || c.Ply >= d.Ply() {
		return false
	}
	p, _ := d.line.At(c.Ply)
	if !strings.EqualFold(c.Key, keyText(&p)) || !d.seat.Holds(p.Side) {
		return false
	}
	m, err := d.rules.Guide().ParseMove(&p, c.Move)
	return err == nil && m == d.moves[c.Ply].Move
}

func (d *decision) resign() ([]Event, error) {
	if d.endedBy(rules.Resignation) && (d.seat == Both || d.result.Side == d.me) {
		return nil, nil
	}
	if err := d.going(); err != nil {
		return nil, err
	}
	return d.event(Event{Type: Resigned, Side: d.me}), nil
}

func (d *decision) claimDraw(c Claim) ([]Event, error) {
	if d.endedBy(rules.Threefold, rules.Fifty) {
		return nil, nil
	}
	if err := d.going(); err != nil {
		return nil, err
	}
	if err := d.current(c.Ply, c.Takebacks); err != nil {
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

func (d *decision) abort() ([]Event, error) {
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
