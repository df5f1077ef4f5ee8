package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/sqlite"
)

func TestSeats(t *testing.T) {
	s := open(t, nil)
	white, black, g := s.begin("triboard")
	made := white.ask("POST", "/api/v1/games", `{"variant":"chess","opponent":"self"}`)
	cookie := made.Header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("cookie lacks %s: %s", want, cookie)
		}
	}
	if strings.Contains(cookie, "Secure") || len(white.cookie) != 22 || white.cookie == black.cookie {
		t.Errorf("cookie = %s", cookie)
	}
	thief := s.somebody()
	thief.refused(409, "taken", "POST", "/api/v1/games/"+g.ID+"/join", `{"token":"`+g.Invite+`"}`)
	var got struct{ Game wire.Snapshot }
	thief.want(200, "GET", "/api/v1/games/"+g.ID, "", &got)
	if got.Game.Seat != wire.Nobody || got.Game.Invite != "" {
		t.Errorf("stranger has seat %q and token %q", got.Game.Seat, got.Game.Invite)
	}
	black.want(200, "POST", "/api/v1/games/"+g.ID+"/join", `{}`, &got)
	if got.Game.Seat != wire.Black {
		t.Errorf("seat of a returning player = %q", got.Game.Seat)
	}

	friend := s.somebody()
	friend.want(201, "POST", "/api/v1/games", `{"variant":"chess","opponent":"friend","colour":"white"}`, &got)
	path := "/api/v1/games/" + got.Game.ID
	invite := got.Game.Invite
	thief.refused(403, "bad-token", "POST", path+"/join", `{"token":"guess"}`)
	got.Game = wire.Snapshot{}
	thief.want(200, "GET", path, "", &got)
	if got.Game.Invite != "" {
		t.Error("stranger sees the token")
	}
	for _, bad := range []string{"short", strings.Repeat("A", 5000), "../../etc/passwd", white.cookie + "A"} {
		forged := s.somebody()
		forged.cookie = bad
		forged.want(200, "GET", path, "", &got)
		if got.Game.Seat != wire.Nobody {
			t.Errorf("cookie %.30q has a seat", bad)
		}
	}
	log := s.log.String()
	for name, secret := range map[string]string{"cookie": white.cookie, "token": invite} {
		if strings.Contains(log, secret) {
			t.Errorf("log contains a %s", name)
		}
	}
	s.somebody().want(200, "GET", "/game/"+got.Game.ID+"?join="+invite, "", nil)
	if strings.Contains(s.log.String(), invite) {
		t.Error("log contains the token of a link")
	}
	if page := string(s.somebody().ask("GET", "/game/"+got.Game.ID+"?join="+invite, "").body); strings.Contains(page, invite) {
		t.Errorf("preview contains the token: %s", page)
	}
	var mine struct{ Games []wire.Summary }
	white.want(200, "GET", "/api/v1/my/games", "", &mine)
	if len(mine.Games) != 2 {
		t.Errorf("White has %d games, want 2", len(mine.Games))
	}
}

func TestSecureCookie(t *testing.T) {
	s := open(t, nil, func(o *server.Options, _ *hub.Options) { o.TrustedProxies = limit.PrivateNetworks() })
	me := s.somebody()
	me.header.Set("X-Forwarded-Proto", "https")
	if c := me.ask("POST", "/api/v1/games", `{"variant":"chess","opponent":"self"}`).Header.Get("Set-Cookie"); !strings.Contains(c, "Secure") || !strings.HasPrefix(c, "__Host-tain=") {
		t.Errorf("cookie over HTTPS = %s", c)
	}
}

