package main

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/variant"
)

// TestRulebooks prints every rulebook and chapter: whole, without marks of its
// source, and nothing goes wrong.
func TestRulebooks(t *testing.T) {
	names := docs.Chapters()
	for _, r := range variant.Builtin().All() {
		names = append(names, r.Info().Name)
	}
	for _, name := range names {
		status, out, errs := call("", "rules", name)
		if status != 0 || errs != "" || strings.Count(out, "\n") < 100 {
			t.Errorf("rules %s ends with %d, says %q and prints %d lines", name, status, errs, strings.Count(out, "\n"))
		}
		for _, mark := range []string{"](", "**", "```", "@include", "\x1b"} {
			if strings.Contains(out, mark) {
				t.Errorf("rules %s prints %q", name, mark)
			}
		}
	}
	if text, ok := docs.Chapter("README"); ok {
		t.Errorf("the list is no chapter: %.40s", text)
	}
}
