package server_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/page"
	"github.com/tainchess/tain/internal/site/server"
)

// behindProxy makes a server trust proxies on private networks.
func behindProxy(o *server.Options, _ *hub.Options) { o.TrustedProxies = limit.PrivateNetworks() }

// TestCounterMetrics checks that exactly those metrics that only grow are counters with names ending in
// _total.
func TestCounterMetrics(t *testing.T) {
	s := open(t, nil, func(o *server.Options, _ *hub.Options) {
		o.Disk = func() server.Disk { return server.Disk{Database: 10, Log: 5, Free: 100} }
		o.Build = server.Build{Version: "v1.2.3", Revision: "abc"}
	})
	s.begin("chess")
	figures := s.metrics()
	counters := 0
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (tain_\S+) (\S+)$`).FindAllStringSubmatch(figures, -1) {
		name, kind := m[1], m[2]
		if (kind == "counter") != strings.HasSuffix(name, "_total") {
			t.Errorf("%s is a %s", name, kind)
		}
		if kind == "counter" {
			counters++
		}
		if help := regexp.MustCompile(`(?m)^# HELP ` + name + ` (.*)$`).FindStringSubmatch(figures); kind == "gauge" && strings.Contains(help[1], "since the start") {
			t.Errorf("%s only grows but is a gauge", name)
		}
	}
	for _, want := range []string{
		"tain_commits_total 2\n", "tain_conflicts_total 0\n", "tain_watchers_dropped_total 0\n", "tain_store_errors_total 0\n", "tain_accept_errors_total 0\n",
		"tain_database_bytes 10\n", "tain_database_log_bytes 5\n", "tain_disk_free_bytes 100\n", `tain_build_info{goversion="go`, `revision="abc",version="v1.2.3"} 1`,
	} {
		if !strings.Contains(figures, want) {
			t.Errorf("metric %q is missing", want)
		}
	}
	if counters < 9 {
		t.Errorf("only %d counters", counters)
	}
}

// brokenStore is a store that can be made to fail.
type brokenStore struct {
	room.Store
	broken *atomic.Bool
}

// Load fails if the store is broken.
func (b brokenStore) Load(ctx context.Context, id string, from int) ([]game.Event, error) {
	if b.broken.Load() {
		return nil, errors.New("the disk is on fire")
	}
	return b.Store.Load(ctx, id, from)
}

// TestStoreErrorsCounted checks that store errors are counted, and that the log and the response contain the
// same request ID.
func TestStoreErrorsCounted(t *testing.T) {
	var broken atomic.Bool
	inner := open(t, nil)
	s := open(t, brokenStore{inner.store, &broken})
	broken.Store(true)
	var why struct{ Error wire.Failure }
	r := s.somebody().want(503, "GET", "/api/v1/games/aaaaaaaaaaaa", "", &why)
	if figures := s.metrics(); !strings.Contains(figures, "tain_store_errors_total 1\n") {
		t.Error("store error was not counted")
	}
	if id := r.Header.Get("X-Request-Id"); id == "" || why.Error.Request != id || !strings.Contains(s.log.String(), "request="+id) {
		t.Errorf("request ID in the header = %q, in the body = %q; log:\n%s", id, why.Error.Request, s.log)
	}
}

// TestRequestIDs checks that a request ID is accepted only from a trusted proxy, and
// only if it is safe to log.
func TestRequestIDs(t *testing.T) {
	const theirs = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	for _, test := range []struct {
		trusted bool
		sent    string
		taken   bool
	}{
		{true, theirs, true}, {true, "01ARZ3_x.y", true}, {false, theirs, false}, {true, strings.Repeat("a", 65), false}, {true, "a b", false},
		{true, "a\"b=", false}, {true, "", false},
	} {
		me := open(t, nil, func(o *server.Options, _ *hub.Options) {
			if test.trusted {
				o.TrustedProxies = limit.PrivateNetworks()
			}
		}).somebody()
		me.header.Set("X-Request-Id", test.sent)
		got := me.ask("GET", "/api/v1/variants/chess", "").Header.Get("X-Request-Id")
		if (got == test.sent) != test.taken || got == "" {
			t.Errorf("trusted %v: request ID %q became %q", test.trusted, test.sent, got)
		}
	}
	me := open(t, nil).somebody()
	one, two := me.ask("GET", "/", "").Header.Get("X-Request-Id"), me.ask("GET", "/", "").Header.Get("X-Request-Id")
	if one == two || len(one) != 16 {
		t.Errorf("IDs of two requests = %q and %q", one, two)
	}
}

