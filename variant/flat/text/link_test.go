package text_test

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/test/tiny"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// printed is the link in rule 7.1 of triboard, as published.
const printed = "?board=w:Pa5,Bc1,Bf1,Kg1,Qd2,Ra1,Rh1,Nb1,Ng1,Pc2,Pe2,Pf2,Pg2;" +
	"b:Ra8,Rh8,Bc8,Bf8,Nb8,Ng8,Ke8,Pb7,Pc7,Pd5,Pe6,Pf6,Pg6,Ph5,Qd8&turn=white&lastMove=h7h5"

// TestLinkExample parses the link in rule 7.1 of triboard. The later piece on g1 wins, White has no king, and
// the pawn on a5 can move to a6 or capture on h7.
func TestLinkExample(t *testing.T) {
	l, err := flattext.ParseLink(printed, variant.Builtin().Find)
	if err != nil {
		t.Fatalf("flattext.ParseLink: %v", err)
	}
	if l.Rules.Info().Name != "triboard" || !l.Kingless || l.LastMove != "h7h5" {
		t.Errorf("got %s, kingless %v, last move %q", l.Rules.Info().Name, l.Kingless, l.LastMove)
	}
	g := l.Rules.Guide()
	const want = "rnbqkbnr/1pp5/4ppp1/P2p3p/8/8/2PQPPP1/RNB2BNR w kq h6 0 1"
	if got := g.FormatPosition(&l.Position); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	notices := []string{
		"g1 is given twice: the white king was dropped, the white knight stays",
		"White has no king: opened as a position without a king",
	}
	if !slices.Equal(texts(l.Notices), notices) {
		t.Errorf("got the notices %q, want %q", l.Notices, notices)
	}
	var hints []string
	for _, m := range rules.LegalMoves(l.Rules, &l.Position) {
		if m.From() == board.At(0, 4) {
			hints = append(hints, g.FormatSAN(&l.Position, m))
		}
	}
	slices.Sort(hints)
	if !slices.Equal(hints, []string{"a6", "axh7 e.p."}) {
		t.Errorf("the pawn on a5 has the moves %q", hints)
	}
	// With a king on g1, White is in check from the bishop on f8 over the seam.
	l, err = flattext.ParseLink(strings.Replace(printed, "Ng1,", "", 1), variant.Builtin().Find)
	if err != nil || l.Kingless || len(l.Notices) > 0 {
		t.Fatalf("got %v, kingless %v, %q", err, l.Kingless, l.Notices)
	}
	for _, m := range rules.LegalMoves(l.Rules, &l.Position) {
		if m.From() == board.At(0, 4) {
			t.Errorf("%s is legal", g.FormatUCI(&l.Position, m))
		}
	}
}

