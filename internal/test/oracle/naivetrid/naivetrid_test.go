package naivetrid

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/long"
)

// most returns the largest perft count to check.
func most() int {
	if !long.Enabled() {
		return 20_000
	}
	return 210_000
}

func TestPerft(t *testing.T) {
	for _, variant := range []string{"trid", "meder"} {
		data, err := os.ReadFile("../../../../variant/" + variant + "/" + variant + ".perft")
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		for block := range strings.SplitSeq(string(data), "\n\n") {
			var id, text string
			counts := map[int]int{}
			for line := range strings.Lines(block) {
				word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
				switch word {
				case "id":
					id = rest
				case "epd":
					text = rest + " 0 9"
					if id == "start" {
						text = rest + " 0 1"
					}
				case "perft":
					depth, count, _ := strings.Cut(rest, " ")
					d, err1 := strconv.Atoi(depth)
					n, err2 := strconv.Atoi(count)
					if err1 != nil || err2 != nil {
						t.Fatalf("%s: bad line %q", variant, line)
					}
					counts[d] = n
				}
			}
			if id == "" {
				continue
			}
			t.Run(variant+"/"+id, func(t *testing.T) {
				t.Parallel()
				for depth, want := range counts {
					if want > most() {
						continue
					}
					if got, err := Perft(variant, text, depth); err != nil || got != want {
						t.Errorf("%s\nperft %d: %d, %v; want %d", text, depth, got, err, want)
					}
				}
			})
		}
	}
}

