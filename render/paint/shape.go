// Package paint represents a picture as a list of shapes. It writes the picture as SVG (svg.go), pixels
// (raster.go, stroke.go, font.go) or outlines for printing (trace.go). The pieces are path data (pieces.go,
// fairies.go, letters.go). A [Theme] contains the colours, and palette.go reduces them for GIFs.
package paint

import (
	"image/color"
	"math"
	"slices"

	"github.com/tainchess/tain/board"
)

// Drawing is a picture as a list of shapes, from bottom to top.
//
// Lengths are in hundredths of a square. X increases to the right and Y downwards.
type Drawing struct {
	Width, Height float64
	Title         string // for screen readers
	Text          string // a description for screen readers
	Theme         *Theme
	Shapes        []Shape

	Zero Point // a reference point that all pictures of a board in the same view share
}

// Shape is a Rect, Circle, Line, Path, Arrow, Label, Figure, Glow or Group.
type Shape interface {
	// Bounds returns a bounding box.
	Bounds() Box
	// moved returns the translated shape.
	moved(by Point) Shape
}

// Paint is the fill and the stroke of a shape. Colours with alpha 0 are not drawn.
type Paint struct {
	Fill   color.NRGBA
	Stroke color.NRGBA
	Width  float64
	// Dash holds the lengths of dashes and gaps. A dash of length 0 is a dot. Line ends and corners are
	// round.
	Dash []float64
}

func Filled(c color.NRGBA) Paint             { return Paint{Fill: c} }
func Stroked(c color.NRGBA, w float64) Paint { return Paint{Stroke: c, Width: w} }
func (p Paint) Dashed(dash ...float64) Paint { p.Dash = dash; return p }
func (p Paint) over(b Box) Box               { return b.Grown(p.Width/2 + 1) }

// MoveAll returns the translated shapes.
func MoveAll(shapes []Shape, by Point) []Shape {
	all := make([]Shape, len(shapes))
	for i, s := range shapes {
		all[i] = s.moved(by)
	}
	return all
}

func boundsOf(shapes []Shape) (b Box) {
	for _, s := range shapes {
		b = b.With(s.Bounds())
	}
	return b
}

// Rect is a rectangle, with round corners if Round is not 0.
type Rect struct {
	Box
	Round float64
	Paint
}

func (r Rect) Bounds() Box { return r.over(r.Box) }

func (r Rect) moved(by Point) Shape { r.Box = r.Box.moved(by); return r }

// Circle is a circle.
type Circle struct {
	At Point
	R  float64
	Paint
}

func (c Circle) Bounds() Box { return c.over(Around(c.At, 2*c.R, 2*c.R)) }

func (c Circle) moved(by Point) Shape { c.At = c.At.Add(by); return c }

// Line is a straight line.
type Line struct {
	A, B Point
	Paint
}

func (l Line) Bounds() Box {
	return l.over(Box{min(l.A.X, l.B.X), min(l.A.Y, l.B.Y), math.Abs(l.A.X - l.B.X), math.Abs(l.A.Y - l.B.Y)})
}

func (l Line) moved(by Point) Shape { l.A, l.B = l.A.Add(by), l.B.Add(by); return l }

// Path is an outline of lines and curves.
type Path struct {
	Outline
	Paint
}

func (p Path) Bounds() Box { return p.over(p.Outline.Bounds()) }

func (p Path) moved(by Point) Shape { p.Outline = p.Fit(1, 1, by); return p }

// Arrow is a line or curve with a head. Casing is the colour of its border.
type Arrow struct {
	Along  Outline
	Colour color.NRGBA
	Casing color.NRGBA
	Width  float64
	Dash   []float64
}

func (a Arrow) Bounds() Box { return boundsOf(a.parts()) }

func (a Arrow) moved(by Point) Shape { a.Along = a.Along.Fit(1, 1, by); return a }

// parts returns the shapes of the arrow.
func (a Arrow) parts() []Shape {
	points := a.Along.polylines(1)
	if len(points) == 0 || len(points[0].points) < 2 {
		return nil
	}
	line := points[0].points
	tip := line[len(line)-1]
	size := max(18, 3.6*a.Width)
	// The head points along the line from its base to the tip, so that it follows curves. The shaft ends
	// inside the head.
	back, shaft := tip, a.Along.shortened(size*0.6)
	for i := len(line) - 2; i >= 0 && back.Sub(tip).Length() < size; i-- {
		back = line[i]
	}
	d := back.Towards(tip)
	base, side := tip.Sub(d.Times(size)), d.turned().Times(size*0.52)
	head := Outline{}.MoveTo(tip).LineTo(base.Add(side)).LineTo(tip.Sub(d.Times(size * 0.74))).LineTo(base.Sub(side)).close()
	var shapes []Shape
	if Seen(a.Casing) {
		shapes = append(shapes,
			Path{shaft, Stroked(a.Casing, a.Width+5).Dashed(a.Dash...)},
			Path{head, Paint{Fill: a.Casing, Stroke: a.Casing, Width: 5}})
	}
	return append(shapes,
		Path{shaft, Stroked(a.Colour, a.Width).Dashed(a.Dash...)},
		Path{head, Filled(a.Colour)})
}

