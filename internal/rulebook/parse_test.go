package rulebook_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/rulebook"
)

const sample = "# Toy chess\n\nA game of\ntwo lines.\n\n## 1 Board\n\nBefore the rules.\n\n### 1.1 Squares\n\nThere are `64`.\n- one\n  goes on\n- two\n\n" +
	"| a | b |\n|---|---|\n| 1 | x \\| y |\n\n```diagram\nabout The start\nabout goes on.\nlegal e2e4 d2d4\nstudy\n```\n\n```\nkept  as\nit is\n```\n\n" +
	"## 2 More\n\n### 2.1 Last\n\nEnd (1.1)."

func TestParse(t *testing.T) {
	got, err := rulebook.Parse(sample, nil)
	if err != nil {
		t.Fatalf("rulebook.Parse: %v", err)
	}
	want := rulebook.Book{
		Title: "Toy chess", Intro: []rulebook.Block{{Text: "A game of two lines."}},
		Sections: []rulebook.Section{
			{Number: "1", Title: "Board", Intro: []rulebook.Block{{Text: "Before the rules."}}, Rules: []rulebook.Rule{{
				Number: "1.1", Title: "Squares", Body: []rulebook.Block{
					{Text: "There are `64`."}, {Items: []string{"one goes on", "two"}}, {Rows: [][]string{{"a", "b"}, {"1", "x | y"}}},
					{Diagram: &rulebook.Diagram{About: "The start goes on.", Study: true, Legal: []rulebook.Claim{{Move: "e2e4"}, {Move: "d2d4"}}}},
					{Code: "kept  as\nit is"},
				},
			}}},
			{Number: "2", Title: "More", Rules: []rulebook.Rule{{Number: "2.1", Title: "Last", Body: []rulebook.Block{{Text: "End (1.1)."}}}}},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read\n%+v, want\n%+v", got, want)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "line 1: missing title",
		"words":                             "line 1: a rulebook begins with its title",
		"# ":                                "line 1: a rulebook begins with its title",
		"# A\n## Words":                     "line 2: \"## Words\" is not a heading",
		"# A\n## 1 B\n### 2.1 C":            "line 3: rule 2.1 should be number 1.1",
		"# A\n### 2.1 C":                    "line 2: rule before the first section",
		"# A\n## 1 B\n## 1 C":               "line 3: section 1 should be number 2",
		"# A\n## 1 B\n### 1.1 C\n### 1.1 D": "line 4: rule 1.1 should be number 1.2",
		"# A\n```":                          "line 2: unterminated block",
		"# A\n```sh\nx\n```":                "line 2: unknown block type \"sh\"",
		"# A\n```diagram\n```":              "line 2: the diagram has no about line",
		"# A\n```diagram\nabout x\ncolour red\n```": "line 4: unknown line \"colour red\" in a diagram",
		"# A\n@include chess":                       "line 2: an include needs",
		"# A\n@include go 1":                        "line 2: the rulebook of go: none",
		"# A\n@include toy 1.2":                     "line 2: the rulebook of toy has no rule 1.2",
		"# A\n@include toy 1.1":                     "line 2: rule before the first section",
		"# A\n## 1 B\nSee 1.1.":                     "there is no rule 1.1",
		"# A\n## 1 B\n@include toy 2.1":             "line 3: the included text refers to rule 1.1 of toy",
		"# A\n@replace toy 2.1":                     "line 2: a replacement needs",
		strings.Repeat("x", rulebook.MaxSource+1):   "bytes",
	} {
		_, err := rulebook.Parse(text, include)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q gives %v, want %q", text, err, want)
		}
		var place *rulebook.SyntaxError
		if strings.HasPrefix(want, "line") && (!errors.As(err, &place) || place.Line < 1) {
			t.Errorf("%.40q: error has no position: %v", text, err)
		}
	}
}

// include returns the sample book. Any other name is an error.
func include(name string) (rulebook.Book, error) {
	if name != "toy" {
		return rulebook.Book{}, errors.New("none")
	}
	return rulebook.Parse(sample, nil)
}

