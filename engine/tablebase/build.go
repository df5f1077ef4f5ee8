package tablebase

import (
	"context"
	"fmt"
	"runtime"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// illegal marks illegal positions while a table is built.
const illegal = 255

// neverLost is the move count of a node that is a stalemate or has a move that does not lose.
const neverLost = 255

// builder builds one table by retrograde analysis. A forward pass over all positions counts the moves that
// stay in the table, and probes other tables for the moves that leave it. A backward pass then assigns values
// ply by ply: a position with a move to a lost position is won, and a position whose moves all lead to won
// positions is lost.
//
// A position with a possible en passant capture has additional moves, so it is a separate node, stored after
// the nodes of the table.
type builder struct {
	rules rules.LegalGenerator
	*layout
	probe prober

	value []uint8 // value as in the table, or illegal
	left  []uint8 // moves within the table not yet known to lose, or neverLost
	out   []uint8 // longest loss, in plies, by a move that leaves the table

	pending [256][]uint32 // indexed by ply: nodes that then receive their value, unless they already have one
	last    int           // last nonempty index of pending

	bothPawns bool
	twice     bool              // pawns may move two squares
	special   map[uint32]uint32 // maps a node to the node that also has en passant captures
	plain     []uint32          // the inverse of special, for the nodes stored after those of the table

	list       board.MoveList
	here, next board.Position

	*gridMoves // nil on the board of chess
}

// Build builds the table for a material. Probe looks up positions with other material; it must cover all
// materials that captures and promotions lead to. Progress, which may be nil, is called periodically with the
// fraction done. Tables for boards in space are built on all cores.
func Build(ctx context.Context, r rules.Rules, m Material, probe func(p *board.Position) (Value, bool),
	progress func(done float64)) (*Table, error) {
	if progress == nil {
		progress = func(float64) {}
	}
	return buildTable(ctx, r, m, probe, runtime.GOMAXPROCS(0), progress)
}

// buildTable is Build with the number of workers for boards in space as a
// parameter.
func buildTable(ctx context.Context, r rules.Rules, m Material, probe prober, workers int,
	progress func(done float64)) (*Table, error) {
	if s, ok := inSpace(r); ok {
		return buildSpace(ctx, s, m, workers, progress)
	}
	if g, _, ok := onGrid(r); ok {
		return buildGrid(ctx, g, m, probe, progress)
	}
	g, s, err := symmetry(r)
	if err != nil {
		return nil, err
	}
	b := &builder{rules: g, layout: newLayout(m, s), probe: probe, special: map[uint32]uint32{}}
	b.twice = pushesTwice(g)
	b.bothPawns = b.twice && m.pawns(board.White) > 0 && m.pawns(board.Black) > 0
	t := &Table{Header: Header{Variant: eval.Key(r), Material: m}, layout: b.layout}
	if err := b.build(ctx, t, false, progress); err != nil {
		return nil, fmt.Errorf("tablebase: %s of %s: %w", m, r.Info().Name, err)
	}
	t.fill()
	return t, nil
}

// build finds the values of all nodes and adds them to a table. Exchanged reports whether the colours of the
// builder's pieces are those of the table exchanged.
func (b *builder) build(ctx context.Context, t *Table, exchanged bool, progress func(float64)) error {
	n := b.nodes()
	b.value, b.left, b.out = make([]uint8, n), make([]uint8, n), make([]uint8, n)
	if err := b.forward(ctx, progress); err != nil {
		return err
	}
	if err := b.backward(ctx, progress); err != nil {
		return err
	}
	t.Header.count(b, exchanged)
	t.values = append(t.values, b.value[:n]...)
	return nil
}

// batch is the number of nodes between context checks.
const batch = 1 << 16

// forward initialises all nodes.
func (b *builder) forward(ctx context.Context, progress func(float64)) error {
	n := uint32(b.nodes())
	for i := range n {
		if i%batch == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			progress(0.5 * float64(i) / float64(n))
		}
		side, at, ok := b.squaresOf(i)
		if !ok {
			b.value[i] = illegal
			continue
		}
		b.position(&b.here, side, &at)
		if b.rules.InCheck(&b.here, side.Other()) {
			b.value[i] = illegal
			continue
		}
		if b.gridMoves != nil {
			if err := b.openGrid(i, side, &at); err != nil {
				return err
			}
			continue
		}
		if err := b.open(i); err != nil {
			return err
		}
		if b.bothPawns {
			if err := b.openSpecial(i, side, &at); err != nil {
				return err
			}
		}
	}
	return nil
}

