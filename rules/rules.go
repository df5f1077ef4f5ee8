// Package rules defines the interface of a rule set, and plays, explains and
// judges moves with any of them.
//
// [Guide.ParsePosition] reads a position; [LegalMoves] lists its moves; [Play]
// takes one of them, or its text, and returns the position after it or the reason
// why it is illegal; [OutcomeOf] judges a position. A [Line] holds all positions of
// a game, so it knows repetitions. Package describe explains the effects of a move,
// package registry finds rule sets by name.
//
// A rule set has a hot part, [Rules], which search and perft call millions of
// times a second, and a cold part, [Guide], which reads and writes text and
// explains moves. Nothing here depends on a particular rule set.
package rules

import (
	"cmp"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// Rules is a rule set.
type Rules interface {
	// Info describes the rule set.
	Info() *Info
	// PseudoLegal adds the pseudo-legal moves to the list: they may leave an own
	// king attacked.
	PseudoLegal(p *board.Position, list *board.MoveList)
	// Apply plays a pseudo-legal move, unchecked, from p into next. It returns
	// false, and next is undefined, if the move leaves one of the mover's kings
	// attacked.
	Apply(p *board.Position, m board.Move, next *board.Position) bool
	// Kings returns the kings of a side and the attacked ones among them.
	Kings(p *board.Position, side board.Colour) (all, attacked board.Bitboard)
	// Dead reports whether no sequence of moves leads to mate.
	Dead(p *board.Position) bool
	// Guide returns the part that deals in text.
	Guide() Guide
}

// LegalGenerator is a rule set that generates legal moves directly.
type LegalGenerator interface {
	Rules
	// Legal adds the legal moves to the list.
	Legal(p *board.Position, list *board.MoveList)
	// Count returns the number of legal moves.
	Count(p *board.Position) int
	// Make plays a legal move from p into next.
	Make(p *board.Position, m board.Move, next *board.Position)
}

// Guide is the part of a rule set that reads and writes text and explains moves.
// It is not on a hot path. It validates its input, except moves documented as
// legal.
type Guide interface {
	// FormatPosition writes a position as text.
	FormatPosition(p *board.Position) string
	// ParsePosition reads a position. The error is a Faults with every fault.
	ParsePosition(text string, o ParseOptions) (board.Position, error)

	// SquareName returns the name of a square in a position, - if the square does
	// not exist there.
	SquareName(p *board.Position, s board.Square) string
	// ParseSquare reads the name of a square of a position.
	ParseSquare(p *board.Position, name string) (board.Square, error)

	// FormatUCI writes a move in UCI notation.
	FormatUCI(p *board.Position, m board.Move) string
	// FormatSAN writes a legal move in standard algebraic notation, with check
	// signs.
	FormatSAN(p *board.Position, m board.Move) string
	// ParseMove reads a move in UCI or algebraic notation. Without an error the
	// move is legal. A move that can be read but is illegal is returned with an
	// *IllegalMove.
	ParseMove(p *board.Position, text string) (board.Move, error)

	// Class returns the sort of a legal move.
	Class(p *board.Position, m board.Move) Class
	// Ways returns the possible ways of a legal move, the preferred one first.
	Ways(p *board.Position, m board.Move) []Way
	// WhyIllegal returns why a move is illegal, nil if it is legal.
	WhyIllegal(p *board.Position, m board.Move) *IllegalMove

	// Zobrist computes the Zobrist hash of a position from scratch.
	Zobrist(p *board.Position) uint64
}

// Info describes a rule set to programs and people.
type Info struct {
	Name    string          // the id: "triboard"
	Title   string          // for people: "Three-board mirror chess"
	Summary message.Message // one line
	PGN     string          // the Variant tag, empty for orthodox chess
	Start   string          // the starting position as text
	// Definition is the canonical form of a user's rule set, empty for a built-in
	// one; Hash is its hash.
	Definition, Hash string
	// Differences lists how such a rule set differs from orthodox chess, in at most
	// three lines.
	Differences []message.Message
	// Boards is the number of copies of the board in a row.
	Boards int
	// Wraps is set if lines continue past an edge, as on a cylinder, where the
	// first and the last file are neighbours.
	Wraps bool
	// SeamMark is set if SAN marks a way over the edge with a * after the landing
	// square.
	SeamMark bool
	// Kingless is set if a side may be without a king, as in studies.
	Kingless bool
	// Reflects is set if a quiet move has an effect on the reflected square.
	Reflects bool
	// Castling is set if the rule set has castling.
	Castling bool
	// Chess960 is set if king and rook may castle from any home, as in Chess960.
	// FEN then names the castling rook by its file if KQkq would mean another.
	Chess960 bool
	// Stalemate is the value of a stalemate.
	Stalemate Stalemating
	// Levels names the levels of a board in space, lowest first; empty for a
	// flat board.
	Levels []string
	// Squares lists all squares that can exist, with their place.
	Squares []SquareInfo
	// Parent is the game it is a variant of, or nil. Its weights evaluate the
	// variant as if nothing were new.
	Parent Rules
}

// Ref returns the text by which a registry finds the rule set: the definition of a
// user's rule set, else the name. Records store it.
func (i *Info) Ref() string { return cmp.Or(i.Definition, i.Name) }

// Chessboard reports whether the squares are a1 to h8 as in chess. Other programs
// and links can represent no other board.
func (i *Info) Chessboard() bool {
	if len(i.Squares) != 64 {
		return false
	}
	for _, s := range i.Squares {
		if s.Level != "" || min(s.X, s.Y) < 0 || max(s.X, s.Y) > 7 || s.Name != board.At(s.X, s.Y).String() {
			return false
		}
	}
	return true
}

// SquareInfo is the name of a square and its place.
type SquareInfo struct {
	Name  string
	X, Y  int
	Level string
	Dark  bool
}

// ParseOptions relaxes position parsing.
type ParseOptions struct {
	// AllowNoKing accepts a kingless setup, in which a side has no king.
	AllowNoKing bool
	// AllowCheck accepts a position in which the side not to move is in check. It
	// cannot occur in a game, but its moves can be counted.
	AllowCheck bool
	// Dropped, if not nil, accepts impossible castling rights, which other
	// programs write. They are dropped, and Dropped is called for each with the
	// fault it would otherwise be.
	Dropped func(Fault)
}
