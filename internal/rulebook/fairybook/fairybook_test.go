package fairybook_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// definitions lists definitions with all fields, and words that their books contain and do not contain.
var definitions = []struct{ text, contains, lacks string }{
	{`{"name":"holes","board":{"holes":"d4 e5 a8"},"pieces":{"h":"nN","e":"nAnD","w":"nNN"},"promotes":"qhew","start":"*hewqkbr/pppppppp/8/4*3/3*4/8/PPPPPPPP/RHEWQKBR w - - 0 1"}`,
		"The squares a8, d4 and e5 do not exist|The piece H|if the square in between is empty|A hole is written", "edge|Links|bishop moves as"},
	{`{"name":"twisted","board":{"files":6,"ranks":8},"seam":{"crossing":"twist","kinds":"pnbrqkz"},"ends":{"crossing":"twist","kinds":"nbrqz"},"pieces":{"z":"ZC"},"start":"6/rnbqkz/pppppp/6/6/PPPPPP/RNBQKZ/6 w - - 0 1","promotes":"qz"}`,
		"6 files, a to f|as on a Möbius strip|For pawns and kings the board ends there|three squares along a rank or file and then two to the side|takes its sideways part first|No castling", "globe|Links|a hole"},
	{`{"name":"globe","seam":{"crossing":"wrap","kinds":"nbrqkdpg"},"ends":{"crossing":"pole","kinds":"nbrqkdg"},"pieces":{"d":"NNDD","g":"gB","c":"mBcpB"},"promotes":"qdgc","start":"rdbqkgcr/pppppppp/8/8/8/8/PPPPPPPP/RDBQKGCR w KQkq - 0 1"}`,
		"as on a cylinder|as on a globe|in any number of leaps|jumping over the first piece on the way|exactly one piece", "Möbius|Links|Knight (N)"},
	{`{"name":"wide","board":{"files":10,"ranks":6},"pieces":{"a":"BN","c":{"move":"RN","name":"chancellor"}},"promotes":"qac","pawn":{"zone":2,"must":false},"start":"rnbaqkcbnr/pppppppppp/10/10/PPPPPPPPPP/RNBAQKCBNR w KQkq - 0 1"}`,
		"Archbishop (A)|Chancellor (C)|It moves as a bishop or a knight|one of the last 2 ranks (5 to 6 for White, 2 to 1 for Black)|It may also stay a pawn|two digits|f1-i1", "edge|Möbius"},
	{`{"name":"line","board":{"files":1,"ranks":16},"start":"k/p/1/1/1/1/1/1/1/1/1/1/1/1/P/K w - - 0 1","promotes":"r"}`,
		"one file, a|16 ranks|A rook moves", "A queen|A knight|A bishop|edge"},
	{`{"name":"mirrored","pieces":{"a":"BN","c":"mRcpR","g":"gQ"},"promotes":"qa","reflection":{"makes":{"p":"n","n":"a","a":"c","b":"g","k":"k"},"goes_on":"q","captures":true},"start":"rnacqkgr/pppppppp/8/8/8/8/PPPPPPPP/RNACQKGR w KQkq - 0 1"}`,
		"Spawned pieces|a cannon|Several kings|Queens go on|spawns a black archbishop|rotated 180°", "edge|Möbius"},
	{`{"name":"kings","board":{"files":7,"ranks":7},"royal":"kq","promotes":"rbn","reflection":{"map":"ranks","makes":{"n":"k","p":"b"},"goes_on":"rp","promotions":false},"start":"rnbkbnr/ppppppp/7/7/7/PPPPPPP/RNBKBNR w - - 0 1"}`,
		"royal|top and bottom change places|have no reflection", "edge|Möbius|queen"},
	{`{"name":"hopping","seam":{"crossing":"hop","kinds":"pnbrqkc","en_passant":"home"},"pieces":{"c":"mQcpQ"},"promotes":"qc","start":"rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w KQkq - 0 1"}`,
		"hop over the edge|came from", "Möbius|globe|No castling"},
	{`{"name":"goals","pieces":{"p":"mfWcsWcefFimfW3","n":"NfW"},"goal":{"checks":2,"reach":{"p":"d6 e6","k":"a4 h5"}},"castling":"960","start":"rknbbnqr/pppppppp/8/8/8/8/PPPPPPPP/RKNBBNQR w HAha - 0 1 +0+0"}`,
		"for the second time|Pawn: d6 or e6|King: a4 or h5|one square straight forward, or in a leap of two squares along a rank or file and then one to the side|captures, also en passant, one square diagonally forward|captures one square sideways|up to 3 squares straight forward|+1+0", "edge|Möbius"},
	{`{"name":"berolina-seam","seam":{"crossing":"wrap","kinds":"pnbrqk","en_passant":"home"},"pieces":{"p":"mfFcefFcfWimfF2"},"capture":{"rebirth":"mirror"},"stalemate":"loss"}`,
		"where the other side has such a piece|it loses|comes back on", "Möbius|globe|No castling"},
	{`{"name":"straight-takes","seam":{"crossing":"wrap","kinds":"pnbrqk"},"pieces":{"p":"mfFcefWimfF2"}}`,
		"For pawns the board ends there|Pawns never cross an edge", "Möbius|globe|All pieces can cross|only when they capture"},
	{`{"name":"linked","links":["a8 n - h1 e","d4 ne - d5 s","h5 e - a5 ne"],"pieces":{"k":"NK","w":{"move":"W3F2","name":"guard"}},"promotes":"qw","start":"rnbqkbwr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBWR w KQkq - 0 1"}`,
		"Guard (W)|uses the link|d4, up and right|up to 3 squares along a rank or file, or up to 2 squares diagonally", "Möbius|globe|never cross"},
	{`{"name":"bare","castling":false,"royal":"n","promotes":"r","start":"1n4n1/8/8/8/8/8/8/1N4N1 w - - 0 1","goal":{"reach":{"n":"d8"}}}`,
		"The royal pieces are: knight|any of its royal pieces", "Pawn (|A pawn|Castling"},
}

