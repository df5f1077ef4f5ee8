// Package page serves what browsers open: the client's files, the pages of its
// routes, and the pages that other sites frame.
//
// A path is first looked up among the client's files (assets.go). If it is one
// of the client's own routes, the shell is sent (page.go), with what the build
// has rendered of the page, a preview for other sites (preview.go) and the
// position that the board starts with (start.go) filled in. Positions and games
// in frames are pages of their own (embed.go), which other sites discover by
// oEmbed (oembed.go). The texts about the site itself are the privacy notice,
// the licences, robots.txt and security.txt (about.go).
//
// All of them come with headers that tell browsers what not to do (security.go).
package page

import (
	"context"
	"io/fs"
	"sync"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/notation"
)

// Options are the parts that [Pages] is made of. All but About and Licences are
// needed.
type Options struct {
	Requests *request.Service
	Files    fs.FS // of the client
	Find     notation.Finder
	Service  *api.Service
	Games    Games
	About    About
	Licences []wire.Licence // of third-party code
}

// Games finds games.
type Games interface {
	Snapshot(ctx context.Context, who room.Session, id string) (wire.Snapshot, error)
}

// Pages serves the pages of a site. It is safe for concurrent use.
type Pages struct {
	requests *request.Service
	find     notation.Finder
	service  *api.Service
	games    Games
	files    assets
	rendered map[string]renderedPage
	starts   sync.Map // start positions of the built-in rule sets as pages embed them, by language and name
	about    About
	licences staticText
}

// New reads the client's files and returns its pages.
func New(o Options) (*Pages, error) {
	files, err := loadAssets(o.Files)
	if err != nil {
		return nil, err
	}
	rendered, err := files.takeRendered()
	if err != nil {
		return nil, err
	}
	return &Pages{
		requests: o.Requests, find: o.Find, service: o.Service, games: o.Games, files: files, rendered: rendered,
		about: o.About, licences: newStaticText(wire.Licences{Licences: append([]wire.Licence{}, o.Licences...)}),
	}, nil
}

// Warm compresses all files, so that nobody has to wait for it.
func (s *Pages) Warm() { s.files.warm() }
