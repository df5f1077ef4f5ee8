package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/profile"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/rules"
)

// RunProfiles is the conformance test for implementations of profile.Store. open returns a new empty store on each call.
func RunProfiles(t *testing.T, open func(t *testing.T) store.Store) {
	for name, test := range map[string]func(t *testing.T, s store.Store){
		"finished": finished, "playing": playing, "choices": choices, "relations": relations, "invitations": invitations, "closed account": profileOfClosed,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// idsOf returns the identifiers of games.
func idsOf(t *testing.T, list []room.Entry, err error) (ids []string) {
	t.Helper()
	if err != nil {
		t.Fatalf("query: %v", err)
	}
	for _, e := range list {
		ids = append(ids, e.ID)
	}
	return ids
}

func finished(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{})
	rated := Play(t, s, RatedEntry("rated", b, a, 3000), rules.BlackWins)
	casual := Entry("casual", "guest", "", 1000)
	casual.Black, casual.Opening = game.Seat{Session: a.Person, Name: a.Name}, []string{"e4", "e5"}
	casual = Play(t, s, casual, rules.Draw)
	computer := Entry("computer", "", "", 2000)
	computer.White, computer.Black, computer.Listed = game.Seat{Session: a.Person, Name: a.Name}, game.Seat{Computer: 3}, true
	computer = Play(t, s, computer, rules.WhiteWins)
	alone := RatedEntry("alone", a, a, 500)
	alone.Rated = false
	alone = Play(t, s, alone, rules.WhiteWins)
	black := computer
	black.ID, black.White, black.Black, black.Created, black.Running, black.Result = "black", computer.Black, computer.White, 2500, true, nil
	black = Play(t, s, black, rules.WhiteWins)
	Begin(t, s, RatedEntry("running", a, b, 9000))
	record, err := s.RatedGame(ctx, "rated")
	if err != nil {
		t.Fatalf("RatedGame: %v", err)
	}
	want := []profile.Finished{
		{Entry: rated, Rated: &record, Accounts: [2]bool{true, true}}, {Entry: black, Accounts: [2]bool{false, true}}, {Entry: computer, Accounts: [2]bool{true, false}},
		{Entry: casual, Accounts: [2]bool{false, true}}, {Entry: alone, Accounts: [2]bool{true, true}},
	}
	for _, limit := range []int{10, 2} {
		list, err := s.Finished(ctx, a.Person, limit)
		same(t, fmt.Sprint("Finished with limit ", limit), list, err, want[:min(limit, len(want))])
	}
	list, err := s.Finished(ctx, session("nobody"), 10)
	same(t, "Finished of nobody", len(list), err, 0)
}

func playing(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b, c := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{}), Register(t, s, "Cora", game.Hash{})
	Begin(t, s, RatedEntry("ab", a, b, 1000))
	Begin(t, s, RatedEntry("bc", b, c, 3000))
	Begin(t, s, RatedEntry("ca", c, a, 2000))
	Play(t, s, RatedEntry("over", a, b, 4000), rules.Draw)
	for _, test := range []struct {
		people []game.Hash
		limit  int
		want   []string
	}{
		{[]game.Hash{a.Person}, 9, []string{"ca", "ab"}}, {[]game.Hash{a.Person, b.Person}, 9, []string{"bc", "ca", "ab"}},
		{[]game.Hash{a.Person, b.Person}, 1, []string{"bc"}}, {nil, 9, nil}, {[]game.Hash{session("nobody")}, 9, nil},
	} {
		list, err := s.Playing(ctx, test.people, test.limit)
		if got := idsOf(t, list, err); !slices.Equal(got, test.want) {
			t.Errorf("Playing: %v, want %v", got, test.want)
		}
	}
}

func choices(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{})
	for _, hidden := range []bool{true, true, false, true} {
		fails(t, "SetHidden", s.SetHidden(ctx, a.Person, hidden), nil)
		got, err := s.Hidden(ctx, a.Person)
		same(t, "Hidden", got, err, hidden)
		got, err = s.Hidden(ctx, b.Person)
		same(t, "Hidden of another", got, err, false)
	}
	for _, day := range []profile.Day{"2026-11-16", "2026-12-01", "2026-11-16", "2026-11-17"} {
		fails(t, "SolveDaily", s.SolveDaily(ctx, profile.Solved{Person: a.Person, Day: day}), nil)
	}
	days, err := s.Solved(ctx, a.Person)
	same(t, "Solved", days, err, []profile.Day{"2026-12-01", "2026-11-17", "2026-11-16"})
	days, err = s.Solved(ctx, b.Person)
	same(t, "Solved by another", len(days), err, 0)
}

// relate changes a relation.
func relate(t *testing.T, s profile.Store, by, other people.Account, r profile.Relation, limit int, want error) {
	t.Helper()
	fails(t, "Relate", s.Relate(t.Context(), profile.SavedRelation{Person: by.Person, Other: other.Person, Relation: r, Created: 5}, limit), want)
}

