//go:build linux

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/test/programs/hostile/client"
	"github.com/tainchess/tain/internal/test/programs/hostile/honest"
	"github.com/tainchess/tain/internal/test/programs/hostile/process"
)

// sample is the resource usage of a process at one moment.
type sample struct {
	at                              float64 // minutes since the start
	memory, goroutines, descriptors float64
	heap                            float64 // heap memory in use
	moves                           float64 // moves played in the held games
}

// maxGrowth is the maximum growth of a figure per minute after the first third of the samples, as a
// fraction of its mean. Growth below the noise is ignored. A game in memory may use bytesPerMove for
// each of its moves.
const (
	maxGrowth       = .02
	bytesPerMove    = 3 << 10
	noiseMemory     = 3 << 20
	noiseGoroutines = 5
)

// soakGames is the number of games held in a soak test, as promised in docs/load.md.
const soakGames = 2000

// soak holds games for the whole run while other people come, play and leave. It fails on a
// disconnected socket, a response with status 503, a lost event or steady growth.
func (b *battle) soak(ctx context.Context, games int, long time.Duration, print func(format string, a ...any)) (passed bool, err error) {
	if err := raiseFileLimit(uint64(4*games + 1000)); err != nil {
		return false, err
	}
	p, closing, err := b.start(ctx, "soak")
	if err != nil {
		return false, err
	}
	defer closing()
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	held, wait, err := holdGames(ctx, p.URL, games)
	if err != nil {
		return false, fmt.Errorf("%w: %s", err, p.LogTail())
	}
	b.say("%d games set up in %v", games, time.Since(held.began).Round(time.Second))
	ending, stop := context.WithTimeout(ctx, long)
	defer stop()
	began := time.Now()
	var diaries []*honest.Diary
	var living sync.WaitGroup
	living.Go(func() { // when a crowd leaves, another replaces it
		for ending.Err() == nil {
			c := honest.Usual(p.URL, min(10*time.Second, long/10))
			c.Games, c.Rate = 6, 30
			diaries = append(diaries, c.Live(ctx))
		}
	})
	living.Go(func() {
		b.churn(ending, p.URL, func(err error) { held.fault("a visitor who comes and goes: %v", err) })
	})
	var all []sample
	unavailable := 0.0
	print("| minute | games held | sockets cut | moves | move p99 | status 503 | memory | heap | goroutines | descriptors |\n|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for len(held.faultList()) == 0 && client.Pause(ending, max(time.Second, long/60)) {
		f, err := process.Metrics(ctx, p.URL, client.HonestAddress(40))
		if err != nil {
			held.fault("no figures: %v", err)
			continue
		}
		if n := unavailableCount(f); n > unavailable {
			held.fault("%.0f requests were answered with status 503: %s", n-unavailable, unavailableRoutes(f))
			unavailable = n
		}
		s := sample{
			at: time.Since(began).Minutes(), memory: float64(process.MemoryNow(p.Pid())), heap: f["go_memstats_heap_inuse_bytes"],
			goroutines: f["go_goroutines"], descriptors: float64(process.Descriptors(p.Pid())),
		}
		n, cut, moves := held.Counts()
		s.moves = float64(moves)
		all = append(all, s)
		print("| %.1f | %d | %d | %d | %.0f ms | %.0f | %.0f MB | %.0f MB | %.0f | %.0f |\n",
			s.at, n, cut, moves, held.slowest(), unavailable, s.memory/(1<<20), s.heap/(1<<20), s.goroutines, s.descriptors)
	}
	stop()
	living.Wait()
	faults := held.faultList() // before the players leave
	leave()
	wait()
	if err := p.Stop(); err != nil {
		return false, err
	}
	own := honest.NewDiary()
	own.Acked = held.acked
	lost, err := lostEvents(context.WithoutCancel(ctx), p.Folder, append(diaries, own)...)
	if err != nil {
		return false, err
	}
	served, refused := held.moves, 0
	for _, d := range diaries {
		for kind := range d.Took {
			served += len(d.Took[kind])
		}
		for kind, n := range d.Refused {
			refused += n
			b.say("%d refused: %s (%s)", n, kind, d.Why[kind])
		}
		if n := d.Refused[honest.Moves]; n > 0 {
			faults = append(faults, fmt.Sprintf("%d moves of visitors were refused or cut off: %s", n, d.Why[honest.Moves]))
		}
	}
	if len(faults) == 0 {
		faults = flat(all)
	}
	if lost > 0 {
		faults = append(faults, fmt.Sprintf("%d events lost or doubled", lost))
	}
	print("\n%d requests and moves served, %d refused, %d lost; %d held games ended and were followed by another\n", served, refused, lost, held.ended)
	const shown = 20
	for _, f := range faults[:min(shown, len(faults))] {
		print("- %s\n", f)
	}
	if more := len(faults) - shown; more > 0 {
		print("- and %d more\n", more)
	}
	return len(faults) == 0, nil
}