func mustParse(t *testing.T, variant, text string) *Pos {
	t.Helper()
	p, err := Parse(variant, text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// TestBoardMoves compares all moves of one board with the expected list. The kings are on files
// that no board can cover.
func TestBoardMoves(t *testing.T) {
	const empty = "W:4/4/4/1K2|N:4/4/4/4|B:4/2k1/4/4|"
	const elsewhere = "|QL6b:2/2|KL1w:2/2|KL6b:2/2"
	for _, test := range []struct{ name, variant, text, pin, want string }{
		// Adjacency and direction: trid 6.1-3, meder 6.1-3.
		{"occupied at QL2", "trid", empty + "QL2w:2/N1" + elsewhere + " w", "QL2",
			"QL2-KL2 QL2-KL2^180 QL2-KL3 QL2-KL3^180 QL2-QL3 QL2-QL3^180 QL2^180"},
		{"occupied at QL2", "meder", empty + "QL2w:2/N1" + elsewhere + " w", "QL2", "QL2-KL2 QL2-QL4"},
		{"empty at QL2", "trid", empty + "QL2w^:2/2" + elsewhere + " w", "QL2",
			"QL2-KL2 QL2-KL2^0 QL2-KL3 QL2-KL3^0 QL2-QL1 QL2-QL1^0 QL2-QL3 QL2-QL3^0 QL2^0"},
		{"empty at QL2", "meder", empty + "QL2w:2/2" + elsewhere + " w", "QL2", "QL2-KL2 QL2-QL1 QL2-QL3 QL2-QL4"},
		{"the passenger's side controls", "trid", empty + "QL1w:2/2|QL5b:2/N1|KL1w:2/2|KL4b:2/2 w", "QL5",
			"QL5-KL5 QL5-KL5^180 QL5-KL6 QL5-KL6^180 QL5-QL6 QL5-QL6^180 QL5^180"},
		{"the owner does not", "trid", empty + "QL1w:2/2|QL5b:2/N1|KL1w:2/2|KL4b:2/2 b", "QL5", ""},
		{"two aboard", "trid", empty + "QL2w:2/NN" + elsewhere + " w", "QL2", ""},
		{"pin 1 has three neighbours", "meder", empty + "QL1w:2/2|QL6b:2/2|KL6b:2/2|KL4w:2/2 w", "QL1", "QL1-KL1 QL1-QL2 QL1-QL3"},
		{"pin 3 has five neighbours", "meder", empty + "QL3w:2/2|QL6b:2/2|KL6b:2/2|KL4w:2/2 w", "QL3",
			"QL3-KL3 QL3-QL1 QL3-QL2 QL3-QL4 QL3-QL5"},
		{"QL4 to QL5 is forward for Black", "meder", empty + "QL4b:2/n1|KL1w:2/2|KL2w:2/2|KL6b:2/2 b", "QL4",
			"QL4-KL4 QL4-QL2 QL4-QL3 QL4-QL5"},

		// Shadow: trid 6.5.
		{"pawn over the pin", "trid", "W:4/4/4/1K2|N:4/4/P3/4|B:4/2k1/4/4|QL1w:2/2|QL6b:2/2|KL2w:2/2|KL6b:2/2 w", "QL1",
			"QL1-KL1 QL1-KL1^180 QL1^180"},
		{"knight over the pin", "trid", "W:4/4/4/1K2|N:4/4/N3/4|B:4/2k1/4/4|QL1w:2/2|QL6b:2/2|KL2w:2/2|KL6b:2/2 w", "QL1",
			"QL1-KL1 QL1-KL1^180 QL1-QL2 QL1-QL2^180 QL1^180"},
		{"king on a board over the pin", "trid", "W:4/4/4/1K2|N:4/4/4/4|B:4/4/4/4|QL1w:2/2|QL5b:1k/2|KL2w:2/2|KL6b:2/2 w", "QL1",
			"QL1-KL1 QL1-KL1^180 QL1^180"},
		{"no shadow in meder", "meder", "W:4/4/4/1K2|N:4/4/P3/4|B:4/2k1/4/4|QL1w:2/2|QL6b:2/2|KL2w:2/2|KL6b:2/2 w", "QL1",
			"QL1-KL1 QL1-QL2 QL1-QL3"},
		{"no half turn under a piece", "trid", "W:4/4/4/RK2|N:4/4/4/4|B:4/2k1/4/4|QL1w:2/2|QL6b:2/2|KL2w:2/2|KL6b:2/2 w", "QL1",
			"QL1-KL1 QL1-KL1^180 QL1-QL2 QL1-QL2^180"},

		// Promotion of a carried pawn and of a corner pawn: 4.6, 4.7.
		{"carried home", "meder", empty + "QL1w:2/2|QL5w:1P/2|KL1b:2/2|KL6b:2/2 w", "QL5",
			"QL5-KL5 QL5-QL4 QL5-QL6=b QL5-QL6=n QL5-QL6=q QL5-QL6=r"},
		{"carried home by the half turn", "trid", empty + "QL4w:2/2|QL5w:2/P1|KL5b:2/2|KL6b:2/2 w", "QL5",
			"QL5-QL6 QL5-QL6^180=b QL5-QL6^180=n QL5-QL6^180=q QL5-QL6^180=r QL5^180"},
		{"a8QL6 is not the furthest rank", "meder", empty + "QL1w:2/2|QL4w:2/1P|KL1b:2/2|KL6b:2/2 w", "QL4", "QL4-KL4 QL4-QL6"},
		{"own corner pawn", "meder", "W:4/4/4/1K2|N:4/4/4/4|B:P3/2k1/4/4|QL6w:2/2|QL4b:2/2|KL1w:2/2|KL6b:2/2 w", "QL6",
			"QL6-QL5=b QL6-QL5=n QL6-QL5=q QL6-QL5=r"},
		{"enemy corner pawn", "meder", "W:4/4/4/1K2|N:4/4/4/4|B:P3/2k1/4/4|QL6b:2/2|QL4b:2/2|KL1w:2/2|KL6w:2/2 b", "QL6", "QL6-QL5"},
		{"its queen would give check", "meder", "W:4/4/4/1K2|N:4/4/4/4|B:P1k1/4/4/4|QL6b:2/2|QL4b:2/2|KL1w:2/2|KL6w:2/2 b", "QL6", ""},
		{"corner pawn of Black", "trid", "W:4/4/1K2/3p|N:4/4/4/4|B:4/2k1/4/4|QL1w:2/2|QL2w:2/2|KL1b:2/2|KL3b:2/2 b", "KL1",
			"KL1-KL2=b KL1-KL2=n KL1-KL2=q KL1-KL2=r KL1-KL2^180=b KL1-KL2^180=n KL1-KL2^180=q KL1-KL2^180=r"},
	} {
		p := mustParse(t, test.variant, test.text+" - - - 0 9")
		var got []string
		for _, move := range p.Moves() {
			if strings.HasPrefix(move, test.pin) {
				got = append(got, move)
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s, %s: %v; want %s", test.variant, test.name, got, test.want)
		}
	}
}

// TestPlay plays one move and compares the resulting text. An empty text means that the move is
// illegal.
func TestPlay(t *testing.T) {
	const start = "W:4/4/PPPP/NBBN|N:4/4/4/4|B:nbbn/pppp/4/4|QL1w:PP/RQ|QL6b:rq/pp|KL1w:PP/KR|KL6b:kr/pp w KQkq - *"
	const bare = "W:4/4/4/4|N:4/4/4/4|B:4/4/4/4|"
	const rooks = bare + "QL1w:2/R1|QL6b:r1/2|KL1w:PP/KR|KL6b:kr/2"
	for _, test := range []struct{ name, variant, text, move, want string }{
		{"double step", "trid", start + " 5 1", "b2Wb4N",
			"W:4/4/P1PP/NBBN|N:4/4/1P2/4|B:nbbn/pppp/4/4|QL1w:PP/RQ|QL6b:rq/pp|KL1w:PP/KR|KL6b:kr/pp b KQkq - * 0 1"},
		{"en passant square named", "meder", "W:4/4/P3/4|N:4/4/1p2/4|B:4/4/4/4|QL1w:2/1K|QL4b:2/2|KL1w:2/2|KL6b:k1/2 w - - a2W 3 7", "a2Wa4W",
			"W:P3/4/4/4|N:4/4/1p2/4|B:4/4/4/4|QL1w:2/1K|QL4b:2/2|KL1w:2/2|KL6b:k1/2 b - a4W - 0 7"},
		{"en passant, choice of level", "meder", "W:P3/4/4/4|N:4/4/1p2/4|B:4/4/4/4|QL1w:2/1K|QL4b:2/2|KL1w:2/2|KL6b:k1/2 b - a4W - 0 7", "b4Na3W",
			"W:4/p3/4/4|N:4/4/4/4|B:4/4/4/4|QL1w:2/1K|QL4b:2/2|KL1w:2/2|KL6b:k1/2 w - - - 0 8"},

		{"king's side", "trid", rooks + " w KQkq - * 0 2", "O-O", bare + "QL1w:2/R1|QL6b:r1/2|KL1w:PP/RK|KL6b:kr/2 b kq - * 1 2"},
		{"queen's side", "trid", rooks + " w KQkq - * 0 2", "O-O-O", bare + "QL1w:2/1K|QL6b:r1/2|KL1w:PP/RR|KL6b:kr/2 b kq - * 1 2"},
		{"king's side", "meder", rooks + " b KQkq - * 0 2", "O-O", bare + "QL1w:2/R1|QL6b:r1/2|KL1w:PP/KR|KL6b:rk/2 w KQ - * 1 3"},
		{"queen's side", "meder", rooks + " b KQkq - * 0 2", "O-O-O", bare + "QL1w:2/R1|QL6b:1k/2|KL1w:PP/KR|KL6b:rr/2 w KQ - * 1 3"},
		{"not on move 1", "trid", rooks + " w KQkq - * 0 1", "O-O", ""},
		{"not on move 1", "trid", rooks + " b KQkq - * 0 1", "O-O-O", ""},
		{"not without the right", "trid", rooks + " w Qkq - * 0 2", "O-O", ""},
		{"not on to a piece", "trid", bare + "QL1w:2/RN|QL6b:r1/2|KL1w:PP/KR|KL6b:kr/2 w KQkq - * 0 2", "O-O-O", ""},
		{"not on to an attacked square", "trid", "W:4/4/4/4|N:4/r3/4/4|B:4/4/4/4|QL1w:2/R1|QL6b:2/2|KL1w:PP/KR|KL6b:kr/2 w KQk - * 0 2", "O-O-O", ""},
		{"a captured rook takes its right", "trid", rooks + " w KQkq - * 0 2", "z0QL1z9QL6", bare + "QL1w:2/2|QL6b:R1/2|KL1w:PP/KR|KL6b:kr/2 b Kk - * 0 2"},

		{"a carried rook loses its right", "trid", rooks + " w KQkq - * 4 2", "QL1-QL2", bare + "QL2w:2/R1|QL6b:r1/2|KL1w:PP/KR|KL6b:kr/2 b Kkq - * 5 2"},
		{"also by a half turn", "trid", rooks + " b KQkq - * 4 2", "QL6^180", bare + "QL1w:2/R1|QL6b^:2/1r|KL1w:PP/KR|KL6b:kr/2 w KQk - * 5 3"},
		{"and back", "trid", bare + "QL1w:2/R1|QL6b^:2/1r|KL1w:PP/KR|KL6b:kr/2 b KQk - * 4 2", "QL6^0", rooks + " w KQk - * 5 3"},
		{"a carried pawn loses its double step", "trid", bare + "QL1w:P1/2|QL6b:2/2|KL1w:P1/K1|KL6b:kr/2 w - - * 4 2", "QL1^180",
			bare + "QL1w^:2/1P|QL6b:2/2|KL1w:P1/K1|KL6b:kr/2 b - - * 5 2"},

		{"one choice for both pawns", "trid", "W:4/4/4/1K2|N:4/4/4/4|B:P3/4/1k2/4|QL1w:2/2|QL2w:2/2|QL6b:2/P1|KL2b:2/2 w - - - 4 9", "QL6-KL6^180=n",
			"W:4/4/4/1K2|N:4/4/4/4|B:N3/4/1k2/4|QL1w:2/2|QL2w:2/2|KL2b:2/2|KL6b^:1N/2 b - - - 0 9"},
		{"enemy pawn becomes a queen", "trid", "W:4/4/4/1K2|N:4/4/4/4|B:P3/2k1/4/4|QL1w:2/2|QL2w:2/2|QL6b:2/2|KL2b:2/2 b - - - 4 9", "QL6-KL6",
			"W:4/4/4/1K2|N:4/4/4/4|B:Q3/2k1/4/4|QL1w:2/2|QL2w:2/2|KL2b:2/2|KL6b:2/2 w - - - 0 10"},
	} {
		got := ""
		if after := mustParse(t, test.variant, test.text).Play(test.move); after != nil {
			got = after.Text()
		}
		if got != test.want {
			t.Errorf("%s, %s: %s gives\n%s; want\n%s", test.variant, test.name, test.move, got, test.want)
		}
	}
}

func TestInCheck(t *testing.T) {
	for text, want := range map[string]bool{
		// Kings may share a column, and kings in adjacent columns attack each
		// other on any level (3.4, 3.9).
		"W:3K/4/4/4|N:4/4/3k/4|B:4/4/4/4|QL1w:2/2|QL2w:2/2|QL6b:2/2|KL6b:2/2 w - - - 0 9": false,
		"W:3K/4/4/4|N:4/3k/4/4|B:4/4/4/4|QL1w:2/2|QL2w:2/2|QL6b:2/2|KL6b:2/2 w - - - 0 9": true,
		// A rider passes over columns without squares, but not over columns with a piece (3.3).
		"W:4/4/4/4|N:4/4/4/4|B:4/4/4/4|QL1w:2/r1|QL6b:2/2|KL1w:2/K1|KL6b:k1/2 w - - - 0 9":   true,
		"W:4/4/4/4|N:4/4/4/4|B:4/4/4/4|QL1w:2/rn|QL6b:2/2|KL1w:2/K1|KL6b:k1/2 w - - - 0 9":   false,
		"W:2B1/4/4/4|N:4/4/r2K/4|B:4/4/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:k1/2 w - - - 0 9": false,
	} {
		if got := mustParse(t, "trid", text).InCheck(); got != want {
			t.Errorf("%s: in check %t; want %t", text, got, want)
		}
	}
}
