// Package text reads and writes the texts of the rule sets on one 8x8 board: FEN
// (fen.go, draft.go), SAN and UCI notation (san*.go, uci.go), and the link text
// of the page's addresses (link.go).
package text

import (
	"iter"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Flat reads and writes the texts of a rule set on one 8x8 board: FEN, SAN and
// UCI notation. A flat rule set's guide is made of it. It never asks which
// rule set it serves: whatever a rule adds to a move is read off the position
// after it.
type Flat struct{ Rules rules.Rules }

// SquareName returns the name of a square, such as e4.
func (f Flat) SquareName(_ *board.Position, s board.Square) string { return s.String() }

// ParseSquare reads the name of a square, in either case.
func (f Flat) ParseSquare(_ *board.Position, name string) (board.Square, error) {
	if s, ok := board.ParseSquare(name); ok {
		return s, nil
	}
	e := &notation.SyntaxError{Input: name, Message: message.New("syntax.square.flat", "a square is a file a-h and a rank 1-8, such as e4", nil)}
	if len(name) > 0 && isFile(name[0]) {
		if e.Offset = 1; len(name) > 1 && isRank(name[1]) {
			e.Offset = 2
		}
	}
	return board.NoSquare, e
}

// Zobrist computes the Zobrist hash of a position from nothing.
func (f Flat) Zobrist(p *board.Position) uint64 { return p.Zobrist() }

// narrowing is a rule set that tells where a move to a square can come from
// without making all moves. It is asked where it exists, since a file of games
// has a million moves.
type narrowing interface {
	Origins(p *board.Position, role board.Role, to board.Square) board.Bitboard
	Class(p *board.Position, m board.Move) rules.Class
	MayBecome(role board.Role) bool
}

// class tells what sort of move a legal move is.
func (f Flat) class(p *board.Position, m board.Move) rules.Class {
	if r, ok := f.Rules.(narrowing); ok {
		return r.Class(p, m)
	}
	return f.Rules.Guide().Class(p, m)
}

// scratch is what the reading or writing of one move needs at hand.
type scratch struct {
	list         board.MoveList
	after, tried board.Position
	text         []byte
}

// scratchPool lends scratch space: it is large, and a file of games asks for
// some with every move.
var scratchPool = sync.Pool{New: func() any { return &scratch{text: make([]byte, 0, 16)} }}

// pseudoLegal returns the pseudo-legal moves, in scratch space.
func (f Flat) pseudoLegal(p *board.Position, w *scratch) []board.Move {
	w.list.Reset()
	f.Rules.PseudoLegal(p, &w.list)
	return w.list.All()
}

// possible returns the moves the pieces can make, legal or not.
func (f Flat) possible(p *board.Position) iter.Seq[board.Move] {
	return func(yield func(board.Move) bool) {
		w := scratchPool.Get().(*scratch)
		defer scratchPool.Put(w)
		for _, m := range f.pseudoLegal(p, w) {
			if !yield(m) {
				return
			}
		}
	}
}

// canMove reports whether any legal move is left.
func (f Flat) canMove(p *board.Position) bool {
	if r, ok := f.Rules.(rules.LegalGenerator); ok {
		return r.Count(p) > 0
	}
	var next board.Position
	for m := range f.possible(p) {
		if f.Rules.Apply(p, m, &next) {
			return true
		}
	}
	return false
}

// restsOn returns the square on which the piece that moved stands after the
// whole move, which need not be the one it was moved to; NoSquare if it is
// gone. It compares the two positions, so it holds for any rule, and says what
// [describe.Changes] says at a small part of its cost.
func restsOn(before, after *board.Position, m board.Move) board.Square {
	landed := before.Piece(m.From())
	if k := m.Promotion(); k != board.NoRole {
		landed = board.NewPiece(before.Side, k)
	}
	if after.Piece(m.To()) == landed {
		return m.To()
	}
	for s := board.Square(0); s < board.NoSquare; s++ {
		// A piece that comes back to its origin was there before as well.
		if after.Piece(s) == landed && (before.Piece(s) != landed || s == m.From()) {
			return s
		}
	}
	return board.NoSquare
}

func isFile(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'h' }

func isRank(c byte) bool { return c >= '1' && c <= '8' }
