package paint

import "math"

// dashes splits a line into dashes. The pattern alternates the lengths of dashes and gaps.
func (l polyline) dashes(pattern []float64) (all []polyline) {
	whole := 0.0
	for _, n := range pattern {
		whole += n
	}
	if len(pattern) == 0 || whole <= 0 {
		return []polyline{l}
	}
	points := l.points
	if l.closed && len(points) > 0 {
		points = append(points[:len(points):len(points)], points[0])
	}
	var stroke []Point
	part, left, on := 0, pattern[0], true
	flush := func() {
		if on && len(stroke) > 0 {
			all = append(all, polyline{points: stroke})
		}
		stroke = nil
	}
	for i := range points {
		if i == 0 {
			stroke = append(stroke, points[0])
			continue
		}
		from, to := points[i-1], points[i]
		length := to.Sub(from).Length()
		gone := 0.0
		for length-gone > left {
			gone += left
			at := Mix(from, to, gone/length)
			if on {
				stroke = append(stroke, at)
			}
			flush()
			part = (part + 1) % len(pattern)
			left, on = pattern[part], !on
			stroke = append(stroke, at)
		}
		left -= length - gone
		if on {
			stroke = append(stroke, to)
		}
	}
	flush()
	return all
}

// pen computes the outlines of stroked lines with round ends and corners.
type pen struct {
	r     float64 // half the width
	pixel float64
	out   func(points []Point) // receives each closed outline
}

// draw strokes a line. A line of length 0 is a dot.
func (n *pen) draw(l polyline) {
	p := l.points
	switch {
	case len(p) == 0:
		return
	case len(p) == 1 || len(p) == 2 && p[0].Sub(p[1]).Length() < n.pixel*0.02:
		n.out(n.arc(nil, p[0], Point{1, 0}, 2*math.Pi))
		return
	}
	back := make([]Point, len(p))
	for i := range p {
		back[len(p)-1-i] = p[i]
	}
	if l.closed {
		n.out(n.side(p, true))
		n.out(n.side(back, true))
		return
	}
	loop := n.side(p, false)
	last := p[len(p)-1]
	loop = n.arc(loop, last, p[len(p)-2].Towards(last).turned(), math.Pi)
	loop = append(loop, n.side(back, false)...)
	loop = n.arc(loop, p[0], p[1].Towards(p[0]).turned(), math.Pi)
	n.out(loop)
}

// side returns the line offset to the left. On the outside of a corner it is rounded. On the inside it passes
// through the corner itself, which only overlaps the stroke.
func (n *pen) side(p []Point, closed bool) (loop []Point) {
	count := len(p)
	ends := count - 1
	if closed {
		ends = count
	}
	for i := range ends {
		from, to := p[i], p[(i+1)%count]
		normal := from.Towards(to).turned().Times(n.r)
		loop = append(loop, from.Add(normal), to.Add(normal))
		if i == ends-1 && !closed {
			break
		}
		next := p[(i+2)%count]
		after := to.Towards(next).turned().Times(n.r)
		cross := normal.X*after.Y - normal.Y*after.X
		dot := normal.X*after.X + normal.Y*after.Y
		turn := math.Atan2(cross, dot)
		switch {
		case math.Abs(turn) < 0.12: // part of a flattened curve
		case turn > 0:
			loop = n.arc(loop, to, normal.Unit(), turn)
		default:
			loop = append(loop, to)
		}
	}
	return loop
}

// arc appends the points of a circular arc around a centre. The arc starts in the given direction and spans
// the given angle.
func (n *pen) arc(loop []Point, at, from Point, angle float64) []Point {
	steps := int(max(3, math.Ceil(math.Abs(angle)*math.Sqrt(n.r/n.pixel)*0.9)))
	for i := range steps + 1 {
		sin, cos := math.Sincos(angle * float64(i) / float64(steps))
		loop = append(loop, at.Add(Point{from.X*cos - from.Y*sin, from.X*sin + from.Y*cos}.Times(n.r)))
	}
	return loop
}