func relations(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b, c := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{}), Register(t, s, "Cora", game.Hash{})
	check := func(of people.Account, want ...profile.Related) {
		t.Helper()
		list, err := s.Relations(ctx, of.Person)
		for i := range want {
			devices, err := s.Devices(ctx, want[i].Person)
			if err != nil || len(devices) != 1 {
				t.Fatalf("Devices: %v, %v", devices, err)
			}
			want[i].Used = devices[0].Used
		}
		same(t, "Relations of "+of.Name, append([]profile.Related{}, list...), err, append([]profile.Related{}, want...))
	}
	apart := func(of people.Account, want ...game.Hash) {
		t.Helper()
		list, err := s.Apart(ctx, of.Person)
		if order := func(list []game.Hash) []string {
			var all []string
			for _, h := range list {
				all = append(all, fmt.Sprintf("%x", h[:]))
			}
			return sorted(all)
		}; err != nil || !slices.Equal(order(list), order(want)) {
			t.Errorf("people apart from %s: %x, %v, want %x", of.Name, list, err, want)
		}
	}
	relate(t, s, a, c, profile.Follow, 2, nil)
	relate(t, s, a, b, profile.Follow, 2, nil)
	fails(t, "SetHidden", s.SetHidden(ctx, c.Person, true), nil)
	bert, cora := profile.Related{Person: b.Person, Name: "Bert", Relation: profile.Follow}, profile.Related{Person: c.Person, Name: "Cora", Relation: profile.Follow, Hidden: true}
	check(a, bert, cora)
	check(b)
	apart(a)
	relate(t, s, a, c, profile.Block, 2, nil) // replaces, so the limit permits it
	blocked := cora
	blocked.Relation = profile.Block
	check(a, bert, blocked)
	apart(a, c.Person)
	apart(c, a.Person)
	apart(b)
	relate(t, s, a, people.Account{Person: session("third")}, profile.Follow, 2, profile.ErrFull)
	relate(t, s, people.Account{Person: session("nobody")}, a, profile.Follow, 2, people.ErrNotFound)
	relate(t, s, b, a, profile.Block, 2, nil) // Anna does not see Bert any more
	check(a, blocked)
	apart(a, b.Person, c.Person)
	relate(t, s, b, a, profile.None, 2, nil)
	relate(t, s, a, c, profile.None, 1, nil)
	check(a, bert)
	apart(a)
}

func invitations(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{})
	wait := func(id string, created int64) room.Entry {
		e := RatedEntry(id, a, people.Account{}, created)
		Begin(t, s, e)
		return e
	}
	invite := func(id string, limit int, want error) {
		t.Helper()
		fails(t, "Invite to "+id, s.Invite(ctx, profile.Invitation{Game: id, Person: b.Person, Created: 7}, limit), want)
	}
	check := func(want ...string) {
		t.Helper()
		list, err := s.Invitations(ctx, b.Person)
		if got := idsOf(t, list, err); !slices.Equal(got, want) {
			t.Errorf("Invitations: %v, want %v", got, want)
		}
	}
	one := wait("one", 1000)
	wait("two", 2000)
	wait("three", 3000)
	invite("one", 2, nil)
	invite("two", 2, nil)
	invite("two", 2, nil)
	check("two", "one")
	invite("three", 2, profile.ErrFull)
	over, event := Ended(one, rules.Ongoing, 1500)
	fails(t, "Append", s.Append(ctx, over, 1, []game.Event{event}), nil)
	check("two")
	invite("three", 2, nil) // the first one no longer counts
	check("three", "two")
	two := RatedEntry("two", a, b, 2000)
	fails(t, "Append", s.Append(ctx, two, 1, []game.Event{{Type: game.Joined, At: 2500, Side: game.Black, Player: &two.Black}}), nil)
	check("three")
	if list, err := s.Invitations(ctx, a.Person); err != nil || len(list) != 0 {
		t.Errorf("invitations of the challenger: %v, %v", list, err)
	}
	fails(t, "Invite of nobody", s.Invite(ctx, profile.Invitation{Game: "one", Person: session("nobody")}, 2), people.ErrNotFound)
}

// profileOfClosed checks that closing an account deletes what the person chose, and what others chose about them.
func profileOfClosed(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{})
	Begin(t, s, RatedEntry("one", b, people.Account{}, 1000))
	relate(t, s, a, b, profile.Block, 9, nil)
	relate(t, s, b, a, profile.Block, 9, nil)
	fails(t, "SetHidden", s.SetHidden(ctx, a.Person, true), nil)
	fails(t, "SolveDaily", s.SolveDaily(ctx, profile.Solved{Person: a.Person, Day: "2026-11-16"}), nil)
	fails(t, "Invite", s.Invite(ctx, profile.Invitation{Game: "one", Person: a.Person}, 9), nil)
	if _, err := s.Erase(ctx, a.Person); err != nil {
		t.Fatalf("Erase: %v", err)
	}
	hidden, err := s.Hidden(ctx, a.Person)
	same(t, "Hidden", hidden, err, false)
	days, err := s.Solved(ctx, a.Person)
	same(t, "Solved", len(days), err, 0)
	games, err := s.Invitations(ctx, a.Person)
	same(t, "Invitations", len(games), err, 0)
	for _, who := range []people.Account{a, b} {
		list, err := s.Apart(ctx, who.Person)
		same(t, "Apart of "+who.Name, len(list), err, 0)
	}
}
