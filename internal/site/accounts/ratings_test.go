package accounts_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/test/storetest"
	"github.com/tainchess/tain/rules"
)

// TestRatedGame plays a rated game over HTTP, and reads the ratings, their history and the leaderboards.
func TestRatedGame(t *testing.T) {
	s := open(t, nil)
	anna, bert, guest := s.browser(), s.browser(), s.browser()
	anna.register("Anna")
	bert.register("Bert")
	rated := wire.NewGame{Variant: "chess", Opponent: game.Anybody, Colour: "white", Control: &clock.Control{Initial: 180_000, Increment: 2000}, Rated: true}
	guest.refused("account", "POST", "/api/v1/games", rated)
	var one wire.OneGame
	anna.want(201, "POST", "/api/v1/games", rated, &one)
	path := "/api/v1/games/" + one.Game.ID
	if !one.Game.Rated || one.Game.Players.White.Rating == nil || !one.Game.Players.White.Rating.Provisional {
		t.Errorf("rated game: %+v, %+v", one.Game, one.Game.Players.White)
	}
	var list wire.Challenges
	guest.want(200, "GET", "/api/v1/games?open=1", nil, &list)
	if len(list.Games) != 1 || !list.Games[0].Rated || list.Games[0].Rating == nil || list.Games[0].Rating.Rating != 1500 {
		t.Errorf("challenges: %+v", list)
	}
	guest.refused("account", "POST", path+"/join", wire.JoinRequest{})
	bert.want(200, "POST", path+"/join", wire.JoinRequest{}, &one)
	for ply, move := range []string{"e2e4", "e7e5"} {
		by := []*browser{anna, bert}[ply]
		by.want(200, "GET", path, nil, &one)
		by.want(200, "POST", path+"/command", map[string]any{"type": "move", "ply": ply, "takebacks": 0, "key": one.Game.Key, "move": move}, nil)
	}
	anna.refused("invalid", "POST", path+"/command", map[string]any{"type": "takeback", "ply": 2, "takebacks": 0, "do": "offer"})
	bert.want(200, "POST", path+"/command", map[string]any{"type": "resign"}, nil)
	one = wire.OneGame{}
	guest.want(200, "GET", path, nil, &one)
	white, black := one.Game.Players.White.Rating, one.Game.Players.Black.Rating
	if white.Change == nil || black.Change == nil || *white.Change <= 0 || *black.Change != -*white.Change || white.Rating != 1500+*white.Change {
		t.Errorf("ratings after the game: %+v, %+v", white, black)
	}

	var ratings wire.Ratings
	guest.want(200, "GET", "/api/v1/accounts/aNNa/ratings", nil, &ratings)
	if len(ratings.Ratings) != 1 || ratings.Name != "Anna" || ratings.Ratings[0].Variant != "chess" || ratings.Ratings[0].Speed != clock.Blitz ||
		ratings.Ratings[0].Rating != white.Rating || !ratings.Ratings[0].Provisional || ratings.Ratings[0].Games != 1 {
		t.Errorf("ratings: %+v", ratings)
	}
	var history wire.RatingHistory
	guest.want(200, "GET", "/api/v1/accounts/Anna/ratings/history?pool=chess/blitz", nil, &history)
	if len(history.Points) != 1 || history.Points[0].Rating != white.Rating || history.Points[0].Change != *white.Change {
		t.Errorf("history: %+v", history)
	}
	guest.refused("not-found", "GET", "/api/v1/accounts/Zoe/ratings", nil)
	guest.refused("not-found", "GET", "/api/v1/accounts/Anna/ratings/history?pool=chess/soon", nil)
}

// TestLeaderboards checks the leaderboards of a built-in rule set, and that a definition has none until 20 players have
// ratings for it.
func TestLeaderboards(t *testing.T) {
	s := open(t, nil)
	store := s.people.Store.(room.Store)
	var accounts []people.Account
	for i := range 20 {
		accounts = append(accounts, storetest.Register(t, s.people.Store, fmt.Sprint("Player ", i), game.Hash{}))
	}
	now := time.Now().UnixMilli()
	for i := range 30 { // three hours apart, because only ten games a day count
		at := now - int64(30-i)*(3*time.Hour).Milliseconds()
		storetest.Play(t, store, storetest.RatedEntry(fmt.Sprint("g", i), accounts[0], accounts[1], at), []rules.Result{rules.WhiteWins, rules.BlackWins}[i%2])
	}
	b := s.browser()
	var board wire.Leaderboard
	b.want(200, "GET", "/api/v1/leaderboards/chess/bullet", nil, &board)
	if len(board.People) != 2 || board.People[0].Rating < board.People[1].Rating || board.People[0].Games != 30 || len(board.Bots) != 0 || len(board.Distribution) == 0 || board.Width != 50 {
		t.Errorf("leaderboard: %+v", board)
	}
	b.want(200, "GET", "/api/v1/leaderboards/alice/blitz", nil, &board)
	if len(board.People) != 0 {
		t.Errorf("leaderboard without players: %+v", board)
	}
	b.refused("not-found", "GET", "/api/v1/leaderboards/chess/soon", nil)
	own := func(i int) {
		e := storetest.RatedEntry(fmt.Sprint("own", i), accounts[i], accounts[i+1], now)
		e.Variant = "mine#abc"
		storetest.Play(t, store, e, rules.Draw)
	}
	for i := 0; i < 18; i += 2 {
		own(i)
	}
	b.refused("not-found", "GET", "/api/v1/leaderboards/abc/bullet", nil)
	own(18)
	b.want(200, "GET", "/api/v1/leaderboards/abc/bullet", nil, &board)
	var all wire.Leaderboards
	b.want(200, "GET", "/api/v1/leaderboards", nil, &all)
	if len(all.Pools) != 2 || all.Pools[0].Variant != "abc" || all.Pools[0].Players != 20 || all.Pools[1].Variant != "chess" {
		t.Errorf("leaderboards: %+v", all)
	}
}

