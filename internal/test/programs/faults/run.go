//go:build linux

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// plan describes a run.
type plan struct {
	seed   uint64
	faults int
	games  int           // played concurrently
	rated  int           // minimum number of rated games; if it is not 0, no others are played
	time   time.Duration // after which no more faults are injected; 0 for no limit
	names  string        // kinds of faults, separated by commas; all if empty
	kinds  []kind
	logs   string // folder for the logs of the nodes; none if empty
	say    func(format string, a ...any)
}

// struck is the result of a fault.
type struck struct {
	kind, what string
	began      time.Duration
	stalls     []time.Duration // stall of each game
	stolen     float64         // share of CPU time taken by other machines
	late       time.Duration   // maximum lateness of a timer in this program
	computer   bool            // whether the longest stall was in a game against the computer
}

// disturbed reports whether other machines or programs kept the processors busy.
func (s *struck) disturbed() bool { return s.stolen > maxStolen || s.late > maxLate }

// worst returns the longest stall of any game.
func (s *struck) worst() time.Duration { return slices.Max(s.stalls) }

// goOnFor is the length of a stall after which the run is aborted.
const goOnFor = time.Minute

// run plays games while it injects faults one at a time. It returns the results of the faults, and the
// games.
func (c *cluster) run(ctx context.Context, p plan) (all []*struck, h *workload, err error) {
	h = &workload{base: "http://" + c.front.addr(), began: time.Now(), variants: []string{"chess", "triboard"}}
	if h.people, err = register(ctx, c.store()); err != nil {
		return nil, h, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := make(chan struct{})
	var everybody sync.WaitGroup
	for i := range p.games {
		t := &table{workload: h, computer: i%4 == 3 && p.rated == 0, rated: i%4 == 1 || p.rated > 0}
		h.tables = append(h.tables, t)
		everybody.Go(func() { t.play(ctx, stop) })
	}
	everybody.Go(func() { h.letFall(ctx, stop) })
	go h.late.watch(ctx)
	err = h.goOn(ctx, 0)
	r := rand.New(rand.NewPCG(p.seed, 1))
	for i := 0; err == nil && (i < p.faults || h.ended() < p.rated) && (p.time == 0 || h.now() < p.time); i++ {
		// Each kind occurs once per round, in random order.
		if i%len(p.kinds) == 0 {
			r.Shuffle(len(p.kinds), func(a, b int) { p.kinds[a], p.kinds[b] = p.kinds[b], p.kinds[a] })
		}
		k := p.kinds[i%len(p.kinds)]
		f := k.make(c, r)
		f.kind = k.name
		var s *struck
		s, err = c.strike(ctx, h, f)
		if s != nil && len(s.stalls) > 0 {
			all = append(all, s)
			who := "people"
			if s.computer {
				who = "a person and the computer"
			}
			p.say("%d of at least %d, after %v: %s (%s): %.1f s, in a game of %s; %.0f %% of the processors taken by other machines, timers up to %v late",
				i+1, p.faults, h.now().Round(time.Second), f.kind, f.what, s.worst().Seconds(), who, 100*s.stolen, s.late.Round(time.Millisecond))
		}
		if err != nil {
			err = fmt.Errorf("%s (%s): %w", f.kind, f.what, err)
		}
		pause(ctx, within(r, 0, 300*time.Millisecond))
	}
	close(stop)
	ended := make(chan struct{})
	go func() { everybody.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(2 * goOnFor):
		h.wrong("cannot end the games")
		cancel()
		<-ended
	}
	return all, h, err
}

// strike injects a fault, repairs it, and measures how long play stalled.
func (c *cluster) strike(ctx context.Context, h *workload, f fault) (s *struck, err error) {
	defer catch(&err)
	s, before := &struck{kind: f.kind, what: f.what, began: h.now()}, ticksNow()
	h.late.take()
	from := s.began
	if err := f.begin(ctx); err != nil {
		return nil, err
	}
	pause(ctx, f.lasts)
	if err := f.end(ctx); err != nil {
		return nil, err
	}
	mended := h.now()
	if f.everywhere {
		from = mended
	}
	err = h.goOn(ctx, mended)
	if err == nil && f.settle != nil {
		if err = f.settle(ctx); err == nil {
			err = h.goOn(ctx, h.now())
		}
	}
	for _, t := range h.tables {
		s.stalls = append(s.stalls, t.stall(from, h.now()))
	}
	s.computer = h.tables[slices.Index(s.stalls, s.worst())].computer
	s.stolen, s.late = stolenSince(before), h.late.take()
	if err == nil {
		err = c.whole(ctx)
	}
	return s, err
}

// goOn waits until every game has received a move made after the given time. If a game has just ended,
// the next game at the same table counts instead.
func (h *workload) goOn(ctx context.Context, after time.Duration) error {
	for end := time.Now().Add(goOnFor); ; {
		waiting := 0
		for _, t := range h.tables {
			if moved := t.since(after); len(moved) < 2 { // the first move may have been in flight
				waiting++
			}
		}
		if waiting == 0 {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("play did not continue in %d of %d games", waiting, len(h.tables))
		}
		if !pause(ctx, 10*time.Millisecond) {
			return ctx.Err()
		}
	}
}

// stall returns the longest time without a move in an interval.
func (t *table) stall(from, to time.Duration) (longest time.Duration) {
	moved := t.since(from)
	last := from
	for _, at := range append(moved, to) {
		longest = max(longest, at-last)
		last = at
	}
	return longest
}