// TestMetricsAddress checks that metrics and profiles are not served on the public address.
func TestMetricsAddress(t *testing.T) {
	var level slog.LevelVar
	s := open(t, nil, func(o *server.Options, _ *hub.Options) { o.PublicMetrics, o.Level = false, &level })
	me := s.somebody()
	for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/heap", "/log-level"} {
		me.refused(404, "not-found", "GET", path, "")
	}
	inside := httptest.NewServer(s.server.Debug())
	defer inside.Close()
	ask := func(method, path, body, host string) (int, string) {
		t.Helper()
		r, err := http.NewRequest(method, inside.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatalf("http.NewRequest: %v", err)
		}
		r.Host = host
		w, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatalf("Do: %v", err)
		}
		defer w.Body.Close()
		text, _ := io.ReadAll(w.Body)
		return w.StatusCode, string(text)
	}
	for path, want := range map[string]string{"/metrics": "tain_commits_total", "/debug/pprof/": "goroutine", "/debug/pprof/heap?debug=1": "heap profile", "/readyz": "ok", "/log-level": "info", "/": "/metrics"} {
		if status, text := ask("GET", path, "", ""); status != 200 || !strings.Contains(text, want) {
			t.Errorf("ask: %s: %d %.200s", path, status, text)
		}
	}
	if status, text := ask("PUT", "/log-level", "debug\n", "127.0.0.1:9090"); status != 200 || text != "debug\n" || level.Level() != slog.LevelDebug {
		t.Errorf("log level = %v, status %d: %s", level.Level(), status, text)
	}
	if status, _ := ask("PUT", "/log-level", "loud", ""); status != 400 || level.Level() != slog.LevelDebug {
		t.Errorf("unknown log level: status %d, level %v", status, level.Level())
	}
	if status, _ := ask("GET", "/debug/pprof/heap", "", "evil.example"); status != 403 {
		t.Errorf("profile with a foreign Host header: got status %d, want 403", status)
	}
}

// TestHealthProbesAreExempt checks that an address that has exceeded its limits can still check the server's
// health.
func TestHealthProbesAreExempt(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Rate, l.Burst, l.RefusalDelay = 1e-9, 5, 0 }),
		func(o *server.Options, _ *hub.Options) { o.Operator = keptOut{} })
	inside := s.server.Debug()
	for range 20 {
		s.server.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	}
	for _, path := range []string{"/livez", "/readyz"} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", path, nil)
		r.Host = "localhost"
		if inside.ServeHTTP(w, r); w.Code != http.StatusOK {
			t.Errorf("GET %s: %d %s", path, w.Code, w.Body)
		}
	}
}

// fullListener is a listener that simulates a temporary lack of file descriptors.
type fullListener struct {
	net.Listener
	failures atomic.Int64
}

// fullError is the system's error for too many open files.
type fullError struct{}

func (fullError) Error() string   { return "accept: too many open files" }
func (fullError) Timeout() bool   { return false }
func (fullError) Temporary() bool { return true }

// Accept fails the given number of times before it succeeds.
func (l *fullListener) Accept() (net.Conn, error) {
	if l.failures.Add(-1) >= 0 {
		return nil, fullError{}
	}
	return l.Listener.Accept()
}

// TestAcceptErrorsLogged checks that all accept errors are counted, and that only one is logged at the
// default level.
func TestAcceptErrorsLogged(t *testing.T) {
	s := open(t, nil)
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("net.Listen: %v", err)
	}
	full := &fullListener{Listener: inner}
	full.failures.Store(4)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.server.Serve(ctx, full) }()
	answer, err := http.Get("http://" + inner.Addr().String() + "/readyz")
	if err != nil || answer.StatusCode != 200 {
		t.Fatalf("request after the accept errors: %v", err)
	}
	answer.Body.Close()
	if figures := s.metrics(); !strings.Contains(figures, "tain_accept_errors_total 4\n") {
		t.Error("accept errors were not counted")
	}
	if log := s.log.String(); strings.Count(log, "level=ERROR msg=\"cannot accept a connection\" error=\"accept: too many open files\"") != 1 {
		t.Errorf("unexpected log:\n%s", log)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("ended: %v", err)
	}
}

