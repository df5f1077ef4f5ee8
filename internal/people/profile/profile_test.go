package profile_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/people/profile"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/rules"
)

var anna = game.HashOf("anna")

// pick returns a random element.
func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// history returns random games that Anna has played.
func history(r *rand.Rand, n int) (list []profile.Finished) {
	for i := range n {
		seats := [2]game.Seat{{Session: anna, Name: "Anna"}, {Session: game.HashOf(fmt.Sprint(r.IntN(5))), Name: pick(r, "Bert", "Cora")}}
		white := r.IntN(2)
		e := room.Entry{
			ID: fmt.Sprintf("%03d", i), Variant: pick(r, "chess", "mine#abc"), White: seats[white], Black: seats[1-white], Updated: int64(r.IntN(50)),
			Control: pick(r, nil, &clock.Control{Initial: 60_000}, &clock.Control{Days: 1}), Rated: r.IntN(2) == 0, Listed: r.IntN(2) == 0,
			Result: &game.Result{Result: pick(r, rules.WhiteWins, rules.Draw, rules.BlackWins, rules.Ongoing)},
		}
		for range r.IntN(4) {
			e.Opening = append(e.Opening, pick(r, "a", "b", "c"))
		}
		f := profile.Finished{Entry: e, Accounts: [2]bool{true, r.IntN(2) == 0}}
		if e.Rated && r.IntN(4) > 0 {
			player := func(s game.Seat) rating.Player {
				return rating.Player{Person: s.Session, Bot: s.Session != anna && r.IntN(4) == 0, Before: rating.Rating{Points: float64(1000 + r.IntN(10)*100)}}
			}
			f.Rated = &rating.Game{ID: e.ID, White: player(e.White), Black: player(e.Black)}
		}
		list = append(list, f)
	}
	return list
}

func seen(list []profile.Finished) (games []profile.Game) {
	for i := range list {
		if g, ok := list[i].Of(anna); ok {
			games = append(games, g)
		}
	}
	return games
}

// won counts the games that match by their result as stored.
func won(list []profile.Finished, match func(f profile.Finished) bool) (c profile.Count) {
	for _, f := range list {
		if f.Entry.Result.Result == rules.Ongoing || !match(f) {
			continue
		}
		white := f.Entry.White.Session == anna
		switch result := f.Entry.Result.Result; {
		case result == rules.Draw:
			c.Draws++
		case (result == rules.WhiteWins) == white:
			c.Wins++
		default:
			c.Losses++
		}
	}
	return c
}

// TestRecount compares the figures of random histories with plain counts of the stored games.
func TestRecount(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		list := history(r, r.IntN(60))
		games := seen(list)
		totals := map[string]profile.Count{}
		for _, total := range profile.Totals(games) {
			totals[total.Variant] = total.Count
		}
		for variant, stored := range map[string]string{"chess": "chess", "abc": "mine#abc"} {
			if want := won(list, func(f profile.Finished) bool { return f.Entry.Variant == stored }); totals[variant] != want {
				t.Fatalf("seed %d: totals of %s %+v, want %+v", seed, variant, totals[variant], want)
			}
		}
		tree := profile.Tree(games, 1000)
		if want := won(list, func(profile.Finished) bool { return true }); tree.Count != want {
			t.Fatalf("seed %d: the root counts %+v, want %+v", seed, tree.Count, want)
		}
		nodes := recount(t, list, tree, nil)
		for limit := range nodes {
			if n := recount(t, list, profile.Tree(games, limit), nil); n != limit {
				t.Fatalf("seed %d: %d nodes, want %d", seed, n, limit)
			}
		}
		wins := profile.BestWins(games, 1000)
		for _, f := range list {
			g, ok := f.Of(anna)
			if !ok || g.Score != profile.Win || f.Rated == nil || g.Other.Bot {
				continue
			}
			if !slices.ContainsFunc(wins, func(w profile.Game) bool {
				return w.Other.Person == g.Other.Person && w.Other.Before.Points >= g.Other.Before.Points
			}) {
				t.Fatalf("seed %d: no win against the opponent of %s, or a worse one", seed, g.ID)
			}
		}
		for i, w := range wins {
			if i > 0 && wins[i-1].Other.Before.Points < w.Other.Before.Points || w.Score != profile.Win || w.Other.Bot {
				t.Fatalf("seed %d: wins %+v", seed, wins)
			}
		}
	}
}

