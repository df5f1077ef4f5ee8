// Package storetest is the conformance test for implementations of room.Store. Every store must pass
// [Run].
package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
)

// Run tests a store. open returns a new empty store on each call.
func Run(t *testing.T, open func(t *testing.T) room.Store) {
	for name, test := range map[string]func(t *testing.T, s room.Store){
		"events": keepsEvents, "rejected writes": refused, "copies": own, "lists": lists, "due": due, "concurrent games": together, "race": race, "cancelled context": contextEnds, "definitions": definitions, "concurrent definitions": definedAtOnce,
		"rematch": rematch, "rematch refused": rematchRefused, "seen": seen, "pulse": pulse, "many outages": manyOutages,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

func session(name string) game.Hash { return game.HashOf(name) }

// Entry returns an entry for a game between two people. Stores do not interpret its content.
func Entry(id, white, black string, created int64) room.Entry {
	return room.Entry{
		ID: id, Variant: "chess", Running: true, Turn: game.White, Position: "somewhere", Created: created, Updated: created,
		White: game.Seat{Session: session(white), Name: white}, Black: game.Seat{Session: session(black), Name: black},
		Control: &clock.Control{Initial: 60_000},
	}
}

// Created returns the first events of the game with an entry.
func Created(e room.Entry) []game.Event {
	return []game.Event{{Type: game.Created, At: e.Created, Start: &game.Start{ID: e.ID, Variant: e.Variant, White: e.White, Black: e.Black, Control: e.Control}}}
}

// Moved returns a move event.
func Moved(text string, at int64) game.Event {
	return game.Event{Type: game.Moved, At: at, Move: text}
}

// keepsEvents checks that a store returns events unchanged and in order.
func keepsEvents(t *testing.T, s room.Store) {
	ctx := t.Context()
	if _, err := s.Load(ctx, "none", 0); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("Load of an unknown game: %v", err)
	}
	e := Entry("one", "anna", "bert", 5)
	if err := s.Append(ctx, e, 0, Created(e)); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("Append to an unknown game: %v", err)
	}
	if err := s.Create(ctx, e, Created(e)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	if err := s.Create(ctx, e, Created(e)); !errors.Is(err, room.ErrConflict) {
		t.Errorf("Create twice: %v", err)
	}
	want := Created(e)
	more := []game.Event{Moved("e2e4", 6), {Type: game.Offered, At: 7, Side: game.White, What: game.OfDraw}}
	if err := s.Append(ctx, e, 1, more); err != nil {
		t.Fatalf("Append: %v", err)
	}
	want = append(want, more...)
	for _, have := range []int{0, 1, 2, 4, -1} {
		if err := s.Append(ctx, e, have, more); !errors.Is(err, room.ErrConflict) {
			t.Errorf("Append after %d events of 3: %v", have, err)
		}
	}
	for from := range 5 {
		got, err := s.Load(ctx, "one", from)
		if rest := want[min(from, len(want)):]; err != nil || len(got) != len(rest) || len(rest) > 0 && !reflect.DeepEqual(got, rest) {
			t.Errorf("Load from %d: %+v, %v", from, got, err)
		}
	}
	got, err := s.Load(ctx, "one", 0)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Load: %v\n got %+v\nwant %+v", err, got, want)
	}
}

