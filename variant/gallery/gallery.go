// Package gallery holds definitions that come with the program as good
// beginnings: each is played, and can be changed in the workshop.
//
// They are files like those that people write, NAME.toml each, and index.json
// lists them in the order in which they are shown.
package gallery

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/variant/definition"
)

//go:embed *.toml index.json
var files embed.FS

// Prefix stands before a name of the gallery where a rule set is named.
const Prefix = "gallery/"

// All lists the gallery. The files are part of the program: one that cannot be
// read is a fault of the build, which the tests of this package find.
var All = sync.OnceValue(func() []wire.GalleryEntry {
	text, err := files.ReadFile("index.json")
	if err != nil {
		panic(err)
	}
	var all []wire.GalleryEntry
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
		e.Title, e.Summary, e.Definition, e.Hash = d.Title, d.Summary(), d.JSON(), d.Hash()
	}
	return all
})

// Text returns the file of a game of the gallery.
func Text(name string) (string, error) {
	text, err := files.ReadFile(name + ".toml")
	return string(text), err
}

// Find returns the game of the gallery that a reference such as gallery/echo
// names, and whether there is one.
func Find(ref string) (wire.GalleryEntry, bool) {
	name, ok := strings.CutPrefix(ref, Prefix)
	if !ok {
		return wire.GalleryEntry{}, false
	}
	for _, e := range All() {
		if e.Name == name {
			return e, true
		}
	}
	return wire.GalleryEntry{}, false
}
