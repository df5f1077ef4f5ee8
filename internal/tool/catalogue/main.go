// Command catalogue reports errors in the translations. For each language, it lists catalogue entries
// and translated texts that are missing, unknown or invalid. An entry is invalid if it cannot be parsed
// or its arguments differ from the English ones. The exit status is 1 if there are errors.
//
// With -browser it instead writes the files for building the WebAssembly program: the English catalogue
// without entries used only by the page and the terminal, and an overlay file that makes go build use
// this catalogue. With -format it sorts the catalogue files.
//
// Usage: catalogue [-browser FOLDER | -format]
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/tool/catalogue/source"
	"github.com/tainchess/tain/internal/translation"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/gallery"
)

func main() {
	browser := flag.String("browser", "", "write the catalogue of a browser's program into this folder")
	format := flag.Bool("format", false, "sort the files of the catalogue")
	flag.Parse()
	act := func() error { return report(os.Stdout) }
	if *browser != "" {
		act = func() error { return writeBrowser(*browser) }
	}
	if *format {
		act = formatAll
	}
	if err := act(); err != nil {
		fmt.Fprintln(os.Stderr, "catalogue:", err)
		os.Exit(1)
	}
}

// english returns the English sentences in the code, keyed by message code. For the descriptions of
// the rule sets and the gallery it contains a placeholder.
func english(root string) (map[message.Code]string, error) {
	all, err := source.Sentences(root)
	if err != nil {
		return nil, err
	}
	named := func(name string, parts ...string) {
		for _, part := range parts {
			all[message.Code(name+"."+part)] = "-"
		}
	}
	for _, r := range variant.Builtin().All() {
		named("variant."+r.Info().Name, "title", "summary")
	}
	for _, e := range gallery.All() {
		named("gallery."+e.Name, "title", "why", "lesson")
	}
	return all, nil
}

// state lists the errors of a language.
type state struct {
	language         string
	entries          int
	missing, unknown []string // codes and files
	wrong            []string // invalid entries
}

// report prints the errors of every language.
func report(out io.Writer) error {
	sentences, err := english(".")
	if err != nil {
		return err
	}
	bad := 0
	for _, language := range locale.Languages() {
		s := look(language, sentences)
		fmt.Fprintf(out, "%s: %d entries, %d missing, %d unknown, %d wrong\n", s.language, s.entries, len(s.missing), len(s.unknown), len(s.wrong))
		for _, one := range s.missing {
			fmt.Fprintln(out, "  missing", one)
		}
		for _, one := range s.unknown {
			fmt.Fprintln(out, "  unknown", one)
		}
		for _, one := range s.wrong {
			fmt.Fprintln(out, "  wrong  ", one)
		}
		bad += len(s.missing) + len(s.unknown) + len(s.wrong)
	}
	if bad > 0 {
		return fmt.Errorf("%d problems", bad)
	}
	return nil
}

// look compares a language with the English catalogue and the sentences in the code, and returns its
// errors.
func look(language string, sentences map[message.Code]string) state {
	entries := locale.Entries(language)
	s := state{language: language, entries: len(entries)}
	c, err := locale.LoadEntries(language, entries)
	if err != nil {
		s.wrong = append(s.wrong, strings.Split(err.Error(), "\n")...)
		return s
	}
	missing, unknown := compare(c, sentences)
	s.missing, s.unknown = texts(missing), texts(unknown)
	for _, code := range c.Codes() {
		got, _ := c.Placeholders(code)
		want, ok := locale.English().Placeholders(code)
		if sentence := sentences[code]; sentence != "" {
			want, ok = message.New(code, sentence, nil).Placeholders(), true
		}
		if section, _, _ := strings.Cut(string(code), "."); !ok || section == "word" || section == "list" {
			continue // each language has its own word forms
		}
		if !slices.Equal(got, want) {
			s.wrong = append(s.wrong, fmt.Sprintf("%s takes %v, and in English %v", code, got, want))
		}
	}
	if language != "en" {
		s.files()
	}
	return s
}

func texts(codes []message.Code) (all []string) {
	for _, c := range codes {
		all = append(all, string(c))
	}
	return all
}

// files compares the translated rulebooks, lessons and other long texts with the English ones.
func (s *state) files() {
	want := map[string]bool{}
	for _, r := range variant.Builtin().All() {
		for kind, file := range map[translation.Kind]string{
			translation.Rulebook: bundle.Rulebook, translation.Lesson: bundle.Lesson, translation.Idea: bundle.Idea,
			translation.FirstGame: bundle.FirstGame,
		} {
			if _, ok := bundle.Read(r, file); ok {
				want[string(kind)+" "+r.Info().Name] = true
			}
		}
	}
	have := map[string]bool{}
	for _, kind := range []translation.Kind{translation.Rulebook, translation.Lesson, translation.Idea, translation.FirstGame, translation.Chapter} {
		for _, name := range translation.Names(s.language, kind) {
			have[string(kind)+" "+name] = true
		}
	}
	for name := range want {
		if !have[name] {
			s.missing = append(s.missing, name)
		}
	}
	for name := range have {
		chapter, is := strings.CutPrefix(name, string(translation.Chapter)+" ")
		if is && slices.Contains(docs.Chapters(), chapter) {
			continue // optional
		}
		if !want[name] {
			s.unknown = append(s.unknown, name)
		}
	}
	slices.Sort(s.missing)
	slices.Sort(s.unknown)
}

// formatAll formats the catalogue files.
func formatAll() error {
	for _, language := range locale.Languages() {
		text, err := locale.Format(locale.Entries(language))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join("internal", "locale", "catalogue", language+".json"), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writeBrowser writes the browser's English catalogue, and an overlay file that replaces the full
// catalogue with this one.
func writeBrowser(folder string) error {
	entries := locale.Entries("en")
	maps.DeleteFunc(entries, func(code, _ string) bool { return !source.InBrowser(code) })
	text, err := locale.Format(entries)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	file, err := filepath.Abs(filepath.Join(folder, "en.json"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return err
	}
	whole, err := filepath.Abs(filepath.Join("internal", "locale", "catalogue", "en.json"))
	if err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {whole: file}})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "overlay.json"), append(overlay, '\n'), 0o644)
}

// compare returns the English codes that a catalogue lacks, and the codes that only the
// catalogue has, both sorted. English codes come from the English catalogue and the sentences
// in the code. Codes under word and list are never unknown, because each language has its own
// word forms.
func compare(c *locale.Catalogue, sentences map[message.Code]string) (missing, unknown []message.Code) {
	if c.Language() == "en" {
		return nil, nil
	}
	english := map[message.Code]bool{}
	for _, word := range message.CommonCodes() {
		english[message.Code(word)] = true
	}
	for code := range sentences {
		english[code] = true
	}
	for _, code := range locale.English().Codes() {
		english[code] = true
	}
	own := c.Codes()
	for code := range english {
		if _, ok := slices.BinarySearch(own, code); !ok {
			missing = append(missing, code)
		}
	}
	for _, code := range own {
		section, _, _ := strings.Cut(string(code), ".")
		if !english[code] && section != "word" && section != "list" {
			unknown = append(unknown, code)
		}
	}
	slices.Sort(missing)
	return missing, unknown
}
