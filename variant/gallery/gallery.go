// Package gallery contains example definitions that can serve as starting points for new games.
//
// Each game is an ordinary definition file, NAME.toml. The file index.json lists the games in display order, with
// their descriptions and diagrams. The file study.json contains their figures, as measured by tain study.
package gallery

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant/definition"
)

//go:embed *.toml index.json study.json
var files embed.FS

// Prefix is the prefix of references to gallery games.
const Prefix = "gallery/"

// Entry is a gallery game.
type Entry struct {
	Name    string
	Title   string
	Summary message.Message // the differences from chess in one line
	Why     string          // the main attraction of the game in one sentence
	Lesson  string          // what to try first, in one or two sentences
	Diagram Diagram
	Figures Figures
	// Definition is the canonical definition, and Hash is its hash.
	Definition string
	Hash       string
}

// Diagram is a move that shows a special rule of a game.
type Diagram struct {
	Position string // in FEN, or in the notation of games in space; empty for the starting position
	Move     string // in UCI notation
	// Shows is the top-level field of the definition that the move demonstrates: without the field, the move
	// would be illegal or would lead to another position.
	Shows string
}

// Figures summarises the games that the engine played against itself.
type Figures struct {
	Games int
	White float64 // White's share of the points, from 0 to 1
	Draws float64 // the share of drawn games, from 0 to 1
	Plies float64 // the average length of a game in plies
}

// Study describes how the figures were measured.
type Study struct {
	Command  string // the command that prints the figures
	Date     string
	Commit   string
	Settings map[string]any // as in the output of tain study --json
	Games    map[string]struct {
		Hash string // of the definition that was played
		Figures
	}
}

// Measured returns the study of the gallery. It panics if the embedded file is invalid, which a test rules out.
var Measured = sync.OnceValue(func() (s Study) {
	read("study.json", &s)
	return s
})

// index lists the games in display order, without the fields that come from their definitions.
var index = sync.OnceValue(func() (all []Entry) {
	read("index.json", &all)
	return all
})

// Names returns the names of the games in display order, without reading their definitions.
func Names() (all []string) {
	for _, e := range index() {
		all = append(all, e.Name)
	}
	return all
}

// All returns the gallery games. It panics if an embedded file is invalid, which a test rules out.
var All = sync.OnceValue(func() []Entry {
	var all []Entry
	for _, name := range Names() {
		all = append(all, entries()[name]())
	}
	return all
})

// complete fills in the fields that come from the definition and the study.
func (e *Entry) complete() {
	text, err := Text(e.Name)
	if err != nil {
		panic(err)
	}
	d, _, err := definition.Parse(text)
	if err != nil {
		panic(fmt.Errorf("%s: %w", e.Name, err))
	}
	e.Title, e.Summary, e.Definition, e.Hash = d.Title, d.Summary(), d.JSON(), d.Hash()
	e.Figures = Measured().Games[e.Name].Figures
}

// read decodes an embedded JSON file.
func read(name string, v any) {
	text, err := files.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		panic(fmt.Errorf("%s: %w", name, err))
	}
}

// Text returns the text of a game's definition file.
func Text(name string) (string, error) {
	text, err := files.ReadFile(name + ".toml")
	return string(text), err
}

// Find returns the game for a reference such as gallery/echo. It returns false if there is none. It reads only the
// definition of that game, because checking all of them takes about half a second.
func Find(ref string) (Entry, bool) {
	name, ok := strings.CutPrefix(ref, Prefix)
	read, found := entries()[name]
	if !ok || !found {
		return Entry{}, false
	}
	return read(), true
}

// entries returns the games by name. Each is read when it is first used.
var entries = sync.OnceValue(func() map[string]func() Entry {
	byName := map[string]func() Entry{}
	for _, e := range index() {
		byName[e.Name] = sync.OnceValue(func() Entry {
			e.complete()
			return e
		})
	}
	return byName
})

// Reading returns a function for a registry that finds gallery games by their references, and passes other texts
// to read.
func Reading(read registry.ReadDefinition) registry.ReadDefinition {
	return func(text string, known *registry.Registry) (rules.Rules, error) {
		ref, hash, hashed := strings.Cut(text, "#")
		if !strings.HasPrefix(ref, Prefix) {
			return read(text, known)
		}
		e, ok := Find(ref)
		if !ok {
			return nil, unknown(ref)
		}
		if hashed {
			return read(e.Definition+"#"+hash, known)
		}
		return read(e.Definition, known)
	}
}

// unknown returns the error for a reference that matches no gallery game.
func unknown(ref string) error {
	e := &registry.UnknownError{Name: ref}
	for _, name := range Names() {
		e.Known = append(e.Known, Prefix+name)
		if notation.Distance(ref, Prefix+name) < 2+len(ref)/6 {
			e.Near = append(e.Near, Prefix+name)
		}
	}
	return e
}
