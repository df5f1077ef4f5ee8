//go:build linux

package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	stores "github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/test/storetest"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// tally counts the results of the checks.
type tally struct {
	games, moves, calls, unknown, connections, flags int
	rated                                            int           // rated games
	late                                             time.Duration // maximum delay of a flag
}

// judge compares the recorded games with the database, and returns counts and errors. apart is the
// permitted difference between the clocks of nodes.
func judge(ctx context.Context, url string, h *workload, apart time.Duration) (t tally, faults []string, err error) {
	store, err := postgres.Open(ctx, postgres.Options{URL: url, Aside: true})
	if err != nil {
		return t, nil, err
	}
	defer store.Close()
	faults = slices.Clone(h.faults)
	var mu sync.Mutex
	var all sync.WaitGroup
	room := make(chan struct{}, 2) // porcupine uses one processor per check
	for _, r := range h.games {
		all.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			moves, wrong := r.judge(ctx, store, apart)
			mu.Lock()
			defer mu.Unlock()
			t.games++
			t.moves += moves
			t.connections += len(r.seen)
			for _, c := range r.calls {
				t.calls++
				if c.came == unknown {
					t.unknown++
				}
			}
			for _, w := range wrong {
				faults = append(faults, r.id+": "+w)
			}
		})
	}
	all.Wait()
	for _, f := range h.flags {
		t.flags++
		t.late = max(t.late, f.late)
		if f.early > apart {
			faults = append(faults, fmt.Sprintf("%s: a flag fell %v early", f.id, f.early))
		}
	}
	ended, err := store.List(ctx, stores.Filter{Ended: true})
	if err != nil {
		return t, faults, err
	}
	var differences []string
	t.rated, differences, err = storetest.Recount(ctx, store, ended)
	if faults = append(faults, differences...); t.rated < h.rated {
		faults = append(faults, fmt.Sprintf("%d rated games ended, but %d have changed ratings", h.rated, t.rated))
	}
	return t, faults, err
}

// judge compares the responses to a game's clients with the database. It returns the number of moves,
// and errors.
func (r *record) judge(ctx context.Context, store room.Store, apart time.Duration) (count int, faults []string) {
	events, err := store.Load(ctx, r.id, 0)
	if err != nil {
		return 0, []string{err.Error()}
	}
	g, err := game.Fold(variant.Builtin().Find, events)
	if err != nil {
		return 0, []string{err.Error()}
	}
	var moves []string
	for _, m := range g.Snapshot(game.Nobody, g.Updated()).Moves {
		moves = append(moves, m.UCI)
	}
	if over := g.Result(); over != nil && over.Reason == rules.Time {
		faults = append(faults, "a flag fell although nobody was short of time")
	}
	calls := r.calls
	if r.computer {
		calls = withReplies(calls, moves)
	}
	faults = append(faults, kept(calls, moves)...)
	for _, received := range r.seen {
		if len(received) > len(moves) || !slices.Equal(received, moves[:len(received)]) {
			faults = append(faults, fmt.Sprintf("the %d moves sent to a client do not match the game", len(received)))
		}
	}
	if err := linearizable(calls); err != nil {
		faults = append(faults, err.Error())
	}
	return len(moves), append(faults, charged(calls, events, apart)...)
}

// withReplies adds the moves of the computer, which plays Black, to the calls of a game. Each reply was
// made after the request for the preceding move, and before any client saw it.
func withReplies(calls []*call, moves []string) []*call {
	all := slices.Clone(calls)
	for n := 1; n < len(moves); n += 2 {
		reply := &call{client: computer, n: n, move: moves[n], began: math.MaxInt64, ended: math.MaxInt64}
		for _, c := range calls {
			switch {
			case c.read && c.came == done && count(c.moves) > n:
				reply.came, reply.ended = done, min(reply.ended, c.ended)
			case !c.read && c.n > n:
				reply.came, reply.ended = done, min(reply.ended, c.began)
			case !c.read && c.n == n-1 && c.came != refused:
				reply.began = min(reply.began, c.began)
			}
		}
		all = append(all, reply)
	}
	return all
}

// charged checks the times of the moves. The time between two moves according to the nodes must not
// exceed the time between the request for the first and the response to the second.
func charged(calls []*call, events []game.Event, apart time.Duration) (faults []string) {
	var at []int64
	for _, e := range events {
		if e.Type == game.Moved {
			at = append(at, e.At)
		}
	}
	first, last := map[int]time.Duration{}, map[int]time.Duration{}
	sure := map[int]bool{}
	for _, c := range calls {
		if c.read {
			continue
		}
		if began, ok := first[c.n]; !ok || c.began < began {
			first[c.n] = c.began
		}
		if c.came == done {
			last[c.n], sure[c.n] = c.ended, true
		}
	}
	for n := 1; n < len(at); n++ {
		if !sure[n] {
			continue
		}
		took := time.Duration(at[n]-at[n-1]) * time.Millisecond
		if most := last[n] - first[n-1]; took > most+apart {
			faults = append(faults, fmt.Sprintf("move %d was charged %v but took at most %v", n+1, took, most.Round(time.Millisecond)))
		}
	}
	return faults
}
