package main

import (
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/variant"
)

// TestOverview checks that tain --help, with a prompt, fits on a terminal of 24 lines, and lists every command.
func TestOverview(t *testing.T) {
	_, help, _ := call("", "--help")
	if n := strings.Count(help, "\n"); n > 23 {
		t.Errorf("tain --help prints %d lines, want at most 23", n)
	}
	for line := range strings.Lines(help) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
			t.Errorf("tain --help prints a line of %d columns, want at most 80: %s", n, line)
		}
	}
	if n := strings.Count(help, "\n    tain "); n != 8 {
		t.Errorf("tain --help begins with %d things to do, want 8", n)
	}
	for _, command := range parser(t).Model.Children {
		if !command.Hidden && !strings.Contains(help, " "+command.Name) {
			t.Errorf("tain --help does not list %s", command.Name)
		}
	}
}

// TestCommandHelp checks that every command has an example and an imperative summary, that its help fits into 80
// columns except for examples, and that the help of every flag ends in a full stop.
func TestCommandHelp(t *testing.T) {
	err := kong.Visit(parser(t).Model, func(node kong.Visitable, next kong.Next) error {
		switch n := node.(type) {
		case *kong.Node:
			_, page, _ := call("", append(strings.Fields(n.Path()), "--help")...)
			headings := regexp.MustCompile(`(?m)^[A-Z][A-Za-z -]*:$`).FindAllString(page, -1)
			if len(headings) == 0 || headings[len(headings)-1] != "Global flags:" {
				t.Errorf("tain %s --help does not end with the global flags: %q", n.Path(), headings)
			}
			for line := range strings.Lines(page) {
				example := strings.HasPrefix(line, "    $ ") || strings.HasPrefix(line, "    PS> ")
				if columns := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); columns > 80 && !example || strings.Contains(line, "...,...") {
					t.Errorf("tain %s --help prints a line of %d columns, want at most 80: %s", n.Path(), columns, line)
				}
			}
			if first, _, _ := strings.Cut(n.Help, " "); !strings.HasSuffix(n.Help, ".") || strings.HasSuffix(first, "s") {
				t.Errorf("tain %s: help %q is not an imperative sentence", n.Path(), n.Help)
			}
			if !strings.Contains(n.Detail, "    $ tain ") && len(n.Children) == 0 {
				t.Errorf("tain %s: the help has no example", n.Path())
			}
		case *kong.Flag:
			if !strings.HasSuffix(n.Help, ".") {
				t.Errorf("--%s: help %q does not end in a full stop", n.Name, n.Help)
			}
		}
		return next(nil)
	})
	if err != nil {
		t.Errorf("kong.Visit: %v", err)
	}
}

func parser(t *testing.T) *kong.Kong {
	t.Helper()
	k, err := newParser(&commands{}, &console{Console: cli.New(t.Context(), variant.Builtin(), strings.NewReader(""), io.Discard, io.Discard)})
	if err != nil {
		t.Fatalf("newParser: %v", err)
	}
	return k
}
