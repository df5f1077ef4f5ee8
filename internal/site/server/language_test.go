package server_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/variant"
)

// TestLanguages requests every language by header, cookie and query parameter, and checks that caches
// distinguish between languages.
func TestLanguages(t *testing.T) {
	s := open(t, nil)
	const illegal = `{"variant": "chess", "move": "e2e5"}`
	for range 2 { // the second response comes from the cache
		for _, tag := range locale.Languages() {
			c, _ := locale.For(tag)
			for name, ask := range map[string]func() reply{
				"header": func() reply {
					a := s.somebody()
					a.header.Set("Accept-Language", tag+"-XX,"+tag+";q=0.9,en;q=0.1")
					return a.ask("POST", "/api/v1/explain", illegal)
				},
				"cookie": func() reply {
					a := s.somebody()
					a.header.Set("Accept-Language", "en")
					a.header.Set("Cookie", "lang="+tag)
					return a.ask("POST", "/api/v1/explain", illegal)
				},
				"query": func() reply {
					a := s.somebody()
					a.header.Set("Cookie", "lang=en")
					return a.ask("POST", "/api/v1/explain?lang="+tag, illegal)
				},
			} {
				r := ask()
				var why wire.Explanation
				if err := json.Unmarshal(r.body, &why); err != nil {
					t.Fatalf("%s by %s: %v: %s", tag, name, err, r.body)
				}
				var q wire.ExplainRequest
				if err := json.Unmarshal([]byte(illegal), &q); err != nil {
					t.Fatalf("json.Unmarshal: %v", err)
				}
				want, err := api.NewService(variant.Builtin()).In(c).Explain(q)
				if err != nil || why.Message != want.Message || why.Message == "" {
					t.Errorf("%s by %s: got message %q, want %q (error %v)", tag, name, why.Message, want.Message, err)
				}
				if r.Header.Get("Content-Language") != tag || !strings.Contains(strings.Join(r.Header.Values("Vary"), ","), "Accept-Language") {
					t.Errorf("%s by %s: headers %v", tag, name, r.Header)
				}
			}
			a := s.somebody()
			a.header.Set("Accept-Language", tag)
			var book wire.Rulebook
			a.want(200, "GET", "/api/v1/rulebook/triboard", "", &book)
			var list wire.VariantList
			a.want(200, "GET", "/api/v1/variants", "", &list)
			title := c.Or("variant.triboard.title", "Three-board mirror chess")
			for _, v := range list.Variants {
				if v.Name == "triboard" && v.Title != title {
					t.Errorf("%s: title of triboard = %q, want %q", tag, v.Title, title)
				}
			}
			text := ""
			book.Diagrams(func(_ string, d *rulebook.Diagram) {
				if len(d.Illegal) > 0 {
					text = d.Illegal[0].Text
				}
			})
			if text == "" {
				t.Errorf("%s: no diagram of the rulebook has an illegal move", tag)
			}
			if page := a.want(200, "GET", "/", "", nil); !strings.Contains(string(page.body), `<html lang="`+tag+`"`) {
				t.Errorf("%s: page is in another language: %.100s", tag, page.body)
			}
		}
	}
}

// TestSocketLanguage watches a game in two languages.
func TestSocketLanguage(t *testing.T) {
	s := open(t, nil)
	white, black, g := s.begin("chess")
	white.header.Set("Accept-Language", "ru")
	black.header.Set("Accept-Language", "en")
	one, first := white.connect(g.ID)
	two, _ := black.connect(g.ID)
	if m := one.move(0, first.Key, "e2e4"); m.Type != "done" {
		t.Fatalf("e4: %+v", m)
	}
	english := two.wait("move").Move.Text
	_, again := white.connect(g.ID)
	russian := again.Moves[0].Text
	if english != "White pawn to e4" || russian == english || !strings.Contains(russian, "e4") {
		t.Errorf("White got %q, Black %q", russian, english)
	}
}

// TestInvalidLanguages sends invalid Accept-Language headers.
func TestInvalidLanguages(t *testing.T) {
	s := open(t, nil)
	for _, wish := range []string{"", "*", ";;;", "xx", strings.Repeat("de-", 5000), "\xff\xfe", "de;q=0, en;q=x", "zh-Hans-CN-x-y"} {
		a := s.somebody()
		a.header["Accept-Language"] = []string{strings.ToValidUTF8(wish, "?")}
		a.want(200, "GET", "/api/v1/variants/chess?lang=%zz", "", nil)
	}
}

// TestPicturesInLanguages checks that the description of a picture is in the language of its URL or of the
// browser. The cookie has no effect, because caches share pictures.
func TestPicturesInLanguages(t *testing.T) {
	me := open(t, nil).somebody()
	const path = "/api/v1/diagram.svg?variant=chess&chosen=g1"
	german, french := "Der weiße Springer auf g1 kann nach f3, h3.", "Le cavalier blanc en g1 peut aller en f3, h3."
	me.header.Set("Cookie", "lang=ru")
	for _, c := range []struct{ query, header, language, says string }{
		{"", "", "en", "The white knight on g1 can go to f3, h3."},
		{"", "de-AT, en;q=0.5", "de", german},
		{"&lang=fr", "de", "fr", french},
		{"&lang=none", "de", "de", german},
	} {
		me.header.Set("Accept-Language", c.header)
		got := me.want(200, "GET", path+c.query, "", nil)
		if h := got.Header; !strings.Contains(string(got.body), c.says) || h.Get("Content-Language") != c.language || !strings.Contains(strings.Join(h["Vary"], ","), "Accept-Language") {
			t.Errorf("%q, %q: picture lacks %q, or has the wrong headers %v", c.query, c.header, c.says, h)
		}
	}
	body := me.want(200, "POST", "/api/v1/diagram.svg", `{"variant": "chess", "chosen": "g1", "lang": "fr"}`, nil).body
	if !strings.Contains(string(body), french) {
		t.Errorf("picture requested in a body lacks %q", french)
	}
	page := me.frame(200, "/embed/position?variant=chess&chosen=g1&lang=de")
	if !strings.Contains(page, `alt="Schach. Weiß ist am Zug. `+german) || !strings.Contains(page, "lang=de") {
		t.Errorf("the page for frames is not in German: %s", page)
	}
}
