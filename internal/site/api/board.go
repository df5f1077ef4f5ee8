package api

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Board tells where the board on a pin may go, and why not elsewhere.
func (d *Service) Board(q wire.BoardRequest) (wire.BoardAnswer, error) {
	o, err := d.Open(q.Variant, q.Position, q.Study)
	if err != nil {
		return wire.BoardAnswer{}, err
	}
	r, p := o.Rules, o.Position
	pinned, ok := r.(rules.MovingBoards)
	if !ok {
		return wire.BoardAnswer{}, wire.NewFailure(wire.CodeRequest, "request.no-pins", message.Args{"variant": r.Info().Name})
	}
	var names []string
	for _, n := range pinned.Mounts() {
		names = append(names, n.Name)
	}
	at := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, strings.TrimSpace(q.Pin)) })
	if at < 0 {
		return wire.BoardAnswer{}, wire.NewFailure(wire.CodeRequest, "request.pin", message.Args{
			"text": notation.Clip(q.Pin), "names": message.Strings(names),
		})
	}
	goals := pinned.BoardGoals(&p, names[at])
	if len(goals) == 0 {
		return wire.BoardAnswer{}, failureIn(wire.CodeRequest, rules.Illegal("illegal.no-board", "there is no board on {pin}", message.Args{"pin": names[at]}))
	}
	answer := wire.BoardAnswer{Pin: names[at], Goals: []wire.BoardGoal{}}
	for _, g := range goals {
		goal := wire.BoardGoal{Pin: g.Mount, Neighbour: g.Neighbour, Legal: g.Why == nil}
		if g.Why != nil {
			goal.Code, goal.Message = string(g.Why.Code), d.text(g.Why.Message)
		}
		answer.Goals = append(answer.Goals, goal)
	}
	return answer, nil
}
