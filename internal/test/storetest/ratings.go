package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/rules"
)

// RunRatings is the conformance test for implementations of rating.Store. open returns a new empty store on each call.
func RunRatings(t *testing.T, open func(t *testing.T) store.Store) {
	for name, test := range map[string]func(t *testing.T, s store.Store){
		"once": ratedOnce, "not counted": notCounted, "concurrent": ratedTogether, "bots": ratedBots, "leaderboard": leaderboard,
		"history": history, "limited": limited, "addresses": addresses, "refund": refunds, "closed account": ratedAndClosed,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

var bullet = rating.Pool{Variant: "chess", Speed: clock.Bullet}

// RatedEntry returns the entry of a rated bullet game between two accounts.
func RatedEntry(id string, white, black people.Account, created int64) room.Entry {
	e := Entry(id, "", "", created)
	e.White, e.Black, e.Rated = game.Seat{Session: white.Person, Name: white.Name}, game.Seat{Session: black.Person, Name: black.Name}, true
	return e
}

// Begin saves a new game.
func Begin(t testing.TB, s room.Store, e room.Entry) {
	t.Helper()
	events := Created(e)
	events[0].Start.Rated = e.Rated
	if err := s.Create(t.Context(), e, events); err != nil {
		t.Fatalf("Create %s: %v", e.ID, err)
	}
}

// Ended returns the entry of a game that has ended, and its last event.
func Ended(e room.Entry, result rules.Result, at int64) (room.Entry, game.Event) {
	event := game.Event{Type: game.Agreed, At: at}
	e.Running, e.Updated, e.Result = false, at, &game.Result{Result: result, Reason: rules.Agreement}
	switch result {
	case rules.WhiteWins, rules.BlackWins:
		loser := game.White
		if result == rules.WhiteWins {
			loser = game.Black
		}
		e.Result.Reason, e.Result.Side = rules.Resignation, loser
		event = game.Event{Type: game.Resigned, At: at, Side: loser}
	case rules.Ongoing:
		e.Result.Reason = rules.Aborted
		event = game.Event{Type: game.Aborted, At: at}
	}
	return e, event
}

// Play saves a game and ends it.
func Play(t testing.TB, s room.Store, e room.Entry, result rules.Result) room.Entry {
	t.Helper()
	Begin(t, s, e)
	e, event := Ended(e, result, e.Created+10)
	if err := s.Append(t.Context(), e, 1, []game.Event{event}); err != nil {
		t.Fatalf("Append to %s: %v", e.ID, err)
	}
	return e
}

// ratingOf returns a person's rating for bullet games.
func ratingOf(t testing.TB, s rating.Store, a people.Account) rating.Rating {
	t.Helper()
	found, err := s.RatingsIn(t.Context(), bullet, a.Person)
	if err != nil {
		t.Fatalf("RatingsIn: %v", err)
	}
	if r, ok := found[a.Person]; ok {
		return r
	}
	return rating.New()
}

// ratedOnce checks that the commit that ends a rated game changes both ratings, and that nothing changes them again.
func ratedOnce(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{})
	e := RatedEntry("one", a, b, 1000)
	Begin(t, s, e)
	if err := s.Append(ctx, e, 1, []game.Event{Moved("e2e4", 1001)}); err != nil {
		t.Fatalf("Append: %v", err)
	}
	_, err := s.RatedGame(ctx, "one")
	fails(t, "RatedGame of a running game", err, rating.ErrNotFound)
	over, event := Ended(e, rules.BlackWins, 2000)
	fails(t, "Append after the wrong number of events", s.Append(ctx, over, 1, []game.Event{event}), room.ErrConflict)
	if r := ratingOf(t, s, a); r != rating.New() {
		t.Errorf("after a refused change, the rating is %+v", r)
	}
	fails(t, "Append", s.Append(ctx, over, 2, []game.Event{event}), nil)
	fails(t, "Append again", s.Append(ctx, over, 2, []game.Event{event}), room.ErrConflict)
	over.Updated = 3000
	fails(t, "Append of an offer", s.Append(ctx, over, 3, []game.Event{{Type: game.Offered, At: 3000, Side: game.White, What: game.OfRematch}}), nil)
	next := RatedEntry("next", b, a, 4000)
	fails(t, "Rematch", s.Rematch(ctx, over, 4, []game.Event{{Type: game.Rematched, At: 4000, Next: "next"}}, next, Created(next)), nil)

	want := rating.Game{ID: "one", Pool: bullet, At: 2000, White: rating.Player{Person: a.Person, Before: rating.New()}, Black: rating.Player{Person: b.Person, Before: rating.New()}}
	want.Rate()
	got, err := s.RatedGame(ctx, "one")
	same(t, "RatedGame", got, err, want)
	if loser, winner := ratingOf(t, s, a), ratingOf(t, s, b); loser != want.White.After || winner != want.Black.After || loser.Points >= 1500 || winner.Points <= 1500 {
		t.Errorf("the ratings are %+v and %+v, want %+v and %+v", loser, winner, want.White.After, want.Black.After)
	}
	list, err := s.Ratings(ctx, a.Person)
	same(t, "Ratings", list, err, []rating.Standing{{Person: a.Person, Pool: bullet, Rating: want.White.After}})
	recounted(t, s, 1, over, next)
}

// recounted checks that a store's ratings are those that follow from its games.
func recounted(t *testing.T, s Counted, want int, entries ...room.Entry) {
	t.Helper()
	n, differences, err := Recount(t.Context(), s, entries)
	if err != nil || n != want || len(differences) > 0 {
		t.Errorf("recount: %d games, want %d; %v, %v", n, want, differences, err)
	}
}

// notCounted checks that casual and aborted games, and games of people without accounts, change no rating.
func notCounted(t *testing.T, s store.Store) {
	a, b := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{})
	casual := RatedEntry("casual", a, b, 1000)
	casual.Rated = false
	Play(t, s, casual, rules.WhiteWins)
	Play(t, s, RatedEntry("aborted", a, b, 1000), rules.Ongoing)
	guest, _, _ := AccountOf("a guest")
	Play(t, s, RatedEntry("guest", a, guest, 1000), rules.WhiteWins)
	for _, p := range []people.Account{a, b, guest} {
		if list, err := s.Ratings(t.Context(), p.Person); err != nil || len(list) != 0 {
			t.Errorf("the ratings of %s are %+v, %v", p.Name, list, err)
		}
	}
	if list, err := s.RatedAfter(t.Context(), "", 10); err != nil || len(list) != 0 {
		t.Errorf("rated games: %+v, %v", list, err)
	}
}

