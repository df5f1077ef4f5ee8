package ini_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/ini"
	"github.com/tainchess/tain/internal/test/oracle/anyboard"
	"github.com/tainchess/tain/internal/test/program"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
	"github.com/tainchess/tain/variant/definition"
)

// ffish is Fairy-Stockfish as a library for Node, which scripts/programs installs.
type ffish struct {
	*program.Talk
	t *testing.T
}

func startFFish(t *testing.T) *ffish {
	node := program.Find(t, "node")
	folder, err := filepath.Abs(filepath.Join("..", "..", "bin", "ffish", "node_modules", "ffish"))
	if err != nil {
		t.Fatalf("filepath.Abs: %v", err)
	}
	if _, err := os.Stat(folder); err != nil {
		if os.Getenv("TAIN_PROGRAMS") != "" {
			t.Fatalf("ffish is not installed; scripts/programs installs it: %v", err)
		}
		t.Skip("ffish is not installed; scripts/programs installs it")
	}
	return &ffish{program.Start(t, node, filepath.Join("testdata", "perft.js"), folder), t}
}

// ask sends a request and returns the answer.
func (f *ffish) ask(text, name, fen string, depth int) string {
	f.t.Helper()
	request, err := json.Marshal([]any{text, name, fen, depth})
	if err != nil {
		f.t.Fatalf("json.Marshal: %v", err)
	}
	f.Send(string(request))
	lines := f.ReadUntil("")
	return lines[len(lines)-1]
}

// games are definitions that Fairy-Stockfish can express.
var games = map[string]string{
	"losalamos":    `{"name": "losalamos", "board": {"files": 6, "ranks": 6}, "pawn": {"double": 1, "promotes": "qrn"}, "start": "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"}`,
	"berolina":     `{"name": "berolina", "pieces": {"p": "mfFcefWimfF2"}}`,
	"knightmate":   `{"name": "knightmate", "pieces": {"k": "N", "m": "K"}, "pawn": {"promotes": "qrbm"}, "start": "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1"}`,
	"cannon":       `{"name": "cannon", "pieces": {"c": "mRcpR"}, "pawn": {"promotes": "qrcn"}, "start": "rncqkcnr/pppppppp/8/8/8/8/PPPPPPPP/RNCQKCNR w KQkq - 0 1"}`,
	"grasshopper":  `{"name": "grasshopper", "pieces": {"g": "gQ"}, "pawn": {"promotes": "qrbng"}, "start": "rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR w KQkq - 0 1"}`,
	"three-checks": `{"name": "three-checks", "goal": {"checks": 3}, "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+0"}`,
	"two-checks":   `{"name": "two-checks", "goal": {"checks": 2}, "start": "rnbqkbnr/ppp2ppp/8/8/8/8/PPP2PPP/RNBQKBNR w KQkq - 0 1 +1+0"}`,
	"hill":         `{"name": "hill", "goal": {"reach": {"k": "d4 e4 d5 e5"}}, "start": "rnbq1bnr/ppp2ppp/4k3/8/8/4K3/PPP2PPP/RNBQ1BNR w - - 0 1"}`,
	"oblique":      `{"name": "oblique", "pieces": {"a": "fNbWsWlFrF", "s": "ffNsD", "c": "CvZ", "d": "F3nN", "e": "F2nD"}, "start": "rascqkder/ppppppppp/9/9/9/PPPPPPPPP/RASCQKDER w - - 0 1", "board": {"files": 9, "ranks": 7}}`,
	"riders":       `{"name": "riders", "pieces": {"n": "NN", "b": "RpR", "r": "fRbB"}, "castling": false}`,
	"holes":        `{"name": "holes", "board": {"holes": "d4 e5 a5"}, "pieces": {"a": "BN"}, "start": "rabqkbar/pppppppp/8/*3*3/3*4/8/PPPPPPPP/RABQKBAR w KQkq - 0 1"}`,
	"zone":         `{"name": "zone", "pawn": {"zone": 3, "must": false, "double": 1}, "start": "1nbqk3/p6P/1P4P1/8/8/1p4p1/P6p/1NBQK3 w - - 0 1"}`,
	"wide":         `{"name": "wide", "board": {"files": 10, "ranks": 6}, "pieces": {"a": "BN", "c": "RN"}, "start": "r1a1qk1c1r/pppppppppp/10/10/PPPPPPPPPP/R1A1QK1C1R w KQkq - 0 1"}`,
	"stalemate":    `{"name": "stalemate", "stalemate": "loss", "start": "7k/8/8/8/8/5Q2/8/K7 w - - 0 1"}`,
	"ranks":        `{"name": "ranks", "castling": false, "start": "4k3/8/pppp4/4pppp/8/PPPPPPPP/8/4K3 w - - 0 1", "pieces": {"p": "mfWcefFimfW2"}}`,
	"sole-pawns":   `{"name": "sole-pawns", "pieces": {"p": "mfWcfWimfW2"}, "start": "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"}`,
	"chess":        `{"name": "plain"}`,
	"no-castling":  `{"name": "no-castling", "castling": false, "double_push": false, "promotes": "rn"}`,
	"960":          `{"name": "shuffled", "castling": "960", "start": "rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w ACac - 0 1"}`,
	"odd-king":     `{"name": "odd-king", "start": "rnbkqbnr/8/8/8/8/8/8/RNBKQBNR w KQkq - 0 1", "pieces": {"a": "A"}}`,
	"outer-rook":   `{"name": "outer-rook", "start": "r3k1rr/8/8/8/8/8/8/R3KR1R w KQkq - 0 1"}`,
}

