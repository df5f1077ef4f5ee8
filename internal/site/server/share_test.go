package server_test

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/message"
)

// madeUp returns a cookie that no server has issued.
func madeUp() string {
	bits := make([]byte, 16)
	rand.Read(bits)
	return base64.RawURLEncoding.EncodeToString(bits)
}

// until sends requests until one is rejected, at most the given number, and returns how many were accepted.
func (a *asker) until(most int, path string) int {
	for n := range most {
		if a.ask("GET", path, "").StatusCode == http.StatusTooManyRequests {
			return n
		}
	}
	return most
}

// TestSharedAddress has one client at a shared address exceed its limits, with and without a session. It
// checks that the other clients can still play.
func TestSharedAddress(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) {
		l.Rate, l.Burst = 1e-9, 200
		l.StrangerRate, l.StrangerBurst = 1e-9, 60
		l.PersonRate, l.PersonBurst = 1e-9, 40
		l.RefusalDelay = 0
	}))
	white, black, g := s.begin("chess")
	greedy := s.somebody()
	greedy.cookie = madeUp()
	if n := greedy.until(100, "/api/v1/variants/chess"); n < 20 || n > 40 {
		t.Errorf("one person got %d responses", n)
	}
	if n := s.somebody().until(100, "/api/v1/variants/chess"); n < 20 || n > 60 {
		t.Errorf("clients without a session got %d responses", n)
	}
	w, _ := white.connect(g.ID)
	b, _ := black.connect(g.ID)
	if m := w.move(0, g.Key, "e2e4"); m.Type != "done" {
		t.Errorf("e4: %+v", m)
	}
	b.wait("move")
	black.want(200, "GET", "/api/v1/games/"+g.ID, "", nil)
}

// TestInventedSessions uses a new session for every request. It checks that beyond the limit of new people
// per address, all sessions share the limits of strangers.
func TestInventedSessions(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) {
		l.Rate, l.Burst = 1e-9, 1000
		l.StrangerRate, l.StrangerBurst = 1e-9, 10
		l.Sessions, l.SessionEvery = 5, time.Hour
		l.RefusalDelay = 0
	}))
	answered := 0
	for range 100 {
		one := s.somebody()
		one.cookie = madeUp()
		if one.ask("GET", "/api/v1/variants/chess", "").StatusCode == 200 {
			answered++
		}
	}
	if answered > 15 {
		t.Errorf("%d of 100 invented sessions got a response", answered)
	}
}

// TestGamesPerAddress checks the limits of new games per person and per address. A request that is refused for
// another reason does not count.
func TestGamesPerAddress(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) {
		l.Games, l.GameEvery, l.PersonGames, l.PersonGameEvery, l.RefusalDelay = 6, time.Hour, 3, time.Hour, 0
	}))
	const game = `{"variant":"chess","opponent":"self"}`
	one := s.somebody()
	one.cookie = madeUp()
	for range 7 {
		one.refused(400, "invalid", "POST", "/api/v1/games", `{"variant":"chess","opponent":"nobody"}`)
	}
	for range 3 {
		one.want(201, "POST", "/api/v1/games", game, nil)
	}
	one.refused(429, "too-many", "POST", "/api/v1/games", game)
	for range 3 {
		s.somebody().want(201, "POST", "/api/v1/games", game, nil)
	}
	s.somebody().refused(429, "too-many", "POST", "/api/v1/games", game)
}

// TestNetwork checks that the addresses in an IPv6 network share a quota.
func TestNetwork(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Rate, l.Burst, l.Networks, l.RefusalDelay = 1e-9, 10, 3, 0 }),
		func(o *server.Options, _ *hub.Options) { o.TrustedProxies = limit.PrivateNetworks() })
	me := s.somebody()
	answered := 0
	for i := range 100 {
		me.header.Set("X-Forwarded-For", fmt.Sprintf("2001:db8:1:%x::1", i))
		if me.ask("GET", "/api/v1/variants/chess", "").StatusCode == 200 {
			answered++
		}
	}
	if answered > 30 {
		t.Errorf("%d of 100 addresses in a network got a response", answered)
	}
	me.header.Set("X-Forwarded-For", "2001:db8:2::1")
	me.want(200, "GET", "/api/v1/variants/chess", "", nil)
}

// TestNetworkLimits checks that all addresses in an IPv6 network share the socket and game quotas of a few
// addresses.
func TestNetworkLimits(t *testing.T) {
	t.Parallel()
	s := open(t, nil, limited(func(l *limit.Limits) {
		l.Sockets, l.Games, l.GameEvery, l.Networks, l.RefusalDelay = 2, 2, time.Hour, 3, 0
	}),
		func(o *server.Options, _ *hub.Options) { o.TrustedProxies = limit.PrivateNetworks() })
	_, _, g := s.begin("chess")
	sockets, games := 0, 0
	for i := range 20 {
		from := http.Header{"X-Forwarded-For": {fmt.Sprintf("2001:db8:1:%x::1", i)}}
		c, _, err := websocket.Dial(t.Context(), s.URL+"/api/v1/games/"+g.ID+"/socket", &websocket.DialOptions{HTTPHeader: from})
		if err == nil {
			defer c.CloseNow()
			sockets++
		}
		me := s.somebody()
		me.header = from
		if me.ask("POST", "/api/v1/games", `{"variant":"chess","opponent":"self"}`).StatusCode == http.StatusCreated {
			games++
		}
	}
	if sockets != 6 || games != 6 {
		t.Errorf("twenty addresses in one network have %d sockets and %d games", sockets, games)
	}
}

