package server

import (
	"bytes"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"

	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/render"
)

// pictureCache is how many bytes of pictures are kept.
const pictureCache = 16 << 20

// diagram draws a position as SVG or PNG.
func (s *Server) diagram(w http.ResponseWriter, r *http.Request) error {
	q, err := drawRequest(r.URL.RawQuery)
	if err != nil {
		return err
	}
	png := path.Ext(r.URL.Path) == ".png"
	key := string(wire.Encode(q)) + path.Ext(r.URL.Path)
	p := s.pictures.get(key)
	if p == nil {
		if wait, ok := s.limiter.ask(s.address(r), toil(q, png)); !ok {
			return busy(wait, errTooMany)
		}
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
	if matches(r, p.tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if png {
		h.Set("Content-Type", "image/png")
		h.Set("Content-Length", strconv.Itoa(len(p.content)))
		w.Write(p.content)
		return nil
	}
	s.write(w, r, http.StatusOK, "image/svg+xml", p.content)
	return nil
}

// toil is what a picture costs beyond what every picture does: the work to make
// a PNG grows with its area.
func toil(q wire.PictureRequest, png bool) int {
	if !png {
		return 0
	}
	return q.Width * q.Width >> 18
}

// draw makes a picture. A large one takes much memory while it is drawn, so
// only a few are drawn at a time.
func (s *Server) draw(r *http.Request, q wire.PictureRequest, png bool) ([]byte, error) {
	select {
	case s.drawSlots <- struct{}{}:
		defer func() { <-s.drawSlots }()
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	drawing, width, err := s.service.Drawing(q)
	if err != nil {
		return nil, err
	}
	if !png {
		return drawing.SVG(width)
	}
	var b bytes.Buffer
	err = drawing.PNG(&b, width)
	return b.Bytes(), err
}

// drawRequest reads what a diagram's query asks for.
func drawRequest(query string) (wire.PictureRequest, error) {
	var q wire.PictureRequest
	values, err := url.ParseQuery(query)
	if err != nil {
		return q, wire.NewFailure(wire.CodeRequest, "request.query", nil)
	}
	texts := map[string]*string{
		"variant": &q.Variant, "position": &q.Position, "chosen": &q.Chosen, "move": &q.Move, "last": &q.Last,
		"theme": &q.Theme, "view": &q.View,
	}
	switches := map[string]*bool{"study": &q.Study, "flip": &q.Flip, "coords": &q.Coords, "quadrants": &q.Quadrants}
	for name, all := range values {
		text := all[0]
		switch {
		case len(all) > 1:
			return q, wire.NewFailure(wire.CodeRequest, "request.repeated", message.Args{"name": notation.Clip(name), "count": len(all)})
		case texts[name] != nil:
			*texts[name] = text
		case switches[name] != nil:
			if !slices.Contains([]string{"", "0", "1", "false", "true"}, text) {
				return q, wire.NewFailure(wire.CodeRequest, "request.flag", message.Args{"name": name, "text": notation.Clip(text)})
			}
			*switches[name] = text == "" || text == "1" || text == "true"
		case name == "width":
			if q.Width, err = strconv.Atoi(text); err != nil {
				return q, wire.NewFailure(wire.CodeRequest, "request.width", message.Args{"text": notation.Clip(text)})
			}
			if err := render.CheckWidth(q.Width); err != nil {
				return q, wire.FailureAs(wire.CodeDraw, err)
			}
		default:
			names := slices.AppendSeq(slices.AppendSeq([]string{"width"}, maps.Keys(texts)), maps.Keys(switches))
			slices.Sort(names)
			return q, wire.NewFailure(wire.CodeRequest, "request.diagram", message.Args{"text": notation.Clip(name), "names": message.Strings(names)})
		}
	}
	return q, nil
}