// TestHostCookie checks that browsers get a cookie over HTTPS that no other site can set, and that replacing
// old cookies does not lose a seat.
func TestHostCookie(t *testing.T) {
	s := open(t, nil, behindProxy)
	old := s.somebody() // a client on plain HTTP, with the plain cookie
	var made struct{ Game wire.Snapshot }
	old.want(201, "POST", "/api/v1/games", `{"variant":"chess","opponent":"self"}`, &made)
	secret := old.cookie

	ask := func(cookies, method, path, body string) *http.Response {
		t.Helper()
		r, err := http.NewRequest(method, s.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatalf("http.NewRequest: %v", err)
		}
		r.Header.Set("X-Forwarded-Proto", "https")
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Cookie", cookies)
		w, err := transport.RoundTrip(r)
		if err != nil {
			t.Fatalf("RoundTrip: %v", err)
		}
		w.Body.Close()
		return w
	}
	for what, w := range map[string]*http.Response{
		"a page": ask("tain="+secret, "GET", "/games", ""), "a game": ask("tain="+secret, "POST", "/api/v1/games", `{"variant":"chess","opponent":"self"}`),
	} {
		var host, plain *http.Cookie
		for _, c := range w.Cookies() {
			switch c.Name {
			case "__Host-tain":
				host = c
			case "tain":
				plain = c
			}
		}
		if host == nil || host.Value != secret || !host.Secure || !host.HttpOnly || host.Path != "/" || host.Domain != "" || host.SameSite != http.SameSiteLaxMode {
			t.Errorf("%s: new cookie = %v", what, host)
		}
		if plain == nil || plain.MaxAge >= 0 {
			t.Errorf("%s: old cookie was not deleted: %v", what, plain)
		}
	}
	seat := func(cookies string) wire.Snapshot {
		t.Helper()
		var got struct{ Game wire.Snapshot }
		me := s.somebody()
		me.header.Set("Cookie", cookies)
		me.want(200, "GET", "/api/v1/games/"+made.Game.ID, "", &got)
		return got.Game
	}
	planted := strings.Repeat("A", 22)
	for cookies, has := range map[string]bool{
		"tain=" + secret: true, "__Host-tain=" + secret: true, "tain=" + planted + "; __Host-tain=" + secret: true,
		"__Host-tain=" + planted + "; tain=" + secret: false, "tain=" + planted: false,
	} {
		if got := seat(cookies); (got.Seat != wire.Nobody) != has {
			t.Errorf("seat with cookies %s = %q", strings.ReplaceAll(cookies, secret, "SECRET"), got.Seat)
		}
	}
	if w := ask("__Host-tain="+secret, "GET", "/games", ""); len(w.Cookies()) != 0 {
		t.Errorf("the page set the cookies %v again", w.Cookies())
	}
}

// TestHSTS checks that browsers get the HSTS header over HTTPS behind a trusted proxy, but not over plain HTTP,
// even if they claim to use HTTPS.
func TestHSTS(t *testing.T) {
	const header = "Strict-Transport-Security"
	year := func(o *server.Options, _ *hub.Options) { o.HSTS = 365 * 24 * time.Hour }
	me := open(t, nil, year, behindProxy).somebody()
	if got := me.ask("GET", "/", "").Header.Get(header); got != "" {
		t.Errorf("HSTS over plain HTTP = %s", got)
	}
	me.header.Set("X-Forwarded-Proto", "https")
	for _, path := range []string{"/", "/api/v1/variants/chess", "/api/v1/nothing", "/icon.svg"} {
		if got := me.ask("GET", path, "").Header.Get(header); got != "max-age=31536000" {
			t.Errorf("HSTS of %s over HTTPS = %q", path, got)
		}
	}
	stranger := open(t, nil, year).somebody()
	stranger.header.Set("X-Forwarded-Proto", "https")
	if got := stranger.ask("GET", "/", "").Header.Get(header); got != "" {
		t.Errorf("HSTS with an untrusted X-Forwarded-Proto = %s", got)
	}
}

