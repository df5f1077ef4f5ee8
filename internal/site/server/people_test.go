package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
)

// waiter is the socket of a client that waits to be paired.
type waiter struct {
	t    *testing.T
	conn *websocket.Conn
}

// seek opens a pairing socket. The client gets a cookie if it has none.
func (a *asker) seek(query string) (*waiter, *http.Response, error) {
	h := a.header.Clone()
	if a.cookie != "" {
		h.Set("Cookie", "tain="+a.cookie)
	}
	conn, answer, err := websocket.Dial(a.site.t.Context(), a.site.URL+"/api/v1/pairing/socket?"+query,
		&websocket.DialOptions{HTTPHeader: h, HTTPClient: &http.Client{Transport: transport}})
	if err != nil {
		return nil, answer, err
	}
	a.site.t.Cleanup(func() { conn.CloseNow() })
	for _, c := range answer.Cookies() {
		a.cookie = c.Value
	}
	return &waiter{a.site.t, conn}, answer, nil
}

// told returns the next message on a pairing socket.
func (w *waiter) told() (m wire.Pairing) {
	w.t.Helper()
	ctx, stop := context.WithTimeout(w.t.Context(), 30*time.Second)
	defer stop()
	_, text, err := w.conn.Read(ctx)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		w.t.Fatalf("json.Unmarshal: %v", err)
	}
	return m
}

// waiting opens a pairing socket and checks that it waits.
func (a *asker) waiting(query string) *waiter {
	a.site.t.Helper()
	w, _, err := a.seek(query)
	if err != nil {
		a.site.t.Fatalf("seek: %v", err)
	}
	if m := w.told(); m.Type != "waiting" {
		a.site.t.Fatalf("told: %+v", m)
	}
	return w
}

func (s *site) seekers() (n int) {
	var list wire.Seeks
	s.somebody().want(200, "GET", "/api/v1/pairing", "", &list)
	for _, one := range list.Seeks {
		n += one.Count
	}
	return n
}

const blitz = "variant=mirrorsquare&initial=180000&increment=2000"

// TestPairing pairs two strangers with the same time control. It checks that a client that closes the page
// stops waiting, and that invalid requests are rejected.
func TestPairing(t *testing.T) {
	s := open(t, nil)
	ada, grace, lost := s.somebody(), s.somebody(), s.somebody()
	gone := lost.waiting(blitz)
	if n := s.seekers(); n != 1 {
		t.Errorf("%d seeks", n)
	}
	gone.conn.CloseNow()
	waitFor(t, func() bool { return s.seekers() == 0 })
	first := ada.waiting(blitz + "&name=Ada")
	second := grace.waiting(blitz + "&name=Grace")
	one, two := first.told(), second.told()
	if one.Type != "paired" || one != two {
		t.Fatalf("pairings = %+v and %+v", one, two)
	}
	_, mine := ada.connect(one.Game)
	_, theirs := grace.connect(one.Game)
	if mine.Seat == wire.Nobody || theirs.Seat != wire.SideOf(mine.Seat.Colour().Other()) || mine.Control.Increment != 2000 {
		t.Errorf("grace.connect: %+v", mine)
	}
	for _, bad := range []string{"variant=go", "", blitz + "&days=1"} {
		w, _, err := ada.seek(bad)
		if err != nil {
			t.Fatalf("seek: %v", err)
		}
		if m := w.told(); m.Type != "error" || m.Message == "" {
			t.Errorf("told: %q: %+v", bad, m)
		}
	}
	if _, answer, err := ada.seek("variant=chess&initial=1e9"); err == nil || answer.StatusCode != http.StatusBadRequest {
		t.Errorf("malformed number: got %v", err)
	}
	ada.header.Set("Origin", "https://elsewhere.example")
	if _, _, err := ada.seek(blitz); err == nil {
		t.Error("a page from another origin may play")
	}
}

// TestPairingPrice seeks repeatedly. It checks that a paired game counts towards the limit of games, and that
// an unsuccessful seek does not.
func TestPairingPrice(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) {
		l.Games, l.GameEvery, l.PersonGames, l.PersonGameEvery, l.RefusalDelay = 5, time.Hour, 2, time.Hour, 0
	}))
	ada, grace := s.somebody(), s.somebody()
	ada.cookie, grace.cookie = madeUp(), madeUp()
	for range 5 {
		ada.waiting(blitz).conn.CloseNow()
		waitFor(t, func() bool { return s.seekers() == 0 })
	}
	for range 2 {
		var first *waiter
		waitFor(t, func() bool { // a refund may still be pending
			w, _, err := ada.seek(blitz)
			first = w
			return err == nil
		})
		first.told()
		second := grace.waiting(blitz)
		if a, b := first.told(), second.told(); a.Type != "paired" || a != b {
			t.Fatalf("pairings = %+v and %+v", a, b)
		}
	}
	if _, answer, err := ada.seek(blitz); err == nil || answer.StatusCode != http.StatusTooManyRequests {
		t.Errorf("game beyond the limit: got %v", err)
	}
}

