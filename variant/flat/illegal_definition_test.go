package flat_test

import (
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// These definitions cover the fields on which the reasons for illegal moves depend.
const (
	hopAll     = `{"name": "hop-all", "seam": {"crossing": "hop", "kinds": "pnbrqk"}}`
	hopRooks   = `{"name": "hop-rooks", "seam": {"crossing": "hop", "kinds": "r"}}`
	wrapBishop = `{"name": "wrap-bishops", "seam": {"crossing": "wrap", "kinds": "b"}}`
	slow       = `{"name": "slow", "double_push": false, "castling": false, "promotes": "qn"}`
	onlyRooks  = `{"name": "only-rooks", "promotes": "r"}`
	ownKings   = `{"name": "own-kings", "reflection": {"map": "files", "makes": {"k": "k", "n": "k"}, "colour": "own"}}`
	echo       = `{"name": "echoes", "reflection": {"map": "ranks", "makes": {"r": "q"}, "captures": true}}`
	travels    = `{"name": "travels", "reflection": {"map": "files", "goes_on": "kr", "captures": true}}`
)

// TestIllegalDefinitions checks the reasons that depend on the fields of a definition.
func TestIllegalDefinitions(t *testing.T) {
	for _, test := range []struct {
		definition, fen, move string
		code                  rules.Code
		msg                   string
	}{
		// Seam crossing.
		{hopRooks, "4k3/8/8/8/8/1B6/8/4K3 w - - 0 1", "b3h4", rules.CodeSeamClosed, "bishops may not cross the seam in this game"},
		{hopRooks, "4k3/8/8/8/8/1B6/8/4K3 w - - 0 1", "b3h5", rules.CodeUnreachable, "a bishop on b3 cannot reach h5"}, // possible only if the seam wraps
		{wrapBishop, "4k3/8/8/8/8/1B6/8/4K3 w - - 0 1", "b3h5", "", ""},
		{wrapBishop, "4k3/8/8/8/8/N7/8/4K3 w - - 0 1", "a3h5", rules.CodeSeamClosed, "knights may not cross the seam in this game"},
		{wrapBishop, "4k3/8/8/8/K7/8/8/8 w - - 0 1", "a4h3", rules.CodeSeamClosed, "kings may not cross the seam in this game"},
		{wrapBishop, "4k3/8/8/8/Q7/8/8/4K3 w - - 0 1", "a4h5", rules.CodeSeamClosed, "queens may not cross the seam in this game"},
		{wrapBishop, "4k3/8/8/7p/P7/8/8/4K3 w - - 0 1", "a4h5", rules.CodeSeamClosed, "pawns may not cross the seam in this game"},
		{wrapBishop, "4k3/8/8/8/P7/8/8/4K3 w - - 0 1", "a4h4", rules.CodeUnreachable, "a pawn on a4 cannot reach h4"},
		{wrapBishop, "4k3/8/8/8/R1P5/8/8/4K3 w - - 0 1", "a4h4", rules.CodeBlocked, "the rook's path from a4 to h4 is blocked by your pawn on c4, and rooks may not cross the seam in this game"},
		{wrapBishop, "4k3/8/8/8/R1P4P/8/8/4K3 w - - 0 1", "a4g4", rules.CodeBlocked, "the rook's path from a4 to g4 is blocked by your pawn on c4"},
		{slow, "4k3/8/8/8/8/1B6/8/4K3 w - - 0 1", "b3h4", rules.CodeUnreachable, "a bishop on b3 cannot reach h4"},

		// Hops and their blockers.
		{hopAll, "4k3/8/8/8/8/1B6/8/4K3 w - - 0 1", "b3h4", "", ""},
		{hopAll, "4k3/8/8/8/p7/1B6/8/4K3 w - - 0 1", "b3h4", rules.CodeBlocked, "the bishop's path from b3 to h4 over the seam is blocked by the black pawn on a4"},
		{hopAll, "4k3/8/8/8/7P/1B6/8/4K3 w - - 0 1", "b3g5", rules.CodeBlocked, "the bishop's path from b3 to g5 over the seam is blocked by your pawn on h4"},

		// Pawns.
		{slow, "start", "e2e4", rules.CodeDoubleStep, "pawns move one square at a time in this game"},
		{slow, "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", rules.CodeDoubleStep, "pawns move one square at a time in this game"},
		{slow, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", rules.CodeEnPassant, "there is no en passant in this game: pawns move one square at a time"},
		{slow, "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7e8r", rules.CodePromotionRole, "in this game a pawn promotes to a queen or a knight, not a rook"},
		{slow, "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7e8k", rules.CodePromotionRole, "in this game a pawn promotes to a queen or a knight, not a king"},
		{slow, "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7e8n", "", ""},
		{slow, "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7e8", rules.CodePromotionMissing, "the pawn promotes on e8: choose a queen or a knight"},
		{onlyRooks, "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7e8q", rules.CodePromotionRole, "in this game a pawn promotes to a rook, not a queen"},
		{onlyRooks, "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7e8", rules.CodePromotionMissing, "the pawn promotes on e8: choose a rook"},
		{slow, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", rules.CodeNoCastling, "there is no castling in this game"},

		// Spawned kings, kings that go on, and captures that reflect.
		{ownKings, "4k3/8/8/3r4/8/8/8/4K3 w - - 0 1", "e1e2", rules.CodeKingAttacked, "your new king on d2 would be attacked by the rook on d5"},
		{ownKings, "4k3/8/r7/8/8/2N5/8/4K3 w - - 0 1", "c3e4", "", ""},
		{ownKings, "3rk3/8/8/8/8/2N5/8/K7 w - - 0 1", "c3e4", rules.CodeKingAttacked, "your new king on d4 would be attacked by the rook on d8"},
		{echo, "7k/8/8/8/8/K7/3n4/3R4 w - - 0 1", "d1d2", "", ""},
		{echo, "7k/8/8/8/3K4/8/3n4/3R4 w - - 0 1", "d1d2", rules.CodeKingAttacked, "the black queen that would appear on d7 would attack your king on d4"},
		{travels, "3r3k/8/8/8/8/8/4n3/4K3 w - - 0 1", "e1e2", rules.CodeKingAttacked, "your king would go on to d2 and be attacked there by the rook on d8"},
		{travels, "4r2k/8/8/8/4n2R/8/8/4K3 w - - 0 1", "h4e4", rules.CodeKingAttacked, "your king on e1 would be attacked by the rook on e8"}, // the rook goes on to d4
	} {
		checkIllegal(t, test.definition, test.fen, test.move, test.code, test.msg)
	}
}

// TestIllegalDefinitionsAgree checks that WhyIllegal returns nil exactly for the legal moves, for every pair
// of squares.
func TestIllegalDefinitionsAgree(t *testing.T) {
	for _, definition := range []string{hopAll, hopRooks, wrapBishop, slow, onlyRooks, ownKings, echo, travels} {
		r := positions.Rules(t, variant.Builtin(), definition)
		t.Run(r.Info().Name, func(t *testing.T) {
			t.Parallel()
			everywhere(t, r, 1, func(p *board.Position) {
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
						checkSentence(t, no)
					}
				}
			})
		})
	}
}

// TestForbiddenBySAN checks that PlaySAN rejects a promotion and a double push that the definition forbids.
func TestForbiddenBySAN(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), slow)
	p := positions.From(t, r, "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1")
	quick := r.Guide().(interface {
		PlaySAN(p *board.Position, text string, next *board.Position) (board.Move, bool)
	})
	var next board.Position
	if _, ok := quick.PlaySAN(&p, "e8=N", &next); !ok {
		t.Error("PlaySAN(e8=N) failed")
	}
	if _, ok := quick.PlaySAN(&p, "e8=R", &next); ok {
		t.Error("PlaySAN(e8=R) succeeded, although pawns promote only to queens and knights")
	}
	p = positions.From(t, r, "")
	if _, ok := quick.PlaySAN(&p, "e4", &next); ok {
		t.Error("PlaySAN(e4) succeeded, although pawns move one square at a time")
	}
	if san := r.Guide().FormatSAN(&p, step(t, "e2e4")); san != "e2e4" {
		t.Errorf("FormatSAN of the illegal move e2e4 = %s", san)
	}
}

// TestBlockedSlowPawn checks that Blocked ignores double pushes in a game without them.
func TestBlockedSlowPawn(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), slow)
	p := positions.From(t, r, "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1")
	if ways := r.(rules.Obstructed).Blocked(&p, step(t, "e2e4").From()); len(ways) > 0 {
		t.Errorf("Blocked of the pawn on e2: %v; want none", ways)
	}
}
