package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store/sqlite"
)

var _ game.Store = (*sqlite.Store)(nil)

// stores are what has to behave alike.
func stores(t *testing.T, test func(t *testing.T, s game.Store)) {
	t.Run("memory", func(t *testing.T) { test(t, game.NewMemory()) })
	t.Run("sqlite", func(t *testing.T) { test(t, open(t, t.TempDir())) })
}

func open(t testing.TB, folder string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func browser(name string) game.Hash { return game.BrowserOf(name).Hash() }

// entry is a game between two people; what it holds means nothing to a store.
func entry(id, white, black string, created int64) game.Entry {
	return game.Entry{
		ID: id, Variant: "chess", Running: true, Turn: game.White, Position: "somewhere", Created: created, Updated: created,
		White: game.Seat{Browser: browser(white), Name: white}, Black: game.Seat{Browser: browser(black), Name: black},
		Control: &game.Control{Initial: 60_000},
	}
}

func created(e game.Entry) []game.Event {
	return []game.Event{{Type: game.Created, At: e.Created, Start: &game.Start{ID: e.ID, Variant: e.Variant, White: e.White, Black: e.Black, Control: e.Control}}}
}

func moved(text string, at int64) game.Event {
	return game.Event{Type: game.Moved, At: at, Move: text}
}

func TestStoreKeepsEvents(t *testing.T) {
	stores(t, func(t *testing.T, s game.Store) {
		ctx := t.Context()
		if _, err := s.Load(ctx, "none"); !errors.Is(err, game.ErrNotFound) {
			t.Errorf("loading nothing: %v", err)
		}
		e := entry("one", "anna", "bert", 5)
		if err := s.Append(ctx, e, 0, created(e)); !errors.Is(err, game.ErrNotFound) {
			t.Errorf("adding to nothing: %v", err)
		}
		if err := s.Create(ctx, e, created(e)); err != nil {
			t.Fatal(err)
		}
		if err := s.Create(ctx, e, created(e)); !errors.Is(err, game.ErrConflict) {
			t.Errorf("creating twice: %v", err)
		}
		want := created(e)
		more := []game.Event{moved("e2e4", 6), {Type: game.Offered, At: 7, Side: game.White, What: game.OfDraw}}
		if err := s.Append(ctx, e, 1, more); err != nil {
			t.Fatal(err)
		}
		want = append(want, more...)
		for _, have := range []int{0, 1, 2, 4, -1} {
			if err := s.Append(ctx, e, have, more); !errors.Is(err, game.ErrConflict) {
				t.Errorf("adding after %d events of 3: %v", have, err)
			}
		}
		got, err := s.Load(ctx, "one")
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v\n got %+v\nwant %+v", err, got, want)
		}
	})
}

func TestStoreLists(t *testing.T) {
	stores(t, func(t *testing.T, s game.Store) {
		ctx := t.Context()
		create := func(e game.Entry) {
			t.Helper()
			if err := s.Create(ctx, e, created(e)); err != nil {
				t.Fatal(err)
			}
		}
		ids := func(list []game.Entry, err error) string {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			text := ""
			for _, e := range list {
				text += e.ID + " "
			}
			return text
		}
		for i, e := range []game.Entry{
			entry("a", "anna", "bert", 10), entry("b", "bert", "anna", 20), entry("c", "cora", "bert", 30), entry("self", "anna", "anna", 15),
		} {
			e.Deadline = int64(i)
			create(e)
		}
		free := entry("open", "cora", "", 40)
		free.Open, free.Black = true, game.Seat{}
		create(free)
		older := free
		older.ID, older.Created = "older", 35
		create(older)

		if got := ids(s.Open(ctx, 10)); got != "open older " {
			t.Errorf("open: %s", got)
		}
		if got := ids(s.Open(ctx, 1)); got != "open " {
			t.Errorf("open, one: %s", got)
		}
		if got := ids(s.ByBrowser(ctx, browser("anna"), 10)); got != "b self a " {
			t.Errorf("Anna's: %s", got)
		}
		if got := ids(s.ByBrowser(ctx, game.Hash{}, 10)); got != "" {
			t.Errorf("nobody's: %s", got)
		}
		if n, err := s.CountRunning(ctx, browser("anna")); n != 3 || err != nil {
			t.Errorf("Anna has %d running, %v", n, err)
		}
		over := entry("a", "anna", "bert", 10)
		over.Running, over.Updated, over.Result = false, 99, &game.Result{Result: "1-0", Reason: "time", Sentence: "x"}
		if err := s.Append(ctx, over, 1, []game.Event{{Type: game.Flagged, At: 99, Side: game.Black}}); err != nil {
			t.Fatal(err)
		}
		if got := ids(s.ByBrowser(ctx, browser("anna"), 2)); got != "a b " {
			t.Errorf("Anna's, last changed first: %s", got)
		}
		if n, _ := s.CountRunning(ctx, browser("anna")); n != 2 {
			t.Errorf("Anna has %d running", n)
		}
		if got := ids(s.Running(ctx)); got != "open older c b self " {
			t.Errorf("running: %s", got)
		}
		list, _ := s.ByBrowser(ctx, browser("anna"), 1)
		if !reflect.DeepEqual(list[0], over) {
			t.Errorf("the entry came back as %+v, was %+v", list[0], over)
		}
		joined := free
		joined.Open, joined.Black = false, game.Seat{Browser: browser("anna")}
		if err := s.Append(ctx, joined, 1, []game.Event{{Type: game.Joined, Side: game.Black, Player: &joined.Black}}); err != nil {
			t.Fatal(err)
		}
		if got := ids(s.Open(ctx, 10)); got != "older " {
			t.Errorf("open after joining: %s", got)
		}
		if n, _ := s.CountRunning(ctx, browser("anna")); n != 3 {
			t.Errorf("Anna has %d running", n)
		}
	})
}

// TestStoreTogether appends to many games at once, with some that must fail
// among them: exactly what was acknowledged is there.
func TestStoreTogether(t *testing.T) {
	stores(t, func(t *testing.T, s game.Store) {
		const games, moves = 40, 25
		var wg sync.WaitGroup
		for i := range games {
			wg.Go(func() {
				ctx := context.Background()
				e := entry(fmt.Sprint("game", i), "anna", "bert", int64(i))
				if err := s.Create(ctx, e, created(e)); err != nil {
					t.Error(err)
				}
				for n := range moves {
					if n%5 == 0 {
						if err := s.Append(ctx, e, n+2, []game.Event{moved("bad", 0)}); !errors.Is(err, game.ErrConflict) {
							t.Errorf("a conflict was answered with %v", err)
						}
						gone, cancel := context.WithCancel(ctx)
						cancel()
						if err := s.Append(gone, e, n+1, nil); err != nil && !errors.Is(err, context.Canceled) {
							t.Error(err)
						}
					}
					if err := s.Append(ctx, e, n+1, []game.Event{moved(fmt.Sprint(n), int64(n))}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		for i := range games {
			events, err := s.Load(t.Context(), fmt.Sprint("game", i))
			if err != nil || len(events) != moves+1 {
				t.Fatalf("game %d has %d events, %v", i, len(events), err)
			}
			for n, e := range events[1:] {
				if e.Move != fmt.Sprint(n) {
					t.Fatalf("game %d, event %d is %+v", i, n, e)
				}
			}
		}
	})
}
