// Package position prints a position (show.go) and its legal moves (moves.go).
package position

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space"
	"github.com/tainchess/tain/variant/space/text"
)

// shown is a position as JSON.
type shown struct {
	Variant  string               `json:"variant"`
	Position string               `json:"position"`
	Turn     string               `json:"turn"`
	Check    bool                 `json:"check"`
	Pieces   []standing           `json:"pieces"`
	Boards   []rules.MountedBoard `json:"boards,omitempty"` // those that move
	Outcome  rules.Outcome        `json:"outcome"`
	LastMove string               `json:"lastMove,omitempty"`
	Notices  []string             `json:"notices,omitempty"`
	Text     []string             `json:"text"`
}

// standing is a piece on its square.
type standing struct {
	Square string `json:"square"`
	Colour string `json:"colour"`
	Kind   string `json:"kind"`
}

// Style is how a position is drawn as text.
type Style struct {
	ASCII     bool // letters instead of chess symbols
	Quadrants bool // numbers on the quadrants of attack boards
}

// Draw draws a position, with the last move in brackets if the board is flat.
func (s Style) Draw(r rules.Rules, o cli.Opening, language render.Language) string {
	switch _, spatial := r.(*space.Rules); {
	case spatial && s.Quadrants:
		return text.ShowQuadrants(&o.Position, s.ASCII)
	case spatial:
		return text.Show(&o.Position, s.ASCII)
	}
	glyphs := render.Unicode
	if s.ASCII {
		glyphs = render.ASCII
	}
	scene := render.NewScene(r, o.Position)
	if o.LastMove != "" && scene.SetLast(o.LastMove) != nil {
		scene.Last = nil // it is only named
	}
	return render.Text(r, &o.Position, glyphs, language, scene.Last...)
}

// state returns a line that says whose turn it is, or how the game has ended.
func state(c *cli.Console, r rules.Rules, p *board.Position) string {
	o := c.Outcome(rules.OutcomeOf(r, p))
	if o.Over() {
		return o.Sentence()
	}
	text := p.Side.Name() + " to move"
	if rules.InCheck(r, p) {
		text += ", in check"
	}
	if claim := o.Sentence(); claim != "" {
		text += "; " + claim
	}
	return text
}

// Show prints a position.
func Show(c *cli.Console, r rules.Rules, opened cli.Opening, s Style) error {
	p := opened.Position
	text, notices := s.Draw(r, opened, c.Text), []string(nil)
	if notice, possible := rules.EnPassantNotice(r, &p); possible {
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
		Outcome: c.Outcome(rules.OutcomeOf(r, &p)), Pieces: []standing{},
		LastMove: opened.LastMove, Notices: notices,
		Text: strings.Split(strings.TrimSuffix(text, "\n"), "\n"),
	}
	for all := p.Occupied(); all != 0; {
		at := all.Pop()
		pc := p.Piece(at)
		doc.Pieces = append(doc.Pieces, standing{r.Guide().SquareName(&p, at), pc.Colour().String(), pc.Role().String()})
	}
	if r, ok := r.(rules.MovingBoards); ok {
		doc.Boards = r.Boards(&p)
	}
	return c.Document(doc)
}
