package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/rules"
)

type drawCmd struct {
	What     string   `arg:"" name:"variant" complete:"variants" help:"The rule set; or pieces, or adjacency."`
	Position []string `arg:"" optional:"" sep:"none" help:"The position, if not the start."`

	Output    string  `short:"o" placeholder:"FILE" help:"Where to write: FILE.svg, .png, .gif, .apng or .json; - is standard output, with --format."`
	Format    string  `placeholder:"FORMAT" help:"svg, png, gif, apng or json, if the file's name does not tell."`
	Select    *string `placeholder:"SQUARE" help:"Choose the piece on this square and show where it may go, or the board on this pin and show where it may go and why not elsewhere."`
	Move      *string `placeholder:"MOVE" help:"Show what this move does before it is played."`
	Last      *string `placeholder:"MOVE" help:"Tint the squares of the move that led here, such as h7h5."`
	Line      *string `placeholder:"MOVES" help:"Play these moves first; gif and apng show them all."`
	Flip      bool    `help:"Look from Black's side."`
	View      string  `default:"flat" placeholder:"VIEW" help:"flat, or oblique for boards in space."`
	Coords    bool    `help:"Mark files and ranks."`
	Quadrants bool    `help:"Number the quadrants of the boards on pins, q1 to q4."`
	Theme     string  `default:"light" placeholder:"THEME" help:"light, dark or print."`
	Size      int     `placeholder:"N" help:"Width in pixels."`
	Title     string  `placeholder:"TEXT" help:"A title, for people who cannot see the picture."`
	Of        string  `name:"variant" placeholder:"NAME" help:"The rule set whose adjacency is drawn; trid if not told."`
	kingless
}

func (drawCmd) Help() string {
	return `A picture shows a position and, if asked, where a piece may go (dots for moves, rings for captures), or what a move does: the way it takes, what it captures, what appears. Files are written whole or not at all.

"tain draw pieces" draws the set of pieces, or writes it as JSON. "tain draw adjacency --variant trid" draws which pins are neighbours.

Examples:

    $ tain draw triboard "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2" --select a5 --coords -o pawn.svg
    $ tain draw nachfolger --line "f4 c6 Ne5" --move Qc7 --size 800 -o queen.png
    $ tain draw mirrorsquare --line "e4 dxe4 Nc3" -o line.gif
    $ tain draw trid --view oblique --theme dark -o trid.png
    $ tain draw trid --select QL1 --quadrants -o quadrants.svg
    $ tain draw chess --select e2 -o - --format svg`
}

// drawn tells of a picture as JSON.
type drawn struct {
	File   string `json:"file"`
	Format string `json:"format"`
	Bytes  int    `json:"bytes"`
	Title  string `json:"title"`
	Text   string `json:"text,omitempty"`
}

// The formats, and those of them that move.
var (
	formats = []string{"svg", "png", "gif", "apng", "json"}
	moving  = []string{"gif", "apng"}
)

func (d *drawCmd) Run(c *console) error {
	format, err := d.format()
	if err != nil {
		return err
	}
	if err := d.fits(slices.Contains(moving, format)); err != nil {
		return err
	}
	theme, ok := render.ThemeByName(d.Theme)
	if !ok {
		return fmt.Errorf("there is no theme %q; there are light, dark and print", clip(d.Theme))
	}
	if d.Size != 0 {
		if err := render.CheckWidth(d.Size); err != nil {
			return fmt.Errorf("--size: %w", err)
		}
	}
	out, err := c.createBeside(d.Output, "picture")
	if err != nil {
		return err
	}
	defer out.drop()
	var picture []byte
	var title, text string
	if strings.EqualFold(d.What, "pieces") && format == "json" {
		title = "The pieces"
		picture, err = json.MarshalIndent(render.Pieces(), "", "  ")
	} else if format == "json" {
		return errors.New("only the pieces can be written as JSON: tain draw pieces -o pieces.json")
	} else {
		var film *render.Film
		if film, err = d.film(c, theme, slices.Contains(moving, format)); err == nil {
			last := film.Frames[len(film.Frames)-1].Drawing
			title, text = last.Title, last.Text
			picture, err = d.encode(film, format)
		}
	}
	if err != nil {
		return err
	}
	if err := out.keepText(string(picture)); err != nil {
		return err
	}
	if c.json {
		return c.document(drawn{d.Output, format, len(picture), title, text})
	}
	return nil
}

