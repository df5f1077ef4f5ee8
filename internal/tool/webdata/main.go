// Webdata writes what the page needs before the rules have loaded: the rule
// sets and the gallery, the drawings and colours of the pieces, and for each rule set that has
// one a short line of moves that shows its one idea. Beside it it writes the
// rulebooks and the chapters that stand beside them, rulebook-NAME.json each, and
// what openings are called, openings.json, and the start of every rule set with its moves, first-NAME.json.
// The same in other languages is in a folder each, with what the page and the
// program say: see languages.go.
//
// Usage: webdata FILE
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strings"

	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "webdata:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("name the file to write, and nothing else")
	}
	d, err := collect()
	if err != nil {
		return err
	}
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(args[0]), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(args[0], append(text, '\n'), 0o644); err != nil {
		return err
	}
	folder := filepath.Dir(args[0])
	return errors.Join(writeOpenings(folder), writeBooks(folder), writeFirsts(folder), writeLanguages(folder), writeDocs(folder))
}

// writeFirsts writes the start of every rule set into a folder, so that a first
// move can be played while the rules are on their way.
func writeFirsts(folder string) error {
	known := variant.Builtin()
	service := api.NewService(known)
	for _, r := range known.All() {
		name := r.Info().Name
		first, err := service.FirstOf(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, "first-"+name+".json"), wire.Encode(first), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writeOpenings writes what openings are called into a folder: for each rule set
// the moves and the name of each.
func writeOpenings(folder string) error {
	all := map[string][][2]string{}
	for _, r := range variant.Builtin().All() {
		named, err := book.Openings(r)
		if err != nil {
			return fmt.Errorf("the openings of %s: %w", r.Info().Name, err)
		}
		for _, o := range named {
			all[r.Info().Name] = append(all[r.Info().Name], [2]string{strings.Join(o.Moves, " "), o.Name})
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "openings.json"), append(text, '\n'), 0o644)
}

// writeBooks writes the rulebooks and the chapters into a folder. The page reads
// them as files: so they are there before the rules, which stay smaller.
func writeBooks(folder string) error {
	known := variant.Builtin()
	service := api.NewService(known)
	books := map[string]wire.Rulebook{}
	for _, r := range known.All() {
		book, err := service.Rulebook(wire.RulebookRequest{Variant: r.Info().Name})
		if err != nil {
			return err
		}
		books[r.Info().Name] = book
	}
	for _, name := range docs.Chapters() {
		text, _ := docs.Chapter(name)
		chapter, err := rulebook.ParseChapter(text)
		if err != nil {
			return fmt.Errorf("the chapter %s: %w", name, err)
		}
		books[name] = wire.Rulebook{Book: chapter}
	}
	for name, book := range books {
		if err := os.WriteFile(filepath.Join(folder, "rulebook-"+name+".json"), wire.Encode(book), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// data is the whole document.
type data struct {
	Variants []wire.VariantInfo `json:"variants"`
	Pieces   render.PieceSet    `json:"pieces"`
	Themes   map[string]theme   `json:"themes"`
	Ideas    map[string]idea    `json:"ideas"`
	// Gallery is the definitions that come with the program.
	Gallery []wire.GalleryEntry `json:"gallery"`
}

// theme is the colours of the pieces of both sides.
type theme struct {
	White ink `json:"white"`
	Black ink `json:"black"`
}

// ink is the colours of a side's pieces as CSS writes them.
type ink struct {
	Body string `json:"body"`
	Edge string `json:"edge"`
	Line string `json:"line"`
	Rim  string `json:"rim,omitempty"` // none where the edge shows by itself
}

// idea is a line of moves that shows what a rule set is about. States are the
// positions it goes through, its start first, without their moves.
type idea struct {
	Start  string       `json:"start"`
	Steps  []wire.Step  `json:"steps"`
	States []wire.State `json:"states"`
}

func collect() (data, error) {
	known := variant.Builtin()
	service := api.NewService(known)
	d := data{
		Variants: service.Variants().Variants, Pieces: render.Pieces(),
		Themes: map[string]theme{}, Ideas: map[string]idea{}, Gallery: api.Gallery(locale.English()),
	}
	for _, t := range paint.Themes() {
		d.Themes[t.Name] = theme{inkOf(t.White), inkOf(t.Black)}
	}
	for _, r := range known.All() {
		text, ok := bundle.Read(r, bundle.Idea)
		if !ok {
			continue
		}
		shown, err := show(service, r.Info().Name, text)
		if err != nil {
			return data{}, fmt.Errorf("the idea of %s: %w", r.Info().Name, err)
		}
		d.Ideas[r.Info().Name] = shown
	}
	return d, nil
}

func inkOf(i paint.PieceInk) ink {
	return ink{css(i.Body), css(i.Edge), css(i.Line), css(i.Rim)}
}

// css writes a colour; one that is not drawn is empty.
func css(c color.NRGBA) string {
	if c.A == 0 {
		return ""
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// ideaFile is the idea of a rule set as its folder holds it.
type ideaFile struct {
	About string   `json:"about"` // what there is to see, for those who read the file
	Start string   `json:"start"` // the rule set's own if empty
	Moves []string `json:"moves"`
}

// show plays the line that shows a rule set's idea.
func show(service *api.Service, name, text string) (idea, error) {
	var file ideaFile
	in := json.NewDecoder(strings.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&file); err != nil {
		return idea{}, err
	}
	q := wire.LineRequest{Variant: name, Position: file.Start, Moves: file.Moves}
	line, err := service.Play(q)
	if err != nil {
		return idea{}, err
	}
	answer, err := service.Line(q)
	if err != nil {
		return idea{}, err
	}
	shown := idea{Start: answer.Start, Steps: answer.Steps}
	for ply := range line.Ply() + 1 {
		p, _ := line.At(ply)
		state := api.NewState(rules.NewLine(line.Rules(), p), service.Catalogue())
		state.Moves = []wire.MoveInfo{}
		shown.States = append(shown.States, state)
	}
	return shown, nil
}
