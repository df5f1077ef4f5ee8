package space

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// TestIllegal checks the code and the message for each reason (7).
func TestIllegal(t *testing.T) {
	plain := set("QL3w KL1w QL6b KL6b", "Nz2QL3 Bc1W Kd2W Pb2W Pb3N ra5N ka9QL6", "w - - - 0 9")
	rooks := "Kd0KL1 Re0KL1 Rz0QL1"
	for _, c := range []struct {
		code           rules.Code
		position, text string
		words          string
	}{
		{CodeRotation, plain, "QL3^90", "to 0 or 180, not 90"},
		{CodeRotation, plain, "QL3-QL4^270", "to 0 or 180"},
		{CodeRotation, plain, "QL3^-180", "not -180"},
		{CodeRotated, plain, "QL3^0", "already at 0°"},
		{CodeRotated, set("QL3w^ KL1w QL6b KL6b", "", "w - - - 0 9"), "QL3-QL4^180", "already rotated by 180°"},
		{CodeNotAdjacent, plain, "QL3-QL5", "the neighbours of QL3 are QL2, QL4, KL2, KL3 and KL4"},
		{CodeNotAdjacent, plain, "QL5-KL1", "not neighbours"},
		{CodeNotAdjacent, set("QL3w KL1w KL3b KL4b", "", "w - - - 0 9"), "QL6", "no board is next to QL6"},
		{CodeBackward, plain, "QL3-QL2", "QL3 to QL2 is backward for White: a board carrying a piece, here your knight on z2QL3"},
		{CodeBackward, plain, "QL2", "backward"},
		{CodeBoardCapture, plain, "QL3xQL4", "boards cannot capture"},
		{CodeBoardCapture, plain, "QL3xb3N", "boards cannot capture"},
		{rules.CodeDoubleStep, plain, "b2Wb4N", "never carried"},
		{CodeShadow, set("QL3w KL1w QL6b KL6b", "Nz2QL3 Ba6B", "w - - - 0 9"), "QL3-QL4",
			"the board cannot go to QL4: your bishop on a6B casts its shadow on column a6"},
		{CodeShadow, set(home, "Ba1W", "w - - - 0 9"), "QL1^180",
			"the board cannot rotate on QL1: your bishop on a1W casts its shadow on column a1, which the board covers"},
		{CodePinHeld, set("QL5w KL1w QL6b KL6b", "", "w - - - 0 9"), "QL5-QL6", "QL6 is occupied by another board"},
		{CodePinHeld, plain, "QL6", "QL6 is occupied by another board"},
		{CodeCrowded, set(home, "Nz0QL1 Na0QL1", "w - - - 0 9"), "QL1-QL2", "carries 2 pieces"},
		{CodeNotYourBoard, plain, "KL6-KL5", "the empty board on KL6 belongs to Black"},
		{CodeNotYourBoard, plain, "QL6-QL5", "carries a black king"},
		{CodeNoBoard, plain, "QL4-QL5", "there is no board on QL4"},
		{rules.CodeNoSquare, plain, "Nf7N", "square f7N does not exist: the files are"},
		{rules.CodeNoSquare, plain, "Nb1QL1", "z0, a0, z1 and a1"},
		{rules.CodeNoSquare, plain, "Bd8N", "level N has files a-d and ranks 3-6"},
		{rules.CodeNoSquare, plain, "z0QL1z1QL1", "there is no board on QL1"},
		{rules.CodeNoSquare, plain, "QL1@q1-b4N", "there is no board on QL1"},
		{rules.CodeNoSquare, plain, "QL3-QL7", "unknown pin QL7"},
		{rules.CodeNoSquare, plain, "KL0", "unknown pin KL0"},
		{rules.CodeNoSquare, plain, "Bb0", "column b0 has no squares"},
		{CodeQuadrant, plain, "Bd0KL1@q2", "cell and quadrant disagree: d0KL1 is quadrant q1, but q2 of that board is e0KL1"},
		{CodeQuadrant, plain, "Bd2W@q2", "no quadrants"},
		{rules.CodeBlocked, plain, "c1Wa3W", "blocked in column b2 by your pawn on b2W"},
		{rules.CodeBlocked, set(home, "Pb2W nb3N", "w - - * 0 9"), "b2Wb4W", "blocked in column b3"},
		{rules.CodeBlocked, set(home, "Pb2W nb3W", "w - - * 0 9"), "b2Wb3W", "the pawn on b2W is blocked by the black knight on b3W"},
		{rules.CodeOwnPiece, plain, "Bb2W", "b2W is occupied by your own pawn"},
		{rules.CodeOwnPiece, plain, "b2Wb3N", "b3N is occupied by your own pawn"},
		{rules.CodeKingAttacked, set(home, "Kd2W Rd3W rd8B", "w - - - 0 9"), "Rc3W", "your king on d2W would be attacked by the rook on d8B"},
		{rules.CodeKingAttacked, set("QL1w KL3w QL6b KL6b", "Kd1W rd8B Bd2KL3", "w - - - 0 9"), "KL3-KL4^180",
			"your king on d1W would be attacked by the rook on d8B"},
		{rules.CodeInCheck, set(home, "Kd2W Rc3W rd8B", "w - - - 0 9"), "Rc4W", "your king on d2W is in check from the rook on d8B"},
		{rules.CodeNotYourTurn, plain, "a5Na4N", "the piece on a5N is a black rook, and it is White's turn"},
		{rules.CodeEmpty, plain, "c3Nc4N", "there is no piece on c3N"},
		{rules.CodeNowhere, plain, "c1Wc1W", "is already on c1W"},
		{rules.CodeNowhere, plain, "Bc1W", "is already on c1W"},
		{rules.CodeNowhere, plain, "QL3-QL3", "from QL3 to QL3"},
		{rules.CodeUnreachable, set(home, "Rb3W", "w - - - 0 9"), "b3Wb3N", "no piece moves within its column"},
		{rules.CodeUnreachable, plain, "Bc2W", "a bishop on c1W cannot reach c2W"},
		{rules.CodeUnreachable, plain, "b2Wa2W", "a pawn on b2W cannot reach a2W"},
		{rules.CodeUnreachable, set(home, "Bc1W Bd1W", "w - - - 0 9"), "Bc8B", "no bishop can go to c8B"},
		{rules.CodeNothingToCapture, plain, "b2Wa3W", "nothing for the pawn to capture on a3W"},
		{rules.CodeNothingToCapture, plain, "Bxd0KL1", "nothing on d0KL1 to capture"},
		{rules.CodeEnPassant, set(home, "Pb5N pa5N", "w - - - 0 9"), "b5Na6N", "only a pawn that has just moved two ranks can"},
		{rules.CodeEnPassant, set(home, "Pb5N na6N", "w - - - 0 9"), "bxa6N e.p.", "not an en passant capture"},
		{rules.CodeEnPassant, plain, "QL3-QL4 e.p.", "only a pawn captures en passant"},
		{rules.CodeEnPassant, set(home, rooks, "w KQ - - 0 9"), "O-O e.p.", "only a pawn captures en passant"},
		{rules.CodePromotionMissing, set(home, "Pb7B", "w - - - 0 9"), "b8B", "choose a queen"},
		{rules.CodePromotionMissing, set("QL5w KL1w QL2b KL6b", "Pz5QL5", "w - - - 0 9"), "QL6", "promotes a pawn: choose"},
		{rules.CodePromotionRole, set(home, "Pb7B", "w - - - 0 9"), "b7Bb8Bk", "not a king"},
		{rules.CodePromotionRole, set("QL5w KL1w QL2b KL6b", "Pz5QL5", "w - - - 0 9"), "QL5-QL6=p", "not a pawn"},
		{rules.CodeNoPromotion, plain, "b2Wb3Wq", "b3W is not on it"},
		{rules.CodeNoPromotion, plain, "c1Wd0KL1q", "the piece on c1W is a bishop"},
		{rules.CodeNoPromotion, plain, "KL1-KL2=q", "does not promote a pawn"},
		{rules.CodeNoPromotion, set("QL1w QL4w QL6b KL6b", "Pa8B", "b - - - 7 9"), "QL6-QL5=q", "always promotes to a queen"},
		{rules.CodeCastlingHome, set(home, "Kd1W Re0KL1", "w - - - 0 9"), "O-O", "needs your king on d0KL1"},
		{rules.CodeCastlingHome, set("QL2w KL2w QL6b KL6b", "Kd1W", "w - - - 0 9"), "O-O-O", "needs your king on d0KL1"},
		{rules.CodeCastlingHome, set(home, "Kd0KL1 Re0KL1", "w K - - 0 9"), "O-O-O", "needs your rook on z0QL1"},
		{rules.CodeCastlingRight, set(home, rooks, "w K - - 0 9"), "O-O-O", "the right to castle queenside is lost"},
		{CodeCastlingFirst, "", "O-O", "a side's first move"},
		{rules.CodeCastlingBlocked, set(home, rooks+" Na0QL1", "w KQ - - 0 9"), "O-O-O", "blocked by your knight on a0QL1"},
		{rules.CodeCastlingCheck, set(home, rooks+" rd8B", "w KQ - - 0 9"), "O-O", "out of check: your king on d0KL1 is attacked by the rook on d8B"},
		{rules.CodeCastlingLanding, set(home, rooks+" re9KL6", "w KQ - - 0 9"), "O-O", "would castle to e0KL1, which is attacked by the rook on e9KL6"},
		{notation.CodeAmbiguous, set(home, "Nb3W Nb3N", "w - - - 0 9"), "Nc5N", "could be NWc5N or NNc5N"},
		{notation.CodeAmbiguous, set("QL4w KL4w QL6b KL6b", "", "w - - - 0 9"), "QL5", "could be QL4-QL5 or KL4-QL5"},
		{notation.CodeNoSuchPiece, plain, "Qc3W", "White has no queen"},
		{notation.CodeNoSuchPiece, plain, "Nc1W-b2W", "the piece on c1W is a white bishop, not a knight"},
	} {
		p := positions.From(t, Trid, c.position)
		_, err := Trid.Guide().ParseMove(&p, c.text)
		if codeOf(err) != c.code || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s in %s: %q (%v), want %q, %q", c.text, c.position, codeOf(err), err, c.code, c.words)
		}
	}
	p := positions.From(t, Meder, set("QL3w KL1w QL6b KL6b", "", "w - - - 0 9"))
	if _, err := Meder.Guide().ParseMove(&p, "QL3^180"); codeOf(err) != CodeNoRotation {
		t.Errorf("rotation in meder: %v", err)
	}
	for _, m := range []board.Move{
		board.NewMoveOfType(7, 0, 0, 0), 1 << 20, board.NewMove(0, 1, 7), board.NewMoveOfType(board.BoardShift, 12, 1, 0),
		board.NewMoveOfType(board.CastleShort, 5, 5, 0),
	} {
		if why := Trid.Guide().WhyIllegal(&p, m); why == nil || why.Code != rules.CodeMalformed {
			t.Errorf("move %x: %v", m, why)
		}
	}
}