// TestLinkAccepted parses links in the forms that rule 5 of chess allows.
func TestLinkAccepted(t *testing.T) {
	const bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
	escaped := "?" + url.Values{"board": {"w:Ke1,Pa5;b:Ke8,Ph5"}, "turn": {"white"}, "lastMove": {"h7h5"}}.Encode()
	for _, c := range []struct {
		name, link, variant, fen string
		notices                  int
	}{
		{"default rule set", "?board=w:Ke1;b:Ke8&turn=white", "triboard", bare, 0},
		{"no question mark", "board=w:Ke1;b:Ke8&turn=white", "triboard", bare, 0},
		{"whole URL", "https://example.org/play?board=w:Ke1;b:Ke8&turn=white#top", "triboard", bare, 0},
		{"lists in reverse order", "?board=b:Ke8;w:Ke1&turn=white", "triboard", bare, 0},
		{"escaped", escaped, "triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", 0},
		{"lower-case escapes", "?board=w%3aKe1%3bb%3ake8&turn=white", "triboard", bare, 0},
		{"white space anywhere", " ? bo ard = w : K\te 1 ;\r\n b:\u00a0K+e%208%0A & tu rn= wh ite\n", "triboard", bare, 0},
		{"either case", "?BOARD=W:kE1,pa5;B:KE8,Ph5&Turn=WHITE&LASTMOVE=H7H5&Variant=Cylinder", "cylinder", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", 0},
		{"empty entries", "?board=;w:,Ke1,,;b:Ke8,;&turn=w&&", "triboard", bare, 0},
		{"Black to move", "?board=w:Ke1;b:Ke8&turn=black", "triboard", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", 0},
		{"turn as one letter", "?board=w:Ke1;b:Ke8&turn=B", "triboard", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", 0},
		{"no turn", "?board=w:Ke1;b:Ke8", "triboard", bare, 0},
		{"blank values", "?board=w:Ke1;b:Ke8&turn=&lastMove=&variant=&castling=&study=", "triboard", bare, 0},
		{"parameters in any order", "?variant=chess&turn=black&board=w:Ke1;b:Ke8", "chess", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", 0},
		{"unknown parameters", "?board=w:Ke1;b:Ke8&utm_source=x&flip", "triboard", bare, 2},
		{"question mark in a value", "board=w:Ke1;b:Ke8&ref=what?no", "triboard", bare, 1},
		{"value without a name", "?board=w:Ke1;b:Ke8&=7", "triboard", bare, 1},

		{"rights if king and rook are at home", "?board=w:Ke1,Ra1;b:Ke8,Rh8,Ra7", "chess", "4k2r/r7/8/8/8/8/8/R3K3 w Qk - 0 1", 0},
		{"explicit castling rights", "?board=w:Ke1,Ra1,Rh1;b:Ke8,Rh8&castling=kK", "chess", "4k2r/8/8/8/8/8/8/R3K2R w Kk - 0 1", 0},
		{"no castling", "?board=w:Ke1,Ra1,Rh1;b:Ke8,Rh8&castling=-", "chess", "4k2r/8/8/8/8/8/8/R3K2R w - - 0 1", 0},
		{"nachfolger has no rights", "?board=w:Ke1,Ra1;b:Ke8,Rh8", "nachfolger", "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", 0},

		{"last move with a hyphen", "?board=w:Ke1,Pa5;b:Ke8,Ph5&lastMove=h7-h5", "triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", 0},
		{"last move with an arrow", "?board=w:Ke1,Pa5;b:Ke8,Ph5&lastMove=h7→h5", "triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", 0},
		{"last move with a two-character arrow", "?board=w:Ke1,Pa5;b:Ke8,Ph5&lastMove=h7->h5", "triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", 0},
		{"last move with an escaped arrow", "?board=w:Ke1,Pa5;b:Ke8,Ph5&lastMove=h7+%E2%86%92+h5", "triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", 0},
		{"last move with a dash", "?board=w:Ke1,Pa5;b:Ke8,Ph5&lastMove=h7–h5", "triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", 0},
		{"last move with a piece letter", "?board=w:Ke1;b:Ke8,Nf6&lastMove=Ng8-f6", "chess", "4k3/8/5n2/8/8/8/8/4K3 w - - 0 1", 0},
		{"turn follows from a push", "?board=w:Ke1,Pa4;b:Ke8,Ph4&lastMove=a2a4", "triboard", "4k3/8/8/8/P6p/8/8/4K3 b - a3 0 1", 0},
		{"turn follows from a piece", "?board=w:Ke1,Nc3;b:Ke8&lastMove=b1c3", "chess", "4k3/8/8/8/8/2N5/8/4K3 b - - 0 1", 0},
		{"turn follows from a queen that went on", "?board=w:Ke1,Qa4;b:Kh8&lastMove=d1h5", "nachfolger", "7k/8/8/8/Q7/8/8/4K3 b - - 0 1", 0},
		{"position text", "?position=4k3/8/8/P6p/8/8/8/4K3 w - h6 3 9", "triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 3 9", 0},
		{"position text with plus signs for spaces", "?fen=4k3/8/8/P6p/8/8/8/4K3+w+-+h6+3+9&lastMove=h7h5&turn=white", "triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 3 9", 0},
		{"position text and a last move", "?position=4k3/8/8/P6p/8/8/8/4K3%20w%20-%20-%200%201&lastMove=h7→h5", "triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", 0},
		{"the starting position", "?position=start&variant=chess", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0},
		{"the starting position as a FEN", "?variant=chess&fen=Start", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0},
		{"position text without a king", "?position=4k3/8/8/8/8/8/8/8 w - - 0 1", "chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", 1},
		{"last move of White", "?board=w:Ke1,Pa4;b:Ke8,Ph4&turn=black&lastMove=a2a4", "triboard", "4k3/8/8/8/P6p/8/8/4K3 b - a3 0 1", 0},
		{"double push without a capture", "?board=w:Ke1;b:Ke8,Ph5&lastMove=h7h5", "triboard", "4k3/8/8/7p/8/8/8/4K3 w - - 0 1", 0},
		{"another last move", "?board=w:Ke1;b:Ke8,Nf6&lastMove=g8f6", "chess", "4k3/8/5n2/8/8/8/8/4K3 w - - 0 1", 0},
		{"a rook's two squares", "?board=w:Ke1,Pg5;b:Ke8,Rh5&lastMove=h7h5", "chess", "4k3/8/8/6Pr/8/8/8/4K3 w - - 0 1", 0},
		{"a promotion", "?board=w:Ke2;b:Kd8,Qa1&lastMove=a2a1q", "chess", "3k4/8/8/8/8/8/4K3/q7 w - - 0 1", 0},
		{"a queen that went on", "?board=w:Ke1,Qa4;b:Kh8&turn=black&lastMove=d1h5", "nachfolger", "7k/8/8/8/Q7/8/8/4K3 b - - 0 1", 0},
		{"a pass", "?board=w:Ke1,Qd5;b:Kg7&turn=black&lastMove=d5e4", "nachfolger", "8/6k1/8/3Q4/8/8/8/4K3 b - - 0 1", 0},

		{"a bishop that reflects onto its origin", "?board=w:Ke1,Be4;b:Kh8,Bd5&turn=black&lastMove=d5e4", "mirrorsquare", "7k/8/8/3b4/4B3/8/8/4K3 b - - 0 1", 0},

		{"a piece listed twice", "?board=w:Ke1,Ra1,Ra1;b:Ke8", "chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 1},
		{"a square listed three times", "?board=w:Ke1,Ra1,Na1;b:Ke8,Ba1", "chess", "4k3/8/8/8/8/8/8/b3K3 w - - 0 1", 1},
		{"no king", "?board=w:Qe1;b:Ke3&turn=black", "chess", "8/8/8/8/8/4k3/8/4Q3 b - - 0 1", 1},
		{"no pieces", "?board=w:;b:", "chess", "8/8/8/8/8/8/8/8 w - - 0 1", 2},
		{"only one list", "?board=b:Ke3&study=1", "chess", "8/8/8/8/8/4k3/8/8 w - - 0 1", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			link := c.link
			if !strings.Contains(strings.ToLower(link), "variant=") && c.variant != "triboard" {
				link += "&variant=" + c.variant
			}
			l, err := flattext.ParseLink(link, variant.Builtin().Find)
			if err != nil {
				t.Fatalf("flattext.ParseLink(%q): %v", link, err)
			}
			if got := l.Rules.Guide().FormatPosition(&l.Position); got != c.fen || l.Rules.Info().Name != c.variant {
				t.Errorf("%q was read as %s %s, want %s %s", link, l.Rules.Info().Name, got, c.variant, c.fen)
			}
			if len(l.Notices) != c.notices {
				t.Errorf("%q: got the notices %q, want %d", link, l.Notices, c.notices)
			}
			if l.Position.Hash != l.Position.Zobrist() {
				t.Errorf("%q: hash = %x, computed from scratch %x", link, l.Position.Hash, l.Position.Zobrist())
			}
		})
	}
}

// TestLinkRejected checks the faults in links and their offsets.
func TestLinkRejected(t *testing.T) {
	type fault struct {
		code   rules.Code
		offset int
		text   string
	}
	for _, c := range []struct {
		name, link string
		want       []fault
	}{
		{"empty link", "", []fault{{notation.FaultNoBoard, -1, "has no board"}}},
		{"blank board", "?turn=white&board=", []fault{{notation.FaultNoBoard, 18, "has no board"}}},
		{"not a link", "hello", []fault{{notation.FaultNoBoard, -1, "has no board"}}},
		{"unknown role", "?board=w:Ke1,Xa5;b:Ke8", []fault{{notation.FaultEntry, 13, `"X"`}}},
		{"unknown square", "?board=w:Ke1,Pa9;b:Ke8", []fault{{notation.FaultEntry, 14, `"a9"`}}},
		{"no entry", "?board=w:Ke1,a5;b:Ke8", []fault{{notation.FaultEntry, 13, `"a5" is not a piece`}}},
		{"no list", "?board=Ke1;b:Ke8", []fault{{notation.FaultList, 7, `"Ke1"`}}},
		{"three lists", "?board=w:Ke1;b:Ke8;r:Kd4", []fault{{notation.FaultList, 19, `"r:Kd4"`}}},
		{"duplicate list", "?board=w:Ke1;b:Ke8;w:Pa2", []fault{{notation.FaultTwice, 19, "w: is given twice"}}},
		{"duplicate name", "?board=w:Ke1;b:Ke8&turn=white&Turn=black", []fault{{notation.FaultTwice, 30, "turn is given twice"}}},
		{"turn", "?board=w:Ke1;b:Ke8&turn=green", []fault{{notation.FaultSide, 24, `"green"`}}},
		{"variant", "?board=w:Ke1;b:Ke8&variant=checkers", []fault{{notation.FaultVariant, 27, `"checkers"`}}},
		{"castling letter", "?board=w:Ke1,Rh1;b:Ke8&castling=KX", []fault{{notation.FaultCastling, 33, "'X'"}}},
		{"castling off the home squares", "?board=w:Ke1;b:Ke8&castling=K", []fault{{notation.FaultRight, 28, "white rook on h1"}}},
		{"castling in nachfolger", "?board=w:Ke1,Rh1;b:Ke8&castling=K&variant=nachfolger", []fault{{notation.FaultNoCastle, 32, "no castling"}}},
		{"study", "?board=w:Ke1;b:Ke8&study=maybe", []fault{{notation.FaultStudy, 25, `"maybe"`}}},
		{"pawn on rank 8", "?board=w:Ke1,Pa8;b:Ke8", []fault{{notation.FaultPawn, 13, "white pawn is on a8"}}},
		{"opponent in check", "?board=w:Ke1,Re2;b:Ke8", []fault{{notation.FaultCheck, 19, "black king on e8"}}},
		{"invalid last move", "?board=w:Ke1;b:Ke8&lastMove=h7", []fault{{notation.FaultLastMove, 28, `lastMove "h7"`}}},
		{"White's last move, empty landing square", "?board=w:Ke1;b:Ke8&lastMove=a2a4", []fault{{notation.FaultLastMove, 28, "lastMove a2a4 does not match the board: it needs a white piece on a4, but the square is empty"}}},
		{"last move, empty landing square", "?board=w:Ke1;b:Ke8&lastMove=h7h5", []fault{{notation.FaultLastMove, 28, "lastMove h7h5 does not match the board: it needs a black piece on h5, but the square is empty"}}},
		{"last move, empty landing square, occupied reflection", "?board=w:Ke1;b:Ke8,Qa4&lastMove=h7h5", []fault{{notation.FaultLastMove, 32, "lastMove h7h5"}}},
		{"last move and turn disagree", "?board=w:Ke1,Ph4;b:Ke8&turn=white&lastMove=h2h4", []fault{{notation.FaultLastMove, 43, "was White's move, so it is Black's turn; turn says white"}}},
		{"last move by a different piece", "?board=w:Ke1;b:Ke8,Nf6&lastMove=Bg8-f6", []fault{{notation.FaultLastMove, 32, "the piece on f6 is a knight"}}},
		{"last move without a piece, no turn", "?board=w:Ke1;b:Ke8&lastMove=a2a4", []fault{{notation.FaultLastMove, 28, "a2a4 does not match"}}},
		{"only an arrow", "?board=w:Ke1;b:Ke8&lastMove=→", []fault{{notation.FaultLastMove, 28, "→"}}},
		{"castling as last move", "?board=w:Ke1;b:Ke8&lastMove=O-O", []fault{{notation.FaultLastMove, 28, "O-O"}}},
		{"position and board", "?board=w:Ke1;b:Ke8&position=4k3/8/8/8/8/8/8/4K3 w - - 0 1", []fault{{notation.FaultTwice, 7, "board"}}},
		{"position with a fault", "?position=4k3/8/8/8/8/8/8/4X3%20w - - 0 1", []fault{{"unknown-letter", 27, "X"}}},
		{"position and a different turn", "?position=4k3/8/8/8/8/8/8/4K3 w - - 0 1&turn=black", []fault{{notation.FaultSide, 45, "White's turn"}}},
		{"position and a different last move", "?position=4k3/8/5n2/P6p/8/8/8/4K3 w - h6 0 1&lastMove=g8f6", []fault{{notation.FaultLastMove, 54, "h7h5"}}},
		{"last move on a board in space", "?position=START&variant=trid&lastMove=h7h5", []fault{{notation.FaultLastMove, 133, "h7h5"}}},
		{"last move backwards", "?board=w:Ke1;b:Ke8,Ph4&lastMove=h2h4", []fault{{notation.FaultLastMove, 32, "moved backwards"}}},
		{"last move over a piece", "?board=w:Ke1;b:Ke8,Ph5,Nh6&lastMove=h7h5", []fault{{notation.FaultLastMove, 36, "h6 to be empty"}}},
		{"last move with an occupied home square", "?board=w:Ke1;b:Ke8,Ph5,Nh7&lastMove=h7h5", []fault{{notation.FaultLastMove, 36, "h7 to be empty"}}},
		{"last move with an occupied origin", "?board=w:Ke1;b:Ke8,Nf6,Ng8&lastMove=g8f6", []fault{{notation.FaultLastMove, 36, "does not match the board: it needs g8 to be empty, but a black knight is there"}}},
		{"last move to its own origin", "?board=w:Ke1;b:Ke8,Nf6&lastMove=f6f6", []fault{{notation.FaultLastMove, 32, `lastMove "f6f6" is not a move`}}},
		{"last move with a different promotion", "?board=w:Ke2;b:Kd8,Ra1&lastMove=a2a1q", []fault{{notation.FaultLastMove, 32, "is a rook"}}},
		{"last move on an invalid board", "?board=w:Ke1;b:Ke9&lastMove=h7h5", []fault{{notation.FaultEntry, 16, `"e9"`}}},
		{"board in space without a position", "?variant=trid", []fault{{notation.FaultVariant, 9, "its links give the position as position="}}},
		{"last move in an unknown rule set", "?board=w:Ke1;b:Ke8&lastMove=h7h5&variant=go", []fault{{notation.FaultVariant, 41, `"go"`}}},
		{"malformed escape", "?board=w:Ke1%3;b:Ke8", []fault{{notation.FaultEscape, 12, `"%3;"`}, {notation.FaultEntry, 9, "Ke1"}}},
		{"truncated escape", "?board=w:Ke1;b:Ke8%", []fault{{notation.FaultEscape, 18, `"%"`}}},
		{"many faults", "?board=w:Zz9;q&turn=2&variant=go&castling=x&lastMove=no&study=2&turn=3", []fault{
			{notation.FaultEntry, 9, `"Zz9"`}, {notation.FaultList, 13, `"q"`}, {notation.FaultSide, 20, `"2"`},
			{notation.FaultVariant, 30, `"go"`}, {notation.FaultCastling, 42, "'x'"}, {notation.FaultLastMove, 53, `"no"`},
			{notation.FaultStudy, 62, `"2"`}, {notation.FaultTwice, 64, "turn is given twice"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			trid, _ := variant.Builtin().Find("trid")
			c.link = strings.Replace(c.link, "START", trid.Info().Start, 1)
			_, err := flattext.ParseLink(c.link, variant.Builtin().Find)
			var faults rules.Faults
			if !errors.As(err, &faults) {
				t.Fatalf("%q: got %v, want faults", c.link, err)
			}
			if len(faults) != len(c.want) {
				t.Errorf("%q: got %d faults, want %d: %+v", c.link, len(faults), len(c.want), faults)
			}
			for _, w := range c.want {
				if !slices.ContainsFunc(faults, func(f rules.Fault) bool {
					return f.Code == w.code && f.Offset == w.offset && strings.Contains(f.Message.String(), w.text)
				}) {
					t.Errorf("%q: fault %+v is missing in %+v", c.link, w, faults)
				}
			}
		})
	}
}

// TestLinkChessboardOnly checks that ParseLink rejects a board= parameter for rule sets that are not on a
// chessboard, and that FormatLink returns no link for them.
func TestLinkChessboardOnly(t *testing.T) {
	for _, r := range []rules.Rules{positions.Rules(t, variant.Builtin(), "trid"), tiny.Rules} {
		_, err := flattext.ParseLink("?board=w:Ke1;b:Kh8&variant=any", func(string) (rules.Rules, bool) { return r, true })
		if err == nil || !strings.Contains(err.Error(), "not played on an 8x8 board") {
			t.Errorf("%s: got %v", r.Info().Name, err)
		}
		p := board.Empty()
		if got := flattext.FormatLink(r, &p); got != "" {
			t.Errorf("%s: got the link %q", r.Info().Name, got)
		}
	}
}

// TestFormatLink checks that a link omits information that the board implies.
func TestFormatLink(t *testing.T) {
	for _, c := range []struct{ variant, fen, want string }{
		{"triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "?board=w:Ke1,Pa5;b:Ke8,Ph5&turn=white&lastMove=h7h5&variant=triboard"},
		{"triboard", "4k3/8/8/8/P6p/8/8/4K3 b - a3 0 1", "?board=w:Ke1,Pa4;b:Ke8,Ph4&turn=black&lastMove=a2a4&variant=triboard"},
		{"chess", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 5 9", "?board=w:Ke1,Ra1;b:Ke8,Rh8&turn=white&variant=chess"},
		{"chess", "4k2r/8/8/8/8/8/8/R3K3 w Q - 0 1", "?board=w:Ke1,Ra1;b:Ke8,Rh8&turn=white&castling=Q&variant=chess"},
		{"chess", "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", "?board=w:Ke1,Ra1;b:Ke8,Rh8&turn=white&castling=-&variant=chess"},
		{"nachfolger", "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", "?board=w:Ke1,Ra1;b:Ke8,Rh8&turn=white&variant=nachfolger"},
		{"cylinder", "8/8/8/8/8/8/8/QR2K3 b - - 0 1", "?board=w:Ke1,Qa1,Rb1;b:&turn=black&study=1&variant=cylinder"},
	} {
		r := positions.Rules(t, variant.Builtin(), c.variant)
		p := positions.From(t, r, c.fen)
		if got := flattext.FormatLink(r, &p); got != c.want {
			t.Errorf("%s %s: got %s, want %s", c.variant, c.fen, got, c.want)
		}
	}
}

// TestLinkRoundTrip formats positions from random games as links and parses them again. Links do not contain
// the clocks.
func TestLinkRoundTrip(t *testing.T) {
	for _, r := range positions.Flat(variant.Builtin()) {
		for p := range positions.Games(t, r, 3, 10, 80, positions.Any) {
			link := flattext.FormatLink(r, p)
			l, err := flattext.ParseLink(link, variant.Builtin().Find)
			want := *p
			want.HalfmoveClock, want.FullmoveNumber = 0, 1
			if err != nil || l.Position != want || l.Rules != r || len(l.Notices) > 0 {
				t.Errorf("%s was read as %s, %v, %q", link, r.Guide().FormatPosition(&l.Position), err, l.Notices)
			}
		}
	}
}

// TestLinkNotices checks the notices about squares that are listed more than once, and the limit on notices
// of each kind.
func TestLinkNotices(t *testing.T) {
	many := "?board=w:Ke1"
	for _, file := range "abcdefgh" {
		many += fmt.Sprintf(",P%c3,P%c3,P%c4,N%c4", file, file, file, file)
	}
	for _, c := range []struct {
		link string
		want []string
	}{
		{"?board=w:Ke1,Ra1,Na1;b:Ke8,Ba1", []string{"a1 is given 3 times: the white rook and the white knight were dropped, the black bishop stays"}},
		{"?board=w:Ke1" + strings.Repeat(",Na1", 300) + ";b:Ke8", []string{"a1 is given 300 times, each time with the white knight"}},
		{"?board=w:Ke1" + strings.Repeat(",Na1,Ba1", 150) + ";b:Ke8", []string{"a1 is given 300 times: the white knight was dropped, the white bishop stays"}},
		{many + ";b:" + strings.Repeat("&x=1", 20), []string{
			7: "13 more parts of the link were ignored",
			8: "a3 is given twice, both times with the white pawn", 15: "9 more squares are given more than once: the last piece on each stays",
			16: "Black has no king: opened as a position without a king",
		}},
	} {
		l, err := flattext.ParseLink(c.link, variant.Builtin().Find)
		if err != nil {
			t.Fatalf("flattext.ParseLink(%q): %v", c.link, err)
		}
		same := slices.EqualFunc(texts(l.Notices), c.want, func(got, want string) bool { return want == "" || got == want })
		if !same {
			t.Errorf("%.40s: got the notices %q, want %q", c.link, l.Notices, c.want)
		}
	}
}

// TestLinkHostile checks that the messages for hostile links are short.
func TestLinkHostile(t *testing.T) {
	for _, link := range []string{
		strings.Repeat("?", 10<<20),
		strings.Repeat("a=b&", 2048),
		"?board=" + strings.Repeat("w:;", 2700),
		"?board=w:" + strings.Repeat("Ka1,", 2000),
		"?board=w:" + strings.Repeat("Zz9,", 2000),
		"?board=" + strings.Repeat("%", 8000),
		"?board=" + strings.Repeat("%00", 2700),
	} {
		l, err := flattext.ParseLink(link, variant.Builtin().Find)
		messages := strings.Join(texts(l.Notices), ";")
		if err != nil {
			messages += err.Error()
		}
		if messages == "" || len(messages) > 8000 {
			t.Errorf("%.40q: error messages have %d characters", link, len(messages))
		}
	}
}

// TestLinkOtherBoards parses links to positions on boards in space. They contain the text of the position and
// the squares of the last move.
func TestLinkOtherBoards(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "trid")
	p := positions.Play(t, r, positions.From(t, r, r.Info().Start), "b2Wb4W")
	const move = "b2Wb4W"
	for _, c := range []struct{ given, link string }{
		{"", "?variant=trid&position=" + url.QueryEscape(r.Guide().FormatPosition(&p)) + "&lastMove=" + move},
		{"trid", "fen=" + r.Guide().FormatPosition(&p) + "&lastmove=" + url.QueryEscape(move[:3]+" → "+move[3:])},
	} {
		var given rules.Rules
		if c.given != "" {
			given = r
		}
		l, err := flattext.ParseLinkFor(given, c.link, variant.Builtin().Find)
		if err != nil || l.Rules != r || l.Position != p || l.LastMove != move || len(l.Notices) > 0 {
			t.Errorf("%s was read as %s, last move %q, %q, %v; want %s", c.link, r.Guide().FormatPosition(&l.Position), l.LastMove, l.Notices, err, move)
		}
	}
	_, err := flattext.ParseLinkFor(r, "?board=w:Ke1;b:Ke8&variant=chess", variant.Builtin().Find)
	if err == nil || err.Error() != "the link is for chess, not for trid" {
		t.Errorf("a link for another rule set: got %v", err)
	}
}

func texts(all []message.Message) []string {
	var texts []string
	for _, m := range all {
		texts = append(texts, m.String())
	}
	return texts
}
