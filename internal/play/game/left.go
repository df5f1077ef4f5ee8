package game

import (
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// How long a player may be gone, see the package comment, in milliseconds.
const (
	leastPatience = 15 * int64(time.Second/time.Millisecond)
	mostPatience  = 120 * int64(time.Second/time.Millisecond)
	untimedGone   = day
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
		return min(mostPatience, max(leastPatience, c.Initial/10))
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
		return nil, Refuse("game.nothing.left", "this game cannot be claimed now: abort it before both have moved, or wait for the clock", nil)
	case at == 0:
		return nil, Refuse("game.nothing.here", "your opponent is here: there is nothing to claim", nil)
	case d.now < at:
		return nil, Refuse("game.too-soon.left", "your opponent may still come back: you can claim the game in {seconds, plural, one {a second} other {# seconds}}", message.Args{"seconds": int((at - d.now + 999) / 1000)})
	}
	e := Event{Type: Gone, Side: gone}
	if c.Draw {
		e.Reason = drawn
	}
	return d.event(e), nil
}
