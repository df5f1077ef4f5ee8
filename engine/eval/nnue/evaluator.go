package nnue

import (
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/vector"
	"github.com/tainchess/tain/rules"
)

// evaluator scores positions with a net. In some endings it uses the linear evaluation, which scores
// positions with a bare king, and provides the scale factor if the side that is ahead lacks the material to
// win.
type evaluator struct {
	net     *Net
	rules   rules.Rules
	linear  eval.Explainer // for bare kings
	counter eval.Counter   // for scale factors
	states  sync.Pool
}

// costing is an evaluator with move costs.
type costing struct {
	*evaluator
	eval.Coster
}

// New returns an evaluator that scores positions of r with a net. It returns an error if the linear
// evaluation of r cannot be created.
func New(r rules.Rules, n *Net) (eval.Incremental, error) {
	weights, err := eval.Weights(r, eval.Learnt)
	if err != nil {
		return nil, err
	}
	linear, err := eval.WithWeights(r, weights)
	if err != nil {
		return nil, err
	}
	e := &evaluator{net: n, rules: r, linear: linear, counter: eval.FeaturesOf(r).Counter(weights)}
	e.states.New = func() any { return e.NewState() }
	if c, ok := linear.(eval.Coster); ok {
		return costing{e, c}, nil
	}
	return e, nil
}

// Evaluate returns centipawns for the side to move.
func (e *evaluator) Evaluate(p *board.Position) int { return e.EvaluateAs(p, p.Count()) }

// EvaluateAs scores a position with the output weights for the given number of
// pieces.
func (e *evaluator) EvaluateAs(p *board.Position, pieces int) int {
	s := e.states.Get().(*state)
	defer e.states.Put(s)
	s.Refresh(p)
	return s.evaluate(p, pieces)
}

// NewState returns empty accumulators for one position.
func (e *evaluator) NewState() eval.State {
	both := make([]int16, 2*e.net.Width)
	return &state{e: e, acc: [2][]int16{both[:e.net.Width:e.net.Width], both[e.net.Width:]}}
}

// bare reports whether either side has at most one piece, its king.
func bare(p *board.Position) bool {
	if w := p.Wide(); w != nil {
		return !w.Colours[board.White].Many() || !w.Colours[board.Black].Many()
	}
	return !p.ByColour(board.White).Many() || !p.ByColour(board.Black).Many()
}

// finish returns the net's score multiplied by the scale factor.
func (e *evaluator) finish(p *board.Position, score int) int {
	if p.Side == board.Black {
		score = -score
	}
	score = score * e.counter.ScaleFactor(p, score) / eval.FullScale
	if p.Side == board.Black {
		return -score
	}
	return score
}

// state holds the accumulators of a position, one per view.
type state struct {
	e    *evaluator
	acc  [2][]int16
	turn [2]int // rotation or mirroring of each view; see Inputs.turn
}

// Refresh computes both accumulators from scratch.
func (s *state) Refresh(p *board.Position) {
	s.refresh(p, board.White)
	s.refresh(p, board.Black)
}

// refresh computes the accumulator of one view from scratch.
func (s *state) refresh(p *board.Position, side board.Colour) {
	n := s.e.net
	in, acc := n.Inputs, s.acc[side&1]
	s.turn[side&1] = in.turn(p, side)
	var room [128]uint16
	copy(acc, n.Biases)
	for _, input := range in.Active(room[:0], p, side) {
		vector.Add16(acc, acc, n.row(input))
	}
}

// change is one difference between two positions: a piece on a place, or a board on a mount.
type change struct {
	piece board.Piece // NoPiece means a board
	at    uint8       // place or mount
	owner board.Colour
}

// maxChanges limits the number of added inputs and the number of removed inputs in an update. With more of
// either, a refresh is cheaper.
const maxChanges = 12

// changes are the differences between two positions.
type changes struct {
	gone, come   [maxChanges]change
	nGone, nCome int
	many         bool // more differences than an update can handle
}

func (c *changes) add(list *[maxChanges]change, n *int, what change) {
	if *n == maxChanges {
		c.many = true
		return
	}
	list[*n] = what
	*n++
}

