package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/tool/catalogue/source"
	"github.com/tainchess/tain/internal/translation"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant"
)

// sharedBook is the rule set whose rulebook contains the rules shared by all definitions of
// tri-dimensional chess.
const sharedBook = "trid"

// writeLanguages writes a folder for each language:
//
//	text.json            the texts of the page, the entries page.*
//	about.json           piece letters, titles, ideas
//	wasm.json            the texts of the WebAssembly program and the shared rulebook
//	rulebook-NAME.json   the rulebooks and chapters
//	lesson-NAME.json     the lessons
//	first-NAME.json      the starting positions with their moves
//	firstgame-NAME.json  the scripted first games
//
// For English it writes only the first two; the other English files are next to the language folders.
// Untranslated texts are in English, so that no file or text is missing.
func writeLanguages(folder string) error {
	for _, language := range locale.Languages() {
		c, ok := locale.For(language)
		if !ok {
			return fmt.Errorf("cannot read the catalogue of %s", language)
		}
		w := languageWriter{folder: filepath.Join(folder, language), catalogue: c}
		if err := os.MkdirAll(w.folder, 0o755); err != nil {
			return err
		}
		err := errors.Join(w.texts(), w.about())
		if language != "en" {
			err = errors.Join(err, w.books(), w.lessons(), w.firstGames(), w.firsts())
		}
		if err != nil {
			return fmt.Errorf("%s: %w", language, err)
		}
	}
	return nil
}

// languageWriter writes the files of one language.
type languageWriter struct {
	folder    string
	catalogue *locale.Catalogue
}

func (w *languageWriter) write(name string, text []byte) error {
	return os.WriteFile(filepath.Join(w.folder, name), text, 0o644)
}

func (w *languageWriter) json(name string, v any) error {
	return w.write(name, wire.Encode(v))
}

// texts writes the catalogue entries, with those for the page separate from those for the
// WebAssembly program.
func (w *languageWriter) texts() error {
	page, wasm := map[string]string{}, map[string]string{}
	for code, entry := range locale.Entries("en") {
		if strings.HasPrefix(code, "page.") {
			page[code] = entry
		}
	}
	for code, entry := range locale.Entries(w.catalogue.Language()) {
		switch {
		case strings.HasPrefix(code, "page."):
			page[code] = entry
		case source.InBrowser(code):
			wasm[code] = entry
		}
	}
	err := w.json("text.json", page)
	if w.catalogue.Language() != "en" {
		shared, ok := translation.Text(w.catalogue.Language(), translation.Rulebook, sharedBook)
		if !ok {
			return fmt.Errorf("no rulebook for %s", sharedBook)
		}
		err = errors.Join(err, w.json("wasm.json", map[string]any{"catalogue": wasm, "rulebooks": map[string]string{sharedBook: shared}}))
	}
	return err
}

// about describes the games in one language.
type about struct {
	Letters  map[string]string       `json:"letters"`
	Variants map[string]titles       `json:"variants"`
	Gallery  map[string]galleryWords `json:"gallery"`
	Ideas    map[string][]string     `json:"ideas"` // the text of each step
}

type titles struct {
	Title   string `json:"title"`
	Summary string `json:"summary"`
}

type galleryWords struct {
	Title  string `json:"title"`
	Why    string `json:"why"`
	Lesson string `json:"lesson"`
}

func (w *languageWriter) about() error {
	known := variant.Builtin()
	a := about{w.catalogue.Letters(), map[string]titles{}, map[string]galleryWords{}, map[string][]string{}}
	service := api.NewService(known)
	for _, v := range service.In(w.catalogue).Variants().Variants {
		a.Variants[v.Name] = titles{v.Title, v.Summary}
	}
	for _, e := range api.Gallery(w.catalogue) {
		a.Gallery[e.Name] = galleryWords{e.Title, e.Why, e.Lesson}
	}
	for _, r := range known.All() {
		text, ok := bundle.Read(r, bundle.Idea)
		if !ok {
			continue
		}
		shown, err := show(service.In(w.catalogue), r.Info().Name, text)
		if err != nil {
			return err
		}
		for _, s := range shown.Steps {
			a.Ideas[r.Info().Name] = append(a.Ideas[r.Info().Name], s.Text)
		}
	}
	return w.json("about.json", a)
}

func (w *languageWriter) books() error {
	known := variant.Builtin()
	service := api.NewService(known)
	language := w.catalogue.Language()
	for _, r := range known.All() {
		name := r.Info().Name
		book, err := service.RulebookIn(wire.RulebookRequest{Variant: name}, loader.Language{In: w.catalogue, Source: translation.Rulebooks(language)})
		if err != nil {
			return err
		}
		if err := w.json("rulebook-"+name+".json", book); err != nil {
			return err
		}
	}
	for _, name := range docs.Chapters() {
		text, ok := translation.Text(language, translation.Chapter, name)
		if !ok {
			text, _ = docs.Chapter(name)
		}
		chapter, err := rulebook.ParseChapter(text)
		if err != nil {
			return fmt.Errorf("chapter %s: %w", name, err)
		}
		if err := w.json("rulebook-"+name+".json", wire.Rulebook{Book: chapter}); err != nil {
			return err
		}
	}
	return nil
}

func (w *languageWriter) lessons() error {
	for _, r := range variant.Builtin().All() {
		name := r.Info().Name
		text, ok := translation.Text(w.catalogue.Language(), translation.Lesson, name)
		if !ok {
			if text, ok = bundle.Read(r, bundle.Lesson); !ok {
				continue
			}
		}
		var lesson map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &lesson); err != nil {
			return fmt.Errorf("lesson of %s: %w", name, err)
		}
		if rides, ok := translation.Text(w.catalogue.Language(), translation.Ride, name); ok {
			lesson["rides"] = json.RawMessage(rides)
		}
		if err := w.json("lesson-"+name+".json", lesson); err != nil {
			return err
		}
	}
	return nil
}

func (w *languageWriter) firstGames() error {
	language := w.catalogue.Language()
	for _, name := range translation.Names(language, translation.FirstGame) {
		text, _ := translation.Text(language, translation.FirstGame, name)
		if err := w.write("firstgame-"+name+".json", []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

func (w *languageWriter) firsts() error {
	known := variant.Builtin()
	service := api.NewService(known)
	for _, r := range known.All() {
		positions, err := firstPositions(service.In(w.catalogue), r)
		if err != nil {
			return err
		}
		for file, first := range positions {
			if err := w.json(file, first); err != nil {
				return err
			}
		}
	}
	return nil
}
