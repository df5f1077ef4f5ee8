package anyboard

import "slices"

// landing is a square that an atom reaches.
type landing struct {
	sq     int
	leaps  int
	passed int  // destination of the first leap
	seam   bool // whether the line crossed the seam
}

// free reports whether there is no piece on a square. A hole is free (3.4).
func (p *Pos) free(sq int) bool { return !isPiece(p.board[sq]) }

// reach returns the squares that an atom of the piece on from reaches, regardless of their contents. If quiet
// is true, the piece moves without capturing. A square reached in several ways is listed several times.
func (p *Pos) reach(from int, a atom, quiet bool) []landing {
	piece := p.board[from]
	t := traveller{kindOf(piece), quiet}
	if a.initial && p.g.start.board[from] != piece {
		return nil
	}
	if a.secondRank && p.g.rank(from) != 1 && isWhite(piece) || a.secondRank && p.g.rank(from) != p.g.ranks-2 && isBlack(piece) {
		return nil
	}
	all := make([]landing, 0, 16)
	for _, v := range a.leaps {
		if isBlack(piece) {
			v = v.negative() // 3.5
		}
		all = p.line(all, from, v, true, a, t)
		if x, y := abs(v.x), abs(v.y); x != y && x != 0 && y != 0 {
			all = p.line(all, from, v, false, a, t)
		}
	}
	return all
}

// line appends the squares of one line of leaps (3.2).
func (p *Pos) line(all []landing, from int, v vector, longFirst bool, a atom, t traveller) []landing {
	g := p.g
	var room [32]int // enough for most lines
	visited := append(room[:0], from)
	met, hurdles := 0, 0 // number of pieces jumped so far, and number to be jumped
	if a.jumps || a.hops {
		hurdles = 1
	}
	seam, hopped := false, false
	for n := 1; a.length == 0 || n <= a.length; n++ {
		at := visited[len(visited)-1]
		l, ok := p.advance(at, v, longFirst, a, t, &hopped)
		if !ok || g.holes[l.to] || slices.Contains(visited, l.to) {
			break
		}
		if a.lame && !p.clear(at, v, l, t) {
			break
		}
		visited = append(visited, l.to)
		seam = seam || l.seam
		if met == hurdles {
			all = append(all, landing{sq: l.to, leaps: n, passed: visited[1], seam: seam})
			if a.hops {
				break // only the first square after the hurdle
			}
		}
		if !p.free(l.to) {
			if met == hurdles {
				break
			}
			met++
		}
		v = l.v
	}
	return all
}

// advance makes the next leap of a line. Steps of W and F follow links (2.4), and their riders hop (2.6).
func (p *Pos) advance(at int, v vector, longFirst bool, a atom, t traveller, hopped *bool) (leap, bool) {
	g := p.g
	single := abs(v.x) <= 1 && abs(v.y) <= 1
	if linked, ok := g.links[place{at, v}]; ok && single && t.kind != 'p' {
		return leap{to: linked.sq, v: linked.v}, true
	}
	if g.seam.crossing != "hop" || !single || a.length == 1 {
		return g.travel(at, v, longFirst, t)
	}
	file := g.file(at)
	if v.x < 0 && file == 0 || v.x > 0 && file == g.files-1 {
		if *hopped || !g.crosses(t) {
			return leap{}, false
		}
		*hopped = true
		return leap{to: g.square(g.files-1-file, g.rank(at), g.plane(at)), v: v, seam: true}, true
	}
	return g.travel(at, v, longFirst, t)
}

// clear reports whether a lame leap is not blocked (3.4).
func (p *Pos) clear(at int, v vector, l leap, t traveller) bool {
	if x, y := abs(v.x), abs(v.y); x != y && x != 0 && y != 0 {
		sq, ok := p.g.throat(at, v, t)
		return ok && p.free(sq)
	}
	return !slices.ContainsFunc(l.jumped, func(sq int) bool { return !p.free(sq) })
}

// attacks returns every square on which the piece on from could capture an enemy (3.9).
func (p *Pos) attacks(from int) []int {
	squares := make([]int, 0, 32)
	for _, a := range p.g.kinds[kindOf(p.board[from])] {
		if !a.takes {
			continue
		}
		for _, l := range p.reach(from, a, false) {
			squares = append(squares, l.sq)
		}
	}
	return squares
}

// attacked returns, for every square, whether a side attacks it.
func (p *Pos) attacked(byWhite bool) []bool {
	under := make([]bool, len(p.board))
	for from := range p.board {
		if p.holds(from, byWhite) {
			for _, sq := range p.attacks(from) {
				under[sq] = true
			}
		}
	}
	return under
}

// royalAttacked reports whether a side has an attacked royal piece on a square for which counts returns true.
func (p *Pos) royalAttacked(white bool, counts func(sq int) bool) bool {
	under := p.attacked(!white)
	for sq, piece := range p.board {
		if under[sq] && p.holds(sq, white) && p.g.isRoyal(piece) && counts(sq) {
			return true
		}
	}
	return false
}

func everywhere(int) bool { return true }

// InCheck reports whether the side to move is in check.
func (p *Pos) InCheck() bool { return p.royalAttacked(p.white, everywhere) }

// WaitingInCheck reports whether the side that is not to move is in check, which is impossible after a legal
// move.
func (p *Pos) WaitingInCheck() bool { return p.royalAttacked(!p.white, everywhere) }
