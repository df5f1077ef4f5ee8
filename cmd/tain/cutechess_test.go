package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/variant"
)

// TestCuteChess plays games in cutechess-cli, in which Tain plays against itself. TAIN_CUTECHESS is the path of
// cutechess-cli, if it is not on the PATH.
func TestCuteChess(t *testing.T) {
	cute := os.Getenv("TAIN_CUTECHESS")
	if cute == "" {
		cute = "cutechess-cli"
	}
	cute, err := exec.LookPath(cute)
	if err != nil {
		t.Skipf("%v; to play games in Cute Chess, set TAIN_CUTECHESS to the path of cutechess-cli", err)
	}
	tain, err := exec.LookPath("tain")
	if err != nil {
		t.Fatalf("exec.LookPath: %v", err)
	}
	for _, c := range []struct{ name, variant, first, second string }{
		{"UCI", "standard", "arg=uci proto=uci", "proto=uci"},
		{"XBoard", "standard", "arg=xboard proto=xboard", "proto=xboard"},
		{"Chess960", "fischerandom", "proto=uci", "proto=xboard"},
	} {
		t.Run(c.name, func(t *testing.T) {
			record := filepath.Join(t.TempDir(), "games.pgn")
			args := []string{"-variant", c.variant, "-games", "2", "-rounds", "1", "-pgnout", record, "-srand", "1"}
			for _, engine := range []string{c.first, c.second} {
				args = append(append(args, "-engine", "cmd="+tain, "dir="+t.TempDir()), strings.Fields(engine)...)
			}
			out, err := exec.Command(cute, append(args, "-each", "tc=inf", "depth=2")...).CombinedOutput()
			said := string(out)
			if err != nil || !strings.Contains(said, "Finished game 2") {
				t.Fatalf("cutechess-cli: %v\n%s", err, said)
			}
			for _, fault := range []string{"Warning", "illegal", "disconnect", "stall", "on time"} {
				if strings.Contains(said, fault) {
					t.Errorf("cutechess-cli reports %q:\n%s", fault, said)
				}
			}
			f, err := os.Open(record)
			if err != nil {
				t.Fatalf("os.Open: %v", err)
			}
			defer f.Close()
			games := pgn.NewReader(f, variant.Builtin().Find)
			for i := range 2 {
				g, err := games.Next()
				if err != nil {
					t.Fatalf("game %d: %v", i+1, err)
				}
				if len(g.Moves()) == 0 {
					t.Errorf("game %d has no moves", i+1)
				}
			}
		})
	}
}
