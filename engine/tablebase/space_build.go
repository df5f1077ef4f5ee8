//go:build !js

package tablebase

import (
	"context"
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/tainchess/tain/board"
)

// spaceBuilder solves two kings and one white piece on boards in space by
// retrograde analysis. In turn it finds the positions with White to move that
// have a move to a lost one, and those with Black to move whose moves all lead
// to won ones, a word at a time: the bits are the black king's squares. Moves of
// White are so words of other rows; moves of the black king are one step around
// in the map of columns, and moves of boards are words of other placements.
type spaceBuilder struct {
	rules attackBoards
	role  board.Role
	turns bool // boards may make half turns
	*standings
	ground []ground

	// By placement, white king and piece: who has not got his king attacked out of
	// turn, what is won for White to move, lost for Black to move, and stalemate.
	legalWhite, legalBlack, won, lost, stale []uint64
	// The distances with White to move, by placement, white king, piece and black
	// king.
	plies []uint8

	newlyWon, newlyLost []bool // by placement and white king: the last sweep has found something
	workers             int
}

// ground is what follows from a placement.
type ground struct {
	empty board.Position // without pieces
	steps [64][]uint8    // where a king goes from a square
	near  [64]uint64     // the same as a set
	rides [64][]glide    // where the piece goes
	moves [slots][]shift // where each board goes
}

// glide is where a piece goes, if nothing stands on the squares between.
type glide struct {
	to      uint8
	between uint64
}

// shift is a move of a board. Over has the squares that it ends above or below,
// which no piece but a knight may stand on, where the rules know shadows.
type shift struct {
	to       int32
	fold     fold
	over     uint64
	occupied [2]bool // it may go there with a piece of that side aboard
	spot     bool    // it only turns
}

// newSpaceBuilder sets up what does not change.
func newSpaceBuilder(r attackBoards, role board.Role, of *standings, workers int) *spaceBuilder {
	b := &spaceBuilder{rules: r, role: role, turns: r.Turns(), standings: of, workers: max(1, workers)}
	b.ground = make([]ground, len(of.list))
	n := len(of.list)
	for _, words := range []*[]uint64{&b.legalWhite, &b.legalBlack, &b.won, &b.lost, &b.stale} {
		*words = make([]uint64, n*rowWords)
	}
	b.plies = make([]uint8, n*blockBytes)
	b.newlyWon, b.newlyLost = make([]bool, n*64), make([]bool, n*64)
	return b
}

// survey works out a placement.
func (b *spaceBuilder) survey(k int) {
	g := &b.ground[k]
	at := b.list[k]
	g.empty = b.rules.Empty(at)
	for s := range board.Square(64) {
		g.near[s] = uint64(b.rules.Reach(&g.empty, board.King, s))
		each(g.near[s], func(to int) { g.steps[s] = append(g.steps[s], uint8(to)) })
		each(uint64(b.rules.Reach(&g.empty, b.role, s)), func(to int) {
			t := glide{to: uint8(to)}
			if b.role != board.Knight {
				t.between = uint64(b.rules.Between(&g.empty, s, board.Square(to)))
			}
			g.rides[s] = append(g.rides[s], t)
		})
	}
	b.surveyBoards(k)
	rows := b.legalBlack[k*rowWords:][:rowWords]
	white := b.legalWhite[k*rowWords:][:rowWords]
	for i := range rows {
		king, piece := board.Square(i>>6), board.Square(i&63)
		if king == piece {
			continue
		}
		rows[i] = ^(g.near[king] | 1<<king | 1<<piece)
		white[i] = rows[i] &^ b.attacked(g, king, piece)
	}
}

// attacked returns the squares that the piece attacks.
func (b *spaceBuilder) attacked(g *ground, king, piece board.Square) (all uint64) {
	for _, t := range g.rides[piece] {
		if t.between>>king&1 == 0 {
			all |= 1 << t.to
		}
	}
	return all
}

