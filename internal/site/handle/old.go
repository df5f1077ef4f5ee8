package handle

import (
	"encoding/json"
	"errors"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// old is a game as pages kept it before there were events.
type old struct {
	ID      string `json:"id"`
	Variant string `json:"variant"`
	Start   string `json:"start"` // the rule set's own if empty
	Moves   []struct {
		Move  string   `json:"move"`
		At    float64  `json:"at"`
		Clock *float64 `json:"clock"` // left to the mover after it
	} `json:"moves"`
	Seat    game.Side         `json:"seat"`  // who sat there; the computer had the other seat
	Level   int               `json:"level"` // of the computer
	Names   map[string]string `json:"names"` // by colour
	Control *clock.Control    `json:"control"`
	Clocks  *struct {
		White float64 `json:"white"`
		Black float64 `json:"black"`
	} `json:"clocks"` // when it was last kept
	Result *struct {
		Result string       `json:"result"`
		Reason rules.Reason `json:"reason"`
	} `json:"result"`
	Created float64 `json:"created"`
	Updated float64 `json:"updated"`
}

// fromOld returns a game that was kept in the old form, and its events.
func fromOld(find notation.Finder, text []byte) (*game.Game, []game.Event, error) {
	var o old
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, nil, err
	}
	r, ok := find(o.Variant)
	if !ok || len(o.Moves) > game.MaxEvents {
		return nil, nil, errors.New("no game of this rule set")
	}
	start := game.Start{
		ID: o.ID, Variant: o.Variant, Position: o.Start, Control: o.Control, Local: true,
		White: o.seat(game.White), Black: o.seat(game.Black),
	}
	if start.Position == "" {
		start.Position = r.Info().Start
	}
	g, events, err := game.Begin(find, start, int64(o.Created))
	if err != nil {
		return nil, nil, err
	}
	add := func(e game.Event) error {
		e.At = max(e.At, g.Updated())
		events = append(events, e)
		return g.Apply(e)
	}
	for _, m := range o.Moves {
		e := game.Event{Type: game.Moved, At: int64(m.At), Move: m.Move}
		if m.Clock != nil && o.Control != nil {
			left := int64(*m.Clock)
			e.Clock = &left
		}
		if err := add(e); err != nil {
			return nil, nil, err
		}
	}
	if g.Over() {
		return g, events, nil
	}
	if o.Clocks != nil && o.Control != nil {
		left := game.Left{White: int64(o.Clocks.White), Black: int64(o.Clocks.Black)}
		if err := add(game.Event{Type: game.Paused, At: int64(o.Updated), Clocks: &left}); err != nil {
			return nil, nil, err
		}
	}
	if o.Result != nil {
		err = add(o.ending(game.SideOf(g.Turn())))
	}
	return g, events, err
}

// seat returns who sat at a colour.
func (o *old) seat(side game.Side) game.Seat {
	name := game.CleanName(o.Names[string(side)])
	if o.Seat != game.Both && o.Seat != side {
		return game.Seat{Name: name, Computer: max(1, o.Level)}
	}
	return game.Seat{Name: name, Person: true}
}

// ending returns the event that ended the game while it was a side's turn. Who
// sat at the screen ended it, or the one to move if both did.
func (o *old) ending(turn game.Side) game.Event {
	e := game.Event{At: int64(o.Updated), Side: o.Seat}
	if o.Seat == game.Both {
		e.Side = turn
	}
	switch o.Result.Reason {
	case rules.Resignation:
		e.Type = game.Resigned
	case rules.Time:
		e.Type, e.Side = game.Flagged, turn
	case rules.Agreement:
		e.Type, e.Side = game.Agreed, game.Nobody
	case rules.Threefold, rules.Fifty:
		e.Type, e.Reason = game.Claimed, string(o.Result.Reason)
	case rules.Aborted:
		e.Type = game.Aborted
	default:
		e.Type, e.Side, e.Reason = game.Noted, game.Nobody, o.Result.Result
	}
	return e
}