// openSpecial adds a node if the last move may have been a double push and the pawn can be captured en
// passant.
func (b *builder) openSpecial(i uint32, side board.Colour, at *squares) error {
	pushed, ahead, home := at[3], -8, 6 // Black's pawn moved down two ranks
	if side == board.Black {
		pushed, ahead, home = at[2], 8, 1
	}
	from := int(pushed) - 2*ahead
	if from < 0 || from > 63 || from>>3 != home {
		return nil
	}
	crossed := board.Square(int(pushed) - ahead)
	if b.here.Piece(crossed) != board.NoPiece || b.here.Piece(board.Square(from)) != board.NoPiece {
		return nil
	}
	b.here.SetEnPassant(crossed)
	if !enPassantPossible(b.rules, &b.here, &b.list) {
		return nil
	}
	node := uint32(len(b.value))
	b.special[i], b.plain = node, append(b.plain, i)
	b.value, b.left, b.out = append(b.value, 0), append(b.left, 0), append(b.out, 0)
	return b.open(node)
}

// enPassantPossible reports whether a position with an en passant square has a
// legal en passant capture.
func enPassantPossible(g rules.LegalGenerator, p *board.Position, list *board.MoveList) bool {
	list.Reset()
	g.Legal(p, list)
	for _, m := range list.All() {
		if isEnPassant(p, m) {
			return true
		}
	}
	return false
}

// isEnPassant reports whether a legal move captures en passant, that is,
// whether a pawn changes file to an empty square.
func isEnPassant(p *board.Position, m board.Move) bool {
	return p.Piece(m.From()).Role() == board.Pawn && m.From().File() != m.To().File() && p.Piece(m.To()) == board.NoPiece
}

// open counts the moves of node i, whose position is b.here, and probes other tables for the moves that leave
// this one.
func (b *builder) open(i uint32) error {
	p := &b.here
	b.list.Reset()
	b.rules.Legal(p, &b.list)
	if b.list.Len() == 0 {
		b.left[i] = neverLost
		if v := ended(b.rules, p); v != Draw {
			return b.wait(i, v.Plies())
		}
		return nil
	}
	left, best, drawn, worst := 0, Draw, false, 0
	for _, m := range b.list.All() {
		if b.gridMoves != nil && b.staysOnGrid(p, m) {
			b.recordMove(p, m)
			left++
			continue
		}
		if b.gridMoves == nil && p.Piece(m.To()) == board.NoPiece && m.Promotion() == board.NoRole && !isEnPassant(p, m) {
			left++
			continue
		}
		b.rules.Make(p, m, &b.next)
		v, ok := b.probe(&b.next)
		switch {
		case !ok:
			return fmt.Errorf("the table %s is missing", MaterialOf(b.rules, &b.next))
		case v == Draw:
			drawn = true
		case v.Wins():
			worst = max(worst, v.Plies())
		case best == Draw || v < best:
			best = v
		}
	}
	b.out[i] = uint8(worst)
	switch {
	case best != Draw:
		b.left[i] = neverLost
		return b.wait(i, best.Plies()+1)
	case drawn:
		b.left[i] = neverLost
	case left == 0:
		return b.wait(i, worst+1)
	default:
		b.left[i] = uint8(left)
	}
	return nil
}

// ended returns the value of a position without legal moves.
func ended(r rules.Rules, p *board.Position) Value {
	switch rules.OutcomeOf(r, p).Result {
	case rules.Wins(p.Side):
		return mateIn(1) // by stalemate, which counts as one more ply because winning distances are odd
	case rules.Wins(p.Side.Other()):
		return mateIn(0)
	}
	return Draw
}

// wait schedules a node to receive its value when the backward pass reaches the given number of plies. It
// returns an error if that number exceeds maxPlies.
func (b *builder) wait(i uint32, plies int) error {
	if plies > maxPlies {
		return fmt.Errorf("a win takes more than %d plies, the limit of the table format", maxPlies)
	}
	b.pending[plies] = append(b.pending[plies], i)
	b.last = max(b.last, plies)
	return nil
}

