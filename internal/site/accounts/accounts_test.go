package accounts_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/accounts"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/internal/test/passkey"
	"github.com/tainchess/tain/variant"
)

// site is a server with accounts.
type site struct {
	t      *testing.T
	url    string
	people *people.Service
	log    *logbook
	store  *watchedStore

	mu    sync.Mutex
	later time.Duration // how far the clock of accounts is ahead
}

// watchedStore calls read, unless it is nil, after it has read a device or a token.
type watchedStore struct {
	*memory.Store
	read func()
}

func (s *watchedStore) Device(ctx context.Context, id game.Hash) (people.Device, people.Account, error) {
	d, a, err := s.Store.Device(ctx, id)
	if s.read != nil {
		s.read()
	}
	return d, a, err
}

func (s *watchedStore) Token(ctx context.Context, id game.Hash) (people.Token, people.Account, error) {
	token, a, err := s.Store.Token(ctx, id)
	if s.read != nil {
		s.read()
	}
	return token, a, err
}

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

func open(t *testing.T, change func(*people.Options), more ...func(*server.Options)) *site {
	t.Helper()
	s := &site{t: t, log: &logbook{}, store: &watchedStore{Store: memory.New()}}
	var handler http.Handler
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) }))
	t.Cleanup(web.Close)
	s.url = strings.Replace(web.URL, "127.0.0.1", "localhost", 1)
	o := people.Options{Store: s.store, RPID: "localhost", Origins: []string{s.url}, Open: true, Now: s.now}
	if change != nil {
		change(&o)
	}
	var err error
	if s.people, err = people.New(o); err != nil {
		t.Fatalf("people.New: %v", err)
	}
	log := slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	games, err := hub.New(t.Context(), s.store, hub.Options{Options: room.Options{Rules: variant.Builtin(), Log: log}, Taken: s.people.Taken, Apart: s.store.Apart})
	if err != nil {
		t.Fatalf("hub.New: %v", err)
	}
	settings := server.Options{
		Rules: variant.Builtin(), Hub: games, Log: log, People: s.people,
		Files: fstest.MapFS{"index.html": {Data: []byte("<!doctype html><head></head><body><div id=app></div></body>")}, "pages.json": {Data: []byte("{}")}},
	}
	for _, change := range more {
		change(&settings)
	}
	srv, err := server.New(settings)
	if err != nil {
		t.Fatalf("server.New: %v", err)
	}
	t.Cleanup(func() { srv.Close() })
	handler = srv
	return s
}

func (s *site) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Now().Add(s.later)
}

// wait moves the clock of accounts forward.
func (s *site) wait(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.later += d
}

// browser is a browser with its cookies.
type browser struct {
	*site
	client *http.Client
}

func (s *site) browser() *browser {
	jar, _ := cookiejar.New(nil)
	return &browser{s, &http.Client{Jar: jar}}
}

// ask sends a request, and decodes the response into answer, which may be nil. It returns the status and the code of
// an error.
func (b *browser) ask(method, path string, body, answer any) (int, string) {
	b.t.Helper()
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			b.t.Fatalf("json.Marshal: %v", err)
		}
		sent = bytes.NewReader(text)
	}
	r, _ := http.NewRequestWithContext(b.t.Context(), method, b.url+path, sent)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
	response, err := b.client.Do(r)
	if err != nil {
		b.t.Fatalf("%s %s: %v", method, path, err)
	}
	return read(b.t, response, answer)
}

// read decodes a response into answer, which may be nil, and returns its status and the code of an error.
func read(t *testing.T, response *http.Response, answer any) (int, string) {
	t.Helper()
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	var failed struct{ Error struct{ Code string } }
	_ = json.Unmarshal(text, &failed)
	if answer != nil && response.StatusCode < 300 {
		if err := json.Unmarshal(text, answer); err != nil {
			t.Fatalf("%s %s: %s: %v", response.Request.Method, response.Request.URL, text, err)
		}
	}
	return response.StatusCode, failed.Error.Code
}

// want is like ask, and fails the test unless the response has the given status.
func (b *browser) want(status int, method, path string, body, answer any) {
	b.t.Helper()
	if got, code := b.ask(method, path, body, answer); got != status {
		b.t.Fatalf("%s %s: %d %s, want %d", method, path, got, code, status)
	}
}