// Bent returns the shapes of the arrow along a polyline. The shaft starts at most room units after the first
// point, and the tip is at most short units before the last.
func (a Arrow) Bent(room, short float64, points ...Point) (shapes []Shape) {
	points = slices.Compact(points)
	last := len(points) - 1
	for i := range last {
		start, end := points[i], points[i+1]
		d := start.Towards(end)
		whole := end.Sub(start).Length()
		if i == 0 {
			start = start.Add(d.Times(min(room, max(0, whole-30))))
		}
		if i < last-1 {
			shapes = append(shapes, a.Shaft(start, end)...)
			continue
		}
		shapes = append(shapes, a.Straight(start, end.Sub(d.Times(min(short, whole-24)))))
	}
	return shapes
}

// Straight returns the arrow along a straight line.
func (a Arrow) Straight(from, to Point) Arrow {
	a.Along = Straight(from, to)
	return a
}

// Shaft returns the shapes of the arrow along a straight line, without its head.
func (a Arrow) Shaft(from, to Point) []Shape {
	line := Straight(from, to)
	return []Shape{
		Path{line, Stroked(a.Casing, a.Width+5).Dashed(a.Dash...)},
		Path{line, Stroked(a.Colour, a.Width).Dashed(a.Dash...)},
	}
}

// Anchor determines which point of a label is at [Label.At].
type Anchor uint8

// Anchors of a label.
const (
	Middle Anchor = iota
	Start
	End
)

// Label is a line of text. At is a point on its baseline.
type Label struct {
	At     Point
	Size   float64
	Anchor Anchor
	Words  string
	Colour color.NRGBA
}

func (l Label) Bounds() Box {
	w := l.Size * 0.8 * float64(len(l.Words))
	return Box{l.At.X - w, l.At.Y - l.Size, 2 * w, 1.4 * l.Size}
}

func (l Label) moved(by Point) Shape { l.At = l.At.Add(by); return l }

// Figure is a piece. If Mirrored is true, its highlight is on the other side.
type Figure struct {
	Box
	Picture  Picture
	Colour   board.Colour
	Mirrored bool
}

// PieceFigure returns the figure of a piece of chess.
func PieceFigure(b Box, pc board.Piece, mirrored bool) Figure {
	return Figure{b, PictureOf(pc.Role()), pc.Colour(), mirrored}
}

func (f Figure) Bounds() Box { return f.Grown(1) }

func (f Figure) moved(by Point) Shape { f.Box = f.Box.moved(by); return f }

// Glow is a radial gradient in the theme's colour.
type Glow struct {
	At Point
	R  float64
}

func (g Glow) Bounds() Box { return Around(g.At, 2*g.R, 2*g.R) }

func (g Glow) moved(by Point) Shape { g.At = g.At.Add(by); return g }

// Group is a set of shapes drawn as one, with an opacity from 0 to 1. Role and Square identify the group for
// programs.
type Group struct {
	Opacity float64
	Role    GroupRole
	Square  string
	Shapes  []Shape
}

func (g Group) Bounds() Box { return boundsOf(g.Shapes) }

func (g Group) moved(by Point) Shape { g.Shapes = MoveAll(g.Shapes, by); return g }

// GroupRole is the meaning of a group.
type GroupRole string

// Roles of groups.
const (
	PlainGroup   GroupRole = ""
	BoardRole    GroupRole = "board"      // a board with its pieces
	MoveHint     GroupRole = "move"       // a destination of the selected piece
	CaptureHint  GroupRole = "capture"    // a capture of the selected piece
	PinHint      GroupRole = "pin"        // a destination of the selected board
	RefusedPin   GroupRole = "refused"    // a neighbouring pin to which the selected board cannot move
	BlockMark    GroupRole = "blocker"    // a piece that blocks the selected piece
	CheckMark    GroupRole = "check"      // an attacked king
	ChosenMark   GroupRole = "chosen"     // the selected piece
	LastMark     GroupRole = "last"       // a square of the last move
	GhostRole    GroupRole = "ghost"      // a piece after the previewed move
	WayRole      GroupRole = "way"        // the way of a move
	ReturnRole   GroupRole = "return"     // the arrow from a side board back to the centre board
	MirrorRole   GroupRole = "reflection" // the line from a square to its reflection
	TurnRole     GroupRole = "turn"       // a board that turns by 180°
	QuadrantMark GroupRole = "quadrant"   // the number of a board's quadrant
)
