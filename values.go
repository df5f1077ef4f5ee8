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

// noSquare is the text of a missing square or move.
const noSquare = "-"

// Colour is a side, [White] or [Black].
type Colour = board.Colour

// The sides.
const (
	White = board.White
	Black = board.Black
)

// Move is a move in some position. Moves are comparable: two moves in the same position are equal if they are
// the same move. The zero Move is not a move.
type Move struct{ uci string }

// String returns the move in UCI notation, "-" for the zero Move. [Game.ParseMove] parses it, and [Game.SAN]
// formats it for people.
func (m Move) String() string { return cmp.Or(m.uci, noSquare) }

// Square is a square of a board. Squares are comparable. The zero Square is not a square.
type Square struct{ name string }

// String returns the name of the square, "-" for the zero Square. [Game.ParseSquare] parses it.
func (s Square) String() string { return cmp.Or(s.name, noSquare) }

// Role is a type of piece.
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

// Piece is a piece of one side. Pieces are comparable. The zero Piece means no piece.
type Piece struct {
	Colour Colour
	Role   Role
}

// String returns the name of the piece, such as "white knight"; the zero Piece is "empty".
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

// The effects, in the order in which [Game.Changes] lists them.
const (
	Captured   = describe.Captured   // removed from the board
	BoardMoved = describe.BoardMoved // a board moves to another mount; no piece
	Turned     = describe.Turned     // a board rotates by 180°; no piece
	Carried    = describe.Carried    // carried by a moving board
	Castled    = describe.Castled    // one change for the king, one for the rook
	Moved      = describe.Moved      // moves to the square named by the move
	Promoted   = describe.Promoted   // becomes another role
	WentOn     = describe.WentOn     // goes on from the square named by the move
	Appeared   = describe.Appeared   // spawned
)

// Change is one effect of a move. A piece moves From one square To another; a captured piece has no To, a
// spawned one no From.
type Change struct {
	Effect   Effect
	Piece    Piece // before the move
	Into     Piece // the piece after a promotion
	From, To Square
	// Board is the mount of a board that moves or turns, and Onto the mount it moves to.
	Board, Onto string
}

// Result is the score of a game, as in PGN: "1-0", "0-1", "1/2-1/2", or "" while the game is in progress.
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

// Winner returns the side that has won, and false if neither has.
func (o Outcome) Winner() (side Colour, won bool) {
	if o.Result == BlackWins {
		return Black, true
	}
	return White, o.Result == WhiteWins
}

// String describes the outcome in English, such as "checkmate: Black wins". It is empty if the game is in
// progress and no draw can be claimed.
func (o Outcome) String() string { return o.text }

// MoveError reports why a text is not a legal move.
type MoveError struct {
	Text   string // the input, shortened if it is very long
	Code   string // machine-readable reason, such as "blocked"; codes are stable
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

// unknownResult is the PGN result of a game in progress.
const unknownResult = "*"
