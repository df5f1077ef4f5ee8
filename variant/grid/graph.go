package grid

import "github.com/tainchess/tain/variant/betza"

// State is a piece on its way: its square, its heading, and whether its line has crossed the seam.
type State uint16

// NoState is the state after a leap that leads nowhere.
const NoState State = 1 << 12

const (
	stateBits = 4 // bits below the square: the heading, and seamBit
	seamBit   = 8
)

// Square returns the square.
func (s State) Square() Square { return Square(s >> stateBits) }

// Seam reports whether the line has crossed the seam.
func (s State) Seam() bool { return s&seamBit != 0 }

// compass lists the headings of single steps. A state contains an index of this list.
var compass = [8]Heading{{X: 0, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 0}, {X: 1, Y: -1}, {X: 0, Y: -1}, {X: -1, Y: -1}, {X: -1, Y: 0}, {X: -1, Y: 1}}

// byHeading holds the index of each single step in compass, by X and Y plus 1.
var byHeading = [3][3]State{{5, 6, 7}, {4, 0, 0}, {3, 2, 1}}

func headingIndex(x, y int) State { return byHeading[x+1][y+1] }

// NoEmpty marks an unused entry in Graph.Empty.
const NoEmpty = MaxSquares

// Graph leads from each state to the state after the next leap of an atom. The lines of a rider are walks through a
// graph, which is much smaller than a list of all lines.
type Graph struct {
	Next []State // NoState after the last leap
	// Leaps holds the number of leaps of an unlimited line that starts in a state: it ends before its origin and
	// before a square that it has already visited.
	Leaps []uint8
	// Empty holds the squares that must be empty for the next leap, or NoEmpty. It is nil unless the atom is
	// lame.
	Empty [][2]uint16
}

// Ray is the start of a line: a graph and the index of a heading.
type Ray struct {
	*Graph
	heading State
}

// Start returns the state in which the line starts from a square.
func (r *Ray) Start(s Square) State { return State(s)<<stateBits | r.heading }

// Graphs builds the graphs of a board, and shares equal ones.
type Graphs struct {
	board *Board
	known map[graphKey]*Graph
}

// graphKey identifies a graph.
type graphKey struct {
	long, short int
	lame, hop   bool
	by          way
	c           Crossing
}

// NewGraphs returns an empty collection for a board.
func NewGraphs(b *Board) *Graphs { return &Graphs{b, map[graphKey]*Graph{}} }

// Size returns the approximate memory of all graphs in bytes.
func (g *Graphs) Size() (bytes int) {
	for _, one := range g.known {
		bytes += 2*len(one.Next) + len(one.Leaps) + 4*len(one.Empty)
	}
	return bytes
}

// Rays returns the lines of an atom, one for each heading and way; see [Board.Lines].
func (g *Graphs) Rays(a *betza.Atom, turned bool, c Crossing) (all []Ray) {
	for _, h := range a.Headings {
		if turned {
			h = h.Turned()
		}
		for _, by := range ways(a, h) {
			key := graphKey{a.Long, a.Short, a.Lame, a.Long == 1 && a.Rides() && g.board.Seam == Hop && c.Seam, by, c}
			if g.known[key] == nil {
				g.known[key] = g.board.graph(a, by, c)
			}
			all = append(all, Ray{g.known[key], headingIndex(sign(h.X), sign(h.Y))})
		}
	}
	return all
}

// graph builds a graph.
func (b *Board) graph(a *betza.Atom, by way, c Crossing) *Graph {
	states := b.Size() << stateBits
	g := &Graph{Next: make([]State, states), Leaps: make([]uint8, states)}
	if a.Lame {
		g.Empty = make([][2]uint16, states)
	}
	seam := b.Seam != None && c.Seam
	var origin walker
	for at := range State(states) {
		g.Next[at] = NoState
		if g.Empty != nil {
			g.Empty[at] = [2]uint16{NoEmpty, NoEmpty}
		}
		h := compass[at&7]
		if at&(1<<stateBits-1) == 0 {
			origin = b.start(at.Square(), h)
		}
		if !b.Exists(at.Square()) || at.Seam() && !seam || a.Long > 1 && (h.X == 0 || h.Y == 0) != (a.Short == 0) {
			continue
		}
		w := origin
		w.x, w.y, w.seam = h.X, h.Y, at.Seam()
		l, ok := b.leap(a, &w, by, c)
		if !ok {
			continue
		}
		g.Next[at] = State(l.To)<<stateBits | headingIndex(w.x, w.y)
		if l.Seam {
			g.Next[at] |= seamBit
		}
		for i, s := range l.Empty {
			g.Empty[at][i] = uint16(s)
		}
	}
	var visited [MaxSquares]State // by square: the last start, plus 1
	for start := range State(states) {
		if start.Seam() {
			continue
		}
		visited[start.Square()] = start + 1
		for at := g.Next[start]; at != NoState && visited[at.Square()] != start+1; at = g.Next[at] {
			visited[at.Square()] = start + 1
			if g.Leaps[start]++; a.Long > 2 {
				break // does not ride
			}
		}
	}
	return g
}