// TestNamesAreEscaped checks that names are escaped everywhere.
func TestNamesAreEscaped(t *testing.T) {
	s := open(t, nil)
	me := s.somebody()
	var made struct{ Game wire.Snapshot }
	me.want(201, "POST", "/api/v1/games", `{"variant":"chess","opponent":"open","colour":"white","name":"\"><script>x</script>"}`, &made)
	page := string(me.want(200, "GET", "/game/"+made.Game.ID, "", nil).body)
	if strings.Contains(page, "<script>") || !strings.Contains(page, "&lt;script&gt;") {
		t.Errorf("page = %s", page)
	}
	for _, path := range []string{"", "/pgn"} {
		r := me.want(200, "GET", "/api/v1/games/"+made.Game.ID+path, "", nil)
		if kind := r.Header.Get("Content-Type"); strings.Contains(kind, "html") || r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("Content-Type of %s = %s", path, kind)
		}
	}
	var open struct{ Games []wire.Challenge }
	s.somebody().want(200, "GET", "/api/v1/games?open=1", "", &open)
	if len(open.Games) != 1 || open.Games[0].Name != `"><script>x</script>` {
		t.Errorf("open games = %+v", open.Games)
	}
	s.somebody().refused(400, "request", "GET", "/api/v1/games", "")
	s.somebody().refused(404, "not-found", "GET", "/api/v1/games/aaaaaaaaaaaa", "")
	s.somebody().refused(404, "not-found", "GET", "/api/v1/games/aaaaaaaaaaaa/pgn", "")
	s.somebody().refused(400, "invalid", "POST", "/api/v1/games", `{"variant":"chess","opponent":"nobody"}`)
}

func TestSocketRefused(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Sockets = 2 }))
	_, _, g := s.begin("chess")
	me := s.somebody()
	refused := func(status int, id string) {
		t.Helper()
		_, answer, err := me.dial(id)
		if err == nil || answer.StatusCode != status {
			t.Errorf("socket to %s: got %v, want status %d", id, err, status)
		}
	}
	me.header.Set("Origin", "https://elsewhere.example")
	refused(403, g.ID)
	me.header.Set("Origin", s.URL)
	refused(404, "aaaaaaaaaaaa")
	first, _ := me.connect(g.ID)
	me.connect(g.ID)
	refused(429, g.ID)
	first.conn.Close(websocket.StatusNormalClosure, "")
	waitFor(t, func() bool { return strings.Contains(s.metrics(), "tain_sockets 1\n") })
	me.connect(g.ID)
	if r := me.ask("GET", "/api/v1/games/"+g.ID+"/socket", ""); r.StatusCode != http.StatusUpgradeRequired && r.StatusCode != 429 {
		t.Errorf("socket without its subprotocol: got status %d", r.StatusCode)
	}
}

func TestFlood(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Messages, l.MessageBurst = 1, 10 }))
	white, _, g := s.begin("chess")
	w, _ := white.connect(g.ID)
	for i := range 11 {
		w.say(fmt.Sprintf(`{"type":"ping","n":%d}`, i))
	}
	if how := w.closed(); how.Code != websocket.StatusPolicyViolation || !strings.Contains(how.Reason, "too many") {
		t.Errorf("socket closed with %v after a flood", how)
	}
}

// TestPingFlood checks that protocol pings count as messages, because the server answers each one.
func TestPingFlood(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Messages, l.MessageBurst = 1e-9, 10 }))
	_, _, g := s.begin("chess")
	w, _ := s.somebody().connect(g.ID)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		defer w.conn.CloseNow() // otherwise a pending ping would wait for its reply
		for {
			if _, err := w.next(); err != nil {
				return
			}
		}
	}()
	for i := range 10 {
		if err := w.conn.Ping(t.Context()); err != nil {
			t.Fatalf("ping %d: %v", i, err)
		}
	}
	if w.conn.Ping(t.Context()) == nil {
		t.Error("server still answers a flood of pings")
	}
	<-gone
	if !strings.Contains(s.metrics(), `reason="flood"} 1`) {
		t.Error("flood of pings was not counted")
	}
}

