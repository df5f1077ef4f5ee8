package server_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
)

func TestHeaders(t *testing.T) {
	me := open(t, nil).somebody()
	for _, path := range []string{"/", "/api/v1/variants", "/readyz", "/nowhere"} {
		h := me.ask("GET", path, "").Header
		csp := h.Get("Content-Security-Policy")
		for _, want := range []string{
			"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "connect-src 'self'",
			"img-src 'self' data: blob:", "worker-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'",
			"require-trusted-types-for 'script'", "trusted-types default built",
		} {
			if !strings.Contains(csp, want+";") && !strings.HasSuffix(csp, want) {
				t.Errorf("%s: policy lacks %s: %s", path, want, csp)
			}
		}
		if strings.Contains(csp, "unsafe-inline") || strings.Contains(csp, "'unsafe-eval'") {
			t.Errorf("%s: policy is too loose: %s", path, csp)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "same-origin" {
			t.Errorf("%s: headers %v", path, h)
		}
	}
}

func TestFiles(t *testing.T) {
	me := open(t, nil).somebody()
	plain := me.want(200, "GET", "/assets/app-BkSGZ2K1.js", "", nil)
	if string(plain.body) != script || plain.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
		t.Errorf("GET: %v: %.40s", plain.Header, plain.body)
	}
	if got := plain.Header.Get("Content-Type"); got != "text/javascript; charset=utf-8" {
		t.Errorf("Content-Type of a script = %q", got)
	}
	me.header.Set("Accept-Encoding", "br, gzip;q=0.8")
	packed := me.want(200, "GET", "/assets/app-BkSGZ2K1.js", "", nil)
	if packed.Header.Get("Content-Encoding") != "gzip" || packed.Header.Get("ETag") == plain.Header.Get("ETag") {
		t.Errorf("a script for a client that accepts gzip: got headers %v, want gzip with a different ETag", packed.Header)
	}
	r, err := gzip.NewReader(strings.NewReader(string(packed.body)))
	if err != nil {
		t.Fatalf("gzip.NewReader: %v", err)
	}
	if text, err := io.ReadAll(r); err != nil || string(text) != script {
		t.Errorf("unpacked: %v, %.40s", err, text)
	}
	small := me.want(200, "GET", "/small.js", "", nil)
	if small.Header.Get("Content-Encoding") != "br" || string(small.body) != brotliScript {
		t.Errorf("GET: %v: %.40s", small.Header, small.body)
	}
	me.header.Set("Accept-Encoding", "br;q=0, gzip")
	if got := me.want(200, "GET", "/small.js", "", nil); got.Header.Get("Content-Encoding") != "gzip" || got.Header.Get("ETag") == small.Header.Get("ETag") {
		t.Errorf("/small.js for a client that accepts gzip: got headers %v, want gzip with a different ETag", got.Header)
	}
	me.refused(404, "not-found", "GET", "/small.js.br", "")
	me.header.Set("Accept-Encoding", "br, gzip;q=0.8")
	wasm := me.want(200, "GET", "/tain.wasm", "", nil)
	if wasm.Header.Get("Content-Type") != "application/wasm" || wasm.Header.Get("Cache-Control") != "no-cache" || len(wasm.body) > 1000 {
		t.Errorf("%v, %d bytes", wasm.Header, len(wasm.body))
	}
	me.header.Set("If-None-Match", wasm.Header.Get("ETag"))
	me.want(304, "GET", "/tain.wasm", "", nil)
	me.header.Set("Accept-Encoding", "gzip;q=0")
	if head := me.want(200, "HEAD", "/tain.wasm", "", nil); head.Header.Get("Content-Encoding") != "" || len(head.body) != 0 {
		t.Errorf("%v, %d bytes", head.Header, len(head.body))
	}
}

