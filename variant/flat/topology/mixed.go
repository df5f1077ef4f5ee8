package topology

import (
	"sync"

	"github.com/tainchess/tain/board"
)

// Crossing is how pieces get over the seam between the a-file and the h-file.
type Crossing uint8

// The crossings.
const (
	NoCrossing Crossing = iota // the edge is an edge
	Wrap                       // the files are neighbours, as on a cylinder
	Hop                        // a rider goes on from the edge at the same rank of the other edge
)

// Seam returns the board on which the pieces of some roles cross the seam and
// the others do not. It is the plane if none does, and the cylinder if all wrap.
// A knight, a king and a pawn that captures wrap in either manner.
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
	which := seam{c, crosses}
	if g, ok := seams.Load(which); ok {
		return g.(*Topology)
	}
	g, _ := seams.LoadOrStore(which, mix(c, crosses))
	return g.(*Topology)
}

// seams are the boards that [Seam] has made, by what they were made of. There are
// 125 of them at most, however many rule sets are played on them.
var seams sync.Map

// seam is what a board is made of.
type seam struct {
	crossing Crossing
	crosses  [8]bool
}

// Crossing returns how the board was made by [Seam], and whether it was.
func (g *Topology) Crossing() (c Crossing, crosses [8]bool, ok bool) {
	switch {
	case g == Plane:
		return NoCrossing, crosses, true
	case g == Cylinder:
		for k := board.Pawn; k <= board.King; k++ {
			crosses[k] = true
		}
		return Wrap, crosses, true
	case g.mixed != nil:
		return g.mixed.crossing, g.mixed.crosses, true
	}
	return NoCrossing, crosses, false
}

// mixed is what riders see where some cross the seam and some do not, or where
// they hop.
type mixed struct {
	riders   [8]rider
	hops     [64]hops
	crossing Crossing
	crosses  [8]bool
	alike    bool // a queen sees what a rook and a bishop see
	// straight and diagonal are what the roles see on an empty board.
	straight, diagonal [8][64]board.Bitboard
}

// rider is how a role rides: on the lines of the plane or of the cylinder, and
// if it hops also on what lies behind a hop of a diagonal line. Along a rank a
// hop is a step round the cylinder.
type rider struct {
	straight, diagonal *Topology
	hops               bool
	rays               *rays
}

// hops are the ways on over an edge from one square.
type hops struct {
	edges board.Bitboard // where they begin
	n     uint8
	list  [4]hop
}

// hop is how a diagonal line goes on beyond an edge.
type hop struct {
	edge board.Bitboard // the square it must come to, or begin on
	to   board.Square   // where it goes on
	line board.Bitboard // what follows
}

// mix builds the tables of a board on which not all pieces go alike.
func mix(c Crossing, crosses [8]bool) *Topology {
	of := func(k board.Role) *Topology {
		if crosses[k] {
			return Cylinder
		}
		return Plane
	}
	king, pawn := of(board.King), of(board.Pawn)
	g := &Topology{
		Knight: of(board.Knight).Knight, King: king.King, Pawn: pawn.Pawn, PawnFrom: pawn.PawnFrom,
		Seam: true, Corners: king.Corners,
		shape: king.shape, wraps: crosses[board.Pawn],
		ahead: pawn.ahead, behind: pawn.behind, overSeam: Cylinder.overSeam,
		distance: king.distance, edgeDistance: king.edgeDistance, spans: pawn.spans,
	}
	m := &mixed{crossing: c, crosses: crosses, alike: crosses[board.Queen] == crosses[board.Rook] && crosses[board.Queen] == crosses[board.Bishop]}
	hopping := hopRays()
	for k := board.Bishop; k <= board.Queen; k++ {
		t := of(k)
		m.riders[k] = rider{straight: t, diagonal: t, rays: &t.rays}
		if c == Hop && crosses[k] {
			m.riders[k] = rider{straight: Cylinder, diagonal: Plane, hops: true, rays: hopping}
		}
	}
	for s := range board.Square(64) {
		m.hops[s] = hopsFrom(s)
	}
	g.mixed, g.slow = m, true
	for s := range board.Square(64) {
		for k := board.Bishop; k <= board.Queen; k++ {
			m.straight[k][s], m.diagonal[k][s] = m.riders[k].straight.QuickRook(s, 0), m.slants(&m.riders[k], s, 0)
		}
		g.Straight[s], g.Diagonal[s] = m.straight[board.Rook][s], m.diagonal[board.Bishop][s]
		if !m.alike {
			queen := m.straight[board.Queen][s] | m.diagonal[board.Queen][s]
			g.Straight[s], g.Diagonal[s] = g.Straight[s]|queen, g.Diagonal[s]|queen
		}
	}
	return g
}

