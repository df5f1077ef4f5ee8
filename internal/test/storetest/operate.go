package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/studies"
)

// RunOperated tests a store's admin functions. open returns a new empty store on each call.
func RunOperated(t *testing.T, open func(t *testing.T) store.Full) {
	for name, test := range map[string]func(t *testing.T, s store.Full){
		"erase": erase, "delete": deletes, "list": filters, "persons": persons, "settings": settings, "definitions": unneeded, "joined": joined, "ratings": ratingsRemoved, "unused accounts": unusedAccounts,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// Fill adds three games with Anna and one without her to a store.
func Fill(t testing.TB, s room.Store) {
	t.Helper()
	for _, e := range []room.Entry{
		Entry("one", "anna", "bert", 10), Entry("two", "cora", "anna", 20), Entry("self", "anna", "anna", 30), Entry("other", "bert", "cora", 40),
	} {
		if err := s.Create(t.Context(), e, Created(e)); err != nil {
			t.Fatalf("Create: %v", err)
		}
		if err := s.Append(t.Context(), e, 1, []game.Event{Moved("e2e4", 50)}); err != nil {
			t.Fatalf("Append: %v", err)
		}
	}
}

// erase checks that erasing a person keeps their games but removes every link from the games to the
// person, and that a room with such a game in memory does not restore the person.
func erase(t *testing.T, s store.Full) {
	Fill(t, s)
	ctx, anna := t.Context(), session("anna")
	if ids, err := s.Rename(ctx, anna, "Xanthippe"); err != nil || len(ids) != 3 {
		t.Fatalf("Rename changed %v, %v", ids, err)
	}
	if names, err := s.Names(ctx); err != nil || !reflect.DeepEqual(names, map[game.Hash]string{anna: "Xanthippe"}) {
		t.Errorf("names after renaming: %v, %v", names, err)
	}
	if events, _ := s.Load(ctx, "two", 0); events[0].Start.Black.Name != "Xanthippe" || events[0].Start.White.Name != "cora" {
		t.Errorf("renamed to %+v", events[0].Start)
	}
	if err := s.CreateStudy(ctx, studies.Study{ID: "hers", Owner: anna, Version: 1}, studies.Bounds{Person: 1, All: 1}); err != nil {
		t.Fatalf("CreateStudy: %v", err)
	}
	if err := s.Subscribe(ctx, store.Subscription{Endpoint: "https://push.example.org/hers", Person: anna, Key: []byte{4}, Auth: []byte{1}}, 1, 1); err != nil {
		t.Fatalf("Subscribe: %v", err)
	}
	if err := s.Ban(ctx, store.Ban{Subject: fmt.Sprintf("%x", anna[:]), Reason: "why", Created: 1}); err != nil {
		t.Fatalf("Ban: %v", err)
	}
	ids, err := s.Erase(ctx, anna)
	if err != nil || len(ids) != 3 {
		t.Fatalf("Erase changed %v, %v", ids, err)
	}
	if _, err := s.Study(ctx, "hers"); !errors.Is(err, studies.ErrNotFound) {
		t.Errorf("the study was not deleted: %v", err)
	}
	if list, err := s.Subscriptions(ctx, anna); err != nil || len(list) != 0 {
		t.Errorf("the subscriptions were not deleted: %v, %v", list, err)
	}
	if names, err := s.Names(ctx); err != nil || len(names) != 0 {
		t.Errorf("the name was not deleted: %v, %v", names, err)
	}
	if bans, err := s.Bans(ctx); err != nil || len(bans) != 0 {
		t.Errorf("the ban was not deleted: %v, %v", bans, err)
	}
	var hashes []game.Hash
	for _, id := range []string{"one", "self"} {
		events, err := s.Load(ctx, id, 0)
		if err != nil || len(events) != 2 || events[0].Start.White.Name != "" || events[0].Start.White.Free() {
			t.Errorf("events of %s after erasing: %+v, %v", id, events, err)
		}
		hashes = append(hashes, events[0].Start.White.Session)
	}
	if self, _ := s.Load(ctx, "self", 0); self[0].Start.White.Session != self[0].Start.Black.Session {
		t.Error("an erased person who played both sides has two identities")
	}
	if hashes[0] == hashes[1] || hashes[0] == anna {
		t.Error("two games of an erased person can be linked")
	}
	late := Entry("one", "anna", "bert", 10)
	if err := s.Append(ctx, late, 2, []game.Event{Moved("e7e5", 60)}); err != nil {
		t.Fatalf("Append: %v", err)
	}
	if list, err := s.BySession(ctx, anna, 10); err != nil || len(list) != 0 {
		t.Errorf("the erased person was restored: %+v, %v", list, err)
	}
}

// deletes checks that a deleted game no longer exists, and that other games are not affected.
func deletes(t *testing.T, s store.Full) {
	Fill(t, s)
	ctx := t.Context()
	if err := s.Delete(ctx, "one"); err != nil {
		t.Fatalf("Delete: %v", err)
	}
	if err := s.Delete(ctx, "one"); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("Delete twice: %v", err)
	}
	if _, err := s.Load(ctx, "one", 0); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("Load of a deleted game: %v", err)
	}
	if _, err := s.Entry(ctx, "one"); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("Entry of a deleted game: %v", err)
	}
	e := Entry("one", "anna", "bert", 10)
	if err := s.Append(ctx, e, 2, []game.Event{Moved("e7e5", 60)}); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("Append to a deleted game: %v", err)
	}
	if err := s.Create(ctx, e, Created(e)); err != nil {
		t.Errorf("Create with the ID of a deleted game: %v", err)
	}
	if events, err := s.Load(ctx, "two", 0); err != nil || len(events) != 2 {
		t.Errorf("another game after Delete: %v, %v", events, err)
	}
}

