package notation

import "github.com/tainchess/tain/rules"

// The faults a position's text may have. Codes are stable.
const (
	FaultLength    rules.Code = "too-long"          // the text is longer than any position
	FaultStart     rules.Code = "start-number"      // no start of Chess960 has the number
	FaultFields    rules.Code = "field-count"       // a FEN has neither six fields nor four
	FaultRanks     rules.Code = "rank-count"        // a board has not eight ranks
	FaultWidth     rules.Code = "rank-width"        // a rank is not eight squares wide
	FaultLetter    rules.Code = "unknown-letter"    // a letter stands for no piece
	FaultPawn      rules.Code = "pawn-rank"         // a pawn stands on rank 1 or 8
	FaultSide      rules.Code = "side"              // the side to move is not named
	FaultCastling  rules.Code = "castling-letter"   // a castling letter is unknown or comes twice
	FaultRight     rules.Code = "castling-home"     // a castling right without king and rook at home
	FaultNoCastle  rules.Code = "no-castling"       // castling rights in a rule set without castling
	FaultEnPassant rules.Code = "en-passant-square" // the en passant square is none, or on the wrong rank
	FaultPushed    rules.Code = "en-passant-pawn"   // no pushed pawn stands behind the en passant square
	FaultHeld      rules.Code = "en-passant-held"   // the crossed square or the pawn's home is held
	FaultCheck     rules.Code = "opponent-in-check" // the side not to move is in check
	FaultNoKing    rules.Code = "no-king"           // a side has no king
	FaultClock     rules.Code = "clock"             // a clock is not a number, or too large
	FaultMore      rules.Code = "more"              // there were too many faults to list
	FaultEscape    rules.Code = "percent-escape"    // a link holds a broken percent escape
	FaultTwice     rules.Code = "given-twice"       // a link gives a name or a list twice
	FaultNoBoard   rules.Code = "no-board"          // a link names no board
	FaultList      rules.Code = "list"              // a list of a link's board is neither w: nor b:
	FaultEntry     rules.Code = "entry"             // an entry of a list is not a piece and a square
	FaultVariant   rules.Code = "variant"           // a link names no known rule set, or one without link text
	FaultLastMove  rules.Code = "last-move"         // a link's last move cannot be read, or does not fit the board
	FaultStudy     rules.Code = "study"             // a link's study is neither 0 nor 1
)

// The reasons for which a written move is illegal before the rule set is
// asked; those they share with a rule set are the rules' own.
const (
	// CodeAmbiguous is a text that fits several legal moves.
	CodeAmbiguous rules.Code = "ambiguous"
	// CodeNoSuchPiece is a move of a piece the side does not have.
	CodeNoSuchPiece rules.Code = "no-such-piece"
	// CodeGoesElsewhere is a move whose @ part is not where the piece goes.
	CodeGoesElsewhere rules.Code = "goes-elsewhere"
)
