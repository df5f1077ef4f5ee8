package game

import (
	"slices"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

const (
	second = int64(time.Second / time.Millisecond)
	day    = 24 * 60 * 60 * second
)

// Periods after which an inactive game is aborted, in milliseconds; see the package comment.
const (
	lapseOpen   = day
	lapseFriend = 14 * day
	lapseClock  = day
	lapseDays   = 14 * day
	lapseIdle   = 60 * day
)

// Deadline returns when the game next changes because of time alone, in milliseconds, or 0 if never.
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

// Due returns the events caused by time alone: a fallen flag, or an abort after inactivity.
func (g *Game) Due(now int64) []Event {
	switch deadline := g.Deadline(); {
	case deadline == 0 || now < deadline:
		return nil
	case g.clock.Running():
		return []Event{{Type: Flagged, At: now, Side: SideOf(g.Turn())}}
	}
	return []Event{{Type: Aborted, At: now}}
}

// Time that is not charged to a player, in milliseconds; see the package comment.
const (
	maxLag    = 500  // maximum refund of network delay per move
	lagQuota  = 3000 // initial and maximum quota of refunded network delay
	lagRegain = 250  // increase of the quota per move
	comeBack  = 3000 // time for the players to reconnect after an outage
)

// Allowance returns how much of the next move's time is not charged to the side to move, given the
// player's round-trip time. Both are in milliseconds.
func (g *Game) Allowance(lag int64) int64 {
	if g.result != nil || g.start.Local || !g.clock.Running() || g.start.Control.Days > 0 {
		return 0
	}
	return max(0, min(lag, maxLag, g.quota[g.Turn()]))
}

// lagOf returns the network delay to refund for a move made now, at most the time that the move took.
func (g *Game) lagOf(lag, now int64) int64 {
	return max(0, min(g.Allowance(lag), now-g.clock.Since().UnixMilli()))
}

// forgive refunds network delay to the mover and updates the quota.
func (g *Game) forgive(mover board.Colour, given int64) {
	if given > 0 {
		g.clock.Forgive(millis(given))
	}
	g.quota[mover] = min(lagQuota, g.quota[mover]-given+lagRegain)
}

// Outage is a period in which the servers were down, suspended or unable to save moves, in milliseconds.
type Outage struct{ Since, Until int64 }

// Return returns the events that refund outages, which are given latest first. The clock does not run during
// an outage, nor for a short time afterwards, so that the players can reconnect. A flag that fell before the
// outage stays down.
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

// Limits on how long a player may be absent, in milliseconds; see the package comment.
const (
	minPatience = 15 * second
	maxPatience = 120 * second
	untimedGone = day
)

// Patience returns how long a player must be absent before the opponent may claim the game, in milliseconds,
// or 0 if the opponent may not claim.
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

// ClaimAt returns when a side's opponent may claim the game, given when the side left. It returns 0 if
// the opponent may not claim.
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

// Acted returns the time of a side's last event, or 0 if it has none. A refund counts as an event of the side
// that gets it.
func (g *Game) Acted(side board.Colour) int64 { return g.acted[side] }

func (c ClaimLeft) decide(d *decision) ([]Event, error) {
	gone := d.me.Other()
	if d.endedBy(Abandoned) && d.result.Side == gone {
		return nil, nil
	}
	if err := d.inPlay(c.Ply, c.Takebacks); err != nil {
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