// TestSlowReader checks that a client that does not read is disconnected and does not
// delay others.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	s := open(t, nil,
		limited(func(l *limit.Limits) {
			l.Messages, l.MessageBurst, l.Patience = 1e9, 1e9, 300*time.Millisecond
			l.Burst, l.StrangerBurst, l.PersonBurst = 1e9, 1e9, 1e9 // all clients of the test have one address
		}),
		func(_ *server.Options, g *hub.Options) { g.Backlog = 4 })
	white, black, g := s.begin("chess")
	w, _ := white.connect(g.ID)
	b, _ := black.connect(g.ID)
	slow, _ := s.somebody().connect(g.ID) // this client reads only the first message
	go func() {                           // a page that requests the whole game repeatedly
		for range 20_000 {
			if slow.conn.Write(context.Background(), websocket.MessageText, []byte(`{"type":"sync","n":1,"game":"`+g.ID+`"}`)) != nil {
				return
			}
		}
	}()
	key := g.Key
	for ply, move := range []string{"g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6"} {
		from, to := w, b
		if ply%2 == 1 {
			from, to = b, w
		}
		if m := from.move(ply, key, move); m.Type != "done" {
			t.Fatalf("from.move: %s: %+v", move, m)
		}
		m := to.wait("move")
		for m.Ply != ply+1 { // the player's own move may arrive after its acknowledgement
			m = to.wait("move")
		}
		key = m.Move.Key
	}
	waitFor(t, func() bool { return strings.Contains(s.metrics(), "tain_sockets 2\n") })
	if figures := s.metrics(); !strings.Contains(figures, `tain_sockets_closed_total{reason="slow"}`) &&
		!strings.Contains(figures, `tain_sockets_closed_total{reason="stuck"}`) {
		t.Error("metrics do not count a slow reader")
	}
}

// TestDeadConnection checks that the server detects a dead connection, and distinguishes it from a page closed
// during a ping.
func TestDeadConnection(t *testing.T) {
	t.Parallel()
	quick := func(patience time.Duration) change {
		return limited(func(l *limit.Limits) { l.Quiet, l.Patience = 50*time.Millisecond, patience })
	}
	// deaf opens a socket that never reads, so it answers no pings.
	deaf := func(s *site, id string) *client {
		w, _, err := s.somebody().dial(id)
		if err != nil {
			s.t.Fatalf("dial: %v", err)
		}
		return w
	}
	t.Run("dead", func(t *testing.T) {
		s, stop := serve(t, nil, quick(3*time.Second))
		defer stop()
		_, _, g := s.begin("chess")
		live, _ := s.somebody().connect(g.ID)
		go func() { // reading answers pings
			for {
				if _, err := live.next(); err != nil {
					return
				}
			}
		}()
		deaf(s, g.ID)
		waitFor(t, func() bool { return strings.Contains(s.metrics(), `reason="silent"}`) })
		waitFor(t, func() bool { return strings.Contains(s.metrics(), "tain_sockets 1\n") })
		if !strings.Contains(s.metrics(), `reason="silent"} 1`) {
			t.Error("socket was reported silent twice")
		}
	})
	t.Run("closed", func(t *testing.T) {
		s, stop := serve(t, nil, quick(time.Minute))
		defer stop()
		_, _, g := s.begin("chess")
		for range 5 {
			leaves := deaf(s, g.ID)
			time.Sleep(200 * time.Millisecond) // the server has pinged the page by then
			leaves.conn.CloseNow()
			waitFor(t, func() bool { return strings.Contains(s.metrics(), "tain_sockets 0\n") })
		}
		if strings.Contains(s.metrics(), `reason="silent"`) {
			t.Error("closed page was counted as silent")
		}
	})
}

// serve runs a server in the same way as the program. The returned function shuts it down as the program
// does.
func serve(t *testing.T, store room.Store, changes ...change) (*site, func()) {
	t.Helper()
	s := open(t, store, changes...)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("net.Listen: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.server.Serve(ctx, l) }()
	s.URL = "http://" + l.Addr().String()
	return s, func() {
		t.Helper()
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("server stopped with error %v", err)
			}
		case <-time.After(30 * time.Second):
			t.Error("the server did not stop")
		}
	}
}

