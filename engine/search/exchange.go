package search

import "github.com/tainchess/tain/board"

// worth is what pieces count for in exchanges and in ordering captures. It is
// coarse on purpose: the evaluator knows better, but not of a single square.
var worth = [8]int{board.Pawn: 100, board.Knight: 320, board.Bishop: 330, board.Rook: 500, board.Queen: 950, board.King: 20000}

// gains reports whether the exchange that a move begins on its landing square
// brings the mover at least threshold centipawns, each side taking with its
// least piece and stopping when it likes. Where a rule set has no exchanges on
// one square it reports true.
func (w *worker) gains(p *board.Position, m board.Move, threshold int) bool {
	a := w.s.traits.attackers
	if a == nil || m.Form() != board.Step || m.Promotion() != board.NoRole {
		return true
	}
	from, to := m.From(), m.To()
	// balance is what the side to take next would fall short of.
	balance := worth[p.Piece(to).Role()&7] - threshold
	if balance < 0 {
		return false
	}
	if balance = worth[p.Piece(from).Role()&7] - balance; balance <= 0 {
		return true
	}
	occupied := p.Occupied()&^from.Bit() | to.Bit()
	side, gained := p.Side, 1
	for {
		side = side.Other()
		takers := a.Attackers(p, to, side, occupied) & occupied
		if takers == 0 {
			break
		}
		gained ^= 1
		k := board.Pawn
		for k < board.King && takers&p.ByRole(k) == 0 {
			k++
		}
		if k == board.King {
			if a.Attackers(p, to, side.Other(), occupied)&occupied != 0 {
				gained ^= 1 // a king cannot take what is guarded
			}
			break
		}
		if balance = worth[k] - balance; balance < gained {
			break
		}
		occupied &^= (takers & p.ByRole(k)).First().Bit()
	}
	return gained == 1
}
