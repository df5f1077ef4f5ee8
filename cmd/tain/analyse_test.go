package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestMultiPVMoves checks that the final --multipv lines start with different moves, no matter
// when the search stops.
func TestMultiPVMoves(t *testing.T) {
	for _, variant := range []string{"chess", "triboard", "mirrorsquare"} {
		for _, nodes := range []string{"500", "1300", "2100", "3400"} {
			status, out, errs := call("", "analyse", variant, "--multipv", "4", "--nodes", nodes, "--hash", "1", "--json")
			if status != 0 {
				t.Fatalf("tain analyse %s: status %d: %s", variant, status, errs)
			}
			last := map[int]string{}
			for d := json.NewDecoder(strings.NewReader(out)); d.More(); {
				var f struct {
					Line  int
					Moves []string
				}
				if err := d.Decode(&f); err != nil {
					t.Fatalf("d.Decode: %v", err)
				}
				if f.Line > 0 {
					last[f.Line] = f.Moves[0]
				}
			}
			seen := map[string]bool{}
			for _, move := range last {
				if seen[move] {
					t.Errorf("%s, %s nodes: two lines begin with %s: %v", variant, nodes, move, last)
				}
				seen[move] = true
			}
			if len(last) != 4 {
				t.Errorf("%s, %s nodes: %d lines, want 4", variant, nodes, len(last))
			}
		}
	}
}
