package page

import (
	"bytes"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/message"
)

// previewMark is the place in the client's page where the preview is inserted.
const previewMark = "<!--preview-->"

// offline is the path of the page without prerendered content, which an offline client uses for every route.
const offline = "/offline"

// root is the element that the client renders into.
const root = `<div id="app"></div>`

// clientRoutes are the paths of the client's pages.
var clientRoutes = []string{
	"/", "/play", "/game/{id}", "/local/{id}", "/analysis", "/learn", "/learn/{variant}", "/learn/{variant}/rules", "/learn/{variant}/first",
	"/games", "/account", "/leaderboard", "/people/{name}", "/operators", "/watch", "/workshop", "/privacy", "/licences", "/puzzles", "/puzzles/{variant}", "/docs", "/docs/{name}", "/study", "/study/{id}", "/study/{kind}/{id}", offline,
}

// Serve sends a file of the client, or the shell for a client route. For any other path, browsers get the
// shell with status 404, and other clients get an error.
func (s *Pages) Serve(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		return request.ErrMethod
	}
	if file := s.files[r.URL.Path]; file != nil && r.URL.Path != shell {
		return s.sendAsset(w, r, file)
	}
	if r.URL.Path == "/studies" {
		// People guess this address from the page's title.
		http.Redirect(w, r, "/study", http.StatusMovedPermanently)
		return nil
	}
	known := slices.ContainsFunc(clientRoutes, func(pattern string) bool { return request.MatchPath(pattern, r.URL.Path) })
	if name, ok := strings.CutPrefix(r.URL.Path, "/docs/"); ok && !docs.Shown(name) {
		known = false
	}
	if !known && !acceptsHTML(r) {
		return request.ErrNotFound
	}
	if strings.HasPrefix(r.URL.Path, "/game/") || strings.HasPrefix(r.URL.Path, "/learn/") || r.URL.RawQuery != "" {
		// Charge for the preview, which loads a game or compiles a definition.
		if err := s.requests.Spend(r, 1); err != nil {
			return err
		}
	}
	var shown preview
	_ = s.requests.Measured(r, func() error {
		shown = s.previewOf(r)
		return nil
	})
	known = known && !shown.missing
	body := s.shellWith(r, shown)
	if known {
		body = bytes.Replace(body, []byte(startMark), s.start(r), 1)
	}
	s.requests.RenewCookie(w, r)
	request.SetLanguage(w, request.Catalogue(r))
	h := w.Header()
	if strings.HasPrefix(r.URL.Path, "/game/") {
		h.Set("X-Robots-Tag", "noindex") // game links are not public
	}
	h.Set("Cache-Control", "no-cache")
	status := http.StatusNotFound
	if known {
		status = http.StatusOK
		tag := request.ETag(body)
		h.Set("ETag", "W/"+tag) // weak, because the response may be compressed
		if request.MatchesETag(r, tag) {
			h.Add("Vary", "Accept-Encoding")
			w.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	s.requests.Write(w, r, status, contentTypes[".html"], body)
	return nil
}

// RefuseAddress rejects a request whose URL is too long. It sends an error page to browsers.
func (s *Pages) RefuseAddress(w http.ResponseWriter, r *http.Request) {
	err := request.AddressTooLong(r.RequestURI)
	if !acceptsHTML(r) {
		s.requests.Refuse(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	c := request.Catalogue(r)
	request.SetLanguage(w, c)
	why := c.Text(message.Of(err))
	first, size := utf8.DecodeRuneInString(why)
	why = string(unicode.ToUpper(first)) + why[size:]
	title := html.EscapeString(sentence(c, "preview.too-long.title", nil))
	text := "<!doctype html><html lang=\"" + c.Language() + "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">" +
		"<meta name=\"color-scheme\" content=\"light dark\"><title>" + title + " · Tain</title>" +
		string(bytes.Join(styleSheet.FindAll(s.files[shell].plain().bytes, -1), nil)) +
		"</head><body><main><h1>" + title + "</h1><p>" + html.EscapeString(why) + ".</p>" +
		"<p><a href=\"/\">" + html.EscapeString(sentence(c, "preview.home", nil)) + "</a></p></main></body></html>"
	s.requests.Write(w, r, http.StatusRequestURITooLong, contentTypes[".html"], []byte(text))
}

// styleSheet matches a style sheet's link tag.
var styleSheet = regexp.MustCompile(`<link rel="stylesheet"[^>]*>`)

// acceptsHTML reports whether the client accepts HTML. A browser that opens a page does; a program, or a page
// that loads a file, does not.
func acceptsHTML(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/html")
}

// shellWith returns the client's page with a preview and the prerendered content. It escapes all text in the
// preview, because names come from players.
func (s *Pages) shellWith(r *http.Request, p preview) []byte {
	origin := s.requests.Origin(r)
	var b strings.Builder
	meta := func(attribute, name, content string) {
		b.WriteString(`<meta ` + attribute + `="` + name + `" content="` + html.EscapeString(content) + `">`)
	}
	meta("property", "og:site_name", "Tain")
	meta("property", "og:type", "website")
	meta("property", "og:title", p.title)
	meta("property", "og:description", p.text)
	// Omit the query, which may contain a seat's token.
	meta("property", "og:url", origin+r.URL.EscapedPath())
	if p.picture != nil {
		p.picture.Set("width", strconv.Itoa(previewWidth))
		meta("property", "og:image", origin+"/api/v1/diagram.png?"+p.picture.Encode())
		meta("property", "og:image:type", "image/png")
		meta("property", "og:image:width", strconv.Itoa(previewWidth))
		meta("name", "twitter:card", "summary_large_image")
	}
	if p.frame != "" && len(p.frame) < maxDiscovered {
		b.WriteString(`<link rel="alternate" type="application/json+oembed" href="` +
			html.EscapeString(origin+"/oembed?"+url.Values{"url": {origin + p.frame}}.Encode()) + `" title="` + html.EscapeString(p.title) + `">`)
	}
	language := request.Catalogue(r).Language()
	drawn, ok := s.rendered[language+"/"+pageName(r)]
	if !ok {
		drawn = s.rendered[pageName(r)]
	}
	page := s.files[shell].plain().bytes // the shell is always in memory
	page = bytes.Replace(page, []byte(`<html lang="en"`), []byte(`<html lang="`+language+`"`), 1)
	// A page's style sheets follow the shared ones, which they override.
	page = bytes.Replace(page, []byte("</head>"), []byte(drawn.Head+"</head>"), 1)
	page = bytes.Replace(page, []byte(root), []byte(strings.TrimSuffix(root, "</div>")+drawn.Body+"</div>"), 1)
	if bytes.Contains(page, []byte(previewMark)) {
		return bytes.Replace(page, []byte(previewMark), []byte(b.String()), 1)
	}
	return bytes.Replace(page, []byte("</head>"), []byte(b.String()+"</head>"), 1)
}

// opening are the fields of a query that open the analysis board, even on the home page.
var opening = []string{"board", "position", "fen", "variant", "rules"}

// pageName returns the first segment of a path, which is the name of the client's page.
func pageName(r *http.Request) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if name == "" && slices.ContainsFunc(opening, func(field string) bool { return hasField(r.URL.RawQuery, field) }) {
		return "analysis"
	}
	return name
}

// sendAsset sends a file of the client, or status 304 if the browser already has it.
func (s *Pages) sendAsset(w http.ResponseWriter, r *http.Request, a *asset) error {
	s.requests.DiscardBody(w, r)
	body := a.prepare(w, r)
	if body == nil {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if r.Method == http.MethodHead {
		return nil
	}
	if err := s.requests.Spend(r, body.price()); err != nil {
		return request.CancelContent(w, err)
	}
	if body.bytes != nil || body.size == 0 {
		s.requests.SendShared(w, body.bytes)
		return nil
	}
	held := int64(request.BufferSize)
	if body.unpacked {
		held += unpackMemory
	}
	out, err := s.requests.Hold(w, r, held)
	if err != nil {
		return request.CancelContent(w, err)
	}
	defer out.Release()
	file, err := body.open()
	if err != nil {
		return request.CancelContent(w, err)
	}
	defer file.Close()
	out.File(file, body.size)
	return nil
}