// TestCompressedOnlyFile requests a file that exists only in compressed form. It checks that the server sends
// the file unchanged to clients that accept the encoding, and decompressed to others.
func TestCompressedOnlyFile(t *testing.T) {
	me := open(t, nil).somebody()
	me.header.Set("Accept-Encoding", "gzip")
	packed := me.want(200, "GET", "/packed.wasm", "", nil)
	if packed.Header.Get("Content-Encoding") != "gzip" || !bytes.Equal(packed.body, packedWasm) || packed.Header.Get("Content-Type") != "application/wasm" {
		t.Errorf("%v, %d bytes", packed.Header, len(packed.body))
	}
	me.header.Set("Accept-Encoding", "identity")
	plain := me.want(200, "GET", "/packed.wasm", "", nil)
	if plain.Header.Get("Content-Encoding") != "" || !bytes.Equal(plain.body, plainWasm) || plain.ContentLength != int64(len(plainWasm)) {
		t.Errorf("%v, %d bytes", plain.Header, len(plain.body))
	}
	if plain.Header.Get("ETag") == packed.Header.Get("ETag") {
		t.Error("both encodings have the same ETag")
	}
	if head := me.want(200, "HEAD", "/packed.wasm", "", nil); head.ContentLength != int64(len(plainWasm)) || head.Header.Get("ETag") != plain.Header.Get("ETag") {
		t.Errorf("HEAD /packed.wasm: got headers %v, want the length and the ETag of the plain file", head.Header)
	}
	me.refused(404, "not-found", "GET", "/packed.wasm.gz", "")
	me.refused(404, "not-found", "GET", "/small.js.gz", "")
}

func TestPages(t *testing.T) {
	me := open(t, nil).somebody()
	for _, path := range []string{"/", "/play", "/privacy", "/licences", "/local/1", "/analysis", "/learn", "/learn/trid", "/learn/trid/rules", "/learn/trid/first", "/games", "/puzzles", "/puzzles/trid", "/docs", "/docs/operate"} {
		got := me.want(200, "GET", path, "", nil)
		if !strings.Contains(string(got.body), `property="og:title"`) || got.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("GET %s: %v %s", path, got.Header, got.body)
		}
		me.header.Set("If-None-Match", got.Header.Get("ETag"))
		me.want(304, "GET", path, "", nil)
		me.header.Del("If-None-Match")
	}
	me.refused(404, "not-found", "GET", "/assets/app-old12345.js", "")
	me.refused(405, "method", "POST", "/play", "")
	me.refused(404, "not-found", "GET", "/docs/nope", "")
	me.header.Set("Accept", "text/html,*/*")
	for _, path := range []string{"/nowhere", "/docs/nope"} {
		if got := me.want(404, "GET", path, "", nil); !strings.Contains(string(got.body), "<title>Tain") {
			t.Errorf("missing page %s: %s", path, got.body)
		}
	}
}

// TestPreview checks that a link has a preview of its position, with its text escaped.
func TestPreview(t *testing.T) {
	s := open(t, nil)
	me := s.somebody()
	got := string(me.want(200, "GET", "/analysis?board=w:Ke1,Pa5;b:Ke8,Ph5&turn=white&lastMove=h7h5&variant=triboard", "", nil).body)
	for _, want := range []string{
		`og:image" content="http://` + strings.TrimPrefix(s.URL, "http://") + `/api/v1/diagram.png?lastMove=h7h5&amp;position=4k3`,
		"White to move",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("preview lacks %s: %s", want, got)
		}
	}
	image, _, _ := strings.Cut(strings.SplitN(got, `og:image" content="`, 2)[1], `"`)
	me.want(200, "GET", strings.ReplaceAll(strings.TrimPrefix(image, s.URL), "&amp;", "&"), "", nil)
	if evil := string(me.want(200, "GET", `/learn/%22%3E%3Cscript%3E?board=%22%3E%3Cscript%3E`, "", nil).body); strings.Contains(evil, "<script>") {
		t.Errorf("a path was not escaped: %s", evil)
	}
}

