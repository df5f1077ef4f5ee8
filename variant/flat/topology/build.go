package topology

import (
	"fmt"

	"github.com/tainchess/tain/board"
)

// Direction is one of the eight ways a king may go: a file to the right (1), to
// the left (-1) or neither, and a rank up (1), down (-1) or neither.
type Direction struct{ Files, Ranks int8 }

// Straights and Diagonals are the directions of rooks and of bishops.
var (
	Straights = [4]Direction{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	Diagonals = [4]Direction{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
)

// directions are all of them clockwise from straight up, so that straight ones
// and diagonal ones take turns.
var directions = [8]Direction{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// numbers gives the place of a direction in directions, by rank and file.
var numbers = [9]int{5, 4, 3, 6, 0, 2, 7, 0, 1}

func (d Direction) number() int { return numbers[int(d.Ranks+1)*3+int(d.Files+1)] }

// turned returns the direction a quarter round to the right.
func (d Direction) turned() Direction { return directions[(d.number()+2)&7] }

// back returns the opposite direction.
func (d Direction) back() Direction { return Direction{-d.Files, -d.Ranks} }

// Shape tells where one step from a square in a direction leads, and in which
// direction one then looks: over an edge up may become down. False means that
// the board ends there.
//
// A shape leads back: who turns round after a step and makes another is where
// he was. Forward leads a pawn up or down the board one square at a time, never
// to a square that two squares lead to.
type Shape func(s board.Square, d Direction) (board.Square, Direction, bool)

// Place is a square on one of the copies of the board that lie in a row: 0 is
// the one where a line begins, 1 the next to the right, -1 to the left.
type Place struct {
	Square board.Square
	Copy   int8
}

// sheet is the shape of the plane, or of the cylinder if it wraps.
func sheet(wraps bool) Shape {
	return func(s board.Square, d Direction) (board.Square, Direction, bool) {
		file, rank := s.File()+int(d.Files), s.Rank()+int(d.Ranks)
		if wraps {
			file &= 7
		}
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return board.NoSquare, d, false
		}
		return board.At(file, rank), d, true
	}
}

// New returns the topology of a shape. The error says where the shape
// contradicts itself.
func New(shape Shape) (*Topology, error) {
	if err := check(shape); err != nil {
		return nil, err
	}
	g := build(shape)
	g.walks, g.slow = true, true
	return g, nil
}

// check sees that a shape leads back and that no two pawns capture on one
// square in one direction.
func check(shape Shape) error {
	for _, d := range directions {
		from := map[board.Square]board.Square{}
		for s := board.Square(0); s < 64; s++ {
			to, on, ok := shape(s, d)
			if !ok {
				continue
			}
			if to > 63 || on == (Direction{}) || max(on.Files, -on.Files, on.Ranks, -on.Ranks) > 1 {
				return fmt.Errorf("topology: a step from %v leads to no square, or in no direction", s)
			}
			if home, way, ok := shape(to, on.back()); !ok || home != s || way != d.back() {
				return fmt.Errorf("topology: a step leads from %v to %v, and back to %v", s, to, home)
			}
			if d.Ranks != 0 {
				if other, twice := from[to]; twice {
					return fmt.Errorf("topology: one step forward leads from %v and from %v to %v", other, s, to)
				}
				from[to] = s
			}
		}
	}
	return nil
}

// quick returns the plane or the cylinder, which need not be walked.
func quick(wraps bool) *Topology {
	g := build(sheet(wraps))
	g.wraps = wraps
	for s := range board.Square(64) {
		line := func(d Direction) (all board.Bitboard) {
			for _, at := range g.rays[s][d.number()] {
				all |= at.Square.Bit()
			}
			return all
		}
		g.lines[s] = lines{
			file: line(Direction{0, 1}) | line(Direction{0, -1}),
			up:   line(Direction{1, 1}) | line(Direction{-1, -1}),
			down: line(Direction{-1, 1}) | line(Direction{1, -1}),
		}
	}
	for file := range 8 {
		for occupied := range 256 {
			g.ranks[file][occupied] = g.rank(file, occupied)
		}
	}
	return g
}

// rank walks both ways along a rank.
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

// build walks a shape and makes all tables that fit every board.
func build(shape Shape) *Topology {
	g := &Topology{shape: shape, Single: true, Alike: true}
	for s := range board.Square(64) {
		for n, d := range directions {
			g.rays[s][n] = ray(shape, s, d)
			if to, ok := g.step(s, d); ok {
				g.King[s] |= to.Bit()
				g.leaps(s, d)
			}
		}
	}
	for s := range board.Square(64) {
		g.look(s)
		for side, forward := range [2]int8{1, -1} {
			g.ahead[side][s], g.behind[side][s] = board.NoSquare, board.NoSquare
			if to, ok := g.step(s, Direction{0, forward}); ok {
				g.ahead[side][s] = to
			}
			for _, files := range [...]int8{-1, 1} {
				if to, ok := g.step(s, Direction{files, forward}); ok {
					g.Pawn[side][s] |= to.Bit()
				}
			}
		}
	}
	for side := range 2 {
		for s := range board.Square(64) {
			for hit := g.Pawn[side][s]; hit != 0; {
				g.PawnFrom[side][hit.Pop()] |= s.Bit()
			}
			if to := g.ahead[side][s]; to != board.NoSquare {
				g.behind[side][to] = s
			}
		}
	}
	for s := range board.Square(64) {
		g.measure(s)
		for side := range 2 {
			g.spans[side][s] = g.span(side, s)
		}
		right := board.At((s.File()+1)&7, s.Rank())
		g.Alike = g.Alike && turnRight(g.King[s]) == g.King[right] && turnRight(g.Knight[s]) == g.Knight[right]
	}
	return g
}

// ray walks from a square until the board ends, or it comes to where it began
// or to a place it left in the same direction before.
func ray(shape Shape, from board.Square, d Direction) (all []Place) {
	at := Place{Square: from}
	for len(all) < 64*len(directions) {
		to, on, ok := shape(at.Square, d)
		if !ok || to == from {
			break
		}
		if d.Files != 0 && to.File() != at.Square.File()+int(d.Files) {
			at.Copy += d.Files
		}
		at.Square, d = to, on
		all = append(all, at)
	}
	return all
}

// step makes one step.
func (g *Topology) step(s board.Square, d Direction) (board.Square, bool) {
	to, _, ok := g.shape(s, d)
	return to, ok
}

// leaps adds a knight's leaps that begin in a direction: two steps straight and
// one to a side, or one and two, which is the same on most boards.
func (g *Topology) leaps(s board.Square, d Direction) {
	if d.Files != 0 && d.Ranks != 0 {
		return
	}
	for _, steps := range [...][2]int{{2, 1}, {1, 2}} {
		for _, right := range [...]bool{true, false} {
			at, on, ok := g.straightOn(s, d, steps[0])
			if !ok {
				continue
			}
			if on = on.turned(); !right {
				on = on.back()
			}
			if at, _, ok = g.straightOn(at, on, steps[1]); ok && at != s {
				g.Knight[s] |= at.Bit()
			}
		}
	}
}

// straightOn makes some steps straight on.
func (g *Topology) straightOn(s board.Square, d Direction, steps int) (board.Square, Direction, bool) {
	ok := true
	for ; steps > 0 && ok; steps-- {
		s, d, ok = g.shape(s, d)
	}
	return s, d, ok
}

// look finds out what the lines of a square lead over.
func (g *Topology) look(s board.Square) {
	var met board.Bitboard
	for n, d := range directions {
		last := s
		for _, at := range g.rays[s][n] {
			g.Single = g.Single && !met.Has(at.Square)
			met |= at.Square.Bit()
			g.Seam = g.Seam || !next(last, at.Square)
			last = at.Square
		}
		if first, ok := g.step(s, d); ok && !next(s, first) {
			g.overSeam[s] |= first.Bit()
		}
	}
	g.Straight[s], g.Diagonal[s] = g.walk(s, 0, 0), g.walk(s, 0, 1)
	g.Corners = g.Corners || g.King[s] != 0 && g.King[s].Count() <= 3
}

// next reports whether squares touch on a plane.
func next(a, b board.Square) bool {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return max(files, -files, ranks, -ranks) <= 1
}

// unreachable is further than any square is on a board in one piece.
const unreachable = 15

// measure finds how far a king has to every square, and to the edges.
func (g *Topology) measure(from board.Square) {
	for to := range g.distance[from] {
		g.distance[from][to] = unreachable
	}
	seen := from.Bit()
	for n, edge := uint8(0), seen; edge != 0; n++ {
		var around board.Bitboard
		for edge != 0 {
			s := edge.Pop()
			g.distance[from][s] = n
			around |= g.King[s]
		}
		edge = around &^ seen
		seen |= edge
	}
	for _, d := range [...]Direction{{0, 1}, {1, 0}} {
		there, back := g.steps(from, d), g.steps(from, d.back())
		g.edgeDistance[from] += uint8(min(there, back, 3))
	}
}

// steps counts how many steps in a direction there are before the board ends,
// as many as matter.
func (g *Topology) steps(s board.Square, d Direction) (n int) {
	for ok := true; n < 8; n++ {
		if s, d, ok = g.shape(s, d); !ok {
			break
		}
	}
	return n
}

// turnRight moves every square of a set a file to the right, round the board.
func turnRight(b board.Bitboard) board.Bitboard {
	const fileH = 0x8080808080808080
	return (b&^fileH)<<1 | (b&fileH)>>7
}
