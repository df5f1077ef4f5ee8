// Command webdata writes the data that the page needs before the rules have loaded: the rule sets, the
// shapes and colours of the pieces, and, for some rule sets, a short line of moves that shows their
// idea. In the same folder it writes the pictures of pieces that chess does not have (fairies.json), the
// gallery (gallery.json), the rulebooks and chapters (rulebook-NAME.json), opening names (openings.json),
// the starting position of every rule set with its legal moves (first-NAME.json, and first-NAME-game.json
// for a scripted first game that starts elsewhere), and the boards of the lessons (boards-NAME.json). Each
// language has a folder with its texts; see languages.go.
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

	"github.com/tainchess/tain/board"
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
		return fmt.Errorf("usage: webdata FILE")
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
	return errors.Join(writeFairies(folder), writeGallery(folder), writeOpenings(folder), writeBooks(folder), writeFirsts(folder), writeLessonBoards(folder), writeLanguages(folder), writeDocs(folder))
}

// writeFairies writes the pictures of pieces that chess does not have into a folder.
func writeFairies(folder string) error {
	set := render.Pieces()
	set.Pieces = set.Pieces[chessPieces:]
	text, err := json.Marshal(set)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "fairies.json"), append(text, '\n'), 0o644)
}

// writeGallery writes the gallery games into a folder. Only the workshop shows them.
func writeGallery(folder string) error {
	text, err := json.Marshal(api.Gallery(locale.English()))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "gallery.json"), append(text, '\n'), 0o644)
}

// chessPieces is the number of kinds of pieces in chess.
const chessPieces = int(board.King)

// writeFirsts writes the starting position of every rule set into a folder, so that the first
// move can be played while the rules load.
func writeFirsts(folder string) error {
	known := variant.Builtin()
	service := api.NewService(known)
	for _, r := range known.All() {
		name := r.Info().Name
		positions, err := firstPositions(service, r)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for file, first := range positions {
			if err := os.WriteFile(filepath.Join(folder, file), wire.Encode(first), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// firstPositions returns, by file name, the starting position of a rule set and that of its scripted first game
// if it starts elsewhere.
func firstPositions(service *api.Service, r rules.Rules) (map[string]wire.First, error) {
	starts := map[string]string{"": ""}
	if text, ok := bundle.Read(r, bundle.FirstGame); ok {
		var game struct{ Start string }
		if err := json.Unmarshal([]byte(text), &game); err != nil {
			return nil, fmt.Errorf("%s: %w", bundle.FirstGame, err)
		}
		if game.Start != "" {
			starts["-game"] = game.Start
		}
	}
	found := map[string]wire.First{}
	for suffix, start := range starts {
		first, err := service.FirstOf(r.Info().Name, start)
		if err != nil {
			return nil, err
		}
		found["first-"+r.Info().Name+suffix+".json"] = first
	}
	return found, nil
}

// writeOpenings writes the opening names into a folder: moves and names by rule set.
func writeOpenings(folder string) error {
	all := map[string][][2]string{}
	for _, r := range variant.Builtin().All() {
		named, err := book.Openings(r)
		if err != nil {
			return fmt.Errorf("openings of %s: %w", r.Info().Name, err)
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

// writeBooks writes the rulebooks and chapters into a folder. Separate files can be loaded before the
// rules, and make the WebAssembly program smaller.
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
			return fmt.Errorf("chapter %s: %w", name, err)
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

// data is the main document.
type data struct {
	Variants []wire.VariantInfo `json:"variants"`
	Pieces   render.PieceSet    `json:"pieces"`
	Themes   map[string]theme   `json:"themes"`
	Ideas    map[string]idea    `json:"ideas"`
}

// theme holds the piece colours of both sides.
type theme struct {
	White ink `json:"white"`
	Black ink `json:"black"`
}

// ink holds the colours of a side's pieces in CSS syntax.
type ink struct {
	Body string `json:"body"`
	Edge string `json:"edge"`
	Line string `json:"line"`
	Rim  string `json:"rim,omitempty"` // empty if the piece needs no rim
}

// idea is a line of moves that shows the idea of a rule set. States contains the positions without
// their legal moves, beginning with the starting position.
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
		Themes: map[string]theme{}, Ideas: map[string]idea{},
	}
	d.Pieces.Pieces = d.Pieces.Pieces[:chessPieces]
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
			return data{}, fmt.Errorf("idea of %s: %w", r.Info().Name, err)
		}
		d.Ideas[r.Info().Name] = shown
	}
	return d, nil
}

func inkOf(i paint.PieceInk) ink {
	return ink{css(i.Body), css(i.Edge), css(i.Line), css(i.Rim)}
}

// css returns a colour in CSS syntax, or "" if it is transparent.
func css(c color.NRGBA) string {
	if c.A == 0 {
		return ""
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// ideaFile is the idea.json of a rule set.
type ideaFile struct {
	About string   `json:"about"` // for readers of the file
	Start string   `json:"start"` // defaults to the rule set's starting position
	Moves []string `json:"moves"`
}

// show plays the line that shows the idea of a rule set.
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
