package accounts_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
)

// program is a program that sends a token.
type program struct {
	*site
	token string
}

// send sends a request with the token, and returns the response, whose body the caller must close.
func (p *program) send(method, path string, body any) *http.Response {
	p.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		p.t.Fatalf("json.Marshal: %v", err)
	}
	r, _ := http.NewRequestWithContext(p.t.Context(), method, p.url+path, bytes.NewReader(text))
	r.Header.Set("Content-Type", "application/json")
	if p.token != "" {
		r.Header.Set("Authorization", "Bearer "+p.token)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatalf("%s %s: %v", method, path, err)
	}
	return response
}

// ask sends a request and decodes the response. It returns the status and the code of an error.
func (p *program) ask(method, path string, body, answer any) (int, string) {
	p.t.Helper()
	return read(p.t, p.send(method, path, body), answer)
}

// want fails the test unless the response has the given status.
func (p *program) want(status int, method, path string, body, answer any) {
	p.t.Helper()
	if got, code := p.ask(method, path, body, answer); got != status {
		p.t.Fatalf("%s %s: %d %s, want %d", method, path, got, code, status)
	}
}

// refused fails the test unless the request is refused with a status and a code.
func (p *program) refused(status int, code, method, path string) {
	p.t.Helper()
	if got, why := p.ask(method, path, struct{}{}, nil); got != status || why != code {
		p.t.Errorf("%s %s: %d %q, want %d %q", method, path, got, why, status, code)
	}
}

// token creates a token.
func (b *browser) token(scopes ...string) (*program, wire.Token) {
	b.t.Helper()
	var made wire.NewToken
	b.want(201, "POST", base+"/tokens", wire.TokenRequest{Label: " my  bot ", Scopes: scopes, Days: 30}, &made)
	return &program{b.site, made.Token}, made.Info
}

// tokens returns the tokens of the account.
func (b *browser) tokens() []wire.Token {
	b.t.Helper()
	var list wire.Tokens
	b.want(200, "GET", base+"/tokens", nil, &list)
	return list.Tokens
}

// events opens the events stream. The returned function waits until the server has ended it.
func (p *program) events() (ended func()) {
	p.t.Helper()
	response := p.send("GET", "/api/v1/bot/events", nil)
	if response.StatusCode != 200 {
		p.t.Fatalf("events: %d", response.StatusCode)
	}
	lines := bufio.NewReader(response.Body)
	if _, err := lines.ReadString('\n'); err != nil {
		p.t.Fatalf("events: %v", err)
	}
	return func() {
		p.t.Helper()
		stuck := time.AfterFunc(time.Minute, func() { response.Body.Close() })
		if _, err := io.Copy(io.Discard, lines); err != nil && err != io.ErrUnexpectedEOF {
			p.t.Errorf("the stream stays open: %v", err)
		}
		stuck.Stop()
		response.Body.Close()
	}
}

// generous gives a person more units than the tests need.
func generous(o *server.Options) {
	l := limit.Default()
	l.PersonBurst, l.Burst = 1e6, 1e6
	o.Limits = &l
}