// recount compares the nodes below a node with the stored games that begin with the same moves, and returns their number.
func recount(t *testing.T, list []profile.Finished, at *profile.Node, line []string) (nodes int) {
	t.Helper()
	for i, n := range at.Moves {
		path := append(slices.Clone(line), n.Move)
		begins := func(f profile.Finished) bool {
			return strings.HasPrefix(strings.Join(f.Entry.Opening, " ")+" ", strings.Join(path, " ")+" ")
		}
		if want := won(list, begins); n.Count != want {
			t.Fatalf("%v counts %+v, want %+v", path, n.Count, want)
		}
		if i > 0 && at.Moves[i-1].Games() < n.Games() {
			t.Fatalf("the moves after %v are not sorted", line)
		}
		nodes += 1 + recount(t, list, n, path)
	}
	return nodes
}

func TestFilter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	games := seen(history(r, 200))
	no := false
	for name, test := range map[string]struct {
		filter profile.Filter
		match  func(g profile.Game) bool
	}{
		"all":      {profile.Filter{}, func(profile.Game) bool { return true }},
		"variant":  {profile.Filter{Variant: "abc"}, func(g profile.Game) bool { return g.Variant == "mine#abc" }},
		"speed":    {profile.Filter{Speed: clock.Bullet}, func(g profile.Game) bool { return g.Control != nil && g.Control.Initial > 0 }},
		"colour":   {profile.Filter{Colour: game.Black}, func(g profile.Game) bool { return g.Black.Session == anna }},
		"result":   {profile.Filter{Score: profile.Loss}, func(g profile.Game) bool { return g.Score == profile.Loss }},
		"casual":   {profile.Filter{Rated: &no}, func(g profile.Game) bool { return !g.Rated }},
		"opponent": {profile.Filter{Opponent: "B E R T"}, func(g profile.Game) bool { return g.Opponent.Name == "Bert" }},
		"several":  {profile.Filter{Opponent: "Cora", Score: profile.Win}, func(g profile.Game) bool { return g.Opponent.Name == "Cora" && g.Score == profile.Win }},
	} {
		var want []profile.Game
		for _, g := range games {
			if test.match(g) {
				want = append(want, g)
			}
		}
		if got := test.filter.Select(games); !reflect.DeepEqual(got, want) || len(want) == 0 {
			t.Errorf("%s: %d games, want %d", name, len(got), len(want))
		}
	}
}

func TestOf(t *testing.T) {
	f := profile.Finished{Entry: room.Entry{White: game.Seat{Session: anna}, Black: game.Seat{Computer: 3}, Result: &game.Result{Result: rules.WhiteWins}}}
	g, ok := f.Of(anna)
	if !ok || g.Score != profile.Win || g.Opponent.Computer != 3 || g.Pool.Speed != "" || g.Public() {
		t.Errorf("a game against the computer: %+v", g)
	}
	f.Entry.Black = f.Entry.White
	if _, ok := f.Of(anna); ok {
		t.Error("a game that somebody plays on both sides counts")
	}
	f.Entry.Black, f.Entry.Result = game.Seat{Session: game.HashOf("bert")}, nil
	if _, ok := f.Of(anna); ok {
		t.Error("a game in progress counts")
	}
}

func TestStreaks(t *testing.T) {
	for _, test := range []struct {
		days          []profile.Day
		current, best int
	}{
		{nil, 0, 0},
		{[]profile.Day{"2026-03-01"}, 1, 1},
		{[]profile.Day{"2026-02-28", "2026-02-27"}, 2, 2},
		{[]profile.Day{"2026-02-27"}, 0, 1},
		{[]profile.Day{"2026-03-01", "2026-02-27", "2026-02-26", "2026-02-25"}, 1, 3},
	} {
		if current, best := profile.Streaks(test.days, "2026-03-01"); current != test.current || best != test.best {
			t.Errorf("Streaks(%v) = %d, %d, want %d, %d", test.days, current, best, test.current, test.best)
		}
	}
	// Recount: a set of days, looked up one by one.
	r := rand.New(rand.NewPCG(3, 4))
	today := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	ago := func(n int) profile.Day { return profile.DayOf(today.AddDate(0, 0, -n).UnixMilli()) }
	for range 200 {
		solved, days := map[profile.Day]bool{}, []profile.Day(nil)
		for n := range 30 {
			if r.IntN(3) > 0 {
				solved[ago(n)], days = true, append(days, ago(n))
			}
		}
		length := func(n int) (run int) {
			for solved[ago(n+run)] {
				run++
			}
			return run
		}
		best := 0
		for n := range 30 {
			best = max(best, length(n))
		}
		if got, most := profile.Streaks(days, ago(0)); got != max(length(0), length(1)) || most != best {
			t.Fatalf("Streaks(%v) = %d, %d, want %d, %d", days, got, most, max(length(0), length(1)), best)
		}
	}
}