// TestLogIsBounded requests many long paths that do not exist. It checks that the log stays small and reports
// the number of dropped lines.
func TestLogIsBounded(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	const asked = 3000
	long := strings.Repeat("x", 8000)
	for i := range asked {
		r := httptest.NewRequest("GET", fmt.Sprintf("/api/%s%d", long, i), nil)
		s.server.ServeHTTP(httptest.NewRecorder(), r.WithContext(gone(t)))
	}
	s.server.Close()
	log := s.log.String()
	if len(log) > 32<<10 {
		t.Errorf("%d requests wrote %d KB to the log", asked, len(log)>>10)
	}
	for line := range strings.Lines(log) {
		if len(line) > 1<<10 {
			t.Fatalf("a line has %d bytes: %.200s", len(line), line)
		}
	}
	if !strings.Contains(log, "log lines were dropped") || !strings.Contains(log, "count=") {
		t.Errorf("log does not count the dropped lines: %s", log)
	}
}

// TestGameLogIsBounded requests games while the store fails. It checks that log lines about games are limited
// like those about requests.
func TestGameLogIsBounded(t *testing.T) {
	var broken atomic.Bool
	broken.Store(true)
	s := open(t, brokenStore{memory.New(), &broken}, func(o *server.Options, games *hub.Options) {
		o.Log = limit.BoundLog(o.Log, *o.Limits)
		games.Log = o.Log
	})
	for range 300 {
		s.server.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/api/v1/games/aaaaaaaaaaaa", nil))
	}
	s.server.Close()
	log := s.log.String()
	if n := strings.Count(log, "the disk is on fire"); n == 0 || n > 100 {
		t.Errorf("log has %d lines for 300 failures", n)
	}
	if !strings.Contains(log, `message="room: read failed"`) {
		t.Errorf("log does not count the dropped lines: %s", log)
	}
}

// TestCheapRequestsCount checks that even the cheapest requests cost units, by sending them until one is
// rejected.
func TestCheapRequestsCount(t *testing.T) {
	for _, what := range []struct{ method, path string }{
		{"GET", "/"}, {"GET", "/nothing"}, {"GET", "/api/nothing"}, {"GET", "/assets/app-BkSGZ2K1.js"}, {"GET", "/icon.svg"},
		{"HEAD", "/tain.wasm"}, {"POST", "/"}, {"OPTIONS", "/api/v1/line"}, {"GET", "/readyz"}, {"GET", "/metrics"}, {"DELETE", "/api/v1/games"},
		{"GET", "//nothing"}, {"GET", "/api/../nothing"}, {"GET", "/api"}, {"CONNECT", "/api"}, {"OPTIONS", "*"},
	} {
		s := open(t, nil, limited(func(l *limit.Limits) { l.Rate, l.Burst, l.RefusalDelay = 1e-9, 50, 0 }))
		refused := false
		for range 150 {
			w := httptest.NewRecorder()
			s.server.ServeHTTP(w, httptest.NewRequest(what.method, what.path, nil))
			refused = refused || w.Code == http.StatusTooManyRequests
		}
		if !refused {
			t.Errorf("%s %s is free", what.method, what.path)
		}
	}
}

// keptOut is an operator who bans everybody.
type keptOut struct{}

func (keptOut) Admit(netip.Addr) error {
	return game.Refuse("server.banned", "this address is banned: {reason}", message.Args{"reason": "a flood"})
}
func (keptOut) Notice() wire.Notice { return wire.Notice{} }

// TestBannedRequestsCount checks that a banned client's requests are rejected as banned, and eventually as
// too many.
func TestBannedRequestsCount(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Rate, l.Burst, l.RefusalDelay = 1e-9, 50, 0 }),
		func(o *server.Options, _ *hub.Options) { o.Operator = keptOut{} })
	statuses := map[int]int{}
	for range 150 {
		w := httptest.NewRecorder()
		s.server.ServeHTTP(w, httptest.NewRequest("GET", "/api/v1/variants", nil))
		statuses[w.Code]++
	}
	if statuses[http.StatusForbidden] == 0 || statuses[http.StatusTooManyRequests] == 0 || len(statuses) != 2 {
		t.Errorf("statuses = %v", statuses)
	}
}

