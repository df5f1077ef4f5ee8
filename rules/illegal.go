package rules

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// Code is a machine-readable reason why a move is illegal or a position invalid. Codes never change.
type Code string

// Reasons why a move is illegal, shared by all rule sets.
const (
	CodeMalformed   Code = "malformed"      // the move has no meaning on this board
	CodeNoSquare    Code = "no-such-square" // the square does not exist
	CodeEmpty       Code = "empty-square"   // no piece on the origin square
	CodeNotYourTurn Code = "not-your-turn"  // the piece belongs to the opponent
	CodeNowhere     Code = "nowhere"        // origin and destination are the same square
	CodeOwnPiece    Code = "own-piece"      // a friendly piece is on the landing square
	CodeUnreachable Code = "unreachable"    // the piece cannot make such a move
	CodeSeamClosed  Code = "seam-closed"    // the piece may not cross the seam
	CodeBlocked     Code = "blocked"        // a piece is in the way

	CodeDoubleStep       Code = "double-step"        // the pawn may not advance two squares
	CodeNothingToCapture Code = "nothing-to-capture" // a pawn capture onto an empty square
	CodeEnPassant        Code = "en-passant"         // no right to capture en passant
	CodeEnPassantLanding Code = "en-passant-landing" // the en passant capture lands on another square

	CodePromotionMissing Code = "promotion-missing" // the promotion piece is missing
	CodePromotionRole    Code = "promotion-kind"    // pawns cannot promote to this piece
	CodeNoPromotion      Code = "no-promotion"      // the move is not a promotion

	CodeInCheck      Code = "in-check"      // the move does not parry a check
	CodeKingAttacked Code = "king-attacked" // the move leaves one of the mover's kings in check

	CodeNoCastling      Code = "no-castling"      // the rule set has no castling
	CodeCastlingHome    Code = "castling-home"    // the king or rook is not on its home square
	CodeCastlingRight   Code = "castling-right"   // the castling right is lost
	CodeCastlingBlocked Code = "castling-blocked" // a piece is in the way
	CodeCastlingCheck   Code = "castling-check"   // castling while in check
	CodeCastlingCrossed Code = "castling-crossed" // castling across an attacked square
	CodeCastlingLanding Code = "castling-landing" // castling into check

	CodeKingCapture Code = "king-capture" // a step of a plan captures a king
	CodeNullMove    Code = "null-move"    // a null move outside a game record, or in check
	CodeIllegal     Code = "illegal"      // the rule set gives no reason
)

// IllegalMove reports why a move cannot be played, with a code for programs and a message for people.
type IllegalMove struct {
	Code    Code
	Message message.Message // starts with a lower-case letter and has no full stop
	// Means lists the legal moves that an ambiguous text could mean.
	Means []board.Move
}

// Illegal returns an error whose Code is the reason part of the message code. For example, the code of
// illegal.blocked.pawn is [CodeBlocked].
func Illegal(code message.Code, english string, args message.Args) *IllegalMove {
	return &IllegalMove{Code: Code(code.Reason()), Message: message.New(code, english, args)}
}

// Explain returns the message.
func (r *IllegalMove) Explain() message.Message { return r.Message }

// Error returns the message in English.
func (r *IllegalMove) Error() string { return r.Message.String() }

// Fault is one reason why a position is invalid.
type Fault struct {
	Code    Code
	Offset  int // byte offset in the text, or -1 if the fault has no single location
	Message message.Message
}

// Faults is the error for an invalid position. It can list several faults.
type Faults []Fault

// Explain returns all faults as one message.
func (f Faults) Explain() message.Message {
	var all message.List
	for _, one := range f {
		all = append(all, one.Message)
	}
	return message.New("fault.all", "{faults, each}", message.Args{"faults": all})
}

// Error returns the messages in English.
func (f Faults) Error() string { return f.Explain().String() }