// ratedTogether checks that the ratings count every game once if many games of the same people end at the same time
// and every change is sent twice.
func ratedTogether(t *testing.T, s store.Store) {
	const players, games = 4, 60
	var accounts []people.Account
	for i := range players {
		accounts = append(accounts, Register(t, s, fmt.Sprint("P", i), game.Hash{}))
	}
	var entries []room.Entry
	var group sync.WaitGroup
	for i := range games {
		white := rand.IntN(players)
		e := RatedEntry(fmt.Sprintf("g%02d", i), accounts[white], accounts[(white+1+rand.IntN(players-1))%players], int64(i))
		Begin(t, s, e)
		over, event := Ended(e, []rules.Result{rules.WhiteWins, rules.Draw, rules.BlackWins}[i%3], int64(1000+rand.IntN(1_000_000_000)))
		entries = append(entries, over)
		for range 2 {
			group.Go(func() { _ = s.Append(t.Context(), over, 1, []game.Event{event}) }) // one of the two is refused
		}
	}
	group.Wait()
	recounted(t, s, games, entries...)
}

// ratedBots checks that a game between a person and a bot changes only the bot's rating.
func ratedBots(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Robot", game.Hash{})
	fails(t, "SetRole", s.SetRole(ctx, b.Person, people.Bot), nil)
	e := Play(t, s, RatedEntry("one", a, b, 1000), rules.BlackWins)
	if person, bot := ratingOf(t, s, a), ratingOf(t, s, b); person != rating.New() || bot.Points <= 1500 || bot.Games != 1 {
		t.Errorf("the ratings are %+v and %+v", person, bot)
	}
	if list, err := s.Ratings(ctx, a.Person); err != nil || len(list) != 0 {
		t.Errorf("the person's ratings are %+v, %v", list, err)
	}
	recounted(t, s, 1, e)
}

// Established plays a number of drawn games between two people, three hours apart, so that their ratings are no longer
// provisional.
func Established(t testing.TB, s room.Store, a, b people.Account, games int) (entries []room.Entry) {
	for i := range games {
		at := 1000 - int64(games-i)*(3*time.Hour).Milliseconds()
		entries = append(entries, Play(t, s, RatedEntry(fmt.Sprintf("%s-%s-%02d", a.Name, b.Name, i), a, b, at), rules.Draw))
	}
	return entries
}