// TestManyRatings checks that the list of ratings is limited to those with the most games.
func TestManyRatings(t *testing.T) {
	s := open(t, nil)
	a, b := storetest.Register(t, s.people.Store, "Anna", game.Hash{}), storetest.Register(t, s.people.Store, "Bert", game.Hash{})
	for i := range 203 {
		e := storetest.RatedEntry(fmt.Sprint("g", i), a, b, time.Now().UnixMilli())
		if i >= 2 {
			e.Variant = fmt.Sprint("mine#", i)
		}
		storetest.Play(t, s.store, e, rules.Draw)
	}
	var ratings wire.Ratings
	s.browser().want(200, "GET", "/api/v1/accounts/Anna/ratings", nil, &ratings)
	if len(ratings.Ratings) != 200 || ratings.Ratings[0].Variant != "chess" || ratings.Ratings[0].Games != 2 {
		t.Errorf("%d ratings, first %+v", len(ratings.Ratings), ratings.Ratings[:1])
	}
}

// slowBoards counts how often leaderboards are read. The first reading waits until another one begins, or for a while.
type slowBoards struct {
	*watchedStore
	reads atomic.Int32
	again chan struct{}
}

func (s *slowBoards) read() {
	if s.reads.Add(1) > 1 {
		s.again <- struct{}{}
		return
	}
	select {
	case <-s.again:
	case <-time.After(200 * time.Millisecond):
	}
}

func (s *slowBoards) Pools(ctx context.Context) ([]rating.Size, error) {
	s.read()
	return s.watchedStore.Pools(ctx)
}

func (s *slowBoards) Distribution(ctx context.Context, b rating.Board) (map[int]int, error) {
	s.read()
	return s.watchedStore.Distribution(ctx, b)
}

// TestLeaderboardsAreReadOnce checks that requests at the same time read a leaderboard once.
func TestLeaderboardsAreReadOnce(t *testing.T) {
	for _, path := range []string{"/api/v1/leaderboards", "/api/v1/leaderboards/chess/blitz"} {
		var slow *slowBoards
		s := open(t, func(o *people.Options) {
			slow = &slowBoards{watchedStore: o.Store.(*watchedStore), again: make(chan struct{}, 32)}
			o.Store = slow
		})
		var all sync.WaitGroup
		for range 16 {
			b := s.browser()
			all.Go(func() { b.want(200, "GET", path, nil, nil) })
		}
		all.Wait()
		if n := slow.reads.Load(); n != 1 {
			t.Errorf("%s was read %d times", path, n)
		}
	}
}

// patientStore reads ratings until the client has left.
type patientStore struct {
	*watchedStore
	reading, left chan struct{}
}

func (s *patientStore) Ratings(ctx context.Context, _ game.Hash) ([]rating.Standing, error) {
	close(s.reading)
	<-ctx.Done()
	defer close(s.left)
	return nil, fmt.Errorf("sqlite: %w", ctx.Err())
}

// TestClientLeaves checks that a client that leaves while the store is read is not logged as an error of the store.
func TestClientLeaves(t *testing.T) {
	patient := &patientStore{reading: make(chan struct{}), left: make(chan struct{})}
	s := open(t, func(o *people.Options) {
		patient.watchedStore = o.Store.(*watchedStore)
		o.Store = patient
	})
	storetest.Register(t, s.people.Store, "Anna", game.Hash{})
	ctx, leave := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", s.url+"/api/v1/accounts/Anna/ratings", nil)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		<-patient.reading
		leave()
	}()
	if answer, err := http.DefaultClient.Do(r); err == nil {
		answer.Body.Close()
		t.Errorf("status %d for a client that has left", answer.StatusCode)
	}
	<-patient.left
	for deadline := time.Now().Add(time.Minute); !strings.Contains(s.log.String(), "path=/api/v1/accounts/Anna/ratings"); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the request was not logged: %s", s.log)
		}
	}
	if strings.Contains(s.log.String(), "level=ERROR") {
		t.Errorf("log: %s", s.log)
	}
}