// compare sets c to the differences between two positions. A move may spawn pieces, or move a board with all
// the pieces on it.
func (in *Inputs) compare(c *changes, before, after *board.Position) {
	c.nGone, c.nCome, c.many = 0, 0, false
	moved := false
	for owner := board.White; owner <= board.Black; owner++ {
		was, is := in.mounted(before, owner), in.mounted(after, owner)
		if was == is {
			continue
		}
		moved = true
		for m := range in.Mounts {
			what := change{at: uint8(m), owner: owner}
			switch was>>m&1<<1 | is>>m&1 {
			case 2:
				c.add(&c.gone, &c.nGone, what)
			case 1:
				c.add(&c.come, &c.nCome, what)
			}
		}
	}
	for word := range in.Words {
		squares := before.OccupiedIn(word) | after.OccupiedIn(word)
		if word == 0 && !moved {
			squares &= differing(before, after)
		}
		for squares != 0 {
			s := squares.Pop() + board.Square(64*word)
			was, is := before.Piece(s), after.Piece(s)
			from, to := in.place(before, s), in.place(after, s)
			if was == is && from == to {
				continue
			}
			if was != board.NoPiece {
				c.add(&c.gone, &c.nGone, change{piece: was, at: uint8(from)})
			}
			if is != board.NoPiece {
				c.add(&c.come, &c.nCome, change{piece: is, at: uint8(to)})
			}
		}
	}
}

// differing returns the squares among the first 64 whose contents differ.
func differing(a, b *board.Position) (squares board.Bitboard) {
	squares = (a.ByColour(board.White) ^ b.ByColour(board.White)) | (a.ByColour(board.Black) ^ b.ByColour(board.Black))
	for k := board.Pawn; k <= board.King; k++ {
		squares |= a.ByRole(k) ^ b.ByRole(k)
	}
	return squares | a.ByFurther()&b.ByFurther() // the kinds may differ
}

// Update applies the differences to each view. It refreshes a view instead if a king move has rotated or mirrored
// it, or if there are too many differences.
func (s *state) Update(from eval.State, before, after *board.Position) {
	parent := from.(*state)
	n := s.e.net
	in := n.Inputs
	var c changes
	in.compare(&c, before, after)
	for side := board.White; side <= board.Black; side++ {
		turn := in.turn(after, side)
		if c.many || turn != parent.turn[side] {
			s.refresh(after, side)
			continue
		}
		s.turn[side] = turn
		table := in.table(side, turn)
		row := func(ch *change) []int16 {
			if ch.piece == board.NoPiece {
				return n.row(in.mounts[side&1][ch.owner&1][ch.at&31])
			}
			return n.row(table[rowOf(ch.piece)*in.Places+int(ch.at)])
		}
		acc, base := s.acc[side], parent.acc[side]
		switch {
		case c.nCome == 1 && c.nGone == 2:
			vector.Capture16(acc, base, row(&c.come[0]), row(&c.gone[0]), row(&c.gone[1]))
			continue
		case c.nCome == 2 && c.nGone == 1:
			vector.Reflect16(acc, base, row(&c.come[0]), row(&c.come[1]), row(&c.gone[0]))
			continue
		}
		both := min(c.nGone, c.nCome)
		for i := range both {
			vector.Exchange16(acc, base, row(&c.come[i]), row(&c.gone[i]))
			base = acc
		}
		for i := both; i < c.nGone; i++ {
			vector.Sub16(acc, base, row(&c.gone[i]))
			base = acc
		}
		for i := both; i < c.nCome; i++ {
			vector.Add16(acc, base, row(&c.come[i]))
			base = acc
		}
		if c.nGone+c.nCome == 0 {
			copy(acc, base)
		}
	}
}

// Evaluate scores the position of the state.
func (s *state) Evaluate(p *board.Position) int { return s.evaluate(p, p.Count()) }

// evaluate scores the position with the output weights for the given number of
// pieces.
func (s *state) evaluate(p *board.Position, pieces int) int {
	if bare(p) {
		return s.e.linear.Evaluate(p)
	}
	own, other := s.acc[p.Side&1], s.acc[p.Side.Other()&1]
	return s.e.finish(p, s.e.net.score(own, other, pieces))
}
