package zrf

import (
	"bytes"
	"fmt"
	"image"

	"golang.org/x/image/bmp"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/render/paint"
)

// images draws the board and the pieces, and returns BMP files by name.
func (g *ownGame) images() (map[string][]byte, error) {
	all := map[string][]byte{}
	add := func(name string, picture image.Image) error {
		var b bytes.Buffer
		err := bmp.Encode(&b, picture)
		all[name] = b.Bytes()
		return err
	}
	drawing := g.drawing()
	picture, err := drawing.Image(pixels(drawing.Width))
	if err != nil {
		return nil, err
	}
	if err := add(boardImage, picture); err != nil {
		return nil, err
	}
	for side := range board.Colour(2) {
		for _, k := range g.info.Kinds {
			box := paint.Box{W: unit, H: unit}
			picture, err := drawFigure(paint.Figure{Box: box, Picture: paint.PictureFor(k.Name, k.Letter, k.Betza), Colour: side})
			if err != nil {
				return nil, err
			}
			if err := add(ownImage(side, k), picture); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// drawing draws the empty board with coordinates. Holes are not drawn.
func (g *ownGame) drawing() *paint.Drawing {
	t := paint.Light
	edge := units(margin)
	files, ranks := float64(g.Board.Files), float64(g.Board.Ranks)
	d := &paint.Drawing{Width: 2*edge + files*unit, Height: 2*edge + ranks*unit, Theme: t}
	for _, s := range g.squares() {
		fill := t.Light
		if (s.x+s.y)%2 == 0 {
			fill = t.Dark
		}
		if !g.holes[s] {
			box := paint.Box{X: edge + float64(s.x)*unit, Y: edge + (ranks-1-float64(s.y))*unit, W: unit, H: unit}
			d.Shapes = append(d.Shapes, paint.Rect{Box: box, Paint: paint.Paint{Fill: fill}})
		}
	}
	const size = 26.0
	label := func(x, y float64, words string) {
		d.Shapes = append(d.Shapes, paint.Label{At: paint.Point{X: x, Y: y + size/3}, Size: size, Words: words, Colour: t.Slate})
	}
	for x := range g.Board.Files {
		at := edge + (float64(x)+0.5)*unit
		label(at, edge/2, string(rune('a'+x)))
		label(at, d.Height-edge/2, string(rune('a'+x)))
	}
	for y := range g.Board.Ranks {
		at := edge + (ranks-0.5-float64(y))*unit
		label(edge/2, at, fmt.Sprint(y+1))
		label(d.Width-edge/2, at, fmt.Sprint(y+1))
	}
	return d
}