// TestInclude includes a section and rules from another book. They must get the next numbers,
// and references in their text must be renumbered.
func TestInclude(t *testing.T) {
	book, err := rulebook.Parse("# A\n## 1 Own\n### 1.1 Own\nSee 2.1.\n@replace toy 1.1\n## 2 Title\n@include toy 2.1\n\nAdded.\n## 3 More\n@include toy 2.1", include)
	if err != nil {
		t.Fatalf("rulebook.Parse: %v", err)
	}
	var got []string
	for _, s := range book.Sections {
		for _, r := range s.Rules {
			got = append(got, r.Number+"/"+r.From+"/"+r.Source+"/"+r.Body[0].Text)
		}
	}
	if want := "1.1///See 2.1. 2.1/toy/2.1/End (1.1). 3.1/toy/2.1/End (1.1)."; strings.Join(got, " ") != want {
		t.Errorf("included rules: %v, want %s", got, want)
	}
	book, err = rulebook.Parse("# A\n## 0 Own\n### 0.1 Own\n@include toy 2 1", include)
	if err != nil || book.Sections[1].Rules[0].Body[0].Text != "End (2.1)." || book.Sections[2].Rules[0].Source != "1.1" {
		t.Errorf("included sections: %+v, %v", book.Sections, err)
	}
	if again, _ := include("toy"); len(again.Sections[1].Rules[0].Body) != 1 {
		t.Error("other book was modified")
	}
}

// TestChapter parses a page that is not a rulebook.
func TestChapter(t *testing.T) {
	book, err := rulebook.ParseChapter("# Notation\n\nText.\n\n    code\n\n## FEN\n\n### Fields\n\n```console\n$ tain\n```\n\n#### Small\n\n1. one\n2. two\n")
	if err != nil {
		t.Fatalf("rulebook.ParseChapter: %v", err)
	}
	if len(book.Sections) != 1 || len(book.Sections[0].Rules) != 2 || book.Intro[1].Code != "code" || book.Sections[0].Rules[0].Body[0].Code != "$ tain" {
		t.Errorf("read as %+v", book)
	}
	if part, ok := book.Part("fields"); !ok || len(part.Sections[0].Rules) != 1 {
		t.Errorf("part = %+v", part)
	}
}

func TestPart(t *testing.T) {
	book := rulebook.Book{Sections: []rulebook.Section{
		{Number: "6", Title: "Boards", Rules: []rulebook.Rule{{Number: "6.1", Title: "One"}, {Number: "6.2", Title: "Two"}}},
		{Number: "7", Title: "Ends"},
	}}
	for number, rules := range map[string]int{"6": 2, " 6 ": 2, "boards": 2, "6.2": 1, "Two": 1} {
		if part, ok := book.Part(number); !ok || len(part.Sections) != 1 || len(part.Sections[0].Rules) != rules {
			t.Errorf("part %s = %+v", number, part)
		}
	}
	for _, number := range []string{"", "a", ".1", "6b", "6.3"} {
		if part, ok := book.Part(number); ok {
			t.Errorf("part %s = %+v", number, part)
		}
	}
}

// FuzzParse parses arbitrary text. Parse may reject the text, but a parsed book must be printable and
// have valid numbers.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{sample, "# A\n## 1 B\n### 1.1 C\n@include toy 2", "# A\n|\n||\n- x\n  y", "# A\n```diagram\nabout a\n", "#\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if book, err := rulebook.ParseChapter(text); err == nil {
			printAll(t, book)
		}
		book, err := rulebook.Parse(text, include)
		if err != nil {
			return
		}
		printAll(t, book)
		seen := map[string]bool{}
		for _, number := range book.Numbers() {
			if part, ok := book.Part(number); !ok || len(part.Sections) == 0 || seen[number] {
				t.Errorf("part %s = %+v", number, part)
			}
			seen[number] = true
		}
	})
}

func printAll(t *testing.T, book rulebook.Book) {
	for _, width := range []int{0, 40, 1 << 20} {
		if rulebook.Terminal(book, rulebook.Style{Width: width, Tests: true, Draw: func(*rulebook.Diagram) string { return "x\n" }}) == "" {
			t.Error("nothing is printed")
		}
	}
	if !strings.HasPrefix(rulebook.Markdown(book, rulebook.Paper{}), "# ") {
		t.Error("the page has no title")
	}
	if !strings.HasSuffix(rulebook.GoDoc(book, "toy", "a test"), "\npackage toy\n") {
		t.Error("the generated comment has no package clause")
	}
}