// surveyBoards finds the moves of boards.
func (b *spaceBuilder) surveyBoards(k int) {
	g, at := &b.ground[k], b.list[k]
	held := uint16(0)
	for _, n := range at {
		held |= 1 << n
	}
	for slot, from := range at {
		free, occupied := b.rules.Goals(from)
		add := func(n uint8, s shift) {
			s.over = uint64(b.rules.Shadow(&g.empty, n))
			g.moves[slot] = append(g.moves[slot], s)
		}
		each(uint64(free&^held), func(n int) {
			to := at
			to[slot] = uint8(n)
			to, f := to.settle()
			place := b.place[to]
			add(uint8(n), shift{to: place.index, fold: f ^ place.fold,
				occupied: [2]bool{occupied[0]>>n&1 != 0, occupied[1]>>n&1 != 0}})
		})
		if b.turns {
			add(from, shift{to: int32(k), occupied: [2]bool{true, true}, spot: true})
		}
	}
}

// half is the square of a passenger after a half turn.
func half(s board.Square) board.Square { return s ^ 3 }

// whiteTurn returns the black king's squares from which White has a move to a
// lost position.
func (b *spaceBuilder) whiteTurn(k int, king, piece board.Square) (found uint64) {
	g := &b.ground[k]
	lost := b.lost[k*rowWords:][:rowWords]
	for _, to := range g.steps[king] {
		found |= lost[int(to)<<6|int(piece)]
	}
	row := lost[int(king)<<6:][:64]
	for _, t := range g.rides[piece] {
		if t.between>>king&1 == 0 {
			found |= row[t.to&63] &^ t.between
		}
	}
	b.boards(k, king, piece, func(s *shift, aboard uint64, king, piece board.Square) {
		w := b.lost[int(s.to)*rowWords+int(king)<<6+int(piece)]
		found |= s.fold.word(w) &^ (aboard | s.over)
	})
	return found
}

// boards visits the moves of boards that White controls. Visit has the white
// squares as they are named after the move.
func (b *spaceBuilder) boards(k int, king, piece board.Square, visit func(s *shift, aboard uint64, king, piece board.Square)) {
	g := &b.ground[k]
	for slot := range g.moves {
		aboard := cells(slot)
		kingRides, pieceRides := aboard>>king&1 != 0, aboard>>piece&1 != 0
		if kingRides && pieceRides || !kingRides && !pieceRides && slot >= 2 {
			continue
		}
		for i := range g.moves[slot] {
			s := &g.moves[slot][i]
			if !kingRides && s.over>>king&1 != 0 || !pieceRides && s.over>>piece&1 != 0 && b.role != board.Knight {
				continue
			}
			switch {
			case !kingRides && !pieceRides:
				visit(s, aboard, s.fold.square(king), s.fold.square(piece))
				continue
			case !s.occupied[board.White]:
				continue
			case !s.spot:
				visit(s, aboard, s.fold.square(king), s.fold.square(piece))
			}
			if b.turns {
				king, piece := king, piece
				if kingRides {
					king = half(king)
				} else {
					piece = half(piece)
				}
				visit(s, aboard, s.fold.square(king), s.fold.square(piece))
			}
		}
	}
}

// blackTurn returns the black king's squares from which Black has a move to a
// position that is not won for White.
func (b *spaceBuilder) blackTurn(k int, king, piece board.Square) (found uint64) {
	g := &b.ground[k]
	i := k*rowWords + int(king)<<6 + int(piece)
	if safe := b.legalWhite[i] &^ b.won[i]; safe != 0 {
		found = uint64(b.rules.KingsReach(&g.empty, board.Bitboard(safe)))
	}
	if g.near[king]>>piece&1 == 0 { // the piece is not protected
		found |= g.near[piece]
	}
	for slot := range g.moves {
		aboard := cells(slot)
		if (1<<king|1<<piece)&aboard != 0 {
			continue
		}
		for n := range g.moves[slot] {
			s := &g.moves[slot][n]
			if s.over>>king&1 != 0 || s.over>>piece&1 != 0 && b.role != board.Knight {
				continue
			}
			j := int(s.to)*rowWords + int(s.fold.square(king))<<6 + int(s.fold.square(piece))
			safe := b.legalWhite[j] &^ b.won[j]
			if safe == 0 {
				continue
			}
			safe = s.fold.word(safe)
			if slot >= 2 {
				found |= safe &^ (aboard | s.over)
			}
			if !s.occupied[board.Black] {
				continue
			}
			if riders := safe & aboard; riders != 0 {
				if !s.spot {
					found |= riders
				}
				if b.turns { // a half turn takes a cell to the opposite one
					shift := bits.TrailingZeros64(aboard)
					found |= uint64(bits.Reverse8(uint8(riders>>shift))>>4) << shift
				}
			}
		}
	}
	return found
}

