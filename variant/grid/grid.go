// Package grid describes boards as steps from square to square. A board has files, ranks, holes and up to two
// planes. Its left and right edges, and its top and bottom edges, may be joined, and links redirect single
// steps.
//
// [New] checks a [Spec] and returns a [Board]. [Board.Step] is one step in one of eight directions.
// [Board.Lines] follows an atom of Betza notation (package betza) forward from a square. Lines need not be
// reversible: on some boards the way back is different.
//
// The package supports up to 256 squares and does not deal with pieces or positions.
package grid

import (
	"errors"
	"fmt"

	"github.com/tainchess/tain/variant/betza"
)

// Square is the number of a square: the file plus, for each rank below it, the number of files. The squares of
// plane B follow those of plane A.
type Square int

// Heading is a direction as White sees the board.
type Heading = betza.Heading

// Edge is the way in which two opposite edges are joined.
type Edge uint8

// The edges.
const (
	None  Edge = iota // lines end at the edge
	Wrap              // lines continue at the opposite edge, on the same rank or file
	Twist             // lines continue at the opposite edge, with the other coordinate and the heading along it reversed
	Hop               // left and right: riders continue on the same rank of the opposite edge, and other leaps wrap
	Pole              // top and bottom: lines turn back on the same rank, half the files further on
)

// Limits of a board.
const (
	MaxFiles   = 16
	MaxRanks   = 16
	MaxSquares = 256
)

// Spec describes a board.
type Spec struct {
	Files, Ranks int
	Planes       int // 1 or 2; 0 means 1
	Holes        []Square
	Seam         Edge // between the left and right edges: None, Wrap, Twist or Hop
	Ends         Edge // between the top and bottom edges: None, Wrap, Twist or Pole
	Links        []Link
}

// Link leads the step Out from the square From to the square To, where the heading is In. It also leads the
// step opposite to In from To back to From.
type Link struct {
	From, To Square
	Out, In  Heading
}

// Crossing lists the borders that a piece may cross.
type Crossing struct{ Seam, Ends, Links bool }

// Board is a compiled board.
type Board struct {
	Spec
	holes map[Square]bool
	links map[turn]turn
}

// turn is a square with a heading.
type turn struct {
	at Square
	h  Heading
}

