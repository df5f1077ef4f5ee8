// Package rules says what a rule set is and does everything that can be done
// with any of them: play and explain moves, count positions, judge results.
//
// The way of a move: a text is read into a position by [Guide.ParsePosition];
// [LegalMoves] lists what may be played there; [Play] takes one of these, or its
// text, and gives the position after it or the reason why not; [OutcomeOf] says
// how the position stands. A [Line] keeps all positions on the way and so knows
// repetitions. Package describe says what a move did; a program finds its rule
// sets in a registry, of the package of that name.
//
// A rule set has a hot part, [Rules], which search and counting call millions
// of times a second, and a cold part, [Guide], which reads and writes text and
// tells people why. Nothing here knows any particular rule set.
package rules

import (
	"cmp"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// Rules is a rule set, as search and counting need it.
type Rules interface {
	// Info describes the rule set.
	Info() *Info
	// PseudoLegal adds to the list every move the pieces can make, legal or not:
	// some may leave an own king attacked.
	PseudoLegal(p *board.Position, list *board.MoveList)
	// Apply plays a move of PseudoLegal on a copy. It trusts the move. False means
	// that one of the mover's kings is attacked after it; next is then of no
	// use.
	Apply(p *board.Position, m board.Move, next *board.Position) bool
	// Kings returns the kings of a side, and those of them that are attacked.
	Kings(p *board.Position, side board.Colour) (all, attacked board.Bitboard)
	// Dead reports whether no play can lead to mate.
	Dead(p *board.Position) bool
	// Guide returns the part that speaks to people.
	Guide() Guide
}

// LegalGenerator is a rule set that can tell legal moves without playing each.
type LegalGenerator interface {
	Rules
	// Legal adds the legal moves to the list.
	Legal(p *board.Position, list *board.MoveList)
	// Count returns how many legal moves there are.
	Count(p *board.Position) int
	// Make plays a legal move on a copy.
	Make(p *board.Position, m board.Move, next *board.Position)
}

// Guide is the part of a rule set that speaks to people. Nothing in it is hot,
// and none of it trusts its input, but for moves called legal.
type Guide interface {
	// FormatPosition writes a position as text.
	FormatPosition(p *board.Position) string
	// ParsePosition reads a position. What is wrong with a text comes back as
	// Faults, all at once.
	ParsePosition(text string, o ParseOptions) (board.Position, error)

	// SquareName returns the name of a square in a position, - if the board has
	// no such square.
	SquareName(p *board.Position, s board.Square) string
	// ParseSquare reads the name of a square that exists in a position.
	ParseSquare(p *board.Position, name string) (board.Square, error)

	// FormatUCI writes a move in UCI notation.
	FormatUCI(p *board.Position, m board.Move) string
	// FormatSAN writes a legal move as people do, check signs included.
	FormatSAN(p *board.Position, m board.Move) string
	// ParseMove reads a move in any form the rule set takes, UCI notation or
	// written notation. A move that comes without an error is legal. One that
	// can be read but not played comes back with a *IllegalMove as its error.
	ParseMove(p *board.Position, text string) (board.Move, error)

	// Class tells what sort of move a legal move is.
	Class(p *board.Position, m board.Move) Class
	// Ways returns the ways a legal move may take, the preferred one first.
	Ways(p *board.Position, m board.Move) []Way
	// WhyIllegal returns why a move cannot be played, nil if it can.
	WhyIllegal(p *board.Position, m board.Move) *IllegalMove

	// Zobrist computes the Zobrist hash of a position from nothing.
	Zobrist(p *board.Position) uint64
}

// Info describes a rule set to programs and people.
type Info struct {
	Name    string          // the id: "triboard"
	Title   string          // for people: "Three-board mirror chess"
	Summary message.Message // one line
	PGN     string          // the Variant tag, empty for orthodox chess
	Start   string          // the starting position as text
	// Definition is the canonical form of a rule set that a person has written,
	// empty for one that comes with the program; Hash names that form.
	Definition, Hash string
	// Differences lists how such a rule set differs from orthodox chess, in at most
	// three lines.
	Differences []message.Message
	// Boards is how many copies of the board are shown in a row.
	Boards int
	// Wraps tells whether lines lead on over an edge, as on a cylinder, where
	// the first and the last file are neighbours.
	Wraps bool
	// SeamMark has SAN mark a way over the edge with a * behind the landing
	// square.
	SeamMark bool
	// Kingless takes positions where a side has no king, as studies do.
	Kingless bool
	// Reflects tells whether a quiet move does something on the square turned
	// half round the centre.
	Reflects bool
	// Castling tells whether the rule set has castling.
	Castling bool
	// Chess960 tells whether king and rook may castle from any home, as in
	// Chess960: texts then name the rook where it is not the usual one.
	Chess960 bool
	// Stalemate is what it means to have no move and no king attacked.
	Stalemate Stalemating
	// Levels names the levels of a board in space, lowest first; empty for a
	// flat board.
	Levels []string
	// Squares are all squares there can be, with their place.
	Squares []SquareInfo
	// Parent is the game it is a variant of, nil for none. An evaluation that
	// is to be blind to what is new plays by what is known of that.
	Parent Rules
}

// Ref returns the text by which a registry finds the rule set again: its name,
// or its whole definition if a person has written it. Records keep it.
func (i *Info) Ref() string { return cmp.Or(i.Definition, i.Name) }

// Chessboard reports whether the squares are a1 to h8, where chess has them.
// What other programs know of a board, and the text of links, fits no other.
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

// SquareInfo is the name of a square and where it lies.
type SquareInfo struct {
	Name  string
	X, Y  int
	Level string
	Dark  bool
}

// ParseOptions makes the reading lenient of a position.
type ParseOptions struct {
	// AllowNoKing takes a kingless setup: a position where a side has no king.
	AllowNoKing bool
	// AllowCheck takes a position where the side not to move is in check. No
	// game leads there, but its moves can be counted.
	AllowCheck bool
	// Dropped, if it is not nil, takes a position that claims castling rights
	// it cannot have, as other programs write them: the rights are dropped, and
	// it is told each of them, as the fault it would otherwise be.
	Dropped func(Fault)
}
