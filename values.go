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

// noSquare is the text for a missing square or move.
const noSquare = "-"

// Colour is a side, [White] or [Black].
type Colour = board.Colour

// The two sides.
const (
	White = board.White
	Black = board.Black
)

// Move is a move in a position. Compare moves in the same position with ==. The zero Move means no move.
type Move struct{ uci string }

// String returns the move in UCI notation, or "-" for the zero Move. [Game.ParseMove] parses this text. Use
// [Game.SAN] to format a move for people.
func (m Move) String() string { return cmp.Or(m.uci, noSquare) }

// Square is a square on a board. Squares are comparable. The zero Square means no square.
type Square struct{ name string }

// String returns the name of the square, or "-" for the zero Square. [Game.ParseSquare] parses the name.
func (s Square) String() string { return cmp.Or(s.name, noSquare) }

// Role is a type of piece.
type Role string

// Roles of chess pieces.
const (
	Pawn   Role = "pawn"
	Knight Role = "knight"
	Bishop Role = "bishop"
	Rook   Role = "rook"
	Queen  Role = "queen"
	King   Role = "king"
)

// Piece is a piece with its colour. Pieces are comparable. The zero Piece means no piece.
type Piece struct {
	Colour Colour
	Role   Role
}

// String returns the name of the piece, such as "white knight", or "empty" for the zero Piece.
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

// Effect is a kind of change to a piece or a board.
type Effect = describe.Effect

// Effects, in the order in which [Game.Changes] returns them.
const (
	Captured   = describe.Captured   // a piece is captured
	BoardMoved = describe.BoardMoved // a board moves to another mount; Piece is not set
	Turned     = describe.Turned     // a board turns by 180°; Piece is not set
	Carried    = describe.Carried    // a moving board carries the piece
	Castled    = describe.Castled    // the king or the rook castles; each has its own change
	Moved      = describe.Moved      // a piece moves to the square that the move names
	Promoted   = describe.Promoted   // a pawn promotes
	WentOn     = describe.WentOn     // a piece goes on from the square that the move names
	Appeared   = describe.Appeared   // a piece is spawned
)

// Change is one effect of a move. A piece moves From one square To another. To is the zero Square for a
// captured piece; From is the zero Square for a spawned piece.
type Change struct {
	Effect   Effect
	Piece    Piece // the piece before the move
	Into     Piece // the piece after a promotion
	From, To Square
	// Board is the mount of a board that moves or turns. Onto is the mount to which the board moves.
	Board, Onto string
}

// Result is the result of a game as in PGN: "1-0", "0-1", "1/2-1/2", or "" while the game is in progress.
type Result = rules.Result

// Game results.
const (
	Ongoing   = rules.Ongoing
	WhiteWins = rules.WhiteWins
	BlackWins = rules.BlackWins
	Draw      = rules.Draw
)

// Reason is the reason why a game has ended or a draw may be claimed, such as "checkmate" or "threefold".
// Package rules defines the values.
type Reason = rules.Reason

// Outcome is the state of a game. The zero Outcome means that the game is in progress.
type Outcome struct {
	Result Result
	Reason Reason
	// Claims lists the reasons for which the side to move may claim a draw.
	Claims []Reason
	text   string
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Ongoing }

// Winner returns the side that has won, or false if neither side has won.
func (o Outcome) Winner() (side Colour, won bool) {
	if o.Result == BlackWins {
		return Black, true
	}
	return White, o.Result == WhiteWins
}

// String describes the outcome in English, such as "checkmate: Black wins". It is empty if the game is in
// progress and no draw can be claimed.
func (o Outcome) String() string { return o.text }

// MoveError reports why a string is not a legal move.
type MoveError struct {
	Text   string // the input, shortened if it is long
	Code   string // machine-readable reason, such as "blocked"; codes never change
	Reason string // the reason in English
	err    error
}

// Error returns the move and the reason.
func (e *MoveError) Error() string { return fmt.Sprintf("tain: %s: %s", e.Text, e.Reason) }

// Unwrap returns the underlying error: a [*rules.IllegalMove] if the move is illegal, or a
// [*notation.SyntaxError] if the text is not a move.
func (e *MoveError) Unwrap() error { return e.err }

func moveError(text string, err error) error {
	e := &MoveError{Text: notation.Clip(text), Code: string(rules.CodeMalformed), Reason: err.Error(), err: err}
	var illegal *rules.IllegalMove
	if errors.As(err, &illegal) {
		e.Code = string(illegal.Code)
	}
	return e
}

// unknownResult is the PGN result of a game in progress.
const unknownResult = "*"
