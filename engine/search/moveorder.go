package search

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/vector"
)

// Moves are tried in this order: the TT move, winning captures, killers, quiet
// moves by their history, losing captures.
const (
	ttMoveScore      = 1 << 30
	goodCaptureScore = 1 << 26
	killerScore      = 1 << 25
	unscoredQuiet    = killerScore - 1 // above all that history says
	badCaptureScore  = -1 << 26
)

// escapeBonus is what a quiet move is given for each centipawn of a piece that it
// takes out of the reach of a lesser one.
const escapeBonus = 10

// moveToFront brings the TT move to the front and reports whether it is there.
// A move that is not among those generated is not played.
func (f *frame) moveToFront(ttMove board.Move) bool {
	if ttMove == board.NoMove {
		return false
	}
	for i, m := range f.moves.All() {
		if m == ttMove {
			f.moves.Swap(0, i)
			f.moveScores[0] = ttMoveScore
			return true
		}
	}
	return false
}

// nextMove returns the i-th move to try. The others are not scored before the
// TT move, if it is first, has been tried: it is often the only one needed. So
// it is with what costs more to know: whether a capture loses is found out when it
// is its turn, and what history says of quiet moves when captures and killers have
// had theirs.
func (w *worker) nextMove(ply, i int, ttFirst bool) board.Move {
	f := &w.stack[ply]
	if ttFirst && i == 0 {
		return f.moves.At(0)
	}
	if !ttFirst && i == 0 || ttFirst && i == 1 {
		for j := i; j < f.moves.Len(); j++ {
			f.moveScores[j] = f.firstScore(f.moves.At(j))
		}
	}
	for {
		best := i + vector.ArgMax32(f.moveScores[i:f.moves.Len()])
		score, m := f.moveScores[best], f.moves.At(best)
		switch {
		case score > killerScore+1 && !w.seeAtLeast(&f.position, m, w.price(&f.position, m)):
			f.moveScores[best] += badCaptureScore - goodCaptureScore
		case score == unscoredQuiet:
			w.scoreQuiets(ply, i)
		default:
			f.moves.Swap(i, best)
			f.moveScores[i], f.moveScores[best] = score, f.moveScores[i]
			return m
		}
	}
}

// firstScore is what a move is given before it has to be known better: captures
// are ordered by the most valuable victim and the least valuable attacker
// (MVV-LVA) and hoped to win.
func (f *frame) firstScore(m board.Move) int32 {
	p := &f.position
	if tactical(p, m) {
		mvvLVA := 16*pieceValue[p.Piece(m.To()).Role()&7] - pieceValue[p.Piece(m.From()).Role()&7]/8
		if promoted := m.Promotion(); promoted != board.NoRole {
			mvvLVA += 16 * pieceValue[promoted&7]
		}
		return int32(goodCaptureScore + mvvLVA)
	}
	switch m {
	case f.killers[0]:
		return killerScore + 1
	case f.killers[1]:
		return killerScore
	}
	return unscoredQuiet
}

// scoreQuiets scores the quiet moves from i on by history, by what they give away,
// and by whether the piece escapes from a lesser one.
func (w *worker) scoreQuiets(ply, i int) {
	f := &w.stack[ply]
	p, h := &f.position, w.historyAt(ply)
	attacked := w.attackedByLesser(p)
	for j := i; j < f.moves.Len(); j++ {
		if f.moveScores[j] != unscoredQuiet {
			continue
		}
		m := f.moves.At(j)
		f.moveScores[j] = int32(h.score(p, m) - 24*w.price(p, m))
		if attacked.Has(m.From()) && m.Type() < board.BoardShift {
			f.moveScores[j] += int32(escapeBonus * pieceValue[p.Piece(m.From()).Role()&7])
		}
	}
}

// attackedByLesser finds the pieces of the side to move that a lesser one of the
// other side attacks, where the rule set tells what attacks what.
func (w *worker) attackedByLesser(p *board.Position) (attacked board.Bitboard) {
	a := w.s.traits.attackers
	if a == nil {
		return 0
	}
	lesser := p.ByRole(board.Pawn)
	for k := board.Knight; k <= board.Queen; k++ {
		switch k {
		case board.Rook:
			lesser |= p.ByRole(board.Knight) | p.ByRole(board.Bishop)
		case board.Queen:
			lesser |= p.ByRole(board.Rook)
		}
		for pieces := p.Pieces(p.Side, k); pieces != 0; {
			if at := pieces.Pop(); a.Attackers(p, at, p.Side.Other(), p.Occupied())&lesser != 0 {
				attacked |= at.Bit()
			}
		}
	}
	return attacked
}

// price is what a move has to bring because of what it makes.
func (w *worker) price(p *board.Position, m board.Move) int {
	if c := w.s.traits.coster; c != nil {
		return c.Cost(p, m)
	}
	return 0
}

// tactical reports whether a move captures or promotes, en passant aside. Other
// moves are quiet.
func tactical(p *board.Position, m board.Move) bool {
	if m.Promotion() != board.NoRole {
		return true
	}
	taken := p.Piece(m.To()) // its own rook, where a king castles in Chess960
	return m.Type() == board.Step && taken != board.NoPiece && taken.Colour() != p.Side
}
