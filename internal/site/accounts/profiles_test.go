package accounts_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/profile"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/test/storetest"
	"github.com/tainchess/tain/rules"
)

// accountNamed returns an account.
func (s *site) accountNamed(name string) people.Account {
	s.t.Helper()
	list, err := s.people.Store.Accounts(s.t.Context(), 100)
	if err != nil {
		s.t.Fatalf("Accounts: %v", err)
	}
	for _, a := range list {
		if a.Name == name {
			return a
		}
	}
	s.t.Fatalf("no account %q", name)
	return people.Account{}
}

// TestProfile checks what the owner of a profile and other people see, before and after the owner hides it.
func TestProfile(t *testing.T) {
	s := open(t, nil)
	anna, guest := s.browser(), s.browser()
	anna.register("Anna")
	s.browser().register("Bert")
	a, b, store, now := s.accountNamed("Anna"), s.accountNamed("Bert"), s.people.Store.(room.Store), time.Now().UnixMilli()
	for i := range 25 { // three hours apart, because only ten games a day count
		e := storetest.RatedEntry(fmt.Sprintf("rated%d", i), a, b, now-int64(24-i)*(3*time.Hour).Milliseconds())
		e.Opening = []string{"e4", []string{"e5", "c5"}[i%2]}
		storetest.Play(t, store, e, []rules.Result{rules.WhiteWins, rules.Draw}[i%2])
	}
	private := storetest.RatedEntry("private", b, a, now+100)
	private.Rated, private.Control, private.Black.Name = false, nil, "Anna"
	storetest.Play(t, store, private, rules.WhiteWins)
	public := private
	public.ID, public.Variant, public.Listed, public.White = "public", "alice", true, game.Seat{Computer: 3}
	storetest.Play(t, store, public, rules.BlackWins)
	anna.want(204, "POST", "/api/v1/account/daily", struct{}{}, nil)

	const path = "/api/v1/accounts/anna"
	var p wire.Profile
	guest.want(200, "GET", path, nil, &p)
	if p.Name != "Anna" || p.Own || p.Hidden || p.Created == 0 || len(p.Totals) != 2 || p.Totals[0] != (wire.GameTotal{Variant: "chess", GameCount: wire.GameCount{Wins: 13, Draws: 12}}) ||
		p.Totals[1].Variant != "alice" || p.Daily.Solved != 1 || p.Daily.Current != 1 || p.Daily.Best != 1 || len(p.Daily.Days) != 1 {
		t.Errorf("profile: %+v", p)
	}
	if len(p.BestWins) != 1 || p.BestWins[0].Opponent.Name != "Bert" || !p.BestWins[0].Opponent.Account || p.BestWins[0].Opponent.Rating == nil || p.BestWins[0].Rating.Change == nil {
		t.Errorf("best wins: %+v", p.BestWins)
	}
	games := func(by *browser, query string) (list wire.ProfileGames) {
		t.Helper()
		by.want(200, "GET", path+"/games"+query, nil, &list)
		return list
	}
	if list := games(guest, ""); list.Count != 26 || list.Pages != 2 || len(list.Games) != 20 || list.Games[0].ID != "public" || list.Games[0].Opponent.Computer != 3 || list.Games[0].Speed != "" ||
		list.Games[1].Rating == nil || list.Games[1].Speed != clock.Bullet || list.Games[1].Score != "win" || list.Games[1].Result == nil {
		t.Errorf("games: %+v", list)
	}
	for query, want := range map[string]int{
		"?page=2": 26, "?page=99&score=draw": 12, "?variant=alice": 1, "?rated=false": 1, "?rated=true&colour=white&speed=bullet&opponent=BERT": 25, "?colour=black": 1, "?opponent=Zoe": 0,
	} {
		if list := games(guest, query); list.Count != want || len(list.Games) > 20 {
			t.Errorf("games%s: %d, want %d", query, list.Count, want)
		}
	}
	for _, query := range []string{"?variant=chess&speed=soon", "?colour=green", "?score=more", "?rated=perhaps"} {
		guest.refused("invalid", "GET", path+"/games"+query, nil)
	}
	if list := games(anna, "?score=loss"); list.Count != 1 || list.Games[0].ID != "private" {
		t.Errorf("own games: %+v", list)
	}
	var openings wire.Openings
	guest.want(200, "GET", path+"/openings?variant=chess&colour=white", nil, &openings)
	if want := []wire.OpeningMove{
		{Move: "e4", GameCount: wire.GameCount{Wins: 13, Draws: 12}}, {Move: "e5", Ply: 1, GameCount: wire.GameCount{Wins: 13}}, {Move: "c5", Ply: 1, GameCount: wire.GameCount{Draws: 12}},
	}; !slices.Equal(openings.Moves, want) {
		t.Errorf("openings: %+v, want %+v", openings.Moves, want)
	}
	guest.refused("invalid", "GET", path+"/openings?variant=chess", nil)

	anna.want(204, "PUT", "/api/v1/account/profile", wire.ProfileRequest{Hidden: true}, nil)
	p = wire.Profile{}
	guest.want(200, "GET", path, nil, &p)
	if !p.Hidden || p.Name != "Anna" || p.Created != 0 || len(p.Totals)+len(p.BestWins)+len(p.Daily.Days) != 0 {
		t.Errorf("hidden profile: %+v", p)
	}
	for _, rest := range []string{"/games", "/openings?variant=chess&colour=white", "/ratings", "/ratings/history?pool=chess/bullet"} {
		guest.refused("hidden", "GET", path+rest, nil)
		anna.want(200, "GET", path+rest, nil, nil)
	}
	var board wire.Leaderboard
	guest.want(200, "GET", "/api/v1/leaderboards/chess/bullet", nil, &board)
	if len(board.People) != 2 {
		t.Errorf("leaderboard: %+v", board)
	}
	guest.refused("signed-out", "PUT", "/api/v1/account/profile", wire.ProfileRequest{})
	guest.refused("not-found", "GET", "/api/v1/accounts/Zoe", nil)
}

