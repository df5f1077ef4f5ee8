package rules

// Code is a reason for programs: of an illegal move, or of a fault in a
// position. Codes are stable.
type Code string

// The reasons why a move is illegal. Rule sets share them: where two have the
// same reason they give the same code.
const (
	// CodeMalformed is a move that means nothing on this board.
	CodeMalformed Code = "malformed"
	// CodeNoSquare is a move to or from a square that does not exist.
	CodeNoSquare Code = "no-such-square"
	// CodeEmpty is a move from a square that holds no piece.
	CodeEmpty Code = "empty-square"
	// CodeNotYourTurn is a move of the opponent's piece.
	CodeNotYourTurn Code = "not-your-turn"
	// CodeNowhere is a move to the square the piece stands on.
	CodeNowhere Code = "nowhere"
	// CodeOwnPiece is a move to a square that holds a piece of one's own.
	CodeOwnPiece Code = "own-piece"
	// CodeUnreachable is a move the piece could make on no board.
	CodeUnreachable Code = "unreachable"
	// CodeSeamClosed is a move over the seam of a piece that may not cross it.
	CodeSeamClosed Code = "seam-closed"
	// CodeBlocked is a move with a piece in its way.
	CodeBlocked Code = "blocked"

	// CodeDoubleStep is a double step of a pawn that may not make one.
	CodeDoubleStep Code = "double-step"
	// CodeNothingToCapture is a pawn's capture on an empty square.
	CodeNothingToCapture Code = "nothing-to-capture"
	// CodeEnPassant is an en passant capture for which there is no right.
	CodeEnPassant Code = "en-passant"
	// CodeEnPassantLanding is an en passant capture that lands elsewhere.
	CodeEnPassantLanding Code = "en-passant-landing"

	// CodePromotionMissing is a promotion that does not say to what.
	CodePromotionMissing Code = "promotion-missing"
	// CodePromotionRole is a promotion to what no pawn may become.
	CodePromotionRole Code = "promotion-kind"
	// CodeNoPromotion is a promotion where none takes place.
	CodeNoPromotion Code = "no-promotion"

	// CodeInCheck is a move that leaves a check unanswered.
	CodeInCheck Code = "in-check"
	// CodeKingAttacked is a move after which an own king would be attacked.
	CodeKingAttacked Code = "king-attacked"

	// CodeNoCastling is castling in a rule set that has none.
	CodeNoCastling Code = "no-castling"
	// CodeCastlingHome is castling with king or rook away from home.
	CodeCastlingHome Code = "castling-home"
	// CodeCastlingRight is castling without the right to it.
	CodeCastlingRight Code = "castling-right"
	// CodeCastlingBlocked is castling with a piece in the way.
	CodeCastlingBlocked Code = "castling-blocked"
	// CodeCastlingCheck is castling out of check.
	CodeCastlingCheck Code = "castling-check"
	// CodeCastlingCrossed is castling across an attacked square.
	CodeCastlingCrossed Code = "castling-crossed"
	// CodeCastlingLanding is castling that ends in check.
	CodeCastlingLanding Code = "castling-landing"

	// CodeKingCapture is a step of a plan that would take a king of the side that
	// stands still.
	CodeKingCapture Code = "king-capture"

	// CodeNullMove is a null move where none can be: in a game, or in check.
	CodeNullMove Code = "null-move"

	// CodeIllegal is a move that is illegal for a reason the rule set does not name.
	CodeIllegal Code = "illegal"
)