// TestFloodCountsOnce checks that many refusals are counted and logged as one flood.
func TestFloodCountsOnce(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Rate, l.Burst, l.RefusalDelay = 1e-9, 5, 0 }))
	for range 100 {
		s.server.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/api/v1/variants", nil))
	}
	if n := server.Floods(s.server); n != 1 {
		t.Errorf("one flood was counted as %v", n)
	}
	if n := strings.Count(s.log.String(), "exceeded its limits"); n != 1 {
		t.Errorf("one flood was logged %d times", n)
	}
}

// TestSocketFloodCountsOnce checks that a socket that pings endlessly counts as one flood.
func TestSocketFloodCountsOnce(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Messages, l.MessageBurst = 1e-9, 3 }))
	white, _, g := s.begin("chess")
	w, _ := white.connect(g.ID)
	for range 200 {
		if w.conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"ping","n":1}`)) != nil {
			break
		}
	}
	waitFor(t, func() bool { return strings.Contains(s.metrics(), "tain_sockets 0\n") })
	if !strings.Contains(s.metrics(), `tain_sockets_closed_total{reason="flood"} 1`+"\n") {
		t.Errorf("metrics after one flood:\n%s", s.metrics())
	}
}

// TestLinePrice checks that the price of a line depends on its length.
func TestLinePrice(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Rate, l.Burst, l.RefusalDelay = 1e-9, 400, 0 }))
	long := `{"variant":"chess","moves":[` + shuffle(1500, "Nf3", "Nf6", "Ng1", "Ng8") + `]}`
	me := s.somebody()
	answered := 0
	for range 20 {
		if me.ask("POST", "/api/v1/line", long).StatusCode == 200 {
			answered++
		}
	}
	if answered < 1 || answered > 3 {
		t.Errorf("%d lines of 1500 moves were played for 400 units", answered)
	}
}

// TestCrossOriginPrice checks that expensive requests from pages of other origins are rejected.
func TestCrossOriginPrice(t *testing.T) {
	me := open(t, nil, limited(func(l *limit.Limits) { l.CrossOrigin = 50 })).somebody()
	long := `{"variant":"chess","moves":[` + shuffle(1500, "Nf3", "Nf6", "Ng1", "Ng8") + `]}`
	me.header.Set("Origin", "https://elsewhere.example")
	me.want(200, "POST", "/api/v1/line", `{"variant":"chess","moves":["e4"]}`, nil)
	me.refused(403, "cross-origin", "POST", "/api/v1/line", long)
	me.refused(403, "cross-origin", "GET", "/api/v1/diagram.png?variant=chess&width=2000", "")
	me.header.Set("Origin", me.site.URL)
	me.want(200, "POST", "/api/v1/line", long, nil)
	me.header.Set("Sec-Fetch-Site", "cross-site")
	me.refused(403, "cross-origin", "POST", "/api/v1/line", long)
}

// TestRefusalsAreDelayed checks that refusals are delayed, but not when the server
// stops.
func TestRefusalsAreDelayed(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Rate, l.Burst, l.RefusalDelay = 1e-9, 1, time.Hour }))
	s.somebody().want(200, "GET", "/api/v1/variants/chess", "", nil)
	told := make(chan int, 1)
	go func() {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/api/v1/variants/chess", nil)
		r.RemoteAddr = "127.0.0.1:1"
		s.server.ServeHTTP(w, r)
		told <- w.Code
	}()
	waitFor(t, func() bool { return server.RefusalsWaiting(s.server) == 1 })
	s.server.Close()
	select {
	case code := <-told:
		if code != http.StatusTooManyRequests {
			t.Errorf("refused with %d", code)
		}
	case <-time.After(30 * time.Second):
		t.Error("the stopped server still delays refusals")
	}
}

// TestLogKinds checks that the number of kinds of log lines is limited too, and that strings are truncated
// between characters.
func TestLogKinds(t *testing.T) {
	t.Parallel()
	s := open(t, nil, limited(func(l *limit.Limits) { l.AllLogLines = 1 }),
		func(o *server.Options, _ *hub.Options) { o.TrustedProxies = limit.PrivateNetworks() })
	for i := range 5000 {
		r := httptest.NewRequest("GET", "/api/"+strings.Repeat("ü", 300), nil)
		r.RemoteAddr = "10.0.0.1:80"
		r.Header.Set("X-Forwarded-For", fmt.Sprintf("9.9.%d.%d", i/250, i%250))
		s.server.ServeHTTP(httptest.NewRecorder(), r)
	}
	s.server.Close()
	log := s.log.String()
	if n := strings.Count(log, "\n"); n > 60 {
		t.Errorf("5000 addresses wrote %d lines", n)
	}
	if strings.Contains(log, `\x`) || strings.Contains(log, "\ufffd") {
		t.Error("character was split")
	}
}

// gone returns the context of a request whose client has disconnected and does not wait for a refusal.
func gone(t *testing.T) context.Context {
	ctx, leave := context.WithCancel(t.Context())
	leave()
	return ctx
}
