package tablebase

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// Tables for other boards and pieces use no symmetry and no reverse moves, because the board need not look the
// same from both sides, and a piece need not be able to return the way it came. The squares of the pieces are
// the digits of the index, and positions with exchanged colours follow in a second part of the table. The
// forward pass records from where each piece reaches each square. The backward pass tries these origins, and asks
// the rule set whether the move exists.

// gridRules is the part of a rule set with another board or other pieces that tables need.
type gridRules interface {
	rules.LegalGenerator
	// EndgamePromotions returns the kinds to which pawns promote. It returns false if tables do not support the
	// moves and goals of the rule set.
	EndgamePromotions() (promotes []board.Role, ok bool)
	// EndgameSquares returns the squares on which a piece may stand.
	EndgameSquares(pc board.Piece) board.Set
	// Quiets returns the squares to which a piece could move without capture.
	Quiets(pc board.Piece, from board.Square, occupied board.Set) board.Set
}

// onGrid returns the rule set if tables support it, with the pieces that occur in its games. Royal pieces can be
// neither captured nor created, so each side always has those of the starting position.
func onGrid(r rules.Rules) (g gridRules, of men, ok bool) {
	if g, ok = r.(gridRules); !ok {
		return nil, of, false
	}
	promotes, ok := g.EndgamePromotions()
	if !ok {
		return nil, of, false
	}
	start, err := g.Guide().ParsePosition(g.Info().Start, rules.ParseOptions{AllowNoKing: true})
	if err != nil {
		return nil, of, false
	}
	white, _ := g.Kings(&start, board.White)
	black, _ := g.Kings(&start, board.Black)
	all := white.Or(black)
	royals := all.Bitboard()
	if start.ByRole(board.Pawn) == 0 {
		promotes = nil
	}
	kinds := slices.Clone(promotes)
	for pieces := start.Occupied(); pieces != 0; {
		kinds = append(kinds, start.Piece(pieces.Pop()).Role())
	}
	rank := func(k board.Role) int {
		if start.ByRole(k)&royals != 0 {
			return menRank(k) - menRank(board.Pawn)
		}
		return menRank(k)
	}
	slices.SortFunc(kinds, func(a, b board.Role) int { return rank(a) - rank(b) })
	for _, k := range slices.Compact(kinds) {
		letter := string(g.Info().Letter(board.NewPiece(board.White, k)))
		of.letters, of.roles = of.letters+letter, append(of.roles, k)
		switch {
		case start.ByRole(k)&royals != 0:
			of.royal++
			for side := range of.royals {
				of.royals[side] += strings.Repeat(letter, start.Pieces(board.Colour(side), k).Count())
			}
		case slices.Contains(promotes, k):
			of.promotes += letter
		}
	}
	lone := board.Empty()
	lone.Put(0, board.NewPiece(board.White, board.King))
	of.bare = !of.oneKing() || rules.MayMate(r, &lone, board.White)
	return g, of, !white.Empty() && !black.Empty() && royals.Count() <= MaxPieces && royals&start.ByRole(board.Pawn) == 0
}

// gridSquares numbers the squares of a board.
type gridSquares struct {
	all     []board.Square
	numbers [64]uint8
	allowed []board.Bitboard // squares of each piece of a layout
	both    bool             // positions with exchanged colours are stored separately
}

func newGridLayout(g gridRules, m Material) *layout {
	of := menOf(g)
	l := &layout{grid: &gridSquares{}, pieces: m.pieces(of), order: 1}
	own, exchanged := m.signature(of)
	l.grid.both = own != exchanged
	l.half = 1
	squares := g.EndgameSquares(l.pieces[0])
	for s := range squares.All() {
		l.grid.numbers[s] = uint8(len(l.grid.all))
		l.grid.all = append(l.grid.all, s)
	}
	for range l.pieces {
		l.half *= uint32(len(l.grid.all))
	}
	l.allow(g)
	return l
}

