package rules

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// Code is a reason for programs: why a move is illegal, or a fault of a position.
// Codes are stable.
type Code string

// The reasons why a move is illegal. Rule sets share them.
const (
	CodeMalformed   Code = "malformed"      // the move means nothing on this board
	CodeNoSquare    Code = "no-such-square" // the square does not exist
	CodeEmpty       Code = "empty-square"   // no piece on the square of origin
	CodeNotYourTurn Code = "not-your-turn"  // the piece is the opponent's
	CodeNowhere     Code = "nowhere"        // the piece stays on its square
	CodeOwnPiece    Code = "own-piece"      // an own piece on the landing square
	CodeUnreachable Code = "unreachable"    // the piece never moves like that
	CodeSeamClosed  Code = "seam-closed"    // the piece may not cross the seam
	CodeBlocked     Code = "blocked"        // a piece in the way

	CodeDoubleStep       Code = "double-step"        // the pawn may not step twice
	CodeNothingToCapture Code = "nothing-to-capture" // a pawn captures on an empty square
	CodeEnPassant        Code = "en-passant"         // no right to capture en passant
	CodeEnPassantLanding Code = "en-passant-landing" // the capture lands elsewhere

	CodePromotionMissing Code = "promotion-missing" // no piece named
	CodePromotionRole    Code = "promotion-kind"    // no pawn becomes that piece
	CodeNoPromotion      Code = "no-promotion"      // the move is not a promotion

	CodeInCheck      Code = "in-check"      // the move does not answer a check
	CodeKingAttacked Code = "king-attacked" // the move leaves an own king attacked

	CodeNoCastling      Code = "no-castling"      // the rule set has no castling
	CodeCastlingHome    Code = "castling-home"    // king or rook not on its home square
	CodeCastlingRight   Code = "castling-right"   // the right is lost
	CodeCastlingBlocked Code = "castling-blocked" // a piece in the way
	CodeCastlingCheck   Code = "castling-check"   // castling out of check
	CodeCastlingCrossed Code = "castling-crossed" // castling across an attacked square
	CodeCastlingLanding Code = "castling-landing" // castling into check

	CodeKingCapture Code = "king-capture" // a step of a plan takes a king
	CodeNullMove    Code = "null-move"    // a null move in a game, or in check
	CodeIllegal     Code = "illegal"      // the rule set gives no reason
)

// IllegalMove is the error of a move that cannot be played: a code for programs
// and a message for people.
type IllegalMove struct {
	Code    Code
	Message message.Message // starts in lower case, without a full stop
	// Means lists the legal moves that an ambiguous text may mean.
	Means []board.Move
}

// Illegal returns an error whose code is the reason of the message's code:
// illegal.blocked.pawn has [CodeBlocked].
func Illegal(code message.Code, english string, args message.Args) *IllegalMove {
	return &IllegalMove{Code: Code(code.Reason()), Message: message.New(code, english, args)}
}

// Explain returns the message.
func (r *IllegalMove) Explain() message.Message { return r.Message }

// Error returns the message in English.
func (r *IllegalMove) Error() string { return r.Message.String() }

// Fault is one thing that makes a position impossible.
type Fault struct {
	Code    Code
	Offset  int // a byte offset in the text, -1 if the fault has no single place
	Message message.Message
}

// Faults is the error of an impossible position: all its faults.
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
