package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/server"
)

// following is an open stream of lines.
type following struct {
	a     *asker
	lines chan string
	close context.CancelFunc
}

// stream opens a stream with the client's headers, including its token. The stream ends with the test.
func (a *asker) stream(path string) *following {
	a.site.t.Helper()
	ctx, stop := context.WithCancel(a.site.t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", a.site.URL+path, nil)
	if err != nil {
		a.site.t.Fatalf("http.NewRequestWithContext: %v", err)
	}
	for name, values := range a.header {
		r.Header[name] = values
	}
	if a.cookie != "" {
		r.AddCookie(&http.Cookie{Name: "tain", Value: a.cookie})
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		a.site.t.Fatalf("Do: %v", err)
	}
	if answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "application/x-ndjson" {
		a.site.t.Fatalf("GET %s: %s, %s", path, answer.Status, answer.Header.Get("Content-Type"))
	}
	f := &following{a, make(chan string, 1000), stop}
	a.site.t.Cleanup(stop)
	go func() {
		defer close(f.lines)
		defer answer.Body.Close()
		for in := bufio.NewScanner(answer.Body); in.Scan(); {
			f.lines <- in.Text()
		}
	}()
	return f
}

// next returns the next line, which may be blank. It returns false at the end of the stream.
func (f *following) next() (string, bool) {
	f.a.site.t.Helper()
	select {
	case line, ok := <-f.lines:
		return line, ok
	case <-time.After(time.Minute):
		f.a.site.t.Fatal("timed out waiting for a line")
		return "", false
	}
}

// want decodes the next line of the given type, and skips other lines.
func (f *following) want(kind string, into any) {
	f.a.site.t.Helper()
	for {
		line, ok := f.next()
		if !ok {
			f.a.site.t.Fatalf("stream ended before %s", kind)
		}
		if strings.HasPrefix(line, `{"type":"`+kind+`"`) {
			if err := json.Unmarshal([]byte(line), into); err != nil {
				f.a.site.t.Fatalf("json.Unmarshal: %v", err)
			}
			return
		}
	}
}

// program returns a client that is a program with a new token.
func (s *site) program() *asker {
	s.t.Helper()
	var made wire.BotToken
	p := s.somebody()
	p.want(201, "POST", "/api/v1/bot/token", `{}`, &made)
	if !strings.HasPrefix(made.Token, "tain_") {
		s.t.Fatalf("token = %q", made.Token)
	}
	p.header.Set("Authorization", "Bearer "+made.Token)
	return p
}

// TestStreams has a program find a challenge, accept it, and play by reading streams and posting commands.
func TestStreams(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	bot := s.program()
	events := bot.stream("/api/v1/bot/events")
	person := s.somebody()
	var made struct{ Game wire.Snapshot }
	person.want(201, "POST", "/api/v1/games", `{"variant":"triboard","opponent":"open","colour":"white","name":"Ada","keep":1}`, &made)
	id := made.Game.ID
	var e struct {
		Challenge struct{ ID, Variant, Name string }
		Game      struct{ ID, Seat string }
	}
	events.want("challenge", &e)
	if e.Challenge.ID != id || e.Challenge.Name != "Ada" || e.Challenge.Variant != "triboard" {
		t.Errorf("stream: %+v", e)
	}
	r := bot.want(200, "POST", "/api/v1/games/"+id+"/join", `{"name":"Robot"}`, nil)
	if r.Header.Get("Set-Cookie") != "" {
		t.Error("program got a cookie")
	}
	events.want("start", &e)
	if e.Game.ID != id || e.Game.Seat != "black" {
		t.Errorf("stream: %+v", e)
	}
	game := bot.stream("/api/v1/games/" + id + "/stream")
	var whole struct {
		Game struct{ Seat, Key string }
	}
	game.want("game", &whole)
	if whole.Game.Seat != "black" {
		t.Errorf("first line = %+v", whole)
	}
	command := func(a *asker, status int, body string) {
		a.want(status, "POST", "/api/v1/games/"+id+"/command", body, nil)
	}
	command(person, 200, `{"type":"move","n":1,"ply":0,"takebacks":0,"key":"`+whole.Game.Key+`","move":"e2e4"}`)
	var moved struct {
		Ply  int
		Move struct{ Key, SAN string }
	}
	game.want("move", &moved)
	if moved.Ply != 1 || moved.Move.SAN != "e4" {
		t.Errorf("move = %+v", moved)
	}
	reply := `{"type":"move","n":2,"game":"` + id + `","ply":1,"takebacks":0,"key":"` + moved.Move.Key + `","move":"e7e5"}`
	command(bot, 400, strings.ReplaceAll(reply, "e7e5", "e7e4"))
	command(bot, 200, reply)
	command(bot, 200, reply) // repeats the move, as if the response had been lost
	bot.refused(409, "stale", "POST", "/api/v1/games/"+id+"/command", strings.ReplaceAll(reply, "e7e5", "d7d5"))
	bot.refused(400, "request", "POST", "/api/v1/games/"+id+"/command", `{"type":"dance"}`)
	bot.refused(400, "invalid", "POST", "/api/v1/games/"+id+"/command", `{"type":"resign","game":"aaaaaaaaaaaa"}`)
	s.somebody().refused(403, "no-seat", "POST", "/api/v1/games/"+id+"/command", `{"type":"resign"}`)
	command(bot, 200, `{"type":"resign"}`)
	events.want("finish", &e)
	var over struct {
		Game struct{ Result *struct{ Reason string } }
	}
	for over.Game.Result == nil {
		game.want("game", &over)
	}
	if over.Game.Result.Reason != "resignation" {
		t.Errorf("result: %+v", over.Game.Result)
	}
}

// TestStreamLimits checks that streams count as sockets, and that a missing token is
// reported.
func TestStreamLimits(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.PersonSockets = 2 }))
	s.somebody().refused(403, "bad-token", "GET", "/api/v1/bot/events", "")
	forged := s.somebody()
	forged.header.Set("Authorization", "Bearer tain_short")
	forged.refused(403, "bad-token", "GET", "/api/v1/bot/events", "")
	bot := s.program()
	first := bot.stream("/api/v1/bot/events")
	bot.stream("/api/v1/bot/events")
	bot.refused(429, "too-many", "GET", "/api/v1/bot/events", "")
	first.next()
	first.close()
	for deadline := time.Now().Add(time.Minute); bot.peek("/api/v1/bot/events") != 200; {
		if time.Now().After(deadline) {
			t.Fatal("a closed stream still counts")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// lateBan is an operator who bans everybody after the first check.
type lateBan struct {
	keptOut
	admitted *atomic.Bool
}

func (b lateBan) Admit(a netip.Addr) error {
	if b.admitted.CompareAndSwap(false, true) {
		return nil
	}
	return b.keptOut.Admit(a)
}

// TestBannedStream checks that a stream is refused if its address is banned while it is being opened.
func TestBannedStream(t *testing.T) {
	var admitted atomic.Bool
	s := open(t, nil, func(o *server.Options, _ *hub.Options) { o.Operator = lateBan{admitted: &admitted} })
	bot := s.somebody()
	bot.header.Set("Authorization", "Bearer "+request.NewToken())
	bot.refused(403, "banned", "GET", "/api/v1/bot/events", "")
	if !admitted.Load() {
		t.Error("the request was refused before the stream was opened")
	}
}

// TestStreamsShareQuota opens many streams of one program. It checks that together they poll only as often as
// the quota allows.
func TestStreamsShareQuota(t *testing.T) {
	t.Parallel()
	const streams, burst = 20, 1000
	s := open(t, nil, limited(func(l *limit.Limits) {
		l.Rate, l.StrangerRate, l.PersonRate = 0.01, 0.01, 0.01
		l.Burst, l.StrangerBurst, l.PersonBurst = burst, burst, burst
	}))
	bot := s.program()
	all := make([]*following, streams)
	for i := range all {
		all[i] = bot.stream("/api/v1/bot/events")
	}
	for bot.ask("GET", "/api/v1/variants", "").StatusCode == 200 { // repeats until the quota is spent
	}
	time.Sleep(2500 * time.Millisecond) // enough time for two polls per stream
	for _, f := range all {
		f.close()
	}
	// A stream's cost is charged when it ends.
	for deadline := time.Now().Add(time.Minute); server.Sockets(s.server) > 0 || server.Units(s.server) < burst-10; {
		if time.Now().After(deadline) {
			t.Fatalf("%d streams are still open, and %v units were spent", server.Sockets(s.server), server.Units(s.server))
		}
		time.Sleep(10 * time.Millisecond)
	}
	if spent := server.Units(s.server); spent > burst+10 { // a response is charged once its length is known
		t.Errorf("%d streams spent %v units, although the quota is %d", streams, spent, burst)
	}
}

// peek opens a stream, closes it and returns the status.
func (a *asker) peek(path string) int {
	ctx, stop := context.WithCancel(a.site.t.Context())
	defer stop()
	r, err := http.NewRequestWithContext(ctx, "GET", a.site.URL+path, nil)
	if err != nil {
		a.site.t.Fatalf("http.NewRequestWithContext: %v", err)
	}
	r.Header = a.header.Clone()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		a.site.t.Fatalf("Do: %v", err)
	}
	answer.Body.Close()
	return answer.StatusCode
}