// TestTokens creates a token, uses it, and revokes it.
func TestTokens(t *testing.T) {
	s := open(t, nil, generous)
	anna := s.browser()
	key, _ := anna.register("Anna")
	p, info := anna.token("play")
	if !strings.HasPrefix(p.token, people.TokenPrefix) || len(p.token) != len(people.TokenPrefix)+43 {
		t.Errorf("the token is %q", p.token)
	}
	const month = 30 * 24 * time.Hour
	if info.Label != "my bot" || info.Used != 0 || !slices.Equal(info.Scopes, []string{"play"}) || info.Expires-info.Created != month.Milliseconds() {
		t.Errorf("token: %+v", info)
	}
	var owner wire.TokenOwner
	p.want(200, "GET", "/api/v1/token", nil, &owner)
	if owner.Name != "Anna" || owner.Bot || owner.Expires != info.Expires {
		t.Errorf("owner: %+v", owner)
	}
	var g wire.OneGame
	p.want(201, "POST", "/api/v1/games", map[string]any{"variant": "chess", "opponent": "friend", "name": "Somebody", "colour": "white"}, &g)
	if w := g.Game.Players.White; w == nil || w.Name != "Anna" || w.Bot {
		t.Errorf("player: %+v", w)
	}
	if n := anna.games(); n != 1 {
		t.Errorf("the account has %d games", n)
	}
	p.want(200, "GET", "/api/v1/my/games", nil, nil)
	if list := anna.tokens(); len(list) != 1 || list[0].Used == 0 {
		t.Errorf("tokens: %+v", list)
	}

	// A token is not a device: it changes nothing in the account, even with the cookie of a device next to it.
	for _, path := range []string{"/name", "/codes", "/sign-out", "/tokens", "/bot"} {
		p.refused(403, "signed-out", "POST", base+path)
	}
	p.refused(403, "signed-out", "GET", base+"/tokens")
	p.refused(403, "signed-out", "GET", base+"/export")
	p.refused(403, "signed-out", "DELETE", base)
	p.refused(403, "signed-out", "DELETE", base+"/tokens/"+info.ID)
	// Nor is it a cookie, and nothing but the header is searched for tokens.
	thief := s.browser()
	thief.setCookie("tain-account", p.token)
	thief.setCookie("tain", p.token)
	stranger := &program{s, ""}
	for _, name := range []string{"token", "access_token", "authorization", "bearer"} {
		stranger.refused(403, "bad-token", "GET", "/api/v1/token?"+name+"="+p.token)
		thief.refused("bad-token", "GET", "/api/v1/token?"+name+"=Bearer+"+p.token, nil)
	}
	stranger.refused(404, "not-found", "GET", "/api/v1/token/"+p.token)

	ended := p.events()
	mallory := s.browser()
	mallory.register("Mallory")
	mallory.refused("not-found", "DELETE", base+"/tokens/"+info.ID, nil)
	mallory.refused("not-found", "DELETE", base+"/tokens/abc", nil)
	anna.want(204, "DELETE", base+"/tokens/"+info.ID, nil, nil)
	ended()
	p.refused(401, "unknown-token", "GET", "/api/v1/token")
	anna.refused("not-found", "DELETE", base+"/tokens/"+info.ID, nil)

	// Signing out everywhere ends tokens; signing out one device does not.
	p, _ = anna.token("read")
	other := s.browser()
	other.signIn(key, false)
	other.want(204, "POST", base+"/sign-out", wire.SignOutRequest{}, nil)
	p.want(200, "GET", "/api/v1/token", nil, nil)
	ended = p.events()
	anna.want(204, "POST", base+"/sign-out", wire.SignOutRequest{Others: true}, nil)
	ended()
	p.refused(401, "unknown-token", "GET", "/api/v1/token")

	s.wait(people.ConfirmTime + time.Second)
	anna.refused("confirm", "POST", base+"/tokens", wire.TokenRequest{Scopes: []string{"play"}, Days: 1})
	if strings.Contains(s.log.text.String(), p.token) {
		t.Error("the log contains a token")
	}
}

