package server_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/page"
	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/internal/site/studies"
	"github.com/tainchess/tain/variant"
)

// clientPage is the client's HTML page in these tests.
const clientPage = `<!doctype html><html lang="en"><head><!--preview--><title>Tain</title></head><body><div id="app"></div><!--first--></body></html>`

// transport adds no headers to requests.
var transport = &http.Transport{DisableCompression: true}

var script = strings.Repeat("console.log('tain');\n", 200)

// brotliScript stands for the script as compressed by the build.
const brotliScript = "packed"

// renderedPages contains the pages prerendered by the build.
const renderedPages = `{"":{"head":"<link rel=\"modulepreload\" href=\"/assets/home.js\">","body":"<h1>Home</h1>"},"analysis":{"head":"","body":"<h1>Board</h1>"}}`

// site is a server under test and its log.
type site struct {
	*httptest.Server
	t      *testing.T
	server *server.Server
	store  room.Store
	log    *logbook
}

// logbook is a log buffer that is safe for concurrent use.
type logbook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// plainWasm is the content of a file that the server has only in gzipped form, packedWasm.
var (
	plainWasm  = bytes.Repeat([]byte("\x00asm 0123456789"), 40_000)
	packedWasm = func() []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write(plainWasm)
		z.Close()
		return b.Bytes()
	}()
)

// change modifies the options of a test server.
type change func(*server.Options, *hub.Options)

func limited(alter func(*limit.Limits)) change {
	return func(o *server.Options, _ *hub.Options) { alter(o.Limits) }
}

// open starts a server on a store. If saved is nil, it uses a new store in memory.
func open(t *testing.T, saved room.Store, changes ...change) *site {
	t.Helper()
	if saved == nil {
		saved = memory.New()
	}
	book := &logbook{}
	log := slog.New(slog.NewTextHandler(book, &slog.HandlerOptions{Level: slog.LevelDebug}))
	limits := limit.Default()
	limits.ShutdownGrace = 3 * time.Second
	games := hub.Options{Options: room.Options{Rules: variant.Builtin(), Log: log}}
	o := server.Options{
		Rules: variant.Builtin(), Limits: &limits, Log: log, PublicMetrics: true, About: page.About{SecurityContact: "mailto:security@example.org"},
		Files: fstest.MapFS{
			"index.html":             {Data: []byte(clientPage)},
			"assets/app-BkSGZ2K1.js": {Data: []byte(script)},
			"pages.json":             {Data: []byte(renderedPages)},
			"small.js":               {Data: []byte(script)},
			"small.js.br":            {Data: []byte(brotliScript)},
			"tain.wasm":              {Data: bytes.Repeat([]byte("\x00asm"), 1000)},
			"packed.wasm.gz":         {Data: packedWasm},
			"icon.svg":               {Data: []byte("<svg/>")},
		},
	}
	o.Studies, _ = saved.(studies.Store)
	if kept, ok := saved.(store.Store); ok {
		o.Totals = kept.Totals
	}
	if kept, ok := saved.(store.SubscriptionStore); ok {
		key := push.NewKey()
		o.Push = push.New(push.Options{Store: kept, Key: key})
		t.Cleanup(o.Push.Close)
	}
	if kept, ok := saved.(people.Store); ok {
		var err error
		if o.People, err = people.New(people.Options{Store: kept, RPID: "localhost", Origins: []string{"http://localhost:8080"}, Open: true}); err != nil {
			t.Fatalf("people.New: %v", err)
		}
	}
	for _, c := range changes {
		c(&o, &games)
	}
	hub, err := hub.New(context.Background(), saved, games)
	if err != nil {
		t.Fatalf("hub.New: %v", err)
	}
	o.Hub = hub
	s, err := server.New(o)
	if err != nil {
		t.Fatalf("server.New: %v", err)
	}
	web := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		web.Close()
	})
	return &site{web, t, s, saved, book}
}

// asker is a client with its own cookie.
type asker struct {
	site   *site
	cookie string
	header http.Header
}

func (s *site) somebody() *asker { return &asker{site: s, header: http.Header{}} }

// reply is a response with its body.
type reply struct {
	*http.Response
	body []byte
}

// ask sends a request. The body is JSON or empty.
func (a *asker) ask(method, path, body string) reply {
	a.site.t.Helper()
	r, err := http.NewRequest(method, a.site.URL+path, strings.NewReader(body))
	if err != nil {
		a.site.t.Fatalf("http.NewRequest: %v", err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for name, values := range a.header {
		r.Header[name] = values
	}
	if a.cookie != "" {
		r.AddCookie(&http.Cookie{Name: "tain", Value: a.cookie})
	}
	w, err := transport.RoundTrip(r)
	if err != nil {
		a.site.t.Fatalf("RoundTrip: %v", err)
	}
	defer w.Body.Close()
	text, err := io.ReadAll(w.Body)
	if err != nil {
		a.site.t.Fatalf("io.ReadAll: %v", err)
	}
	for _, c := range w.Cookies() {
		a.cookie = c.Value
	}
	return reply{w, text}
}

// want sends a request, checks the status and, if into is not nil, decodes the JSON response.
func (a *asker) want(status int, method, path, body string, into any) reply {
	a.site.t.Helper()
	r := a.ask(method, path, body)
	if r.StatusCode != status {
		a.site.t.Fatalf("%s %s %s: status %d, want %d: %s", method, path, body, r.StatusCode, status, r.body)
	}
	if into != nil {
		if err := json.Unmarshal(r.body, into); err != nil {
			a.site.t.Fatalf("json.Unmarshal: %s %s: %v: %s", method, path, err, r.body)
		}
	}
	return r
}

// refused sends a request, checks that it is rejected with the given status and code, and returns the
// message.
func (a *asker) refused(status int, code, method, path, body string) string {
	a.site.t.Helper()
	var why struct {
		Error struct{ Code, Message string }
	}
	a.want(status, method, path, body, &why)
	if why.Error.Code != code || why.Error.Message == "" {
		a.site.t.Errorf("%s %s %s: rejected with %+v, want code %s", method, path, body, why.Error, code)
	}
	return why.Error.Message
}
