package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
)

// A move that has come to another line leaves its old one at once.
func TestLinesShowNoMoveTwice(t *testing.T) {
	var out, errs bytes.Buffer
	c := newConsole(context.Background(), strings.NewReader(""), &out, &errs)
	r, err := c.Choose("chess")
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Position(r, nil, kingless{}.options())
	if err != nil {
		t.Fatal(err)
	}
	s := newLines(c, r, &p, 2)
	s.width = 80 // as on a terminal
	for _, step := range []struct {
		line        int
		move        string
		want, other string // the first words of both lines
	}{
		{1, "e2e4", "e4", ""}, {2, "d2d4", "e4", "d4"}, {1, "d2d4", "d4", ""}, {2, "e2e4", "d4", "e4"}, {2, "e2e4", "d4", "e4"},
	} {
		m, err := r.Guide().ParseMove(&p, step.move)
		if err != nil {
			t.Fatal(err)
		}
		info := engine.Info{Report: search.Report{Line: step.line, PV: []board.Move{m}}, SAN: []string{r.Guide().FormatSAN(&p, m)}}
		if err := s.line(info); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, line := range s.screen {
			words := strings.Fields(line.text)
			got = append(got, strings.Join(words[max(0, len(words)-1):], ""))
		}
		if strings.Join(append(got, "")[:2], ",") != step.want+","+step.other {
			t.Errorf("line %d, %s: the screen shows %q", step.line, step.move, got)
		}
	}
}

// What --multipv leaves behind is different moves, wherever the search is cut
// off.
func TestMultiPVMoves(t *testing.T) {
	for _, variant := range []string{"chess", "triboard", "mirrorsquare"} {
		for _, nodes := range []string{"500", "1300", "2100", "3400"} {
			status, out, errs := call("", "analyse", variant, "--multipv", "4", "--nodes", nodes, "--hash", "1", "--json")
			if status != 0 {
				t.Fatal(errs)
			}
			last := map[int]string{}
			for d := json.NewDecoder(strings.NewReader(out)); d.More(); {
				var f struct {
					Line  int
					Moves []string
				}
				if err := d.Decode(&f); err != nil {
					t.Fatal(err)
				}
				if f.Line > 0 {
					last[f.Line] = f.Moves[0]
				}
			}
			seen := map[string]bool{}
			for _, move := range last {
				if seen[move] {
					t.Errorf("%s, %s nodes: %s stands on two lines: %v", variant, nodes, move, last)
				}
				seen[move] = true
			}
			if len(last) != 4 {
				t.Errorf("%s, %s nodes: %d lines", variant, nodes, len(last))
			}
		}
	}
}