// TestFriends checks following, blocking and what each person sees of the other.
func TestFriends(t *testing.T) {
	s := open(t, nil)
	anna, bert := s.browser(), s.browser()
	anna.register("Anna")
	bert.register("Bert")
	relate := func(by *browser, name, relation string) {
		t.Helper()
		by.want(204, "PUT", "/api/v1/accounts/"+name+"/relation", wire.Relation{Relation: relation}, nil)
	}
	friends := func(by *browser) (f wire.Friends) {
		t.Helper()
		by.want(200, "GET", "/api/v1/account/friends", nil, &f)
		return f
	}
	relate(anna, "Bert", "follow")
	var p wire.Profile
	anna.want(200, "GET", "/api/v1/accounts/Bert", nil, &p)
	if p.Relation != "follow" {
		t.Errorf("profile of a followed person: %+v", p)
	}
	if f := friends(anna); len(f.Following) != 1 || f.Following[0] != (wire.Friend{Name: "Bert", Online: true}) {
		t.Errorf("friends: %+v", f)
	}
	bert.want(204, "PUT", "/api/v1/account/profile", wire.ProfileRequest{Hidden: true}, nil)
	if f := friends(anna); len(f.Following) != 1 || f.Following[0].Online {
		t.Errorf("friend with a hidden profile: %+v", f)
	}
	bert.want(204, "PUT", "/api/v1/account/profile", wire.ProfileRequest{}, nil)
	var one wire.OneGame
	bert.want(201, "POST", "/api/v1/games", wire.NewGame{Variant: "alice", Opponent: game.Anybody, Control: &clock.Control{Initial: 180_000}}, &one)
	s.browser().want(200, "POST", "/api/v1/games/"+one.Game.ID+"/join", wire.JoinRequest{}, nil)
	s.wait(time.Hour) // Bert has used no device since
	if f := friends(anna); len(f.Following) != 1 || f.Following[0] != (wire.Friend{Name: "Bert", Online: true, Game: one.Game.ID, Variant: "alice"}) {
		t.Errorf("friend who plays: %+v", f)
	}
	bert.want(200, "POST", "/api/v1/games/"+one.Game.ID+"/command", map[string]any{"type": "abort"}, nil)
	s.wait(time.Hour)
	if f := friends(anna); f.Following[0].Online {
		t.Errorf("friend who has left: %+v", f)
	}

	anna.refused("invalid", "PUT", "/api/v1/accounts/anna/relation", wire.Relation{Relation: "follow"})
	anna.refused("invalid", "PUT", "/api/v1/accounts/Bert/relation", wire.Relation{Relation: "marry"})
	relate(bert, "Anna", "block")
	if f := friends(anna); len(f.Following) != 0 {
		t.Errorf("friend who blocks: %+v", f)
	}
	if f := friends(bert); len(f.Blocked) != 1 || f.Blocked[0].Name != "Anna" {
		t.Errorf("blocked: %+v", f)
	}
	anna.refused("blocked-player", "PUT", "/api/v1/accounts/Bert/relation", wire.Relation{Relation: "follow"})
	relate(bert, "Anna", "follow") // replaces the own block
	relate(bert, "Anna", "")
	if f := friends(bert); len(f.Blocked)+len(f.Following) != 0 {
		t.Errorf("after unfollowing: %+v", f)
	}
	s.browser().refused("signed-out", "GET", "/api/v1/account/friends", nil)
}

