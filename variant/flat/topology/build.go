package topology

import (
	"slices"
	"sync"

	"github.com/tainchess/tain/board"
)

// Boards on which lines are the same for all roles.
var (
	Plane    = build(false)
	Cylinder = build(true)
)

// directions lists the eight directions clockwise from straight up.
var directions = [8]Direction{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// build returns the cylinder if wraps is true, otherwise the plane.
func build(wraps bool) *Topology {
	g := &Topology{Single: !wraps, Seam: wraps, Corners: !wraps, Alike: wraps, wraps: wraps}
	for s := range board.Square(64) {
		for n, d := range directions {
			g.rays[s][n] = g.ray(s, d)
		}
	}
	for s := range board.Square(64) {
		g.addSteps(s)
		g.addLines(s)
		for to := range board.Square(64) {
			files, ranks := abs(s.File()-to.File()), abs(s.Rank()-to.Rank())
			if wraps {
				files = min(files, 8-files)
			}
			g.distance[s][to] = uint8(max(files, ranks))
		}
		files := 3
		if !wraps {
			files = min(s.File(), 7-s.File())
		}
		g.edgeDistance[s] = uint8(files + min(s.Rank(), 7-s.Rank()))
	}
	g.PawnFrom = [2][64]board.Bitboard{g.Pawn[board.Black], g.Pawn[board.White]}
	for file := range 8 {
		for occupied := range 256 {
			g.ranks[file][occupied] = g.rank(file, occupied)
		}
	}
	return g
}

// step returns the square that is the given number of files and ranks away, or false if it is beyond an edge.
func (g *Topology) step(s board.Square, files, ranks int) (board.Square, bool) {
	file, rank := s.File()+files, s.Rank()+ranks
	if g.wraps {
		file &= 7
	}
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return board.NoSquare, false
	}
	return board.At(file, rank), true
}

// ray returns the places from a square in a direction, up to the edge of the board. A ray that wraps around
// ends before the square.
func (g *Topology) ray(from board.Square, d Direction) (all []Place) {
	at := Place{Square: from}
	for {
		to, ok := g.step(at.Square, int(d.Files), int(d.Ranks))
		if !ok || to == from {
			return all
		}
		if to.File() != at.Square.File()+int(d.Files) {
			at.Copy += d.Files
		}
		at.Square = to
		all = append(all, at)
	}
}

// addSteps fills the tables for knights, kings and pawns.
func (g *Topology) addSteps(s board.Square) {
	for files := -2; files <= 2; files++ {
		for ranks := -2; ranks <= 2; ranks++ {
			to, ok := g.step(s, files, ranks)
			if !ok {
				continue
			}
			switch files*files + ranks*ranks {
			case 1, 2:
				g.King[s] |= to.Bit()
				if abs(s.File()-to.File()) > 1 {
					g.overSeam[s] |= to.Bit()
				}
			case 5:
				g.Knight[s] |= to.Bit()
			}
		}
	}
	for side, forward := range [2]int8{1, -1} {
		span := &g.spans[side][s]
		span.Ahead = g.line(s, 0, forward)
		span.Front = span.Ahead
		for _, files := range [...]int{-1, 1} {
			if to, ok := g.step(s, files, int(forward)); ok {
				g.Pawn[side][s] |= to.Bit()
			}
			if beside, ok := g.step(s, files, 0); ok {
				front := g.line(beside, 0, forward)
				span.Front |= front
				span.Beside |= front | beside.Bit() | g.line(beside, 0, -forward)
			}
		}
	}
}

// addLines fills the tables for sliders.
func (g *Topology) addLines(s board.Square) {
	g.lines[s] = lines{
		file: g.line(s, 0, 1) | g.line(s, 0, -1),
		up:   g.line(s, 1, 1) | g.line(s, -1, -1),
		down: g.line(s, -1, 1) | g.line(s, 1, -1),
	}
	g.Straight[s] = g.lines[s].file | g.line(s, 1, 0) | g.line(s, -1, 0)
	g.Diagonal[s] = g.lines[s].up | g.lines[s].down
}

// line returns the squares on the ray from a square in a direction.
func (g *Topology) line(s board.Square, files, ranks int8) (all board.Bitboard) {
	for _, at := range g.rays[s][Direction{files, ranks}.number()] {
		all |= at.Square.Bit()
	}
	return all
}

// rank returns the files that a rook attacks along its rank, given the occupied files.
func (g *Topology) rank(file, occupied int) (seen uint8) {
	for _, d := range [...]Direction{{1, 0}, {-1, 0}} {
		for _, at := range g.rays[file][d.number()] {
			seen |= 1 << at.Square
			if occupied>>at.Square&1 != 0 {
				break
			}
		}
	}
	return seen
}