// TestShutdown stops a server in the middle of a game and continues the game with another server on the same
// folder.
func TestShutdown(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	store, err := sqlite.Open(t.Context(), folder)
	if err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	s, stop := serve(t, store)
	white, black, g := s.begin("nachfolger")
	w, _ := white.connect(g.ID)
	b, _ := black.connect(g.ID)
	if m := w.move(0, g.Key, "e2e4"); m.Type != "done" {
		t.Fatalf("e4: %+v", m)
	}
	b.wait("move")
	stop()
	for _, one := range []*client{w, b} {
		if bye := one.wait("bye"); bye.Message == "" {
			t.Error("socket closed without a reason")
		}
		if how := one.closed(); how.Code != websocket.StatusGoingAway {
			t.Errorf("socket closed with %v", how)
		}
	}
	if _, err := net.DialTimeout("tcp", strings.TrimPrefix(s.URL, "http://"), time.Second); err == nil {
		t.Error("the stopped server is still listening")
	}
	if err := store.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}

	if store, err = sqlite.Open(t.Context(), folder); err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	next, stopNext := serve(t, store)
	defer func() {
		stopNext()
		if err := store.Close(); err != nil && !errors.Is(err, sqlite.ErrClosed) {
			t.Errorf("Close: %v", err)
		}
	}()
	white.site, black.site = next, next
	b, now := black.connect(g.ID)
	if now.Ply != 1 || now.Seat != wire.Black {
		t.Fatalf("game after the restart = %+v", now)
	}
	w, _ = white.connect(g.ID)
	if m := b.move(1, now.Key, "e7e6"); m.Type != "done" {
		t.Fatalf("e6: %+v", m)
	}
	if m := w.wait("move"); m.Ply != 2 {
		t.Errorf("White received %+v", m)
	}
}

// TestConnections checks the limit of connections per address.
func TestConnections(t *testing.T) {
	s, stop := serve(t, nil, limited(func(l *limit.Limits) { l.Connections = 3 }))
	defer stop()
	var held []net.Conn
	defer func() {
		for _, c := range held {
			c.Close()
		}
	}()
	cut := make(chan bool, 6)
	for range 6 {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatalf("net.Dial: %v", err)
		}
		held = append(held, c)
		go func() {
			c.Read(make([]byte, 1))
			cut <- true
		}()
	}
	select {
	case <-cut:
	case <-time.After(20 * time.Second):
		t.Error("all six idle connections are open")
	}
}

// TestSlowBody checks that the server does not wait long for a slow body.
func TestSlowBody(t *testing.T) {
	t.Parallel()
	s := open(t, nil, limited(func(l *limit.Limits) { l.Patience = 100 * time.Millisecond }))
	for request, status := range map[string]string{
		"POST /api/v1/position HTTP/1.1\r\nHost: tain\r\nContent-Type: application/json\r\nContent-Length: 100": "400",
		// The server does not wait for unread bodies either.
		"POST /api/v1/position HTTP/1.1\r\nHost: tain\r\nContent-Length: 100":       "415",
		"POST /api/v1/nothing HTTP/1.1\r\nHost: tain\r\nTransfer-Encoding: chunked": "404",
		"GET /api/v1/variants HTTP/1.1\r\nHost: tain\r\nContent-Length: 100":        "200",
		"OPTIONS /api/v1/position HTTP/1.1\r\nHost: tain\r\nContent-Length: 100":    "204",
		"GET / HTTP/1.1\r\nHost: tain\r\nContent-Length: 100":                       "200",
	} {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatalf("net.Dial: %v", err)
		}
		defer c.Close()
		fmt.Fprintf(c, "%s\r\n\r\n{", request)
		c.SetReadDeadline(time.Now().Add(30 * time.Second))
		answer, err := io.ReadAll(c) // reads until the server closes the connection
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 "+status) {
			t.Errorf("io.ReadAll: %s: %v: %.40s", request, err, answer)
		}
	}
}

