package page

import (
	"html"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// The default size of a frame in pixels, and the height of the area below the picture of a position
// (frameFoot) and of a game (gameFoot). The client generates frames of the same size
// (web/src/components/embed.ts).
const (
	frameWidth  = 560
	wideFrame   = 800 // for pictures of several boards side by side
	wideRatio   = 1.5
	frameHeight = 640
	frameFoot   = 38
	gameFoot    = frameFoot + 45 + 73
)

// oembed sends a description of how other sites can embed a link to this site (oembed.com). It supports only
// links to positions and games.
func (s *Pages) oembed(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	if format := query.Get("format"); format != "" && format != "json" {
		return wire.NewFailure(request.CodeFormat, "request.format", message.Args{"text": notation.Clip(format)})
	}
	most, err := frameBound(query, "maxwidth", wideFrame)
	if err != nil {
		return err
	}
	height, err := frameBound(query, "maxheight", frameHeight)
	if err != nil {
		return err
	}
	if query.Get("url") == "" {
		return wire.NewFailure(wire.CodeRequest, "request.oembed", nil)
	}
	f, path, err := s.linkFrame(r, query.Get("url"))
	if err != nil {
		return err
	}
	width := min(most, frameWidth)
	if f.ratio > wideRatio {
		width = most
	}
	foot := frameFoot
	if len(f.Moves) > 0 {
		foot = gameFoot
	}
	// Make the frame as wide as allowed, or narrower if it would be too tall.
	if high := int(math.Ceil(float64(width)/f.ratio)) + foot; high <= height {
		height = high
	} else if wide := int(float64(height-foot) * f.ratio); wide < width && wide > 0 {
		width = wide
	}
	origin := s.requests.Origin(r)
	frame := origin + path
	w.Header().Set("Cache-Control", "public, max-age=3600")
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.OEmbed{
		Version: "1.0", Type: "rich", Title: f.Title, ProviderName: "Tain", ProviderURL: origin + "/", CacheAge: 3600,
		Width: width, Height: height, HTML: frameHTML(frame, f.Title, width, height),
	})
}

// frameHTML returns the HTML element that a site inserts into its page.
func frameHTML(address, title string, width, height int) string {
	return `<iframe src="` + html.EscapeString(address) + `" title="` + html.EscapeString(title) + `" width="` + strconv.Itoa(width) +
		`" height="` + strconv.Itoa(height) + `" style="border:0;max-width:100%" loading="lazy"></iframe>`
}

// frameBound parses the maximum width or height of a frame. The parameter usual is both the limit and the
// default.
func frameBound(query url.Values, name string, usual int) (int, error) {
	text := query.Get(name)
	if text == "" {
		return usual, nil
	}
	most, err := strconv.Atoi(text)
	if err != nil || most < 1 {
		return 0, wire.NewFailure(wire.CodeRequest, "request.pixels", message.Args{"name": name, "text": notation.Clip(text)})
	}
	return min(most, usual), nil
}

// linkFrame returns the frame for a link to this server or a path on it, and the path of its page.
func (s *Pages) linkFrame(r *http.Request, link string) (frame, string, error) {
	u, err := url.Parse(link)
	if err != nil {
		return frame{}, "", request.ErrNotFound
	}
	here := (u.Scheme == "http" || u.Scheme == "https") && strings.EqualFold(u.Host, r.Host) && u.User == nil
	path := u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, "/")
	if !here && !path {
		return frame{}, "", request.ErrNotFound
	}
	u.Path = strings.TrimPrefix(u.Path, "/embed")
	if id, ok := strings.CutPrefix(u.Path, "/game/"); ok && id != "" && !strings.Contains(id, "/") {
		f, err := s.gameFrame(r, id, nil)
		return f, "/embed/game/" + url.PathEscape(id), err
	}
	switch u.Path {
	case "/position":
		f, err := s.positionFrame(r, u.RawQuery)
		if err != nil {
			return frame{}, "", request.NotFound(err)
		}
		return f, "/embed/position?" + u.RawQuery, nil
	case "/", "/analysis", "/play":
		path := s.embedPath(u.RawQuery)
		if path == "" {
			return frame{}, "", request.ErrNotFound
		}
		f, err := s.positionFrame(r, strings.TrimPrefix(path, "/embed/position?"))
		return f, path, err
	}
	return frame{}, "", request.ErrNotFound
}

// embedPath returns the path of the page that frames a link's position, or "" if the link is invalid or names
// neither a position nor a rule set.
func (s *Pages) embedPath(query string) string {
	if !namesPosition(query) && !hasField(query, "variant") {
		return ""
	}
	link, err := flattext.ParseLink(query, s.find)
	if err != nil {
		return ""
	}
	return previewOfLink(locale.English(), link, preview{}).frame // the path does not depend on the language
}
