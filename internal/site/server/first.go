package server

import (
	"bytes"
	"net/http"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// firstMark is where the client's page takes the position it begins with.
const firstMark = "<!--first-->"

// mostFirst is the most bytes of such a position: one with very many moves waits
// for the rules.
const mostFirst = 128 << 10

// firstPages are the pages that begin with a board.
var firstPages = []string{"/", "/analysis", "/play"}

// firstOf returns the start of one of the program's own rule sets, which is made
// once in each language.
func (s *Server) firstOf(name string, c *locale.Catalogue) []byte {
	key := c.Language() + " " + name
	if text, ok := s.firsts.Load(key); ok {
		return text.([]byte)
	}
	first, err := s.service.In(c).FirstOf(name)
	if err != nil {
		return nil
	}
	text := firstText(first, c)
	s.firsts.Store(key, text)
	return text
}

// firstText writes a position into the page. It is data and no script, so the
// policy lets it be; nothing in it can end it.
func firstText(first wire.First, c *locale.Catalogue) []byte {
	text := bytes.ReplaceAll(encodeIn(c, first), []byte("<"), []byte(`\u003c`))
	if len(text) > mostFirst {
		return nil
	}
	return slices.Concat([]byte(`<script type="application/json" id="first">`), text, []byte("</script>"))
}

// first returns the position that a page begins with, nil where it has none or
// cannot know it.
func (s *Server) first(r *http.Request) []byte {
	if !slices.Contains(firstPages, r.URL.Path) {
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
	if !known || written(v) {
		return nil
	}
	if namesPosition(r.URL.RawQuery) {
		first, err := s.service.In(catalogue(r)).FirstOfLink("?" + r.URL.RawQuery)
		if err != nil || first.State.Variant != name {
			return nil // the page says what is wrong with it
		}
		text := firstText(first, catalogue(r))
		s.charge(r, per(len(first.After), linePerUnit)+per(len(text), madePerUnit))
		return text
	}
	return s.firstOf(name, catalogue(r))
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
