package server_test

import (
	"crypto/sha256"
	"encoding/base64"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/time/rate"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
)

var (
	imageSource = regexp.MustCompile(`(?:src|srcset)="(/api/[^"]+)"`)
	frameSource = regexp.MustCompile(`^<iframe src="([^"]+)" title="[^"<>]*" width="\d+" height="\d+" style="border:0;max-width:100%" loading="lazy"></iframe>$`)
	discovery   = regexp.MustCompile(`<link rel="alternate" type="application/json\+oembed" href="([^"]+)"`)
	inline      = regexp.MustCompile(`(?s)<(script|style)>(.*?)</(?:script|style)>`)
)

// frame requests a page as a frame on another site does.
func (a *asker) frame(status int, path string) string {
	a.site.t.Helper()
	a.header.Set("Accept", "text/html,*/*")
	a.header.Set("Sec-Fetch-Site", "cross-site")
	a.header.Set("Sec-Fetch-Dest", "iframe")
	got := a.want(status, "GET", path, "", nil)
	h := got.Header
	csp := h.Get("Content-Security-Policy")
	if !strings.Contains(csp, "frame-ancestors *") || !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") || !strings.Contains(csp, "base-uri 'none'") {
		a.site.t.Errorf("%s: Content-Security-Policy = %s", path, csp)
	}
	if h.Get("Set-Cookie") != "" || !strings.HasPrefix(h.Get("Content-Type"), "text/html") || h.Get("X-Content-Type-Options") != "nosniff" {
		a.site.t.Errorf("%s: headers %v", path, h)
	}
	for _, found := range inline.FindAllStringSubmatch(string(got.body), -1) {
		sum := sha256.Sum256([]byte(found[2]))
		if want := found[1] + "-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(csp, want) {
			a.site.t.Errorf("%s: policy %s does not allow the page's inline %s", path, csp, found[1])
		}
	}
	return string(got.body)
}

// TestEmbedPosition embeds positions of every game family, and requests their pictures in both themes.
func TestEmbedPosition(t *testing.T) {
	s := open(t, nil)
	for query, title := range map[string]string{
		"variant=mirrorsquare":                                            "White to move",
		"variant=trid&flip=1":                                             "White to move",
		strings.TrimPrefix(link, "?") + "&chosen=a5":                      "Three-board mirror chess: White to move",
		"position=" + url.QueryEscape(printed):                            "White to move",
		"variant=chess&position=4k3/8/8/8/8/8/8/8+b+-+-+0+1&study=1":      "Black to move",
		"variant=" + url.QueryEscape(backRank):                            "Back &lt;rank&gt;: White to move",
		"variant=chess&theme=dark":                                        `data-theme="dark"`,
		"variant=chess&lastMove=e7e5&fen=4k3/8/8/4p3/8/8/8/4K3+w+-+-+0+1": "/analysis?lastMove=e7e5&amp;position=4k3",
	} {
		me := s.somebody()
		page := me.frame(200, "/embed/position?"+query)
		pictures := imageSource.FindAllStringSubmatch(page, -1)
		if !strings.Contains(page, title) || len(pictures) == 0 || (len(pictures) == 1) != strings.Contains(query, "theme=") {
			t.Errorf("page for %s: %s", query, page)
		}
		for _, picture := range pictures {
			me.want(200, "GET", html.UnescapeString(picture[1]), "", nil)
		}
	}
}