// refused checks that a rejected write leaves no trace in the events or the
// entry.
func refused(t *testing.T, s room.Store) {
	ctx := t.Context()
	e := Entry("one", "anna", "bert", 5)
	if err := s.Create(ctx, e, Created(e)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	other := Entry("one", "cora", "dora", 6)
	other.Running, other.Updated, other.Deadline = false, 99, 50
	if err := s.Create(ctx, other, Created(other)); !errors.Is(err, room.ErrConflict) {
		t.Errorf("Create twice: %v", err)
	}
	for _, events := range [][]game.Event{{Moved("e2e4", 6)}, nil} {
		if err := s.Append(ctx, other, 2, events); !errors.Is(err, room.ErrConflict) {
			t.Errorf("Append of %d after 2 events of 1: %v", len(events), err)
		}
	}
	if list, err := s.BySession(ctx, session("anna"), 10); err != nil || len(list) != 1 || !reflect.DeepEqual(list[0], e) {
		t.Errorf("entry after a rejected write: %+v, %v; want %+v", list, err, e)
	}
	if list, err := s.Due(ctx, 1000, 10); err != nil || len(list) != 0 {
		t.Errorf("due: %+v, %v", list, err)
	}
	if got, err := s.Load(ctx, "one", 0); err != nil || !reflect.DeepEqual(got, Created(e)) {
		t.Errorf("events after a rejected write: %+v, %v", got, err)
	}
}

// own checks that a store copies events, so that changing an argument or a result does not change the
// stored game.
func own(t *testing.T, s room.Store) {
	ctx := t.Context()
	e := Entry("one", "anna", "bert", 5)
	first, more := Created(e), []game.Event{Moved("e2e4", 6), Moved("e7e5", 7)}
	if err := s.Create(ctx, e, first); err != nil {
		t.Fatalf("Create: %v", err)
	}
	first[0] = Moved("a2a4", 8)
	if err := s.Append(ctx, e, 1, more); err != nil {
		t.Fatalf("Append: %v", err)
	}
	more[0] = Moved("a2a4", 8)
	want := append(Created(e), Moved("e2e4", 6), Moved("e7e5", 7))
	got, err := s.Load(ctx, "one", 0)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("changing an argument changed the store: %+v, %v", got, err)
	}
	got[1] = Moved("h2h4", 9)
	if again, err := s.Load(ctx, "one", 0); err != nil || !reflect.DeepEqual(again, want) {
		t.Errorf("changing a result changed the store: %+v, %v", again, err)
	}
}

// lists checks the queries for entries.
func lists(t *testing.T, s room.Store) {
	ctx := t.Context()
	create := func(e room.Entry) {
		t.Helper()
		if err := s.Create(ctx, e, Created(e)); err != nil {
			t.Fatalf("Create: %v", err)
		}
	}
	ids := func(list []room.Entry, err error) string {
		t.Helper()
		if err != nil {
			t.Fatalf("query: %v", err)
		}
		text := ""
		for _, e := range list {
			text += e.ID + " "
		}
		return text
	}
	for i, e := range []room.Entry{
		Entry("a", "anna", "bert", 10), Entry("b", "bert", "anna", 20), Entry("c", "cora", "bert", 30), Entry("self", "anna", "anna", 15),
	} {
		e.Deadline = int64(i)
		create(e)
	}
	free := Entry("open", "cora", "", 40)
	free.Open, free.Black = true, game.Seat{}
	create(free)
	older := free
	older.ID, older.Created = "older", 35
	create(older)

	if got := ids(s.Open(ctx, 10)); got != "open older " {
		t.Errorf("Open: %s", got)
	}
	if got := ids(s.Open(ctx, 1)); got != "open " {
		t.Errorf("Open with limit 1: %s", got)
	}
	if got := ids(s.BySession(ctx, session("anna"), 10)); got != "b self a " {
		t.Errorf("Anna's games: %s", got)
	}
	if got := ids(s.BySession(ctx, game.Hash{}, 10)); got != "" {
		t.Errorf("games of the zero session: %s", got)
	}
	if n, err := s.CountRunning(ctx, session("anna")); n != 3 || err != nil {
		t.Errorf("Anna has %d running games, %v", n, err)
	}
	over := Entry("a", "anna", "bert", 10)
	over.Running, over.Updated, over.Result = false, 99, &game.Result{Result: "1-0", Reason: "time", Side: game.Black}
	if err := s.Append(ctx, over, 1, []game.Event{{Type: game.Flagged, At: 99, Side: game.Black}}); err != nil {
		t.Fatalf("Append: %v", err)
	}
	if got := ids(s.BySession(ctx, session("anna"), 2)); got != "a b " {
		t.Errorf("Anna's games, last changed first: %s", got)
	}
	if n, _ := s.CountRunning(ctx, session("anna")); n != 2 {
		t.Errorf("Anna has %d running games", n)
	}
	list, _ := s.BySession(ctx, session("anna"), 1)
	if !reflect.DeepEqual(list[0], over) {
		t.Errorf("got entry %+v, want %+v", list[0], over)
	}
	joined := free
	joined.Open, joined.Black = false, game.Seat{Session: session("anna")}
	if err := s.Append(ctx, joined, 1, []game.Event{{Type: game.Joined, Side: game.Black, Player: &joined.Black}}); err != nil {
		t.Fatalf("Append: %v", err)
	}
	if got := ids(s.Open(ctx, 10)); got != "older " {
		t.Errorf("Open after joining: %s", got)
	}
	if n, _ := s.CountRunning(ctx, session("anna")); n != 3 {
		t.Errorf("Anna has %d running games", n)
	}
}

