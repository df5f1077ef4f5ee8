package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/test/long"
	pgtest "github.com/tainchess/tain/internal/test/postgres"
	"github.com/tainchess/tain/internal/test/storetest"
	"github.com/tainchess/tain/rules"
)

// writing adds events to a game repeatedly and records which of them were acknowledged.
type writing struct {
	id           string
	acknowledged []string
	unsure       map[string]bool // events that were neither acknowledged nor rejected
}

// write adds events until it is stopped. After an error it reloads the game, as a room does.
func (w *writing) write(t *testing.T, s *postgres.Store, stop *atomic.Bool, total *atomic.Int64) {
	ctx := context.Background()
	e := storetest.Entry(w.id, "anna", "bert", 1)
	e.Deadline = 1 << 50
	if err := s.Create(ctx, e, storetest.Created(e)); err != nil {
		t.Errorf("Create: %v", err)
		return
	}
	have := 1
	for n := 0; !stop.Load(); n++ {
		move := fmt.Sprint(w.id, "/", n)
		switch err := s.Append(ctx, e, have, []game.Event{storetest.Moved(move, int64(n))}); {
		case err == nil:
			w.acknowledged = append(w.acknowledged, move)
			have++
			total.Add(1)
			continue
		case errors.Is(err, postgres.ErrUnsure):
			w.unsure[move] = true
		case errors.Is(err, room.ErrConflict):
			// At most one of this writer's events can have been committed late.
			if len(w.unsure) == 0 {
				t.Errorf("%s: conflict, although there is no other writer", w.id)
			}
		}
		for {
			events, err := s.Load(ctx, w.id, 0)
			if err == nil {
				have = len(events)
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
}

// check checks that each acknowledged event is saved once and in order, and that no rejected event is saved.
func (w *writing) check(t *testing.T, s *postgres.Store) {
	events, err := s.Load(t.Context(), w.id, 0)
	if err != nil {
		t.Errorf("Load: %v", err)
		return
	}
	next, seen := 0, map[string]bool{}
	for _, e := range events[1:] {
		switch {
		case seen[e.Move]:
			t.Errorf("%s is saved twice", e.Move)
		case next < len(w.acknowledged) && e.Move == w.acknowledged[next]:
			next++
		case !w.unsure[e.Move]:
			t.Errorf("%s was saved but not acknowledged", e.Move)
		}
		seen[e.Move] = true
	}
	if next != len(w.acknowledged) {
		t.Errorf("%s: %d of %d acknowledged events are saved", w.id, next, len(w.acknowledged))
	}
}

// rate plays rated games that end at once until it is stopped. After an error it reads whether the game has ended, as a
// room does.
func rate(t *testing.T, s *postgres.Store, name string, white, black people.Account, stop *atomic.Bool, total *atomic.Int64) {
	ctx := context.Background()
	for n := 0; !stop.Load(); n++ {
		at := time.Now().UnixMilli()
		e := storetest.RatedEntry(fmt.Sprint(name, "-", n), white, black, at)
		over, event := storetest.Ended(e, []rules.Result{rules.WhiteWins, rules.Draw, rules.BlackWins}[n%3], at)
		for have := 0; have < 2; {
			var err error
			if have == 0 {
				err = s.Create(ctx, e, storetest.Created(e))
			} else {
				err = s.Append(ctx, over, 1, []game.Event{event})
			}
			if err == nil {
				have++
				continue
			}
			for {
				events, err := s.Load(ctx, e.ID, 0)
				if err == nil || errors.Is(err, room.ErrNotFound) {
					have = len(events)
					break
				}
				time.Sleep(50 * time.Millisecond)
			}
		}
		total.Add(1)
	}
}

// TestFaults kills the server, pauses it and cuts connections during many writes. It checks that no
// acknowledged event is lost or duplicated, and that every rated game has changed the ratings once.
func TestFaults(t *testing.T) {
	server := pgtest.Start(t)
	url := server.Database()
	stores := []*postgres.Store{open(t, url), open(t, url)}
	var stop atomic.Bool
	var total atomic.Int64
	var wg sync.WaitGroup
	all := make([]*writing, 16)
	for i := range all {
		all[i] = &writing{id: fmt.Sprint("game", i), unsure: map[string]bool{}}
		wg.Go(func() { all[i].write(t, stores[i%len(stores)], &stop, &total) })
	}
	anna, bert := storetest.Register(t, stores[0], "Anna", game.Hash{}), storetest.Register(t, stores[0], "Bert", game.Hash{})
	for _, a := range []people.Account{anna, bert} { // the number of people's games that count is limited
		if err := stores[0].SetRole(t.Context(), a.Person, people.Bot); err != nil {
			t.Fatalf("SetRole: %v", err)
		}
	}
	var rated atomic.Int64
	for i := range 4 {
		white, black := anna, bert
		if i%2 == 1 {
			white, black = bert, anna
		}
		wg.Go(func() { rate(t, stores[i/2], fmt.Sprint("rated", i), white, black, &stop, &rated) })
	}
	progress := func(what string) {
		t.Helper()
		before, games := total.Load(), rated.Load()
		for end := time.Now().Add(time.Minute); total.Load() < before+50 || rated.Load() < games+4; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("no write succeeded after %s", what)
			}
		}
		time.Sleep(rand.N(40 * time.Millisecond))
	}
	rounds := 8
	if !long.Enabled() {
		rounds = 3
	}
	for range rounds {
		progress("the last fault")
		server.Kill()
		server.Again()
		progress("a kill")
		server.Exec(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tain'")
		progress("cut connections")
		goOn := server.Pause()
		time.Sleep(300 * time.Millisecond)
		goOn()
	}
	progress("a pause")
	stop.Store(true)
	wg.Wait()
	unsure := 0
	for _, w := range all {
		w.check(t, stores[0])
		unsure += len(w.unsure)
	}
	entries, err := stores[0].List(t.Context(), store.Filter{Ended: true})
	if err != nil {
		t.Fatalf("List: %v", err)
	}
	counted, differences, err := storetest.Recount(t.Context(), stores[0], entries)
	if err != nil || counted != int(rated.Load()) || len(differences) > 0 {
		t.Errorf("recount: %d rated games, want %d; %v, %v", counted, rated.Load(), differences, err)
	}
	t.Logf("%d events were acknowledged and %d rated games ended during %d faults; the outcome of %d events was unknown", total.Load(), counted, 3*rounds, unsure)
}

// TestPromotion loses the primary after its synchronous standby has been down for longer than an attempt to
// write, and promotes the standby. It checks that the standby has all acknowledged events, and all events
// that a client could read.
func TestPromotion(t *testing.T) {
	server := pgtest.Start(t)
	url := server.Database()
	standby := server.Standby("")
	name := url[strings.LastIndex(url, "/")+1 : strings.Index(url, "?")]
	either := fmt.Sprintf("postgres:///%s?host=%s,%s&user=tain&sslmode=disable&target_session_attrs=read-write",
		name, filepath.Dir(server.Socket()), filepath.Dir(standby.Socket()))
	s, reader := open(t, either), open(t, either)
	var stop atomic.Bool
	var total atomic.Int64
	var wg sync.WaitGroup
	all := make([]*writing, 4)
	for i := range all {
		all[i] = &writing{id: fmt.Sprint("game", i), unsure: map[string]bool{}}
		wg.Go(func() { all[i].write(t, s, &stop, &total) })
	}
	progress := func(what string) {
		t.Helper()
		before := total.Load()
		for end := time.Now().Add(time.Minute); total.Load() < before+50; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("no write succeeded after %s", what)
			}
		}
	}
	progress("the start")
	standby.Kill()
	time.Sleep(postgres.TryFor + time.Second)
	read := map[string][]game.Event{}
	for _, w := range all {
		events, err := reader.Load(t.Context(), w.id, 0)
		if err != nil {
			t.Errorf("Load: %v", err)
		}
		read[w.id] = events
	}
	server.Kill()
	standby.Again()
	standby.Promote()
	progress("the promotion")
	stop.Store(true)
	wg.Wait()
	for _, w := range all {
		w.check(t, reader)
		events, err := reader.Load(t.Context(), w.id, 0)
		if err != nil {
			t.Errorf("Load: %v", err)
		}
		for i, e := range read[w.id] {
			if i >= len(events) || events[i].Move != e.Move {
				t.Errorf("%s: event %d, %s, was read before the promotion but is lost", w.id, i, e.Move)
			}
		}
	}
}

