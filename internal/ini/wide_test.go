package ini_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/ini"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/test/program"
	"github.com/tainchess/tain/rules/perft"
)

var wideDepth = flag.Int("wide-depth", 3, "depth to which moves on wide boards are compared with Fairy-Stockfish")

// wideGames are definitions on boards with more than 64 squares that Fairy-Stockfish can express.
var wideGames = []struct {
	pawns      int // rank of White's pawns
	definition string
}{
	{2, `{"name": "capablanca", "board": {"files": 10, "ranks": 8}, "pieces": {"a": "BN", "c": "RN"}, "pawn": {"promotes": "qacrbn"}, "start": "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"}`},
	{3, `{"name": "large", "board": {"files": 10, "ranks": 10}, "castling": false, "pieces": {"a": "BN", "c": "RN"}, "pawn": {"promotes": "qacrbn"}, "start": "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1"}`},
	{2, `{"name": "broad", "board": {"files": 12, "ranks": 8}, "pieces": {"m": "QN", "w": "K"}, "royal": "k", "pawn": {"promotes": "qmr"}, "start": "rwnbqmkbnwwr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RWNBQMKBNWWR w - - 0 1"}`},
}

// TestFairyStockfishWide compares the number of positions after random moves on wide boards with Fairy-Stockfish.
func TestFairyStockfishWide(t *testing.T) {
	engine := program.Start(t, program.Find(t, "fairy-stockfish"))
	for i, test := range wideGames {
		d := parse(t, test.definition)
		d.Name = "tain-" + d.Name // Fairy-Stockfish ignores a variant whose name it knows
		section, err := ini.Write(d)
		if err != nil {
			t.Errorf("%s: ini.Write: %v", d.Name, err)
			continue
		}
		// Debian's version knows only these names for the two regions.
		section += fmt.Sprintf("promotionRank = %d\ndoubleStepRank = %d\n", d.Board.Ranks, test.pawns)
		file := filepath.Join(t.TempDir(), strconv.Itoa(i)+".ini")
		if err := os.WriteFile(file, []byte(section), 0o600); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
		engine.Send("setoption name VariantPath value "+file, "setoption name UCI_Variant value "+d.Name)
		r := d.Compile()
		compared, visited := 0, 0
		for p := range positions.Games(t, r, 9, 10, 80, positions.Any) {
			if visited++; visited%12 != 1 || compared == 50 {
				continue
			}
			compared++
			fen := r.Guide().FormatPosition(p)
			converted, err := ini.FairyFEN(d, fen)
			if err != nil {
				t.Fatalf("FairyFEN(%s): %v", fen, err)
			}
			engine.Send("position fen "+converted, "go perft "+strconv.Itoa(*wideDepth))
			answer := engine.ReadUntil("Nodes searched")
			_, want, _ := strings.Cut(answer[len(answer)-1], ": ")
			if got := strconv.FormatUint(perft.Count(r, p, *wideDepth), 10); got != want {
				t.Errorf("%s: %s: perft %d is %s, Fairy-Stockfish has %s\n%s", d.Name, fen, *wideDepth, got, want, section)
				break
			}
		}
		if !t.Failed() && compared < 50 {
			t.Errorf("%s: compared %d positions, want 50", d.Name, compared)
		}
	}
}