// together appends to many games concurrently. Appends with a wrong number of events must fail, and
// exactly the acknowledged events must be stored.
func together(t *testing.T, s room.Store) {
	const games, moves = 40, 25
	var wg sync.WaitGroup
	for i := range games {
		wg.Go(func() {
			ctx := context.Background()
			e := Entry(fmt.Sprint("game", i), "anna", "bert", int64(i))
			if err := s.Create(ctx, e, Created(e)); err != nil {
				t.Errorf("Create: %v", err)
			}
			for n := range moves {
				if n%5 == 0 {
					if err := s.Append(ctx, e, n+2, []game.Event{Moved("bad", 0)}); !errors.Is(err, room.ErrConflict) {
						t.Errorf("Append with a conflict: %v", err)
					}
					gone, cancel := context.WithCancel(ctx)
					cancel()
					if err := s.Append(gone, e, n+1, nil); err != nil && !errors.Is(err, context.Canceled) {
						t.Errorf("Append: %v", err)
					}
				}
				if err := s.Append(ctx, e, n+1, []game.Event{Moved(fmt.Sprint(n), int64(n))}); err != nil {
					t.Errorf("Append: %v", err)
				}
			}
		})
	}
	wg.Wait()
	for i := range games {
		events, err := s.Load(t.Context(), fmt.Sprint("game", i), 0)
		if err != nil || len(events) != moves+1 {
			t.Fatalf("game %d has %d events, %v", i, len(events), err)
		}
		for n, e := range events[1:] {
			if e.Move != fmt.Sprint(n) {
				t.Fatalf("game %d, event %d is %+v", i, n, e)
			}
		}
	}
}

// due checks that games with a deadline before a given time, and no others, are returned, earliest
// first.
func due(t *testing.T, s room.Store) {
	ctx := t.Context()
	for i, at := range []int64{500, 0, 300, 400, 300} {
		e := Entry(fmt.Sprint("game", i), "anna", "bert", 1)
		e.Deadline = at
		if err := s.Create(ctx, e, Created(e)); err != nil {
			t.Fatalf("Create: %v", err)
		}
	}
	check := func(before int64, limit int, want ...string) {
		t.Helper()
		list, err := s.Due(ctx, before, limit)
		got := []string{}
		for _, e := range list {
			got = append(got, e.ID)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("due before %d, at most %d: %v, %v; want %v", before, limit, got, err, want)
		}
	}
	check(300, 10)
	check(301, 10, "game2", "game4")
	check(1000, 10, "game2", "game4", "game3", "game0")
	check(1000, 3, "game2", "game4", "game3")
	later, never := Entry("game2", "anna", "bert", 1), Entry("game4", "anna", "bert", 1)
	later.Deadline = 900
	for _, e := range []room.Entry{later, never} {
		if err := s.Append(ctx, e, 1, []game.Event{Moved("e2e4", 2)}); err != nil {
			t.Fatalf("Append: %v", err)
		}
	}
	check(1000, 10, "game3", "game0", "game2")
}