// find compiles a definition.
func find(t *testing.T, text string) rules.Rules {
	t.Helper()
	r, err := variant.Builtin().Choose(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

// book returns a rule set's book in a language after verifying all of its claims.
func book(t *testing.T, r rules.Rules, language string) rulebook.Book {
	t.Helper()
	in, _ := locale.For(language)
	b, err := loader.Load(r, variant.Builtin().Find, loader.Language{In: in})
	if err == nil {
		err = rulebook.Illustrate(&b, r, in)
	}
	if err != nil {
		t.Fatalf("%s: %s: %v", language, r.Info().Definition, err)
	}
	return b
}

// all returns the definitions above and those in testdata/boards that can be played.
func all(t *testing.T) (texts []string) {
	t.Helper()
	for _, d := range definitions {
		texts = append(texts, d.text)
	}
	files, err := filepath.Glob("../../../testdata/boards/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no definitions in testdata/boards: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		if r, err := variant.Builtin().Choose(string(text)); err == nil && !hasWrittenBook(r) {
			texts = append(texts, string(text))
		}
	}
	return texts
}

// hasWrittenBook reports whether a definition is that of a built-in game, whose book is not generated.
func hasWrittenBook(r rules.Rules) bool {
	_, ok := bundle.Read(r, bundle.Rulebook)
	return ok
}

// terminal prints a book without links and boards.
func terminal(b rulebook.Book) string {
	b.Diagrams(func(_ string, d *rulebook.Diagram) { d.Link = "" })
	return rulebook.Terminal(b, rulebook.Style{Width: 1 << 20, Draw: func(d *rulebook.Diagram) string { return d.Position }})
}

// TestStatements checks that books mention what their games have, and nothing else.
func TestStatements(t *testing.T) {
	for _, d := range definitions {
		r := find(t, d.text)
		text := terminal(book(t, r, "en"))
		for want := range strings.SplitSeq(d.contains, "|") {
			if !strings.Contains(text, want) {
				t.Errorf("%s: book lacks %q", r.Info().Name, want)
			}
		}
		for odd := range strings.SplitSeq(d.lacks, "|") {
			if at := strings.Index(text, odd); at >= 0 {
				t.Errorf("%s: book contains %q: %q", r.Info().Name, odd, text[max(0, at-60):min(len(text), at+40)])
			}
		}
	}
}

// reference matches a rule number in a text, such as (4.2).
var reference = regexp.MustCompile(`\((\d+\.\d+)\)`)

// TestBooks checks that books number their sections and rules without gaps, that no rule is empty, that
// references lead to a rule, and that every kind has a diagram. Books in other languages have the same rules.
func TestBooks(t *testing.T) {
	for i, text := range all(t) {
		r := find(t, text)
		english := book(t, r, "en")
		for i, s := range english.Sections {
			if s.Number != fmt.Sprint(i+1) || len(s.Rules) == 0 {
				t.Errorf("%s: section %s %s has %d rules", r.Info().Name, s.Number, s.Title, len(s.Rules))
			}
			for j, rule := range s.Rules {
				if rule.Number != fmt.Sprintf("%d.%d", i+1, j+1) || len(rule.Body) == 0 || rule.Body[0].Text == "" {
					t.Errorf("%s: rule %s %s is empty or has a wrong number", r.Info().Name, rule.Number, rule.Title)
				}
				shown := slices.ContainsFunc(rule.Body, func(b rulebook.Block) bool { return b.Diagram != nil })
				if named := regexp.MustCompile(`\([A-Z]\)$|^The piece|^Pawn$|edges$|^Promotion$|^En passant$|^Checkmate$|by checks$`).MatchString(rule.Title); named && !shown && !slices.Contains([]string{"line", "bare"}, r.Info().Name) {
					t.Errorf("%s: rule %s %s has no diagram", r.Info().Name, rule.Number, rule.Title)
				}
			}
		}
		for _, m := range reference.FindAllStringSubmatch(terminal(english), -1) {
			if !slices.Contains(english.Numbers(), m[1]) {
				t.Errorf("%s: no rule %s", r.Info().Name, m[1])
			}
		}
		for n, tag := range locale.Languages() {
			if tag == "en" || testing.Short() && (i+n)%4 != 0 {
				continue
			}
			b := book(t, r, tag)
			if !slices.Equal(b.Numbers(), english.Numbers()) {
				t.Errorf("%s: %s: rules %v, want %v", tag, r.Info().Name, b.Numbers(), english.Numbers())
			}
			text := terminal(b)
			for _, broken := range []string{" ,", "{", "}", "book.", "word.", "%!", "<nil>", " none"} {
				if at := strings.Index(text, broken); at >= 0 {
					t.Errorf("%s: %s: book contains %q: %q", tag, r.Info().Name, broken, text[max(0, at-50):min(len(text), at+30)])
				}
			}
		}
	}
}

// TestGolden compares two books with golden files. After changing texts, run it with -update and review the
// diff.
func TestGolden(t *testing.T) {
	for _, name := range []string{"twisted", "goals"} {
		for _, d := range definitions {
			r := find(t, d.text)
			if r.Info().Name != name {
				continue
			}
			b := book(t, r, "en")
			b.Diagrams(func(_ string, d *rulebook.Diagram) { d.Link = "" })
			got := rulebook.Terminal(b, rulebook.Style{Width: 100, Draw: func(d *rulebook.Diagram) string { return d.Position }})
			file := filepath.Join("testdata", name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatalf("os.WriteFile: %v", err)
				}
			}
			if want, err := os.ReadFile(file); err != nil || got != string(want) {
				t.Errorf("book of %s differs from %s (%v): run the test with -update and review the diff", name, file, err)
			}
		}
	}
}
