package api

import (
	"errors"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Explain reports whether a move can be played. It describes a legal move, or explains why the move is
// illegal and lists the legal moves that the client may have meant.
func (d *Service) Explain(q wire.ExplainRequest) (wire.Explanation, error) {
	o, err := d.Open(q.Variant, q.Position, q.Study)
	if err != nil {
		return wire.Explanation{}, err
	}
	why, err := d.explain(o.Rules, o.Position, q)
	why.Notices = o.Notes().Notices
	return why, err
}

// explain explains a move, given either as text or as two squares, in a position.
func (d *Service) explain(r rules.Rules, p board.Position, q wire.ExplainRequest) (wire.Explanation, error) {
	byText := q.Move != ""
	if byText == (q.From != "" || q.To != "") || (q.From == "") != (q.To == "") {
		return wire.Explanation{}, wire.NewFailure(wire.CodeRequest, "request.move-or-squares", nil)
	}
	if byText {
		return d.explainText(r, &p, q.Move), nil
	}
	from, to := strings.TrimSpace(q.From), strings.TrimSpace(q.To)
	var meant []wire.MoveInfo
	for _, m := range describeAll(r, &p, d.Catalogue()) {
		if leads(&m, from, to) {
			meant = append(meant, m)
		}
	}
	if len(meant) > 0 {
		return wire.Explanation{Legal: true, Message: meant[0].Text, Moves: meant}, nil
	}
	why := d.explainText(r, &p, moveText(r, from, to))
	if why.Code != string(rules.CodeNoSquare) {
		// The concatenated names may parse as an unintended move.
		for _, name := range []string{from, to} {
			if !hasSquare(r, name) {
				return d.noSquare(r, name), nil
			}
		}
	}
	return why, nil
}

// hasSquare reports whether a rule set has a square or a pin with the given name. The name may omit the
// level; that error is reported separately.
func hasSquare(r rules.Rules, name string) bool {
	for _, square := range r.Info().Squares {
		if strings.EqualFold(square.Name, name) || strings.EqualFold(strings.TrimSuffix(square.Name, square.Level), name) {
			return true
		}
	}
	pinned, ok := r.(rules.MovingBoards)
	return ok && slices.ContainsFunc(pinned.Mounts(), func(pin rules.Mount) bool { return strings.EqualFold(pin.Name, name) })
}

// noSquare explains that a square does not exist.
func (d *Service) noSquare(r rules.Rules, name string) wire.Explanation {
	why := rules.Illegal("illegal.no-such-square.name", "unknown square {text, quote}: squares are written like {example}", message.Args{
		"text": notation.Clip(name), "example": message.Square(r.Info().Squares[0].Name),
	})
	return wire.Explanation{Code: string(why.Code), Message: d.text(why.Message), Moves: []wire.MoveInfo{}}
}

// explainText explains a move given as text.
func (d *Service) explainText(r rules.Rules, p *board.Position, text string) wire.Explanation {
	played, err := rules.Play(r, p, text)
	if err == nil {
		m := describeMove(r, p, played.Move, d.Catalogue())
		return wire.Explanation{Legal: true, Message: m.Text, Moves: []wire.MoveInfo{m}}
	}
	meant, err := candidates(r, p, text, err)
	why := failureIn(wire.CodeSyntax, err)
	no := wire.Explanation{Code: why.Code, Message: d.text(why.Explain()), Moves: []wire.MoveInfo{}}
	for _, m := range meant {
		no.Moves = append(no.Moves, describeMove(r, p, m, d.Catalogue()))
	}
	return no
}

// candidates returns the legal moves that the rejected text may mean, and the reason for the rejection.
func candidates(r rules.Rules, p *board.Position, text string, why error) ([]board.Move, error) {
	var (
		syntax  *notation.SyntaxError
		illegal *rules.IllegalMove
	)
	switch {
	case errors.As(why, &syntax):
		return syntax.Means, why
	case !errors.As(why, &illegal):
		return nil, why
	case illegal.Code != rules.CodePromotionMissing:
		return illegal.Means, why
	}
	var meant []board.Move
	given, _ := r.Guide().ParseMove(p, text) // the error is already in why
	for _, m := range rules.LegalMoves(r, p) {
		if m.From() == given.From() && m.To() == given.To() && m.Type() == given.Type() {
			meant = append(meant, m)
		}
	}
	if len(meant) == 0 {
		// The pawn cannot go there even with a promotion, so return that reason instead.
		if _, other := rules.Play(r, p, strings.TrimSpace(text)+"q"); other != nil {
			return nil, other
		}
	}
	return meant, why
}

// leads reports whether a move goes from one square to another, or moves a board from one pin to another.
func leads(m *wire.MoveInfo, from, to string) bool {
	if m.From != "" {
		return strings.EqualFold(m.From, from) && strings.EqualFold(m.To, to)
	}
	for _, way := range m.Ways {
		if strings.EqualFold(way[0].Square, from) && strings.EqualFold(way[len(way)-1].Square, to) {
			return true
		}
	}
	return false
}

// moveText returns the move from one square to another, or of a board from one pin to another, in UCI
// notation.
func moveText(r rules.Rules, from, to string) string {
	if pinned, ok := r.(rules.MovingBoards); ok {
		for _, pin := range pinned.Mounts() {
			switch {
			case strings.EqualFold(pin.Name, from) && strings.EqualFold(from, to):
				return pin.Name + "^180"
			case strings.EqualFold(pin.Name, from):
				return pin.Name + "-" + to
			}
		}
	}
	return from + to
}

// Board returns the pins that the board on a given pin may move to, and the reasons why it may not move to
// the others.
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
		goal := wire.BoardGoal{Pin: g.Mount, Neighbour: g.Neighbour, Legal: g.Why == nil, Direction: g.Direction}
		if g.Why != nil {
			goal.Code, goal.Message = string(g.Why.Code), d.text(g.Why.Message)
		}
		answer.Goals = append(answer.Goals, goal)
	}
	return answer, nil
}
