package game

import (
	"slices"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// What is not counted of a player's time, in milliseconds, see the package
// comment.
const (
	mostLag   = 500  // of the way, for one move
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
	return max(0, min(lag, mostLag, g.quota[g.Turn()]))
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
	return message.New("game.returned", "the server was away: {seconds, plural, one {one second is} other {# seconds are}} given back to {side}", message.Args{"side": r.Side.Colour(), "seconds": int((r.Time + 999) / 1000)})
}

// Refund returns what was given back since the last move because nobody kept the
// game, nil if nothing was.
func (g *Game) Refund() *Refund {
	if g.returned == nil {
		return nil
	}
	return &Refund{Side: g.returned.Side, Time: g.returned.Given}
}
