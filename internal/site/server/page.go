package server

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
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/site/api"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// mark is where the client's page takes what other sites show of a link.
const mark = "<!--preview-->"

// offline is the page without a first screen: a client that is offline begins
// every page with it.
const offline = "/offline"

// root is where the client draws.
const root = `<div id="app"></div>`

// clientRoutes are the paths for which the client has a page.
var clientRoutes = []string{
	"/", "/play", "/game/{id}", "/local/{id}", "/analysis", "/learn", "/learn/{variant}", "/learn/{variant}/rules", "/games", "/watch", "/workshop", "/privacy", "/licences",
	"/puzzles", "/puzzles/{variant}", "/docs", "/docs/{name}", "/study", "/study/{id}", "/study/{kind}/{id}", offline,
}

// page answers with a file of the client, or with its shell for a path that is
// one of the client's own pages. A path that is neither gets the shell too,
// which says so, but with the status of something that is not there.
func (s *Server) page(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		return errMethod
	}
	if file := s.files[r.URL.Path]; file != nil && r.URL.Path != shell {
		return s.sendAsset(w, r, file)
	}
	if r.URL.Path == "/studies" {
		// What the page calls it, as an address.
		http.Redirect(w, r, "/study", http.StatusMovedPermanently)
		return nil
	}
	known := slices.ContainsFunc(clientRoutes, func(pattern string) bool { return fits(pattern, r.URL.Path) })
	if name, ok := strings.CutPrefix(r.URL.Path, "/docs/"); ok && !docs.Shown(name) {
		known = false
	}
	if !known && !wantsPage(r) {
		return errNoPath
	}
	if strings.HasPrefix(r.URL.Path, "/game/") || strings.HasPrefix(r.URL.Path, "/learn/") || r.URL.RawQuery != "" {
		// A game is looked up, and rules that somebody has written are read.
		if err := s.spend(r, 1); err != nil {
			return err
		}
	}
	shown := s.previewOf(r)
	known = known && !shown.missing
	body := s.shellWith(r, shown)
	if known {
		body = bytes.Replace(body, []byte(firstMark), s.first(r), 1)
	}
	s.renew(w, r)
	inLanguage(w, catalogue(r))
	h := w.Header()
	if strings.HasPrefix(r.URL.Path, "/game/") {
		h.Set("X-Robots-Tag", "noindex") // a link to a game is for those who were given it
	}
	h.Set("Cache-Control", "no-cache")
	status := http.StatusNotFound
	if known {
		status = http.StatusOK
		tag := tagOf(body)
		h.Set("ETag", "W/"+tag) // compressed or not
		if matches(r, tag) {
			h.Add("Vary", "Accept-Encoding")
			w.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	s.write(w, r, status, contentTypes[".html"], body)
	return nil
}

// refuseAddress answers somebody with an address that is too long: a browser with
// a page that says so.
func (s *Server) refuseAddress(w http.ResponseWriter, r *http.Request) {
	err := tooLengthy(r.RequestURI)
	if !wantsPage(r) {
		s.refuse(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	c := catalogue(r)
	inLanguage(w, c)
	why := c.Text(locale.Of(err))
	first, size := utf8.DecodeRuneInString(why)
	why = string(unicode.ToUpper(first)) + why[size:]
	title := html.EscapeString(say(c, "preview.too-long.title", nil))
	text := "<!doctype html><html lang=\"" + c.Language() + "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">" +
		"<meta name=\"color-scheme\" content=\"light dark\"><title>" + title + " · Tain</title>" +
		string(bytes.Join(styleSheet.FindAll(s.files[shell].plain().bytes, -1), nil)) +
		"</head><body><main><h1>" + title + "</h1><p>" + html.EscapeString(why) + ".</p>" +
		"<p><a href=\"/\">" + html.EscapeString(say(c, "preview.home", nil)) + "</a></p></main></body></html>"
	s.write(w, r, http.StatusRequestURITooLong, contentTypes[".html"], []byte(text))
}

// styleSheet is a tag that asks for a style sheet.
var styleSheet = regexp.MustCompile(`<link rel="stylesheet"[^>]*>`)

// wantsPage tells a browser that goes to an address from a program, or from a
// page that asks for a file.
func wantsPage(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/html")
}

// shellWith puts a preview into the client's page. Everything in it is escaped:
// names come from players.
func (s *Server) shellWith(r *http.Request, p preview) []byte {
	origin := s.origin(r)
	var b strings.Builder
	meta := func(attribute, name, content string) {
		b.WriteString(`<meta ` + attribute + `="` + name + `" content="` + html.EscapeString(content) + `">`)
	}
	meta("property", "og:site_name", "Tain")
	meta("property", "og:type", "website")
	meta("property", "og:title", p.title)
	meta("property", "og:description", p.text)
	// The query is left out: a seat's token may stand there.
	meta("property", "og:url", origin+r.URL.EscapedPath())
	if p.picture != nil {
		p.picture.Set("width", strconv.Itoa(previewWidth))
		meta("property", "og:image", origin+"/api/v1/diagram.png?"+p.picture.Encode())
		meta("property", "og:image:type", "image/png")
		meta("property", "og:image:width", strconv.Itoa(previewWidth))
		meta("name", "twitter:card", "summary_large_image")
	}
	if p.frame != "" && len(p.frame) < mostDiscovered {
		b.WriteString(`<link rel="alternate" type="application/json+oembed" href="` +
			html.EscapeString(origin+"/oembed?"+url.Values{"url": {origin + p.frame}}.Encode()) + `" title="` + html.EscapeString(p.title) + `">`)
	}
	language := catalogue(r).Language()
	drawn, ok := s.drawn[language+"/"+pageName(r)]
	if !ok {
		drawn = s.drawn[pageName(r)]
	}
	page := s.files[shell].plain().bytes // the shell is always kept
	page = bytes.Replace(page, []byte(`<html lang="en"`), []byte(`<html lang="`+language+`"`), 1)
	// A page's style sheets come after those of all pages, which they change.
	page = bytes.Replace(page, []byte("</head>"), []byte(drawn.Head+"</head>"), 1)
	page = bytes.Replace(page, []byte(root), []byte(strings.TrimSuffix(root, "</div>")+drawn.Body+"</div>"), 1)
	if bytes.Contains(page, []byte(mark)) {
		return bytes.Replace(page, []byte(mark), []byte(b.String()), 1)
	}
	return bytes.Replace(page, []byte("</head>"), []byte(b.String()+"</head>"), 1)
}

// pageName returns the first part of a path, which tells what the client shows
// there. A link with a position opens it, also on the first page.
func pageName(r *http.Request) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if name == "" && hasField(r.URL.RawQuery, "board") {
		return "analysis"
	}
	return name
}

const previewWidth = 1200

// mostDiscovered is the longest address that a page names for other sites to
// frame: theirs may not take longer ones.
const mostDiscovered = 4 << 10

// previewOf says what a path shows.
func (s *Server) previewOf(r *http.Request) preview {
	c := catalogue(r)
	p := preview{title: say(c, "preview.title", nil), text: say(c, "preview.text", nil)}
	if id, ok := strings.CutPrefix(r.URL.Path, "/game/"); ok {
		return s.previewOfGame(r, id, p)
	}
	if name, ok := strings.CutPrefix(r.URL.Path, "/learn/"); ok {
		if v, found := s.find(strings.TrimSuffix(name, "/rules")); found {
			told := api.NewVariantInfo(v, c)
			p.title, p.text = say(c, "preview.learn", locale.Args{"title": told.Title}), told.Summary
			p.picture = url.Values{"variant": {v.Info().Ref()}}
		}
		return p
	}
	if link, err := flattext.ParseLink(r.URL.RawQuery, s.find); err == nil {
		return previewOfLink(c, link, p)
	}
	p.picture = url.Values{"variant": {flattext.DefaultVariant}}
	return p
}

// previewOfLink shows the position of a link.
func previewOfLink(c *locale.Catalogue, l flattext.Link, p preview) preview {
	info := l.Rules.Info()
	p.title = say(c, "preview.to-move", locale.Args{"title": titleOf(c, l.Rules), "side": l.Position.Side})
	p.picture = url.Values{"variant": {info.Ref()}, "position": {l.Rules.Guide().FormatPosition(&l.Position)}}
	if l.Kingless {
		p.picture.Set("study", "1")
	}
	if l.LastMove != "" {
		p.picture.Set("lastMove", l.LastMove)
	}
	p.frame = "/embed/position?" + p.picture.Encode()
	return p
}

// fits reports whether a path is one of a route's pattern.
func fits(pattern, path string) bool {
	want, have := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(have) {
		return false
	}
	for i := range want {
		if variable := strings.HasPrefix(want[i], "{") && have[i] != ""; want[i] != have[i] && !variable {
			return false
		}
	}
	return true
}