// format returns the format asked for, or the one the file's name tells.
func (d *drawCmd) format() (string, error) {
	format := strings.ToLower(d.Format)
	switch {
	case d.Output == "":
		return "", errors.New("where to? Name a file, as in -o picture.svg")
	case format == "" && d.Output == "-":
		return "", errors.New("standard output has no name to tell the format: add --format svg or png")
	case format == "":
		format = strings.ToLower(strings.TrimPrefix(filepath.Ext(d.Output), "."))
		if format == "" {
			return "", fmt.Errorf("the name %q does not tell the format: end it in .svg or .png, or add --format", clip(d.Output))
		}
	}
	if !slices.Contains(formats, format) {
		return "", fmt.Errorf("pictures are written as %s; %q is none of these", strings.Join(formats, ", "), clip(format))
	}
	return format, nil
}

// film makes the pictures: one, or all of a line.
func (d *drawCmd) film(c *console, theme *render.Theme, moves bool) (*render.Film, error) {
	still := func(drawing *render.Drawing) *render.Film {
		return &render.Film{Frames: []render.Frame{{Drawing: drawing}}}
	}
	switch strings.ToLower(d.What) {
	case "pieces":
		return still(render.DrawPieces(theme)), nil
	case "adjacency":
		r, err := c.choose(cmp.Or(d.Of, "trid"))
		if err != nil {
			return nil, err
		}
		drawing, err := render.DrawPins(r, theme)
		if err != nil {
			return nil, err
		}
		return still(drawing), nil
	}
	r, err := c.choose(d.What)
	if err != nil {
		return nil, err
	}
	p, err := c.position(r, d.Position, d.options())
	if err != nil {
		return nil, err
	}
	s := render.NewScene(r, p)
	if _, moving := r.(rules.MovingBoards); d.Quadrants && !moving {
		return nil, fmt.Errorf("--quadrants is for boards that move, which %s has not", r.Info().Name)
	}
	s.Quadrants = d.Quadrants
	s.Theme, s.Flip, s.Coordinates, s.Title, s.View = theme, d.Flip, d.Coords, d.Title, render.View(strings.ToLower(d.View))
	if d.Last != nil {
		if err := s.SetLast(*d.Last); err != nil {
			return nil, err
		}
	}
	line, err := d.line(r, p)
	if err != nil {
		return nil, err
	}
	if moves {
		if d.Select != nil || d.Move != nil {
			return nil, errors.New("a moving picture shows --line alone, without --select and --move")
		}
		return render.NewFilm(s, line)
	}
	for _, m := range line {
		s.Play(m)
	}
	if d.Select != nil {
		s.Chosen = *d.Select
		if s.Chosen == "" {
			return nil, errors.New("--select wants a square, such as --select e2")
		}
	}
	if d.Move != nil {
		done, err := rules.Play(r, &s.Position, *d.Move)
		if err != nil {
			return nil, fmt.Errorf("--move %s: %w", clip(*d.Move), err)
		}
		s.Move = done.Move
	}
	drawing, err := render.Draw(s)
	if err != nil {
		return nil, err
	}
	return still(drawing), nil
}

// fits refuses what the picture asked for has no use for.
func (d *drawCmd) fits(moves bool) error {
	what := strings.ToLower(d.What)
	if d.Of != "" && what != "adjacency" {
		return errors.New("--variant belongs to tain draw adjacency alone")
	}
	if what != "pieces" && what != "adjacency" {
		return nil
	}
	if len(d.Position) > 0 || d.Select != nil || d.Move != nil || d.Last != nil || d.Line != nil || d.Flip || d.Coords || d.Quadrants ||
		d.Title != "" || !strings.EqualFold(d.View, string(render.Plan)) || moves {
		return fmt.Errorf("%s is a picture by itself: it takes only -o, --format, --size and --theme, and adjacency --variant", what)
	}
	return nil
}

// line reads the moves to be played.
func (d *drawCmd) line(r rules.Rules, start board.Position) ([]board.Move, error) {
	if d.Line == nil {
		return nil, nil
	}
	line := rules.NewLine(r, start)
	texts := splitMoves([]string{*d.Line})
	if len(texts) > render.MaxFilm {
		return nil, fmt.Errorf("a line of %d moves is too long to draw: %d are the most", len(texts), render.MaxFilm)
	}
	for _, text := range texts {
		if _, err := line.PlayText(text); err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", line.Ply()+1, clip(text), err)
		}
	}
	return line.Moves(), nil
}

// encode draws the pictures in a format.
func (d *drawCmd) encode(film *render.Film, format string) ([]byte, error) {
	drawing := film.Frames[0].Drawing
	size := d.Size
	if size == 0 {
		size = drawing.UsualWidth()
	}
	if format == "svg" {
		return drawing.SVG(size)
	}
	var b bytes.Buffer
	var err error
	switch format {
	case "png":
		err = drawing.PNG(&b, size)
	case "gif":
		err = film.GIF(&b, size)
	default:
		err = film.APNG(&b, size)
	}
	return b.Bytes(), err
}
