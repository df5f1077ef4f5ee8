//go:build !js

package api

import (
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/variant/gallery"
)

// Gallery lists the definitions that come with the program. The page has them
// already, so that its program leaves them out.
func Gallery() []wire.GalleryEntry {
	var all []wire.GalleryEntry
	for _, e := range gallery.All() {
		all = append(all, wire.GalleryEntry(e))
	}
	return all
}