func parse(t *testing.T, text string) *definition.Definition {
	t.Helper()
	d, _, err := definition.Parse(text)
	if err != nil {
		t.Fatalf("definition.Parse(%s): %v", text, err)
	}
	return d
}

// count returns the number of positions depth plies after the start.
func count(t *testing.T, d *definition.Definition, depth int) uint64 {
	t.Helper()
	r := d.Compile()
	p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		t.Fatalf("ParsePosition: %v", err)
	}
	return perft.Count(r, &p, depth)
}

// TestFairyStockfish compares the number of positions with Fairy-Stockfish, which reads the definitions as
// variants.ini.
func TestFairyStockfish(t *testing.T) {
	fish := startFFish(t)
	for name, text := range games {
		d := parse(t, text)
		d.Name = "tain-" + d.Name // Fairy-Stockfish ignores a variant whose name it knows
		section, err := ini.Write(d)
		if err != nil {
			t.Errorf("%s: ini.Write: %v", name, err)
			continue
		}
		for depth := 1; depth <= 3; depth++ {
			want := fish.ask(section, d.Name, "", depth)
			section = "" // read only once
			if got := strconv.FormatUint(count(t, d, depth), 10); got != want {
				again, _ := ini.Write(d)
				t.Errorf("%s: perft %d is %s, Fairy-Stockfish has %s:\n%s%s", name, depth, got, want, again, fish.ask("", d.Name, "", 0))
				break
			}
		}
	}
}

// TestRoundTrip reads what Write has written.
func TestRoundTrip(t *testing.T) {
	for name, text := range games {
		d := parse(t, text)
		section, err := ini.Write(d)
		if err != nil {
			t.Errorf("%s: ini.Write: %v", name, err)
			continue
		}
		again, notes, err := ini.Read(section, "")
		if err != nil || len(notes) > 0 {
			t.Errorf("%s: ini.Read: %v, notes %v:\n%s", name, err, notes, section)
			continue
		}
		second, err := ini.Write(again)
		if err != nil || strings.ReplaceAll(second, "\n# "+d.Title, "") != strings.ReplaceAll(section, "\n# "+d.Title, "") {
			t.Errorf("%s: the second text differs (%v):\n%s\n%s", name, err, section, second)
		}
		for depth := 1; depth <= 2; depth++ {
			if a, b := count(t, d, depth), count(t, again, depth); a != b {
				t.Errorf("%s: perft %d is %d, and %d after reading:\n%s%s", name, depth, a, b, section, again.TOML())
			}
		}
	}
}

var (
	randomGames = flag.Int("random-games", 10, "definitions to compare with Fairy-Stockfish")
	randomSeed  = flag.Int("random-seed", 2, "seed of the random definitions")
)

// TestFairyStockfishRandom compares random positions of random definitions with Fairy-Stockfish.
func TestFairyStockfishRandom(t *testing.T) {
	fish := startFFish(t)
	dice := rand.New(rand.NewPCG(1, uint64(*randomSeed)))
	written := 0
	for n := 0; written < *randomGames; n++ {
		text, _ := anyboard.Invent(dice, anyboard.Limits{Squares: 64, Planes: 1})
		d, _, err := definition.Parse(simplified(t, text))
		if err != nil {
			continue // such as a side in check
		}
		d.Name = fmt.Sprintf("random-%d", n)
		section, err := ini.Write(d)
		if err != nil {
			continue
		}
		written++
		again, _, err := ini.Read(section, "")
		if err != nil {
			t.Errorf("ini.Read: %v\n%s\n%s", err, d.JSON(), section)
			continue
		}
		loaded, other := section, again.Compile()
		g, err := anyboard.New(d.JSON())
		if err != nil {
			t.Fatalf("anyboard.New: %v", err)
		}
		anyboard.Walk(g, dice, 25, func(at *anyboard.Pos, replies []anyboard.Reply) bool {
			fen := at.FEN()
			board, _, _ := strings.Cut(fen, " ")
			if strings.Count(board, string(d.Royal)) != 1 || strings.Count(board, strings.ToUpper(string(d.Royal))) != 1 {
				return true
			}
			converted, err := ini.FairyFEN(d, fen)
			if err != nil {
				return true
			}
			p, err := d.Compile().Guide().ParsePosition(fen, rules.ParseOptions{})
			if err != nil {
				return true // impossible in a game
			}
			got := strconv.Itoa(len(replies))
			want := fish.ask(loaded, d.Name, converted, 1)
			loaded = ""
			if got != want {
				var list []string
				for _, reply := range replies {
					list = append(list, reply.UCI)
				}
				t.Errorf("%s has %s moves, %s in Fairy-Stockfish:\n%s\n%s\n%s\n%s", converted, got, want, d.JSON(), section, fish.ask("", d.Name, converted, 0), list)
				return false
			}
			if d.Goal.Checks != again.Goal.Checks {
				return true // the same game, but positions count the checks from another number
			}
			if p, err = other.Guide().ParsePosition(fen, rules.ParseOptions{}); err != nil {
				return true // a castling right without effect
			}
			if n := perft.Count(other, &p, 1); strconv.FormatUint(n, 10) != got {
				t.Errorf("%s has %s moves, %d after reading:\n%s\n%s\n%s", fen, got, n, d.JSON(), section, again.JSON())
				return false
			}
			return true
		})
	}
}

// simplified removes fields that Fairy-Stockfish does not have from a definition.
func simplified(t *testing.T, text string) string {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	for _, name := range []string{"seam", "ends", "links", "reflection", "capture"} {
		delete(fields, name)
	}
	done, err := json.Marshal(fields)
	if err != nil {
		t.Fatalf("json.Marshal: %v", err)
	}
	return string(done)
}
