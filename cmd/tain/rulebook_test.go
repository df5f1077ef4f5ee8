package main

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/variant"
)

// TestRulebooks prints every rulebook and chapter, and checks that the output contains no Markdown.
func TestRulebooks(t *testing.T) {
	names := docs.Chapters()
	for _, r := range variant.Builtin().All() {
		names = append(names, r.Info().Name)
	}
	for _, name := range names {
		status, out, errs := call("", "rules", name)
		if status != 0 || errs != "" || strings.Count(out, "\n") < 100 {
			t.Errorf("tain rules %s: status %d, standard error %q, %d lines; want at least 100", name, status, errs, strings.Count(out, "\n"))
		}
		for _, mark := range []string{"](", "**", "```", "@include", "\x1b"} {
			if strings.Contains(out, mark) {
				t.Errorf("tain rules %s prints Markdown: %q", name, mark)
			}
		}
	}
	if text, ok := docs.Chapter("README"); ok {
		t.Errorf("docs.Chapter(README) = %.40s, want none", text)
	}
}