// TestEmbedGame steps through a game.
func TestEmbedGame(t *testing.T) {
	s := open(t, nil)
	white, _, g := s.begin("nachfolger")
	w, _ := white.connect(g.ID)
	me := s.somebody()
	if page := me.frame(200, "/embed/game/"+g.ID); !strings.Contains(page, "/game/"+g.ID) || strings.Contains(page, "<nav") {
		t.Errorf("page of a game without moves: %s", page)
	}
	w.move(0, g.Key, "f2f4")
	page := me.frame(200, "/embed/game/"+g.ID)
	for _, want := range []string{`title="White pawn to f4; a black knight appears on c5" aria-current="step">f4</a>`, `<li>1.<a href="?ply=1"`, `href="?ply=0" data-step="back"`, "lastMove=f2f4"} {
		if !strings.Contains(page, want) {
			t.Errorf("page of the game lacks %s: %s", want, page)
		}
	}
	if page := me.frame(200, "/embed/game/"+g.ID+"?ply=0&flip=1"); !strings.Contains(page, `aria-current="step">Start</a>`) || !strings.Contains(page, "flip=1") {
		t.Errorf("page at the start: %s", page)
	}
	for _, ply := range []string{"2", "-1", "x", "99999999999999999999"} {
		if page := me.frame(400, "/embed/game/"+g.ID+"?ply="+ply); !strings.Contains(page, "it must be from 0 to 1") {
			t.Errorf("page at ply %s: %s", ply, page)
		}
	}
	if page := me.frame(404, "/embed/game/aaaaaaaaaaaa"); !strings.Contains(page, "Game not found.") {
		t.Errorf("page of an unknown game: %s", page)
	}
	s.somebody().refused(404, "not-found", "GET", "/embed/game/aaaaaaaaaaaa", "")
}

// TestLongEmbed checks that a game too long to step through shows its last position.
func TestLongEmbed(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { *l = l.WithoutPerAddress(); l.Messages = rate.Inf }))
	id := s.longGame("portal", 430)
	if page := s.somebody().frame(200, "/embed/game/"+id); strings.Contains(page, "<ol") || !strings.Contains(page, "/api/v1/diagram.svg?") || len(page) > 8<<10 {
		t.Errorf("page of a long game: %s", page)
	}
}

// TestEmbedText sends markup in every field that an embedded page displays, and checks that it is escaped.
func TestEmbedText(t *testing.T) {
	s := open(t, nil)
	const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
	name := url.QueryEscape(`{"name":"evil","title":"` + strings.ReplaceAll(evil, `"`, `\"`) + `","seam":{"crossing":"hop","kinds":"q"}}`)
	q := url.QueryEscape(evil)
	for _, path := range []string{
		"position?variant=" + name, "position?variant=" + q, "position?variant=chess&position=" + q, "position?variant=chess&chosen=" + q, "position?variant=chess&theme=" + q,
		"position?variant=chess&view=" + q, "position?variant=chess&lastMove=" + q, "position?" + q + "=1", "position?board=" + q, "game/" + url.PathEscape(evil),
	} {
		me := s.somebody()
		me.header.Set("Accept", "text/html")
		got := me.ask("GET", "/embed/"+path, "")
		if text := string(got.body); strings.Contains(text, "<script>alert") || strings.Contains(text, "<img src=x") {
			t.Errorf("%s was not escaped: %s", path, text)
		}
	}
	me := s.somebody()
	var made wire.OneGame
	me.want(201, "POST", "/api/v1/games", `{"variant":"chess","opponent":"friend","colour":"white","name":"<b>&\"'"}`, &made)
	if page := s.somebody().frame(200, "/embed/game/"+made.Game.ID); strings.Contains(page, "<b>") || !strings.Contains(page, "&lt;b&gt;") {
		t.Errorf("a name was not escaped: %s", page)
	}
}

// TestFraming checks that only pages intended for frames can be framed.
func TestFraming(t *testing.T) {
	s := open(t, nil)
	_, _, g := s.begin("chess")
	for _, path := range []string{
		"/", "/play", "/analysis?variant=chess", "/game/" + g.ID, "/embed", "/embed/", "/embed/position/", "/embed/positions", "/embed/game/", "/embed/game/" + g.ID + "/x",
		"/embed/../game/" + g.ID, "/oembed?url=/game/" + g.ID, "/api/v1/diagram.svg?variant=chess", "/api/v1/variants", "/%65mbed/../play",
	} {
		me := s.somebody()
		me.header.Set("Accept", "text/html")
		if csp := me.ask("GET", path, "").Header.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors 'none'") {
			t.Errorf("%s can be framed: %s", path, csp)
		}
	}
}