// hopsFrom returns how the diagonal lines of a square go on over an edge. A line
// that leaves the board at the top or the bottom does not.
func hopsFrom(s board.Square) (all hops) {
	for _, d := range Diagonals {
		edge, far := s, 7
		if d.Files < 0 {
			far = 0
		}
		if line := Plane.rays[s][d.number()]; len(line) > 0 {
			edge = line[len(line)-1].Square
		}
		if edge.File() != far {
			continue
		}
		h := hop{edge: edge.Bit(), to: board.At(7-far, edge.Rank())}
		for _, at := range Plane.rays[h.to][d.number()] {
			h.line |= at.Square.Bit()
		}
		all.list[all.n&3] = h
		all.n++
		all.edges |= h.edge
	}
	return all
}

// hopRays returns the lines of riders that hop: those along a file are the
// plane's, those along a rank the cylinder's.
func hopRays() *rays {
	lines := Cylinder.rays
	for s := range board.Square(64) {
		for _, d := range Diagonals {
			line := append([]Place(nil), Plane.rays[s][d.number()]...)
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
			}
			lines[s][d.number()] = line
		}
	}
	return &lines
}

// QueenAlike reports whether a queen sees what a rook and a bishop see.
func (g *Topology) QueenAlike() bool { return g.mixed == nil || g.mixed.alike }

// MixedRook is Rook on a board that [Seam] has made and that is not Quick.
func (g *Topology) MixedRook(s board.Square, occupied board.Bitboard) board.Bitboard {
	return g.mixed.riders[board.Rook].straight.QuickRook(s, occupied)
}

// MixedBishop is Bishop on such a board.
func (g *Topology) MixedBishop(s board.Square, occupied board.Bitboard) board.Bitboard {
	return g.mixed.slants(&g.mixed.riders[board.Bishop], s, occupied)
}

// MixedQueen is Queen on such a board.
func (g *Topology) MixedQueen(s board.Square, occupied board.Bitboard) board.Bitboard {
	r := &g.mixed.riders[board.Queen]
	return r.straight.QuickRook(s, occupied) | g.mixed.slants(r, s, occupied)
}

// sliders returns those of some rooks and bishops, queens among both, that see a
// square. Most squares lie on no line of a slider.
func (m *mixed) sliders(s board.Square, occupied, rooks, bishops board.Bitboard) (found board.Bitboard) {
	s &= 63
	var queens board.Bitboard
	if !m.alike {
		queens = rooks & bishops
		rooks, bishops = rooks&^queens, bishops&^queens
	}
	if rooks &= m.straight[board.Rook][s]; rooks != 0 {
		found = m.riders[board.Rook].straight.QuickRook(s, occupied) & rooks
	}
	if bishops &= m.diagonal[board.Bishop][s]; bishops != 0 {
		found |= m.slants(&m.riders[board.Bishop], s, occupied) & bishops
	}
	if queens == 0 {
		return found
	}
	r := &m.riders[board.Queen]
	if queens&m.straight[board.Queen][s] != 0 {
		found |= r.straight.QuickRook(s, occupied) & queens
	}
	if queens&m.diagonal[board.Queen][s] != 0 {
		found |= m.slants(r, s, occupied) & queens
	}
	return found
}

// slants returns what a rider sees on its diagonal lines.
func (m *mixed) slants(r *rider, s board.Square, occupied board.Bitboard) board.Bitboard {
	all := r.diagonal.QuickBishop(s, occupied)
	if !r.hops {
		return all
	}
	hops := &m.hops[s&63]
	open := (all&^occupied | s.Bit()) & hops.edges
	if open == 0 {
		return all
	}
	for i := range hops.n {
		if h := &hops.list[i&3]; h.edge&open != 0 {
			all |= h.to.Bit()
			if !occupied.Has(h.to) {
				all |= seen(h.to, occupied, h.line)
			}
		}
	}
	return all
}