// TestJoinAnswerLost joins a game and loses the response. It checks that repeating the request returns the
// same seat, with the same cookie or, if there is none, with the same Idempotency-Key. Other clients do not
// get the seat, and the key does not work in another game.
func TestJoinAnswerLost(t *testing.T) {
	s := open(t, nil)
	anna := s.somebody()
	invite := func() (path, body string) {
		var made wire.OneGame
		anna.want(201, "POST", "/api/v1/games", `{"variant":"chess","opponent":"friend"}`, &made)
		return "/api/v1/games/" + made.Game.ID + "/join", `{"token":"` + made.Game.Invite + `"}`
	}
	seat := func(who *asker, path, body string) (side, cookie string) {
		t.Helper()
		var got wire.OneGame
		who.want(200, "POST", path, body, &got)
		if got.Game.Seat == "" {
			t.Fatal("joined without a seat")
		}
		return string(got.Game.Seat), who.cookie
	}
	keyed := func(key string) *asker {
		who := s.somebody()
		who.header.Set("Idempotency-Key", key)
		return who
	}

	path, body := invite()
	known := s.somebody()
	known.want(202, "POST", path+"?known=1", body, nil)
	cookie := known.cookie
	first, _ := seat(known, path, body)
	known.cookie = cookie // the cookie that the client had before the join
	if again, _ := seat(known, path, body); again != first {
		t.Errorf("with the same cookie: first %s, then %s", first, again)
	}

	path, body = invite()
	const key = "0b1fe4a6-55a2-4d70-9b2b-7c9a4d1a1c55"
	first, cookie = seat(keyed(key), path, body)
	again, same := seat(keyed(key), path, body)
	if again != first || same != cookie {
		t.Errorf("with the same key: %s %s, then %s %s", first, cookie, again, same)
	}
	keyed(key+"6").refused(409, "taken", "POST", path, body)
	s.somebody().refused(409, "taken", "POST", path, body)
	other, body := invite()
	if _, elsewhere := seat(keyed(key), other, body); elsewhere == cookie {
		t.Error("the key gives the same session in another game")
	}
	holder := s.somebody()
	holder.cookie = cookie
	if back, kept := seat(holder, path, body); back != first || kept != cookie {
		t.Errorf("with the cookie: %s %s", back, kept)
	}
	for _, bad := range []string{"1", strings.Repeat("x", 21), strings.Repeat("x", 256)} {
		keyed(bad).refused(400, wire.CodeRequest, "POST", path, body)
	}
}

// TestRebinding sends requests to a local server under other host names, as a page would whose DNS name
// points to the local machine. It checks that a local server rejects all names but its
// own, and that another server accepts them.
func TestRebinding(t *testing.T) {
	for local, status := range map[bool]int{true: http.StatusMisdirectedRequest, false: http.StatusOK} {
		s := open(t, nil, func(o *server.Options, _ *hub.Options) { o.Local, o.Name = local, "desk.lan" })
		for host, want := range map[string]int{
			"localhost": 200, "LOCALHOST:8080": 200, "localhost.": 200, "tain.localhost": 200, "127.0.0.1": 200, "127.0.0.1:8080": 200, "[::1]": 200, "[::1]:8080": 200, "Desk.lan:8080": 200,
			"evil.example": status, "evil.example:8080": status, "localhost.evil.example": status, "127.0.0.1.evil.example": status, "xlocalhost": status,
		} {
			for _, path := range []string{"/", "/api/v1/variants", "/livez", "/api/v1/games?mine=1"} {
				r, err := http.NewRequest("GET", s.URL+path, nil)
				if err != nil {
					t.Fatalf("http.NewRequest: %v", err)
				}
				r.Host = host
				w, err := transport.RoundTrip(r)
				if err != nil {
					t.Fatalf("RoundTrip: %v", err)
				}
				text, _ := io.ReadAll(w.Body)
				w.Body.Close()
				refused := w.StatusCode == http.StatusMisdirectedRequest
				if refused != (want == http.StatusMisdirectedRequest) || refused && !strings.Contains(string(text), `"host"`) {
					t.Errorf("local %v: %s at %s: %d %s", local, path, host, w.StatusCode, text)
				}
			}
		}
	}
}