// filters checks the filters of the admin list, Anonymise and Sizes.
func filters(t *testing.T, s store.Full) {
	Fill(t, s)
	ctx := t.Context()
	over := Entry("other", "bert", "cora", 40)
	over.Running, over.Updated = false, 90
	if err := s.Append(ctx, over, 2, []game.Event{game.Stop(90)}); err != nil {
		t.Fatalf("Append: %v", err)
	}
	ids := func(f store.Filter) (text string) {
		t.Helper()
		list, err := s.List(ctx, f)
		if err != nil {
			t.Fatalf("List: %v", err)
		}
		for _, e := range list {
			text += e.ID + " "
		}
		return text
	}
	for want, f := range map[string]store.Filter{
		"other self two one ": {}, "other ": {Ended: true}, "self two one ": {Running: true}, "other self ": {Limit: 2},
		"self two one  ": {Player: session("anna"), Limit: 9}, "one ": {Before: 15}, "": {Ended: true, Before: 90}, "other  ": {Ended: true, Before: 91},
	} {
		if got := ids(f); got != strings.ReplaceAll(want, "  ", " ") {
			t.Errorf("List(%+v) = %q, want %q", f, got, want)
		}
	}
	if err := s.Anonymise(ctx, "other"); err != nil {
		t.Fatalf("Anonymise: %v", err)
	}
	if err := s.Anonymise(ctx, "none"); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("Anonymise of an unknown game: %v", err)
	}
	if e, err := s.Entry(ctx, "other"); err != nil || e.White.Name != "" || e.White.Session == session("bert") || e.White.Free() {
		t.Errorf("White after Anonymise: %+v, %v", e.White, err)
	}
	if got := ids(store.Filter{Ended: true, Named: true}); got != "" {
		t.Errorf("games with names after Anonymise: %q", got)
	}
	z, err := s.Sizes(ctx, 36500)
	if err != nil || z.Games != 4 || z.Running != 3 || z.Events != 9 || z.Database == 0 || len(z.Tables) < 5 || len(z.Days) != 1 || z.Days[0] != (store.DaySize{Day: "1970-01-01", Games: 4, Events: 9}) {
		t.Errorf("Sizes = %+v, %v", z, err)
	}
}

// persons checks that people are found by a prefix of their hash, both in games and in bans.
func persons(t *testing.T, s store.Full) {
	Fill(t, s)
	ctx := t.Context()
	only := session("nobody but banned")
	if err := s.Ban(ctx, store.Ban{Subject: fmt.Sprintf("%x", only[:]), Created: 1}); err != nil {
		t.Fatalf("Ban: %v", err)
	}
	if err := s.Ban(ctx, store.Ban{Subject: "192.0.2.0/24", Created: 1}); err != nil {
		t.Fatalf("Ban: %v", err)
	}
	for _, who := range []game.Hash{session("anna"), session("cora"), only} {
		low, high := who, who
		for i := 4; i < len(who); i++ {
			low[i], high[i] = 0, 0xff
		}
		if list, err := s.Persons(ctx, low, high, 2); err != nil || !reflect.DeepEqual(list, []game.Hash{who}) {
			t.Errorf("Persons(%x) = %x, %v", who, list, err)
		}
	}
	var all game.Hash
	for i := range all {
		all[i] = 0xff
	}
	if list, err := s.Persons(ctx, game.Hash{}, all, 2); err != nil || len(list) != 2 {
		t.Errorf("Persons with limit 2 = %x, %v", list, err)
	}
}

