//go:build linux

package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// sample is what a process holds at a moment.
type sample struct {
	at                              float64 // minutes since the beginning
	memory, goroutines, descriptors float64
	heap                            float64 // in use after the last collection
}

// The most that may grow in a minute after the first third, as a share of what
// there is, and what is never more than noise.
const (
	mostGrowth      = .02
	noiseMemory     = 3 << 20
	noiseGoroutines = 5
)

// soak lets people come, play and go for a long time and sees whether the
// server keeps anything of them.
func (b *battle) soak(ctx context.Context, long time.Duration, print func(format string, a ...any)) (held bool, err error) {
	p, closing, err := b.start(ctx, "soak")
	if err != nil {
		return false, err
	}
	defer closing()
	ending, stop := context.WithTimeout(ctx, long)
	defer stop()
	began := time.Now()
	var diaries []*diary
	var living sync.WaitGroup
	living.Go(func() { // each crowd leaves, and another comes
		for ending.Err() == nil {
			c := usualCrowd(p.url, min(10*time.Second, long/10))
			c.games, c.rate = 6, 30
			diaries = append(diaries, c.live(ctx))
		}
	})
	living.Go(func() { b.churn(ending, p.url) })
	var all []sample
	print("| minute | memory | heap | goroutines | descriptors |\n|---:|---:|---:|---:|---:|\n")
	for pause(ending, max(time.Second, long/60)) {
		f, err := figures(ctx, p.url, honestAddress(40))
		if err != nil {
			b.say("no figures: %v", err)
			continue
		}
		s := sample{
			at: time.Since(began).Minutes(), memory: float64(memoryNow(p.pid())), heap: f["go_memstats_heap_inuse_bytes"],
			goroutines: f["go_goroutines"], descriptors: float64(descriptors(p.pid())),
		}
		all = append(all, s)
		print("| %.1f | %.0f MB | %.0f MB | %.0f | %.0f |\n", s.at, s.memory/(1<<20), s.heap/(1<<20), s.goroutines, s.descriptors)
	}
	living.Wait()
	if err := p.stop(); err != nil {
		return false, err
	}
	lost, err := lostEvents(ctx, p.folder, diaries...)
	if err != nil {
		return false, err
	}
	served, refused := 0, 0
	for _, d := range diaries {
		for kind := range d.took {
			served += len(d.took[kind])
		}
		for kind, n := range d.refused {
			refused += n
			b.say("%d refused: %s (%s)", n, kind, d.why[kind])
		}
	}
	faults := flat(all)
	if lost > 0 {
		faults = append(faults, fmt.Sprintf("%d events lost or doubled", lost))
	}
	print("\n%d things done, %d refused, %d lost; grown: %v\n", served, refused, lost, faults)
	return len(faults) == 0, nil
}

// churn opens and leaves sockets, half of them without a word.
func (b *battle) churn(ctx context.Context, url string) {
	for i := 0; ctx.Err() == nil; i++ {
		who := newCaller(url, loopback(4, i/250%250, 1+i%250))
		if g, err := who.create(ctx, `{"variant":"chess","opponent":"self"}`); err == nil {
			for range 3 {
				if l, err := who.connect(ctx, g.ID); err == nil {
					if key, err := l.play(ctx, g.Ply, g.Key, "e2e4"); err == nil {
						g.Ply, g.Key = g.Ply+1, key
					}
					l.close()
				}
			}
		}
		who.leave()
		pause(ctx, 150*time.Millisecond)
	}
}

// flat lists what has grown steadily after the first third.
func flat(all []sample) (faults []string) {
	rest := all[len(all)/3:]
	for _, c := range []struct {
		name  string
		noise float64
		of    func(sample) float64
	}{
		{"memory", noiseMemory, func(s sample) float64 { return s.memory }},
		{"heap", noiseMemory, func(s sample) float64 { return s.heap }},
		{"goroutines", noiseGoroutines, func(s sample) float64 { return s.goroutines }},
		{"descriptors", noiseGoroutines, func(s sample) float64 { return s.descriptors }},
	} {
		slope, mean := slope(rest, c.of)
		if slope > max(c.noise, mean*mostGrowth) {
			faults = append(faults, fmt.Sprintf("%s by %.1f a minute, of %.1f", c.name, slope, mean))
		}
	}
	return faults
}

// slope is how much a figure grows in a minute, by least squares, and its mean.
func slope(all []sample, of func(sample) float64) (slope, mean float64) {
	if len(all) < 3 {
		return 0, 0
	}
	var x, y, xx, xy, n float64
	for _, s := range all {
		x, y, xx, xy, n = x+s.at, y+of(s), xx+s.at*s.at, xy+s.at*of(s), n+1
	}
	if d := n*xx - x*x; d > 0 {
		slope = (n*xy - x*y) / d
	}
	return slope, y / n
}
