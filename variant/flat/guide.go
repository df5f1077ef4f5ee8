package flat

import (
	"cmp"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/text"
	"github.com/tainchess/tain/variant/flat/topology"
)

// place is a square on one copy of the board.
type place struct {
	board  rules.Copy
	square board.Square
}

// track is a way as a list of places: the origin on the centre board, the crossed squares, and the landing
// square.
type track []place

// Ways returns the ways that a legal move can take, with the preferred way first. The way of a slider
// includes every square that it crosses. The way of castling contains the king's squares or, if the king
// moves onto its rook, the squares of both. The way of any other move contains only its origin and landing
// square.
func (g guide) Ways(p *board.Position, m board.Move) (ways []rules.Way) {
	from, to := m.From(), m.To()
	var tracks []track
	switch k := p.Piece(from).Role(); {
	case g.Class(p, m)&rules.Castling != 0 && p.Piece(to) != board.NoPiece: // the king moves onto its own rook
		tracks = []track{{{rules.Centre, from}, {rules.Centre, to}}}
	case g.Class(p, m)&rules.Castling != 0:
		tracks = []track{{{rules.Centre, from}, {rules.Centre, (from + to) / 2}, {rules.Centre, to}}}
	case k == board.Pawn:
		tracks = []track{g.v.leap(from, to)}
	default:
		tracks = g.v.tracks(k, from, to)
	}
	for _, t := range tracks {
		if t.obstacle(p) == board.NoSquare {
			ways = append(ways, t.way())
		}
	}
	return ways
}

// tracks returns the ways of a piece other than a pawn from one square to another on an empty board, with the
// preferred way first.
func (v *Rules) tracks(k board.Role, from, to board.Square) (all []track) {
	if k == board.Knight || k == board.King {
		if v.Topology.Attacks(k, from, 0).Has(to) {
			all = append(all, v.leap(from, to))
		}
		return all
	}
	for _, d := range directions(k) {
		line := v.Topology.Line(k, from, d)
		n := slices.IndexFunc(line, func(at topology.Place) bool { return at.Square == to })
		if n >= 0 {
			all = append(all, along(from, line[:n+1]))
		}
	}
	slices.SortStableFunc(all, preferred)
	return all
}

// directions returns the directions of a slider.
func directions(k board.Role) []topology.Direction {
	switch k {
	case board.Bishop:
		return topology.Diagonals[:]
	case board.Rook:
		return topology.Straights[:]
	}
	return slices.Concat(topology.Straights[:], topology.Diagonals[:])
}

// along returns the track from a square along a line.
func along(from board.Square, line []topology.Place) track {
	t := track{{rules.Centre, from}}
	for _, at := range line {
		t = append(t, place{rules.Copy(at.Copy), at.Square})
	}
	return t
}

// leap returns the way of a move without crossed squares.
func (v *Rules) leap(from, to board.Square) track {
	landing := topology.Leap(from, to)
	return track{{rules.Centre, from}, {rules.Copy(landing.Copy), landing.Square}}
}

// preferred compares two ways. Ways on the centre board come first, then shorter ways, then ways to the left.
func preferred(a, b track) int {
	if a.seam() != b.seam() {
		if b.seam() {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a.end().board, b.end().board))
}

func (t track) end() place { return t[len(t)-1] }

// seam reports whether the way crosses the seam. A way crosses the seam at most once.
func (t track) seam() bool { return t.end().board != rules.Centre }

// obstacle returns the first occupied square between the origin and the landing square, or NoSquare if there
// is none.
func (t track) obstacle(p *board.Position) board.Square {
	for _, at := range t[1 : len(t)-1] {
		if p.Piece(at.square) != board.NoPiece {
			return at.square
		}
	}
	return board.NoSquare
}

// way converts the track to a rules.Way.
func (t track) way() (w rules.Way) {
	for _, at := range t {
		w = append(w, rules.Touch{Copy: at.board, Square: at.square.String()})
	}
	return w
}

var _ rules.Obstructed = (*Rules)(nil)

// Blocked returns the blocked ways of the piece on a square. Each way ends on the square of the blocker.
func (v *Rules) Blocked(p *board.Position, from board.Square) (ways []rules.Way) {
	pc := p.Piece(from)
	switch k := pc.Role(); k {
	case board.NoRole:
	case board.Pawn:
		if t := v.stopped(p, from, pc.Colour()); t != nil {
			ways = append(ways, t.way())
		}
	case board.Knight, board.King:
		for own := v.Topology.Attacks(k, from, 0) & p.ByColour(pc.Colour()); own != 0; {
			ways = append(ways, v.leap(from, own.Pop()).way())
		}
	default:
		for _, d := range directions(k) {
			line := v.Topology.Line(k, from, d)
			n := slices.IndexFunc(line, func(at topology.Place) bool { return p.Piece(at.Square) != board.NoPiece })
			if n >= 0 && p.Piece(line[n].Square).Colour() == pc.Colour() {
				ways = append(ways, along(from, line[:n+1]).way())
			}
		}
	}
	return ways
}

// stopped returns the way of a pawn to the piece that blocks its single or double push, or nil if there is
// none.
func (v *Rules) stopped(p *board.Position, from board.Square, side board.Colour) track {
	t := track{{rules.Centre, from}}
	steps := 1
	if from.Rank() == 1+5*int(side&1) && !v.NoDoublePush {
		steps = 2
	}
	for at := from; steps > 0; steps-- {
		if at = topology.Ahead(side, at); at == board.NoSquare {
			return nil
		}
		t = append(t, place{rules.Centre, at})
		if p.Piece(at) != board.NoPiece {
			return t
		}
	}
	return nil
}

// Guide returns the part of the rule set that handles text.
func (v *Rules) Guide() rules.Guide { return guide{text.Flat{Rules: v}, v} }

// guide implements rules.Guide. The embedded text.Flat parses and formats text. The other methods return ways
// and the reasons why moves are illegal.
type guide struct {
	text.Flat
	v *Rules
}

// Class classifies a legal move.
func (g guide) Class(p *board.Position, m board.Move) rules.Class { return g.v.Class(p, m) }