// TestUnknownGameIsNotFound checks that the page of a nonexistent game has status 404 and shows an error.
func TestUnknownGameIsNotFound(t *testing.T) {
	s := open(t, nil)
	me := s.somebody()
	for _, id := range []string{"abc", "aaaaaaaaaaaa", "AAAAAAAAAAAA", "%00", strings.Repeat("a", 3000)} {
		got := me.want(404, "GET", "/game/"+id, "", nil)
		if !strings.Contains(string(got.body), "Game not found") || !strings.HasPrefix(got.Header.Get("Content-Type"), "text/html") {
			t.Errorf("GET: %.20s: %s", id, got.body)
		}
	}
	_, _, g := s.begin("chess")
	if got := me.want(200, "GET", "/game/"+g.ID, "", nil); got.Header.Get("X-Robots-Tag") != "noindex" {
		t.Error("search engines may index a game")
	}
}

// TestWellKnown checks security.txt and robots.txt.
func TestWellKnown(t *testing.T) {
	me := open(t, nil).somebody()
	text := string(me.want(200, "GET", "/.well-known/security.txt", "", nil).body)
	expires := regexp.MustCompile(`(?m)^Expires: (\S+)$`).FindStringSubmatch(text)
	if !strings.Contains(text, "Contact: mailto:security@example.org\n") || expires == nil {
		t.Fatalf("security.txt:\n%s", text)
	}
	if at, err := time.Parse(time.RFC3339, expires[1]); err != nil || at.Before(time.Now().Add(24*time.Hour)) || at.After(time.Now().Add(365*24*time.Hour)) {
		t.Errorf("security.txt expires %s, error %v", expires[1], err)
	}
	nobody := open(t, nil, func(o *server.Options, _ *hub.Options) { o.About = page.About{} }).somebody()
	nobody.refused(404, "not-found", "GET", "/.well-known/security.txt", "")
	if text := string(me.want(200, "GET", "/robots.txt", "", nil).body); !strings.Contains(text, "Disallow: /api/\n") {
		t.Errorf("robots.txt:\n%s", text)
	}
}

// TestPrivacyPage compares the privacy page with the server's behaviour: when a cookie is set, how old it can
// become, and what the log does not contain.
func TestPrivacyPage(t *testing.T) {
	s := open(t, nil, func(o *server.Options, _ *hub.Options) {
		o.About = page.About{Operator: "The chess club", Contact: "club@example.org"}
	})
	me := s.somebody()
	var told wire.Privacy
	me.want(200, "GET", "/api/v1/privacy", "", &told)
	all := ""
	for _, section := range told.Sections {
		all += section.Title + "\n" + strings.Join(section.Text, "\n") + "\n"
	}
	if told.Operator != "The chess club" || told.Contact != "club@example.org" || !strings.Contains(all, "400 days") {
		t.Errorf("privacy page = %+v", told)
	}
	for _, path := range []string{"/", "/play", "/api/v1/games?open=1", "/api/v1/variants/chess"} {
		if got := s.somebody().ask("GET", path, ""); len(got.Cookies()) != 0 {
			t.Errorf("%s sets a cookie for a visitor who only reads", path)
		}
	}
	made := me.ask("POST", "/api/v1/games?secret=query", `{"variant":"chess","opponent":"self","name":"Rumpelstilzchen"}`)
	if cookies := made.Cookies(); len(cookies) != 1 || cookies[0].MaxAge != 400*24*60*60 {
		t.Errorf("cookies = %v", cookies)
	}
	log := s.log.String()
	for _, secret := range []string{"Rumpelstilzchen", "secret=query", me.cookie} {
		if strings.Contains(log, secret) {
			t.Errorf("log contains %s", secret)
		}
	}
}

