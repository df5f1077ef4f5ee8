package game

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// Ahead holds a player's conditional moves in a correspondence game: lines that
// alternate the opponent's moves and the player's replies, and end with a reply. Only
// the player may see them.
type Ahead struct {
	Ply       int        `json:"ply"` // ply of the position that the lines start from
	Takebacks int        `json:"takebacks"`
	Lines     [][]string `json:"lines"` // in UCI notation
}

// Limits on conditional moves.
const (
	MaxAhead     = 16 // lines
	MaxAheadLine = 24 // half-moves per line
)

// CheckAhead validates a player's conditional moves for the position with the given key. It returns them in
// UCI notation without duplicate lines.
func (g *Game) CheckAhead(seat Side, key string, a Ahead) (Ahead, error) {
	d := decision{Game: g, seat: seat, me: seat}
	switch {
	case seat != White && seat != Black:
		return a, OnlyWatching()
	case g.start.Control == nil || g.start.Control.Days == 0:
		return a, Refuse("game.invalid.ahead.days", "conditional moves are available only in games with days per move", nil)
	}
	if err := d.inPlay(a.Ply, a.Takebacks); err != nil {
		return a, err
	}
	p := g.line.Position()
	switch {
	case !strings.EqualFold(key, KeyText(p.Hash)):
		return a, stalePosition(a.Ply)
	case seat.Holds(p.Side):
		return a, Refuse("game.invalid.ahead.turn", "it is your turn: move first, then enter conditional moves", nil)
	case len(a.Lines) > MaxAhead:
		return a, Refuse("game.invalid.ahead.lines", "at most {most} conditional lines are allowed", message.Args{"most": MaxAhead})
	}
	checked := Ahead{Ply: a.Ply, Takebacks: a.Takebacks}
	answers := map[string]string{} // replies, keyed by the moves before them
	for n, line := range a.Lines {
		moves, err := readAhead(g.rules, &p, line)
		if err != nil {
			return a, &Error{Code: CodeInvalid, Message: message.New("game.invalid.ahead.line", "line {number}: {why}", message.Args{"number": n + 1, "why": message.Of(err)}), Cause: err}
		}
		for i := 1; i < len(moves); i += 2 {
			before := strings.Join(moves[:i], " ")
			if known, ok := answers[before]; ok && known != moves[i] {
				return a, Refuse("game.invalid.ahead.answers", "line {number} and another line give different replies to the same moves", message.Args{"number": n + 1})
			}
			answers[before] = moves[i]
		}
		if !slices.ContainsFunc(checked.Lines, func(other []string) bool { return slices.Equal(other, moves) }) {
			checked.Lines = append(checked.Lines, moves)
		}
	}
	return checked, nil
}

// readAhead plays a line and returns its moves in UCI notation.
func readAhead(r rules.Rules, from *board.Position, line []string) ([]string, error) {
	switch {
	case len(line) > MaxAheadLine:
		return nil, Refuse("game.invalid.ahead.long", "a conditional line can have at most {most} half-moves", message.Args{"most": MaxAheadLine})
	case len(line) == 0 || len(line)%2 == 1:
		return nil, Refuse("game.invalid.ahead.end", "a line starts with an opponent's move and ends with your reply", nil)
	}
	p, guide := *from, r.Guide()
	var moves []string
	for _, text := range line {
		played, err := rules.Play(r, &p, text)
		if err != nil {
			return nil, err
		}
		moves = append(moves, guide.FormatUCI(&p, played.Move))
		p = played.Next
	}
	return moves, nil
}

// Answer returns the player's conditional reply in the current position, or "" if there is none. live reports
// whether any line can still be played.
func (g *Game) Answer(seat Side, a Ahead) (answer string, live bool) {
	since := g.Ply() - a.Ply
	if g.Over() || a.Takebacks != g.takebacks || since < 0 {
		return "", false
	}
	for _, line := range a.Lines {
		if len(line) <= since || !slices.EqualFunc(line[:since], g.moves[a.Ply:], func(planned string, played PlayedMove) bool { return planned == played.UCI }) {
			continue
		}
		if seat.Holds(g.Turn()) {
			return line[since], true
		}
		live = true
	}
	return "", live
}
