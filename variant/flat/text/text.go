// Package text parses and formats positions and moves for the rule sets on one 8x8 board. It handles FEN
// (fen.go, draft.go, chess960.go), SAN and UCI notation (san*.go, text.go), and links to positions
// (link*.go).
package text

import (
	"iter"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Flat parses and formats FEN, SAN and UCI notation for a rule set on one 8x8 board. The guide of a flat rule
// set embeds it. Flat works with any such rule set, because it compares the positions before and after a move
// to find the effects of the move.
type Flat struct{ Rules rules.Rules }

// SquareName returns the name of a square, such as e4.
func (f Flat) SquareName(_ *board.Position, s board.Square) string { return s.String() }

// ParseSquare parses the name of a square. The name is case-insensitive.
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

// Zobrist computes the Zobrist hash of a position from scratch.
func (f Flat) Zobrist(p *board.Position) uint64 { return p.Zobrist() }

// narrowing is a rule set that can list the origins of moves to a square without generating all moves. It
// speeds up reading large game files.
type narrowing interface {
	Origins(p *board.Position, role board.Role, to board.Square) board.Bitboard
	Class(p *board.Position, m board.Move) rules.Class
	MayBecome(role board.Role) bool
}

func (f Flat) class(p *board.Position, m board.Move) rules.Class {
	if r, ok := f.Rules.(narrowing); ok {
		return r.Class(p, m)
	}
	return f.Rules.Guide().Class(p, m)
}

// scratch is temporary memory for parsing or formatting one move.
type scratch struct {
	list         board.MoveList
	after, tried board.Position
	text         []byte
}

// scratchPool recycles scratch values, which are large and needed for every move in a game file.
var scratchPool = sync.Pool{New: func() any { return &scratch{text: make([]byte, 0, 16)} }}

// pseudoLegal returns the pseudo-legal moves. The result is valid until w is used again.
func (f Flat) pseudoLegal(p *board.Position, w *scratch) []board.Move {
	w.list.Reset()
	f.Rules.PseudoLegal(p, &w.list)
	return w.list.All()
}

// possible yields the pseudo-legal moves.
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

// canMove reports whether the side to move has a legal move.
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

// restsOn returns the final square of the moved piece, which may differ from its landing square, or NoSquare
// if the piece is gone. It compares the two positions, so it works for any rule set. It gives the same result
// as describe.Changes, but is much faster.
func restsOn(before, after *board.Position, m board.Move) board.Square {
	landed := before.Piece(m.From())
	if k := m.Promotion(); k != board.NoRole {
		landed = board.NewPiece(before.Side, k)
	}
	if after.Piece(m.To()) == landed {
		return m.To()
	}
	for s := range before.Size() {
		// A piece that returns to its origin was already there before the move.
		if after.Piece(s) == landed && (before.Piece(s) != landed || s == m.From()) {
			return s
		}
	}
	return board.NoSquare
}

func isFile(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'h' }

func isRank(c byte) bool { return c >= '1' && c <= '8' }

const (
	fileBits board.Bitboard = 0x0101010101010101
	rankBits board.Bitboard = 0xff
)

// FormatUCI formats a move in UCI notation: origin, destination and promotion role, as in e2e4 and e7e8q.
// Castling is the king's move. If a piece goes on, the destination is the square on which it lands first.
func (f Flat) FormatUCI(_ *board.Position, m board.Move) string {
	text := make([]byte, 0, 5)
	for _, s := range [...]board.Square{m.From(), m.To()} {
		text = append(text, 'a'+byte(s.File()), '1'+byte(s.Rank()))
	}
	if k := m.Promotion(); k >= board.Pawn && k <= board.King {
		text = append(text, k.Letter()|0x20)
	}
	return string(text)
}

// whyIllegal returns the reason why a move is illegal, or a default reason if the guide returns none.
func (f Flat) whyIllegal(p *board.Position, m board.Move) *rules.IllegalMove {
	if no := f.Rules.Guide().WhyIllegal(p, m); no != nil {
		return no
	}
	return rules.Illegal("illegal.illegal.move", "{move} is not a legal move", message.Args{"move": f.FormatUCI(p, m)})
}