// settings checks bans and other admin settings.
func settings(t *testing.T, s store.Full) {
	ctx := t.Context()
	one, two := store.Ban{Subject: "192.0.2.0/24", Reason: "why", Created: 5, Until: 9}, store.Ban{Subject: "2001:db8::/32", Reason: "é", Created: 6}
	for _, b := range []store.Ban{{Subject: one.Subject, Created: 1}, two, one} {
		if err := s.Ban(ctx, b); err != nil {
			t.Fatalf("Ban: %v", err)
		}
	}
	if all, err := s.Bans(ctx); err != nil || !reflect.DeepEqual(all, []store.Ban{two, one}) {
		t.Errorf("Bans = %+v, %v", all, err)
	}
	if err := s.ForgetBans(ctx, 9); err != nil {
		t.Fatalf("ForgetBans: %v", err)
	}
	if all, err := s.Bans(ctx); err != nil || !reflect.DeepEqual(all, []store.Ban{two}) {
		t.Errorf("Bans after one expired: %+v, %v", all, err)
	}
	if err := s.Unban(ctx, two.Subject); err != nil {
		t.Fatalf("Unban: %v", err)
	}
	if all, err := s.Bans(ctx); err != nil || len(all) != 0 || all == nil {
		t.Errorf("Bans after Unban: %+v, %v", all, err)
	}
	value := "unset"
	if err := s.Setting(ctx, "thing", &value); err != nil || value != "unset" {
		t.Errorf("unset value = %q, %v", value, err)
	}
	for _, want := range []string{"first", "second \x00 ♞"} {
		if err := s.Set(ctx, "thing", want); err != nil {
			t.Fatalf("Set: %v", err)
		}
		if err := s.Setting(ctx, "thing", &value); err != nil || value != want {
			t.Errorf("value = %[2]q, %[3]v; want %[1]q", want, value, err)
		}
	}
}

// unneeded checks that ForgetDefinitions keeps definitions that were stored recently, whether or not a game
// uses them, and that Totals counts definitions and studies.
func unneeded(t *testing.T, s store.Full) {
	ctx := t.Context()
	for _, hash := range []string{"h1", "h2"} {
		if err := s.Define(ctx, room.Definition{Hash: hash, Text: "text"}, 10); err != nil {
			t.Fatalf("Define: %v", err)
		}
	}
	e := Entry("one", "anna", "bert", 10)
	e.Variant = "mine#h1"
	if err := s.Create(ctx, e, Created(e)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	if n, err := s.ForgetDefinitions(ctx); n != 0 || err != nil {
		t.Errorf("deleted %d definitions, %v", n, err)
	}
	if err := s.CreateStudy(ctx, study("one", "anna", 5), plenty); err != nil {
		t.Fatalf("CreateStudy: %v", err)
	}
	if definitions, studies, err := s.Totals(ctx); definitions != 2 || studies != 1 || err != nil {
		t.Errorf("Totals = %d, %d, %v; want 2, 1", definitions, studies, err)
	}
	for _, hash := range []string{"h1", "h2"} {
		if _, err := s.Definition(ctx, hash); err != nil {
			t.Errorf("Definition(%s): %v", hash, err)
		}
	}
}

// joined checks that a player who joins a game is listed and appears in the events.
func joined(t *testing.T, s store.Full) {
	ctx := t.Context()
	e := Entry("one", "anna", "", 10)
	e.Black, e.Open = game.Seat{}, true
	if err := s.Create(ctx, e, Created(e)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	e.Black, e.Open = game.Seat{Session: session("bert"), Name: "Bert"}, false
	event := game.Event{Type: game.Joined, At: 20, Side: game.Black, Player: &e.Black}
	if err := s.Append(ctx, e, 1, []game.Event{event}); err != nil {
		t.Fatalf("Append: %v", err)
	}
	if list, err := s.BySession(ctx, session("bert"), 10); err != nil || len(list) != 1 || !reflect.DeepEqual(list[0], e) {
		t.Errorf("Bert's games: %+v, %v", list, err)
	}
	if events, err := s.Load(ctx, "one", 1); err != nil || !reflect.DeepEqual(events, []game.Event{event}) {
		t.Errorf("events after joining: %+v, %v", events, err)
	}
	// A player who joins too late does not get the seat.
	other := game.Seat{Session: session("cora"), Name: "Cora"}
	if err := s.Append(ctx, e, 1, []game.Event{{Type: game.Joined, At: 20, Side: game.Black, Player: &other}}); !errors.Is(err, room.ErrConflict) {
		t.Errorf("second join: %v", err)
	}
	if list, err := s.BySession(ctx, session("bert"), 10); err != nil || len(list) != 1 || list[0].Black != e.Black {
		t.Errorf("Bert's games: %+v, %v", list, err)
	}
}
