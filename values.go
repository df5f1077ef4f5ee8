package tain

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// noSquare is how the library writes a square or a move that is none.
const noSquare = "-"

// Colour is a side, [White] or [Black].
type Colour = board.Colour

// The sides.
const (
	White = board.White
	Black = board.Black
)

// Move is a move of some position. Moves are comparable: two moves of a position
// are equal if they are the same move. The zero Move is no move.
type Move struct{ uci string }

// String returns the move in UCI notation, "-" for the zero Move. [Game.ParseMove]
// reads it back, and [Game.SAN] writes it as people do.
func (m Move) String() string { return cmp.Or(m.uci, noSquare) }

// Square is a square of a board. Squares are comparable. The zero Square is no
// square.
type Square struct{ name string }

// String returns the name of the square, "-" for the zero Square.
// [Game.ParseSquare] reads it back.
func (s Square) String() string { return cmp.Or(s.name, noSquare) }

// Role is a sort of piece.
type Role string

// The roles of chess.
const (
	Pawn   Role = "pawn"
	Knight Role = "knight"
	Bishop Role = "bishop"
	Rook   Role = "rook"
	Queen  Role = "queen"
	King   Role = "king"
)

// Piece is a piece of one side. Pieces are comparable. The zero Piece is none.
type Piece struct {
	Colour Colour
	Role   Role
}

// String names the piece, such as "white knight"; the zero Piece is "empty".
func (p Piece) String() string {
	if p.Role == "" {
		return "empty"
	}
	return p.Colour.String() + " " + string(p.Role)
}

func pieceOf(p board.Piece) Piece {
	if p == board.NoPiece {
		return Piece{}
	}
	return Piece{p.Colour(), Role(p.Role().String())}
}

// Effect is what a move does to a piece or a board.
type Effect = describe.Effect

// The effects, in the order in which [Game.Changes] lists them.
const (
	Captured   = describe.Captured   // leaves the board
	BoardMoved = describe.BoardMoved // a board goes elsewhere; no piece
	Turned     = describe.Turned     // a board rotates by 180°; no piece
	Carried    = describe.Carried    // rides on a board that moves
	Castled    = describe.Castled    // king and rook both
	Moved      = describe.Moved      // goes to the square that the move names
	Promoted   = describe.Promoted   // becomes another role
	WentOn     = describe.WentOn     // goes on from the square that the move names
	Appeared   = describe.Appeared   // is spawned
)

// Change is one thing that a move does. A piece goes From one square To another;
// a captured piece has no To, a spawned one no From.
type Change struct {
	Effect   Effect
	Piece    Piece // as it was before
	Into     Piece // what it becomes if it is promoted
	From, To Square
	// Board names the mount of a board that moves or turns, and Onto the mount
	// that it goes to.
	Board, Onto string
}

// Result is the score of a game, as records write it: "1-0", "0-1", "1/2-1/2",
// or "" while the game is in progress.
type Result = rules.Result

// The results.
const (
	Ongoing   = rules.Ongoing
	WhiteWins = rules.WhiteWins
	BlackWins = rules.BlackWins
	Draw      = rules.Draw
)

// Reason is why a game has ended or why a draw may be claimed, such as
// "checkmate" or "threefold". Package rules lists them.
type Reason = rules.Reason

// Outcome is the state of a game. The zero Outcome means that it is in progress.
type Outcome struct {
	Result Result
	Reason Reason
	// Claims lists the reasons for which the side to move may claim a draw.
	Claims []Reason
	text   string
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Ongoing }

// Winner returns the side that has won, and whether one has.
func (o Outcome) Winner() (side Colour, won bool) {
	if o.Result == BlackWins {
		return Black, true
	}
	return White, o.Result == WhiteWins
}

// String describes the outcome in English, such as "checkmate: Black wins". It
// is empty while there is nothing to report.
func (o Outcome) String() string { return o.text }

// MoveError is why a text is not a legal move.
type MoveError struct {
	Text   string // the move as it was given, shortened if it is very long
	Code   string // the reason for programs, such as "blocked"; codes are stable
	Reason string // the reason in English
	err    error
}

// Error returns the move and the reason.
func (e *MoveError) Error() string { return fmt.Sprintf("tain: %s: %s", e.Text, e.Reason) }

// Unwrap returns the underlying error: a [*rules.IllegalMove] if the text is a
// move that is illegal, a [*notation.SyntaxError] if it is not a move at all.
func (e *MoveError) Unwrap() error { return e.err }

func moveError(text string, err error) error {
	e := &MoveError{Text: notation.Clip(text), Code: string(rules.CodeMalformed), Reason: err.Error(), err: err}
	var illegal *rules.IllegalMove
	if errors.As(err, &illegal) {
		e.Code = string(illegal.Code)
	}
	return e
}

// unknownResult is the result of a record whose game is in progress.
const unknownResult = "*"