// TestLevelMissing tries illegal moves without a level. The error must contain one reason for each possible
// level.
func TestLevelMissing(t *testing.T) {
	for _, c := range []struct {
		code                  rules.Code
		position, text, words string
	}{
		{rules.CodeUnreachable, "", "a2", "no pawn can go to a2W"},
		{rules.CodeOwnPiece, "", "Nc2", "c2W is occupied by your own pawn"},
		{rules.CodeOwnPiece, set(home, "Kd2W Nb1W Pc3W Pc3N", "w - - - 0 9"), "Nc3", "c3W is occupied by your own pawn; c3N is occupied by your own pawn"},
		{rules.CodeUnreachable, set(home, "Kd2W Pb3W Bc4W", "w - - - 0 9"), "b3c4", "c4N"},
		{rules.CodeUnreachable, "", "Nb5", "no knight can go to b5N; no knight can go to b5B"},
		{rules.CodePromotionMissing, set(home, "Kd2W Pb7B", "w - - - 0 9"), "b8", "promot"},
	} {
		p := positions.From(t, Trid, c.position)
		_, err := Trid.Guide().ParseMove(&p, c.text)
		if codeOf(err) != c.code || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s in %s: %q (%v), want %q, %q", c.text, c.position, codeOf(err), err, c.code, c.words)
		}
	}
}

