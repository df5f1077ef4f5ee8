package text_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestFENAccepted parses forms that rule 4 of chess allows, and checks the formatted position.
func TestFENAccepted(t *testing.T) {
	const kings = "4k3/8/8/8/8/8/8/4K3"
	for _, c := range []struct{ name, variant, fen, want string }{
		{"start", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
		{"castling letters in any order", "chess", "r3k2r/8/8/8/8/8/8/R3K2R b qKkQ - 3 9", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9"},
		{"four fields", "chess", kings + " w - -", kings + " w - - 0 1"},
		{"the board alone", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{"the board alone without castling", "nachfolger", "r3k3/8/8/8/8/8/8/4K2R", "r3k3/8/8/8/8/8/8/4K2R w - - 0 1"},
		{"the board and the side to move", "triboard", "r3k3/8/8/8/8/8/8/4K3 b", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1"},
		{"white space", "chess", "\t" + kings + "  w\n-\u00a0- 0 1\r\n", kings + " w - - 0 1"},
		{"move number 0", "chess", kings + " w - - 7 0", kings + " w - - 7 1"},
		{"leading zeros", "chess", kings + " w - - 007 0012", kings + " w - - 7 12"},
		{"largest clocks", "chess", kings + " b - - 65535 999999999", ""},
		{"two gaps in a row", "chess", "4k3/44/8/8/8/8/8/4K3 w - - 0 1", kings + " w - - 0 1"},
		{"several kings of a side", "chess", "k3k3/8/8/8/8/8/8/K3K3 w - - 0 1", ""},
		{"several kings, castling", "triboard", "4k3/8/8/8/3K4/8/8/R3K2R w KQ - 0 1", ""},
		{"no check over the seam on the plane", "chess", "4kb2/8/8/8/8/8/8/6K1 b - - 0 1", ""},
		{"a full board", "chess", "QQQQQQkQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQQ b - - 0 1", ""},

		{"en passant with a capture", "chess", "4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 1", ""},
		{"en passant in capitals", "chess", "4k3/8/8/4pP2/8/8/8/4K3 w - E6 0 1", "4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 1"},
		{"en passant without a capture", "chess", "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1"},
		{"en passant by a pinned pawn", "chess", "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4r2k/8/8/3pP3/8/8/8/4K3 w - - 0 1"},
		{"en passant that opens a rank", "chess", "4k3/8/8/8/R3Pp1k/8/8/4K3 b - e3 0 1", "4k3/8/8/8/R3Pp1k/8/8/4K3 b - - 0 1"},
		{"en passant over the seam", "cylinder", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", ""},
		{"no seam on the plane", "chess", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "4k3/8/8/P6p/8/8/8/4K3 w - - 0 1"},
		{"the crossed square, also in triboard", "triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", ""},
		{"seam capture illegal because of the king", "triboard", "r3k3/8/8/P6p/8/8/8/K7 w - h6 0 1", "r3k3/8/8/P6p/8/8/8/K7 w - - 0 1"},
		{"nachfolger start", "nachfolger", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := positions.Rules(t, variant.Builtin(), c.variant).Guide()
			p, err := g.ParsePosition(c.fen, rules.ParseOptions{})
			if err != nil {
				t.Fatalf("ParsePosition(%q): %v", c.fen, err)
			}
			if c.want == "" {
				c.want = c.fen
			}
			if got := g.FormatPosition(&p); got != c.want {
				t.Errorf("%q was written as %q, want %q", c.fen, got, c.want)
			}
			if p.Hash != g.Zobrist(&p) {
				t.Errorf("%q: hash = %x, computed from scratch %x", c.fen, p.Hash, g.Zobrist(&p))
			}
		})
	}
}

// TestFENRejected checks the faults in rule 4.2 of chess: the code, the offset and part of the message.
func TestFENRejected(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	for _, c := range []struct {
		name, variant, fen string
		code               rules.Code
		offset             int
		text               string
	}{
		{"nothing", "chess", "", notation.FaultFields, 0, "0 fields"},
		{"five fields", "chess", start + " w KQkq - 0", notation.FaultFields, 54, "5 fields"},
		{"seven fields", "chess", start + " w KQkq - 0 1 2", notation.FaultFields, 57, "7 fields"},
		{"seven ranks", "chess", "4k3/8/8/8/8/8/4K3 w - - 0 1", notation.FaultRanks, 0, "7 ranks"},
		{"nine ranks", "chess", "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", notation.FaultRanks, 0, "9 ranks"},
		{"short rank", "chess", "4k3/8/7/8/8/8/8/4K3 w - - 0 1", notation.FaultWidth, 6, "rank 6 is 7 squares wide"},
		{"rank too wide", "chess", "4k3/8/8/8/8/8/8/4K4 w - - 0 1", notation.FaultWidth, 16, "rank 1 is 9 squares wide"},
		{"rank with too many pieces", "chess", "4k3/ppppppppp/8/8/8/8/8/4K3 w - - 0 1", notation.FaultWidth, 4, "rank 7 is 9 squares wide"},
		{"empty rank", "chess", "4k3//8/8/8/8/8/4K3 w - - 0 1", notation.FaultWidth, 4, "rank 7 is 0 squares wide"},
		{"unknown letter", "chess", "4k3/8/3x4/8/8/8/8/4K3 w - - 0 1", notation.FaultLetter, 7, `"x"`},
		{"unknown letters", "chess", "4k3/8/xyz5/8/8/8/8/4K3 w - - 0 1", notation.FaultLetter, 6, `rank 6 contains "xyz"`},
		{"a gap of 9", "chess", "4k3/8/9/8/8/8/8/4K3 w - - 0 1", notation.FaultLetter, 6, `"9"`},
		{"binary", "chess", "4k3/8/\x00\xff6/8/8/8/8/4K3 w - - 0 1", notation.FaultLetter, 6, `"\x00\xff"`},
		{"white pawn on rank 8", "chess", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", notation.FaultPawn, 0, "white pawn is on a8"},
		{"black pawn on rank 8", "chess", "4k2p/8/8/8/8/8/8/4K3 w - - 0 1", notation.FaultPawn, 3, "black pawn is on h8"},
		{"pawn on rank 1", "chess", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", notation.FaultPawn, 16, "a1"},
		{"side", "chess", start + " W KQkq - 0 1", notation.FaultSide, 44, `"W"`},
		{"castling letter", "chess", start + " w KQkx - 0 1", notation.FaultCastling, 49, "'x'"},
		{"duplicate castling right", "chess", start + " w KQKq - 0 1", notation.FaultCastling, 48, "K is given twice"},
		{"castling rights and a dash", "chess", start + " w K- - 0 1", notation.FaultCastling, 47, "'-'"},
		{"no king on the first rank", "chess", "4k3/8/8/8/8/8/3K4/R6R w Q - 0 1", notation.FaultRight, 24, "white king on e1"},
		{"no king at home", "cylinder", "4k3/8/8/8/8/8/8/R2K3R w Q - 0 1", notation.FaultRight, 24, "white king on e1"},
		{"no rook at home", "chess", "4k3/8/8/8/8/8/8/4K2N w K - 0 1", notation.FaultRight, 23, "white rook on h1, but a white knight is there"},
		{"an enemy rook at home", "chess", "4k2R/8/8/8/8/8/8/4K3 b k - 0 1", notation.FaultRight, 23, "black rook on h8"},
		{"castling in nachfolger", "nachfolger", start + " w KQkq - 0 1", notation.FaultNoCastle, 46, "nachfolger has no castling"},
		{"invalid en passant square", "chess", "4k3/8/8/4pP2/8/8/8/4K3 w - e 0 1", notation.FaultEnPassant, 27, `"e"`},
		{"en passant on rank 3 for White", "chess", "4k3/8/8/4pP2/8/8/8/4K3 w - e3 0 1", notation.FaultEnPassant, 27, "rank 6"},
		{"en passant on rank 6 for Black", "chess", "4k3/8/8/8/8/8/8/4K3 b - e6 0 1", notation.FaultEnPassant, 24, "rank 3"},
		{"no pushed pawn", "chess", "4k3/8/8/5P2/8/8/8/4K3 w - e6 0 1", notation.FaultPushed, 26, "black pawn on e5"},
		{"a pushed pawn of the wrong side", "chess", "4k3/8/8/4PP2/8/8/8/4K3 w - e6 0 1", notation.FaultPushed, 27, "but a white pawn is there"},
		{"crossed square occupied", "chess", "4k3/8/4n3/4pP2/8/8/8/4K3 w - e6 0 1", notation.FaultHeld, 29, "e6 to be empty, but a black knight is there"},
		{"home square occupied", "chess", "4k3/4p3/8/4pP2/8/8/8/4K3 w - e6 0 1", notation.FaultHeld, 29, "e7 to be empty"},
		{"opponent in check", "chess", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", notation.FaultCheck, 1, "black king on e8 is attacked although it is White's turn"},
		{"check over the seam", "triboard", "4kb2/8/8/8/8/8/8/6K1 b - - 0 1", notation.FaultCheck, 18, "white king on g1"},
		{"one of several kings in check", "chess", "k3k3/8/8/8/8/8/8/R3K3 w - - 0 1", notation.FaultCheck, 0, "a8"},
		{"no white king", "chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", notation.FaultNoKing, -1, "White has no king"},
		{"no black king", "nachfolger", "8/8/8/8/8/8/8/K7 w - - 0 1", notation.FaultNoKing, -1, "Black has no king"},
		{"halfmove clock", "chess", start + " w KQkq - x 1", notation.FaultClock, 53, "halfmove clock \"x\""},
		{"negative clock", "chess", start + " w KQkq - -1 1", notation.FaultClock, 53, "digits only"},
		{"signed number", "chess", start + " w KQkq - 0 +1", notation.FaultClock, 55, "move number"},
		{"halfmove clock too large", "chess", start + " w KQkq - 65536 1", notation.FaultClock, 53, "larger than 65535"},
		{"move number too large", "chess", start + " w KQkq - 0 99999999999999999999999", notation.FaultClock, 55, "larger than"},
		{"digits in another script", "chess", start + " w KQkq - ٣ 1", notation.FaultClock, 53, "digits only"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := positions.Rules(t, variant.Builtin(), c.variant).Guide().ParsePosition(c.fen, rules.ParseOptions{})
			var faults rules.Faults
			if !errors.As(err, &faults) {
				t.Fatalf("%q: got %v, want faults", c.fen, err)
			}
			i := slices.IndexFunc(faults, func(f rules.Fault) bool { return f.Code == c.code })
			if i < 0 {
				t.Fatalf("%q: no fault with the code %s in %+v", c.fen, c.code, faults)
			}
			if f := faults[i]; f.Offset != c.offset || !strings.Contains(f.Message.String(), c.text) {
				t.Errorf("%q: got %d %q, want %d and %q", c.fen, f.Offset, f.Message.String(), c.offset, c.text)
			}
		})
	}
}

// TestFENDroppedRights checks that ParsePosition drops impossible castling rights only on request and reports
// each of them. It must keep the other rights and still report other faults.
func TestFENDroppedRights(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	for _, c := range []struct {
		variant, fen, want string
		dropped            []string
	}{
		{"chess", "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", []string{
			"castling Q needs a white rook on a1, but the square is empty",
			"castling k needs a black rook on h8, but the square is empty",
			"castling q needs a black rook on a8, but the square is empty"}},
		{"triboard", "r4k2/8/8/8/8/8/8/R3K3 w Qq - 0 1", "r4k2/8/8/8/8/8/8/R3K3 w Q - 0 1", []string{
			"castling q needs a black king on e8, but the square is empty"}},
		{"nachfolger", start + " w KQkq - 0 1", start + " w - - 0 1", []string{
			`nachfolger has no castling: write - for the castling rights, not "KQkq"`}},
		{"chess", start + " w KQkq - 0 1", start + " w KQkq - 0 1", nil},
	} {
		guide := positions.Rules(t, variant.Builtin(), c.variant).Guide()
		var dropped []string
		p, err := guide.ParsePosition(c.fen, rules.ParseOptions{Dropped: func(f rules.Fault) { dropped = append(dropped, f.Message.String()) }})
		if err != nil || guide.FormatPosition(&p) != c.want || !slices.Equal(dropped, c.dropped) {
			t.Errorf("%s: %q, %q, %v; want %q, %q", c.fen, guide.FormatPosition(&p), dropped, err, c.want, c.dropped)
		}
		if _, err := guide.ParsePosition(c.fen, rules.ParseOptions{}); (err == nil) != (c.dropped == nil) {
			t.Errorf("%s, parsed strictly: %v", c.fen, err)
		}
	}
	_, err := positions.Rules(t, variant.Builtin(), "chess").Guide().ParsePosition("4k3/8/8/8/8/8/8/8 w K - 0 1",
		rules.ParseOptions{Dropped: func(f rules.Fault) { t.Errorf("dropped %v from a rejected position", f) }})
	var faults rules.Faults
	if !errors.As(err, &faults) || len(faults) != 2 {
		t.Errorf("missing king and impossible right: %v", err)
	}
}

// TestFENAllErrors parses texts with many faults. Rule 4 of chess requires that all faults are reported
// together, except those that depend on an invalid rank.
func TestFENAllErrors(t *testing.T) {
	codes := func(fen string) (all []rules.Code) {
		_, err := positions.Rules(t, variant.Builtin(), "chess").Guide().ParsePosition(fen, rules.ParseOptions{})
		var faults rules.Faults
		errors.As(err, &faults)
		for i, f := range faults {
			all = append(all, f.Code)
			if i > 0 && f.Offset >= 0 && f.Offset < faults[i-1].Offset {
				t.Errorf("%q: the faults are not in order: %+v", fen, faults)
			}
		}
		return all
	}
	for _, c := range []struct {
		fen  string
		want []rules.Code
	}{
		{"P6k/8/8/8/8/8/8/7R w Kz e3 a b c", []rules.Code{
			notation.FaultPawn, notation.FaultCheck, notation.FaultRight, notation.FaultCastling,
			notation.FaultEnPassant, notation.FaultClock, notation.FaultClock, notation.FaultFields, notation.FaultNoKing}},
		{"8/8/8/8/8/8/8/8 w - - 0 1", []rules.Code{notation.FaultNoKing, notation.FaultNoKing}},
		// Rank 1 cannot be parsed, so no faults about kings, check or the rooks on that rank are reported.
		{"r3k3/8/8/8/8/8/8/xR6R w KQk - 0 1", []rules.Code{notation.FaultLetter, notation.FaultWidth, notation.FaultRight}},
		{"4k3/x7/8/4p3/8/8/8/4K3 w - e6 0 1", []rules.Code{notation.FaultLetter}},
		{"x7/8/8/8/8/8/8/8 ? - e6 0 1", []rules.Code{notation.FaultLetter, notation.FaultSide}},
	} {
		if got := codes(c.fen); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %v, want %v", c.fen, got, c.want)
		}
	}
}

func TestFENKingless(t *testing.T) {
	g := positions.Rules(t, variant.Builtin(), "triboard").Guide()
	const fen = "8/8/8/8/8/8/8/Q7 b - - 0 1"
	p, err := g.ParsePosition(fen, rules.ParseOptions{AllowNoKing: true})
	if err != nil || g.FormatPosition(&p) != fen {
		t.Errorf("got %s, %v", g.FormatPosition(&p), err)
	}
}

// TestFENHostile checks that hostile input is rejected with short messages.
func TestFENHostile(t *testing.T) {
	g := positions.Rules(t, variant.Builtin(), "chess").Guide()
	for _, fen := range []string{
		strings.Repeat("k", 10<<20),
		strings.Repeat("/", 10<<20),
		strings.Repeat(" ", 10<<20),
		strings.Repeat("x1", 128),
		strings.Repeat("x ", 128),
		strings.Repeat("/", 256),
		"4k3/8/8/8/8/8/8/4K3 w " + strings.Repeat("z", 200) + " - 0 1",
		"4k3/8/8/8/8/8/8/4K3 w - - " + strings.Repeat("9", 200) + " 1",
	} {
		_, err := g.ParsePosition(fen, rules.ParseOptions{})
		var faults rules.Faults
		if !errors.As(err, &faults) {
			t.Fatalf("ParsePosition(%.40q) succeeded; want an error", fen)
		}
		if n := len(err.Error()); n > 5000 || len(faults) > 33 {
			t.Errorf("%.40q: %d faults in %d characters", fen, len(faults), n)
		}
	}
}

// TestFENAfterPlay formats and parses played positions. The parsed positions must be identical, including the
// hash and the en passant square.
func TestFENAfterPlay(t *testing.T) {
	for _, r := range positions.Flat(variant.Builtin()) {
		g := r.Guide()
		for p := range positions.Games(t, r, 3, 20, 80, positions.Any) {
			text := g.FormatPosition(p)
			back, err := g.ParsePosition(text, rules.ParseOptions{AllowNoKing: true})
			if err != nil || back != *p {
				t.Errorf("%s: %s was read as %s, %v", r.Info().Name, text, g.FormatPosition(&back), err)
			}
		}
	}
}

// TestFENTestFiles parses the positions in the perft and edge-case files.
func TestFENTestFiles(t *testing.T) {
	read := 0
	take := func(name, fen string) {
		r := positions.Rules(t, variant.Builtin(), name)
		if len(r.Info().Levels) > 0 {
			return
		}
		read++
		p, err := r.Guide().ParsePosition(fen, rules.ParseOptions{AllowNoKing: true})
		if fen == "8/8/8/3k4/8/8/8/K6Q w - - 0 1" { // the queen could capture the king, so the position is valid only for listing moves
			if err == nil || !strings.Contains(err.Error(), "king on d5 is attacked") {
				t.Errorf(`%s: ParsePosition(%s): %v; want an error that contains "king on d5 is attacked"`, name, fen, err)
			}
		} else if err != nil {
			t.Errorf("%s: ParsePosition(%s): %v", name, fen, err)
		} else if p.HalfmoveClock != 0 || p.FullmoveNumber < 1 || p.Hash != p.Zobrist() {
			t.Errorf("%s: %s was read with clocks %d and %d, hash %x", name, fen, p.HalfmoveClock, p.FullmoveNumber, p.Hash)
		}
	}
	edge, err := os.ReadFile("../../../testdata/edge.jsonl")
	if err != nil {
		t.Fatalf(`os.ReadFile("../../../testdata/edge.jsonl"): %v`, err)
	}
	for line := range bytes.Lines(edge) {
		var c struct{ Variant, FEN string }
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatalf("json.Unmarshal: %v", err)
		}
		take(c.Variant, c.FEN)
	}
	for _, r := range positions.Flat(variant.Builtin()) {
		name := r.Info().Name
		file, err := os.Open(filepath.Join("../..", name, name+".perft"))
		if err != nil {
			t.Fatalf("os.Open: %v", err)
		}
		defer file.Close()
		for lines := bufio.NewScanner(file); lines.Scan(); {
			if epd, ok := strings.CutPrefix(lines.Text(), "epd "); ok {
				take(name, epd)
			}
		}
	}
	if read < 100 {
		t.Errorf("parsed only %d positions", read)
	}
}