func leaderboard(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b, c := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{}), Register(t, s, "Cora", game.Hash{})
	Established(t, s, a, b, 30)
	Play(t, s, RatedEntry("last", a, b, 2000), rules.WhiteWins)
	Play(t, s, RatedEntry("few", c, a, 3000), rules.WhiteWins) // Cora's rating is provisional
	board := rating.Board{Pool: bullet, At: 4000}
	anna, bert := ratingOf(t, s, a), ratingOf(t, s, b)
	if anna.Provisional(4000) || bert.Provisional(4000) || !ratingOf(t, s, c).Provisional(4000) {
		t.Fatalf("ratings %+v, %+v and %+v", anna, bert, ratingOf(t, s, c))
	}
	want := []rating.Ranked{{Name: "Anna", Rating: anna}, {Name: "Bert", Rating: bert}}
	if anna.Points < bert.Points {
		slices.Reverse(want)
	}
	list, err := s.Leaderboard(ctx, board, 10)
	same(t, "Leaderboard", list, err, want)
	list, err = s.Leaderboard(ctx, board, 1)
	same(t, "Leaderboard with a limit", list, err, want[:1])
	counts := map[int]int{}
	for _, r := range want {
		counts[int(r.Rating.Points)/rating.BucketPoints]++
	}
	distribution, err := s.Distribution(ctx, board)
	same(t, "Distribution", distribution, err, counts)
	if late, err := s.Leaderboard(ctx, rating.Board{Pool: bullet, At: anna.Until() + bert.Until()}, 10); err != nil || len(late) != 0 {
		t.Errorf("players who have not played for years are on the leaderboard: %+v, %v", late, err)
	}
	fails(t, "SetRole", s.SetRole(ctx, b.Person, people.Bot), nil)
	for bots, name := range map[bool]string{false: "Anna", true: "Bert"} {
		if list, err := s.Leaderboard(ctx, rating.Board{Pool: bullet, Bots: bots, At: 4000}, 10); err != nil || len(list) != 1 || list[0].Name != name {
			t.Errorf("leaderboard with bots %v: %+v, %v", bots, list, err)
		}
	}
	own := RatedEntry("own", a, b, 5000)
	own.Variant = "mine#abc"
	Play(t, s, own, rules.Draw)
	pools, err := s.Pools(ctx)
	same(t, "Pools", pools, err, []rating.Size{{Pool: bullet, Players: 3}, {Pool: rating.Pool{Variant: "abc", Speed: clock.Bullet}, Players: 1}})
	for limit, want := range map[int]int{2: 2, 10: 3} {
		n, err := s.CountRated(ctx, "chess", limit)
		same(t, "CountRated", n, err, want)
	}
}

func history(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b, c := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{}), Register(t, s, "Cora", game.Hash{})
	for i, e := range []room.Entry{RatedEntry("1", a, b, 1000), RatedEntry("2", b, a, 2000), RatedEntry("3", b, c, 3000), RatedEntry("4", c, a, 4000)} {
		if i == 1 {
			e.Control = &clock.Control{Days: 1}
		}
		Play(t, s, e, rules.WhiteWins)
	}
	ids := func(person people.Account, pool rating.Pool, limit int) (ids []string) {
		t.Helper()
		list, err := s.RatedGames(ctx, person.Person, pool, limit)
		if err != nil {
			t.Fatalf("RatedGames: %v", err)
		}
		for _, g := range list {
			if g.Of(person.Person) == nil {
				t.Errorf("%s did not play %+v", person.Name, g)
			}
			ids = append(ids, g.ID)
		}
		return ids
	}
	for _, test := range []struct {
		got, want []string
	}{
		{ids(a, bullet, 10), []string{"4", "1"}}, {ids(a, bullet, 1), []string{"4"}}, {ids(b, bullet, 10), []string{"3", "1"}},
		{ids(a, rating.Pool{Variant: "chess", Speed: clock.Correspondence}, 10), []string{"2"}}, {ids(c, rating.Pool{Variant: "alice", Speed: clock.Bullet}, 10), nil},
	} {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("rated games %v, want %v", test.got, test.want)
		}
	}
}