// TestMoveSyntaxErrors parses texts that are not moves.
func TestMoveSyntaxErrors(t *testing.T) {
	p := positions.From(t, Trid, "")
	for text, want := range map[string]string{
		"": "no move", "  +#": "no move", "Xb3W": "is not a piece", "b4": "the level is missing: b4W or b4N",
		"Nb": "expected a square", "b2W-": "expected a square", "Nb3Wxx": "after the move",
		"QL1-": "a pin such as", "QL1-b2W": "a pin such as", "QL1^": "expected a rotation", "QL1-QL2x": "after the board move",
		"QL1-QL2=": "expected the promotion piece", "b4N=": "expected the promotion piece", "b4N=x": "expected the promotion piece", "N@q2b3W": "a quadrant follows a pin",
		"Nb3W\x00": "cannot occur", "Nb3W\xff": "cannot occur", "日本": "cannot occur",
		strings.Repeat("b4N", 200): "too long", "QL1@x": "after @", "b4N b5N": "after the move", "O-O-O-O": "is not a piece",
	} {
		_, err := Trid.Guide().ParseMove(&p, text)
		syntax, ok := err.(*notation.SyntaxError)
		if !ok || !strings.Contains(syntax.Message.String(), want) || syntax.Offset < 0 || syntax.Offset > len(syntax.Input) {
			t.Errorf("%q gives %v, want %q", text, err, want)
		}
	}
}

