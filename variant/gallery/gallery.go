// Package gallery contains example definitions that can serve as starting points for new games.
//
// Each game is an ordinary definition file, NAME.toml. The file index.json lists the games in display order.
package gallery

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/tainchess/tain/variant/definition"
)

//go:embed *.toml index.json
var files embed.FS

// Prefix is the prefix of references to gallery games.
const Prefix = "gallery/"

// Entry is a gallery game.
type Entry struct {
	Name    string
	Title   string
	Summary string // the differences from chess in one line
	Why     string // the main attraction of the game in one sentence
	// Definition is the canonical definition, and Hash is its hash.
	Definition string
	Hash       string
}

// All returns the gallery games. It panics if an embedded file is invalid, which a test rules out.
var All = sync.OnceValue(func() []Entry {
	text, err := files.ReadFile("index.json")
	if err != nil {
		panic(err)
	}
	var all []Entry
	if err := json.Unmarshal(text, &all); err != nil {
		panic(err)
	}
	for i := range all {
		e := &all[i]
		text, err := Text(e.Name)
		if err != nil {
			panic(err)
		}
		d, _, err := definition.Parse(text)
		if err != nil {
			panic(fmt.Errorf("%s: %w", e.Name, err))
		}
		e.Title, e.Summary, e.Definition, e.Hash = d.Title, d.Summary().String(), d.JSON(), d.Hash()
	}
	return all
})

// Text returns the text of a game's definition file.
func Text(name string) (string, error) {
	text, err := files.ReadFile(name + ".toml")
	return string(text), err
}

// Find returns the game for a reference such as gallery/echo. It returns false if there is none.
func Find(ref string) (Entry, bool) {
	name, ok := strings.CutPrefix(ref, Prefix)
	if !ok {
		return Entry{}, false
	}
	for _, e := range All() {
		if e.Name == name {
			return e, true
		}
	}
	return Entry{}, false
}
