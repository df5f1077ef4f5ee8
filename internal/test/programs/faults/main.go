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

// bound is the maximum time for which a single fault may stall a game.
const bound = 3 * time.Second

// apart is the permitted difference between the clocks of nodes. Nodes follow the database clock, which
// they read over a link that may be slow.
const apart = 250 * time.Millisecond

func main() {
	var s shape
	var p plan
	flag.StringVar(&s.program, "program", "bin/tain-faults", "server `program`, built with -tags faults")
	flag.StringVar(&s.nats, "nats", "", "NATS server `program` that connects the nodes, instead of embedded NATS")
	flag.BoolVar(&s.standby, "standby", true, "run PostgreSQL with a synchronous standby, and promote it")
	before := flag.String("before", "", "another server `program`, for comparison with the same faults")
	race := flag.Bool("race", false, "do not limit stalls, because the program is built with -race")
	flag.IntVar(&p.faults, "faults", 200, "`number` of faults")
	flag.IntVar(&p.games, "games", 8, "`number` of concurrent games")
	flag.IntVar(&p.rated, "rated", 0, "play only rated games, and inject faults until this `number` of them have ended")
	flag.Uint64Var(&p.seed, "seed", 0, "`number` that determines the faults (default random)")
	flag.DurationVar(&p.time, "time", 0, "inject no more faults after this time (default no limit)")
	flag.StringVar(&p.names, "kinds", "", "only these `kinds` of faults, separated by commas")
	flag.StringVar(&p.logs, "logs", "", "`folder` for the logs of the nodes")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if p.seed == 0 {
		p.seed = rand.Uint64N(1_000_000) + 1
	}
	p.say = func(format string, a ...any) { fmt.Fprintf(os.Stderr, "faults: "+format+"\n", a...) }
	if err := measure(ctx, s, p, *before, !*race); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// measure injects the faults into a cluster, and, if another version of the program is given, into a
// cluster of that version for comparison. It prints the results.
func measure(ctx context.Context, s shape, p plan, before string, timed bool) error {
	p.say("seed: %d", p.seed)
	now, err := inject(ctx, s, p)
	slow := now.writeTable(os.Stdout, p.seed, nil)
	for _, w := range now.wrong {
		fmt.Println("- " + w)
	}
	if before != "" && ctx.Err() == nil {
		p.say("repeating the faults with %s", before)
		s.program = before
		was, failed := inject(ctx, s, p)
		fmt.Println()
		now.writeTable(os.Stdout, p.seed, &was)
		for _, w := range was.wrong {
			fmt.Println("- before: " + w)
		}
		if failed != nil {
			fmt.Println("- before:", failed)
		}
	}
	if !timed {
		slow = 0
	}
	if len(now.wrong) > 0 || slow > 0 {
		err = errors.Join(err, fmt.Errorf("faults: %d errors, %d of %d faults stalled a game for more than %v", len(now.wrong), slow, len(now.all), bound))
	}
	return err
}

// results contains the results of a run.
type results struct {
	all   []*struck
	wrong []string
	tally tally
}

// inject starts a cluster, injects the faults and judges the games, even if the run was aborted.
func inject(ctx context.Context, s shape, p plan) (found results, err error) {
	h := &host{}
	defer h.close()
	defer catch(&err)
	c, err := begin(ctx, h, s, p.say)
	if err != nil {
		return found, err
	}
	if p.logs != "" {
		if err := c.keepLogs(h, p.logs); err != nil {
			return found, err
		}
	}
	if p.kinds = c.kinds(p.names); len(p.kinds) == 0 {
		return found, fmt.Errorf("faults: no fault of kind %q is possible on this machine", p.names)
	}
	all, workload, err := c.run(ctx, p)
	found.all = all
	if p.say("reading the database"); !c.database.Lives() {
		return found, errors.Join(err, errors.New("faults: PostgreSQL exited"))
	}
	var failed error
	found.tally, found.wrong, failed = judge(ctx, c.store(), workload, apart)
	races, unread := c.races()
	found.wrong = append(found.wrong, races...)
	return found, errors.Join(err, failed, unread)
}

// kinds returns the kinds of faults with the given names that this machine supports. An empty text
// means all.
func (c *cluster) kinds(names string) (some []kind) {
	for _, k := range allKinds() {
		if (names == "" || slices.Contains(strings.Split(names, ","), k.name)) && (k.able == nil || k.able(c)) {
			some = append(some, k)
		}
	}
	return some
}

// keepLogs writes the logs of nodes and workers to a folder from now on.
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

// times holds how long faults of one kind stalled games.
type times struct {
	list, aside []time.Duration // on an undisturbed machine, and on a disturbed one; shortest first
}

// byKind returns the stall times by kind of fault.
func (f *results) byKind() map[string]*times {
	by := map[string]*times{}
	for _, s := range f.all {
		if by[s.kind] == nil {
			by[s.kind] = &times{}
		}
		if s.disturbed() {
			by[s.kind].aside = append(by[s.kind].aside, s.worst())
		} else {
			by[s.kind].list = append(by[s.kind].list, s.worst())
		}
	}
	for _, t := range by {
		slices.Sort(t.list)
		slices.Sort(t.aside)
	}
	return by
}

// cells returns the count, the median and the maximum of stall times, as table cells.
func cells(list []time.Duration) string {
	if len(list) == 0 {
		return " 0 | | |"
	}
	return fmt.Sprintf(" %d | %.1f s | %.1f s |", len(list), list[len(list)/2].Seconds(), list[len(list)-1].Seconds())
}

// writeTable prints how long each kind of fault stalled games, alongside the times of an earlier
// version if it was measured. It returns how many faults stalled a game for too long on an undisturbed
// machine.
func (f *results) writeTable(out io.Writer, seed uint64, before *results) (slow int) {
	head, line := "| fault | times | play continues after, p50 | worst | over 3 s | on a disturbed machine | p50 | worst |", "|---|---:|---:|---:|---:|---:|---:|---:|"
	by, was := f.byKind(), map[string]*times{}
	aside, late := 0, 0
	if before != nil {
		was = before.byKind()
		head, line = head+" before | p50 | worst | disturbed | p50 | worst |", line+"---:|---:|---:|---:|---:|---:|"
	}
	fmt.Fprintf(out, "%s\n%s\n", head, line)
	for _, k := range allKinds() {
		t := by[k.name]
		if t == nil {
			continue
		}
		over := 0
		for _, d := range t.list {
			if d > bound {
				over++
			}
		}
		slow += over
		aside += len(t.aside)
		for _, d := range t.aside {
			if d > bound {
				late++
			}
		}
		fmt.Fprintf(out, "| %s |%s %d |%s", k.name, cells(t.list), over, cells(t.aside))
		if t := was[k.name]; t != nil {
			fmt.Fprint(out, cells(t.list)+cells(t.aside))
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "\nThe machine counts as disturbed if other machines take more than %.0f %% of its processors, or a timer of the test is more than %v late. These stalls are not judged: %d faults, %d of them over %v.\n", 100*maxStolen, maxLate, aside, late, bound)
	t := f.tally
	fmt.Fprintf(out, "\nSeed %d, %d faults: %d games with %d moves, %d calls (%d without a response), %d connections that received moves, %d flags, at most %.1f s late, %d rated games, recounted.\n",
		seed, len(f.all), t.games, t.moves, t.calls, t.unknown, t.connections, t.flags, t.late.Seconds(), t.rated)
	return slow
}
