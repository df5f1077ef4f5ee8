package translation_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/internal/translation"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/gallery"
)

// TestLanguages checks that catalogues and translations cover the same languages.
func TestLanguages(t *testing.T) {
	var got []string
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatalf("os.ReadDir: %v", err)
	}
	for _, e := range entries {
		if e.IsDir() {
			got = append(got, e.Name())
		}
	}
	if want := locale.Languages()[1:]; !slices.Equal(got, want) {
		t.Errorf("translations are in %v, catalogues in %v", got, want)
	}
}

// TestTitle checks that the titles of built-in games and of the gallery are translated,
// and those of other definitions are not.
func TestTitle(t *testing.T) {
	known := variant.Builtin()
	german, ok := locale.For("de")
	if !ok {
		t.Fatal("there is no German catalogue")
	}
	for text, want := range map[string]string{
		"portal":                            "Portalschach",
		gallery.All()[0].Definition:         "Portalschach für Läufer, Turm und Dame",
		`{"name":"club","title":"My game"}`: "My game",
	} {
		r, err := known.Choose(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := translation.Title(german, r); got != want {
			t.Errorf("Title of %s is %q, want %q", text, got, want)
		}
	}
}

// TestComplete checks that every English text except the chapters is translated, and that every
// translation has an original.
func TestComplete(t *testing.T) {
	want := map[translation.Kind][]string{translation.Chapter: docs.Chapters()}
	for _, r := range variant.Builtin().All() {
		for kind, file := range map[translation.Kind]string{
			translation.Rulebook: bundle.Rulebook, translation.Lesson: bundle.Lesson, translation.Idea: bundle.Idea,
			translation.FirstGame: bundle.FirstGame,
		} {
			if _, ok := bundle.Read(r, file); ok {
				want[kind] = append(want[kind], r.Info().Name)
			}
		}
	}
	for _, language := range locale.Languages()[1:] {
		for kind, names := range want {
			slices.Sort(names)
			have := translation.Names(language, kind)
			for _, name := range names {
				if !slices.Contains(have, name) && kind != translation.Chapter {
					t.Errorf("%s has no %s of %s", language, kind, name)
				}
			}
			for _, name := range have {
				if !slices.Contains(names, name) {
					t.Errorf("%s has a %s for %s, which does not exist in English", language, kind, name)
				}
			}
		}
	}
}

// outline returns the parts of a rulebook that a translation must not change, one per line: section
// and rule numbers, the origin of each rule, the kind of each block, and diagrams without
// captions.
func outline(b rulebook.Book) (lines []string) {
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	blocks := func(at string, all []rulebook.Block) {
		for _, b := range all {
			switch {
			case b.Diagram != nil:
				d := *b.Diagram
				d.About = fmt.Sprint(strings.TrimSpace(d.About) != "")
				text, err := json.Marshal(d)
				say("%s diagram %s %v", at, text, err)
			case b.Rows != nil:
				say("%s table of %d rows and %d columns", at, len(b.Rows), len(b.Rows[0]))
			case b.Items != nil:
				say("%s list of %d", at, len(b.Items))
			case b.Code != "":
				say("%s code %d lines", at, strings.Count(b.Code, "\n"))
			default:
				say("%s text", at)
			}
		}
	}
	blocks("intro", b.Intro)
	for _, s := range b.Sections {
		say("section %s", s.Number)
		blocks(s.Number, s.Intro)
		for _, r := range s.Rules {
			say("rule %s from %q", r.Number, r.From)
			blocks(r.Number, r.Body)
		}
	}
	return lines
}

// differ reports the first difference between two outlines.
func differ(t *testing.T, what string, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		g, w := "nothing", "nothing"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("%s: got\n  %s\nEnglish has\n  %s", what, g, w)
			return
		}
	}
}

// TestRulebooks compares each rulebook with the English one, and verifies its diagrams.
func TestRulebooks(t *testing.T) {
	known := variant.Builtin()
	for _, language := range locale.Languages()[1:] {
		for _, name := range translation.Names(language, translation.Rulebook) {
			r, ok := known.Find(name)
			if !ok {
				continue // reported by TestComplete
			}
			english, err := loader.Load(r, known.Find, loader.Language{})
			if err != nil {
				t.Fatalf("loader.Load: %v", err)
			}
			what := language + "/rulebook/" + name
			book, err := loader.Load(r, known.Find, loader.Language{Source: translation.Rulebooks(language)})
			if err == nil {
				differ(t, what, outline(book), outline(english))
				err = rulebook.Illustrate(&book, r, nil)
			}
			if err != nil {
				t.Errorf("%s: %v", what, err)
			}
			if book.Title == "" || len(book.Intro) == 0 {
				t.Errorf("%s has no title or no introduction", what)
			}
		}
	}
}

// TestChapters compares each chapter with the English one.
func TestChapters(t *testing.T) {
	for _, language := range locale.Languages()[1:] {
		for _, name := range translation.Names(language, translation.Chapter) {
			text, _ := translation.Text(language, translation.Chapter, name)
			original, _ := docs.Chapter(name)
			english, err := rulebook.ParseChapter(original)
			if err != nil {
				t.Fatalf("rulebook.ParseChapter: %v", err)
			}
			chapter, err := rulebook.ParseChapter(text)
			if err != nil {
				t.Errorf("%s/chapter/%s: %v", language, name, err)
				continue
			}
			differ(t, language+"/chapter/"+name, outline(chapter), outline(english))
		}
	}
}

// words holds the names of the translated fields of lessons, ideas and first games.
var words = map[string]bool{"about": true, "lede": true, "title": true, "text": true, "task": true, "done": true,
	"wrong": true}

