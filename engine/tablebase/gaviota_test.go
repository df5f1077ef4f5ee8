package tablebase_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/program"
	"github.com/tainchess/tain/variant/chess"
)

// TestGaviota compares every chess position with two kings and a white piece with the Gaviota tables, which
// Debian packages. (Debian does not package Syzygy tables.)
func TestGaviota(t *testing.T) {
	const header = "/usr/include/gtb-probe.h"
	if _, err := os.Stat(header); err != nil {
		if os.Getenv("TAIN_PROGRAMS") != "" {
			t.Fatalf("%s is missing; scripts/programs installs it", header)
		}
		t.Skipf("%s is missing; scripts/programs installs it", header)
	}
	cc := program.Find(t, "cc")
	prober := filepath.Join(t.TempDir(), "gaviota")
	if out, err := exec.CommandContext(t.Context(), cc, "-O1", "-o", prober, "testdata/gaviota.c", "-lgaviotatb").CombinedOutput(); err != nil {
		t.Fatalf("cc: %v\n%s", err, out)
	}
	theirs, err := exec.CommandContext(t.Context(), prober).Output()
	if err != nil {
		t.Fatalf("exec.CommandContext(t.Context(), prober).Output: %v", err)
	}
	if want := 5 * 2 * 64 * 64 * 64 * 2; len(theirs) != want {
		t.Fatalf("Gaviota wrote %d bytes; want %d", len(theirs), want)
	}
	ours := build(t, chess.Rules, 3)
	positions, mates, faults := 0, 0, 0
	for i := 0; i < len(theirs); i += 2 {
		at := i / 2
		role := []board.Role{board.Queen, board.Rook, board.Bishop, board.Knight, board.Pawn}[at>>19]
		p, ok := three(board.Colour(at>>18&1), role, board.Square(at>>12&63), board.Square(at>>6&63), board.Square(at&63))
		if !ok {
			continue
		}
		if _, attacked := chess.Rules.Kings(&p, p.Side.Other()); !attacked.Empty() {
			continue // Gaviota accepts illegal positions too
		}
		positions++
		v, known := ours.Probe(&p)
		who := byte(0)
		if v.Wins() || v.Loses() {
			who = 1 + byte(p.Side)
			if v.Loses() {
				who = 3 - who
			}
			mates++
		}
		if !known || who != theirs[i] || who != 0 && v.Plies() != int(theirs[i+1]) {
			if faults++; faults < 5 {
				t.Errorf("%s: got winner %d in %d plies, Gaviota has %d in %d", chess.Rules.Guide().FormatPosition(&p), who, v.Plies(), theirs[i], theirs[i+1])
			}
		}
	}
	if mates < 900_000 {
		t.Errorf("%d of %d positions are mates; want at least 900,000", mates, positions)
	}
	t.Logf("%d positions, %d of them mates, %d differ", positions, mates, faults)
}
