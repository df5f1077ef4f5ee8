// Package text parses and formats positions and moves for the rule sets of package fairy, with any pieces on any
// board. squares.go numbers and names squares. fen.go formats and parses FEN, whose fields draft.go and
// castling.go read. san.go formats moves, and parse.go parses them.
package text

import (
	"iter"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Rules is a rule set together with what text needs to know about its positions: castling rights, pushes of pawns
// and checks.
type Rules interface {
	rules.Rules
	rules.LegalGenerator
	Settings() *Settings
	// Class classifies a legal move.
	Class(p *board.Position, m board.Move) rules.Class
	// FinalSquare returns the square of the moved piece after a legal move. It differs from the landing square if the
	// piece goes on.
	FinalSquare(before, after *board.Position, m board.Move) board.Square

	// Castle returns the castling move for a right, numbered in the order KQkq, with the squares on which the king and
	// the rook started in the game of p. It is zero if the rule set's starting position lacks the right.
	Castle(p *board.Position, right int) Castle
	// Grant adds a right to a position, with the king and the rook on the squares of c.
	Grant(p *board.Position, c Castle)
	// Shuffled returns a shuffled start by its number.
	Shuffled(n uint64) board.Position

	// Pushed returns the square that a pawn has just crossed with a first push, and the pawn's square. It returns
	// NoSquare twice if a FEN of the position has no en passant square.
	Pushed(p *board.Position) (crossed, pawn board.Square)
	// MayPush reports whether a pawn of a side can cross a square and land on another in one push.
	MayPush(side board.Colour, crossed, pawn board.Square) bool
	// Push records that a pawn has just crossed one square with a first push and landed on another.
	Push(p *board.Position, crossed, pawn board.Square)

	// WinningChecks returns the number of checks that win, or 0 if checks do not win. Checks returns the number of
	// checks that a side has given, and SetChecks sets it.
	WinningChecks() int
	Checks(p *board.Position, side board.Colour) int
	SetChecks(p *board.Position, side board.Colour, n int)
}

// Settings are the properties of a rule set that do not depend on the position.
type Settings struct {
	Squares
	Castles      bool // the start has castling rights
	ByFile       bool // castling rights are named by the file of the rook
	MayLackRoyal bool // a side may have no royal piece, even in a game
}

// Castle is a castling move of the king and a rook.
type Castle struct {
	Right      board.Castling // 0 if the right does not exist
	Side       board.Colour
	King, Rook board.Square // squares before the move
	Move       board.Move   // NoMove if the right has no effect
}

// Fairy parses and formats squares, FEN, UCI notation and SAN. The guide of a fairy rule set embeds it.
type Fairy struct{ Rules Rules }

// SquareName returns the name of a square, such as e4 or a10, or - if the board does not have it.
func (f Fairy) SquareName(_ *board.Position, s board.Square) string {
	if !f.Rules.Settings().All.Has(s) {
		return "-"
	}
	return f.Rules.Settings().Name(s)
}

// ParseSquare parses the name of a square.
func (f Fairy) ParseSquare(_ *board.Position, name string) (board.Square, error) {
	b := f.Rules.Settings()
	if s, ok := b.Named(name); ok {
		return s, nil
	}
	return board.NoSquare, &notation.SyntaxError{Input: notation.Clip(name), Message: message.New("syntax.square.board",
		"a square is a file a-{file} and a rank 1-{rank} that the board has, such as {example}", message.Args{
			"file": string(rune('a' + b.Grid.Files - 1)), "rank": b.Grid.Ranks, "example": b.Name(b.All.First()),
		})}
}

// piece returns the piece that a letter means: a capital letter a white piece, a small one a black piece.
func (f Fairy) piece(c byte) (board.Piece, bool) {
	kinds := f.Rules.Info().Kinds
	for i := range kinds {
		switch k := &kinds[i]; c {
		case k.Letter:
			return board.NewPiece(board.White, k.Role), true
		case k.Letter | 0x20:
			return board.NewPiece(board.Black, k.Role), true
		}
	}
	return board.NoPiece, false
}

// kindName returns the name of a kind.
func (f Fairy) kindName(k board.Role) string {
	kind, _ := f.Rules.Info().Kind(k)
	return kind.Name
}

// lists pools move lists, which are large.
var lists = sync.Pool{New: func() any { return new(board.MoveList) }}

// legal yields the legal moves.
func (f Fairy) legal(p *board.Position) iter.Seq[board.Move] {
	return func(yield func(board.Move) bool) {
		list := lists.Get().(*board.MoveList)
		defer lists.Put(list)
		list.Reset()
		f.Rules.Legal(p, list)
		for _, m := range list.All() {
			if !yield(m) {
				return
			}
		}
	}
}