// limited checks that only ten games of two people, and of a person with all neighbours, count within a day, and that
// games with bots are not limited.
func limited(t *testing.T, s store.Store) {
	ctx := t.Context()
	var all []people.Account
	for _, name := range []string{"Anna", "Bert", "Cora", "Dora", "Robot"} {
		all = append(all, Register(t, s, name, game.Hash{}))
	}
	a, b, c, d, bot := all[0], all[1], all[2], all[3], all[4]
	fails(t, "SetRole", s.SetRole(ctx, bot.Person, people.Bot), nil)
	n := 0
	play := func(white, black people.Account, at int64, counts bool) {
		t.Helper()
		n++
		e := Play(t, s, RatedEntry(fmt.Sprintf("g%03d", n), white, black, at), rules.WhiteWins)
		if _, err := s.RatedGame(ctx, e.ID); (err == nil) != counts || err != nil && !errors.Is(err, rating.ErrNotFound) {
			t.Errorf("game %d of %s and %s: %v, want it to count: %v", n, white.Name, black.Name, err, counts)
		}
	}
	day := rating.Day.Milliseconds()
	for i := range int64(rating.DayLimit) {
		play(all[i%2], all[1-i%2], 1000+i, true)
	}
	before := ratingOf(t, s, a)
	play(a, b, 2000, false)
	play(b, a, 2000, false)
	if got := ratingOf(t, s, a); got != before {
		t.Errorf("games above the limit changed the rating from %+v to %+v", before, got)
	}
	play(a, c, 2000, true)
	days := RatedEntry("days", a, b, 2000)
	days.Control = &clock.Control{Days: 1}
	Play(t, s, days, rules.WhiteWins)
	if _, err := s.RatedGame(ctx, "days"); err != nil {
		t.Errorf("a game in another pool: %v", err)
	}
	play(a, b, 1000+day+100, true)
	for i := range int64(2 * rating.DayLimit) {
		play(a, bot, 3000+i, true)
	}
	// From one address, Cora may win ten games a day, no matter how many accounts she plays.
	at := 10 * day
	for _, p := range []people.Account{b, c, d} {
		fails(t, "UseAddress", s.UseAddress(ctx, p.Person, "192.0.2.7", at), nil)
	}
	for i := range int64(rating.DayLimit) {
		play(c, b, at+i, true)
	}
	play(c, d, at+50, false)
	play(d, c, at+50, false)
	if list, err := s.Ratings(ctx, d.Person); err != nil || len(list) != 0 {
		t.Errorf("ratings of a player whose only games do not count: %+v, %v", list, err)
	}
	play(c, a, at+50, true)
	play(b, d, at+60, false) // Bert has played ten games with neighbours too
	play(c, d, at+2*day, true)
}

// addresses checks which addresses are recorded, and when they are deleted.
func addresses(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{})
	for _, use := range []struct {
		who     people.Account
		address string
		at      int64
	}{{a, "192.0.2.7", 1000}, {a, "192.0.2.7", 500}, {a, "2001:db8::", 2000}, {b, "192.0.2.7", 3000}} {
		fails(t, "UseAddress", s.UseAddress(ctx, use.who.Person, use.address, use.at), nil)
	}
	list, err := s.Addresses(ctx, a.Person, 10)
	same(t, "Addresses", list, err, []rating.Address{{Address: "2001:db8::", Seen: 2000}, {Address: "192.0.2.7", Seen: 1000, Others: []game.Hash{b.Person}}})
	fails(t, "ForgetAddresses", s.ForgetAddresses(ctx, 1500), nil)
	list, err = s.Addresses(ctx, a.Person, 10)
	same(t, "Addresses later", list, err, []rating.Address{{Address: "2001:db8::", Seen: 2000}})
	if _, err := s.Erase(ctx, a.Person); err != nil {
		t.Fatalf("Erase: %v", err)
	}
	if list, err := s.Addresses(ctx, a.Person, 10); err != nil || len(list) != 0 {
		t.Errorf("addresses of an erased person: %+v, %v", list, err)
	}
}

func refunds(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{})
	entries := []room.Entry{Play(t, s, RatedEntry("1", a, b, 1000), rules.WhiteWins), Play(t, s, RatedEntry("2", a, b, 2000), rules.WhiteWins)}
	drawn := RatedEntry("drawn", a, b, 2500)
	drawn.Control = &clock.Control{Days: 1}
	entries = append(entries, Play(t, s, drawn, rules.Draw))
	before, winner := ratingOf(t, s, b), ratingOf(t, s, a)
	first, err := s.RatedGame(ctx, "1")
	if err != nil {
		t.Fatalf("RatedGame: %v", err)
	}
	lost := first.Black.Before.Points - first.Black.After.Points
	adjustment, err := s.Refund(ctx, "1", "the winner used an engine", 3000)
	want := rating.Adjustment{Game: "1", Person: b.Person, Pool: bullet, Points: lost, Games: 2, Reason: "the winner used an engine", At: 3000}
	same(t, "Refund", adjustment, err, want)
	after := before
	after.Points += lost
	if got := ratingOf(t, s, b); got != after || lost <= 0 {
		t.Errorf("after a refund of %v the rating is %+v, want %+v", lost, got, after)
	}
	if got := ratingOf(t, s, a); got != winner {
		t.Errorf("the refund changed the winner's rating from %+v to %+v", winner, got)
	}
	_, err = s.Refund(ctx, "1", "again", 3000)
	fails(t, "Refund twice", err, rating.ErrAdjusted)
	_, err = s.Refund(ctx, "none", "why", 3000)
	fails(t, "Refund of an unknown game", err, rating.ErrNotFound)
	_, err = s.Refund(ctx, "drawn", "why", 3000)
	fails(t, "Refund of a draw between equals", err, rating.ErrNoLoser)
	for person, want := range map[game.Hash][]rating.Adjustment{b.Person: {want}, a.Person: nil, {}: {want}} {
		list, err := s.Adjustments(ctx, person)
		same(t, "Adjustments", list, err, want)
	}
	entries = append(entries, Play(t, s, RatedEntry("3", b, a, 4000), rules.Draw))
	recounted(t, s, 4, entries...)
}

