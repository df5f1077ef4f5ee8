package main

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space"
)

type showCmd struct {
	Variant  string   `arg:"" complete:"variants" help:"Rule set."`
	Position []string `arg:"" optional:"" sep:"none" help:"Position (default: the starting position)."`

	ASCII     bool `help:"Use letters instead of chess symbols."`
	Quadrants bool `help:"Number the quadrants of attack boards, q1 to q4."`
	kingless
}

func (showCmd) Help() string {
	return `Three-board chess is shown as three boards in a row; the one in the middle is the real one. Tri-dimensional chess is shown level by level, the highest first, with the attack boards beside the corners they stand on. --quadrants numbers their squares from the owner's near left corner, anticlockwise. The last move of a link stands in brackets, and en passant captures that are possible are named.

Examples:

    $ tain show triboard
    $ tain show trid --quadrants
    $ tain show mirrorsquare --ascii "rnbqkbnr/pppppppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    $ tain show triboard "?board=w:Ke1,Pa5;b:Ke8,Ph5&turn=white&lastMove=h7h5"`
}

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

func (s *showCmd) Run(c *console) error {
	r, err := c.Choose(s.Variant)
	if err != nil {
		return err
	}
	opened, err := c.Opening(r, s.Position, s.options())
	if err != nil {
		return err
	}
	if _, spatial := r.(*space.Rules); s.Quadrants && !spatial {
		return fmt.Errorf("--quadrants is for games with moving boards; %s has none", r.Info().Name)
	}
	p := opened.Position
	text, notices := s.draw(r, opened, c.Text), []string(nil)
	if notice, possible := rules.EnPassantNotice(r, &p); possible {
		notices = append(notices, c.Text(notice))
	}
	if !c.JSON {
		fmt.Fprintf(c.Out, "%s\n%s\n", text, c.state(r, &p))
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

// draw draws a position, with the last move in brackets where the board is flat.
func (s *showCmd) draw(r rules.Rules, o cli.Opening, language render.Language) string {
	switch _, spatial := r.(*space.Rules); {
	case spatial && s.Quadrants:
		return space.ShowQuadrants(&o.Position, s.ASCII)
	case spatial:
		return space.Show(&o.Position, s.ASCII)
	}
	glyphs := render.Unicode
	if s.ASCII {
		glyphs = render.ASCII
	}
	scene := render.NewScene(r, o.Position)
	if o.LastMove != "" && scene.SetLast(o.LastMove) != nil {
		scene.Last = nil // then it is only told
	}
	return render.Text(r, &o.Position, glyphs, language, scene.Last...)
}

// state says in a line whose turn it is, or how the game has ended.
func (c *console) state(r rules.Rules, p *board.Position) string {
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
