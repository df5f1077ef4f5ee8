package anyboard

// traveller describes the moving piece, which determines the edges it may cross.
type traveller struct {
	kind byte
	// quiet means that the piece moves without capturing. A pawn then crosses no edge (3.7).
	quiet bool
}

// crosses reports whether the traveller may cross the seam.
func (g *Game) crosses(t traveller) bool {
	return g.seam.open(t.kind) && !(t.kind == 'p' && t.quiet)
}

// passesEnds reports whether the traveller may cross the ends. A pawn never does (3.7).
func (g *Game) passesEnds(t traveller) bool {
	return g.ends.open(t.kind) && t.kind != 'p'
}

// step takes one step from a square in the direction of v, whose signs are the heading. It returns the
// square, v as turned by the crossed edges, and whether the step crossed the seam. The square may be a hole.
// Links are not considered.
func (g *Game) step(sq int, heading, v vector, t traveller) (to int, turned vector, seam, ok bool) {
	file, rank := g.file(sq)+heading.x, g.rank(sq)
	// 2.1 The sideways part.
	if file < 0 || file >= g.files {
		if !g.crosses(t) {
			return none, v, false, false
		}
		seam = true
		file = (file + g.files) % g.files
		if g.seam.crossing == "twist" {
			rank = g.ranks - 1 - rank
			heading.y, v.y = -heading.y, -v.y
		}
	}
	// 2.2 The up-down part.
	rank += heading.y
	if rank < 0 || rank >= g.ranks {
		if !g.passesEnds(t) {
			return none, v, false, false
		}
		switch g.ends.crossing {
		case "wrap":
			rank = (rank + g.ranks) % g.ranks
		case "twist":
			rank = (rank + g.ranks) % g.ranks
			file = g.files - 1 - file
			v.x = -v.x
		case "pole":
			rank -= heading.y
			file = (file + g.files/2) % g.files
			v.y = -v.y
		}
	}
	return g.square(file, rank, g.plane(sq)), v, seam, true
}

// leap is a complete leap from one square to another.
type leap struct {
	to     int
	v      vector // as turned by the crossed edges
	seam   bool   // whether the leap crossed the seam
	jumped []int  // squares between, for straight and diagonal leaps
}

// travel makes one leap (3.3). For a bent leap, longFirst selects the path. Holes on the path are ignored.
func (g *Game) travel(from int, v vector, longFirst bool, t traveller) (leap, bool) {
	l := leap{to: from, v: v}
	walk := func(part vector, steps int) bool {
		for n := range steps {
			if n > 0 {
				l.jumped = append(l.jumped, l.to)
			}
			// Only the axes come from part; their signs are those of l.v, which crossed edges change.
			heading := vector{sign(l.v.x) * part.x, sign(l.v.y) * part.y}
			to, turned, seam, ok := g.step(l.to, heading, l.v, t)
			if !ok {
				return false
			}
			l.to, l.v, l.seam = to, turned, l.seam || seam
		}
		return true
	}
	x, y := abs(v.x), abs(v.y)
	if x == y || x == 0 || y == 0 {
		ok := walk(vector{1, 1}, max(x, y))
		return l, ok
	}
	first, second := vector{1, 0}, vector{0, 1}
	if (x > y) != longFirst {
		first, second = second, first
	}
	steps := func(part vector) int { return part.x*x + part.y*y }
	ok := walk(first, steps(first)) && walk(second, steps(second))
	return l, ok
}

// throat returns the square that must be empty for a lame knight's leap: one step along the long axis (3.4).
func (g *Game) throat(from int, v vector, t traveller) (int, bool) {
	heading := vector{sign(v.x), 0}
	if abs(v.y) > abs(v.x) {
		heading = vector{0, sign(v.y)}
	}
	sq, _, _, ok := g.step(from, heading, v, t)
	return sq, ok
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

func abs(n int) int { return n * sign(n) }