func abs(n int) int { return max(n, -n) }

// Seam returns the board on which only the given roles cross the seam. It returns the plane if no role
// crosses and the cylinder if all roles wrap. Knights, kings and capturing pawns wrap with either kind of
// crossing. Seam caches the boards; there are at most 125.
func Seam(c Crossing, crosses [8]bool) *Topology {
	all, none := c == Wrap, true
	for k := board.Pawn; k <= board.King; k++ {
		all, none = all && crosses[k], none && !crosses[k]
	}
	switch {
	case c == NoCrossing || none:
		return Plane
	case all:
		return Cylinder
	}
	key := seam{c, crosses}
	if g, ok := seams.Load(key); ok {
		return g.(*Topology)
	}
	g, _ := seams.LoadOrStore(key, mix(c, crosses))
	return g.(*Topology)
}

// seams caches the boards that [Seam] builds.
var seams sync.Map

type seam struct {
	crossing Crossing
	crosses  [8]bool
}

// Crossing returns the arguments for which [Seam] returns this board.
func (g *Topology) Crossing() (c Crossing, crosses [8]bool) {
	switch {
	case g.mixed != nil:
		return g.mixed.crossing, g.mixed.crosses
	case g == Cylinder:
		for k := board.Pawn; k <= board.King; k++ {
			crosses[k] = true
		}
		return Wrap, crosses
	}
	return NoCrossing, crosses
}

// mix builds a board whose lines differ between roles.
func mix(c Crossing, crosses [8]bool) *Topology {
	of := func(k board.Role) *Topology {
		if crosses[k] {
			return Cylinder
		}
		return Plane
	}
	king, pawn := of(board.King), of(board.Pawn)
	m := &mixed{crossing: c, crosses: crosses}
	m.alike = crosses[board.Queen] == crosses[board.Rook] && crosses[board.Queen] == crosses[board.Bishop]
	g := &Topology{
		Knight: of(board.Knight).Knight, King: king.King, Pawn: pawn.Pawn, PawnFrom: pawn.PawnFrom,
		Seam: true, Corners: king.Corners, wraps: pawn.wraps, overSeam: Cylinder.overSeam,
		distance: king.distance, edgeDistance: king.edgeDistance, spans: pawn.spans, mixed: m,
	}
	hopping := m.addHops()
	for k := board.Bishop; k <= board.Queen; k++ {
		t := of(k)
		m.riders[k] = rider{straight: t, diagonal: t, rays: &t.rays}
		if c == Hop && crosses[k] {
			m.riders[k] = rider{straight: Cylinder, diagonal: Plane, hops: true, rays: hopping}
		}
	}
	for s := range board.Square(64) {
		for k := board.Bishop; k <= board.Queen; k++ {
			m.straight[k][s], m.diagonal[k][s] = m.riders[k].straight.QuickRook(s, 0), m.diagonals(&m.riders[k], s, 0)
		}
		g.Straight[s], g.Diagonal[s] = m.straight[board.Rook][s], m.diagonal[board.Bishop][s]
		if !m.alike {
			queen := m.straight[board.Queen][s] | m.diagonal[board.Queen][s]
			g.Straight[s], g.Diagonal[s] = g.Straight[s]|queen, g.Diagonal[s]|queen
		}
	}
	return g
}

// addHops records where the diagonals through each square continue over an edge, and returns the rays of
// sliders that hop. Their files are as on the plane and their ranks as on the cylinder. A diagonal that
// leaves the board at the top or bottom does not continue.
func (m *mixed) addHops() *rays {
	all := Cylinder.rays
	for s := range board.Square(64) {
		for _, d := range Diagonals {
			line := slices.Clone(Plane.rays[s][d.number()])
			edge := s
			if len(line) > 0 {
				edge = line[len(line)-1].Square
			}
			if d.Files > 0 && edge.File() == 7 || d.Files < 0 && edge.File() == 0 {
				to := board.At(7-edge.File(), edge.Rank())
				line = append(line, Place{to, d.Files})
				for _, at := range Plane.rays[to][d.number()] {
					line = append(line, Place{at.Square, d.Files})
				}
				h := &m.hops[s]
				h.list[h.n] = hop{edge: edge.Bit(), to: to, line: Plane.line(to, d.Files, d.Ranks)}
				h.n++
				h.edges |= edge.Bit()
			}
			all[s][d.number()] = line
		}
	}
	return &all
}
