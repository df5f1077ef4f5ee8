package game

import (
	"slices"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

const day = 24 * int64(time.Hour/time.Millisecond)

// How long a game stands that nobody goes on with, see the package comment.
const (
	lapseOpen   = day
	lapseFriend = 14 * day
	lapseClock  = day
	lapseDays   = 14 * day
	lapseIdle   = 60 * day
)

// Deadline returns when time alone changes the game, 0 for never.
func (g *Game) Deadline() int64 {
	flag, runs := g.clock.FlagAt()
	switch c := g.start.Control; {
	case g.result != nil:
		return 0
	case runs:
		return flag.UnixMilli()
	case g.start.Local:
		return 0
	case g.Waiting() && g.start.Open:
		return g.created + lapseOpen*int64(max(1, g.start.Keep))
	case g.Waiting():
		return g.created + lapseFriend
	case c == nil:
		return g.updated + lapseIdle
	case c.Days > 0:
		return g.updated + lapseDays
	}
	return g.updated + lapseClock
}

// Due returns the events that have come about by time alone.
func (g *Game) Due(now int64) []Event {
	switch deadline := g.Deadline(); {
	case deadline == 0 || now < deadline:
		return nil
	case g.clock.Running():
		return []Event{{Type: Flagged, At: now, Side: SideOf(g.Turn())}}
	}
	return []Event{{Type: Aborted, At: now}}
}

// What is not counted of a player's time, in milliseconds, see the package
// comment.
const (
	maxLag    = 500  // of the way, for one move
	lagQuota  = 3000 // of the way, for the first moves together
	lagRegain = 250  // what each move adds to what is left of that
	comeBack  = 3000 // after an outage, until the players have come back
)

// Allowance returns how many milliseconds the side to move is not counted for a
// move whose way to the player and back takes so long.
func (g *Game) Allowance(lag int64) int64 {
	if g.result != nil || g.start.Local || !g.clock.Running() || g.start.Control.Days > 0 {
		return 0
	}
	return max(0, min(lag, maxLag, g.quota[g.Turn()]))
}

// lagOf returns what is given back for a move made now: never more than it took.
func (g *Game) lagOf(lag, now int64) int64 {
	return max(0, min(g.Allowance(lag), now-g.clock.Since().UnixMilli()))
}

// forgive takes what a move is given back from the mover's quota, which grows
// with every move.
func (g *Game) forgive(mover board.Colour, given int64) {
	if given > 0 {
		g.clock.Forgive(time.Duration(given) * time.Millisecond)
	}
	g.quota[mover] = min(lagQuota, g.quota[mover]-given+lagRegain)
}

// Outage is a time during which nobody kept any games.
type Outage struct{ Since, Until int64 }

// Return returns what comes of outages, the last one first: the clock stood
// meanwhile, and stands until the players have come back. One whose flag had
// fallen before has lost all the same.
func (g *Game) Return(outages []Outage, now int64) []Event {
	flag, runs := g.clock.FlagAt()
	if g.result != nil || g.start.Local || !runs {
		return nil
	}
	n := slices.IndexFunc(outages, func(o Outage) bool { return o.Until <= g.updated })
	if n < 0 {
		n = len(outages)
	}
	given := int64(0)
	for _, o := range slices.Backward(outages[:n]) {
		since := max(o.Since, g.updated)
		if since >= flag.UnixMilli()+given {
			break
		}
		given += o.Until - since + comeBack
	}
	if given == 0 {
		return nil
	}
	return []Event{{Type: Returned, At: now, Side: SideOf(g.Turn()), Given: given}}
}

// Refund is the time that a side was given back because nobody kept the game.
type Refund struct {
	Side Side
	Time int64 // in milliseconds
}

// Message explains a refund.
func (r Refund) Message() message.Message {
	return message.New("game.returned", "the server was down: {side} gets {seconds, plural, one {one second} other {# seconds}} back", message.Args{"side": r.Side.Colour(), "seconds": int((r.Time + 999) / 1000)})
}

// Refund returns what was given back since the last move because nobody kept the
// game, nil if nothing was.
func (g *Game) Refund() *Refund {
	if g.returned == nil {
		return nil
	}
	return &Refund{Side: g.returned.Side, Time: g.returned.Given}
}

// How long a player may be gone, see the package comment, in milliseconds.
const (
	minPatience = 15 * int64(time.Second/time.Millisecond)
	maxPatience = 120 * int64(time.Second/time.Millisecond)
	untimedGone = day
)

// Patience returns how long one must be gone before the other may claim, in
// milliseconds; 0 means that nobody may.
func (g *Game) Patience() int64 {
	switch c := g.start.Control; {
	case c == nil:
		return untimedGone
	case c.Days > 0:
		return 0
	default:
		return min(maxPatience, max(minPatience, c.Initial/10))
	}
}

// ClaimAt returns when the absence of a side may be claimed that is gone since a
// time; 0 for never, as things stand.
func (g *Game) ClaimAt(side board.Colour, gone int64) int64 {
	one, other := g.seats[side], g.seats[side.Other()]
	people := one.Computer == 0 && other.Computer == 0 && !one.Free() && !other.Free() && !one.Session.Same(other.Session)
	patience := g.Patience()
	if gone == 0 || patience == 0 || g.result != nil || g.start.Local || !people || g.Ply() < FreePlies {
		return 0
	}
	if g.start.Control == nil {
		if g.Turn() != side {
			return 0
		}
		gone = max(gone, g.updated)
	}
	return gone + patience
}

// Acted returns when a side last did anything in the game, 0 for never.
func (g *Game) Acted(side board.Colour) int64 { return g.acted[side] }

func (d *decision) claimLeft(c ClaimLeft) ([]Event, error) {
	gone := d.me.Other()
	if d.endedBy(Abandoned) && d.result.Side == gone {
		return nil, nil
	}
	if err := d.going(); err != nil {
		return nil, err
	}
	if err := d.current(c.Ply, c.Takebacks); err != nil {
		return nil, err
	}
	at := d.ClaimAt(gone.Colour(), c.Gone)
	switch {
	case at == 0 && c.Gone != 0:
		return nil, Refuse("game.nothing.left", "you cannot claim victory now: abort the game if the players have not both moved, or wait for the clock", nil)
	case at == 0:
		return nil, Refuse("game.nothing.here", "your opponent is connected, so you cannot claim victory", nil)
	case d.now < at:
		return nil, Refuse("game.too-soon.left", "your opponent may still come back: you can claim victory in {seconds, plural, one {a second} other {# seconds}}", message.Args{"seconds": int((at - d.now + 999) / 1000)})
	}
	e := Event{Type: Gone, Side: gone}
	if c.Draw {
		e.Reason = drawn
	}
	return d.event(e), nil
}