// skeleton returns a JSON value without its translated texts. It keeps only the number of texts, and
// whether each is empty.
func skeleton(v any, human bool) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, one := range v {
			out[key] = skeleton(one, words[key])
		}
		return out
	case []any:
		out := []any{}
		for _, one := range v {
			out = append(out, skeleton(one, human))
		}
		return out
	case string:
		if human {
			return fmt.Sprint("text ", strings.TrimSpace(v) != "")
		}
	}
	return v
}

// TestLessons compares the structure of each lesson, idea and first game with the English one. Positions,
// moves and numbers must be the same.
func TestLessons(t *testing.T) {
	known := variant.Builtin()
	for _, language := range locale.Languages()[1:] {
		for kind, file := range map[translation.Kind]string{
			translation.Lesson: bundle.Lesson, translation.Idea: bundle.Idea, translation.FirstGame: bundle.FirstGame,
		} {
			for _, name := range translation.Names(language, kind) {
				r, ok := known.Find(name)
				if !ok {
					continue
				}
				what := fmt.Sprintf("%s/%s/%s", language, kind, name)
				original, _ := bundle.Read(r, file)
				text, _ := translation.Text(language, kind, name)
				got, want := flat(t, what, text), flat(t, name, original)
				differ(t, what, got, want)
			}
		}
	}
}

// named matches the squares, pins and quadrants in a string.
var named = regexp.MustCompile(`\b(?:[a-z]\d(?:[A-Z]+\d*)?|[QK]L\d|q\d)\b`)

// TestRides compares the texts of the plans with the English ones. The number of texts and the squares
// that they mention must be the same.
func TestRides(t *testing.T) {
	r, _ := variant.Builtin().Find("trid")
	original, _ := bundle.Read(r, "rides.json")
	var english []struct{ Name, Title, About string }
	if err := json.Unmarshal([]byte(original), &english); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	for _, language := range locale.Languages()[1:] {
		text, ok := translation.Text(language, translation.Ride, "trid")
		if !ok {
			t.Errorf("%s has no texts for the plans of trid", language)
			continue
		}
		var have map[string]struct{ Title, About string }
		if err := json.Unmarshal([]byte(text), &have); err != nil {
			t.Errorf("%s: %v", language, err)
			continue
		}
		if len(have) != len(english) {
			t.Errorf("%s has %d plans, English %d", language, len(have), len(english))
		}
		for _, ride := range english {
			said := have[ride.Name]
			got, want := named.FindAllString(said.About, -1), named.FindAllString(ride.About, -1)
			slices.Sort(got)
			slices.Sort(want)
			if said.Title == "" || said.Title == ride.Title || !slices.Equal(got, want) {
				t.Errorf("%s, %s: %q mentions %v, English %v", language, ride.Name, said.Title, got, want)
			}
		}
	}
}

// link matches a Markdown link.
var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// anchors returns the anchors of the headings in a page.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	fenced := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if title := strings.TrimLeft(line, "#"); !fenced && title != line {
			all[rulebook.Anchor(strings.TrimSpace(title))] = true
		}
	}
	return all
}

// TestLinks checks every link in the translated texts, except external ones. The file and the heading must
// exist, in the language of the target.
func TestLinks(t *testing.T) {
	for _, language := range locale.Languages()[1:] {
		for _, kind := range []translation.Kind{translation.Rulebook, translation.Chapter} {
			for _, name := range translation.Names(language, kind) {
				text, _ := translation.Text(language, kind, name)
				for _, found := range link.FindAllStringSubmatch(text, -1) {
					if problem := follow(language, text, found[1]); problem != "" {
						t.Errorf("%s/%s/%s.md: %s: %s", language, kind, name, found[1], problem)
					}
				}
			}
		}
	}
}

// follow returns the error in a link, or "" if it is valid.
func follow(language, text, to string) string {
	file, heading, _ := strings.Cut(to, "#")
	name, isText := strings.CutSuffix(file, ".md")
	known := variant.Builtin()
	switch {
	case strings.HasPrefix(to, "http://localhost:8080/"), strings.HasPrefix(to, "https://"):
		return ""
	case file == "":
	case isText && slices.Contains(docs.Chapters(), name):
		var ok bool
		if text, ok = translation.Text(language, translation.Chapter, name); !ok {
			text, _ = docs.Chapter(name)
		}
	case isText && strings.HasPrefix(name, "../"): // documentation, which is in English
		data, err := docs.All.ReadFile(strings.TrimPrefix(file, "../"))
		if err != nil {
			return "there is no such chapter"
		}
		text = string(data)
	case isText:
		if _, ok := known.Find(name); !ok {
			return "there is no such rulebook"
		}
		if heading != "" {
			return "a rulebook is linked to as a whole"
		}
		return ""
	default: // file in the repository, relative to docs/rules
		if _, err := os.Stat(filepath.Join("..", "..", "docs", "rules", filepath.FromSlash(file))); err != nil {
			return "there is no such file"
		}
		return ""
	}
	if heading != "" && !anchors(text)[heading] {
		return "there is no such heading"
	}
	return ""
}

// flat returns the skeleton of a JSON text, one line per value.
func flat(t *testing.T, what, text string) (lines []string) {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Errorf("%s: %v", what, err)
		return nil
	}
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(at+"."+key, v[key])
			}
		case []any:
			lines = append(lines, fmt.Sprintf("%s has %d", at, len(v)))
			for i, one := range v {
				walk(fmt.Sprintf("%s[%d]", at, i), one)
			}
		default:
			lines = append(lines, fmt.Sprintf("%s: %v", at, v))
		}
	}
	walk("", skeleton(v, false))
	return lines
}