// New checks and compiles the specification of a board.
func New(s Spec) (*Board, error) {
	s.Planes = max(1, s.Planes)
	b := &Board{Spec: s, holes: map[Square]bool{}, links: map[turn]turn{}}
	switch {
	case s.Files < 1 || s.Files > MaxFiles || s.Ranks < 1 || s.Ranks > MaxRanks || s.Planes > 2 || b.Size() > MaxSquares:
		return nil, fmt.Errorf("grid: a board of %d files, %d ranks and %d planes", s.Files, s.Ranks, s.Planes)
	case s.Seam > Hop || s.Ends > Pole || s.Ends == Hop:
		return nil, errors.New("grid: unknown edge")
	case s.Seam == Hop && (s.Files != 8 || s.Ends != None || len(s.Links) > 0 || len(s.Holes) > 0):
		return nil, errors.New("grid: hop needs 8 files, and excludes ends, links and holes")
	case s.Ends == Pole && (s.Seam != Wrap || s.Files%2 != 0):
		return nil, errors.New("grid: a pole needs a wrapped seam and an even number of files")
	}
	for _, hole := range s.Holes {
		if !b.inside(hole) {
			return nil, fmt.Errorf("grid: hole %d is not on the board", hole)
		}
		b.holes[hole] = true
	}
	for _, l := range s.Links {
		if err := b.link(l); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func (b *Board) link(l Link) error {
	if !b.Exists(l.From) || !b.Exists(l.To) || b.Plane(l.From) != b.Plane(l.To) || !step(l.Out) || !step(l.In) {
		return fmt.Errorf("grid: link from %d to %d: not two squares of one plane", l.From, l.To)
	}
	there, back := turn{l.From, l.Out}, turn{l.To, l.In.Turned()}
	ends := [2]turn{{l.To, l.In}, {l.From, l.Out.Turned()}}
	for i, from := range [2]turn{there, back} {
		if known, twice := b.links[from]; twice && known != ends[i] {
			return fmt.Errorf("grid: two links for one step from %d", from.at)
		}
		b.links[from] = ends[i]
	}
	return nil
}

// step reports whether a heading is one of the eight directions.
func step(h Heading) bool {
	return h != Heading{} && max(h.X, -h.X) <= 1 && max(h.Y, -h.Y) <= 1
}

// Size returns the number of squares in all planes, including holes.
func (b *Board) Size() int { return b.Files * b.Ranks * b.Planes }

func (b *Board) inside(s Square) bool { return s >= 0 && int(s) < b.Size() }

// Exists reports whether a square is on the board and not a hole.
func (b *Board) Exists(s Square) bool { return b.inside(s) && (len(b.holes) == 0 || !b.holes[s]) }

// At returns the square at a file, a rank and a plane, all counted from 0.
func (b *Board) At(file, rank, plane int) Square { return Square((plane*b.Ranks+rank)*b.Files + file) }

// File returns the file of a square, counted from 0.
func (b *Board) File(s Square) int { return int(s) % b.Files }

// Rank returns the rank of a square, counted from 0.
func (b *Board) Rank(s Square) int { return int(s) / b.Files % b.Ranks }

// Plane returns the plane of a square, counted from 0.
func (b *Board) Plane(s Square) int { return int(s) / (b.Files * b.Ranks) }

// Name returns the name of a square, such as e4, a10 or, with two planes, e4A.
func (b *Board) Name(s Square) string {
	name := fmt.Sprintf("%c%d", 'a'+rune(b.File(s)), b.Rank(s)+1)
	if b.Planes > 1 {
		name += string('A' + rune(b.Plane(s)))
	}
	return name
}

// Parse returns the square with a name, which may be a hole, or false if no square has the name. It ignores
// case except for the plane.
func (b *Board) Parse(name string) (Square, bool) {
	plane := 0
	if n := len(name); b.Planes > 1 && n > 0 && (name[n-1] == 'A' || name[n-1] == 'B') {
		plane, name = int(name[n-1]-'A'), name[:n-1]
	} else if b.Planes > 1 {
		return 0, false
	}
	if len(name) < 2 || len(name) > 3 || len(name) == 3 && name[1] == '0' {
		return 0, false
	}
	file, rank := int(name[0]|0x20)-'a', 0
	for _, c := range []byte(name[1:]) {
		if c < '0' || c > '9' {
			return 0, false
		}
		rank = 10*rank + int(c-'0')
	}
	if file < 0 || file >= b.Files || rank < 1 || rank > b.Ranks {
		return 0, false
	}
	return b.At(file, rank-1, plane), true
}

// walker is a moving piece: its square, and the signs of its heading along both axes. Copy counts the
// crossings of the seam, positive to the right.
type walker struct {
	file, rank, plane int
	x, y              int
	copy              int
	seam              bool
}

func (b *Board) start(s Square, h Heading) walker {
	return walker{file: b.File(s), rank: b.Rank(s), plane: b.Plane(s), x: sign(h.X), y: sign(h.Y)}
}

func sign(n int) int { return max(-1, min(1, n)) }

func (b *Board) square(w *walker) Square { return b.At(w.file, w.rank, w.plane) }

// sideways takes the sideways part of a step. It returns false if the part leads nowhere.
func (b *Board) sideways(w *walker, c Crossing) bool {
	w.file += w.x
	if w.file >= 0 && w.file < b.Files {
		return true
	}
	if b.Seam == None || !c.Seam {
		return false
	}
	w.file -= w.x * b.Files
	w.copy += w.x
	w.seam = true
	if b.Seam == Twist {
		w.rank = b.Ranks - 1 - w.rank
		w.y = -w.y
	}
	return true
}

// upright takes the up-down part of a step. It returns false if the part leads nowhere.
func (b *Board) upright(w *walker, c Crossing) bool {
	w.rank += w.y
	if w.rank >= 0 && w.rank < b.Ranks {
		return true
	}
	if b.Ends == None || !c.Ends {
		return false
	}
	switch b.Ends {
	case Pole:
		w.rank -= w.y
		w.file = (w.file + b.Files/2) % b.Files
		w.y = -w.y
		return true
	case Twist:
		w.file = b.Files - 1 - w.file
		w.x = -w.x
	}
	w.rank -= w.y * b.Ranks
	return true
}

// move takes a step without links. The sideways part comes first.
func (b *Board) move(w *walker, c Crossing) bool {
	return (w.x == 0 || b.sideways(w, c)) && (w.y == 0 || b.upright(w, c))
}

// linked takes a step, over a link if the step has one. It returns false if the step leads nowhere or into a
// hole.
func (b *Board) linked(w *walker, c Crossing) bool {
	if c.Links && len(b.links) > 0 {
		if to, ok := b.links[turn{b.square(w), Heading{X: w.x, Y: w.y}}]; ok {
			w.file, w.rank, w.x, w.y = b.File(to.at), b.Rank(to.at), to.h.X, to.h.Y
			return true
		}
	}
	return b.move(w, c) && b.Exists(b.square(w))
}

// Step takes one step from a square. It returns the next square and the heading there, or false if the step
// leads nowhere.
func (b *Board) Step(s Square, h Heading, c Crossing) (Square, Heading, bool) {
	w := b.start(s, h)
	if !b.linked(&w, c) {
		return 0, Heading{}, false
	}
	return b.square(&w), Heading{X: w.x, Y: w.y}, true
}
