package text_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant"

	flattext "github.com/tainchess/tain/variant/flat/text"
)

// TestFormatSAN formats and parses moves that illustrate the rules of notation.
func TestFormatSAN(t *testing.T) {
	for _, c := range []struct{ name, variant, fen, move, want string }{
		{"pawn", "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "e4"},
		{"pawn captures", "chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
		{"promotion", "chess", "8/P5k1/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"},
		{"promotion with capture and check", "chess", "1n5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"},
		{"orthodox en passant", "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
		{"en passant over the seam of the cylinder", "cylinder", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "a5h6", "axh6"},
		{"castling", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
		{"long castling", "chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"},
		{"castling with check", "chess", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
		{"mate", "chess", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6g7", "Qg7#"},
		{"by file", "chess", "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2"},
		{"by rank", "chess", "4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1c3", "N1c3"},
		{"by both", "chess", "6k1/8/8/8/1Q2Q3/8/8/K3Q3 w - - 0 1", "e4b1", "Qe4b1"},
		{"a pinned rival does not count", "chess", "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},
		{"bishop by rank", "chess", "4k3/8/8/8/8/1B6/8/1B2K3 w - - 0 1", "b1c2", "B1c2"},

		// Rule 3.3 of triboard: the capture does not land on the crossed square.
		{"3.3 white on a5", "triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "a5h7", "axh7 e.p."},
		{"3.3 white on h5", "triboard", "4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1", "h5a7", "hxa7 e.p."},
		{"3.3 black on h4", "triboard", "4k3/8/8/8/P6p/8/8/4K3 b - a3 0 1", "h4a2", "hxa2 e.p."},
		{"3.3 black on a4", "triboard", "4k3/8/8/8/p6P/8/8/4K3 b - h3 0 1", "a4h2", "axh2 e.p."},
		{"3.3 from the inner neighbour", "triboard", "4k3/8/8/P5Pp/8/8/8/4K3 w - h6 0 1", "g5h6", "gxh6"},
		{"3.3 with check", "triboard", "k7/8/8/P6p/8/8/8/4K3 w - h6 0 1", "a5h7", "axh7 e.p.+"},

		// Rule 2.8 of mirrorsquare: kings are distinguished like other pieces.
		{"2.8 kings by file", "mirrorsquare", "4k3/8/8/8/8/8/8/K1K5 w - - 0 1", "a1b1", "Kab1"},
		{"2.8 kings by rank", "mirrorsquare", "7k/8/8/8/8/K7/8/K7 w - - 0 1", "a3a2", "K3a2"},
		{"2.8 a spawned piece is not named", "mirrorsquare", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e4"},
		{"2.8 a king's step to the castling square", "mirrorsquare", "4k3/8/8/8/8/8/5K2/4K2R w K - 0 1", "f2g1", "Kg1"},
		{"2.8 castling to a square that another king can reach", "mirrorsquare", "4k3/8/8/8/8/8/5K2/4K2R w K - 0 1", "e1g1", "O-O"},

		// Rule 2.6 of nachfolger: the final square after an @.
		{"2.6 the queen goes on", "nachfolger", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1h5", "Qh5@a4+"},
		{"2.6 the reflection is occupied", "nachfolger", "4k3/8/8/8/p7/8/8/3QK3 w - - 0 1", "d1h5", "Qh5+"},
		{"2.6 a pass", "nachfolger", "7k/8/8/3Q4/8/8/8/7K w - - 0 1", "d5e4", "Qe4@d5"},
		{"2.6 the king goes on", "nachfolger", "8/8/8/8/8/k7/8/4K3 w - - 0 1", "e1e2", "Ke2@d7"},
		{"2.6 a capture stays", "nachfolger", "4k3/8/8/7n/8/8/8/3QK3 w - - 0 1", "d1h5", "Qxh5+"},
		{"2.6 distinguished by the first landing square", "nachfolger", "6k1/8/8/8/8/8/8/Q2Q3K w - - 0 1", "a1a4", "Qaa4@h5"},
		{"2.6 a check in the final position is marked", "nachfolger", "7k/8/6K1/8/8/8/2Q5/8 w - - 0 1", "c2b1", "Qb1@g8+"},
		{"2.3 promotion to a queen does not go on", "nachfolger", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := positions.Rules(t, variant.Builtin(), c.variant)
			p := positions.From(t, r, c.fen)
			m, err := r.Guide().ParseMove(&p, c.move)
			if err != nil {
				t.Fatalf("%s: %v", c.move, err)
			}
			if got := r.Guide().FormatSAN(&p, m); got != c.want {
				t.Errorf("%s was written as %q, want %q", c.move, got, c.want)
			}
			if back, err := r.Guide().ParseMove(&p, c.want); err != nil || back != m {
				t.Errorf("%s was read as %s, %v", c.want, r.Guide().FormatUCI(&p, back), err)
			}
		})
	}
}

// TestFormatSANInvalid formats values that are not moves.
func TestFormatSANInvalid(t *testing.T) {
	for _, r := range positions.Flat(variant.Builtin()) {
		p := positions.From(t, r, r.Info().Start)
		for m := board.Move(0); m < 1<<board.MoveBits; m += 1009 {
			if text := r.Guide().FormatSAN(&p, m); text == "" {
				t.Fatalf("%s: move %x was formatted as an empty string", r.Info().Name, uint32(m))
			}
		}
	}
}

// TestParseMoveForms parses common spellings of moves.
func TestParseMoveForms(t *testing.T) {
	const (
		start  = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
		rooks  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		pawns  = "1n5k/P7/8/3pP3/8/8/8/4K3 w - d6 0 1"
		mirror = "7k/8/8/3Q4/8/8/8/7K w - - 0 1"
	)
	for _, c := range []struct{ variant, fen, texts, want string }{
		{"chess", start, "e4 e2e4 E2E4 e2-e4 E2-E4 Pe4 pe4 Pe2e4 Pe2-e4 ♙e4 ♟e4 e4! e4!? e4?? e4+ e4# e4++ e2e4+ e2–e4 e2−e4 e2→e4 e2->e4 e2⇒e4 e2=>e4 e2—e4 E2→E4 Pe2→e4 e2⟶e4 ee4 E4", "e2e4"},
		{"chess", start, "Nf3 nf3 NF3 Ng1f3 Ng1-f3 Ngf3 N1f3 g1f3 g1-f3 G1F3 ♘f3 ♞f3 ♘︎f3 ♘️f3 Nf3+", "g1f3"},
		{"chess", rooks, "O-O 0-0 o-o O–O 0-0+ O-O! e1g1 E1G1 Ke1g1 Ke1-g1 Kg1 e1-g1", "e1g1"},
		{"chess", rooks, "O-O-O 0-0-0 o-o-o 0–0–0 O-O-O# e1c1 Kc1", "e1c1"},
		{"chess", rooks, "Rxa8 Rxa8+ R:a8 R×a8 RXA8 rxa8 Ra8 Ra1xa8 R1xa8 Raxa8 a1a8 a1xa8 ♖×a8", "a1a8"},
		{"chess", pawns, "a8=Q a8Q a8q a8(Q) a8/Q a8=q a8=♕ a7a8q a7a8Q A7A8Q a7a8=q a7a8=Q a7-a8=Q a7a8(q) a8=Q+ Pa8=Q", "a7a8q"},
		{"chess", pawns, "a8=B a8b a8B a7a8b a8(b) a8=b", "a7a8b"},
		{"chess", pawns, "axb8=N ab8=N axb8N a7xb8=N a7b8n a:b8=n a×b8N", "a7b8n"},
		{"chess", pawns, "exd6 ed6 e:d6 e5xd6 e5d6 exd6e.p. exd6ep exd6e.p exd6+e.p. exd6e.p.+ exd6ep! Pexd6 xd6", "e5d6"},

		// A lower-case b means a pawn, or a bishop if no pawn fits.
		{"chess", "4k3/8/8/8/3p4/2n5/1P6/B3K3 w - - 0 1", "bxc3 bc3 b2xc3 b2c3", "b2c3"},
		{"chess", "4k3/8/8/8/3p4/2n5/1P6/B3K3 w - - 0 1", "b4 b2b4 B2B4 pb4", "b2b4"},
		{"chess", "4k3/8/8/8/3p4/2n5/8/B3K3 w - - 0 1", "bxc3 bc3 Bxc3 Bc3 ba1c3 Ba1xc3 baxc3", "a1c3"},
		{"chess", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "bf4 Bf4 bcf4 bc1f4", "c1f4"},
		{"chess", "4k3/8/8/8/8/B7/1P6/4K3 w - - 0 1", "bb4 Bb4 BB4", "a3b4"},
		// These texts are coordinates in capitals or name a bishop by its rank.
		{"chess", "4k3/8/8/8/8/1B6/8/1B2K3 w - - 0 1", "B1c2 b1c2 B1C2 Bb1c2", "b1c2"},
		{"chess", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", "B1b2 Bb2 a1b2 A1B2", "a1b2"},
		{"chess", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "B1c3 b1c3 B1C3", "b1c3"},

		// With and without the @ part (rule 2.6 of nachfolger).
		{"nachfolger", mirror, "Qe4 Qe4@d5 d5e4 d5e4@d5 ♕e4@D5 Qd5-e4@d5 qe4@d5!", "d5e4"},
		{"nachfolger", mirror, "Qd1 Qd1@e8 d5d1", "d5d1"},
		// The landing square may follow the @ if the piece stays there.
		{"chess", start, "Nf3@f3", "g1f3"},
		{"triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "axh7 axh7e.p. axh7ep ah7 a5h7 a5xh7 A5H7", "a5h7"},
	} {
		r := positions.Rules(t, variant.Builtin(), c.variant)
		p := positions.From(t, r, c.fen)
		for _, text := range strings.Fields(c.texts) {
			m, err := r.Guide().ParseMove(&p, text)
			if got := r.Guide().FormatUCI(&p, m); err != nil || got != c.want {
				t.Errorf("%s %s: %q was read as %s, %v; want %s", c.variant, c.fen, text, got, err, c.want)
			}
		}
	}
	r := positions.Rules(t, variant.Builtin(), "triboard")
	p := positions.From(t, r, "k7/8/8/P6p/8/8/8/4K3 w - h6 0 1")
	for _, text := range []string{"axh7 e.p.", "axh7 e.p.+", "axh7+ e.p.", " axh7  ep ! ", "axh7 E.P.", "axh7\te.p. +?"} {
		if m, err := r.Guide().ParseMove(&p, text); err != nil || r.Guide().FormatUCI(&p, m) != "a5h7" {
			t.Errorf("%q was read as %s, %v", text, r.Guide().FormatUCI(&p, m), err)
		}
	}
}

// TestParseMoveIllegal parses illegal moves. If the text determines the move, ParseMove must also return it.
func TestParseMoveIllegal(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, c := range []struct {
		variant, fen, text string
		code               rules.Code
		msg, move          string
	}{
		{"chess", "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", notation.CodeAmbiguous, "Nd2 could be Nbd2 or Nfd2", ""},
		{"chess", "4k3/8/8/8/1N6/5N2/8/1N2KN2 w - - 0 1", "Nd2", notation.CodeAmbiguous, "Nd2 could be Nbd2, Nf1d2 or N3d2", ""},
		{"chess", "7k/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "xd5", notation.CodeAmbiguous, "xd5 could be cxd5 or exd5", ""},
		{"mirrorsquare", "4k3/8/8/8/8/8/8/K1K5 w - - 0 1", "Kb1", notation.CodeAmbiguous, "Kb1 could be Kab1 or Kcb1", ""},
		{"chess", "8/8/1QQQ4/1Q1Q4/1QQQ4/8/8/8 w - - 0 1", "Qc5", notation.CodeAmbiguous,
			"Qc5 could be Qb4c5, Qc4c5, Qd4c5, Qb5c5, Qd5c5, Qb6c5, Qc6c5 or Qd6c5", ""},
		{"chess", "1n6/P1P5/8/8/8/8/8/8 w - - 0 1", "xb8", notation.CodeAmbiguous, "", ""},
		{"chess", "8/P5k1/8/8/8/8/8/4K3 w - - 0 1", "a8", rules.CodePromotionMissing,
			"the pawn promotes on a8: choose a queen, rook, bishop or knight", "a7a8"},
		{"chess", "8/P5k1/8/8/8/8/8/4K3 w - - 0 1", "a7a8", rules.CodePromotionMissing, "", "a7a8"},
		{"chess", "8/P5k1/8/8/8/8/8/4K3 w - - 0 1", "a8=K", rules.CodePromotionRole, "", "a7a8k"},
		{"chess", start, "e4=Q", rules.CodeNoPromotion, "", "e2e4q"},
		{"chess", start, "Nf5", rules.CodeUnreachable, "no knight can go to f5", ""},
		{"chess", start, "N1f5", rules.CodeUnreachable, "no knight on rank 1 can go to f5", ""},
		{"chess", start, "Nbf5", rules.CodeUnreachable, "a knight on b1 cannot reach f5", "b1f5"},
		{"chess", start, "Ncf3", notation.CodeNoSuchPiece, "White has no knight on the c-file", ""},
		{"chess", start, "N5f3", notation.CodeNoSuchPiece, "White has no knight on rank 5", ""},
		{"chess", start, "Nb5d6", notation.CodeNoSuchPiece, "White has no knight on b5", ""},
		{"chess", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "Qd5", notation.CodeNoSuchPiece, "Black has no queen", ""},
		{"chess", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "d5", notation.CodeNoSuchPiece, "Black has no pawn", ""},
		{"chess", start, "e5", rules.CodeUnreachable, "a pawn on e2 cannot reach e5", "e2e5"},
		{"chess", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "e5", rules.CodeUnreachable, "no pawn can go to e5", ""},
		{"chess", start, "Ng1", rules.CodeUnreachable, "a knight on b1 cannot reach g1", "b1g1"},
		{"chess", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "Ng1", rules.CodeNowhere, "the knight is already on g1", ""},
		{"chess", start, "Rd1", rules.CodeUnreachable, "no rook can go to d1", ""},
		{"chess", "4k3/8/8/8/8/8/3P4/R2RK3 w - - 0 1", "Rd4", rules.CodeBlocked, "the rook's path from d1 to d4 is blocked by your pawn on d2", "d1d4"},
		{"chess", start, "Nxf3", rules.CodeNothingToCapture, "there is nothing on f3 to capture", "g1f3"},
		{"chess", start, "g1xf3", rules.CodeNothingToCapture, "there is nothing on f3 to capture", "g1f3"},
		{"chess", start, "exd3", rules.CodeNothingToCapture, "there is nothing for the pawn to capture on d3", "e2d3"},
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5 e.p.", rules.CodeEnPassant, "exd5 is not an en passant capture", "e4d5"},
		{"chess", start, "e4 e.p.", rules.CodeEnPassant, "", "e2e4"},
		{"chess", "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Nd5", rules.CodeKingAttacked, "your king on e1 would be attacked by the bishop on b4", "c3d5"},
		{"chess", "4k3/8/8/b3r3/8/2N1N3/8/4K3 w - - 0 1", "Nd5", rules.CodeKingAttacked, "no knight can go to d5 without leaving your king in check", ""},
		{"chess", start, "O-O", rules.CodeCastlingBlocked, "", "e1g1"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1", "O-O-O", rules.CodeCastlingRight, "", "e1c1"},
		{"chess", "4k3/8/8/8/8/8/8/R4K1R w - - 0 1", "O-O", rules.CodeCastlingHome, "there is no white king on e1 to castle", ""},
		{"chess", "7k/8/8/8/8/8/8/K3Q3 w - - 0 1", "O-O", rules.CodeCastlingHome, "there is no white king on e1 to castle", ""},
		{"nachfolger", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "O-O", rules.CodeNoCastling, "there is no castling in this game", ""},
		{"cylinder", "4k3/8/8/8/8/8/8/rN2K2R w K - 0 1", "O-O", rules.CodeCastlingLanding, "", "e1g1"},

		{"chess", start, "e7e5", rules.CodeNotYourTurn, "", "e7e5"},
		{"chess", start, "e4e5", rules.CodeEmpty, "", "e4e5"},
		{"chess", start, "a1a1", rules.CodeNowhere, "", "a1a1"},
		{"triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "axh6", rules.CodeEnPassantLanding, "en passant over the seam lands on h7, not h6", "a5h6"},

		// Rule 2.6 of nachfolger: the error for a wrong square after @ names the right square.
		{"nachfolger", "7k/8/8/3Q4/8/8/8/7K w - - 0 1", "Qd1@d8", notation.CodeGoesElsewhere, "the queen would go on to e8, not d8", "d5d1"},
		{"nachfolger", "7k/8/8/3Q4/8/8/8/7K w - - 0 1", "Qe4@e4", notation.CodeGoesElsewhere, "the queen would go on to d5, not e4", "d5e4"},
		{"nachfolger", "4k3/8/8/8/p7/8/8/3QK3 w - - 0 1", "Qh5@a4", notation.CodeGoesElsewhere, "the queen would stay on h5, not go on to a4", "d1h5"},
		{"chess", start, "e2e4@d5", notation.CodeGoesElsewhere, "the pawn would stay on e4, not go on to d5", "e2e4"},
	} {
		r := positions.Rules(t, variant.Builtin(), c.variant)
		p := positions.From(t, r, c.fen)
		m, err := r.Guide().ParseMove(&p, c.text)
		var no *rules.IllegalMove
		if !errors.As(err, &no) {
			t.Errorf("%s %s: %q: got %v, want an illegal move", c.variant, c.fen, c.text, err)
			continue
		}
		if no.Code != c.code || c.msg != "" && no.Message.String() != c.msg {
			t.Errorf("%s %s: %q: got %s %q, want %s %q", c.variant, c.fen, c.text, no.Code, no.Message.String(), c.code, c.msg)
		}
		if got := r.Guide().FormatUCI(&p, m); c.move != "" && got != c.move {
			t.Errorf("%s %s: %q: move = %s, want %s", c.variant, c.fen, c.text, got, c.move)
		}
		if c.move == "" && m != board.NoMove {
			t.Errorf("%s %s: %q: move = %s, want none", c.variant, c.fen, c.text, r.Guide().FormatUCI(&p, m))
		}
	}
}

// mute is a rule set that returns no reasons.
type mute struct{ rules.Rules }

type muteGuide struct{ rules.Guide }

func (m mute) Guide() rules.Guide { return muteGuide{m.Rules.Guide()} }

func (muteGuide) WhyIllegal(*board.Position, board.Move) *rules.IllegalMove { return nil }

// TestParseMoveWithoutReasons checks that ParseMove rejects illegal moves even if the rule set returns no
// reason.
func TestParseMoveWithoutReasons(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	p := positions.From(t, r, r.Info().Start)
	for _, text := range []string{"e2e5", "e5", "O-O", "Nbf5"} {
		_, err := flattext.Flat{Rules: mute{r}}.ParseMove(&p, text)
		var no *rules.IllegalMove
		if !errors.As(err, &no) || no.Code != rules.CodeIllegal || !strings.Contains(no.Message.String(), "not a legal move") {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

// TestMirrorSquareDoublePush checks the example in rule 6.1 of mirrorsquare. After 1.e4 Black has a pawn on
// d5, so d7-d5 is illegal, and the error says so.
func TestMirrorSquareDoublePush(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "mirrorsquare")
	p := positions.Line(t, r, "", "e4").Position()
	for _, text := range []string{"d5", "d7d5", "d7-d5"} {
		if _, err := r.Guide().ParseMove(&p, text); err == nil || err.Error() != "d5 is occupied by your own pawn" {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

// TestNachfolgerExample checks the example in rule 6.1 of nachfolger. After e2e4 e7e6 d1h5 there is a white
// knight on d3, the reflection of e6.
func TestNachfolgerExample(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "nachfolger")
	p := positions.Line(t, r, "", "e2e4", "e7e6", "Qh5@a4").Position()
	if got := p.Piece(board.At(3, 2)); got != board.NewPiece(board.White, board.Knight) {
		t.Errorf("piece on d3 = %v", got)
	}
	if got := p.Piece(board.At(0, 3)); got != board.NewPiece(board.White, board.Queen) {
		t.Errorf("piece on a4 = %v", got)
	}
}

// TestParseMoveSyntaxErrors parses texts that are not moves in any notation.
func TestParseMoveSyntaxErrors(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	p := positions.From(t, r, r.Info().Start)
	for _, c := range []struct {
		text    string
		offset  int
		message string
	}{
		{"", 0, "no move"},
		{"   ", 3, "no move"},
		{"!?", 0, "no move"},
		{"e.p.", 0, "no move"},
		{"hello", 1, "square"},
		{"e", 1, "square"},
		{"N", 1, "square"},
		{"Nf", 2, "square"},
		{"Nf9", 2, "square"},
		{"e9", 1, "square"},
		{"Zf3", 0, "square"},
		{"0000", 0, "square"},
		{"O-O-O-O", 0, "square"},
		{"e4 e5", 2, "unexpected \" e5\" after the move"},
		{"N f3", 1, "square"},
		{"e2e4e5", 4, "after the move"},
		{"e2-e4-e5", 5, "after the move"},
		{"e8=", 3, "promotion"},
		{"e8=X", 3, "promotion"},
		{"e8(Q", 4, "bracket"},
		{"Qh5@", 4, "after @"},
		{"Qh5@z9", 4, "after @"},
		{"Qh5@a4b5", 6, "after the move"},
		{"1.e4", 1, "square"},
		{"bz4", 1, "square"},
		{"bxx", 2, "square"},
		{"♘ö3", 3, "cannot occur"},
		{"e4\x00", 2, "cannot occur"},
		{"e4\xff", 2, "cannot occur"},
		{strings.Repeat("e", 1<<20), 64, "too long"},
	} {
		m, err := r.Guide().ParseMove(&p, c.text)
		var syntax *notation.SyntaxError
		if !errors.As(err, &syntax) || m != board.NoMove {
			t.Errorf("%.40q: got %v, want a syntax error", c.text, err)
			continue
		}
		if syntax.Offset != c.offset || !strings.Contains(syntax.Message.String(), c.message) {
			t.Errorf("%.40q: got %d %q, want %d %q", c.text, syntax.Offset, syntax.Message.String(), c.offset, c.message)
		}
		if len(err.Error()) > 500 {
			t.Errorf("%.40q: the message has %d characters", c.text, len(err.Error()))
		}
	}
}

// TestMovesRoundTrip formats every legal move in positions from random games in SAN and UCI notation and
// parses both. No two moves in a position may have the same SAN, and the square after @ must agree with the
// changes.
func TestMovesRoundTrip(t *testing.T) {
	for _, r := range positions.Flat(variant.Builtin()) {
		g, name := r.Guide(), r.Info().Name
		moves := 0
		for p := range positions.Games(t, r, 3, 4, 60, positions.Any) {
			legal, written := rules.LegalMoves(r, p), map[string]bool{}
			for _, m := range legal {
				moves++
				san, uci := g.FormatSAN(p, m), g.FormatUCI(p, m)
				if written[san] || written[uci] {
					t.Errorf("%s: %s: two moves were written as %s or %s", name, g.FormatPosition(p), san, uci)
				}
				written[san], written[uci] = true, true
				for _, text := range []string{san, uci, strings.ToUpper(uci), strings.TrimRight(san, "+#"), "  " + san + "!? "} {
					if back, err := g.ParseMove(p, text); err != nil || back != m {
						t.Errorf("%s: %s: %q was read as %s, %v; want %s", name, g.FormatPosition(p), text, g.FormatUCI(p, back), err, uci)
					}
				}
			}
			for _, m := range legal[:min(3, len(legal))] {
				var next board.Position
				r.Apply(p, m, &next)
				want := ""
				for _, c := range describe.Changes(r, p, &next, m) {
					if c.Effect == describe.WentOn {
						want = "@" + c.To
					}
				}
				if san := g.FormatSAN(p, m); strings.Contains(san, "@") != (want != "") || !strings.Contains(san, want) {
					t.Errorf("%s: %s: SAN = %s, but the changes give %q", name, g.FormatPosition(p), san, want)
				}
			}
		}
		if moves < 5000 {
			t.Errorf("%s: only %d moves were tried", name, moves)
		}
	}
}