// ratedAndClosed checks that closing an account deletes its ratings, and that the opponent's remain with their history.
func ratedAndClosed(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{})
	Play(t, s, RatedEntry("1", a, b, 1000), rules.WhiteWins)
	Play(t, s, RatedEntry("2", a, b, 2000), rules.BlackWins)
	running := RatedEntry("3", a, b, 3000)
	Begin(t, s, running)
	if _, err := s.Refund(ctx, "2", "why", 2500); err != nil {
		t.Fatalf("Refund: %v", err)
	}
	bert := ratingOf(t, s, b)
	if _, err := s.Erase(ctx, a.Person); err != nil {
		t.Fatalf("Erase: %v", err)
	}
	if list, err := s.Ratings(ctx, a.Person); err != nil || len(list) != 0 {
		t.Errorf("ratings of a closed account: %+v, %v", list, err)
	}
	if list, err := s.Adjustments(ctx, game.Hash{}); err != nil || len(list) != 0 {
		t.Errorf("adjustments of a closed account: %+v, %v", list, err)
	}
	list, err := s.RatedGames(ctx, b.Person, bullet, 10)
	if err != nil || len(list) != 2 || list[0].White.Person == a.Person || list[0].White.Person == list[1].White.Person || list[0].White.Person == (game.Hash{}) {
		t.Errorf("the opponent's games: %+v, %v", list, err)
	}
	// A room may still have the closed account in memory.
	over, event := Ended(running, rules.WhiteWins, 4000)
	fails(t, "Append", s.Append(ctx, over, 1, []game.Event{event}), nil)
	if got := ratingOf(t, s, b); got != bert {
		t.Errorf("the opponent's rating changes from %+v to %+v", bert, got)
	}
	if list, err := s.Ratings(ctx, a.Person); err != nil || len(list) != 0 {
		t.Errorf("ratings of a closed account after another game: %+v, %v", list, err)
	}
}

// ratingsRemoved checks that the record of a rated game is deleted with the game and loses its players with the game,
// and that the current ratings remain.
func ratingsRemoved(t *testing.T, s store.Full) {
	ctx := t.Context()
	a, b := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{})
	for i, id := range []string{"1", "2", "3"} {
		Play(t, s, RatedEntry(id, a, b, int64(1000+i)), rules.WhiteWins)
		if _, err := s.Refund(ctx, id, "why", 2000); err != nil {
			t.Fatalf("Refund: %v", err)
		}
	}
	anna := ratingOf(t, s, a)
	if err := s.Delete(ctx, "1"); err != nil {
		t.Fatalf("Delete: %v", err)
	}
	if err := s.Anonymise(ctx, "2"); err != nil {
		t.Fatalf("Anonymise: %v", err)
	}
	_, err := s.RatedGame(ctx, "1")
	fails(t, "RatedGame of a deleted game", err, rating.ErrNotFound)
	e, err := s.Entry(ctx, "2")
	if err != nil {
		t.Fatalf("Entry: %v", err)
	}
	g, err := s.RatedGame(ctx, "2")
	if err != nil || g.White.Person != e.White.Session || g.Black.Person != e.Black.Session || g.Of(a.Person) != nil {
		t.Errorf("an anonymous game is recorded as %+v, %v; its entry is %+v", g, err, e)
	}
	if list, err := s.RatedGames(ctx, a.Person, bullet, 10); err != nil || len(list) != 1 || list[0].ID != "3" {
		t.Errorf("the rated games with a name are %+v, %v", list, err)
	}
	if list, err := s.Adjustments(ctx, b.Person); err != nil || len(list) != 1 || list[0].Game != "3" {
		t.Errorf("the adjustments are %+v, %v", list, err)
	}
	if got := ratingOf(t, s, a); got != anna {
		t.Errorf("the rating changes from %+v to %+v", anna, got)
	}
}
