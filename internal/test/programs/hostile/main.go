//go:build linux

package main

import (
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
	program := flag.String("program", "bin/tain", "the server's program, with the page built in")
	names := flag.String("attacks", "", "only these attacks and scenes, joined by commas")
	seconds := flag.Duration("time", 8*time.Second, "how long honest people are measured, without and under each attack")
	memory := flag.Int64("memory", mostMemory>>20, "memory limit of the attacked server in megabytes; 0 measures only")
	soak := flag.Duration("soak", 0, "soak for this long instead of attacking")
	games := flag.Int("games", soakGames, "games that a soak holds")
	attacker := flag.String("attacker", "", "be the attackers of this attack until standard input ends")
	watcher := flag.Int("watcher", -1, "be the watcher of this processor until killed")
	url := flag.String("url", "", "the server that is attacked")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if *watcher >= 0 {
		err = process.BeWatcher(*watcher)
	} else if *attacker != "" {
		err = beAttacker(ctx, *attacker, *url)
	} else {
		err = measure(ctx, *program, *names, *seconds, *memory<<20, *soak, *games)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// beAttacker attacks until standard input is closed, then prints the counts to standard output.
func beAttacker(ctx context.Context, name, url string) error {
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
	a.Run(ctx, w)
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

var errFailed = errors.New("hostile: some attacks or scenes failed")

// measure runs the attacks and prints the table.
func measure(ctx context.Context, program, names string, seconds time.Duration, memory int64, soak time.Duration, games int) error {
	// Reduce the influence of other load on the measurement, if permitted. The server inherits
	// the priority.
	setPriority(-10)
	folder, err := os.MkdirTemp("", "tain-hostile-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	b := &battle{program: program, seconds: seconds, folder: folder, memory: memory, say: func(format string, a ...any) {
		fmt.Fprintf(os.Stderr, "hostile: "+format+"\n", a...)
	}}
	print := func(format string, a ...any) { fmt.Printf(format, a...) }
	if soak > 0 {
		b.memory = 0 // memory grows with the length of the games and is judged separately
		if passed, err := b.soak(ctx, games, soak, print); err != nil || !passed {
			return cmp.Or(err, errFailed)
		}
		return nil
	}
	if b.machine, err = process.WatchMachine(); err != nil {
		b.say("%v", err)
	}
	defer b.machine.Close()
	chosen := func(name string) bool {
		return names == "" || strings.Contains(","+names+",", ","+name+",")
	}
	held := true
	if names == "" || anyAttack(chosen) {
		writeHead(os.Stdout)
	}
	for _, a := range attack.All {
		if !chosen(a.Name) {
			continue
		}
		b.say("%s: %s", a.Name, a.What)
		r, err := b.judge(ctx, a)
		if err != nil {
			return fmt.Errorf("%s: %w", a.Name, err)
		}
		r.write(os.Stdout)
		held = held && len(r.faults()) == 0
	}
	if names == "" || anyScene(chosen) {
		fmt.Print("\n| attack | what it does | figures | |\n|---|---|---|---|\n")
	}
	all, err := b.runScenes(ctx, chosen, print)
	if err != nil {
		return err
	}
	if !held || !all {
		return errFailed
	}
	return nil
}

func anyScene(chosen func(string) bool) bool {
	return slices.ContainsFunc(scenes, func(s scene) bool { return chosen(s.name) })
}

func anyAttack(chosen func(string) bool) bool {
	return slices.ContainsFunc(attack.All, func(a attack.Attack) bool { return chosen(a.Name) })
}
