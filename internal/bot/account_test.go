package bot_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tainchess/tain/internal/bot"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/internal/test/storetest"
	"github.com/tainchess/tain/variant"
)

// TestAccounts checks which tokens of accounts a bot accepts, and that two bot accounts play a rated game.
func TestAccounts(t *testing.T) {
	store := memory.New()
	service, err := people.New(people.Options{Store: store, RPID: "localhost", Origins: []string{"http://localhost"}})
	if err != nil {
		t.Fatalf("people.New: %v", err)
	}
	games, err := hub.New(t.Context(), store, hub.Options{Options: room.Options{Rules: variant.Builtin()}, Taken: service.Taken})
	if err != nil {
		t.Fatalf("hub.New: %v", err)
	}
	s, err := server.New(server.Options{Rules: variant.Builtin(), Hub: games, People: service, Files: fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}}})
	if err != nil {
		t.Fatalf("server.New: %v", err)
	}
	web := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		web.Close()
	})
	// token returns a token of a new account.
	token := func(name string, isBot bool, scope people.Scope) string {
		t.Helper()
		a := storetest.Register(t, store, name, game.Hash{})
		if isBot {
			if _, err := store.BecomeBot(t.Context(), a.Person); err != nil {
				t.Fatalf("BecomeBot: %v", err)
			}
			a.Role = people.Bot
		}
		d := people.Device{ID: game.HashOf("device of " + name), Person: a.Person, Confirmed: time.Now().UnixMilli(), Expires: time.Now().Add(time.Hour).UnixMilli()}
		if _, _, err := store.SignIn(t.Context(), d, game.Hash{}); err != nil {
			t.Fatalf("SignIn: %v", err)
		}
		text, _, err := service.NewToken(t.Context(), people.Signed{Device: d, Account: a}, "", []people.Scope{scope}, time.Hour)
		if err != nil {
			t.Fatalf("NewToken: %v", err)
		}
		return text
	}
	spec, err := player.ParseSpec("self:nodes=200")
	if err != nil {
		t.Fatalf("player.ParseSpec: %v", err)
	}
	j := &journal{}
	o := bot.Options{
		URL: web.URL, Rules: variant.Builtin(), Player: spec, Name: "unused", Total: 1, MoveTime: time.Second, Patience: time.Minute, Log: j.note,
		Accept: bot.Accept{Variants: []string{"chess"}},
	}
	rated := offering(o, "chess", clock.Control{Initial: 3_000})
	rated.Offer.Rated = true
	for want, token := range map[string]string{
		"unknown, expired or revoked": people.TokenPrefix + "nobody's",
		"Anna is not a bot account":   token("Anna", false, people.Play),
		"does not permit playing":     token("Reader", true, people.Read),
		"the token of a bot account":  "tain_AAAAAAAAAAAAAAAAAAAAAA",
	} {
		refused := rated
		refused.Token = token
		if err := bot.Run(t.Context(), refused); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), token) {
			t.Errorf("bot.Run: %v; want %q", err, want)
		}
	}
	rated.Token, o.Token = token("One", true, people.Play), token("Two", true, people.Play)
	both(t, web, rated, o)
	for _, name := range []string{"one", "two"} {
		a, err := store.AccountNamed(t.Context(), name)
		if err != nil {
			t.Fatalf("AccountNamed: %v", err)
		}
		list, err := store.Ratings(t.Context(), a.Person)
		if err != nil || len(list) != 1 || !list[0].Bot || list[0].Rating.Games != 1 {
			t.Errorf("ratings of %s: %+v, %v", name, list, err)
		}
	}
	ranked, err := store.Leaderboard(context.Background(), rating.Board{Pool: rating.Pool{Variant: "chess", Speed: clock.Bullet}}, 9)
	if err != nil || len(ranked) != 0 {
		t.Errorf("bots are on the leaderboard of people: %+v, %v", ranked, err)
	}
	if log := j.String(); strings.Contains(log, people.TokenPrefix) {
		t.Errorf("the log contains a token: %s", log)
	}
}
