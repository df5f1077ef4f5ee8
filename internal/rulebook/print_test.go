package rulebook_test

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/variant"
)

// printed returns a small book with every kind of block.
func printed(t *testing.T) rulebook.Book {
	t.Helper()
	book, err := rulebook.Parse(sample, nil)
	if err != nil {
		t.Fatalf("rulebook.Parse: %v", err)
	}
	r := &book.Sections[0].Rules[0]
	r.Tests = []rulebook.Test{{File: "a_test.go", Name: "TestA, 1.1 squares"}}
	d := r.Body[3].Diagram
	d.Link, d.Position, d.Chosen, d.Reach = "/analysis?x", "8/8", "e2", []string{"e3", "e4"}
	d.Illegal = []rulebook.Claim{{Move: "e2e5", Text: "too far"}}
	return book
}

func TestTerminal(t *testing.T) {
	got := rulebook.Terminal(printed(t), rulebook.Style{
		Width: 40, Site: "http://x", Tests: true, Draw: func(*rulebook.Diagram) string { return "♜ ·\n· ♔\n" },
	})
	want := `Toy chess
=========

A game of two lines.

1 Board
-------

Before the rules.

1.1   Squares
      There are 64.

      - one goes on
      - two

      a  b
      --------
      1  x | y

        ♜ ·
        · ♔

        The start goes on.
        + e2e4
        + d2d4
        + e2 may also go to e3
        - not e2e5: too far
        http://x/analysis?x

        kept  as
        it is

      Tested in a_test.go:
        TestA, 1.1 squares

2 More
------

2.1   Last
      End (1.1).

      No test covers this rule.
`
	if got != want {
		t.Errorf("printed\n%s, want\n%s", got, want)
	}
	bold := rulebook.Terminal(printed(t), rulebook.Style{Width: 40, Bold: true})
	if !strings.Contains(bold, "\x1b[1m1.1   Squares\x1b[0m") || strings.Contains(got, "\x1b") {
		t.Errorf("bold text:\n%q", bold)
	}
}

// TestWidth prints every rulebook at several terminal widths. No line may be too long.
func TestWidth(t *testing.T) {
	known := variant.Builtin()
	for _, r := range known.All() {
		book, err := loader.Load(r, known.Find, loader.Language{})
		if err != nil {
			t.Fatalf("loader.Load: %v", err)
		}
		for _, width := range []int{40, 60, 80, 100} {
			for line := range strings.Lines(rulebook.Terminal(book, rulebook.Style{Width: width})) {
				line = strings.TrimSpace(line)
				if n := utf8.RuneCountInString(line); n > width && strings.Contains(line, " ") {
					t.Errorf("%s at %d has a line of %d: %s", book.Variant, width, n, line)
				}
			}
		}
	}
}

func TestMarkdown(t *testing.T) {
	got := rulebook.Markdown(printed(t), rulebook.Paper{
		Site: "http://x", Head: "Head.", Foot: "Foot.", Picture: func(number string, _ *rulebook.Diagram) string { return "p-" + number + ".svg" },
		Source: func(file string) string { return "../" + file },
	})
	for _, want := range []string{
		"# Toy chess\n\nHead.\n", "- [1 Board](#1-board)\n- [2 More](#2-more)\n", "\n### 1.1 Squares\n", "- one goes on\n- two\n",
		"| a | b |\n|---|---|\n| 1 | x \\| y |\n", "![The start goes on.](p-1.1.svg)\n", "[Open this position](http://x/analysis?x)",
		"- not `e2e5`: too far\n", "<summary>Covered by 1 test</summary>", "- `TestA, 1.1 squares` in [a_test.go](../a_test.go)", "**No test covers this rule.**",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q:\n%s", want, got)
		}
	}
}

// TestGoDoc checks that the output is a valid Go comment.
func TestGoDoc(t *testing.T) {
	book := printed(t)
	book.Sections[1].Rules[0].From, book.Sections[1].Rules[0].Source = "chess", "6.10"
	got := rulebook.GoDoc(book, "toy", "a test")
	source, err := parser.ParseFile(token.NewFileSet(), "doc.go", got, parser.ParseComments)
	if err != nil {
		t.Fatalf("parser.ParseFile: %v", err)
	}
	doc := source.Doc.Text()
	for _, want := range []string{"Package toy is the rule set of toy chess.", "# 1 Board\n", "1.1 Squares. There are 64.\n", "\tnot e2e5: too far\n", "As in package chess: rule 6.10."} {
		if !strings.Contains(doc, want) {
			t.Errorf("the comment lacks %q:\n%s", want, doc)
		}
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"a **b** *c* `**d**`":            "a b c **d**",
		"[page](notation.md)":            "page",
		"[page](http://x/y)":             "page (http://x/y)",
		"![A board](x.svg) 2*3*4":        "[picture: A board] 234",
		"`^180`, `?board=w:Ke1;b:Ke8&x`": "^180, ?board=w:Ke1;b:Ke8&x",
	} {
		if got := rulebook.Plain(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestMarkedTitle checks that a user-written title is printed verbatim.
func TestMarkedTitle(t *testing.T) {
	b := rulebook.Book{Title: "*My* `game` [x](y)"}
	if got := rulebook.Terminal(b, rulebook.Style{Width: 80}); !strings.HasPrefix(got, b.Title+"\n") {
		t.Errorf("the title %q is printed as %q", b.Title, got)
	}
}
