package game

import (
	"github.com/tainchess/tain/board"
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
		return nil, Refuse("game.limit.events", "this game has become too long to go on: agree on a draw, or resign", nil)
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
			return nil, Refuse("game.invalid.local", "that can be done only in a game at one screen", nil)
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
		return nil, Refuse("game.taken", "both seats are taken; you may watch", nil)
	case !g.start.Open && !HashOf(token).Same(g.start.Invite):
		return nil, Refuse("game.bad-token", "that is not the invitation to this game: ask for the whole link", nil)
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
