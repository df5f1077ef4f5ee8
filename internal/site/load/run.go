// Package load plays many games on a server at the same time, over the network as browsers do, and measures
// the server's response times.
//
// A run has three stages. First it sets up the games: players, each with a separate cookie, create and join
// them, and players and spectators connect (livegame.go, spectator.go, client.go). Then it plays random legal
// moves at a steady rate, in games whose last move both sides have received. It records the times from
// sending a move to its acknowledgement and to its arrival at the opponent (livegame.go). Finally it reads
// every game back, compares it with the acknowledged moves (run.go), and reports the results (report.go).
//
// A game that ends or becomes too long is replaced with a new one.
package load

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/tainchess/tain/rules"
)

// Plan configures a run.
type Plan struct {
	URL            string        // URL of the server, or of several nodes separated by commas
	Rules          []rules.Rules // used in turn
	Games          int           // concurrent games
	MovesPerSecond float64       // total over all games
	Spectators     int           // distributed over the games
	Time           time.Duration // duration of play, without setup
	// Accounts are the cookies of accounts, two for each game. If there are any, the games are rated.
	Accounts []string
	// From are the local addresses that games use in turn. If it is empty, the system chooses.
	From []netip.Addr
	// Took, if not nil, returns the time that passed between two points in time. It may subtract periods in
	// which this machine was paused.
	Took func(began, now time.Time) time.Duration
	// Progress, if not nil, is called with the progress of each stage.
	Progress func(part string, done, total int)
}

// settle is the time limit for the last moves to arrive.
const settle = 5 * time.Second

// run holds the state of a run in progress.
type run struct {
	plan    Plan
	clients []*client // one per address, used in turn
	tally   tally

	mu         sync.Mutex
	games      []*liveGame // nil while a game is being replaced
	past       []*liveGame // games that have ended
	spectators []*spectator
	setting    sync.WaitGroup // games being replaced
}

// Run plays games on a server and reports the results. If play fails, the report contains only the moves
// acknowledged so far.
func Run(ctx context.Context, p Plan) (Report, error) {
	switch {
	case p.Games < 1:
		return Report{}, fmt.Errorf("load: the number of games is %d; it must be at least 1", p.Games)
	case p.MovesPerSecond < 0 || p.Spectators < 0 || p.Time <= 0:
		return Report{}, errors.New("load: moves per second and spectators must not be negative, and the time must be positive")
	case len(p.Accounts) > 0 && len(p.Accounts) < 2*p.Games:
		return Report{}, fmt.Errorf("load: %d accounts for %d games; every game needs two", len(p.Accounts), p.Games)
	case len(p.Rules) == 0:
		return Report{}, errors.New("load: no rule set to play")
	}
	if p.Progress == nil {
		p.Progress = func(string, int, int) {}
	}
	if p.Took == nil {
		p.Took = func(began, now time.Time) time.Duration { return now.Sub(began) }
	}
	r := &run{plan: p, games: make([]*liveGame, p.Games)}
	defer r.leave()
	if len(p.From) == 0 {
		p.From = []netip.Addr{{}}
	}
	for _, from := range p.From {
		c, err := newClient(p.URL, from)
		if err != nil {
			return Report{}, err
		}
		r.clients = append(r.clients, c)
	}
	c := r.clients[0]
	before := c.metrics(ctx)
	if err := r.set(ctx); err != nil {
		return Report{}, err
	}
	idle := c.metrics(ctx)
	took, err := r.play(ctx)
	if err != nil {
		return Report{Acked: r.acked()}, err
	}
	r.drain(ctx)
	after := c.metrics(ctx)
	report := r.report(took)
	report.MemoryStart, report.MemorySet, report.MemoryEnd = before.memory, idle.memory, after.memory
	report.Work = after.work - idle.work
	return report, r.verify(ctx, &report)
}

// set creates the games and connects players and spectators.
func (r *run) set(ctx context.Context) error {
	err := r.each(ctx, "setting up games", r.plan.Games, func(ctx context.Context, i int) error {
		t, err := r.seat(ctx, i, r.plan.Rules[i%len(r.plan.Rules)])
		if err == nil {
			r.put(i, t)
		}
		return err
	})
	if err != nil {
		return err
	}
	return r.each(ctx, "seating spectators", r.plan.Spectators, func(ctx context.Context, i int) error {
		s, err := watch(ctx, r.clientAt(i), r.game(i%r.plan.Games).id, &r.tally)
		if err == nil {
			r.mu.Lock()
			r.spectators = append(r.spectators, s)
			r.mu.Unlock()
		}
		return err
	})
}