// TestTokensInLogs checks that no token is logged, even if a client puts it where it does not belong.
func TestTokensInLogs(t *testing.T) {
	s := open(t, nil)
	anna := s.browser()
	anna.register("Anna")
	p, info := anna.token("play")
	p.want(200, "GET", "/api/v1/token", nil, nil)
	p.ask("GET", "/api/v1/token/"+p.token+"/x", nil, nil)
	p.ask("GET", "/"+p.token, nil, nil)
	p.ask("GET", "/api/v1/accounts/"+p.token+"/ratings?token="+p.token, nil, nil)
	p.ask("POST", "/api/v1/games", map[string]any{"variant": p.token}, nil)
	anna.want(204, "DELETE", base+"/tokens/"+info.ID, nil, nil)
	p.ask("GET", "/api/v1/bot/events", nil, nil)
	guest := &program{s, ""}
	var made wire.BotToken
	guest.want(201, "POST", "/api/v1/bot/token", struct{}{}, &made)
	guest.ask("GET", "/api/v1/nothing/"+made.Token, nil, nil)
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	log := s.log.text.String()
	if !strings.Contains(log, "/api/v1/token/tainpat_.../x") {
		t.Errorf("the log does not contain the requests: %.500s", log)
	}
	for _, secret := range []string{p.token, p.token[len(people.TokenPrefix):], made.Token[len("tain_"):]} {
		if strings.Contains(log, secret) {
			t.Errorf("the log contains %s", secret)
		}
	}
}

// TestScopes checks what a token that may only read is refused, and invalid requests for tokens.
func TestScopes(t *testing.T) {
	s := open(t, nil, generous)
	anna := s.browser()
	anna.register("Anna")
	id := anna.play("")
	p, _ := anna.token("read")
	for _, path := range []string{"/api/v1/token", "/api/v1/my/games", "/api/v1/games/" + id, "/api/v1/leaderboards", "/api/v1/accounts/Anna/ratings"} {
		p.want(200, "GET", path, nil, nil)
	}
	p.events()
	p.refused(403, "scope", "POST", "/api/v1/games")
	p.refused(403, "scope", "POST", "/api/v1/games/"+id+"/join")
	p.refused(403, "scope", "POST", "/api/v1/games/"+id+"/command")
	p.refused(403, "scope", "PUT", "/api/v1/games/"+id+"/ahead")
	p.refused(403, "scope", "GET", "/api/v1/games/"+id+"/socket")
	p.refused(403, "scope", "GET", "/api/v1/pairing/socket?variant=chess")
	for _, q := range []wire.TokenRequest{
		{Days: 1}, {Scopes: []string{"read"}}, {Scopes: []string{"read"}, Days: -1}, {Scopes: []string{"read"}, Days: 367},
		{Scopes: []string{"read"}, Days: 1 << 50}, {Scopes: []string{"read", "admin"}, Days: 1}, {Scopes: []string{"read", "read"}, Days: 1},
	} {
		anna.refused("invalid", "POST", base+"/tokens", q)
	}
	for range 19 {
		anna.token("read")
	}
	anna.refused("limit", "POST", base+"/tokens", wire.TokenRequest{Scopes: []string{"read"}, Days: 1})
}

// TestExpiredToken checks that a token ends when it expires.
func TestExpiredToken(t *testing.T) {
	s := open(t, nil)
	anna := s.browser()
	anna.register("Anna")
	p, _ := anna.token("play")
	s.wait(31 * 24 * time.Hour)
	p.refused(401, "unknown-token", "GET", "/api/v1/token")
	if list := anna.tokens(); len(list) != 0 {
		t.Errorf("tokens: %+v", list)
	}
}

// TestGuessedTokens checks that requests with invented tokens pay for reading the store, and more for each wrong guess.
func TestGuessedTokens(t *testing.T) {
	s := open(t, nil, func(o *server.Options) {
		l := limit.Default()
		l.Rate, l.Burst, l.RefusalDelay = 1e-9, 200, 0
		o.Limits = &l
	})
	n := 0
	s.store.read = func() { n++ }
	many := 0
	for i := range 60 {
		switch status, _ := (&program{s, fmt.Sprint(people.TokenPrefix, "invented", i)}).ask("GET", "/api/v1/token", nil, nil); status {
		case 401:
		case 429:
			many++
		default:
			t.Errorf("an invented token: %d", status)
		}
	}
	if n == 0 || n > 20 || many < 30 {
		t.Errorf("60 guesses read %d tokens; %d were refused", n, many)
	}
}

