package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant"
	flattext "github.com/tainchess/tain/variant/flat/text"
	"github.com/tainchess/tain/variant/trid"
)

// The documents whose examples the tests run.
const (
	originals = "../../docs/rules/originals.md"
	chapter   = "../../docs/rules/notation.md" // the chapter on notation
)

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	return string(text)
}

// TestDocuments runs every command in the documents and compares its output with the text. With -update it
// writes the output into the documents.
func TestDocuments(t *testing.T) {
	for _, file := range []string{originals, chapter} {
		text := read(t, file)
		blocks := fences(text, "console")
		if len(blocks) < 12 {
			t.Errorf("found %d console blocks in %s", len(blocks), file)
		}
		for _, block := range blocks {
			if now := rerun(t, block); *update {
				text = strings.Replace(text, "```console\n"+block, "```console\n"+now, 1)
			} else if now != block {
				t.Errorf("%s shows\n%s\nbut the commands print\n%s", file, block, now)
			}
		}
		if !*update {
			continue
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
	}
}

// rerun runs the commands in a block and returns the block with their current output.
func rerun(t *testing.T, block string) string {
	t.Helper()
	var now strings.Builder
	for _, shown := range strings.Split(strings.TrimPrefix(block, "$ "), "\n$ ") {
		line, _, _ := strings.Cut(shown, "\n")
		command, ok := strings.CutPrefix(line, "tain ")
		if !ok {
			t.Errorf("%q does not begin with tain", line)
			continue
		}
		var screen bytes.Buffer // standard output and error, in order
		run(context.Background(), words(command), strings.NewReader(""), &screen, &screen)
		now.WriteString("$ " + line + "\n" + strings.TrimRight(screen.String(), "\n") + "\n")
	}
	return now.String()
}

var address = regexp.MustCompile(`http://localhost:8080(/\w+)(\?[^)\s]+)`)

// TestDocumentLinks checks that the web page can parse every link in the documents.
func TestDocumentLinks(t *testing.T) {
	for file, least := range map[string]int{originals: 25, chapter: 5} {
		links := address.FindAllStringSubmatch(read(t, file), -1)
		if len(links) < least {
			t.Errorf("found %d links in %s", len(links), file)
		}
		for _, link := range links {
			if link[1] != "/analysis" {
				t.Errorf("%s does not lead to /analysis", link[0])
			}
			if err := opens(link[2]); err != nil {
				t.Errorf("opens(%s): %v", link[0], err)
			}
		}
	}
}

// opens returns an error if the query of a link to the analysis page contains an invalid rule set, position
// or plan.
func opens(query string) error {
	values := url.Values{}
	for pair := range strings.SplitSeq(query[1:], "&") { // not url.ParseQuery, because boards contain semicolons
		name, value, _ := strings.Cut(pair, "=")
		text, err := url.QueryUnescape(value)
		if err != nil {
			return err
		}
		values.Add(name, text)
	}
	r, err := variant.Builtin().Choose(cmp.Or(values.Get("variant"), flattext.DefaultVariant))
	if err != nil {
		return err
	}
	start := r.Info().Start
	if text := values.Get("fen"); text != "" {
		start = text
	}
	p, err := r.Guide().ParsePosition(start, rules.ParseOptions{})
	if values.Has("board") {
		_, err = flattext.ParseLink(query, variant.Builtin().Find)
	}
	if err == nil && values.Has("plan") {
		_, err = notation.Plan(r, &p, values.Get("plan"))
	}
	return err
}

var nearby = regexp.MustCompile(`\]\((\.\.?/[^)#]+|[a-z]\w*\.md)`)

// TestDocumentFiles checks that linked pictures and pages exist.
func TestDocumentFiles(t *testing.T) {
	for _, file := range []string{originals, chapter} {
		named := nearby.FindAllStringSubmatch(read(t, file), -1)
		if len(named) == 0 {
			t.Errorf("%s links to no file", file)
		}
		for _, name := range named {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), name[1])); err != nil {
				t.Errorf("%s links to a missing file: %v", file, err)
			}
		}
	}
}

var gaps = regexp.MustCompile(`  +`)

// TestDocumentMoves plays the moves in the chapter on notation. The first line of a block contains a rule set
// and a position. Each further line contains a move, its UCI notation and a remark.
func TestDocumentMoves(t *testing.T) {
	blocks := fences(read(t, chapter), "moves")
	if len(blocks) < 5 {
		t.Errorf("%s has %d blocks of moves, want at least 5", chapter, len(blocks))
	}
	for _, block := range blocks {
		head, rows, _ := strings.Cut(strings.TrimSpace(block), "\n")
		name, text, _ := strings.Cut(head, " ")
		r := positions.Rules(t, variant.Builtin(), name)
		p := positions.From(t, r, text)
		for _, row := range strings.Split(rows, "\n") {
			columns := gaps.Split(row, 3)
			if len(columns) != 3 {
				t.Errorf("%q is not a move, its UCI notation and a remark", row)
				continue
			}
			played, err := rules.Play(r, &p, columns[0])
			if err != nil {
				t.Errorf("%s in %s: %v", columns[0], head, err)
			} else if got := r.Guide().FormatUCI(&p, played.Move); got != columns[1] {
				t.Errorf("%s is %s in UCI notation, want %s", columns[0], got, columns[1])
			}
		}
	}
}

// TestDocumentGames converts the games in the chapter on notation to PGN and compares the result. It also
// checks that the chapter lists the tag of every rule set.
func TestDocumentGames(t *testing.T) {
	text := read(t, chapter)
	blocks := fences(text, "pgn")
	if len(blocks) < 2 {
		t.Errorf("%s has %d games, want at least 2", chapter, len(blocks))
	}
	for _, block := range blocks {
		if _, out, errs := call(block, "convert", "--to", "pgn", "-"); strings.TrimSpace(out) != strings.TrimSpace(block) || errs != "" {
			t.Errorf("tain convert --to pgn of\n%s\nprints\n%s%s", block, out, errs)
		}
	}
	for _, r := range variant.Builtin().All() {
		if i := r.Info(); i.PGN != "" && !strings.Contains(text, "| `"+i.Name+"` | `"+i.PGN+"` |") {
			t.Errorf("the table does not contain the tag of %s", i.Name)
		}
	}
}

// TestDocumentRides checks that the document contains the six board rides of tri-dimensional chess and every
// error that they print. TestDocuments runs the commands.
func TestDocumentRides(t *testing.T) {
	text, _ := bundle.Read(trid.Rules, "rides.json")
	type attempt struct{ Plan, Why string }
	var rides []struct {
		Name, Title, Position, Printed, Why, Plan, About string
		Also                                             []attempt
	}
	if err := json.Unmarshal([]byte(text), &rides); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	var names []string
	shown := read(t, originals)
	for _, r := range rides {
		names = append(names, r.Name)
		parts := []string{r.Title, r.Position, r.Printed, r.Why, r.Plan, r.About}
		for _, no := range r.Also {
			parts = append(parts, no.Plan, no.Why)
		}
		for _, part := range parts {
			if part == "" || !strings.Contains(shown, part) {
				t.Errorf("%s: the document does not contain %q", r.Name, part)
			}
		}
	}
	if want := []string{"pawn", "knight", "bishop", "rook", "queen", "king"}; !slices.Equal(names, want) {
		t.Errorf("rides = %v, want %v", names, want)
	}
}
