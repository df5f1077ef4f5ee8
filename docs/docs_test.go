package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/internal/test/prose"
	"github.com/tainchess/tain/variant/definition"
)

// pages returns the documents for people, by their path in the repository: the READMEs,
// CONTRIBUTING, SECURITY and the pages of docs.
func pages(t *testing.T) map[string]string {
	t.Helper()
	files := []string{"../README.md", "../CONTRIBUTING.md", "../SECURITY.md", "../web/packages/rules/README.md", "../web/packages/board/README.md"}
	err := filepath.WalkDir(".", func(file string, _ fs.DirEntry, err error) error {
		if filepath.Ext(file) == ".md" {
			files = append(files, file)
		}
		return err
	})
	if err != nil {
		t.Fatalf("filepath.WalkDir: %v", err)
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		texts[filepath.Join("docs", file)] = string(text)
	}
	return texts
}

var (
	unlinked = regexp.MustCompile(`[^\p{L}\p{N}_ -]`) // characters that GitHub drops from a heading's id
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	fenced   = regexp.MustCompile("(?ms)^```.*?^```$")
)

// TestIndex checks that docs/README.md links to every page in the folder.
func TestIndex(t *testing.T) {
	texts := pages(t)
	linked := map[string]bool{}
	for _, l := range link.FindAllStringSubmatch(texts["docs/README.md"], -1) {
		linked[l[1]] = true
	}
	files, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatalf("filepath.Glob: %v", err)
	}
	for _, file := range append(files, "decisions/README.md", "rules/README.md") {
		if !linked[file] && file != "README.md" {
			t.Errorf("docs/README.md does not link %s", file)
		}
	}
	for name := range texts {
		if file, ok := strings.CutPrefix(name, "docs/decisions/"); ok && file != "README.md" && !strings.Contains(texts["docs/decisions/README.md"], "]("+file+")") {
			t.Errorf("docs/decisions/README.md does not link %s", file)
		}
	}
}

// TestLinks checks that links between documents lead to a file and a heading.
func TestLinks(t *testing.T) {
	texts := pages(t)
	headings := map[string]map[string]bool{}
	for name, text := range texts {
		headings[name] = anchors(text)
	}
	for name, text := range texts {
		for _, l := range link.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
			to, anchor, _ := strings.Cut(l[1], "#")
			if strings.Contains(to, "://") {
				continue
			}
			file := name
			if to != "" {
				file = filepath.Join(filepath.Dir(name), to)
			}
			if _, err := os.Stat(filepath.Join("..", file)); err != nil {
				t.Errorf("%s: %s: no such file", name, l[1])
			} else if anchor != "" && headings[file] != nil && !headings[file][anchor] {
				t.Errorf("%s: %s: no such heading", name, l[1])
			}
		}
	}
}

// anchors returns the ids that GitHub gives to the headings of a page.
func anchors(text string) map[string]bool {
	ids := map[string]bool{}
	for _, h := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		id := unlinked.ReplaceAllString(strings.ToLower(h[1]), "")
		ids[strings.ReplaceAll(id, " ", "-")] = true
	}
	return ids
}

// TestProse keeps banned phrasings out of the documents. It skips docs/rules, whose rulebooks
// are generated from the folders of the rule sets.
func TestProse(t *testing.T) {
	for name, text := range pages(t) {
		if strings.HasPrefix(name, "docs/rules/") {
			continue
		}
		for _, found := range prose.CheckMarkdown(text) {
			t.Errorf("%s, %s", name, found)
		}
	}
}

// TestChapterNames checks that no definition can have the name of a chapter, because tain rules accepts both.
func TestChapterNames(t *testing.T) {
	chapters := docs.Chapters()
	if len(chapters) == 0 {
		t.Fatal("no chapters")
	}
	for _, name := range chapters {
		if _, _, err := definition.Parse(`{"name":"` + name + `"}`); err == nil {
			t.Errorf("a definition can be named %s", name)
		}
	}
}
