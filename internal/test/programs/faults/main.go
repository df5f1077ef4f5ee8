//go:build linux

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// bound is the maximum time that a single fault may stall a game.
const bound = 3 * time.Second

// apart is the permitted difference between the clocks of nodes. They follow the database
// clock, which they read over a link that may be slow.
const apart = 250 * time.Millisecond

func main() {
	program := flag.String("program", "bin/tain-faults", "the server's program, built with -tags faults")
	faults := flag.Int("faults", 200, "how many faults there are")
	games := flag.Int("games", 8, "how many games are played at the same time")
	seed := flag.Uint64("seed", 0, "what decides which faults come, and when; drawn if it is 0")
	most := flag.Duration("time", 0, "how long the faults go on at most; 0 for all of them")
	names := flag.String("kinds", "", "only these kinds of faults, joined by commas")
	nats := flag.String("nats", "", "the program of a NATS server, by which the nodes tell each other in place of their own")
	logs := flag.String("logs", "", "a folder for the logs of the nodes")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *seed == 0 {
		*seed = rand.Uint64N(1_000_000) + 1
	}
	if err := measure(ctx, *program, plan{seed: *seed, faults: *faults, games: *games, time: *most}, *names, *nats, *logs); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// measure runs the faults and prints the table.
func measure(ctx context.Context, program string, p plan, names, nats, logs string) (err error) {
	h := &host{}
	defer h.close()
	defer func() {
		if failed := recover(); failed != nil {
			said, ok := failed.(fatal)
			if !ok {
				panic(failed)
			}
			err = said
		}
	}()
	p.say = func(format string, a ...any) { fmt.Fprintf(os.Stderr, "faults: "+format+"\n", a...) }
	p.say("the seed is %d", p.seed)
	c, err := begin(ctx, h, program, nats, p.say)
	if err != nil {
		return err
	}
	if logs != "" {
		if err := c.keepLogs(h, logs); err != nil {
			return err
		}
	}
	if p.kinds = c.kinds(names); len(p.kinds) == 0 {
		return fmt.Errorf("faults: no fault of kind %q is possible on this machine", names)
	}
	all, hall, err := c.run(ctx, p)
	if err != nil {
		return err
	}
	if p.say("reading what the database has"); !c.database.Lives() {
		return errors.New("faults: PostgreSQL has ended")
	}
	t, wrong, err := judge(ctx, c.store, hall, apart)
	if err != nil {
		return err
	}
	slow := writeTable(os.Stdout, p.seed, all, t)
	for _, w := range wrong {
		fmt.Println("- " + w)
	}
	if len(wrong) > 0 || slow > 0 {
		return fmt.Errorf("faults: %d errors, %d of %d faults stalled a game for more than %v", len(wrong), slow, len(all), bound)
	}
	return nil
}

// kinds returns the named kinds that this machine supports.
func (c *cluster) kinds(names string) (some []kind) {
	for _, k := range allKinds() {
		if (names == "" || slices.Contains(strings.Split(names, ","), k.name)) && (k.able == nil || k.able(c)) {
			some = append(some, k)
		}
	}
	return some
}

// keepLogs writes the further logs of nodes and workers to a folder.
func (c *cluster) keepLogs(h *host, folder string) error {
	for _, n := range c.processes() {
		f, err := os.Create(filepath.Join(folder, strings.ReplaceAll(n.name, " ", "")+".log"))
		if err != nil {
			return err
		}
		h.Cleanup(func() { f.Close() })
		n.mu.Lock()
		n.keepLog = f
		n.mu.Unlock()
	}
	return nil
}

// writeTable prints how long each kind of fault stalled games. It returns the number of faults
// that exceeded the limit on an undisturbed machine.
func writeTable(out io.Writer, seed uint64, all []*struck, t tally) (slow int) {
	by, aside := map[string][]time.Duration{}, map[string]int{}
	taken, late := 0, 0
	for _, s := range all {
		if s.stolen <= disturbed {
			by[s.kind] = append(by[s.kind], s.worst())
			continue
		}
		taken++
		aside[s.kind]++
		if s.worst() > bound {
			late++
		}
	}
	fmt.Fprint(out, "| fault | times | play continues after, p50 | worst | over 3 s | on a disturbed machine |\n|---|---:|---:|---:|---:|---:|\n")
	for _, k := range allKinds() {
		list := by[k.name]
		if len(list) == 0 {
			if aside[k.name] > 0 {
				fmt.Fprintf(out, "| %s | 0 | | | | %d |\n", k.name, aside[k.name])
			}
			continue
		}
		slices.Sort(list)
		over := 0
		for _, d := range list {
			if d > bound {
				over++
			}
		}
		slow += over
		fmt.Fprintf(out, "| %s | %d | %.1f s | %.1f s | %d | %d |\n", k.name, len(list), list[len(list)/2].Seconds(), list[len(list)-1].Seconds(), over, aside[k.name])
	}
	if taken > 0 {
		fmt.Fprintf(out, "\nDuring %d faults other machines took more than %.0f %% of the CPU time; these stalls are not judged (%d of them over %v).\n", taken, 100*disturbed, late, bound)
	}
	fmt.Fprintf(out, "\nSeed %d, %d faults: %d games with %d moves, %d calls (%d without a response), %d connections that received moves, %d flags, at most %.1f s late.\n",
		seed, len(all), t.games, t.moves, t.calls, t.unknown, t.connections, t.flags, t.late.Seconds())
	return slow
}
