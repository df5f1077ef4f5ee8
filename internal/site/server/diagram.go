package server

import (
	"bytes"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/render"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// pictureCache is how many bytes of pictures are kept.
const pictureCache = 16 << 20

// diagram draws a position as SVG or PNG. What may be asked of it in a query may
// also be asked in a body.
func (s *Server) diagram(w http.ResponseWriter, r *http.Request) error {
	q, err := s.pictureRequest(w, r)
	if err != nil {
		return err
	}
	png := path.Ext(r.URL.Path) == ".png"
	q.Lang = pictureLanguage(r, q.Lang)
	key := string(wire.Encode(q)) + path.Ext(r.URL.Path)
	p := s.pictures.get(key)
	if p == nil {
		content, err := s.draw(r, q, png)
		if err != nil {
			return err
		}
		p = &picture{key: key, tag: tagOf(content), content: content}
		s.pictures.put(p)
	}
	h := w.Header()
	h.Set("Content-Security-Policy", picturePolicy)
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("ETag", p.tag)
	h.Set("Content-Language", q.Lang)
	h.Add("Vary", "Accept-Language")
	if matches(r, p.tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if png {
		h.Set("Content-Type", "image/png")
		h.Set("Content-Length", strconv.Itoa(len(p.content)))
		s.charge(r, per(len(p.content), filePerUnit))
		if r.Method != http.MethodHead {
			release, err := s.hold(r, int64(len(p.content)))
			if err != nil {
				return unsent(w, err)
			}
			defer release()
			s.sendBytes(w, p.content)
		}
		return nil
	}
	s.write(w, r, http.StatusOK, "image/svg+xml", p.content)
	return nil
}

// pictureLanguage returns the language in which a picture is described: the one
// asked for, or what the browser prefers. The cookie has no say: pictures are
// kept by caches that many share, and by it each would be another.
func pictureLanguage(r *http.Request, wish string) string {
	prefers := r.Header.Get("Accept-Language")
	language, _ := locale.Choose(wish[:min(len(wish), mostWish)], prefers[:min(len(prefers), mostWish)])
	return language
}

// pictureRequest reads what picture is asked for: from the query, or from a
// body.
func (s *Server) pictureRequest(w http.ResponseWriter, r *http.Request) (q wire.PictureRequest, err error) {
	if r.Method != http.MethodPost {
		return drawRequest(r.URL.RawQuery)
	}
	if err := s.read(w, r, &q); err != nil {
		return q, err
	}
	if q.Width != 0 {
		if err := render.CheckWidth(q.Width); err != nil {
			return q, wire.FailureAs(wire.CodeDraw, err)
		}
	}
	return q, nil
}

// draw makes a picture. A PNG costs by its area, and waits for its turn.
func (s *Server) draw(r *http.Request, q wire.PictureRequest, png bool) ([]byte, error) {
	drawing, width, err := s.service.Drawing(q)
	if err != nil {
		return nil, err
	}
	if !png {
		return drawing.SVG(width)
	}
	pixels := int(float64(width) * float64(width) * drawing.Height / drawing.Width)
	done, err := s.beginWork(r, pngPrice+per(pixels, pixelsPerUnit))
	if err != nil {
		return nil, err
	}
	defer done()
	var b bytes.Buffer
	err = drawing.PNG(&b, width)
	return b.Bytes(), err
}

// drawRequest reads what a diagram's query asks for. The position may be link
// text, escaped or not, or the query may itself be that of a link, in which a
// position's text may be called fen and names are written in any case.
func drawRequest(query string) (wire.PictureRequest, error) {
	var q wire.PictureRequest
	var link linkParts
	texts := map[string]*string{
		"variant": &q.Variant, "position": &q.Position, "chosen": &q.Chosen, "move": &q.Move, "lastMove": &q.LastMove,
		"theme": &q.Theme, "view": &q.View, langField: &q.Lang, "board": &link.board, "turn": &link.turn, "castling": &link.castling,
	}
	switches := map[string]*bool{"study": &q.Study, "flip": &q.Flip, "coords": &q.Coords, "quadrants": &q.Quadrants}
	pairs, err := queryPairs(query)
	if err != nil {
		return q, err
	}
	names := slices.AppendSeq(slices.AppendSeq([]string{"width"}, maps.Keys(texts)), maps.Keys(switches))
	slices.Sort(names)
	times := map[string]int{}
	for i := range pairs {
		name := &pairs[i].name
		if strings.EqualFold(*name, "fen") {
			*name = "position"
		} else if at := slices.IndexFunc(names, func(known string) bool { return strings.EqualFold(known, *name) }); at >= 0 {
			*name = names[at]
		}
		times[*name]++
	}
	for _, pair := range pairs {
		name, text := pair.name, pair.value
		switch {
		case times[name] > 1:
			return q, wire.NewFailure(wire.CodeRequest, "request.repeated", locale.Args{"name": notation.Clip(name), "count": times[name]})
		case texts[name] != nil:
			*texts[name] = text
		case switches[name] != nil:
			if !slices.Contains([]string{"", "0", "1", "false", "true"}, text) {
				return q, wire.NewFailure(wire.CodeRequest, "request.flag", locale.Args{"name": name, "text": notation.Clip(text)})
			}
			*switches[name] = text == "" || text == "1" || text == "true"
		case name == "width":
			if q.Width, err = strconv.Atoi(text); err != nil {
				return q, wire.NewFailure(wire.CodeRequest, "request.width", locale.Args{"text": notation.Clip(text)})
			}
			if err := render.CheckWidth(q.Width); err != nil {
				return q, wire.FailureAs(wire.CodeDraw, err)
			}
		default:
			return q, wire.NewFailure(wire.CodeRequest, "request.diagram", locale.Args{"text": notation.Clip(name), "names": locale.Strings(names)})
		}
	}
	return q, link.join(&q)
}

// linkParts are the parts of a link that a diagram's query has as names of its
// own.
type linkParts struct{ board, turn, castling string }

// join puts the parts of a link together again: a query that is a link's own,
// or link text that was not escaped, so that it was cut at its ampersands.
func (l *linkParts) join(q *wire.PictureRequest) error {
	switch {
	case l.board == "" && l.turn == "" && l.castling == "" && !flattext.IsLink(q.Position):
		return nil
	case l.board != "" && q.Position != "":
		return wire.NewFailure(wire.CodeRequest, "request.diagram.two", nil)
	case l.board != "":
		q.Position = "?board=" + url.QueryEscape(l.board)
	case !flattext.IsLink(q.Position):
		return wire.NewFailure(wire.CodeRequest, "request.diagram.no-board", nil)
	}
	add := func(name, value string) {
		if value != "" {
			q.Position += "&" + name + "=" + url.QueryEscape(value)
		}
	}
	add("turn", l.turn)
	add("castling", l.castling)
	if q.LastMove != "" && !strings.Contains(strings.ToLower(q.Position), "lastmove=") {
		// It is the link's, which judges it, sets the en passant state by it and
		// gives it back.
		add("lastMove", q.LastMove)
		q.LastMove = ""
	}
	return nil
}

// queryPair is a name in a query and its value, both decoded.
type queryPair struct{ name, value string }

// queryPairs cuts a query at its ampersands. The semicolon belongs to the board
// of a link, and the usual reading of queries drops what has one.
func queryPairs(query string) (pairs []queryPair, err error) {
	for part := range strings.SplitSeq(query, "&") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		var pair queryPair
		if pair.name, err = url.QueryUnescape(name); err == nil {
			pair.value, err = url.QueryUnescape(value)
		}
		if err != nil {
			return nil, wire.NewFailure(wire.CodeRequest, "request.query", nil)
		}
		pairs = append(pairs, pair)
	}
	return pairs, nil
}
