// Package page serves the client's files, the pages of its routes, and pages for frames on other sites.
//
// A request is first looked up among the client's files (assets.go). For a client route the package sends the
// shell (page.go), filled in with the prerendered page, a preview for other sites (preview.go) and the
// starting position of the board (start.go). Frames on other sites show positions and games on separate pages
// (embed.go), which those sites discover through oEmbed (oembed.go). The package also serves the privacy
// notice, the licences, robots.txt and security.txt (about.go).
//
// [SecurityHeaders] adds security headers to every response.
package page

import (
	"io/fs"
	"net/http"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/notation/pgn"
)

// Options configures [Pages]. All fields except About and Licences are required.
type Options struct {
	Requests *request.Service
	Files    fs.FS // static files of the client
	Find     pgn.Finder
	Service  *api.Service
	Games    Games
	About    About
	Licences []wire.Licence // licences of third-party code
}

// New loads the client's files and returns its pages.
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

// Warm compresses all files in advance.
func (s *Pages) Warm() { s.files.warm() }

// Routes lists the routes that are neither client routes nor files of the client.
func (s *Pages) Routes() []*request.Route {
	return []*request.Route{
		{Method: "GET", Path: "/embed/position", Cost: 2, Quiet: true, Handle: s.embedPosition},
		{Method: "GET", Path: "/embed/game/{id}", Cost: 2, Quiet: true, Handle: s.embedGame},
		{Method: "GET", Path: "/oembed", Shared: true, Cost: 2, Quiet: true, Handle: s.oembed},
		{Method: "GET", Path: "/api/v1/privacy", Cost: 1, Quiet: true, Handle: s.privacy},
		{Method: "GET", Path: "/api/v1/licences", Cost: 2, Quiet: true, Handle: s.listLicences},
		{Method: "GET", Path: "/robots.txt", Cost: 1, Quiet: true, Handle: s.robots},
		{Method: "GET", Path: "/.well-known/security.txt", Cost: 1, Quiet: true, Handle: s.securityText},
	}
}

// policy restricts pages to resources of this server, without inline scripts or styles. WebAssembly needs an
// exception. Only the Trusted Types policies of web/src/trusted.ts can insert HTML or load scripts.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' data: blob:; font-src 'self'; media-src 'self'; worker-src 'self'; manifest-src 'self'; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types default built"

// SecurityHeaders adds the headers that restrict what a page may do in a browser.
func SecurityHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		next.ServeHTTP(w, r)
	})
}