// unavailableCount returns the number of responses with status 503 in the server's metrics.
func unavailableCount(figures map[string]float64) (n float64) {
	for name, f := range figures {
		if isUnavailable(name) {
			n += f
		}
	}
	return n
}

// unavailableRoutes lists the non-zero metrics that unavailableCount adds up.
func unavailableRoutes(figures map[string]float64) string {
	var all []string
	for name, f := range figures {
		if isUnavailable(name) && f > 0 {
			all = append(all, fmt.Sprintf("%s %.0f", name, f))
		}
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

func isUnavailable(metric string) bool {
	return strings.HasPrefix(metric, "tain_http_requests_total{") && strings.Contains(metric, `status="503"`)
}

// churn opens games and sockets and drops them without closing. It reports all errors except
// those caused by the end of the context.
func (b *battle) churn(ctx context.Context, url string, report func(error)) {
	for i := 0; ctx.Err() == nil; i++ {
		if err := comeAndGo(ctx, client.New(url, client.Loopback(4, i/250%250, 1+i%250))); err != nil && ctx.Err() == nil {
			report(err)
		}
		client.Pause(ctx, 150*time.Millisecond)
	}
}

// comeAndGo simulates one visit: it creates a game and opens three sockets, with a move on each.
func comeAndGo(ctx context.Context, who *client.Client) error {
	defer who.Leave()
	g, err := who.Create(ctx, `{"variant":"chess","opponent":"self"}`)
	if err != nil {
		return err
	}
	for _, move := range []string{"e2e4", "e7e5", "g1f3"} {
		l, err := who.Connect(ctx, g.ID)
		if err != nil {
			return err
		}
		key, err := l.Play(ctx, g.Ply, g.Key, move)
		l.Close()
		if err != nil {
			return err
		}
		g.Ply, g.Key = g.Ply+1, key
	}
	return nil
}

// flat returns a fault for each figure that grew steadily after the first third of the samples.
func flat(all []sample) (faults []string) {
	rest := all[len(all)/3:]
	for _, c := range []struct {
		name  string
		noise float64
		of    func(sample) float64
	}{
		{"memory", noiseMemory, func(s sample) float64 { return s.memory - bytesPerMove*s.moves }},
		{"heap", noiseMemory, func(s sample) float64 { return s.heap - bytesPerMove*s.moves }},
		{"goroutines", noiseGoroutines, func(s sample) float64 { return s.goroutines }},
		{"descriptors", noiseGoroutines, func(s sample) float64 { return s.descriptors }},
	} {
		slope, mean := slope(rest, c.of)
		if slope > max(c.noise, mean*maxGrowth) {
			faults = append(faults, fmt.Sprintf("%s grew by %.0f a minute, with a mean of %.0f", c.name, slope, mean))
		}
	}
	return faults
}

// slope returns the growth of a figure per minute, by least squares, and the mean of the figure.
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
