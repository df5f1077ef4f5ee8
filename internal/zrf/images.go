package zrf

import (
	"bytes"
	"image"
	"image/color"

	"golang.org/x/image/bmp"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/variant/flat"
)

// green is the colour that Zillions treats as transparent.
var green = color.RGBA{0, 255, 0, 255}

// drawImages draws the board and the twelve pieces, and returns BMP files by name.
func drawImages(v *flat.Rules) (map[string][]byte, error) {
	all := map[string][]byte{}
	add := func(name string, picture image.Image) error {
		var b bytes.Buffer
		if err := bmp.Encode(&b, picture); err != nil {
			return err
		}
		all[name] = b.Bytes()
		return nil
	}
	drawing := drawBoard(v)
	picture, err := drawing.Image(pixels(drawing.Width))
	if err != nil {
		return nil, err
	}
	if err := add(boardImage, picture); err != nil {
		return nil, err
	}
	for _, c := range []board.Colour{board.White, board.Black} {
		for _, k := range roles {
			picture, err := drawPiece(board.NewPiece(c, k))
			if err != nil {
				return nil, err
			}
			if err := add(pieceImage(c, k), picture); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// unit is the side length of a square in a drawing.
const unit = 100.0

// pixels and units convert lengths in a drawing to pixels and back.
func pixels(length float64) int { return int(length*squareSize/unit + 0.5) }
func units(pixels int) float64  { return float64(pixels) * unit / squareSize }

// drawPiece draws a piece on green. Edge pixels are never blended with green, because Zillions would not
// treat them as transparent.
func drawPiece(p board.Piece) (*image.RGBA, error) {
	return drawFigure(paint.PieceFigure(paint.Box{W: unit, H: unit}, p, false))
}

// drawFigure is like drawPiece, for any figure.
func drawFigure(f paint.Figure) (*image.RGBA, error) {
	clear := *paint.Light
	clear.Paper = color.NRGBA{}
	d := &paint.Drawing{Width: unit, Height: unit, Theme: &clear, Shapes: []paint.Shape{f}}
	picture, err := d.Image(squareSize)
	if err != nil {
		return nil, err
	}
	edge := clear.White.Edge
	for y := range squareSize {
		for x := range squareSize {
			c := picture.RGBAAt(x, y)
			if c.A < 128 {
				picture.SetRGBA(x, y, green)
				continue
			}
			rest := 255 - int(c.A) // blend partly covered pixels with the outline colour
			picture.SetRGBA(x, y, color.RGBA{
				over(c.R, edge.R, rest), over(c.G, edge.G, rest), over(c.B, edge.B, rest), 255,
			})
		}
	}
	return picture, nil
}

// over blends a channel of a premultiplied colour over another. The argument rest is 255 minus the upper
// colour's alpha.
func over(c, below uint8, rest int) uint8 { return uint8(min(255, int(c)+int(below)*rest/255)) }

// drawBoard draws the empty board with coordinates and, if there is a seam, the
// neighbouring file on each side, faded.
func drawBoard(v *flat.Rules) *paint.Drawing {
	t := paint.Light
	x, y, side := units(left(v.Details.Wraps)), units(margin), 8*unit
	d := &paint.Drawing{Width: 2*x + side, Height: 2*y + side, Theme: t}
	add := func(s ...paint.Shape) { d.Shapes = append(d.Shapes, s...) }
	square := func(f, r int) paint.Shape {
		fill := t.Light
		if ((f+8)%8+r)%2 == 0 {
			fill = t.Dark
		}
		return paint.Rect{Box: paint.Box{X: x + float64(f)*unit, Y: y + float64(7-r)*unit, W: unit, H: unit}, Paint: paint.Paint{Fill: fill}}
	}
	const size = 26.0
	label := func(f, r float64, words string, ink color.NRGBA) {
		add(paint.Label{At: paint.Point{X: x + f*unit, Y: y + (8-r)*unit + size/3}, Size: size, Words: words, Colour: ink})
	}
	first, last := 0, 7
	if v.Details.Wraps {
		first, last = -1, 8
		for r := range 8 {
			add(paint.Group{Opacity: 0.45, Shapes: []paint.Shape{square(first, r), square(last, r)}})
		}
	}
	for f := range 8 {
		for r := range 8 {
			add(square(f, r))
		}
	}
	add(paint.Rect{Box: paint.Box{X: x, Y: y, W: side, H: side}, Paint: paint.Paint{Stroke: t.Edge, Width: 4}})
	half := margin / 2.0 / squareSize
	for i := range 8 {
		name := string(rune('1' + i))
		label(float64(first)-half, float64(i)+0.5, name, t.Slate)
		label(float64(last)+1+half, float64(i)+0.5, name, t.Slate)
	}
	for f := first; f <= last; f++ {
		ink := t.Slate
		if f < 0 || f > 7 {
			ink.A = 130
		}
		name := string(rune('a' + (f+8)%8))
		label(float64(f)+0.5, -half, name, ink)
		label(float64(f)+0.5, 8+half, name, ink)
	}
	return d
}
