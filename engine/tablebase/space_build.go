//go:build !js

package tablebase

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/tainchess/tain/board"
)

// spaceBuilder solves positions with two kings and one white piece on boards in space by retrograde analysis.
// It alternately finds the positions with White to move that have a move to a lost position, and the
// positions with Black to move whose moves all lead to won positions. It works on whole words, whose bits are
// the squares of the black king. A white move reads another word of the placement, a black king move is computed
// for all bits of a word at once, and a board move reads a word of another placement.
type spaceBuilder struct {
	rules attackBoards
	role  board.Role
	turns bool // whether boards may rotate by 180°
	*placements
	tables []moveTable

	// Indexed by placement, white king and piece: the legal positions with White to move and with Black to
	// move, the positions won with White to move, the positions lost with Black to move, and the stalemates.
	legalWhite, legalBlack, won, lost, stale []uint64
	// The distances to mate with White to move, indexed by placement, white king, piece and black king.
	plies []uint8

	newlyWon, newlyLost []bool // indexed by placement and white king: whether the last pass found a position
	workers             int
}

// moveTable holds the moves in a placement.
type moveTable struct {
	empty      board.Position // the position without pieces
	steps      [64][]uint8    // king moves by square
	near       [64]uint64     // the same moves as bit sets
	pieceMoves [64][]pieceMove
	boardMoves [slots][]boardMove
}

// pieceMove is a move of the piece. It is legal if no other piece is in between.
type pieceMove struct {
	to      uint8
	between uint64
}

// boardMove is a move of a board. If the rules have shadows, shadow holds the squares above or below the
// destination, which only knights may occupy.
type boardMove struct {
	to       int32
	fold     fold
	shadow   uint64
	occupied [2]bool // by side: whether the board may carry a passenger of that side
	turnOnly bool    // whether the board only rotates in place
}

func newSpaceBuilder(r attackBoards, role board.Role, of *placements, workers int) *spaceBuilder {
	b := &spaceBuilder{rules: r, role: role, turns: r.Turns(), placements: of, workers: max(1, workers)}
	b.tables = make([]moveTable, len(of.list))
	n := len(of.list)
	for _, words := range []*[]uint64{&b.legalWhite, &b.legalBlack, &b.won, &b.lost, &b.stale} {
		*words = make([]uint64, n*rowWords)
	}
	b.plies = make([]uint8, n*blockBytes)
	b.newlyWon, b.newlyLost = make([]bool, n*64), make([]bool, n*64)
	return b
}