// refused fails the test unless a request is refused with a code.
func (b *browser) refused(code, method, path string, body any) {
	b.t.Helper()
	if status, got := b.ask(method, path, body, nil); status < 400 || got != code {
		b.t.Errorf("%s %s: %d %q, want %q", method, path, status, got, code)
	}
}

const base = "/api/v1/account"

func (b *browser) challenge(purpose, name string) []byte {
	b.t.Helper()
	var c wire.PasskeyChallenge
	b.want(200, "POST", base+"/challenge", wire.ChallengeRequest{Purpose: purpose, Name: name}, &c)
	return c.Options
}

// register creates an account and returns its passkey and recovery codes.
func (b *browser) register(name string) (*passkey.Passkey, []string) {
	b.t.Helper()
	p := passkey.New("localhost", b.url)
	var codes wire.RecoveryCodes
	b.want(201, "POST", base, wire.CredentialRequest{Credential: p.Create(b.t, b.challenge("register", name)), Label: "phone"}, &codes)
	return p, codes.Codes
}

func (b *browser) signIn(p *passkey.Passkey, move bool) {
	b.t.Helper()
	b.want(204, "POST", base+"/sign-in", wire.CredentialRequest{Credential: p.Sign(b.t, b.challenge("sign-in", "")), Move: move}, nil)
}

func (b *browser) state() (st wire.AccountState) {
	b.t.Helper()
	b.want(200, "GET", base, nil, &st)
	return st
}

// play creates a game against oneself and returns its ID.
func (b *browser) play(name string) string {
	b.t.Helper()
	var g wire.OneGame
	b.want(201, "POST", "/api/v1/games", map[string]any{"variant": "chess", "opponent": "friend", "name": name}, &g)
	return g.Game.ID
}

func (b *browser) games() int {
	b.t.Helper()
	var list wire.Summaries
	b.want(200, "GET", "/api/v1/my/games", nil, &list)
	return len(list.Games)
}

