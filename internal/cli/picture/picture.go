// Package picture draws positions, moves and lines of play to files.
package picture

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
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
)

// Options describes a picture. A nil pointer means that the flag is not set.
type Options struct {
	Subject  string // a rule set, "pieces" or "adjacency"
	Position []string
	Parse    rules.ParseOptions

	Output, Format                 string
	Select, Move, Last, Line, Plan *string
	Pairs, Blockers, Flip          bool
	Coordinates, Quadrants         bool
	View, Theme, Title             string
	Size                           int    // width in pixels; 0 for the default
	Variant                        string // rule set of the adjacency picture
}

// drawn describes a picture as JSON.
type drawn struct {
	File   string `json:"file"`
	Format string `json:"format"`
	Bytes  int    `json:"bytes"`
	Title  string `json:"title"`
	Text   string `json:"text,omitempty"`
}

var _ = cli.AddFormat[drawn]("draw", 1)

// formats lists all formats, and moving lists the animated ones.
var (
	formats = []string{"svg", "png", "gif", "apng", "json"}
	moving  = []string{"gif", "apng"}
)

// Run draws a picture and writes it to the output file.
func Run(c *cli.Console, d *Options) error {
	format, err := d.format()
	if err != nil {
		return err
	}
	if err := d.fits(slices.Contains(moving, format)); err != nil {
		return err
	}
	theme, ok := paint.ThemeByName(d.Theme)
	if !ok {
		return fmt.Errorf("unknown theme %q; themes are light, dark and print", notation.Clip(d.Theme))
	}
	if d.Size != 0 {
		if err := paint.CheckWidth(d.Size); err != nil {
			return fmt.Errorf("--size: %w", err)
		}
	}
	out, err := c.CreateWithReport(d.Output, "picture")
	if err != nil {
		return err
	}
	defer out.Discard()
	var picture []byte
	var title, text string
	if strings.EqualFold(d.Subject, "pieces") && format == "json" {
		title = render.DrawPieces(theme, c.Language.Text).Title
		picture, err = json.MarshalIndent(render.Pieces(), "", "  ")
	} else if format == "json" {
		return errors.New("only pieces can be written as JSON: tain draw pieces -o pieces.json")
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
	if err := out.CommitText(string(picture)); err != nil {
		return err
	}
	if c.JSON {
		return c.Document(drawn{d.Output, format, len(picture), title, text})
	}
	return nil
}

// format returns the format set by --format or implied by the file name.
func (d *Options) format() (string, error) {
	format := strings.ToLower(d.Format)
	switch {
	case d.Output == "":
		return "", errors.New("no output file; name one, for example -o picture.svg")
	case format == "" && d.Output == "-":
		return "", errors.New("standard output needs --format, for example --format svg")
	case format == "":
		format = strings.ToLower(strings.TrimPrefix(filepath.Ext(d.Output), "."))
		if format == "" {
			return "", fmt.Errorf("cannot tell the format from %q; use a .svg or .png name, or add --format", notation.Clip(d.Output))
		}
	}
	if !slices.Contains(formats, format) {
		return "", fmt.Errorf("unknown format %q; formats are %v", notation.Clip(format), strings.Join(formats, ", "))
	}
	return format, nil
}

// film draws one picture or, if moves is true, a sequence of pictures that shows the moves of a
// line.
func (d *Options) film(c *cli.Console, theme *paint.Theme, moves bool) (*render.Film, error) {
	still := func(drawing *paint.Drawing, err error) (*render.Film, error) {
		return &render.Film{Frames: []render.Frame{{Drawing: drawing}}}, err
	}
	switch strings.ToLower(d.Subject) {
	case "pieces":
		return still(render.DrawPieces(theme, c.Language.Text), nil)
	case "adjacency":
		r, err := c.Choose(cmp.Or(d.Variant, "trid"))
		if err != nil {
			return nil, err
		}
		return still(render.DrawPins(r, theme, c.Language.Text))
	}
	r, err := c.Choose(d.Subject)
	if err != nil {
		return nil, err
	}
	if d.Pairs {
		return still(render.DrawPairs(r, theme, c.Language.Text))
	}
	opened, err := c.Opening(r, d.Position, d.Parse)
	if err != nil {
		return nil, err
	}
	p := opened.Position
	if opened.IsLink {
		c.NoteEnPassant(r, &p)
	}
	s := render.NewScene(r, p)
	s.Language = c.Text
	s.Blockers = d.Blockers
	if _, moving := r.(rules.MovingBoards); d.Quadrants && !moving {
		return nil, fmt.Errorf("--quadrants is for games with moving boards; %s has none", r.Info().Name)
	}
	s.Quadrants = d.Quadrants
	s.Theme, s.Flip, s.Coordinates, s.Title, s.View = theme, d.Flip, d.Coordinates, d.Title, render.View(strings.ToLower(d.View))
	last := opened.LastMove
	if d.Last != nil {
		last = *d.Last
	}
	if last != "" || d.Last != nil {
		if err := s.SetLast(last); err != nil {
			return nil, err
		}
	}
	line, err := d.line(c, r, p)
	if err != nil {
		return nil, err
	}
	film, play := render.NewFilm, (*render.Scene).Play
	if d.Plan != nil {
		film, play = render.NewPlanFilm, (*render.Scene).PlayStep
	}
	if moves {
		if d.Select != nil || d.Move != nil {
			return nil, errors.New("an animation shows --line or --plan only; remove --select and --move")
		}
		return film(s, line)
	}
	for _, m := range line {
		play(s, m)
	}
	if d.Select != nil {
		s.Chosen = *d.Select
		if s.Chosen == "" {
			return nil, errors.New("--select needs a square, for example --select e2")
		}
	}
	if d.Move != nil {
		done, err := rules.Play(r, &s.Position, c.EnglishMove(r, &s.Position, *d.Move))
		if err != nil {
			return nil, fmt.Errorf("--move %s: %w", notation.Clip(*d.Move), err)
		}
		s.Move = done.Move
	}
	return still(render.Draw(s))
}

// fits returns an error if a flag does not apply to this picture.
func (d *Options) fits(moves bool) error {
	what := strings.ToLower(d.Subject)
	if d.Variant != "" && what != "adjacency" {
		return errors.New("--variant is only for tain draw adjacency")
	}
	name := what
	if d.Pairs && (what == "pieces" || what == "adjacency") {
		return fmt.Errorf("--pairs is for rule sets with reflections, for example tain draw mirrorsquare --pairs, not for %v", what)
	} else if d.Pairs {
		name = "--pairs"
	}
	switch {
	case d.Blockers && d.Select == nil && name == what:
		return errors.New("--blockers needs --select, for example --select a1")
	case d.Blockers && d.Move != nil:
		return errors.New("--blockers and --move cannot be combined")
	case what != "pieces" && what != "adjacency" && !d.Pairs:
		return nil
	}
	if len(d.Position) > 0 || d.Select != nil || d.Move != nil || d.Last != nil || d.Line != nil || d.Plan != nil ||
		d.Flip || d.Coordinates || d.Blockers || d.Quadrants || d.Title != "" || !strings.EqualFold(d.View, string(render.Plan)) || moves {
		return fmt.Errorf("%v takes only -o, --format, --size and --theme (adjacency also --variant)", name)
	}
	return nil
}

// line parses the moves in --line, or the steps in --plan.
func (d *Options) line(c *cli.Console, r rules.Rules, start board.Position) (moves []board.Move, err error) {
	switch {
	case d.Line != nil && d.Plan != nil:
		return nil, errors.New("--line and --plan cannot be combined")
	case d.Plan != nil:
		steps, err := notation.Plan(r, &start, *d.Plan)
		for _, s := range steps {
			moves = append(moves, s.Move)
		}
		return moves, err
	case d.Line == nil:
		return nil, nil
	}
	line := rules.NewLine(r, start)
	texts := cli.SplitMoves([]string{*d.Line})
	if len(texts) > render.MaxFilm {
		return nil, fmt.Errorf("cannot draw a line of %d moves; the limit is %v", len(texts), render.MaxFilm)
	}
	for _, text := range texts {
		before := line.Position()
		if _, err := line.PlayText(c.EnglishMove(r, &before, text)); err != nil {
			return nil, cli.MoveError(line.Ply()+1, text, err)
		}
	}
	return line.Moves(), nil
}

// encode encodes a film in a format.
func (d *Options) encode(film *render.Film, format string) ([]byte, error) {
	drawing := film.Frames[0].Drawing
	size := cmp.Or(d.Size, drawing.UsualWidth())
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