// backward assigns values, shortest mates first. Nodes without a value at the
// end are drawn.
func (b *builder) backward(ctx context.Context, progress func(float64)) error {
	var now, after []uint32
	for n := 0; n <= b.last || len(now) > 0; n++ {
		if n > maxPlies {
			return fmt.Errorf("a win takes more than %d plies, the limit of the table format", maxPlies)
		}
		for _, i := range b.pending[n] {
			if b.value[i] == 0 {
				b.value[i] = uint8(mateIn(n))
				now = append(now, i)
			}
		}
		b.pending[n] = nil
		after = after[:0]
		for k, i := range now {
			if k%batch == 0 {
				if err := ctx.Err(); err != nil {
					return err
				}
				progress(0.5 + 0.5*min(1, float64(n)/80))
			}
			var err error
			b.parents(i, func(q uint32) {
				switch {
				case b.value[q] != 0: // illegal, or already known
				case n%2 == 0:
					b.value[q] = uint8(mateIn(n + 1))
					after = append(after, q)
				case b.left[q] != neverLost:
					if b.left[q]--; b.left[q] == 0 {
						if e := b.wait(q, max(n, int(b.out[q]))+1); e != nil {
							err = e
						}
					}
				}
			})
			if err != nil {
				return err
			}
		}
		now, after = after, now
	}
	return nil
}

// parents visits the nodes from which a move within the table leads to node i. All pieces except pawns can
// return the way they came, so their reverse moves are the moves of the side that has just moved. Pawn pushes
// are reversed explicitly.
func (b *builder) parents(i uint32, visit func(q uint32)) {
	if b.gridMoves != nil {
		b.gridParents(i, visit)
		return
	}
	afterPush := false // whether the last move was a double push that allows en passant
	if n := uint32(b.nodes()); i >= n {
		i, afterPush = b.plain[i-n], true
	}
	side, at, _ := b.squaresOf(i)
	mover := side.Other()
	p := &b.here
	b.position(p, mover, &at)
	back := func(k int, to board.Square) {
		was := at[k]
		at[k] = to
		q := b.index(mover, &at)
		at[k] = was
		visit(q)
		if b.bothPawns {
			if with, ok := b.special[q]; ok {
				visit(with)
			}
		}
	}
	for k, pc := range b.pieces {
		if pc.Role() != board.Pawn || pc.Colour() != mover {
			continue
		}
		ahead, home := board.Square(8), 1
		if mover == board.Black {
			ahead, home = -ahead, 6
		}
		one := at[k] - ahead
		if at[k].Rank() == home || p.Piece(one) != board.NoPiece {
			continue
		}
		if !afterPush {
			back(k, one)
		}
		if two := one - ahead; b.twice && one.Rank() != home && two.Rank() == home && p.Piece(two) == board.NoPiece {
			if _, elsewhere := b.special[i]; !b.bothPawns || elsewhere == afterPush {
				back(k, two)
			}
		}
	}
	if afterPush {
		return
	}
	b.list.Reset()
	b.rules.PseudoLegal(p, &b.list)
	for _, m := range b.list.All() {
		if p.Piece(m.To()) != board.NoPiece || p.Piece(m.From()).Role() == board.Pawn {
			continue
		}
		for k := range b.pieces {
			if at[k] == m.From() {
				back(k, m.To())
				break
			}
		}
	}
}

// count adds the positions of a builder to the counts, and finds the longest mate. It must be called while
// illegal positions are still marked. Exchanged reports whether the builder's colours are exchanged.
func (h *Header) count(b *builder, exchanged bool) {
	longest, at := mateIn(h.Plies), uint32(0)
	for i, v := range b.value[:b.nodes()] {
		if v == illegal {
			continue
		}
		c := &h.White
		if (uint32(i) >= b.half) != exchanged {
			c = &h.Black
		}
		switch v := Value(v); {
		case v == Draw:
			c.Drawn += b.order
		case v.Loses():
			c.Lost += b.order
		default:
			c.Won += b.order
			if v > longest {
				longest, at = v, uint32(i)
			}
		}
	}
	if longest > mateIn(h.Plies) {
		h.Plies = longest.Plies()
		side, squares, _ := b.squaresOf(at)
		var p board.Position
		b.position(&p, side, &squares)
		h.Longest = b.rules.Guide().FormatPosition(&p)
	}
}

// fill replaces each byte marked illegal with the previous byte, so that the table compresses better.
func (t *Table) fill() {
	before := uint8(Draw)
	for i, v := range t.values {
		if v == illegal {
			t.values[i] = before
		}
		before = t.values[i]
	}
}
