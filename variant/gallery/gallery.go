// Package gallery holds example definitions, as starting points for new games.
//
// They are ordinary definition files, NAME.toml, and index.json lists them in
// display order.
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
	Summary string // how it differs from chess, in one line
	Why     string // what makes it interesting, in one sentence
	// Definition is the canonical form, and Hash its hash.
	Definition string
	Hash       string
}

// All lists the gallery games. It panics if an embedded file is invalid; a test parses all of them.
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

// Text returns the definition file of a game.
func Text(name string) (string, error) {
	text, err := files.ReadFile(name + ".toml")
	return string(text), err
}

// Find returns the game for a reference such as gallery/echo.
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
