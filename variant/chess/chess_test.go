package chess_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/test/ruletest"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant/chess"

	flattext "github.com/tainchess/tain/variant/flat/text"
)

func TestRules(t *testing.T) {
	ruletest.Run(t, chess.Rules, []ruletest.Case{
		{
			Rule: "0.3 a pinned piece still attacks", Text: "4r3/8/8/8/8/8/k3R3/4K3 b - - 0 1",
			State: "check", Illegal: "a2b2",
		},
		{
			Rule: "0.4 every king is royal", Text: "4k3/8/8/8/8/8/7K/K3r3 w - - 0 1",
			State: "check", Legal: "a1a2 a1b2", Illegal: "h2h3 h2g2",
		},
		{Rule: "0.4 two kings attacked at once are mated", Text: "4k3/8/8/8/8/8/8/K3r2K w - - 0 1", State: "mate"},
		{
			Rule: "0.5 a move is legal only if it leaves none of the mover's kings attacked", Text: "7k/8/8/8/8/8/K5Kr/8 w - - 0 1",
			Reach: "g2: h2", Illegal: "a2a3",
		},
		{Rule: "0.6 checkmate", Text: "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", State: "mate"},
		{Rule: "0.6 stalemate", Text: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", State: "stalemate"},
		{
			Rule: "0.7 a side without a king is never in check", Text: "4k3/8/8/8/8/8/1q6/R7 w - - 0 1",
			State: "free", Legal: "a1a8 a1b1",
		},
		{
			Rule: "0.7 a side without a king is never mated", Text: "4k3/8/8/8/8/p7/P7/8 w - - 0 1",
			State: "stalemate",
		},
		{Rule: "0.1 a file and a rank name a square", Text: "7k/8/8/8/8/8/8/R3K3 w - - 0 1", Reach: "a1: a2 a3 a4 a5 a6 a7 a8 b1 c1 d1"},
		{
			Rule: "0.2 en passant is a capture, castling is quiet", Text: "4k3/8/8/3pP3/8/8/8/4K2R w K d6 5 9",
			Moves: "e5d6", Then: "4k3/8/3P4/8/8/8/8/4K2R b K - 0 9",
		},
		{Rule: "0.3 a side is in check when its king is attacked", Text: "4k3/8/8/8/8/8/8/K3r3 w - - 0 1", State: "check"},
		{
			Rule: "1.1 the starting position", Then: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", State: "free",
		},
		{
			Rule: "1.2 White begins, sides alternate, own pieces block", Moves: "e2e4 e7e5",
			Legal: "g1f3", Illegal: "e5e4 g8f6 a1a2 d1d2 e4e5",
		},
		{
			Rule: "1.3 a rook moves along its rank and file", Text: "7k/8/8/3p4/1P1R4/8/8/K7 w - - 0 1",
			Reach: "d4: c4 d1 d2 d3 d5 e4 f4 g4 h4",
		},
		{
			Rule: "1.3 a bishop moves along its diagonals", Text: "7k/6p1/8/8/3B4/8/5P2/K7 w - - 0 1",
			Reach: "d4: a7 b2 b6 c3 c5 e3 e5 f6 g7",
		},
		{
			Rule: "1.3 a queen moves like a rook or a bishop", Text: "7k/8/1p3p2/8/1p1Q1p2/8/1P1P1P2/7K w - - 0 1",
			Reach: "d4: b4 b6 c3 c4 c5 d3 d5 d6 d7 d8 e3 e4 e5 f4 f6",
		},
		{
			Rule: "1.4 a knight leaps", Text: "7k/8/8/8/8/1p6/PPPP4/KN6 w - - 0 1", Reach: "b1: a3 c3",
		},
		{
			Rule: "1.5 a king moves to adjacent squares that are not attacked", Text: "7k/8/8/8/8/4r3/8/6K1 w - - 0 1",
			Reach: "g1: f1 f2 g2 h1 h2", Illegal: "g1g3",
		},
		{
			Rule: "1.6 a pawn captures diagonally and moves straight", Text: "4k3/8/8/8/4p3/3n1b2/4P3/K7 w - - 0 1",
			Reach: "e2: d3 e3 f3",
		},
		{
			Rule: "1.9 castling kingside and queenside", Text: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 8", Moves: "e1g1 e8c8",
			SAN: "O-O, O-O-O", Then: "2kr3r/8/8/8/8/8/8/R4RK1 w - - 5 9",
		},
		{
			Rule: "1.9 castling needs empty squares between", Text: "rn2k1nr/8/8/8/8/8/8/RN2K1NR w KQkq - 0 1",
			Illegal: "e1g1 e1c1",
		},
		{
			Rule: "1.9 castling is not allowed in check", Text: "4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
			State: "check", Illegal: "e1g1 e1c1",
		},
		{
			Rule: "1.9 castling does not cross an attacked square", Text: "3rkr2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
			Illegal: "e1g1 e1c1",
		},
		{
			Rule: "1.9 castling does not end on an attacked square", Text: "2r1k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
			Illegal: "e1g1 e1c1",
		},
		{
			Rule: "1.9 only the king's squares matter in castling", Text: "1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
			Legal: "e1g1 e1c1",
		},
		{
			Rule: "1.9 a king that has moved never castles", Text: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
			Moves: "e1e2 a8b8 e2e1 b8a8", Then: "r3k2r/8/8/8/8/8/8/R3K2R w k - 4 3", Illegal: "e1g1 e1c1",
		},
		{
			Rule: "1.9 capturing a rook removes its castling right", Text: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
			Moves: "a1a8", Then: "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1", State: "check",
		},
		{
			Rule: "1.7 en passant", Text: "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", Moves: "d7d5 e5d6",
			SAN: "d5, exd6", Then: "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2",
		},
		{
			Rule: "1.7 en passant is available for one move", Text: "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", Moves: "d7d5 e1e2 e8e7",
			Illegal: "e5d6",
		},
		{
			Rule: "1.7 en passant may not open a line on the king", Text: "8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1", Moves: "d2d4",
			Illegal: "e4d3", Then: "8/8/8/8/k2Pp2R/8/8/4K3 b - - 0 1",
		},
		{
			Rule: "1.7 en passant captures a checking pawn", Text: "8/3p4/8/4P3/2K5/8/8/7k b - - 0 1", Moves: "d7d5",
			State: "check", Legal: "e5d6",
		},
		{
			Rule: "1.8 promotion to queen, rook, bishop and knight", Text: "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1",
			Legal:   "e7e8q e7e8r e7e8b e7e8n e7d8q e7d8r e7d8b e7d8n",
			Illegal: "e7e8 e7e8k e7e8p",
		},
		{
			Rule: "1.6 pawns move two squares from their second rank only", Text: "4k3/p7/8/8/8/1P6/P7/4K3 w - - 0 1",
			Reach: "a2: a3 a4", Illegal: "b3b5",
		},
		{
			Rule: "1.6 a double step cannot jump over a piece", Text: "4k3/8/8/8/8/n7/P7/4K3 w - - 0 1",
			Illegal: "a2a3 a2a4",
		},
		{
			Rule: "2.1 a pawn move resets the clock", Text: "4k3/8/8/8/8/8/4P3/4K3 w - - 9 30", Moves: "e2e3",
			Then: "4k3/8/8/8/8/4P3/8/4K3 b - - 0 30",
		},
		{
			Rule: "2.1 a capture resets the clock", Text: "4k3/8/8/8/8/8/4r3/4K3 w - - 9 30", Moves: "e1e2",
			Then: "4k3/8/8/8/8/8/4K3/8 b - - 0 30",
		},
		{
			Rule: "2.1 other moves advance the clock", Text: "r3k3/8/8/8/8/8/8/4K2R w Kq - 9 30", Moves: "e1g1 e8c8",
			Then: "2kr4/8/8/8/8/8/8/5RK1 w - - 11 31",
		},
		{
			Rule: "4.1 an en passant square is named only if it can be used", Moves: "e2e4",
			Then: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		},
		{
			Rule: "4.1 it is the square passed over", Text: "4k3/8/8/8/4p3/8/3P4/4K3 w - - 7 9", Moves: "d2d4",
			Then: "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 9",
		},
		{
			Rule: "4.1 an unusable en passant square is accepted", Text: "4k3/8/8/8/3P4/8/8/4K3 b - d3 0 9",
			Then: "4k3/8/8/8/3P4/8/8/4K3 b - - 0 9",
		},
	})
}

// TestLinks covers rule 5 with a few links. The link tests cover it in full.
func TestLinks(t *testing.T) {
	for _, c := range []struct{ rule, link, want string }{
		{"5 the lists in either order, squares in either case", "?board=b:KE8, Ph5;w:Ke1,Pg5&variant=chess", "4k3/8/8/6Pp/8/8/8/4K3 w - - 0 1"},
		{"5 a double step opens en passant", "?board=w:Ke1,Pg5;b:Ke8,Ph5&turn=white&lastMove=h7h5&variant=chess", "4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 1"},
		{"5 castling rights follow from king and rook at home", "?board=w:Ke1,Rh1;b:Ke8,Ra8&variant=chess", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"},
		{"5 the link overrides castling rights", "?board=w:Ke1,Rh1;b:Ke8,Ra8&castling=q&variant=chess", "r3k3/8/8/8/8/8/8/4K2R w q - 0 1"},
		{"5 the later piece on a square wins", "?board=w:Ke1,Na1,Ba1;b:Ke8&variant=chess", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1"},
		{"5 an impossible last move is rejected", "?board=w:Ke1;b:Ke8&lastMove=h7h5&variant=chess", ""},
	} {
		t.Run(c.rule, func(t *testing.T) {
			l, err := flattext.ParseLink(c.link, registry.New(chess.Rules).Find)
			if c.want == "" && err == nil {
				t.Error("ParseLink succeeded; want an error")
			}
			if c.want == "" {
				return
			}
			if got := chess.Rules.Guide().FormatPosition(&l.Position); err != nil || got != c.want {
				t.Errorf("ParseLink: %s, %v; want %s", got, err, c.want)
			}
		})
	}
}

// line plays moves from a position and returns the outcome.
func line(t *testing.T, text string, rounds int, moves ...string) rules.Outcome {
	t.Helper()
	l := rules.NewLine(chess.Rules, positions.From(t, chess.Rules, text))
	for range rounds {
		for _, m := range moves {
			if _, err := l.PlayText(m); err != nil {
				t.Fatalf("l.PlayText(%q): %v", m, err)
			}
		}
	}
	return l.Outcome()
}

// TestDraws covers the claimed and automatic draws of rule 1.10, which apply in all rule sets.
func TestDraws(t *testing.T) {
	const shuffle, alone = "r3k3/8/8/8/8/8/8/4K2R w - - 0 1", "r3k3/8/8/8/8/8/8/4K2R w - - "
	back := []string{"h1g1", "a8b8", "g1h1", "b8a8"}
	for _, c := range []struct {
		rule   string
		got    rules.Outcome
		reason rules.Reason
		claim  []rules.Reason
	}{
		{"1.10 twofold repetition has no effect", line(t, shuffle, 1, back...), "", nil},
		{"1.10 threefold repetition may be claimed", line(t, shuffle, 2, back...), "", []rules.Reason{rules.Threefold}},
		{"1.10 fourfold repetition may be claimed", line(t, shuffle, 3, back...), "", []rules.Reason{rules.Threefold}},
		{"1.10 fivefold repetition ends the game", line(t, shuffle, 4, back...), rules.Fivefold, nil},
		{"1.10 before fifty moves", line(t, alone+"98 80", 1, "h1g1"), "", nil},
		{"1.10 fifty moves may be claimed", line(t, alone+"99 80", 1, "h1g1"), "", []rules.Reason{rules.Fifty}},
		{"1.10 before seventy-five moves", line(t, alone+"148 80", 1, "h1g1"), "", []rules.Reason{rules.Fifty}},
		{"1.10 seventy-five moves end the game", line(t, alone+"149 80", 1, "h1g1"), rules.SeventyFive, nil},
		{"1.10 mate takes precedence over seventy-five moves", line(t, "7k/5K2/8/8/8/8/8/6R1 w - - 149 80", 1, "g1h1"), rules.Checkmate, nil},
		{"3.1 a dead position ends the game", line(t, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", 1, "e1e2"), rules.Dead, nil},
	} {
		t.Run(c.rule, func(t *testing.T) {
			if c.got.Reason != c.reason || !slices.Equal(c.got.Claim, c.claim) {
				t.Errorf("reason %q, claims %v; want %q, %v", c.got.Reason, c.got.Claim, c.reason, c.claim)
			}
			if want := rules.Ongoing; c.reason == "" && c.got.Result != want {
				t.Errorf("result %q", c.got.Result)
			}
		})
	}
}

// TestSamePosition checks which positions count as the same (rule 2.2).
func TestSamePosition(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, c := range []struct {
		rule       string
		one, other [2]string // a position and moves
		same       bool
	}{
		{"2.2 transposed moves lead to the same position", [2]string{start, "g1f3 g8f6 b1c3"}, [2]string{start, "b1c3 g8f6 g1f3"}, true},
		{"2.2 clocks do not matter", [2]string{start, "g1f3 g8f6 f3g1 f6g8"}, [2]string{start, ""}, true},
		{"2.2 the side to move matters", [2]string{start, "e2e3 e7e5 e3e4"}, [2]string{start, "e2e4 e7e5"}, false},
		{"2.2 castling rights matter", [2]string{start, "g1f3 g8f6 h1g1 h8g8 g1h1 g8h8"}, [2]string{start, "g1f3 g8f6"}, false},
		{"2.2 a legal en passant capture matters", [2]string{"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5"}, [2]string{"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", ""}, false},
		{"2.2 a missing en passant capture does not matter", [2]string{"4k3/3p4/8/8/8/8/8/4K3 b - - 0 1", "d7d5"}, [2]string{"4k3/8/8/3p4/8/8/8/4K3 w - - 0 1", ""}, true},
		{"2.2 an illegal en passant capture does not matter", [2]string{"8/3p4/8/r3P1K1/8/8/8/4k3 b - - 0 1", "d7d5"}, [2]string{"8/8/8/r2pP1K1/8/8/8/4k3 w - - 0 1", ""}, true},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var hashes [2]uint64
			for i, way := range [][2]string{c.one, c.other} {
				p := positions.Play(t, chess.Rules, positions.From(t, chess.Rules, way[0]), strings.Fields(way[1])...)
				hashes[i] = p.Hash
			}
			if (hashes[0] == hashes[1]) != c.same {
				t.Errorf("hashes = %x and %x", hashes[0], hashes[1])
			}
		})
	}
}

// TestInvalidPositions checks the number of faults that ParsePosition reports together (rule 4.2).
func TestInvalidPositions(t *testing.T) {
	for text, faults := range map[string]int{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1 1":   1, // one field too many
		"4k3/8/8/8/8/8/9/4K3 w - - 0 1":     2, // an unknown letter, and a rank that is too short
		"4k3/8/8/8/8/8/7x/4K3 w - - 0 1":    1,
		"P3k3/8/8/8/8/8/8/4K3 w - - 0 1":    1,
		"4k3/8/8/8/8/8/8/4K3 x - - 0 1":     1,
		"4k3/8/8/8/8/8/8/4K3 w K - 0 1":     1,
		"4k3/8/8/8/8/8/8/4K3 w - e6 0 1":    1,
		"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1":   1,
		"4k3/8/8/8/8/8/8/8 w - - 0 1":       1,
		"4k3/8/8/8/8/8/8/4K3 w - - x 1":     1,
		"P3k3/4R3/8/8/8/8/8/4K3 w KQ - 0 1": 4,
	} {
		_, err := chess.Rules.Guide().ParsePosition(text, rules.ParseOptions{})
		var found rules.Faults
		errors.As(err, &found)
		if len(found) != faults {
			t.Errorf("4.2: ParsePosition(%s): %v, want %d in all", text, err, faults)
		}
	}
}

func TestDead(t *testing.T) {
	for text, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3":       true,  // K v K
		"4k3/8/8/8/8/8/8/4KN2":      true,  // K+N v K
		"4kb2/8/8/8/8/8/8/4K3":      true,  // K v K+B
		"4kb2/8/8/8/8/8/8/2B1K3":    true,  // all bishops on dark squares
		"4k3/8/8/8/8/B1B1B3/8/b3K3": true,  // any number of dark-squared bishops
		"4kb2/8/8/8/8/8/8/4KB2":     false, // one dark, one light
		"4k3/8/8/8/8/8/8/3BKB2":     true,  // d1 and f1 are both light
		"4k3/8/8/8/8/8/8/2B1KB2":    false,
		"4k3/8/8/8/8/8/8/4KNN1":     false, // helpmate is possible
		"4kn2/8/8/8/8/8/8/4KN2":     false,
		"4kn2/8/8/8/8/8/8/4KB2":     false,
		"4k3/8/8/8/8/8/4P3/4K3":     false,
		"4k3/8/8/8/8/8/8/4KR2":      false,
		"4k3/8/8/8/8/8/8/4KQ2":      false,
		"4k1k1/8/8/8/8/8/8/4K3":     false, // more than one king per side is never dead
		"8/8/8/8/8/8/8/4K3":         false, // a kingless setup
	} {
		p := positions.From(t, chess.Rules, text+" w - - 0 1")
		if got := chess.Rules.Dead(&p); got != want {
			t.Errorf("3: %s: Dead = %v", text, got)
		}
	}
	t.Run("3 a knight cannot mate", func(t *testing.T) { ruletest.NeverMate(t, chess.Rules, board.Knight) })
	t.Run("3 a bishop cannot mate", func(t *testing.T) { ruletest.NeverMate(t, chess.Rules, board.Bishop) })
}