// allow notes on which squares each piece may stand.
func (l *layout) allow(g gridRules) {
	l.grid.allowed = nil
	for _, pc := range l.pieces {
		squares := g.EndgameSquares(pc)
		l.grid.allowed = append(l.grid.allowed, squares.Bitboard())
	}
}

// exchanged returns the layout of the positions with exchanged colours.
func (l *layout) exchanged(g gridRules) *layout {
	other, squares := *l, *l.grid
	other.grid, other.pieces = &squares, nil
	for _, pc := range l.pieces {
		other.pieces = append(other.pieces, board.NewPiece(pc.Colour().Other(), pc.Role()))
	}
	other.allow(g)
	return &other
}

// gridIndex is index for a grid.
func (l *layout) gridIndex(side board.Colour, at *squares) (i uint32) {
	n := uint32(len(l.grid.all))
	to := *at
	for k := range l.pieces { // sort the squares of equal pieces
		for ; l.twin(k) && to[k-1] > to[k]; k-- {
			to[k-1], to[k] = to[k], to[k-1]
		}
	}
	for _, s := range to[:len(l.pieces)] {
		i = i*n + uint32(l.grid.numbers[s])
	}
	return i + uint32(side&1)*l.half
}

// gridSquaresOf is squaresOf for a grid, without the side.
func (l *layout) gridSquaresOf(i uint32) (at squares, ok bool) {
	n := uint32(len(l.grid.all))
	var occupied board.Bitboard
	for k := len(l.pieces) - 1; k >= 0; k-- {
		at[k] = l.grid.all[i%n]
		i /= n
		if occupied.Has(at[k]) || !l.grid.allowed[k].Has(at[k]) || l.twin(k+1) && at[k] > at[k+1] {
			return at, false
		}
		occupied |= at[k].Bit()
	}
	return at, true
}

// twin reports whether a piece is equal to the one before it.
func (l *layout) twin(k int) bool {
	return k > 0 && k < len(l.pieces) && l.pieces[k] == l.pieces[k-1]
}

// first returns the number of the first piece that is equal to a piece.
func (l *layout) first(k int) int {
	for l.twin(k) {
		k--
	}
	return k
}

// gridMoves is the part of a builder for other boards and pieces.
type gridMoves struct {
	game gridRules
	at   squares                       // of the position whose moves are counted
	from [MaxPieces][64]board.Bitboard // origins of each piece's moves, by landing square
	// A position after a push with a possible en passant capture is a separate node. passant lists these nodes, and
	// variants their numbers by the position without the capture.
	passant  []passantNode
	variants map[uint32][]uint32
	opened   int // number of nodes in passant whose moves have been counted
}

// passantNode is a position with an en passant capture.
type passantNode struct {
	plain uint32
	code  board.Square // as in the position
}

// buildGrid builds a table.
func buildGrid(ctx context.Context, g gridRules, m Material, probe prober, progress func(float64)) (*Table, error) {
	l := newGridLayout(g, m)
	t := &Table{Header: Header{Variant: eval.Key(g), Material: m}, layout: l, values: make([]uint8, 0, l.size())}
	parts := l.size() / l.nodes()
	for part := range parts {
		b := &builder{rules: g, layout: l, probe: probe, gridMoves: &gridMoves{game: g, variants: map[uint32][]uint32{}}}
		if part == 1 {
			b.layout = l.exchanged(g)
		}
		err := b.build(ctx, t, part == 1, func(done float64) { progress((float64(part) + done) / float64(parts)) })
		if err != nil {
			return nil, fmt.Errorf("tablebase: %s of %s: %w", m, g.Info().Name, err)
		}
	}
	t.fill()
	return t, nil
}