// race appends after the same event from many goroutines. One must succeed, and all others must
// get a conflict.
func race(t *testing.T, s room.Store) {
	ctx := context.Background()
	e := Entry("raced", "anna", "bert", 1)
	if err := s.Create(ctx, e, Created(e)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	const rounds, writers = 10, 8
	for have := 1; have <= rounds; have++ {
		var wg sync.WaitGroup
		var won atomic.Int32
		for i := range writers {
			wg.Go(func() {
				switch err := s.Append(ctx, e, have, []game.Event{Moved(fmt.Sprint(i), 2)}); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, room.ErrConflict):
					t.Errorf("Append: %v", err)
				}
			})
		}
		wg.Wait()
		if won.Load() != 1 {
			t.Fatalf("%d of %d writers wrote event %d, want 1", won.Load(), writers, have)
		}
	}
	if events, err := s.Load(ctx, e.ID, 0); err != nil || len(events) != rounds+1 {
		t.Errorf("%d events, %v", len(events), err)
	}
}

// contextEnds checks that a write with a cancelled context is either complete or leaves no trace.
func contextEnds(t *testing.T, s room.Store) {
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	e := Entry("one", "anna", "bert", 1)
	if err := s.Create(gone, e, Created(e)); err != nil {
		if _, err := s.Load(t.Context(), e.ID, 0); !errors.Is(err, room.ErrNotFound) {
			t.Errorf("a game whose Create failed exists: %v", err)
		}
	} else if events, err := s.Load(t.Context(), e.ID, 0); err != nil || len(events) != 1 {
		t.Errorf("a created game does not exist: %v", err)
	}
}

// definitions checks that a definition is stored once and unchanged, and that the quota is
// enforced.
func definitions(t *testing.T, s room.Store) {
	ctx := t.Context()
	if _, err := s.Definition(ctx, "none"); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("Definition of an unknown hash: %v", err)
	}
	one, two, three := room.Definition{Hash: "1", Text: `{"name":"one \u2028 'é'"}`}, room.Definition{Hash: "2", Text: "two"}, room.Definition{Hash: "3", Text: "three"}
	for _, d := range []room.Definition{one, two, one, {Hash: one.Hash, Text: "another"}, two} {
		if err := s.Define(ctx, d, 2); err != nil {
			t.Errorf("Define(%v): %v", d, err)
		}
	}
	if err := s.Define(ctx, three, 2); !errors.Is(err, room.ErrFull) {
		t.Errorf("Define beyond a quota of 2: %v", err)
	}
	if _, err := s.Definition(ctx, three.Hash); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("a rejected definition exists: %v", err)
	}
	if err := s.Define(ctx, three, 3); err != nil {
		t.Errorf("Define within a quota of 3: %v", err)
	}
	for _, d := range []room.Definition{one, two, three} {
		if text, err := s.Definition(ctx, d.Hash); text != d.Text || err != nil {
			t.Errorf("Definition(%v) = %q, %v", d, text, err)
		}
	}
}

// definedAtOnce stores definitions concurrently, each of them twice. Exactly as many as the quota allows must
// be stored.
func definedAtOnce(t *testing.T, s room.Store) {
	ctx := context.Background()
	const most, given = 10, 40
	var wg sync.WaitGroup
	var kept atomic.Int32
	for i := range given * 2 {
		wg.Go(func() {
			d := room.Definition{Hash: fmt.Sprint(i % given), Text: "text"}
			switch err := s.Define(ctx, d, most); {
			case err == nil:
				if text, err := s.Definition(ctx, d.Hash); text != d.Text || err != nil {
					t.Errorf("stored definition = %q, %v", text, err)
				}
			case !errors.Is(err, room.ErrFull):
				t.Errorf("Define: %v", err)
			}
		})
	}
	wg.Wait()
	for i := range given {
		if _, err := s.Definition(ctx, fmt.Sprint(i)); err == nil {
			kept.Add(1)
		}
	}
	if kept.Load() != most {
		t.Errorf("stored %d definitions, want %d", kept.Load(), most)
	}
}
