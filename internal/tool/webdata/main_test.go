package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant"
)

// TestIdeas checks that each line shows the idea of its rule set.
func TestIdeas(t *testing.T) {
	d, err := collect()
	if err != nil {
		t.Fatalf("collect: %v", err)
	}
	for _, r := range variant.Builtin().All() {
		_, has := bundle.Read(r, bundle.Idea)
		if _, shown := d.Ideas[r.Info().Name]; shown != has {
			t.Errorf("%s has an idea file: %v; its idea was collected: %v", r.Info().Name, has, shown)
		}
	}
	does := func(effect describe.Effect) func(wire.Step) bool {
		return func(s wire.Step) bool {
			return slices.ContainsFunc(s.Changes, func(c wire.Change) bool { return c.Effect == effect })
		}
	}
	seam := func(s wire.Step) bool {
		return len(s.Ways) > 0 && slices.ContainsFunc(s.Ways[0], func(t wire.Touch) bool { return t.Board != wire.Centre })
	}
	mates := func(s wire.Step) bool { return s.SAN[len(s.SAN)-1] == '#' }
	for name, wants := range map[string][]func(wire.Step) bool{
		"triboard": {seam}, "mirrorsquare": {does(describe.Appeared)}, "nachfolger": {does(describe.Appeared), does(describe.WentOn)},
		"trid": {does(describe.BoardMoved), does(describe.Carried), does(describe.Turned)}, "meder": {does(describe.BoardMoved), does(describe.Carried)},
		"portal": {seam, mates}, "cylinder": {seam, mates}, "chess": {mates},
	} {
		shown := d.Ideas[name]
		if len(shown.States) != len(shown.Steps)+1 || shown.States[0].Position != shown.Start {
			t.Errorf("%s: %d steps, %d states", name, len(shown.Steps), len(shown.States))
		}
		for i, step := range shown.Steps {
			if shown.States[i+1].Key != step.Key {
				t.Errorf("%s: step %d does not lead to the next state", name, i+1)
			}
		}
		for i, want := range wants {
			if !slices.ContainsFunc(shown.Steps, want) {
				t.Errorf("%s does not show its idea %d: %+v", name, i+1, shown.Steps)
			}
		}
	}
}

// TestRun checks the main document and the files written next to it.
func TestRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new", "data.json")
	if err := run([]string{file}); err != nil {
		t.Fatalf("run: %v", err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	var d struct {
		Variants []struct{ Name string }
		Pieces   struct{ Pieces []struct{ Kind string } }
		Themes   map[string]struct{ Black map[string]string }
		Ideas    map[string]any
	}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	if len(d.Variants) < 7 || len(d.Pieces.Pieces) != 6 || d.Themes["dark"].Black["rim"] == "" || d.Themes["light"].Black["rim"] != "" || len(d.Ideas) < 7 {
		t.Errorf("%d rule sets, %d pieces, themes %v", len(d.Variants), len(d.Pieces.Pieces), d.Themes)
	}
	for _, r := range variant.Builtin().All() {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(file), "rulebook-"+r.Info().Name+".json"))
		var book wire.Rulebook
		if err != nil || json.Unmarshal(text, &book) != nil || book.Variant != r.Info().Name || len(book.Sections) < 4 {
			t.Errorf("the rulebook of %s: %v, %.80s", r.Info().Name, err, text)
		}
	}
	var german struct{ Catalogue map[string]string }
	text, err = os.ReadFile(filepath.Join(filepath.Dir(file), "de", "wasm.json"))
	if err != nil || json.Unmarshal(text, &german) != nil {
		t.Fatalf("de/wasm.json: %v, %.80s", err, text)
	}
	for code, want := range map[string]bool{"illegal.ambiguous": true, "privacy.cookie": false, "preview.home": false, "study.stale": false} {
		if _, has := german.Catalogue[code]; has != want || locale.Entries("de")[code] == "" {
			t.Errorf("de/wasm.json has %s: %t; want %t", code, has, want)
		}
	}
	if run(nil) == nil || run([]string{"a", "b"}) == nil {
		t.Error("run without a file, or with two, succeeded; want an error")
	}
}

// TestDocs checks that every chapter is listed and no link is broken.
func TestDocs(t *testing.T) {
	folder := t.TempDir()
	if err := writeDocs(folder); err != nil {
		t.Fatalf("writeDocs: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "docs.json"))
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	var all []chapter
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	known := map[string]bool{}
	for _, c := range all {
		known["/docs/"+c.Name] = true
		for _, s := range c.Sections {
			known["/docs/"+c.Name+"#"+s.ID] = true
		}
	}
	links := regexp.MustCompile(`href="(/docs/[^"]*)"`)
	for _, c := range all {
		for _, s := range c.Sections {
			for _, link := range links.FindAllStringSubmatch(s.HTML, -1) {
				if !known[link[1]] {
					t.Errorf("docs/%s.md: %s is a dead link", c.Name, link[1])
				}
			}
		}
	}
	for in, want := range map[string]string{
		"api.md#games": "/docs/api#games", "rules/notation.md": "/learn/notation", "rules/trid.md": "/learn/trid/rules", "rules/README.md": "/learn",
		"../examples/bot/main.go": "", "../README.md": "", "https://example.org": "https://example.org", "#here": "#here",
		"README.md": "/docs", "decisions/README.md": "/docs/decisions", "decisions/nets.md": "/docs/decisions#nets",
	} {
		if got := leads(".", in); got != want {
			t.Errorf("leads(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"nets.md": "/docs/decisions#nets", "../api.md#games": "/docs/api#games", "../../README.md": ""} {
		if got := leads("decisions", in); got != want {
			t.Errorf("leads(%q) in decisions = %q, want %q", in, got, want)
		}
	}
}

// TestLessonBoards checks the boards of a lesson against its text: every task has one, after its leading moves.
func TestLessonBoards(t *testing.T) {
	folder := t.TempDir()
	if err := writeLessonBoards(folder); err != nil {
		t.Fatalf("writeLessonBoards: %v", err)
	}
	for _, r := range variant.Builtin().All() {
		text, ok := bundle.Read(r, bundle.Lesson)
		if !ok {
			continue
		}
		var lesson lessonFile
		if err := json.Unmarshal([]byte(text), &lesson); err != nil {
			t.Fatalf("lesson of %s: %v", r.Info().Name, err)
		}
		data, err := os.ReadFile(filepath.Join(folder, "boards-"+r.Info().Name+".json"))
		if err != nil {
			t.Fatalf("boards of %s: %v", r.Info().Name, err)
		}
		var boards map[string]struct {
			Turn   string
			Pieces map[string]string
		}
		if err := json.Unmarshal(data, &boards); err != nil {
			t.Fatalf("boards of %s: %v", r.Info().Name, err)
		}
		tasks := 0
		for _, section := range lesson.Sections {
			tasks += len(section.Tries)
		}
		if len(boards) != tasks {
			t.Errorf("%s has %d boards for %d tasks", r.Info().Name, len(boards), tasks)
		}
		if r.Info().Name != "mirrorsquare" {
			continue
		}
		// The third task begins after 1. e4, which spawned a black pawn on d5.
		third := boards["reflection/2"]
		if third.Turn != "black" || third.Pieces["e4"] != "P" || third.Pieces["d5"] != "p" || third.Pieces["e2"] != "" {
			t.Errorf("mirrorsquare: task reflection/2 begins with %v to move and pieces %v", third.Turn, third.Pieces)
		}
	}
}