// prepare computes the moves and legal positions of a placement.
func (b *spaceBuilder) prepare(k int) {
	g := &b.tables[k]
	at := b.list[k]
	g.empty = b.rules.Empty(at)
	for s := range board.Square(64) {
		g.near[s] = uint64(b.rules.Reach(&g.empty, board.King, s))
		each(g.near[s], func(to int) { g.steps[s] = append(g.steps[s], uint8(to)) })
		each(uint64(b.rules.Reach(&g.empty, b.role, s)), func(to int) {
			t := pieceMove{to: uint8(to)}
			if b.role != board.Knight {
				t.between = uint64(b.rules.Between(&g.empty, s, board.Square(to)))
			}
			g.pieceMoves[s] = append(g.pieceMoves[s], t)
		})
	}
	b.prepareBoards(k)
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

// attacked returns the squares that the piece attacks, with the white king on the given square.
func (b *spaceBuilder) attacked(g *moveTable, king, piece board.Square) (all uint64) {
	for _, t := range g.pieceMoves[piece] {
		if t.between>>king&1 == 0 {
			all |= 1 << t.to
		}
	}
	return all
}

// prepareBoards computes the board moves of a placement.
func (b *spaceBuilder) prepareBoards(k int) {
	g, at := &b.tables[k], b.list[k]
	held := uint16(0)
	for _, n := range at {
		held |= 1 << n
	}
	for slot, from := range at {
		free, occupied := b.rules.Goals(from)
		add := func(n uint8, s boardMove) {
			s.shadow = uint64(b.rules.Shadow(&g.empty, n))
			g.boardMoves[slot] = append(g.boardMoves[slot], s)
		}
		each(uint64(free&^held), func(n int) {
			to := at
			to[slot] = uint8(n)
			to, f := to.normalise()
			place := b.place[to]
			add(uint8(n), boardMove{to: place.index, fold: f ^ place.fold,
				occupied: [2]bool{occupied[0]>>n&1 != 0, occupied[1]>>n&1 != 0}})
		})
		if b.turns {
			add(from, boardMove{to: int32(k), occupied: [2]bool{true, true}, turnOnly: true})
		}
	}
}

// rotate returns the square of a passenger after its board has rotated by 180°.
func rotate(s board.Square) board.Square { return s ^ 3 }

// whiteTurn returns the squares of the black king for which White has a move to a lost position.
func (b *spaceBuilder) whiteTurn(k int, king, piece board.Square) (found uint64) {
	g := &b.tables[k]
	lost := b.lost[k*rowWords:][:rowWords]
	for _, to := range g.steps[king] {
		found |= lost[int(to)<<6|int(piece)]
	}
	row := lost[int(king)<<6:][:64]
	for _, t := range g.pieceMoves[piece] {
		if t.between>>king&1 == 0 {
			found |= row[t.to&63] &^ t.between
		}
	}
	b.boards(k, king, piece, func(s *boardMove, aboard uint64, king, piece board.Square) {
		w := b.lost[int(s.to)*rowWords+int(king)<<6+int(piece)]
		found |= s.fold.word(w) &^ (aboard | s.shadow)
	})
	return found
}

// boards visits the board moves available to White. It passes the squares of the moving board, and the
// squares of the white king and piece after the move.
func (b *spaceBuilder) boards(k int, king, piece board.Square,
	visit func(s *boardMove, aboard uint64, king, piece board.Square)) {
	g := &b.tables[k]
	for slot := range g.boardMoves {
		aboard := cells(slot)
		kingRides, pieceRides := aboard>>king&1 != 0, aboard>>piece&1 != 0
		if kingRides && pieceRides || !kingRides && !pieceRides && slot >= 2 {
			continue
		}
		for i := range g.boardMoves[slot] {
			s := &g.boardMoves[slot][i]
			if !kingRides && s.shadow>>king&1 != 0 || !pieceRides && s.shadow>>piece&1 != 0 && b.role != board.Knight {
				continue
			}
			switch {
			case !kingRides && !pieceRides:
				visit(s, aboard, s.fold.square(king), s.fold.square(piece))
				continue
			case !s.occupied[board.White]:
				continue
			case !s.turnOnly:
				visit(s, aboard, s.fold.square(king), s.fold.square(piece))
			}
			if b.turns {
				king, piece := king, piece
				if kingRides {
					king = rotate(king)
				} else {
					piece = rotate(piece)
				}
				visit(s, aboard, s.fold.square(king), s.fold.square(piece))
			}
		}
	}
}

// blackTurn returns the squares of the black king for which Black has a move to a position that is not won
// for White.
func (b *spaceBuilder) blackTurn(k int, king, piece board.Square) (found uint64) {
	g := &b.tables[k]
	i := k*rowWords + int(king)<<6 + int(piece)
	if safe := b.legalWhite[i] &^ b.won[i]; safe != 0 {
		found = uint64(b.rules.KingsReach(&g.empty, board.Bitboard(safe)))
	}
	if g.near[king]>>piece&1 == 0 { // the piece is not protected
		found |= g.near[piece]
	}
	for slot := range g.boardMoves {
		aboard := cells(slot)
		if (1<<king|1<<piece)&aboard != 0 {
			continue
		}
		for n := range g.boardMoves[slot] {
			s := &g.boardMoves[slot][n]
			if s.shadow>>king&1 != 0 || s.shadow>>piece&1 != 0 && b.role != board.Knight {
				continue
			}
			j := int(s.to)*rowWords + int(s.fold.square(king))<<6 + int(s.fold.square(piece))
			safe := b.legalWhite[j] &^ b.won[j]
			if safe == 0 {
				continue
			}
			safe = s.fold.word(safe)
			if slot >= 2 {
				found |= safe &^ (aboard | s.shadow)
			}
			if !s.occupied[board.Black] {
				continue
			}
			if riders := safe & aboard; riders != 0 {
				if !s.turnOnly {
					found |= riders
				}
				if b.turns { // rotation moves a passenger to the opposite cell
					shift := bits.TrailingZeros64(aboard)
					found |= uint64(bits.Reverse8(uint8(riders>>shift))>>4) << shift
				}
			}
		}
	}
	return found
}

// parallel calls do for every number below n, on the given number of goroutines. It returns an error if the
// context ends.
func parallel(ctx context.Context, workers, n int, do func(k int)) error {
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

// affected reports whether side may be able to move from the given row to a position that the other side's
// last pass found. A row consists of the positions with the same placement and white king square.
func (b *spaceBuilder) affected(side board.Colour, k int, king board.Square) bool {
	g, found := &b.tables[k], b.newlyLost
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
	for slot := range g.boardMoves {
		for i := range g.boardMoves[slot] {
			s := &g.boardMoves[slot][i]
			if found[int(s.to)<<6|int(s.fold.square(king))] {
				return true
			}
			if b.turns && side == board.White && king >= 48 && found[int(s.to)<<6|int(s.fold.square(rotate(king)))] {
				return true
			}
		}
	}
	return false
}

// solve computes the distance to mate of every position, up to most plies.
func (b *spaceBuilder) solve(ctx context.Context, most int, progress func(ply int)) error {
	if err := parallel(ctx, b.workers, len(b.list), b.prepare); err != nil {
		return err
	}
	if err := parallel(ctx, b.workers, len(b.list), b.mates); err != nil {
		return err
	}
	for ply := 1; ply <= most; ply++ {
		progress(ply)
		var any atomic.Bool
		err := parallel(ctx, b.workers, len(b.list), func(k int) {
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
		return fmt.Errorf("a mate takes more than %d plies, the limit of the table format", maxPlies)
	}
	return nil
}

// mates finds the checkmates and stalemates in a placement.
func (b *spaceBuilder) mates(k int) {
	for row := range rowWords {
		i := k*rowWords + row
		if b.legalBlack[i] == 0 {
			continue
		}
		king, piece := board.Square(row>>6), board.Square(row&63)
		still := b.legalBlack[i] &^ b.blackTurn(k, king, piece)
		checked := b.attacked(&b.tables[k], king, piece)
		b.lost[i], b.stale[i] = still&checked, still&^checked
		if b.lost[i] != 0 {
			b.newlyLost[k<<6|row>>6] = true
		}
	}
}

// ply finds the positions of a row that are won, or lost, in exactly ply plies. It reports whether there are
// any.
func (b *spaceBuilder) ply(k int, king board.Square, ply int) (any bool) {
	side, to := board.White, b.newlyWon
	if ply%2 == 0 {
		side, to = board.Black, b.newlyLost
	}
	if b.affected(side, k, king) {
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

// buildSpace builds a table for boards in space.
func buildSpace(ctx context.Context, r attackBoards, m Material, workers int,
	progress func(done float64)) (*Table, error) {
	fail := func(err error) (*Table, error) {
		return nil, fmt.Errorf("tablebase: %s of %s: %w", m, r.Info().Name, err)
	}
	if m.Pieces() != MinPieces || m.pawns(board.White) > 0 {
		return fail(errors.New("only kings and one piece other than a pawn are supported"))
	}
	progress(0)
	b := newSpaceBuilder(r, m.pieces(chessMen)[2].Role(), allPlacements(), workers)
	// The length of the longest mate is not known in advance.
	if err := b.solve(ctx, maxPlies, func(ply int) { progress(0.6 * float64(ply) / float64(ply+10)) }); err != nil {
		return fail(err)
	}
	h := b.header(r, m)
	p, err := b.pack(ctx, func(done float64) { progress(0.6 + 0.4*done) })
	if err != nil {
		return fail(err)
	}
	return &Table{Header: h, packed: p}, nil
}

// header returns the header, with the positions counted by result.
func (b *spaceBuilder) header(r attackBoards, m Material) Header {
	h := Header{Variant: r.Info().Name, Material: m}
	for k, s := range b.list {
		for i := k * rowWords; i < (k+1)*rowWords; i++ {
			add := func(words []uint64) int { return bits.OnesCount64(words[i]) * s.weight() }
			won, lost := add(b.won), add(b.lost)
			h.White.Won += won
			h.White.Drawn += add(b.legalWhite) - won
			h.Black.Lost += lost
			h.Black.Drawn += add(b.legalBlack) - lost
		}
	}
	longest, at := Draw, 0
	for i, v := range b.plies {
		if Value(v) > longest {
			longest, at = Value(v), i
		}
	}
	if longest != Draw {
		h.Plies = longest.Plies()
		p := b.position(board.White, at)
		h.Longest = r.Guide().FormatPosition(&p)
	}
	return h
}

// position returns the position at an index, with the given side to move.
func (b *spaceBuilder) position(side board.Colour, at int) board.Position {
	p := b.rules.Empty(b.list[at/blockBytes])
	p.Put(board.Square(at>>12&63), board.NewPiece(board.White, board.King))
	p.Put(board.Square(at>>6&63), board.NewPiece(board.White, b.role))
	p.Put(board.Square(at&63), board.NewPiece(board.Black, board.King))
	if side == board.Black {
		p.Pass()
	}
	return p
}
