package search

import "github.com/tainchess/tain/board"

// pieceValue is what pieces count for in exchanges and in ordering captures. It is
// coarse on purpose: the evaluator knows better, but not of a single square.
var pieceValue = [8]int{board.Pawn: 100, board.Knight: 320, board.Bishop: 330, board.Rook: 500, board.Queen: 950, board.King: 20000}

// seeAtLeast is static exchange evaluation against a threshold: it reports
// whether the exchange that a move begins on its target square brings the mover
// at least so many centipawns, each side taking with its least valuable
// attacker and stopping when it likes. Where a rule set has no exchanges on
// one square it reports true.
func (w *worker) seeAtLeast(p *board.Position, m board.Move, threshold int) bool {
	a := w.s.traits.attackers
	if a == nil || m.Type() != board.Step || m.Promotion() != board.NoRole {
		return true
	}
	from, to := m.From(), m.To()
	if taken := p.Piece(to); taken != board.NoPiece && taken.Colour() == p.Side {
		return threshold <= 0 // castling, onto the own rook
	}
	// swap is what the side to take next would fall short of.
	swap := pieceValue[p.Piece(to).Role()&7] - threshold
	if swap < 0 {
		return false
	}
	if swap = pieceValue[p.Piece(from).Role()&7] - swap; swap <= 0 {
		return true
	}
	occupied := p.Occupied()&^from.Bit() | to.Bit()
	side, result := p.Side, 1
	for {
		side = side.Other()
		capturers := a.Attackers(p, to, side, occupied) & occupied
		if capturers == 0 {
			break
		}
		result ^= 1
		least := board.Pawn
		for least < board.King && capturers&p.ByRole(least) == 0 {
			least++
		}
		if least == board.King {
			if a.Attackers(p, to, side.Other(), occupied)&occupied != 0 {
				result ^= 1 // a king cannot take what is guarded
			}
			break
		}
		if swap = pieceValue[least] - swap; swap < result {
			break
		}
		occupied &^= (capturers & p.ByRole(least)).First().Bit()
	}
	return result == 1
}
