//go:build !js

package api

import (
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/variant/gallery"
)

// Gallery lists the built-in example definitions in the language of a catalogue. The page has its own copy,
// so the browser build omits them.
func Gallery(c *locale.Catalogue) []wire.GalleryEntry {
	var all []wire.GalleryEntry
	for _, e := range gallery.All() {
		code := message.Code("gallery." + e.Name)
		all = append(all, wire.GalleryEntry{
			Name: e.Name, Title: c.Or(code+".title", e.Title), Summary: c.Text(e.Summary),
			Why: c.Or(code+".why", e.Why), Lesson: c.Or(code+".lesson", e.Lesson),
			Diagram: wire.GalleryDiagram(e.Diagram), Figures: wire.GalleryFigures(e.Figures),
			Definition: e.Definition, Hash: e.Hash,
		})
	}
	return all
}