// TestOEmbed requests oEmbed data from the URL that each page announces, and checks that pages that cannot be
// framed announce none.
func TestOEmbed(t *testing.T) {
	s := open(t, nil)
	white, _, g := s.begin("triboard")
	me := s.somebody()
	w, _ := white.connect(g.ID)
	w.move(0, g.Key, "e2e4")
	for _, page := range []string{"/analysis" + link, "/" + link, "/game/" + g.ID, "/game/" + g.ID + "?join=secret"} {
		found := discovery.FindStringSubmatch(string(me.want(200, "GET", page, "", nil).body))
		if found == nil || strings.Contains(found[1], "secret") {
			t.Fatalf("%s links %q", page, found)
		}
		var told wire.OEmbed
		me.want(200, "GET", strings.TrimPrefix(html.UnescapeString(found[1]), s.URL), "", &told)
		if told.Version != "1.0" || told.Type != "rich" || told.Width < 300 || told.Width > 800 || told.Height < 100 || told.Height > 640 || told.Title == "" {
			t.Errorf("oEmbed of %s = %+v", page, told)
		}
		frame := frameSource.FindStringSubmatch(told.HTML)
		if frame == nil {
			t.Fatalf("frame of %s: %s", page, told.HTML)
		}
		s.somebody().frame(200, strings.TrimPrefix(html.UnescapeString(frame[1]), s.URL))
	}
	for _, page := range []string{"/", "/analysis", "/games"} {
		if found := discovery.FindString(string(me.want(200, "GET", page, "", nil).body)); found != "" {
			t.Errorf("%s cannot be framed, but links %s", page, found)
		}
	}
}

// TestOEmbedBounds checks the maximum sizes of frames.
func TestOEmbedBounds(t *testing.T) {
	me := open(t, nil).somebody()
	at := "/oembed?url=" + url.QueryEscape("/analysis"+link)
	for bounds, most := range map[string][2]int{
		"&maxwidth=200":               {200, 640},
		"&maxheight=120":              {800, 120},
		"&maxwidth=1&maxheight=1":     {1, 1},
		"&maxwidth=9999999":           {800, 640},
		"&maxheight=50&maxwidth=3000": {800, 50},
	} {
		var told wire.OEmbed
		me.want(200, "GET", at+bounds, "", &told)
		if told.Width < 1 || told.Height < 1 || told.Width > most[0] || told.Height > most[1] {
			t.Errorf("%s: %d x %d", bounds, told.Width, told.Height)
		}
	}
	for _, bounds := range []string{"&maxwidth=0", "&maxheight=-5", "&maxwidth=1e9", "&maxwidth=999999999999999999999"} {
		me.refused(400, "request", "GET", at+bounds, "")
	}
}

// TestOEmbedErrors checks that links to other sites, and links that cannot be framed, are rejected.
func TestOEmbedErrors(t *testing.T) {
	s := open(t, nil)
	me := s.somebody()
	for _, link := range []string{
		"https://elsewhere.example/game/aaaaaaaaaaaa", "//elsewhere.example/analysis" + link, "javascript:alert(1)", "data:text/html,x", "http://", "game/x", ":", "%",
		s.URL + "/game/aaaaaaaaaaaa", s.URL + "/game/", s.URL + "/nowhere", s.URL + "/analysis", s.URL + "/analysis?board=nonsense", s.URL + "/embed/position?variant=nothing",
		"http://user@" + strings.TrimPrefix(s.URL, "http://") + "/analysis" + link, "ftp" + strings.TrimPrefix(s.URL, "http") + "/analysis" + link, "/api/v1/variants", "/embed",
	} {
		if got := me.ask("GET", "/oembed?url="+url.QueryEscape(link), ""); got.StatusCode != 404 {
			t.Errorf("ask: %s: %s %s", link, got.Status, got.body)
		}
	}
	me.refused(400, "request", "GET", "/oembed", "")
	me.refused(501, "format", "GET", "/oembed?format=xml&url=/game/x", "")
}
