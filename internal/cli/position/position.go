// Package position prints a position and its legal moves.
package position

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant/space"
	"github.com/tainchess/tain/variant/space/text"
)

// shown is a position as JSON.
type shown struct {
	Variant  string              `json:"variant"`
	Position string              `json:"position"`
	Turn     string              `json:"turn"`
	Check    bool                `json:"check"`
	Pieces   []standing          `json:"pieces"`
	Boards   []wire.MountedBoard `json:"boards,omitempty"` // movable boards
	Outcome  wire.Outcome        `json:"outcome"`
	LastMove string              `json:"lastMove,omitempty"`
	Notices  []string            `json:"notices,omitempty"`
	Text     []string            `json:"text"`
}

var _ = cli.AddFormat[shown]("show", 1)

// standing is a piece on its square.
type standing struct {
	Square string `json:"square"`
	Colour string `json:"colour"`
	Kind   string `json:"kind"`
}

// Style controls how a position is drawn as text.
type Style struct {
	ASCII     bool // whether to use letters instead of chess symbols
	Quadrants bool // whether to number the quadrants of attack boards
}

// Draw draws a position as text. On a flat board the last move is in brackets.
func (s Style) Draw(r rules.Rules, o cli.Opening, language render.Language) string {
	switch _, spatial := r.(*space.Rules); {
	case spatial && s.Quadrants:
		return text.ShowQuadrants(&o.Position, s.ASCII, language)
	case spatial:
		return text.Show(&o.Position, s.ASCII, language)
	}
	glyphs := render.Unicode
	if s.ASCII {
		glyphs = render.ASCII
	}
	scene := render.NewScene(r, o.Position)
	if o.LastMove != "" && scene.SetLast(o.LastMove) != nil {
		scene.Last = nil // the text form cannot show the last move
	}
	return render.Text(r, &o.Position, glyphs, language, scene.Last...)
}

// state returns a line with the side to move or the outcome.
func state(c *cli.Console, r rules.Rules, p *board.Position) string {
	o := rules.OutcomeOf(r, p)
	if o.Over() {
		return c.Text(o.Message)
	}
	text := p.Side.Name() + " to move"
	if rules.InCheck(r, p) {
		text += ", in check"
	}
	if claim := c.Text(o.Message); claim != "" {
		text += "; " + claim
	}
	return text
}

// Show prints a position.
func Show(c *cli.Console, r rules.Rules, opened cli.Opening, s Style) error {
	p := opened.Position
	text, notices := s.Draw(r, opened, c.Text), []string(nil)
	if notice, possible := describe.EnPassant(r, &p); possible {
		notices = append(notices, c.Text(notice))
	}
	if !c.JSON {
		fmt.Fprintf(c.Out, "%s\n%s\n", text, state(c, r, &p))
		if opened.LastMove != "" {
			fmt.Fprintf(c.Out, "last move: %v\n", opened.LastMove)
		}
		for _, notice := range notices {
			fmt.Fprintln(c.Out, notice)
		}
		return nil
	}
	doc := shown{
		Variant: r.Info().Name, Position: r.Guide().FormatPosition(&p),
		Turn: p.Side.String(), Check: rules.InCheck(r, &p),
		Outcome: wire.NewOutcome(c.Language, rules.OutcomeOf(r, &p)), Pieces: []standing{}, Boards: wire.NewBoards(r, &p),
		LastMove: opened.LastMove, Notices: notices,
		Text: strings.Split(strings.TrimSuffix(text, "\n"), "\n"),
	}
	for at, pc := range p.All() {
		doc.Pieces = append(doc.Pieces, standing{r.Guide().SquareName(&p, at), pc.Colour().String(), pc.Role().String()})
	}
	return c.Document(doc)
}

// listed holds the legal moves of a position, or of one piece or board, as JSON.
type listed struct {
	Variant  string      `json:"variant"`
	Position string      `json:"position"`
	Moves    []described `json:"moves"`
}

var _ = cli.AddFormat[listed]("moves", 1)

// described is a move as JSON, with its first way.
type described struct {
	wire.MoveInfo
	Way wire.Way `json:"way"`
}

// movesFrom returns the legal moves of the piece on a square, or of the board on a pin, and an
// explanation if there are none.
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

// stuck appends a reason, such as check or the outcome, to a sentence about a piece or side without
// legal moves.
func stuck(c *cli.Console, r rules.Rules, p board.Position, what string) string {
	switch outcome := rules.OutcomeOf(r, &p); {
	case outcome.Over():
		return fmt.Sprintf("%v: %v", what, c.Text(outcome.Message))
	case rules.InCheck(r, &p):
		return fmt.Sprintf("%s: %s is in check", what, p.Side.Name())
	}
	return what
}

// boardMoves returns the legal moves of the board on a pin.
func boardMoves(r rules.MovingBoards, p *board.Position, pin string) ([]board.Move, error) {
	if !slices.ContainsFunc(r.Boards(p), func(s rules.MountedBoard) bool { return s.Mount == pin }) {
		return nil, fmt.Errorf("there is no board on %v", pin)
	}
	return slices.DeleteFunc(rules.LegalMoves(r, p), func(m board.Move) bool {
		return m.Type() < board.BoardShift || r.Guide().Ways(p, m)[0][0].Square != pin
	}), nil
}

// Moves prints the legal moves of a position, or only the moves from a square or pin if from is
// not nil.
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
		d := described{MoveInfo: wire.NewMoveInfo(c.Language, r.Info(), describe.Move(r, &p, move))}
		if len(d.Ways) > 0 {
			d.Way = d.Ways[0]
		}
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b described) int { return cmp.Compare(a.Move, b.Move) })
	return c.Document(listed{r.Info().Name, r.Guide().FormatPosition(&p), all})
}
