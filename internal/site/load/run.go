package load

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"github.com/tainchess/tain/rules"
)

// Plan says what a run is to do.
type Plan struct {
	URL            string        // of the server, or of several nodes with commas between
	Rules          []rules.Rules // played by turns
	Games          int           // at the same time
	MovesPerSecond float64       // in all games together
	Spectators     int           // spread over the games
	Time           time.Duration // of play
	// From are the addresses of this machine that the games are played from, by
	// turns; without any the system chooses.
	From []netip.Addr
	// Took, which may be nil, says how long a wait counts that began and ended at
	// these times: a machine that stands still itself may be left out.
	Took func(began, now time.Time) time.Duration
	// Progress, which may be nil, is told how far each part of the run is.
	Progress func(part string, done, total int)
}

// setters is how many games are set up at the same time, settle how long the
// last moves may take.
const (
	setters = 16
	settle  = 5 * time.Second
)

// run is a run in progress.
type run struct {
	plan    Plan
	clients []*client // one for each address, used by turns

	mu         sync.Mutex
	tally      tally
	games      []*liveGame // nil while one is begun anew
	past       []*liveGame // games that have ended
	spectators []*spectator
	setting    sync.WaitGroup // games being begun anew
}

// Run plays games on a server and reports how it kept up. On an error the
// report has what was acknowledged before it.
func Run(ctx context.Context, p Plan) (Report, error) {
	switch {
	case p.Games < 1:
		return Report{}, fmt.Errorf("load: %d games are too few: play at least one", p.Games)
	case p.MovesPerSecond < 0 || p.Spectators < 0 || p.Time <= 0:
		return Report{}, errors.New("load: moves a second and spectators cannot be fewer than none, and the time must be more than nothing")
	case len(p.Rules) == 0:
		return Report{}, errors.New("load: there is no rule set to play")
	}
	if p.Progress == nil {
		p.Progress = func(string, int, int) {}
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
	before := c.ask(ctx)
	if err := r.set(ctx); err != nil {
		return Report{}, err
	}
	idle := c.ask(ctx)
	took, err := r.play(ctx)
	if err != nil {
		return Report{Acked: r.acked()}, err
	}
	r.drain(ctx)
	after := c.ask(ctx)
	report := r.report(took)
	report.MemoryStart, report.MemorySet, report.MemoryEnd = before.memory, idle.memory, after.memory
	report.Work = after.work - idle.work
	return report, r.verify(ctx, &report)
}

// note changes the tally.
func (r *run) note(change func(*tally)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change(&r.tally)
}

// set creates the games and connects everybody.
func (r *run) set(ctx context.Context) error {
	err := r.each(ctx, "setting up games", r.plan.Games, func(ctx context.Context, i int) error {
		t, err := r.seat(ctx, r.clientAt(i), r.plan.Rules[i%len(r.plan.Rules)])
		if err == nil {
			r.put(i, t)
		}
		return err
	})
	if err != nil {
		return err
	}
	return r.each(ctx, "seating spectators", r.plan.Spectators, func(ctx context.Context, i int) error {
		s, err := r.watch(ctx, r.clientAt(i), r.game(i%r.plan.Games).id)
		if err == nil {
			r.mu.Lock()
			r.spectators = append(r.spectators, s)
			r.mu.Unlock()
		}
		return err
	})
}

// each does something so many times, several at a time, until one fails.
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

// put puts a game into its place.
func (r *run) put(i int, t *liveGame) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.games[i] = t
}

// clientAt returns the client of a place.
func (r *run) clientAt(i int) *client { return r.clients[i%len(r.clients)] }

func (r *run) game(i int) *liveGame {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.games[i]
}

// play plays moves at the planned rate and tells how long that took.
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
		if !moved { // every game waits for the server: this move is not played
			r.note(func(k *tally) { k.skipped++ })
		}
	}
}

// turn lets the game at a place go on by a move, or sets a new one there if it
// has ended.
func (r *run) turn(ctx context.Context, place int) (bool, error) {
	t := r.game(place)
	if t == nil {
		return false, nil
	}
	t.mu.Lock()
	ended := t.over && t.flown == nil
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
		fresh, err := r.seat(ctx, r.clientAt(place), t.line.Rules())
		if err != nil {
			r.note(func(k *tally) { k.cut++; k.why = err.Error() })
			return
		}
		r.put(place, fresh)
	})
	return false, nil
}

// drain waits until the last moves have arrived.
func (r *run) drain(ctx context.Context) {
	r.setting.Wait()
	for end := time.Now().Add(settle); time.Now().Before(end); {
		waiting := 0
		for _, t := range r.all() {
			t.mu.Lock()
			if t.flown != nil {
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

// pause waits, or returns the context's error if it ends first.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
