package eval

import (
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// general are the features of any rule set: what a side has, and how many moves
// its pieces can make.
type general struct{ r rules.Rules }

// The terms, each the first of a run.
const (
	generalMaterial = 0 // by role
	generalMobility = generalMaterial + 6
	generalTempo    = generalMobility + 1
	generalTerms    = generalTempo + 1
)

// Terms names the terms.
func (general) Terms() []string {
	var n Names
	n.ByRole("material", board.Pawn, board.King)
	return append(n, "mobility", "tempo")
}

// HandSet returns the weights.
func (general) HandSet() []Score {
	w := make([]Score, generalTerms)
	copy(w, []Score{{90, 105}, {340, 320}, {360, 345}, {495, 550}, {980, 1020}, {0, 0}})
	w[generalMobility], w[generalTempo] = Score{3, 4}, Score{15, 10}
	return w
}

// Counter returns what counts them; it needs no weights.
func (g general) Counter([]Score) Counter { return g }

// lists lends lists of moves, which are large.
var lists = sync.Pool{New: func() any { return new(board.MoveList) }}

// moves counts what the pieces of the side to move can do.
func (g general) moves(p *board.Position) int {
	list := lists.Get().(*board.MoveList)
	defer lists.Put(list)
	list.Reset()
	g.r.PseudoLegal(p, list)
	return len(list.All())
}

// Count counts the terms.
func (g general) Count(p *board.Position, s Sum) Sum {
	for k := board.Pawn; k <= board.King; k++ {
		white, black := p.Pieces(board.White, k).Count(), p.Pieces(board.Black, k).Count()
		s.Add(generalMaterial+int(k)-1, white-black)
		for range white + black {
			s.AddPhase(k)
		}
	}
	other := passed.Get().(*board.Position)
	defer passed.Put(other)
	*other = *p
	other.Pass()
	sign := 1 - 2*int(p.Side&1)
	s.Add(generalMobility, sign*(g.moves(p)-g.moves(other)))
	s.Add(generalTempo, sign)
	return s
}

// passed lends room for a position in which the other side is to move.
var passed = sync.Pool{New: func() any { return new(board.Position) }}

// ScaleFactor knows of no ending that cannot be won.
func (general) ScaleFactor(*board.Position, int) int { return FullScale }
