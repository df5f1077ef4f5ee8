//go:build !js

package tablebase

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// attackBoards is a rule set of boards in space, as tables need it: 48 squares on
// main boards and four attack boards of four squares each, two of each side, on
// twelve mounts. Mounts are numbered from 0, those on the queen's side first.
type attackBoards interface {
	rules.LegalGenerator
	// Ordinary reports whether an empty board is moved by its owner and one with a
	// piece by that piece's side, whatever the piece.
	Ordinary() bool
	// Turns reports whether boards may rotate by 180°.
	Turns() bool
	// Mounted returns the mounts of a side's boards as bits.
	Mounted(p *board.Position, side board.Colour) uint32
	// Empty returns the position without pieces whose boards stand on mounts,
	// White's first, of each side's the lower first.
	Empty(mounts [slots]uint8) board.Position
	// Reach returns the squares that a piece reaches from a square if no other
	// piece is on the boards, and Between those that block its way to one of them.
	Reach(p *board.Position, role board.Role, from board.Square) board.Bitboard
	Between(p *board.Position, from, to board.Square) board.Bitboard
	// KingsReach returns the squares that any of some kings reaches.
	KingsReach(p *board.Position, kings board.Bitboard) board.Bitboard
	// Shadow returns the squares on which only knights may be if a board is to
	// stand on a mount.
	Shadow(p *board.Position, mount uint8) board.Bitboard
	// Goals returns the mounts, as bits, that a board on a mount may go to: an
	// empty one, and one with a piece of White or of Black.
	Goals(mount uint8) (empty uint16, occupied [2]uint16)
}

// inSpace returns the rules of boards in space, if there can be tables for them.
func inSpace(r rules.Rules) (attackBoards, bool) {
	s, ok := r.(attackBoards)
	return s, ok && s.Info().Definition == "" && s.Ordinary()
}

// buildSpace makes a table of boards in space.
func buildSpace(ctx context.Context, r attackBoards, m Material, workers int, told func(done float64)) (*Table, error) {
	if told == nil {
		told = func(float64) {}
	}
	fail := func(err error) (*Table, error) {
		return nil, fmt.Errorf("tablebase: %s of %s: %w", m, r.Info().Name, err)
	}
	if m.Pieces() != MinPieces || m.pawns(board.White) > 0 {
		return fail(errors.New("there are tables of kings and one piece only, which is no pawn"))
	}
	told(0)
	b := newSpaceBuilder(r, m.pieces()[2].Role(), everyStanding(), workers)
	// Nobody knows how long the longest mate will be.
	if err := b.solve(ctx, maxPlies, func(ply int) { told(0.6 * float64(ply) / float64(ply+10)) }); err != nil {
		return fail(err)
	}
	h := b.header(r, m)
	p, err := b.pack(ctx, func(done float64) { told(0.6 + 0.4*done) })
	if err != nil {
		return fail(err)
	}
	return &Table{Header: h, packed: p}, nil
}

// header counts what was found.
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

// position sets up the position of a byte.
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
