package game

import "time"

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