// TestLongOutage stops the server for longer than any caller waits. It checks that changes fail in the
// meantime, and that writing continues when the server is back.
func TestLongOutage(t *testing.T) {
	server := pgtest.Start(t)
	s := open(t, server.Database())
	e := storetest.Entry("one", "anna", "bert", 1)
	if err := s.Create(t.Context(), e, storetest.Created(e)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	server.Kill()
	if err := s.Pulse(t.Context(), 5); err == nil {
		t.Error("Pulse succeeded while the server is down")
	}
	if _, err := s.Load(t.Context(), "one", 0); err == nil || errors.Is(err, room.ErrNotFound) {
		t.Errorf("Load while the server is down: %v", err)
	}
	if err := s.Append(t.Context(), e, 1, []game.Event{storetest.Moved("lost", 1)}); err == nil || errors.Is(err, room.ErrConflict) {
		t.Errorf("Append while the server is down: %v", err)
	}
	server.Again()
	if err := s.Append(t.Context(), e, 1, []game.Event{storetest.Moved("kept", 1)}); err != nil {
		t.Errorf("Append after the server is back: %v", err)
	}
	if events, err := s.Load(t.Context(), "one", 1); err != nil || len(events) != 1 || events[0].Move != "kept" {
		t.Errorf("Load: %+v, %v", events, err)
	}
}

// oneFailureIsAlone checks that a change that cannot be written does not affect other changes, and that the
// error reports a full disk.
func oneFailureIsAlone(t *testing.T, server *pgtest.Server) {
	url := server.Database()
	s := open(t, url)
	server.Exec(url, `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF NEW.data LIKE '%poison%' THEN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END IF; RETURN NEW; END $$`,
		"CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION full_disk()")
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			e := storetest.Entry(fmt.Sprint("game", i), "anna", "bert", int64(i))
			events := append(storetest.Created(e), storetest.Moved("fine", 1))
			if i%10 == 3 {
				events[1].Move = "poison"
			}
			err := s.Create(context.Background(), e, events)
			if poison := i%10 == 3; poison != (err != nil) || poison && !strings.Contains(err.Error(), "No space left") {
				t.Errorf("game %d: %v", i, err)
			}
			if _, err := s.Load(context.Background(), e.ID, 0); (i%10 == 3) != errors.Is(err, room.ErrNotFound) {
				t.Errorf("game %d: error %v", i, err)
			}
		})
	}
	wg.Wait()
	// A rematch whose second half fails leaves no changes behind.
	last, next := storetest.Entry("game0", "anna", "bert", 5), storetest.Entry("next", "bert", "anna", 9)
	over := []game.Event{{Type: game.Rematched, At: 9, Next: "next"}}
	if err := s.Rematch(t.Context(), last, 2, over, next, append(storetest.Created(next), storetest.Moved("poison", 1))); err == nil {
		t.Fatal("a rematch that cannot be written was acknowledged")
	}
	if events, err := s.Load(t.Context(), "game0", 0); err != nil || len(events) != 2 {
		t.Errorf("half a rematch was saved: %+v, %v", events, err)
	}
}

// closes closes a store while many callers wait. It checks that acknowledged changes are saved and rejected
// ones are not.
func closes(t *testing.T, server *pgtest.Server) {
	url := server.Database()
	s := open(t, url)
	var wg sync.WaitGroup
	var mu sync.Mutex
	kept := map[string]bool{}
	for i := range 200 {
		wg.Go(func() {
			e := storetest.Entry(fmt.Sprint("game", i), "anna", "bert", int64(i))
			err := s.Create(context.Background(), e, storetest.Created(e))
			if err != nil && !errors.Is(err, postgres.ErrClosed) {
				t.Errorf("Create: %v", err)
			}
			mu.Lock()
			defer mu.Unlock()
			kept[e.ID] = err == nil
		})
	}
	time.Sleep(20 * time.Millisecond)
	if err := errors.Join(s.Close(), s.Close()); err != nil {
		t.Fatalf("errors.Join: %v", err)
	}
	wg.Wait()
	s = open(t, url)
	for id, want := range kept {
		if _, err := s.Load(t.Context(), id, 0); (err == nil) != want {
			t.Errorf("%s: acknowledged = %v, but Load returned %v", id, want, err)
		}
	}
}
