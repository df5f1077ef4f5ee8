package position

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// described is a move as JSON: its description, and the first of its ways.
type described struct {
	describe.MoveInfo
	Way rules.Way `json:"way"`
}

// movesFrom returns the legal moves of the piece on a square, or of the board
// on a pin, and what to say if there are none.
func movesFrom(c *cli.Console, r rules.Rules, p *board.Position, where string) (moves []board.Move, none string, err error) {
	if pinned, ok := r.(rules.MovingBoards); ok {
		for _, pin := range pinned.Mounts() {
			if strings.EqualFold(pin.Name, where) {
				moves, err = boardMoves(pinned, p, pin.Name)
				return moves, stuck(c, r, *p, fmt.Sprintf("the board on %v has no legal move", pin.Name)), err
			}
		}
	}
	s, err := r.Guide().ParseSquare(p, where)
	if err != nil {
		return nil, "", err
	}
	piece, name := p.Piece(s), r.Guide().SquareName(p, s)
	if piece == board.NoPiece {
		return nil, fmt.Sprintf("%v is empty", name), nil
	}
	if owner := piece.Colour(); owner != p.Side {
		return nil, fmt.Sprintf("the %v on %v is %s's, and %s is to move", piece.Role(), name, owner.Name(), p.Side.Name()), nil
	}
	return rules.LegalMovesFrom(r, p, s), stuck(c, r, *p, fmt.Sprintf("the %v on %v has no legal move", piece.Role(), name)), nil
}

// stuck adds what a position says about why something cannot move.
func stuck(c *cli.Console, r rules.Rules, p board.Position, what string) string {
	switch outcome := c.Outcome(rules.NewLine(r, p).Outcome()); {
	case outcome.Over():
		return fmt.Sprintf("%v: %v", what, outcome.Sentence())
	case rules.InCheck(r, &p):
		return fmt.Sprintf("%s: %s is in check", what, p.Side.Name())
	}
	return what
}

// boardMoves returns the legal moves of the board on a pin. A board's way leads
// from pin to pin.
func boardMoves(r rules.MovingBoards, p *board.Position, pin string) ([]board.Move, error) {
	if !slices.ContainsFunc(r.Boards(p), func(s rules.MountedBoard) bool { return s.Mount == pin }) {
		return nil, fmt.Errorf("no board stands on %v", pin)
	}
	return slices.DeleteFunc(rules.LegalMoves(r, p), func(m board.Move) bool {
		return m.Type() < board.BoardShift || r.Guide().Ways(p, m)[0][0].Square != pin
	}), nil
}

// Moves prints the legal moves of a position, those of one square or pin unless from
// is nil.
func Moves(c *cli.Console, r rules.Rules, p board.Position, from *string) (err error) {
	legal, none := rules.LegalMoves(r, &p), stuck(c, r, p, "there is no legal move")
	if from != nil {
		if legal, none, err = movesFrom(c, r, &p, *from); err != nil {
			return err
		}
	}
	if len(legal) == 0 {
		c.Note(none)
	}
	if !c.JSON {
		var texts []string
		for _, move := range legal {
			texts = append(texts, r.Guide().FormatUCI(&p, move))
		}
		slices.Sort(texts)
		for _, text := range texts {
			fmt.Fprintln(c.Out, text)
		}
		return nil
	}
	all := []described{}
	for _, move := range legal {
		d := described{MoveInfo: describe.Move(r, &p, move)}
		d.Text = c.Text(d.Message)
		if len(d.Ways) > 0 {
			d.Way = d.Ways[0]
		}
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b described) int { return cmp.Compare(a.Move, b.Move) })
	return c.Document(all)
}
