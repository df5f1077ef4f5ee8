package search

import "github.com/tainchess/tain/board"

// Tables are endgame tables: they know for certain how positions with few pieces
// end.
type Tables interface {
	// MaxPieces is how many pieces a position may have that is asked for, kings
	// included.
	MaxPieces() int
	// Mate returns which side mates by best play, 1 for the side to move and -1 for
	// the other, and in how many plies; 0 is a draw. It knows nothing of the
	// fifty-move rule. Known tells whether the tables have the position.
	Mate(p *board.Position) (sign, plies int, known bool)
	// Line returns the moves that lead to the mate, at most so many.
	Line(p *board.Position, most int) []board.Move
}

// fifty is the count of the halfmove clock at which a draw may be claimed.
const fifty = 100

// SetTables has the search ask endgame tables from now on; nil asks none.
func (s *Searcher) SetTables(t Tables) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tables, s.tablePieces = t, 0; t != nil {
		s.tablePieces = t.MaxPieces()
	}
}

// inTables reports whether a position has so few pieces that the tables may know
// it. Without tables that is none.
func (w *worker) inTables(p *board.Position) bool {
	return w.s.tablePieces > 0 && p.Occupied().Count() <= w.s.tablePieces
}

// probeTables returns the score of the position at ply by the tables. A mate that
// the fifty-move rule could come before is not one: such a position is searched
// like any other.
func (w *worker) probeTables(ply int) (score int, known bool) {
	p := &w.stack[ply].position
	sign, plies, known := w.s.tables.Mate(p)
	if !known || sign != 0 && plies+int(p.HalfmoveClock) > fifty {
		return 0, false
	}
	return sign * (Mate - ply - plies), true
}

// tableLine makes the line that the tables know the principal variation from ply
// on.
func (w *worker) tableLine(ply int) {
	f := &w.stack[ply]
	f.pv = append(f.pv[:0], w.s.tables.Line(&f.position, maxPly-1-ply)...)
}

// beforeFifty reports whether a score from the transposition table still holds by
// the halfmove clock: mates that the tables knew are long, and another path to
// them may have taken fewer moves since the last capture.
func (w *worker) beforeFifty(ply, score int) bool {
	return w.s.tablePieces == 0 || !isMate(score) ||
		Mate-max(score, -score)-ply+int(w.stack[ply].position.HalfmoveClock) <= fifty
}

// settled reports whether the tables know every move of the root, so that there
// is nothing to search.
func (w *worker) settled() bool {
	if !w.inTables(&w.stack[0].position) {
		return false
	}
	for _, m := range w.rootMoves {
		if !w.s.rules.Apply(&w.stack[0].position, m, &w.stack[1].position) {
			return false
		}
		if _, known := w.probeTables(1); !known {
			return false
		}
	}
	return true
}
