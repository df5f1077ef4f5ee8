package search

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/vector"
)

// Moves are tried in this order: the TT move, captures and promotions that do not lose material, killers, other
// quiet moves by history, and losing captures.
const (
	ttMoveScore      = 1 << 30
	goodCaptureScore = 1 << 26
	killerScore      = 1 << 25
	unscoredQuiet    = killerScore - 1 // must exceed every history score
	badCaptureScore  = -1 << 26
)

// escapeBonus is the ordering bonus, per centipawn of piece value, for a quiet move of a piece that a less
// valuable piece attacks.
const escapeBonus = 10

// moveToFront moves the TT move to the front and reports whether it is among the generated moves.
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

// nextMove returns the i-th move to try. It scores moves lazily, because the TT move is often the only one
// needed. Other moves are scored after the TT move, the SEE of a capture is computed when its turn comes, and
// quiet moves are scored by history after captures and killers.
func (w *worker) nextMove(ply, i int, ttFirst bool) board.Move {
	f := &w.stack[ply]
	if ttFirst && i == 0 {
		return f.moves.At(0)
	}
	if !ttFirst && i == 0 || ttFirst && i == 1 {
		for j := i; j < f.moves.Len(); j++ {
			f.moveScores[j] = f.firstScore(f.moves.At(j), w.s.traits.values)
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

// firstScore returns the preliminary score of a move. Captures are ordered by most valuable victim and least
// valuable attacker (MVV-LVA), on the assumption that they do not lose material.
func (f *frame) firstScore(m board.Move, values *[256]int) int32 {
	p := &f.position
	if tactical(p, m) {
		mvvLVA := 16*values[p.Piece(m.To()).Role()] - values[p.Piece(m.From()).Role()]/8
		if promoted := m.Promotion(); promoted != board.NoRole {
			mvvLVA += 16 * values[promoted]
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

// scoreQuiets scores the quiet moves from index i on by history, by cost, and by whether a less valuable
// piece attacks the moving piece.
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
			f.moveScores[j] += int32(escapeBonus * w.s.traits.values[p.Piece(m.From()).Role()])
		}
	}
}

// attackedByLesser returns the pieces of the side to move that a less valuable enemy piece attacks. It
// returns the empty set if the rule set implements neither attackers nor exchanger.
func (w *worker) attackedByLesser(p *board.Position) board.Set {
	a := w.s.traits.attackers
	if a == nil {
		return w.attackedByCheaper(p)
	}
	attacked, lesser := board.Bitboard(0), p.ByRole(board.Pawn)
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
	return board.SetOf(attacked)
}

// attackedByCheaper is attackedByLesser for rule sets with their own piece values.
func (w *worker) attackedByCheaper(p *board.Position) (attacked board.Set) {
	e, values := w.s.traits.exchanger, w.s.traits.values
	if e == nil {
		return attacked
	}
	own, enemy := p.SquaresOf(p.Side), p.SquaresOf(p.Side.Other())
	occupied := own.Or(enemy)
	for !own.Empty() {
		at := own.Pop()
		k := p.Piece(at).Role()
		if value := values[k]; k != board.Pawn && value < royalValue {
			hits := e.Attackers(p, at, p.Side.Other(), occupied)
			if _, least := w.cheapest(p, hits); least < value {
				attacked.Add(at)
			}
		}
	}
	return attacked
}

// cheapest returns the square and the value of the least valuable of the given pieces. If there are none, the value
// exceeds that of any piece.
func (w *worker) cheapest(p *board.Position, pieces board.Set) (at board.Square, value int) {
	at, value = board.NoSquare, infinite
	for !pieces.Empty() {
		s := pieces.Pop()
		if v := w.s.traits.values[p.Piece(s).Role()]; v < value {
			at, value = s, v
		}
	}
	return at, value
}

// price returns the cost of a move to the mover, such as the value of the pieces that it spawns for the
// opponent, or 0 if moves have no cost.
func (w *worker) price(p *board.Position, m board.Move) int {
	if c := w.s.traits.coster; c != nil {
		return c.Cost(p, m)
	}
	return 0
}

// tactical reports whether a move captures, other than en passant, or promotes.
// All other moves are quiet.
func tactical(p *board.Position, m board.Move) bool {
	// In Chess960 castling, the king's own rook is on the target square.
	return m.Plain() && p.Piece(m.To()).Enemy(p.Side) || m.Promotes()
}

// pieceValue holds piece values for exchanges and for ordering captures. They
// are deliberately coarse: only the evaluator judges whole positions.
var pieceValue = [256]int{board.Pawn: 100, board.Knight: 320, board.Bishop: 330, board.Rook: 500,
	board.Queen: 950, board.King: royalValue}

// royalValue is the value of a piece that must not be captured.
const royalValue = 20000

// seeAtLeast is static exchange evaluation (SEE) against a threshold. It reports whether the exchange that a
// move starts on its target square gains the mover at least threshold centipawns, if each side captures with
// its least valuable attacker and may stop at any time. It returns true for promotions and special moves, and
// if the rule set implements neither attackers nor exchanger.
func (w *worker) seeAtLeast(p *board.Position, m board.Move, threshold int) bool {
	a := w.s.traits.attackers
	if a == nil && w.s.traits.exchanger == nil || !m.Plain() {
		return true
	}
	from, to := m.From(), m.To()
	if taken := p.Piece(to); taken != board.NoPiece && taken.Colour() == p.Side {
		return threshold <= 0 // castling, encoded as king takes own rook
	}
	// swap is the amount by which the exchange exceeds the threshold so far, from the point of view of the
	// side that captured last.
	values := w.s.traits.values
	swap := values[p.Piece(to).Role()] - threshold
	if swap < 0 {
		return false
	}
	if swap = values[p.Piece(from).Role()] - swap; swap <= 0 {
		return true
	}
	if a == nil {
		return w.exchange(p, from, to, swap)
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
				result ^= 1 // a king cannot capture a defended piece
			}
			break
		}
		if swap = values[least] - swap; swap < result {
			break
		}
		occupied &^= (capturers & p.ByRole(least)).First().Bit()
	}
	return result == 1
}

// exchange continues seeAtLeast after the first capture, for rule sets with their own piece values. Swap is the value of
// the capturing piece minus the amount by which the capture exceeds the threshold.
func (w *worker) exchange(p *board.Position, from, to board.Square, swap int) bool {
	e := w.s.traits.exchanger
	occupied := p.SquaresOf(board.White).Or(p.SquaresOf(board.Black))
	side, result := p.Side, 1
	for {
		occupied.Remove(from)
		occupied.Remove(to)
		to = e.Landing(to)
		occupied.Add(to)
		side = side.Other()
		var value int
		if from, value = w.cheapest(p, e.Attackers(p, to, side, occupied)); from == board.NoSquare {
			return result == 1
		}
		result ^= 1
		if value >= royalValue {
			occupied.Remove(from) // the king may be a hurdle
			occupied.Remove(to)
			to = e.Landing(to)
			occupied.Add(to)
			if _, value = w.cheapest(p, e.Attackers(p, to, side.Other(), occupied)); value < infinite {
				result ^= 1 // a king cannot capture a defended piece
			}
			return result == 1
		}
		if swap = value - swap; swap < result {
			return result == 1
		}
	}
}

// historyAt returns the history tables for the quiet moves at ply.
func (w *worker) historyAt(ply int) quietHistory {
	h := quietHistory{
		butterfly:    &w.history.butterfly[w.stack[ply].position.Side&1],
		continuation: [3]*pieceToHistory{&noContinuation, &noContinuation, &noContinuation},
	}
	for i, back := range [...]int{1, 2, 4} {
		if ply >= back {
			h.continuation[i] = &w.history.continuation[w.stack[ply-back].pieceTo]
		}
	}
	return h
}

// updateHistory rewards the quiet move that caused a beta cutoff, which also
// becomes a killer, and penalises the quiet moves tried before it.
func (w *worker) updateHistory(ply, depth int, best board.Move, quietsTried []board.Move) {
	f := &w.stack[ply]
	p := &f.position
	if f.killers[0] != best {
		f.killers[1], f.killers[0] = f.killers[0], best
	}
	bonus := min(32*depth*depth+16, 1800)
	h := w.historyAt(ply)
	h.addBonus(p, best, bonus)
	for _, m := range quietsTried {
		if m != best {
			h.addBonus(p, m, -bonus)
		}
	}
}