// cookie returns the value of a cookie.
func (b *browser) cookie(name string) string {
	at, _ := url.Parse(b.url)
	for _, c := range b.client.Jar.Cookies(at) {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}

func (b *browser) setCookie(name, value string) {
	at, _ := url.Parse(b.url)
	b.client.Jar.SetCookies(at, []*http.Cookie{{Name: name, Value: value, Path: "/"}})
}

// TestAccount registers, plays, signs out, signs in on another browser, recovers, and closes the account.
func TestAccount(t *testing.T) {
	s := open(t, nil)
	anna := s.browser()
	if st := anna.state(); !st.Passkeys || !st.Open || st.Guest || st.Account != nil {
		t.Errorf("state of a stranger: %+v", st)
	}
	anna.play("Whoever")
	old := anna.cookie("tain")
	key, codes := anna.register(" Anna ")
	if len(codes) != 10 || anna.cookie("tain") != "" || len(anna.cookie("tain-account")) != 43 {
		t.Errorf("%d codes; cookies %q, %q", len(codes), anna.cookie("tain"), anna.cookie("tain-account"))
	}
	st := anna.state()
	if a := st.Account; a == nil || a.Name != "Anna" || a.Codes != 10 || !a.Confirmed || len(a.Passkeys) != 1 || a.Passkeys[0].Label != "phone" ||
		len(a.Devices) != 1 || a.Devices[0].Agent != "Firefox, Linux" || !a.Devices[0].Here {
		t.Fatalf("account after registering: %+v", st.Account)
	}
	if n := anna.games(); n != 1 {
		t.Errorf("%d games moved", n)
	}
	// The guest's secret is worthless now.
	thief := s.browser()
	thief.setCookie("tain", old)
	if n := thief.games(); n != 0 {
		t.Errorf("the retired secret has %d games", n)
	}
	id := anna.play("Somebody else")
	var g wire.OneGame
	anna.want(200, "GET", "/api/v1/games/"+id, nil, &g)
	if p := g.Game.Players; (p.White == nil || p.White.Name != "Anna") && (p.Black == nil || p.Black.Name != "Anna") {
		t.Errorf("players: %+v", p)
	}
	if g.Game.Invite == "" {
		t.Error("an account sees no invitation to its own game")
	}
	thief.refused("taken", "POST", "/api/v1/games", map[string]any{"variant": "chess", "opponent": "self", "name": "ANNA"})

	other := s.browser()
	other.play("")
	other.signIn(key, true)
	if n := other.games(); n != 3 {
		t.Errorf("%d games after signing in elsewhere", n)
	}
	if n := len(other.state().Account.Devices); n != 2 {
		t.Errorf("%d devices", n)
	}
	if a := other.state().Account; a.Passkeys[0].Used < a.Devices[0].Created {
		t.Errorf("signing in is not the latest use of the passkey: %+v", a)
	}
	stolen := other.cookie("tain-account")
	other.want(204, "POST", base+"/sign-out", wire.SignOutRequest{}, nil)
	if st := other.state(); st.Account != nil || other.games() != 0 {
		t.Errorf("signed out, but %+v", st)
	}
	other.setCookie("tain-account", stolen)
	if st := other.state(); st.Account != nil {
		t.Error("the token of a signed-out device still works")
	}

	lost := s.browser()
	lost.refused("recovery-code", "POST", base+"/recover", wire.RecoveryRequest{Code: "aaaa-bbbb-cccc-dddd"})
	lost.want(204, "POST", base+"/recover", wire.RecoveryRequest{Code: strings.ToUpper(strings.ReplaceAll(codes[3], "-", " "))}, nil)
	if st := anna.state(); st.Account != nil {
		t.Error("a recovery code did not sign out the other device")
	}
	s.browser().refused("recovery-code", "POST", base+"/recover", wire.RecoveryRequest{Code: codes[3]})
	fresh := passkey.New("localhost", s.url)
	lost.want(204, "POST", base+"/passkeys", wire.CredentialRequest{Credential: fresh.Create(t, lost.challenge("add", "")), Label: "new"}, nil)
	if a := lost.state().Account; a == nil || a.Codes != 9 || len(a.Passkeys) != 2 {
		t.Errorf("account after recovery: %+v", a)
	} else {
		lost.want(204, "DELETE", base+"/passkeys/"+a.Passkeys[0].ID, nil, nil)
		lost.refused("passkey", "DELETE", base+"/passkeys/"+a.Passkeys[1].ID, nil)
	}
	anna.refused("passkey", "POST", base+"/sign-in", wire.CredentialRequest{Credential: key.Sign(t, anna.challenge("sign-in", ""))})

	lost.want(204, "DELETE", base, nil, nil)
	if st := lost.state(); st.Account != nil {
		t.Error("a closed account is signed in")
	}
	lost.refused("passkey", "POST", base+"/sign-in", wire.CredentialRequest{Credential: fresh.Sign(t, lost.challenge("sign-in", ""))})
	s.browser().register("Anna") // the name is free

	for what, secret := range map[string]string{
		"guest's secret": old, "token": stolen, "recovery code": codes[3], "passkey": string(fresh.ID),
	} {
		if strings.Contains(s.log.String(), secret) {
			t.Errorf("the log contains a %s", what)
		}
	}
}

// TestConfirm checks that sensitive changes need a passkey verified less than five minutes ago.
func TestConfirm(t *testing.T) {
	s := open(t, nil)
	b := s.browser()
	key, _ := b.register("Anna")
	s.wait(people.ConfirmTime + time.Second)
	b.refused("confirm", "POST", base+"/codes", struct{}{})
	b.refused("confirm", "DELETE", base, nil)
	extra := passkey.New("localhost", s.url)
	b.refused("confirm", "POST", base+"/passkeys", wire.CredentialRequest{Credential: extra.Create(t, b.challenge("add", ""))})
	mallory := s.browser()
	other, _ := mallory.register("Mallory")
	b.refused("passkey", "POST", base+"/confirm", wire.CredentialRequest{Credential: other.Sign(t, b.challenge("confirm", ""))})
	b.want(204, "POST", base+"/confirm", wire.CredentialRequest{Credential: key.Sign(t, b.challenge("confirm", ""))}, nil)
	var codes wire.RecoveryCodes
	b.want(200, "POST", base+"/codes", struct{}{}, &codes)
	if len(codes.Codes) != 10 {
		t.Errorf("new codes: %v", codes.Codes)
	}
	s.browser().refused("signed-out", "POST", base+"/codes", struct{}{})
}

// TestHostileCeremonies checks that stolen, replayed, expired and forged responses are refused.
func TestHostileCeremonies(t *testing.T) {
	s := open(t, nil)
	victim, mallory := s.browser(), s.browser()
	key, _ := victim.register("Victim")
	sign := func(b *browser) wire.CredentialRequest {
		return wire.CredentialRequest{Credential: key.Sign(t, b.challenge("sign-in", ""))}
	}

	stolen := sign(victim) // intercepted before the victim sends it
	mallory.challenge("sign-in", "")
	mallory.refused("passkey", "POST", base+"/sign-in", stolen)
	s.browser().refused("challenge", "POST", base+"/sign-in", stolen) // without any cookie
	cookie := victim.cookie("tain-challenge")
	before := victim.cookie("tain-account")
	victim.want(204, "POST", base+"/sign-in", stolen, nil)
	if after := victim.cookie("tain-account"); after == before || after == "" {
		t.Error("signing in did not change the token")
	}
	mallory.setCookie("tain-challenge", cookie)
	mallory.refused("challenge", "POST", base+"/sign-in", stolen) // replayed with its cookie

	late := sign(victim)
	s.wait(people.ChallengeTime + time.Second)
	victim.refused("challenge", "POST", base+"/sign-in", late)

	for name, change := range map[string]func(*passkey.Passkey){
		"another origin":    func(p *passkey.Passkey) { p.Origin = "https://evil.example" },
		"another RP":        func(p *passkey.Passkey) { p.RPID = "evil.example" },
		"no verification":   func(p *passkey.Passkey) { p.Flags &^= passkey.Verified },
		"another user":      func(p *passkey.Passkey) { p.Handle = bytes.Repeat([]byte{1}, 32) },
		"an unknown key":    func(p *passkey.Passkey) { p.ID = []byte("unknown") },
		"a counter too low": func(p *passkey.Passkey) { p.Count = 0 },
	} {
		forged := *key
		change(&forged)
		b := s.browser()
		if status, code := b.ask("POST", base+"/sign-in", wire.CredentialRequest{Credential: forged.Sign(t, b.challenge("sign-in", ""))}, nil); code != "passkey" {
			t.Errorf("%s: %d %q", name, status, code)
		}
	}
	// A challenge for one purpose cannot be used for another.
	b := s.browser()
	p := passkey.New("localhost", s.url)
	b.refused("challenge", "POST", base+"/sign-in", wire.CredentialRequest{Credential: p.Create(t, b.challenge("register", "Eve"))})
	for _, name := range []string{"Vict1m", "admin", " ", "victim"} {
		if status, _ := b.ask("POST", base+"/challenge", wire.ChallengeRequest{Purpose: "register", Name: name}, nil); status < 400 {
			t.Errorf("the name %q is accepted", name)
		}
	}
	for _, body := range []string{`null`, `{}`, `"x"`, `{"id":"a"}`, `{"response":{"attestationObject":"o2NmbXRk"}}`} {
		b.challenge("register", "Eve")
		b.refused("passkey", "POST", base, wire.CredentialRequest{Credential: json.RawMessage(body)})
	}
	// A token that the browser chose is never accepted, so an attacker cannot make others use a known one.
	fixed := s.browser()
	fixed.setCookie("tain-account", strings.Repeat("A", 43))
	if st := fixed.state(); st.Account != nil {
		t.Errorf("an invented token: %+v", st)
	}
	k, _ := fixed.register("Fixed")
	if fixed.cookie("tain-account") == strings.Repeat("A", 43) {
		t.Error("registering kept the token of the browser")
	}
	fixed.signIn(k, false)
}

// TestLargePasskeys checks that nobody can register a key whose signatures take seconds to verify, or a passkey that takes much space.
func TestLargePasskeys(t *testing.T) {
	s := open(t, nil)
	modulus := func(n int) []byte { return bytes.Repeat([]byte{255}, n) }
	for name, change := range map[string]func(*passkey.Passkey){
		"RSA 360000": func(p *passkey.Passkey) { p.Modulus = modulus(45_000) },
		"RSA 8192":   func(p *passkey.Passkey) { p.Modulus = modulus(1024) },
		"transports": func(p *passkey.Passkey) { p.Transports = []string{strings.Repeat("x", 40_000)} },
	} {
		b, p := s.browser(), passkey.New("localhost", s.url)
		change(p)
		if status, code := b.ask("POST", base, wire.CredentialRequest{Credential: p.Create(t, b.challenge("register", name))}, nil); code != "passkey" {
			t.Errorf("%s: %d %q", name, status, code)
		}
	}
	b, p := s.browser(), passkey.New("localhost", s.url)
	p.Modulus, p.Format = modulus(512), "packed" // the server does not verify attestations, which may contain large keys
	b.want(201, "POST", base, wire.CredentialRequest{Credential: p.Create(t, b.challenge("register", "Anna"))}, nil)
	b.refused("passkey", "POST", base+"/sign-in", wire.CredentialRequest{Credential: p.Sign(t, b.challenge("sign-in", ""))})
}

// TestSignOut checks that devices can be signed out from others, but not by other accounts.
func TestSignOut(t *testing.T) {
	s := open(t, nil)
	one, two, three := s.browser(), s.browser(), s.browser()
	key, _ := one.register("Anna")
	two.signIn(key, false)
	three.signIn(key, false)
	mallory := s.browser()
	mallory.register("Mallory")
	var id string
	for _, d := range two.state().Account.Devices {
		if d.Here {
			id = d.ID
		}
	}
	mallory.refused("not-found", "POST", base+"/sign-out", wire.SignOutRequest{Device: id})
	one.want(204, "POST", base+"/sign-out", wire.SignOutRequest{Device: id}, nil)
	if two.state().Account != nil || three.state().Account == nil {
		t.Error("the wrong device was signed out")
	}
	one.want(204, "POST", base+"/sign-out", wire.SignOutRequest{Others: true}, nil)
	if three.state().Account != nil || one.state().Account == nil {
		t.Error("signing out the others signed out the wrong devices")
	}
	s.wait(people.DeviceTime + time.Hour)
	if one.state().Account != nil {
		t.Error("an unused device has not expired")
	}
}

// follow opens a socket of a game. The returned function waits until the server has closed it.
func (b *browser) follow(id string) (closed func()) {
	b.t.Helper()
	ctx, stop := context.WithTimeout(b.t.Context(), time.Minute)
	b.t.Cleanup(stop)
	conn, _, err := websocket.Dial(ctx, b.url+"/api/v1/games/"+id+"/socket", &websocket.DialOptions{HTTPClient: b.client})
	if err != nil {
		return func() {}
	}
	b.t.Cleanup(func() { conn.CloseNow() })
	return func() {
		b.t.Helper()
		for err == nil {
			_, _, err = conn.Read(ctx)
		}
		if ctx.Err() != nil {
			b.t.Error("a socket stays open")
		}
	}
}

// TestSignOutClosesSockets checks that sockets of a device that was signed out are closed, even if they are being opened
// at that moment.
func TestSignOutClosesSockets(t *testing.T) {
	s := open(t, nil)
	one, two := s.browser(), s.browser()
	key, _ := one.register("Anna")
	two.signIn(key, false)
	id := one.play("")
	closed := two.follow(id)
	one.want(204, "POST", base+"/sign-out", wire.SignOutRequest{Others: true}, nil)
	closed()

	two.signIn(key, false)
	s.wait(time.Minute) // the device is not cached
	token := two.cookie("tain-account")
	s.store.read = sync.OnceFunc(func() {
		s.store.read = nil
		one.want(204, "POST", base+"/sign-out", wire.SignOutRequest{Others: true}, nil)
	})
	two.follow(id)()
	if _, err := s.people.Resolve(t.Context(), token, nil); !errors.Is(err, people.ErrNotFound) {
		t.Errorf("the server caches a device that was signed out while it was read: %v", err)
	}
}

// TestInventedTokens checks that requests with invented tokens pay for reading the store.
func TestInventedTokens(t *testing.T) {
	s := open(t, nil, func(o *server.Options) {
		l := limit.Default()
		l.Rate, l.Burst, l.RefusalDelay = 1e-9, 40, 0
		o.Limits = &l
	})
	n := 0
	s.store.read = func() { n++ }
	for i := range 60 {
		b := s.browser()
		b.setCookie("tain-account", fmt.Sprint("invented", i))
		b.ask("GET", "/", nil, nil)
	}
	if n == 0 || n > 30 {
		t.Errorf("60 requests with invented tokens read %d devices", n)
	}
}

// TestRename checks names, and that a name can be changed once a week.
func TestRename(t *testing.T) {
	s := open(t, nil)
	b := s.browser()
	b.register("Anna")
	id := b.play("")
	s.browser().register("Bert")
	b.refused("taken", "POST", base+"/name", wire.NameRequest{Name: "bert"})
	b.want(204, "POST", base+"/name", wire.NameRequest{Name: "Anne"}, nil)
	var g wire.OneGame
	b.want(200, "GET", "/api/v1/games/"+id, nil, &g)
	if p := g.Game.Players; (p.White == nil || p.White.Name != "Anne") && (p.Black == nil || p.Black.Name != "Anne") {
		t.Errorf("players: %+v", p)
	}
	b.refused("too-soon", "POST", base+"/name", wire.NameRequest{Name: "Anni"})
	s.wait(people.RenameEvery)
	b.want(204, "POST", base+"/name", wire.NameRequest{Name: "Anni"}, nil)
	if a := b.state().Account; a == nil || a.Name != "Anni" {
		t.Errorf("account: %+v", a)
	}
}

// TestClosed checks servers on which nobody can register, and pages at other addresses.
func TestClosed(t *testing.T) {
	s := open(t, func(o *people.Options) { o.Open = false })
	if st := s.browser().state(); st.Open {
		t.Errorf("state: %+v", st)
	}
	s.browser().refused("closed", "POST", base+"/challenge", wire.ChallengeRequest{Purpose: "register", Name: "Anna"})
	s.url = strings.Replace(s.url, "localhost", "127.0.0.1", 1)
	if st := s.browser().state(); st.Passkeys || st.Why != "address" || !strings.HasPrefix(st.Site, "http://localhost:") {
		t.Errorf("state at another address: %+v", st)
	}
	s.browser().refused("closed", "POST", base+"/challenge", wire.ChallengeRequest{Purpose: "sign-in"})
}

// records exports a list of parts.
type records struct{ parts []string }

func (r records) WriteExport(_ context.Context, w io.Writer, _ game.Hash) error {
	for _, part := range r.parts {
		if _, err := io.WriteString(w, part); err != nil {
			return err
		}
	}
	if r.parts == nil {
		return errors.New("the store failed")
	}
	return nil
}

func (records) EraseOf(context.Context, game.Hash) error { return nil }
func (records) Change(game.Hash) error                   { return nil }

// TestExport checks that people can download more than the limit of bytes in flight, because it is sent in parts.
func TestExport(t *testing.T) {
	long := `{"a":"` + strings.Repeat("x", 3<<20)
	for _, c := range []struct {
		parts  []string
		status int
	}{{[]string{long, long[6:], `"}`}, 200}, {nil, 503}} {
		s := open(t, nil, func(o *server.Options) {
			l := limit.Default()
			l.PersonRate = 1e5
			o.Limits, o.Records = &l, records{c.parts}
		})
		b := s.browser()
		b.register("Anna")
		var got map[string]string
		b.want(c.status, "GET", base+"/export", nil, &got)
		if c.parts != nil && len(got["a"]) != 2*(3<<20) {
			t.Errorf("the export has %d bytes", len(got["a"]))
		}
	}
}

// TestAccountsPerAddress checks that an address cannot guess recovery codes without limit.
func TestAccountsPerAddress(t *testing.T) {
	s := open(t, nil)
	b := s.browser()
	for range limit.Default().Accounts {
		b.refused("recovery-code", "POST", base+"/recover", wire.RecoveryRequest{Code: "aaaa"})
	}
	b.refused("too-many", "POST", base+"/recover", wire.RecoveryRequest{Code: "aaaa"})
}

// TestChallengesPerAddress checks that an address cannot fill the store with challenges.
func TestChallengesPerAddress(t *testing.T) {
	s := open(t, nil, func(o *server.Options) {
		l := limit.Default()
		l.Ceremonies, l.CeremonyEvery = 3, time.Hour
		o.Limits = &l
	})
	for range 3 {
		s.browser().challenge("sign-in", "")
	}
	s.browser().refused("too-many", "POST", base+"/challenge", wire.ChallengeRequest{Purpose: "register", Name: "Anna"})
}

func TestAgent(t *testing.T) {
	for header, want := range map[string]string{
		"": "", "curl/8": "",
		"Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36":                  "Chrome, Android",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1":     "Safari, iPhone",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0": "Edge, Windows",
	} {
		if got := accounts.Agent(header); got != want {
			t.Errorf("Agent(%q) = %q, want %q", header, got, want)
		}
	}
}
