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

// startMark is where the client's page takes the position it begins with.
const startMark = "<!--first-->"

// maxStart is the most bytes of such a position: one with very many moves waits
// for the rules.
const maxStart = 128 << 10

// startPages are the pages that begin with a board.
var startPages = []string{"/", "/analysis", "/play"}

// ownStart returns the start of one of the program's own rule sets, which is made
// once in each language.
func (s *Pages) ownStart(name string, c *locale.Catalogue) []byte {
	key := c.Language() + " " + name
	if text, ok := s.starts.Load(key); ok {
		return text.([]byte)
	}
	first, err := s.service.FirstOf(name)
	if err != nil {
		return nil
	}
	text := startText(first, c)
	s.starts.Store(key, text)
	return text
}

// startText writes a position into the page. It is data and no script, so the
// policy lets it be; nothing in it can end it.
func startText(first wire.First, c *locale.Catalogue) []byte {
	text := bytes.ReplaceAll(request.EncodeIn(c, first), []byte("<"), []byte(`\u003c`))
	if len(text) > maxStart {
		return nil
	}
	return slices.Concat([]byte(`<script type="application/json" id="first">`), text, []byte("</script>"))
}

// start returns the position that a page begins with, nil where it has none or
// cannot know it.
func (s *Pages) start(r *http.Request) []byte {
	if !slices.Contains(startPages, r.URL.Path) {
		return nil
	}
	query := r.URL.Query()
	if query.Has("rules") || query.Has("game") {
		return nil // rules that somebody has written, or a game: the page reads them itself
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
		first, err := s.service.FirstOfLink("?" + r.URL.RawQuery)
		if err != nil || first.State.Variant != name {
			return nil // the page says what is wrong with it
		}
		text := startText(first, request.Catalogue(r))
		s.requests.Charge(r, limit.Per(len(first.After), limit.LinePerUnit)+limit.Per(len(text), limit.MadePerUnit))
		return text
	}
	return s.ownStart(name, request.Catalogue(r))
}

// namesPosition reports whether a query says where pieces stand.
func namesPosition(query string) bool {
	return slices.ContainsFunc([]string{"board", "position", "fen", "turn", "lastmove", "castling"}, func(name string) bool { return hasField(query, name) })
}

// hasField reports whether a query has a field. Those of links hold semicolons,
// for which url.ParseQuery leaves them out.
func hasField(query, name string) bool {
	for field := range strings.SplitSeq(query, "&") {
		if key, _, _ := strings.Cut(field, "="); strings.EqualFold(key, name) {
			return true
		}
	}
	return false
}