// TestChallenge checks that people challenge each other, decline and accept, and that blocked people cannot.
func TestChallenge(t *testing.T) {
	s := open(t, nil)
	anna, bert := s.browser(), s.browser()
	anna.register("Anna")
	bert.register("Bert")
	create := func() string {
		var one wire.OneGame
		anna.want(201, "POST", "/api/v1/games", wire.NewGame{Variant: "chess", Opponent: game.Friend, Colour: "black", Control: &clock.Control{Initial: 180_000}, Rated: true}, &one)
		return one.Game.ID
	}
	challenges := func(by *browser) []wire.DirectChallenge {
		t.Helper()
		var f wire.Friends
		by.want(200, "GET", "/api/v1/account/friends", nil, &f)
		return f.Challenges
	}
	const to = "/api/v1/accounts/Bert/challenge"
	first, second := create(), create()
	anna.want(204, "POST", to, wire.DirectChallengeRequest{Game: first}, nil)
	list := challenges(bert)
	if len(list) != 1 || list[0].ID != first || list[0].Name != "Anna" || list[0].Variant != "chess" || list[0].Colour != "white" || !list[0].Rated || list[0].Control == nil {
		t.Fatalf("challenges: %+v", list)
	}
	bert.want(204, "DELETE", "/api/v1/account/challenges/"+first, struct{}{}, nil)
	bert.refused("not-found", "DELETE", "/api/v1/account/challenges/"+first, struct{}{})
	var one wire.OneGame
	anna.want(200, "GET", "/api/v1/games/"+first, nil, &one)
	if one.Game.Result == nil || one.Game.Result.Reason != "aborted" || len(challenges(bert)) != 0 {
		t.Errorf("after declining: %+v, %+v", one.Game.Result, challenges(bert))
	}
	anna.want(204, "POST", to, wire.DirectChallengeRequest{Game: second}, nil)
	list = challenges(bert)
	bert.want(200, "POST", "/api/v1/games/"+second+"/join", wire.JoinRequest{Token: list[0].Token}, &one)
	if one.Game.Seat != wire.White || len(challenges(bert)) != 0 {
		t.Errorf("after accepting: %+v", one.Game)
	}
	anna.refused("bad-token", "POST", to, wire.DirectChallengeRequest{Game: second})
	third := create()
	bert.refused("invalid", "POST", to, wire.DirectChallengeRequest{Game: third})
	s.browser().refused("signed-out", "POST", to, wire.DirectChallengeRequest{Game: third})
	cora := s.browser()
	cora.register("Cora")
	cora.refused("bad-token", "POST", to, wire.DirectChallengeRequest{Game: third})

	anna.want(204, "POST", to, wire.DirectChallengeRequest{Game: third}, nil)
	bert.want(204, "PUT", "/api/v1/accounts/Anna/relation", wire.Relation{Relation: string(profile.Block)}, nil)
	anna.refused("blocked-player", "POST", to, wire.DirectChallengeRequest{Game: third})
	if list := challenges(bert); len(list) != 0 {
		t.Errorf("challenges of a blocked person: %+v", list)
	}
}
