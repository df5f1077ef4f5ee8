package game

import (
	"fmt"

	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/rules"
)

// The reasons for which a game ends beside those of its positions.
const (
	Resignation = string(rules.Resignation)
	Time        = string(rules.Time)
	Agreement   = string(rules.Agreement)
	Abortion    = string(rules.Aborted)
)

// reasons are why events end a game; a claim says it itself.
var reasons = map[EventType]rules.Reason{
	Resigned: rules.Resignation, Flagged: rules.Time, Agreed: rules.Agreement, Aborted: rules.Aborted,
}

// end applies an event that ends the game.
func (g *Game) end(e Event) error {
	why := rules.Reason(e.Reason)
	if e.Type != Claimed {
		why = reasons[e.Type]
	}
	p := g.line.Position()
	o, ok := rules.Ending(g.rules, &p, why, e.Side.Colour())
	if !ok {
		return fmt.Errorf("no game ends by %q", e.Reason)
	}
	if e.Type == Resigned {
		g.loser = e.Side
	}
	if e.Type == Aborted && e.Side == Nobody {
		o.Message = message.New("outcome.aborted.nobody", nil)
	}
	g.frozen = g.runs()
	g.finish(o, e.At)
	return nil
}