// TestBot makes a bot of an account, which then plays a rated game with a person.
func TestBot(t *testing.T) {
	s := open(t, nil)
	anna, bob := s.browser(), s.browser()
	anna.register("Anna")
	key, _ := bob.register("Robot")
	anna.play("")
	anna.refused("has-games", "POST", base+"/bot", struct{}{})
	before := bob.cookie("tain-account")
	old, _ := bob.token("play")
	bob.want(204, "POST", base+"/bot", struct{}{}, nil)
	old.refused(401, "unknown-token", "GET", "/api/v1/token")
	if a := bob.state().Account; a == nil || a.Role != "bot" || len(a.Devices) != 1 || bob.cookie("tain-account") == before {
		t.Fatalf("account of a bot: %+v", a)
	}
	bob.refused("has-games", "POST", base+"/bot", struct{}{})
	robot, _ := bob.token("play")
	var owner wire.TokenOwner
	robot.want(200, "GET", "/api/v1/token", nil, &owner)
	if !owner.Bot {
		t.Errorf("owner: %+v", owner)
	}
	// A bot cannot take the rated challenge of a person, which would not count, or be paired with people.
	rated := map[string]any{"variant": "chess", "opponent": "open", "rated": true, "colour": "white", "control": map[string]any{"initial": 60000}}
	var hers, his wire.OneGame
	anna.want(201, "POST", "/api/v1/games", rated, &hers)
	robot.refused(403, "account", "POST", "/api/v1/games/"+hers.Game.ID+"/join")
	// A person can take the bot's, which is marked as such.
	robot.want(201, "POST", "/api/v1/games", rated, &his)
	var list wire.Challenges
	anna.want(200, "GET", "/api/v1/games?open=1", nil, &list)
	for _, c := range list.Games {
		if c.Bot != (c.ID == his.Game.ID) {
			t.Errorf("challenge: %+v", c)
		}
	}
	anna.want(200, "POST", "/api/v1/games/"+his.Game.ID+"/join", wire.JoinRequest{}, &his)
	if p := his.Game.Players; p.White == nil || !p.White.Bot || p.Black == nil || p.Black.Bot {
		t.Errorf("players: %+v, %+v", p.White, p.Black)
	}
	play := func(p *program, b *browser, ply int, move string) {
		t.Helper()
		var now wire.OneGame
		anna.want(200, "GET", "/api/v1/games/"+his.Game.ID, nil, &now)
		body := map[string]any{"type": "move", "ply": ply, "takebacks": 0, "key": now.Game.Key, "move": move}
		if p != nil {
			p.want(200, "POST", "/api/v1/games/"+his.Game.ID+"/command", body, nil)
		} else {
			b.want(200, "POST", "/api/v1/games/"+his.Game.ID+"/command", body, nil)
		}
	}
	play(robot, nil, 0, "e2e4")
	play(nil, anna, 1, "e7e5")
	anna.want(200, "POST", "/api/v1/games/"+his.Game.ID+"/command", map[string]any{"type": "resign"}, nil)
	ratings := func(name string) (r wire.Ratings) {
		t.Helper()
		anna.want(200, "GET", "/api/v1/accounts/"+name+"/ratings", nil, &r)
		return r
	}
	if r := ratings("Robot"); !r.Bot || len(r.Ratings) != 1 || r.Ratings[0].Rating <= 1500 {
		t.Errorf("ratings of the bot: %+v", r)
	}
	if r := ratings("Anna"); r.Bot || len(r.Ratings) != 0 {
		t.Errorf("ratings of the person: %+v", r)
	}
	// A guest's games never become those of a bot.
	guest := s.browser()
	guest.play("Somebody")
	guest.signIn(key, true)
	if n := guest.games(); n != 1 { // the one above
		t.Errorf("the bot has %d games", n)
	}
	guest.want(204, "POST", base+"/sign-out", wire.SignOutRequest{}, nil)
	if n := guest.games(); n != 1 {
		t.Errorf("the guest has %d games", n)
	}
}
