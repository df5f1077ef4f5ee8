package rest

import (
	"bytes"
	"net/http"
	"path"
	"strconv"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/render/paint"
)

// pictureCacheSize is the capacity of the picture cache in bytes.
const pictureCacheSize = 16 << 20

// picturePolicy is the content security policy of a picture that is opened as a page. It forbids loading
// other resources.
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

// diagram draws a position as SVG or PNG. The request is in the query or in the body.
func (s *API) diagram(w http.ResponseWriter, r *http.Request) error {
	q, err := s.pictureRequest(w, r)
	if err != nil {
		return err
	}
	png := path.Ext(r.URL.Path) == ".png"
	q.Lang = pictureLanguage(r, q.Lang)
	key := string(wire.Encode(q)) + path.Ext(r.URL.Path)
	p := s.cache.get(key)
	if p == nil {
		var content []byte
		err := s.requests.Measured(r, func() (err error) {
			content, err = s.draw(r, q, png)
			return err
		})
		if err != nil {
			return err
		}
		p = newAnswer(key, content)
		s.cache.put(p)
	}
	h := w.Header()
	h.Set("Content-Security-Policy", picturePolicy)
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("ETag", p.tag)
	h.Set("Content-Language", q.Lang)
	h.Add("Vary", "Accept-Language")
	if request.MatchesETag(r, p.tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if png {
		h.Set("Content-Type", "image/png")
		h.Set("Content-Length", strconv.Itoa(len(p.content)))
		s.requests.Charge(r, limit.Per(len(p.content), limit.FilePerUnit))
		if r.Method != http.MethodHead {
			out, err := s.requests.Hold(w, r, int64(len(p.content)))
			if err != nil {
				return request.CancelContent(w, err)
			}
			defer out.Release()
			out.Bytes(p.content)
		}
		return nil
	}
	s.requests.Write(w, r, http.StatusOK, "image/svg+xml", p.content)
	return nil
}

// pictureLanguage returns the language of a picture's description: the requested one, or the browser's
// preferred one. It ignores the language cookie, because otherwise shared caches would store one picture per
// cookie.
func pictureLanguage(r *http.Request, wish string) string {
	prefers := r.Header.Get("Accept-Language")
	language, _ := locale.Choose(wish[:min(len(wish), request.MaxWish)], prefers[:min(len(prefers), request.MaxWish)])
	return language
}

// pictureRequest reads the request for a picture from the query or the body.
func (s *API) pictureRequest(w http.ResponseWriter, r *http.Request) (q wire.PictureRequest, err error) {
	if r.Method != http.MethodPost {
		return api.ParsePicture(r.URL.RawQuery)
	}
	if err := s.requests.ReadJSON(w, r, &q); err != nil {
		return q, err
	}
	if q.Width != 0 {
		if err := paint.CheckWidth(q.Width); err != nil {
			return q, wire.FailureAs(wire.CodeDraw, err)
		}
	}
	return q, nil
}

// draw renders a picture. The price of a PNG depends on its area, and rendering it waits in the work queue.
// The base price is paid before the layout is known, so that rejecting a client that cannot pay costs little.
func (s *API) draw(r *http.Request, q wire.PictureRequest, png bool) ([]byte, error) {
	if png {
		if err := s.requests.Spend(r, limit.PNGPrice); err != nil {
			return nil, err
		}
	}
	drawing, width, err := s.service.Drawing(q)
	if err != nil {
		return nil, err
	}
	if !png {
		return drawing.SVG(width)
	}
	pixels := int(float64(width) * float64(width) * drawing.Height / drawing.Width)
	var b bytes.Buffer
	err = s.requests.MeasuredWork(r, limit.Per(pixels, limit.PixelsPerUnit), func() error { return drawing.PNG(&b, width) })
	return b.Bytes(), err
}