// sweep does something for every number below n, on so many workers.
func sweep(ctx context.Context, workers, n int, do func(k int)) error {
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for k := int(next.Add(1)) - 1; k < n && ctx.Err() == nil; k = int(next.Add(1)) - 1 {
				do(k)
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

// stirred reports whether the last sweep of the other side has found something
// that a side's moves may lead to from some row, which is the white king's square.
func (b *spaceBuilder) stirred(side board.Colour, k int, king board.Square) bool {
	g, found := &b.ground[k], b.newlyLost
	if side == board.Black {
		found = b.newlyWon
	}
	if found[k<<6|int(king)] {
		return true
	}
	if side == board.White {
		for _, to := range g.steps[king] {
			if found[k<<6|int(to)] {
				return true
			}
		}
	}
	for slot := range g.moves {
		for i := range g.moves[slot] {
			s := &g.moves[slot][i]
			if found[int(s.to)<<6|int(s.fold.square(king))] {
				return true
			}
			if b.turns && side == board.White && king >= 48 && found[int(s.to)<<6|int(s.fold.square(half(king)))] {
				return true
			}
		}
	}
	return false
}

// solve finds the distances of all positions up to so many plies.
func (b *spaceBuilder) solve(ctx context.Context, most int, told func(ply int)) error {
	if err := sweep(ctx, b.workers, len(b.list), b.survey); err != nil {
		return err
	}
	if err := sweep(ctx, b.workers, len(b.list), b.mates); err != nil {
		return err
	}
	for ply := 1; ply <= most; ply++ {
		told(ply)
		var any atomic.Bool
		err := sweep(ctx, b.workers, len(b.list), func(k int) {
			for king := range board.Square(64) {
				if b.ply(k, king, ply) {
					any.Store(true)
				}
			}
		})
		if err != nil {
			return err
		}
		if !any.Load() {
			return nil
		}
	}
	if most == maxPlies {
		return fmt.Errorf("a mate takes more than %d plies, which no byte holds", maxPlies)
	}
	return nil
}

// mates finds mates and stalemates.
func (b *spaceBuilder) mates(k int) {
	for row := range rowWords {
		i := k*rowWords + row
		if b.legalBlack[i] == 0 {
			continue
		}
		king, piece := board.Square(row>>6), board.Square(row&63)
		still := b.legalBlack[i] &^ b.blackTurn(k, king, piece)
		checked := b.attacked(&b.ground[k], king, piece)
		b.lost[i], b.stale[i] = still&checked, still&^checked
		if b.lost[i] != 0 {
			b.newlyLost[k<<6|row>>6] = true
		}
	}
}

// ply finds what is won, or lost, in just so many plies in a row.
func (b *spaceBuilder) ply(k int, king board.Square, ply int) (any bool) {
	side, to := board.White, b.newlyWon
	if ply%2 == 0 {
		side, to = board.Black, b.newlyLost
	}
	if b.stirred(side, k, king) {
		for piece := range board.Square(64) {
			i := k*rowWords + int(king)<<6 + int(piece)
			if side == board.White {
				any = b.win(i, k, king, piece, ply) || any
			} else {
				any = b.lose(i, k, king, piece) || any
			}
		}
	}
	to[k<<6|int(king)] = any
	return any
}

func (b *spaceBuilder) win(i, k int, king, piece board.Square, ply int) bool {
	open := b.legalWhite[i] &^ b.won[i]
	if open == 0 {
		return false
	}
	found := open & b.whiteTurn(k, king, piece)
	b.won[i] |= found
	each(found, func(n int) { b.plies[i<<6|n] = uint8(mateIn(ply)) })
	return found != 0
}

func (b *spaceBuilder) lose(i, k int, king, piece board.Square) bool {
	open := b.legalBlack[i] &^ (b.lost[i] | b.stale[i])
	if open == 0 {
		return false
	}
	found := open &^ b.blackTurn(k, king, piece)
	b.lost[i] |= found
	return found != 0
}