// TestDeadSocketIsAbsent checks that the opponent is notified of a dead socket long before its connection
// ends, but not of a socket that answers pings.
func TestDeadSocketIsAbsent(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Beat, l.Away = 50*time.Millisecond, 400*time.Millisecond }))
	go s.server.Sweep(t.Context())
	white, black, g := s.begin("chess")
	w, _ := white.connect(g.ID)
	black.raw(g.ID) // never answers
	var here wire.HereMessage
	arrived := false
	for {
		ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
		_, text, err := w.conn.Read(ctx) // answers pings
		stop()
		if err != nil {
			t.Fatalf("Read: %v", err)
		}
		if json.Unmarshal(text, &here) != nil || here.Type != "here" {
			continue
		}
		if !here.White {
			t.Errorf("responsive player is absent: %+v", here)
		}
		if arrived = arrived || here.Black; arrived && !here.Black {
			break
		}
	}
	var shot struct{ Game wire.Snapshot }
	white.want(200, "GET", "/api/v1/games/"+g.ID, "", &shot)
	if !shot.Game.Players.White.Here || shot.Game.Players.Black.Here {
		t.Errorf("players: %+v", shot.Game.Players)
	}
}

// TestDefaultPresence checks that the default limits report an absence within five
// seconds.
func TestDefaultPresence(t *testing.T) {
	l := limit.Default()
	if told := l.Away + time.Second + 200*time.Millisecond; told > 5*time.Second || l.Beat+time.Second > l.Away {
		t.Errorf("an absence is reported only after %v", told)
	}
}

// TestPlayingGames checks that a paired game is listed with its board, and a game by invitation is not.
// It also sends phrases.
func TestPlayingGames(t *testing.T) {
	s := open(t, nil)
	friend, _, private := s.begin("chess")
	friend.connect(private.ID)
	ada, grace := s.somebody(), s.somebody()
	first, second := ada.waiting("variant=chess&initial=15000"), grace.waiting("variant=chess&initial=15000")
	id := first.told().Game
	second.told()
	players := map[wire.Side]*asker{}
	sockets := map[wire.Side]*client{}
	key := ""
	for _, a := range []*asker{ada, grace} {
		k, shot := a.connect(id)
		players[shot.Seat], sockets[shot.Seat], key = a, k, shot.Key
	}
	if m := sockets[wire.White].move(0, key, "e2e4"); m.Type != "done" {
		t.Fatalf("move: %+v", m)
	}
	var list struct {
		Games []struct {
			ID    string
			Ply   int
			State struct {
				Pieces map[string]string
				Moves  []any
			}
			Last struct{ SAN string }
		}
	}
	waitFor(t, func() bool {
		s.somebody().want(200, "GET", "/api/v1/games/playing", "", &list)
		return len(list.Games) > 0 && list.Games[0].Ply == 1
	})
	one := list.Games[0]
	if len(list.Games) != 1 || one.ID != id || one.State.Pieces["e4"] != "P" || len(one.State.Moves) != 0 || one.Last.SAN != "e4" {
		t.Errorf("running games: %+v", list)
	}
	if m := sockets[wire.White].do("say", `"phrase":"good-luck"`); m.Type != "done" {
		t.Errorf("do: %+v", m)
	}
	if m := sockets[wire.Black].wait("phrase"); m.Message != "Good luck" {
		t.Errorf("wait: %+v", m)
	}
	if m := sockets[wire.White].do("say", `"phrase":"anything else"`); m.Type != "error" || m.Code != "invalid" {
		t.Errorf("do: %+v", m)
	}
	if m := sockets[wire.White].do("gone", `"ply":1`); m.Type != "error" || m.Code != "nothing" {
		t.Errorf("do: %+v", m)
	}
}

// TestPairingPerAddress has one address seek with twenty time controls. It checks that only a few of these
// seeks wait, and that clients from other addresses are still paired.
func TestPairingPerAddress(t *testing.T) {
	s := open(t, nil, func(o *server.Options, _ *hub.Options) { o.TrustedProxies = limit.PrivateNetworks() })
	waiting := 0
	for n := range 20 {
		me := s.somebody()
		me.header.Set("X-Forwarded-For", "192.0.2.1")
		w, _, err := me.seek(fmt.Sprintf("variant=chess&initial=%d", 60_000*(n+1)))
		if err == nil && w.told().Type == "waiting" {
			waiting++
		}
	}
	if waiting != 8 {
		t.Errorf("%d seeks from one address are waiting", waiting)
	}
	ada, grace := s.somebody(), s.somebody()
	ada.header.Set("X-Forwarded-For", netip.AddrFrom4([4]byte{192, 0, 2, 2}).String())
	grace.header.Set("X-Forwarded-For", netip.AddrFrom4([4]byte{192, 0, 2, 3}).String())
	first, second := ada.waiting(blitz), grace.waiting(blitz)
	if a, b := first.told(), second.told(); a.Type != "paired" || a != b {
		t.Errorf("pairings = %+v and %+v", a, b)
	}
}

// TestFirstJoin joins a game without a cookie, as the page does. The cookie is set before the seat is taken,
// so that a lost response to the join does not lose the seat.
func TestFirstJoin(t *testing.T) {
	s := open(t, nil)
	var made wire.OneGame
	s.somebody().want(201, "POST", "/api/v1/games", `{"variant":"chess","opponent":"friend","colour":"white"}`, &made)
	path, token := "/api/v1/games/"+made.Game.ID+"/join?known=1", `{"token":"`+made.Game.Invite+`"}`
	me := s.somebody()
	me.want(202, "POST", path, token, nil)
	given := me.cookie
	if given == "" {
		t.Fatal("no cookie was set")
	}
	for range 2 { // the first response is lost
		me.cookie = given
		var got wire.OneGame
		me.want(200, "POST", path, token, &got)
		if got.Game.Seat != wire.Black {
			t.Errorf("seat = %q", got.Game.Seat)
		}
	}
	other := s.somebody()
	other.want(202, "POST", path, token, nil)
	other.refused(409, "taken", "POST", path, token)
}