// TestIllegalAll checks that WhyIllegal returns nil if and only if a move is legal. It tries every combination
// of type, origin and destination, and a sample of underpromotions.
func TestIllegalAll(t *testing.T) {
	positions := 40
	if testing.Short() {
		positions = 6
	}
	both(t, func(t *testing.T, v *Rules) {
		dice := rand.New(rand.NewPCG(7, 7))
		guide := v.Guide()
		stroll(t, v, 40*positions, func(p *board.Position) {
			if dice.IntN(40) != 0 {
				return
			}
			legal := rules.LegalMoves(v, p)
			slices.Sort(legal)
			try := func(m board.Move) {
				why := guide.WhyIllegal(p, m)
				if _, ok := slices.BinarySearch(legal, m); ok != (why == nil) {
					t.Fatalf("%s: %s (%x): legal = %t, WhyIllegal = %v", guide.FormatPosition(p), guide.FormatUCI(p, m), m, ok, why)
				}
				if why != nil && (why.Code == "" || why.Message.String() == "" || why.Code == rules.CodeIllegal) {
					t.Fatalf("%s is illegal without a reason", guide.FormatUCI(p, m))
				}
			}
			for n := range 1 << 18 {
				m := board.NewMoveOfType(board.MoveType(n>>15), board.Square(n&63), board.Square(n>>6&63), board.Role(n>>12&7))
				if m.Type() > board.BoardTurn180 || m.Promotion() > board.King ||
					m.Promotion() != board.NoRole && m.Promotion() != board.Queen && dice.IntN(32) > 0 {
					continue
				}
				try(m)
			}
		})
	})
}
