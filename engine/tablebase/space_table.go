//go:build !js

package tablebase

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space"
)

// inSpace returns the rules of boards in space, if they are such that there can
// be tables for.
func inSpace(r rules.Rules) (*space.Rules, bool) {
	s, ok := r.(*space.Rules)
	if !ok || s.Info().Definition != "" {
		return nil, false
	}
	o := s.Policy()
	return s, !o.Anyone && o.Stays == [8]bool{}
}

// buildSpace makes a table of boards in space.
func buildSpace(ctx context.Context, r *space.Rules, m Material, workers int, told func(done float64)) (*Table, error) {
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
func (b *spaceBuilder) header(r *space.Rules, m Material) Header {
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
	g, _ := space.NewPlacement(b.list[at/blockBytes])
	p := g.Empty()
	p.Put(board.Square(at>>12&63), board.NewPiece(board.White, board.King))
	p.Put(board.Square(at>>6&63), board.NewPiece(board.White, b.role))
	p.Put(board.Square(at&63), board.NewPiece(board.Black, board.King))
	if side == board.Black {
		p.Pass()
	}
	return p
}