// TestLongLinks checks that links of 64 KB work, and that longer links are rejected with a page for browsers
// and with JSON for other clients.
func TestLongLinks(t *testing.T) {
	s := open(t, nil)
	me := s.somebody()
	pad := func(n int) string {
		link := "/analysis?board=w:Ke1,Pa5;b:Ke8,Ph5&turn=white&variant=triboard&note="
		return link + strings.Repeat("x", n-len(link))
	}
	if got := string(me.want(200, "GET", pad(64<<10), "", nil).body); !strings.Contains(got, `property="og:title" content="Three-board mirror chess: White to move"`) {
		t.Errorf("link of 64 KB was not read: %.2000s", got)
	}
	me.refused(414, "too-long", "GET", pad(70<<10), "")
	me.refused(414, "too-long", "GET", "/api/v1/diagram.svg?x="+strings.Repeat("x", 70<<10), "")
	me.header.Set("Accept", "text/html,*/*")
	for _, n := range []int{66 << 10, 900 << 10} {
		got := me.want(414, "GET", pad(n), "", nil)
		if body := string(got.body); !strings.Contains(body, "<h1>This link is too long</h1>") || !strings.Contains(body, strconv.Itoa(n)) ||
			!strings.HasPrefix(got.Header.Get("Content-Type"), "text/html") || got.Header.Get("Content-Security-Policy") == "" {
			t.Errorf("headers %v %s", got.Header, body)
		}
	}
}

// TestStudiesAddress checks the redirect from /studies.
func TestStudiesAddress(t *testing.T) {
	me := open(t, nil).somebody()
	if got := me.want(301, "GET", "/studies", "", nil); got.Header.Get("Location") != "/study" {
		t.Errorf("/studies redirects to %q", got.Header.Get("Location"))
	}
}

// TestPrerendered checks that a page contains the first screen that the build rendered.
func TestPrerendered(t *testing.T) {
	me := open(t, nil).somebody()
	for path, want := range map[string]string{
		"/": "<h1>Home</h1>", "/analysis": "<h1>Board</h1>", "/?board=w:Ke1;b:Ke8": "<h1>Board</h1>", "/play": "", "/offline": "", "/local/1": "",
	} {
		got := string(me.want(200, "GET", path, "", nil).body)
		if !strings.Contains(got, `<div id="app">`+want+"</div>") || strings.Contains(got, "modulepreload") != (path == "/") {
			t.Errorf("GET: %s: %s", path, got)
		}
		// The style sheets of a page come last, so that they override the shared ones.
		if path == "/" && !strings.Contains(got, `href="/assets/home.js"></head>`) {
			t.Errorf("style sheets of the page are not last: %s", got)
		}
	}
	me.refused(404, "not-found", "GET", "/pages.json", "")
}

// TestStartPosition checks that pages contain their starting position.
func TestStartPosition(t *testing.T) {
	me := open(t, nil).somebody()
	for path, want := range map[string]string{
		"/":                       `{"state":{"variant":"triboard"`,
		"/analysis?variant=Chess": `{"state":{"variant":"chess"`,
		"/play?variant=trid":      `{"state":{"variant":"trid"`,
		"/?board=w:Ke1,Pa5;b:Ke8,Ph5&turn=white&lastMove=h7h5":                `"lastMove":"h7h5"`,
		"/analysis?variant=chess&fen=4k3/8/8/8/8/8/8/4K3%20w%20-%20-%200%201": `"pieces":{"e1":"K","e8":"k"}`,
	} {
		got := string(me.want(200, "GET", path, "", nil).body)
		_, first, there := strings.Cut(got, `<script type="application/json" id="first">`)
		first, _, _ = strings.Cut(first, "</script>")
		if !there || !json.Valid([]byte(first)) || !strings.Contains(first, want) {
			t.Errorf("%s contains the starting position %.300s", path, first)
		}
	}
	for _, path := range []string{
		"/learn", "/local/1", "/offline", "/analysis?variant=nothing", "/analysis?board=rubbish", "/analysis?rules=abc", "/analysis?game=abc",
		"/analysis?variant=chess&position=%3C/script%3E",
	} {
		if got := string(me.want(200, "GET", path, "", nil).body); strings.Contains(got, `id="first"`) {
			t.Errorf("%s contains a position: %s", path, got)
		}
	}
}