// openGrid is open for a grid. It also opens the nodes with en passant captures that the moves lead to.
func (b *builder) openGrid(i uint32, side board.Colour, at *squares) error {
	b.at = *at
	if err := b.open(i); err != nil {
		return err
	}
	for ; b.opened < len(b.passant); b.opened++ {
		side, at, _ := b.squaresOf(b.passant[b.opened].plain)
		b.at = at
		b.position(&b.here, side, &at)
		b.here.SetEnPassant(b.passant[b.opened].code)
		if err := b.open(uint32(b.nodes() + b.opened)); err != nil {
			return err
		}
	}
	return nil
}

// staysOnGrid reports whether a legal move leads to a position with the same pieces.
func (b *builder) staysOnGrid(p *board.Position, m board.Move) bool {
	return p.Piece(m.To()) == board.NoPiece && m.Promotion() == board.NoRole && !b.takesPassant(p, m)
}

// takesPassant reports whether a legal move captures en passant.
func (b *builder) takesPassant(p *board.Position, m board.Move) bool {
	return p.EnPassant() != board.NoSquare && b.game.Guide().Class(p, m)&rules.EnPassant != 0
}

// recordMove records the origin of a move, and adds a node if it allows an en passant capture.
func (b *builder) recordMove(p *board.Position, m board.Move) {
	k := 0
	for b.at[k] != m.From() {
		k++
	}
	b.from[b.first(k)][m.To()] |= m.From().Bit()
	code := b.passantAfter(p, m)
	if code == board.NoSquare {
		return
	}
	at := b.at
	at[k] = m.To()
	plain := b.index(p.Side.Other(), &at)
	for _, node := range b.variants[plain] {
		if b.passant[node-uint32(b.nodes())].code == code {
			return
		}
	}
	b.variants[plain] = append(b.variants[plain], uint32(len(b.value)))
	b.passant = append(b.passant, passantNode{plain, code})
	b.value, b.left, b.out = append(b.value, 0), append(b.left, 0), append(b.out, 0)
}

// passantAfter returns the en passant square after a quiet move.
func (b *builder) passantAfter(p *board.Position, m board.Move) board.Square {
	if p.Piece(m.From()).Role() != board.Pawn || p.Pieces(p.Side.Other(), board.Pawn) == 0 {
		return board.NoSquare
	}
	b.rules.Make(p, m, &b.next)
	return b.next.EnPassant()
}

// gridParents is parents for a grid.
func (b *builder) gridParents(i uint32, visit func(q uint32)) {
	code, n := board.NoSquare, uint32(b.nodes())
	if i >= n {
		i, code = b.passant[i-n].plain, b.passant[i-n].code
	}
	side, at, _ := b.squaresOf(i)
	mover := side.Other()
	p := &b.here
	b.position(p, mover, &at)
	occupied := p.Occupied()
	for k, pc := range b.pieces {
		if pc.Colour() != mover || code != board.NoSquare && pc.Role() != board.Pawn {
			continue
		}
		to := at[k]
		for origins := b.from[b.first(k)][to] &^ occupied; origins != 0; {
			from := origins.Pop()
			at[k] = from
			q := b.index(mover, &at)
			at[k] = to
			nodes := b.variants[q]
			if b.value[q] != 0 && nodes == nil {
				continue
			}
			quiets := b.game.Quiets(pc, from, board.SetOf(occupied&^to.Bit()|from.Bit()))
			if !quiets.Has(to) {
				continue
			}
			if pc.Role() != board.Pawn {
				visit(q)
				for _, node := range nodes {
					visit(node)
				}
				continue
			}
			p.Shift(to, from, pc)
			m := board.NewMove(from, to, board.NoRole)
			if b.passantAfter(p, m) == code {
				visit(q)
			}
			for _, node := range nodes {
				p.SetEnPassant(b.passant[node-n].code)
				if b.passantAfter(p, m) == code && !b.takesPassant(p, m) {
					visit(node)
				}
			}
			p.SetEnPassant(board.NoSquare)
			p.Shift(from, to, pc)
		}
	}
}
