//go:build linux

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/tainchess/tain/internal/test/programs/hostile/attack"
	"github.com/tainchess/tain/internal/test/programs/hostile/process"
)

func main() {
	b := &battle{say: func(format string, a ...any) { fmt.Fprintf(os.Stderr, "hostile: "+format+"\n", a...) }}
	flag.StringVar(&b.program, "program", "bin/tain", "server `program` that includes the page")
	flag.StringVar(&b.cpus, "cpus", "", "`processors` of the server, such as 0-1 (default any)")
	flag.StringVar(&b.attackerCPUs, "attacker-cpus", "", "`processors` of the attackers, such as 2-3, so that they do not compete with honest players (default any)")
	names := flag.String("attacks", "", "attacks and scenes to run, separated by commas (default all)")
	flag.DurationVar(&b.seconds, "time", 3*time.Second, "duration of the measurement during each attack; without the attack it is half of that")
	flag.IntVar(&b.rounds, "rounds", 3, "number of repetitions of each attack")
	addresses := flag.String("addresses", "1,20,50", "numbers of attacking addresses, separated by commas")
	flag.StringVar(&b.tables, "tables", "bin/tables", "endgame-table folder; missing tables are built, which takes a few minutes")
	write := flag.String("write", "", "result file (JSON) to write; existing rows of other attacks are kept")
	memory := flag.Int64("memory", maxMemory>>20, "memory limit of the attacked server in megabytes; 0 only measures")
	soak := flag.Duration("soak", 0, "run a soak test of this duration instead of the attacks")
	games := flag.Int("games", soakGames, "number of games held in a soak test")
	attacker := flag.String("attacker", "", "run as the attackers of this attack until standard input ends (internal)")
	watcher := flag.Int("watcher", -1, "run as the watcher of this processor until killed (internal)")
	url := flag.String("url", "", "URL of the attacked server (internal)")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	b.memory = *memory << 20
	err := b.parseAddresses(*addresses)
	switch {
	case err != nil:
	case *watcher >= 0:
		err = process.BeWatcher(*watcher)
	case *attacker != "":
		err = beAttacker(ctx, *attacker, *url, b.addresses[0])
	default:
		err = b.measure(ctx, *names, *soak, *games, *write)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// parseAddresses parses the list of address counts, and validates the number of rounds.
func (b *battle) parseAddresses(text string) error {
	for one := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(one)
		if err != nil || n < 1 || n > attack.MostAddresses {
			return fmt.Errorf("hostile: -addresses %s: want numbers from 1 to %d, separated by commas", text, attack.MostAddresses)
		}
		b.addresses = append(b.addresses, n)
	}
	if b.rounds < 1 {
		return fmt.Errorf("hostile: -rounds %d: want at least 1", b.rounds)
	}
	return nil
}

// beAttacker attacks from a number of addresses until standard input ends. It then prints the outcomes
// to standard output.
func beAttacker(ctx context.Context, name, url string, addresses int) error {
	a, err := attack.Find(name)
	if err != nil {
		return err
	}
	// On the open network attackers have their own processors.
	setPriority(10)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	w := attack.NewForce(url, 1)
	if a.Prepare != nil {
		if err := a.Prepare(ctx, w); err != nil {
			return err
		}
	}
	prepared := os.NewFile(3, "prepared")
	fmt.Fprint(prepared, "!")
	prepared.Close()
	a.RunFrom(ctx, w, addresses)
	w.Leave()
	return json.NewEncoder(os.Stdout).Encode(w.Counts())
}

// setPriority sets the priority of all threads, if permitted. Later threads and child processes
// inherit it.
func setPriority(nice int) {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, t := range threads {
		if id, err := strconv.Atoi(t.Name()); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, nice)
		}
	}
}

// prioritiseSession sets the priority of the whole session, because Linux may distribute CPU time among
// sessions first (autogroups). restore resets it.
func prioritiseSession(nice int) (restore func()) {
	const file = "/proc/self/autogroup" // such as "/autogroup-123 nice 0"
	text, err := os.ReadFile(file)
	if err != nil {
		return func() {}
	}
	before := strings.TrimSpace(string(text[bytes.LastIndexByte(text, ' ')+1:]))
	_ = os.WriteFile(file, []byte(strconv.Itoa(nice)), 0)
	return func() { _ = os.WriteFile(file, []byte(before), 0) }
}

var errFailed = errors.New("hostile: some attacks or scenes failed")

// connectionsPerAddress is an upper bound of the number of connections that one address opens.
const connectionsPerAddress = 300

// measure runs the attacks and scenes, or a soak test, and prints the results.
func (b *battle) measure(ctx context.Context, names string, soak time.Duration, games int, write string) (err error) {
	// Reduce the influence of other load on the machine, if permitted. The server inherits the
	// priority.
	setPriority(-10)
	defer prioritiseSession(-10)()
	if b.folder, err = os.MkdirTemp("", "tain-hostile-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.folder)
	print := func(format string, a ...any) { fmt.Printf(format, a...) }
	if soak > 0 {
		b.memory = 0 // memory grows with the length of the games and is judged separately
		if passed, err := b.soak(ctx, games, soak, print); err != nil || !passed {
			return cmp.Or(err, errFailed)
		}
		return nil
	}
	if err := raiseFileLimit(uint64(connectionsPerAddress*slices.Max(b.addresses) + 5000)); err != nil {
		return err
	}
	if b.machine, err = process.WatchMachine(); err != nil {
		b.say("%v", err)
	}
	defer b.machine.Close()
	chosen := func(name string) bool {
		return names == "" || strings.Contains(","+names+",", ","+name+",")
	}
	if err := b.equip(ctx, chosen); err != nil {
		return err
	}
	var all []*contest
	held := true
	for _, a := range attack.All {
		if !chosen(a.Name) {
			continue
		}
		b.say("%s: %s", a.Name, a.What)
		c, err := b.judge(ctx, a)
		if err != nil {
			return fmt.Errorf("%s: %w", a.Name, err)
		}
		for _, fault := range c.faults() {
			held = false
			b.say("%s FAILS: %s", a.Name, fault)
		}
		all = append(all, c)
		if write != "" { // write after each attack, because a later one may fail
			if err := b.record(write, all); err != nil {
				return err
			}
		}
	}
	if len(all) > 0 {
		fmt.Print(b.table(all).Markdown())
	}
	if names == "" || anyScene(chosen) {
		fmt.Print("\n| attack | what it does | figures | |\n|---|---|---|---|\n")
	}
	passed, err := b.runScenes(ctx, chosen, print)
	if err != nil {
		return err
	}
	if !held || !passed {
		return errFailed
	}
	return nil
}

func anyScene(chosen func(string) bool) bool {
	return slices.ContainsFunc(scenes, func(s scene) bool { return chosen(s.name) })
}
