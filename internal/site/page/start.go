package page

import (
	"bytes"
	"net/http"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// startMark is the place in the client's page where its starting position is inserted.
const startMark = "<!--first-->"

// maxStart is the maximum size of an inserted position in bytes. The page itself computes a position that
// exceeds it.
const maxStart = 128 << 10

// startPages are the pages that initially show a board.
var startPages = []string{"/", "/analysis", "/play"}

// ownStart returns the encoded starting position of a built-in rule set, or nil on an error. It caches the
// text by language.
func (s *Pages) ownStart(name string, c *locale.Catalogue) []byte {
	key := c.Language() + " " + name
	if text, ok := s.starts.Load(key); ok {
		return text.([]byte)
	}
	first, err := s.service.In(c).FirstOf(name, "")
	if err != nil {
		return nil
	}
	text := startText(first)
	s.starts.Store(key, text)
	return text
}

// startText encodes a position as a script element for the page, or returns nil if the text is too long. The
// element contains data, so the content security policy allows it. Escaping ensures that no text can close
// the element.
func startText(first wire.First) []byte {
	text := bytes.ReplaceAll(wire.Encode(first), []byte("<"), []byte(`\u003c`))
	if len(text) > maxStart {
		return nil
	}
	return slices.Concat([]byte(`<script type="application/json" id="first">`), text, []byte("</script>"))
}

// start returns the encoded starting position of a page, or nil if the page has none or must compute it
// itself.
func (s *Pages) start(r *http.Request) []byte {
	if !slices.Contains(startPages, r.URL.Path) {
		return nil
	}
	query := r.URL.Query()
	if query.Has("rules") || query.Has("game") {
		return nil // for definitions and games, the page itself loads the position
	}
	name := strings.ToLower(query.Get("variant"))
	if name == "" {
		name = flattext.DefaultVariant
	}
	v, known := s.find(name)
	if !known || v.Info().Definition != "" {
		return nil
	}
	if namesPosition(r.URL.RawQuery) {
		first, err := s.service.In(request.Catalogue(r)).FirstOfLink("?" + r.URL.RawQuery)
		if err != nil || first.State.Variant != name {
			return nil // the page itself reports the error in the link
		}
		text := startText(first)
		s.requests.Charge(r, limit.Per(len(first.After), limit.LinePerUnit)+limit.Per(len(text), limit.MadePerUnit))
		return text
	}
	return s.ownStart(name, request.Catalogue(r))
}

// namesPosition reports whether a query contains a position.
func namesPosition(query string) bool {
	return slices.ContainsFunc([]string{"board", "position", "fen", "turn", "lastmove", "castling"}, func(name string) bool { return hasField(query, name) })
}

// hasField reports whether a query has a field. It does not use url.ParseQuery, which drops fields that
// contain a semicolon, as in links.
func hasField(query, name string) bool {
	for field := range strings.SplitSeq(query, "&") {
		if key, _, _ := strings.Cut(field, "="); strings.EqualFold(key, name) {
			return true
		}
	}
	return false
}