func TestCrossOrigin(t *testing.T) {
	me := open(t, nil).somebody()
	me.header.Set("Origin", "https://elsewhere.example")
	me.header.Set("Sec-Fetch-Site", "cross-site")
	got := me.want(200, "POST", "/api/v1/position", `{"variant":"chess"}`, nil)
	if got.Header.Get("Access-Control-Allow-Origin") != "*" || got.Header.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("a request from another origin: got headers %v, want any origin and no credentials", got.Header)
	}
	ready := me.want(204, "OPTIONS", "/api/v1/position", "", nil)
	if ready.Header.Get("Access-Control-Allow-Methods") != "POST, OPTIONS" || ready.Header.Get("Access-Control-Allow-Headers") != "Content-Type" {
		t.Errorf("a preflight request: got headers %v, want POST and Content-Type", ready.Header)
	}
	me.refused(403, "cross-origin", "POST", "/api/v1/games", `{"variant":"chess","opponent":"self"}`)
	me.refused(403, "cross-origin", "POST", "/api/v1/games/abc/join", `{}`)
	me.refused(403, "cross-origin", "POST", "/api/v1/analyse", `{"variant":"chess"}`)
	if h := me.ask("GET", "/api/v1/my/games", "").Header; h.Get("Access-Control-Allow-Origin") != "" {
		t.Error("a page from another origin may read a player's games")
	}
	me.header.Set("Sec-Fetch-Site", "same-origin")
	me.want(201, "POST", "/api/v1/games", `{"variant":"chess","opponent":"self"}`, nil)
}

// TestRateLimit checks that an address over its limit must wait, whatever proxy headers it sends.
func TestRateLimit(t *testing.T) {
	few := limited(func(l *limit.Limits) { l.Rate, l.Burst = 0.1, 7 })
	me := open(t, nil, few).somebody()
	for i := range 5 {
		me.header.Set("X-Forwarded-For", string(rune('1'+i))+".2.3.4")
		me.want(200, "GET", "/api/v1/variants/chess", "", nil)
	}
	me.refused(429, "too-many", "GET", "/api/v1/variants/chess", "")
	if wait := me.ask("GET", "/api/v1/variants/chess", "").Header.Get("Retry-After"); wait == "" {
		t.Error("Retry-After is missing")
	}
	me.refused(429, "too-many", "GET", "/game/aaaaaaaaaaaa", "")

	proxied := open(t, nil, few, func(o *server.Options, _ *hub.Options) { o.TrustedProxies = limit.PrivateNetworks() }).somebody()
	for i := range 8 {
		proxied.header.Set("X-Forwarded-For", "9.9.9.9, "+string(rune('1'+i))+".2.3.4")
		proxied.want(200, "GET", "/api/v1/variants/chess", "", nil)
	}
}

func TestHealth(t *testing.T) {
	s := open(t, nil)
	if got := s.somebody().want(200, "GET", "/readyz", "", nil); string(got.body) != "ok\n" {
		t.Errorf("GET: %q", got.body)
	}
	figures := s.metrics()
	for _, want := range []string{"tain_http_requests_total", "tain_sockets 0", "tain_move_commit_seconds_bucket", "tain_computer_queue", "process_resident_memory_bytes"} {
		if !strings.Contains(figures, want) {
			t.Errorf("metric %s is missing", want)
		}
	}
	s.server.Close()
	for _, path := range []string{"/readyz", "/api/v1/games/aaaaaaaaaaaa", "/api/v1/games/aaaaaaaaaaaa/socket"} {
		s.somebody().refused(503, "closing", "GET", path, "")
		if s.somebody().ask("GET", path, "").Header.Get("Retry-After") == "" {
			t.Errorf("%s: a closing server sends no Retry-After", path)
		}
	}
}
