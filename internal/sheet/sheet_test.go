package sheet_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/internal/sheet"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// illustrated returns the rulebook of a rule set.
func illustrated(t *testing.T, r rules.Rules) rulebook.Book {
	t.Helper()
	book, err := loader.Load(r, variant.Builtin().Find, loader.Language{})
	if err != nil {
		t.Fatalf("loader.Load: %v", err)
	}
	if err := rulebook.Illustrate(&book, r, nil); err != nil {
		t.Fatalf("rulebook.Illustrate: %v", err)
	}
	return book
}

func pages(pdf []byte) int {
	return bytes.Count(pdf, []byte("/Type /Page\n"))
}

// TestWrite checks that the rules of every rule set fit on two pages, with pictures.
func TestWrite(t *testing.T) {
	for i, r := range variant.Builtin().All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			if testing.Short() && i > 0 {
				t.Skip("one rule set is enough under -short")
			}
			book := illustrated(t, r)
			var one, two bytes.Buffer
			if err := sheet.Write(&one, r, book, sheet.Options{Language: "en", Foot: "tain rules"}); err != nil {
				t.Fatalf("sheet.Write: %v", err)
			}
			if n := pages(one.Bytes()); n != sheet.Pages {
				t.Errorf("%d pages", n)
			}
			if n := one.Len(); n < 30<<10 || n > 600<<10 {
				t.Errorf("the PDF has %d bytes", n)
			}
			if folder := os.Getenv("TAIN_SHEETS"); folder != "" { // for visual inspection
				if err := os.WriteFile(filepath.Join(folder, r.Info().Name+".pdf"), one.Bytes(), 0o644); err != nil {
					t.Errorf("os.WriteFile: %v", err)
				}
			}
			if i > 0 {
				return
			}
			if err := sheet.Write(&two, r, book, sheet.Options{Letter: true}); err != nil || pages(two.Bytes()) > sheet.Pages {
				t.Errorf("letter format: error %v, %d pages", err, pages(two.Bytes()))
			}
		})
	}
}

// TestTooLong checks that Write abridges a long book, and returns an error for a book that does not fit.
func TestTooLong(t *testing.T) {
	r := variant.Builtin().All()[0]
	book := rulebook.Book{Title: "Long"}
	fill := func(n int, text string) {
		s := rulebook.Section{Number: "1", Title: "All of it"}
		for range n {
			s.Rules = append(s.Rules, rulebook.Rule{Number: "1.1", Title: "A rule", Body: []rulebook.Block{{Text: text}, {Text: text}}})
		}
		book.Sections = []rulebook.Section{s}
	}
	fill(40, strings.Repeat("A word or two. ", 30))
	var out bytes.Buffer
	if err := sheet.Write(&out, r, book, sheet.Options{}); err != nil || pages(out.Bytes()) > sheet.Pages {
		t.Errorf("Write of a long book: error %v, %d pages", err, pages(out.Bytes()))
	}
	fill(700, "A word.")
	if err := sheet.Write(&out, r, book, sheet.Options{}); err == nil || !strings.Contains(err.Error(), "do not fit") {
		t.Errorf("Write of a book that does not fit: error %v", err)
	}
}

// TestDefinitions checks that the rules of games with their own boards and pieces fit on two pages.
func TestDefinitions(t *testing.T) {
	for _, text := range []string{
		`{"name":"twisted","board":{"files":6,"ranks":8},"seam":{"crossing":"twist","kinds":"pnbrqkz"},"ends":{"crossing":"twist","kinds":"nbrqz"},"pieces":{"z":"ZC"},"start":"6/rnbqkz/pppppp/6/6/PPPPPP/RNBQKZ/6 w - - 0 1","promotes":"qz"}`,
		`{"name":"mirrored","pieces":{"a":"BN","c":"mRcpR","g":"gQ"},"promotes":"qa","reflection":{"makes":{"p":"n","n":"a","a":"c","b":"g","k":"k"},"goes_on":"q","captures":true},"start":"rnacqkgr/pppppppp/8/8/8/8/PPPPPPPP/RNACQKGR w KQkq - 0 1"}`,
		`{"name":"links","links":["h5 ne - a4 ne","a6 nw - h3 w","d3 n - e6 n"],"board":{"holes":"c5"},"goal":{"checks":3,"reach":{"k":"e5"}},"capture":{"rebirth":"home"},"start":"rnbqkbnr/pppppppp/8/2*5/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+0"}`,
	} {
		r, err := variant.Builtin().Choose(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var out bytes.Buffer
		if err := sheet.Write(&out, r, illustrated(t, r), sheet.Options{Language: "en"}); err != nil || pages(out.Bytes()) > sheet.Pages || out.Len() < 20_000 {
			t.Errorf("%s: %v, %d pages, %d bytes", r.Info().Name, err, pages(out.Bytes()), out.Len())
		}
	}
}