// TestPrivacyShowsRetention checks that the page shows the configured retention.
func TestPrivacyShowsRetention(t *testing.T) {
	const day = 24 * time.Hour
	for _, test := range []struct {
		about page.About
		want  []string
	}{
		{page.About{}, []string{"Games stay until the operators of this server delete them.", "in backups until those are deleted."}},
		{page.About{AnonymiseAfter: 90 * day, DeleteAfter: 365 * day, BackupsKept: 7 * day},
			[]string{"The players of a game are removed 90 days after it ends", "Games are deleted 365 days after they end", "keeps its own backups for 7 days"}},
		{page.About{DeleteAfter: day}, []string{"Games are deleted a day after they end"}},
		{page.About{AnonymiseAfter: 36 * time.Hour}, []string{"36h0m0s after it ends. Games stay until"}},
	} {
		s := open(t, nil, func(o *server.Options, _ *hub.Options) { o.About = test.about })
		text := string(s.somebody().ask("GET", "/api/v1/privacy", "").body)
		for _, want := range append(test.want, "counts requests per network address and cookie", "ban a network address") {
			if !strings.Contains(text, want) {
				t.Errorf("%+v: privacy page lacks %q: %s", test.about, want, text)
			}
		}
	}
}

// TestDeployedMetricsExist checks that every metric in the dashboard and the alerts
// exists.
func TestDeployedMetricsExist(t *testing.T) {
	s := open(t, nil, func(o *server.Options, _ *hub.Options) {
		o.Disk, o.Bus = func() server.Disk { return server.Disk{} }, whole{}
	}, with(&analyst{}))
	white, _, g := s.begin("chess")
	socket, _ := white.connect(g.ID)
	socket.say(`{"type":"ping","n":1}`)
	white.refused(404, "not-found", "GET", "/api/v1/nothing", "")
	waitFor(t, func() bool { return strings.Contains(s.metrics(), "tain_socket_messages_received_total{") })
	// Labelled metrics appear only after their first event.
	figures := s.metrics() + "\ntain_sockets_closed_total{"
	names := regexp.MustCompile(`\b(tain|process|go)_[a-z_]+\b`)
	for _, file := range []string{"../../../deploy/grafana.json", "../../../deploy/alerts.yml"} {
		found := names.FindAllString(readText(t, file), -1)
		for _, name := range found {
			if !strings.Contains(figures, "\n"+name+" ") && !strings.Contains(figures, "\n"+name+"{") {
				t.Errorf("%s uses unknown metric %s", file, name)
			}
		}
		if len(found) < 8 {
			t.Errorf("%s uses only the metrics %v", file, found)
		}
	}
}

// TestAlertsHaveRunbooks checks that every alert links to an existing section of the runbooks, and that every
// section belongs to an alert.
func TestAlertsHaveRunbooks(t *testing.T) {
	rules, runbooks := readText(t, "../../../deploy/alerts.yml"), readText(t, "../../../docs/runbooks.md")
	alert := regexp.MustCompile(`(?ms)- alert: (\w+)$.*?runbook_url: (\S+)$`)
	sections := map[string]bool{}
	for _, s := range regexp.MustCompile(`(?m)^## (Tain\w+)$`).FindAllStringSubmatch(runbooks, -1) {
		sections[s[1]] = true
	}
	alerts := alert.FindAllStringSubmatch(rules, -1)
	if n := strings.Count(rules, "- alert:"); len(alerts) != n {
		t.Errorf("%d of %d alerts link a runbook", len(alerts), n)
	}
	for _, a := range alerts {
		if want := "docs/runbooks.md#" + strings.ToLower(a[1]); !strings.HasSuffix(a[2], want) {
			t.Errorf("%s links %s, want %s", a[1], a[2], want)
		}
		if !sections[a[1]] {
			t.Errorf("docs/runbooks.md has no section %s", a[1])
		}
		delete(sections, a[1])
	}
	for name := range sections {
		t.Errorf("docs/runbooks.md has a section for %s, which is not an alert", name)
	}
	for _, s := range strings.Split(runbooks, "\n## Tain")[1:] {
		name, _, _ := strings.Cut(s, "\n")
		for _, part := range []string{"**Meaning.**", "**Diagnosis", "ction.**"} {
			if !strings.Contains(s, part) {
				t.Errorf("the runbook for Tain%s has no part %s", name, part)
			}
		}
	}
}
