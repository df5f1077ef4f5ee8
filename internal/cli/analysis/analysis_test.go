package analysis

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestLinesHaveNoDuplicates checks that the old line of a move is cleared when the move appears on
// another line.
func TestLinesHaveNoDuplicates(t *testing.T) {
	var out, errs bytes.Buffer
	c := cli.New(context.Background(), variant.Builtin(), strings.NewReader(""), &out, &errs)
	r, err := c.Choose("chess")
	if err != nil {
		t.Fatalf("c.Choose: %v", err)
	}
	p, err := c.Position(r, nil, rules.ParseOptions{})
	if err != nil {
		t.Fatalf("c.Position: %v", err)
	}
	s := newLines(c, r, &p, 2)
	s.width = 80 // as on a terminal
	for _, step := range []struct {
		line        int
		move        string
		want, other string // first words of both lines
	}{
		{1, "e2e4", "e4", ""}, {2, "d2d4", "e4", "d4"}, {1, "d2d4", "d4", ""}, {2, "e2e4", "d4", "e4"}, {2, "e2e4", "d4", "e4"},
	} {
		m, err := r.Guide().ParseMove(&p, step.move)
		if err != nil {
			t.Fatalf("Guide.ParseMove: %v", err)
		}
		info := engine.Info{Report: search.Report{Line: step.line, PV: []board.Move{m}}, SAN: []string{r.Guide().FormatSAN(&p, m)}}
		if err := s.line(info); err != nil {
			t.Fatalf("s.line: %v", err)
		}
		var got []string
		for _, line := range s.screen {
			words := strings.Fields(line.text)
			got = append(got, strings.Join(words[max(0, len(words)-1):], ""))
		}
		if strings.Join(append(got, "")[:2], ",") != step.want+","+step.other {
			t.Errorf("line %d, %s: the screen shows %q, want %q", step.line, step.move, got, []string{step.want, step.other})
		}
	}
}