// each calls do total times, several at a time, until a call fails.
func (r *run) each(ctx context.Context, part string, total int, do func(ctx context.Context, i int) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(setters, total) {
		workers.Go(func() {
			for i := range next {
				if err := do(ctx, i); err != nil {
					stop(err)
				}
			}
		})
	}
	for i := range total {
		r.plan.Progress(part, i, total)
		select {
		case next <- i:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(next)
	workers.Wait()
	return context.Cause(ctx)
}

// put sets the i-th game. A nil game means that the game is being replaced.
func (r *run) put(i int, t *liveGame) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.games[i] = t
}

// clientAt returns the client of the i-th game.
func (r *run) clientAt(i int) *client { return r.clients[i%len(r.clients)] }

func (r *run) game(i int) *liveGame {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.games[i]
}

// play plays moves at the planned rate and returns how long that took.
func (r *run) play(ctx context.Context) (time.Duration, error) {
	began := time.Now()
	end := began.Add(r.plan.Time)
	seconds := int(r.plan.Time.Seconds())
	for sent, place := 0, 0; ; {
		now := time.Now()
		if !now.Before(end) {
			return now.Sub(began), nil
		}
		r.plan.Progress("playing", int(now.Sub(began).Seconds()), seconds)
		if due := r.plan.MovesPerSecond * now.Sub(began).Seconds(); float64(sent) >= due {
			if err := pause(ctx, time.Millisecond); err != nil {
				return 0, err
			}
			continue
		}
		moved := false
		for range r.games {
			place = (place + 1) % len(r.games)
			var err error
			if moved, err = r.turn(ctx, place); err != nil {
				return 0, err
			}
			if moved {
				break
			}
		}
		sent++
		if !moved { // every game is waiting for the server
			r.tally.note(func(k *tally) { k.skipped++ })
		}
	}
}

// turn plays a move in the game with the given index, or replaces the game if it has ended. It reports
// whether it played a move.
func (r *run) turn(ctx context.Context, place int) (bool, error) {
	t := r.game(place)
	if t == nil {
		return false, nil
	}
	t.mu.Lock()
	ended := t.over && t.pending == nil
	t.mu.Unlock()
	if !ended {
		return t.move(ctx)
	}
	r.put(place, nil)
	r.setting.Go(func() {
		r.mu.Lock()
		r.past = append(r.past, t)
		r.mu.Unlock()
		t.leave()
		fresh, err := r.seat(ctx, place, t.line.Rules())
		if err != nil {
			r.tally.fail(err)
			return
		}
		r.put(place, fresh)
	})
	return false, nil
}

// drain waits until the last moves have arrived, for at most settle.
func (r *run) drain(ctx context.Context) {
	r.setting.Wait()
	for end := time.Now().Add(settle); time.Now().Before(end); {
		waiting := 0
		for _, t := range r.all() {
			t.mu.Lock()
			if t.pending != nil {
				waiting++
			}
			t.mu.Unlock()
		}
		if waiting == 0 || pause(ctx, 10*time.Millisecond) != nil {
			return
		}
	}
}

// all returns every game of the run.
func (r *run) all() []*liveGame {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := append([]*liveGame{}, r.past...)
	for _, t := range r.games {
		if t != nil {
			all = append(all, t)
		}
	}
	return all
}

// leave closes every connection.
func (r *run) leave() {
	for _, t := range r.all() {
		t.leave()
	}
	for _, s := range r.spectators {
		s.leave()
	}
	for _, c := range r.clients {
		c.http.CloseIdleConnections()
	}
}

// pause waits, or returns the context's error if it is cancelled first.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// report returns the results so far.
func (r *run) report(took time.Duration) Report {
	acked := r.acked()
	k := &r.tally
	k.mu.Lock()
	defer k.mu.Unlock()
	return Report{
		Games: r.plan.Games, Sockets: 2*r.plan.Games + len(r.spectators), Seconds: took.Seconds(),
		Moves: len(k.acks), PerSecond: float64(len(k.acks)) / took.Seconds(), Broadcasts: k.watched, Skipped: k.skipped,
		Ack: latency(k.acks), Opponent: latency(k.arrivals),
		Duplicated: k.duplicated, Refused: k.refused, Cut: k.cut, Moved: k.moved, Why: k.why,
		Acked: acked, Told: slices.Clone(k.arrivals),
	}
}

// acked returns the acknowledged moves of each game.
func (r *run) acked() map[string][]string {
	acked := map[string][]string{}
	for _, t := range r.all() {
		t.mu.Lock()
		acked[t.id] = slices.Clone(t.acked)
		t.mu.Unlock()
	}
	return acked
}

// verify reads every game back and compares it with the acknowledged moves.
func (r *run) verify(ctx context.Context, report *Report) error {
	var mu sync.Mutex
	all := r.all()
	return r.each(ctx, "reading games back", len(all), func(ctx context.Context, i int) error {
		t := all[i]
		saved, err := r.clients[0].read(ctx, t.id)
		if err != nil {
			return err
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		lost, extra := t.compare(saved)
		mu.Lock()
		defer mu.Unlock()
		if lost > 0 {
			report.Why = fmt.Sprintf("game %s has %d of %d acknowledged moves; the opponent received the last one: %t",
				t.id, len(saved.Moves), len(t.acked), t.pending == nil || t.pending.arrived)
		}
		report.Lost += lost
		report.Duplicated += extra
		return nil
	})
}
