package flat_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

func TestIllegal(t *testing.T) {
	const (
		plane    = "chess mirrorsquare nachfolger"
		wraps    = "cylinder triboard"
		castlers = "chess mirrorsquare " + wraps
		all      = plane + " " + wraps
	)
	for _, test := range []struct {
		names, fen, move string
		code             rules.Code
		msg              string
	}{
		// The piece and its destination.
		{all, "start", "e4e5", rules.CodeEmpty, "there is no piece on e4"},
		{all, "start", "e7e5", rules.CodeNotYourTurn, "the piece on e7 is a black pawn, and it is White's turn"},
		{all, "start", "g1g1", rules.CodeNowhere, "the knight is already on g1"},
		{all, "start", "g1e2", rules.CodeOwnPiece, "e2 is occupied by your own pawn"},
		{all, "start", "g1g4", rules.CodeUnreachable, "a knight on g1 cannot reach g4"},
		{all, "start", "d1e5", rules.CodeUnreachable, "a queen on d1 cannot reach e5"},
		// A rook cannot travel around the board back to its own square.
		{wraps, "4k3/8/8/8/R7/8/8/4K3 w - - 0 1", "a4a4", rules.CodeNowhere, "the rook is already on a4"},

		// Blocked ways.
		{plane, "start", "c1g5", rules.CodeBlocked, "the bishop's path from c1 to g5 is blocked by your pawn on d2"},
		{wraps, "start", "c1g5", rules.CodeBlocked, "the bishop's path from c1 to g5 is blocked by your pawn on d2, and over the seam by your pawn on b2"},
		{wraps, "start", "c1h4", rules.CodeBlocked, "the bishop's path from c1 to h4 over the seam is blocked by your pawn on b2"},
		{wraps, "4k3/8/8/8/R2n4/8/8/4K3 w - - 0 1", "a4e4", "", ""},
		{plane, "4k3/8/8/8/R2n4/8/8/4K3 w - - 0 1", "a4e4", rules.CodeBlocked, "the rook's path from a4 to e4 is blocked by the black knight on d4"},
		{wraps, "4k3/8/8/8/R2n2P1/8/8/4K3 w - - 0 1", "a4e4", rules.CodeBlocked, "the rook's path from a4 to e4 is blocked by the black knight on d4, and over the seam by your pawn on g4"},
		{wraps, "4k3/8/8/8/R2n1P2/8/8/4K3 w - - 0 1", "a4f4", rules.CodeOwnPiece, "f4 is occupied by your own pawn"},

		// Pawns.
		{all, "4k3/8/8/4n3/4P3/8/8/4K3 w - - 0 1", "e4e5", rules.CodeBlocked, "the pawn on e4 is blocked by the black knight on e5"},
		{all, "4k3/8/8/8/8/4N3/4P3/4K3 w - - 0 1", "e2e4", rules.CodeBlocked, "the pawn on e2 is blocked by your knight on e3"},
		{all, "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e2e4", rules.CodeBlocked, "the pawn on e2 is blocked by the black knight on e4"},
		{all, "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", rules.CodeDoubleStep, "a pawn moves two squares only from rank 2, but this one is on e3"},
		{all, "4k3/8/4p3/8/8/8/8/4K3 b - - 0 1", "e6e4", rules.CodeDoubleStep, "a pawn moves two squares only from rank 7, but this one is on e6"},
		{all, "start", "e2d3", rules.CodeNothingToCapture, "there is nothing for the pawn to capture on d3"},
		{all, "start", "e2e5", rules.CodeUnreachable, "a pawn on e2 cannot reach e5"},
		{all, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e3", rules.CodeUnreachable, "a pawn on e4 cannot reach e3"},
		{plane, "4k3/8/8/7p/P7/8/8/4K3 w - - 0 1", "a4h5", rules.CodeUnreachable, "a pawn on a4 cannot reach h5"},
		{wraps, "4k3/8/8/8/P7/8/8/4K3 w - - 0 1", "a4h5", rules.CodeNothingToCapture, "there is nothing for the pawn to capture on h5"},
		{wraps, "4k3/8/8/8/P7/8/8/4K3 w - - 0 1", "a4h4", rules.CodeUnreachable, "a pawn on a4 cannot reach h4"},
		// Rule 6.1 of mirrorsquare: after 1.e4 Black's pawn on d5 blocks d7-d5.
		{"mirrorsquare", "rnbqkbnr/pppppppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "d7d5", rules.CodeOwnPiece, "d5 is occupied by your own pawn"},

		// En passant.
		{all, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", rules.CodeEnPassant, "the pawn on d5 cannot be taken en passant: only a pawn that has just moved two squares can"},
		{all, "4k3/3p4/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", rules.CodeNothingToCapture, "there is nothing for the pawn to capture on d6"},
		{all, "4k3/8/3pP3/8/8/8/8/4K3 w - - 0 1", "e6d7", rules.CodeNothingToCapture, "there is nothing for the pawn to capture on d7"},
		{"triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "a5h6", rules.CodeEnPassantLanding, "en passant over the seam lands on h7, not h6"},
		{"triboard", "4k3/8/8/8/P6p/8/8/4K3 b - a3 0 1", "h4a3", rules.CodeEnPassantLanding, "en passant over the seam lands on a2, not a3"},
		{"triboard", "4k3/8/8/P6p/8/8/8/4K3 w - - 0 1", "a5h7", rules.CodeEnPassant, "the pawn on h5 cannot be taken en passant: only a pawn that has just moved two squares can"},
		{"triboard", "4k3/8/8/P6p/8/8/8/4K3 w - - 0 1", "a5h6", rules.CodeEnPassant, "the pawn on h5 cannot be taken en passant: only a pawn that has just moved two squares can"},
		{"cylinder", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "a5h7", rules.CodeUnreachable, "a pawn on a5 cannot reach h7"},
		{"triboard", "4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 1", "g5h7", rules.CodeUnreachable, "a pawn on g5 cannot reach h7"},
		{"triboard", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d7", rules.CodeUnreachable, "a pawn on e5 cannot reach d7"},
		{all, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "", ""},
		{"triboard", "4k3/7p/8/P7/8/8/8/4K3 w - - 0 1", "a5h7", rules.CodeUnreachable, "a pawn on a5 cannot reach h7"},
		// The capture on d6 would open the rank to the king. The position stores no en passant right, because
		// no capture is legal, but the reason is still the attacked king.
		{"chess mirrorsquare nachfolger", "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6", rules.CodeKingAttacked, "your king on a5 would be attacked by the rook on h5"},

		// Promotion.
		{all, "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7e8", rules.CodePromotionMissing, "the pawn promotes on e8: choose a queen, rook, bishop or knight"},
		{all, "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7e8k", rules.CodePromotionRole, "a pawn promotes to a queen, rook, bishop or knight, not a king"},
		{all, "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7e8p", rules.CodePromotionRole, "a pawn promotes to a queen, rook, bishop or knight, not a pawn"},
		{all, "start", "e2e4q", rules.CodeNoPromotion, "a pawn promotes only on the last rank, and e4 is not on it"},
		{all, "start", "g1f3q", rules.CodeNoPromotion, "only a pawn promotes, and the piece on g1 is a knight"},
		// The pawn is pinned, so the reason is not the missing promotion role.
		{all, "5b2/4P3/3K4/8/2k5/8/8/8 w - - 0 1", "e7e8", rules.CodeKingAttacked, "your king on d6 would be attacked by the bishop on f8"},
		{castlers, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1q", rules.CodeNoPromotion, "only a pawn promotes, and the piece on e1 is a king"},

		// King safety.
		{all, "4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a3", rules.CodeInCheck, "your king on e1 is in check from the rook on e8"},
		{"chess", "4r1k1/8/8/8/8/3n4/P7/4K3 w - - 0 1", "a2a3", rules.CodeInCheck, "your king on e1 is in check from the knight on d3 and the rook on e8"},
		{"chess " + wraps, "4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1", "e1e2", rules.CodeKingAttacked, "your king on e2 would be attacked by the rook on e8"},
		{"chess " + wraps, "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3", rules.CodeKingAttacked, "your king on e1 would be attacked by the rook on e8"},
		{"chess mirrorsquare", "4k3/8/8/8/8/r6r/4P3/K6K w - - 0 1", "e2e3", rules.CodeInCheck, "your king on a1 is in check from the rook on a3 and your king on h1 is in check from the rook on h3"},
		// Attacks over the seam, and blocking only one of two ways.
		{wraps, "4k3/8/8/8/b7/7P/8/5K2 w - - 0 1", "h3h4", rules.CodeKingAttacked, "your king on f1 would be attacked by the bishop on a4 over the seam"},
		{"chess", "4k3/8/8/8/b7/7P/8/5K2 w - - 0 1", "h3h4", "", ""},
		{wraps, "4k3/8/8/7K/rN6/8/8/8 w - - 0 1", "h5h4", rules.CodeKingAttacked, "your king on h4 would be attacked by the rook on a4 over the seam"},
		{wraps, "6k1/8/8/7b/8/8/1P6/3K4 w - - 0 1", "b2b3", rules.CodeInCheck, "your king on d1 is in check from the bishop on h5"},
		{wraps, "6k1/8/8/7b/8/5P2/8/3K4 w - - 0 1", "f3f4", rules.CodeInCheck, "your king on d1 is in check from the bishop on h5 over the seam"},
		{wraps, "8/8/8/8/1K5k/8/8/8 w - - 0 1", "b4a4", rules.CodeKingAttacked, "your king on a4 would be attacked by the king on h4 over the seam"},

		// Spawned pieces (mirrorsquare 2.5, nachfolger 2.1) and kings that go on (nachfolger 2.2).
		{"mirrorsquare", "k7/8/8/4Q3/8/8/8/3K4 w - - 0 1", "e5e2", rules.CodeKingAttacked, "the black queen that would appear on d7 would attack your king on d1"},
		{"nachfolger", "7k/8/8/4R3/8/8/8/3K4 w - - 0 1", "e5e2", rules.CodeKingAttacked, "the black queen that would appear on d7 would attack your king on d1"},
		{"mirrorsquare", "7k/8/8/8/8/8/8/3KQ2r w - - 0 1", "e1e2", rules.CodeKingAttacked, "your king on d1 would be attacked by the rook on h1 and the queen that would appear on d7"},
		{"nachfolger", "3r3k/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", rules.CodeKingAttacked, "your king would go on to d7 and be attacked there by the rook on d8"},
		{"nachfolger", "7k/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2", "", ""},
		{"nachfolger", "7k/8/8/8/r3K3/8/8/8 w - - 0 1", "e4d5", rules.CodeInCheck, "your king on e4 is in check from the rook on a4"},

		// Each condition of castling (chess 1.9, cylinder 2.6, mirrorsquare 1.9, nachfolger 2.7).
		{"nachfolger", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", rules.CodeNoCastling, "there is no castling in this game"},
		{castlers, "4k3/8/8/8/8/8/8/5K1R w - - 0 1", "f1h1", rules.CodeCastlingHome, "castling starts with the king on e1, but this king is on f1"},
		{castlers, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1g1", rules.CodeCastlingHome, "kingside castling needs your rook on h1"},
		{castlers, "r3k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8c8", rules.CodeCastlingRight, "the right to castle queenside is lost"},
		{castlers, "start", "e1g1", rules.CodeCastlingBlocked, "kingside castling is blocked by your bishop on f1"},
		{castlers, "4k3/8/8/8/8/8/8/Rn2K3 w Q - 0 1", "e1c1", rules.CodeCastlingBlocked, "queenside castling is blocked by the black knight on b1"},
		{castlers, "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", rules.CodeCastlingCheck, "you cannot castle out of check: your king on e1 is attacked by the rook on e8"},
		{"mirrorsquare", "4k3/8/8/8/r2K4/8/8/4K2R w K - 0 1", "e1g1", rules.CodeCastlingCheck, "you cannot castle out of check: your king on d4 is attacked by the rook on a4"},
		{castlers, "5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", rules.CodeCastlingCrossed, "the king cannot castle across f1, which is attacked by the rook on f8"},
		{wraps, "k7/8/8/8/b7/8/8/4K2R w K - 0 1", "e1g1", rules.CodeCastlingCrossed, "the king cannot castle across f1, which is attacked by the bishop on a4 over the seam"},
		{castlers, "6r1/k7/8/8/8/8/8/4K2R w K - 0 1", "e1g1", rules.CodeCastlingLanding, "your king on g1 would be attacked by the rook on g8"},
		{wraps, "4k3/8/8/8/8/8/8/rN2K2R w K - 0 1", "e1g1", rules.CodeCastlingLanding, "your king on g1 would be attacked by the rook on a1 over the seam"},
		{castlers, "4k3/8/8/8/4K3/8/8/7R w - - 0 1", "e4g4", rules.CodeUnreachable, "a king on e4 cannot reach g4"},
	} {
		for _, name := range strings.Fields(test.names) {
			checkIllegal(t, name, test.fen, test.move, test.code, test.msg)
		}
	}
}

func checkIllegal(t *testing.T, name, fen, move string, code rules.Code, msg string) {
	t.Helper()
	r := positions.Rules(t, variant.Builtin(), name)
	p, m := new(positions.From(t, r, fen)), step(t, move)
	no := r.Guide().WhyIllegal(p, m)
	if no == nil {
		no = &rules.IllegalMove{}
	}
	if no.Code != code || no.Message.String() != msg {
		t.Errorf("%s: WhyIllegal(%s) in %s =\n(%s) %s, want\n(%s) %s", name, move, fen, no.Code, no.Message.String(), code, msg)
	}
	if legal := rules.Legal(r, p, m); legal != (code == "") {
		t.Errorf("%s: %s in %s: legal = %v", name, move, fen, legal)
	}
}

// TestIllegalInvalidMoves checks that WhyIllegal rejects malformed moves.
func TestIllegalInvalidMoves(t *testing.T) {
	for _, r := range positions.Flat(variant.Builtin()) {
		name := r.Info().Name
		p := new(positions.From(t, r, "start"))
		empty := board.Empty()
		e2, e4 := step(t, "e2e4").From(), step(t, "e2e4").To()
		for _, m := range []board.Move{
			board.NewMoveOfType(board.CastleShort, e2, e4, board.NoRole),
			board.NewMoveOfType(board.BoardTurn180, e2, e4, board.NoRole),
			board.NewMoveOfType(7, e2, e4, board.NoRole),
			board.NewMove(e2, e4, 7),
			board.NewMove(e2, e4, board.NoRole) | 1<<22,
			^board.NoMove,
		} {
			if no := r.Guide().WhyIllegal(p, m); no == nil || no.Code != rules.CodeMalformed {
				t.Errorf("%s: WhyIllegal(%#x) = %v", name, m, no)
			}
		}
		if no := r.Guide().WhyIllegal(&empty, board.NoMove); no == nil || no.Code != rules.CodeEmpty {
			t.Errorf("%s: WhyIllegal(NoMove) on an empty board = %v", name, no)
		}
	}
}

// TestIllegalAgrees checks every pair of squares with every promotion. WhyIllegal must return nil exactly for
// the legal moves, and every reason must have the form of a clause.
func TestIllegalAgrees(t *testing.T) {
	for _, r := range positions.Flat(variant.Builtin()) {
		t.Run(r.Info().Name, func(t *testing.T) {
			t.Parallel()
			given := map[rules.Code]int{}
			everywhere(t, r, 3, func(p *board.Position) {
				legal := map[board.Move]bool{}
				for _, m := range rules.LegalMoves(r, p) {
					legal[m] = true
				}
				for n := range board.Square(1 << 15) {
					m := board.NewMove(n&63, n>>6&63, board.Role(n>>12&7))
					no := r.Guide().WhyIllegal(p, m)
					if (no == nil) != legal[m] {
						t.Fatalf("%v%v%c in %s: legal = %v, WhyIllegal = %v",
							m.From(), m.To(), m.Promotion().Letter(), r.Guide().FormatPosition(p), legal[m], no)
					}
					if no != nil {
						given[no.Code]++
						checkSentence(t, no)
					}
				}
			})
			for _, code := range []rules.Code{rules.CodeBlocked, rules.CodeOwnPiece, rules.CodeInCheck, rules.CodeKingAttacked,
				rules.CodeNothingToCapture, rules.CodeEnPassant, rules.CodePromotionMissing} {
				if given[code] == 0 {
					t.Errorf("no position produced %s", code)
				}
			}
		})
	}
}

func checkSentence(t *testing.T, no *rules.IllegalMove) {
	t.Helper()
	text := no.Message.String()
	if no.Code == "" || text == "" || text[0] < 'a' || text[0] > 'z' ||
		strings.HasSuffix(text, ".") || strings.Contains(text, "!") ||
		strings.Contains(text, "  ") || strings.Contains(text, " empty on") || strings.Contains(text, " none ") {
		t.Fatalf("(%s) %q does not have the form of a clause", no.Code, text)
	}
}
