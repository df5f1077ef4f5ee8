//go:build linux

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/test/programs/hostile/attack"
	"github.com/tainchess/tain/internal/test/programs/hostile/honest"
	"github.com/tainchess/tain/internal/test/programs/hostile/process"
)

// battle contains the settings of a measurement.
type battle struct {
	program string // path of the server program
	seconds time.Duration
	folder  string // data folder
	memory  int64  // memory limit; 0 to measure only
	machine *process.Standstill
	say     func(format string, a ...any)
}

// crowd returns the honest people in a measurement.
func (b *battle) crowd(url string, d time.Duration) honest.Crowd {
	c := honest.Usual(url, d)
	c.Machine = b.machine
	return c
}

// judge runs a fight. If only the timing fails, it runs two more and returns the median,
// because the p99 of a few seconds consists of a few responses and a single disk pause can
// spoil it. Other errors count at once.
func (b *battle) judge(ctx context.Context, a attack.Attack) (*row, error) {
	var all []*row
	for {
		r, err := b.fight(ctx, a)
		if err != nil || len(r.wrong()) > 0 {
			return r, err
		}
		all = append(all, r)
		if len(all) == 1 && len(r.slow()) == 0 {
			return r, nil
		}
		if len(all) == 3 {
			return median(all), nil
		}
		b.say("%s: %s; once more", a.Name, cmp.Or(oneLine(strings.Join(r.slow(), "; ")), "held"))
	}
}

// median returns the fight with the median slowdown of its slowest activity.
func median(all []*row) *row {
	slices.SortFunc(all, func(a, b *row) int {
		return cmp.Or(cmp.Compare(len(a.slow()), len(b.slow())), cmp.Compare(a.ratio(a.worst()), b.ratio(b.worst())))
	})
	r := all[len(all)/2]
	r.fought = len(all)
	return r
}

// fight measures the service to honest people without an attack and during it.
func (b *battle) fight(ctx context.Context, a attack.Attack) (*row, error) {
	r := &row{attack: a, with: honest.NewDiary(), without: honest.NewDiary()}
	p, closing, err := b.start(ctx, a.Name)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(p.Folder) // the next fight starts with an empty folder
	defer closing()
	// The first seconds of a process are not representative.
	warm := b.crowd(p.URL, time.Second).Live(ctx)
	r.without = b.crowd(p.URL, b.seconds/2).Live(ctx)
	standing, err := honest.Offer(ctx, p.URL)
	if err != nil {
		return nil, err
	}
	defer standing.Close()
	logged, began, mark := p.Logged.Load(), time.Now(), process.Monotonic()
	enemy, err := b.send(ctx, a, p.URL)
	if err != nil {
		return nil, err
	}
	r.with = b.crowd(p.URL, b.seconds).Live(ctx)
	if p.Running() {
		r.trouble = append(r.trouble, standing.Shown(ctx)...)
	}
	if r.count, err = enemy.recall(); err != nil {
		return nil, err
	}
	r.logged = float64(p.Logged.Load()-logged) / time.Since(began).Seconds()
	if b.machine != nil {
		b.say("%s: the machine itself stood still for %.1f of %.1f s", a.Name, b.machine.Within(mark, process.Monotonic()).Seconds(), time.Since(began).Seconds())
	}
	r.memory, r.died = p.PeakMemory.Load(), !p.Running()
	if !r.died {
		// Half of the baseline is measured after the attack, because the machine's load
		// changes.
		r.without.Add(b.crowd(p.URL, b.seconds/2).Live(ctx))
	}
	if r.died {
		r.trouble = append(r.trouble, "its last words: "+clip(p.LogTail()))
	}
	p.Kill()
	r.lost, err = lostEvents(ctx, p.Folder, warm, r.without, r.with)
	return r, err
}

func clip(s string) string { return s[max(0, len(s)-200):] }

// start starts the server, with a memory limit if possible.
func (b *battle) start(ctx context.Context, name string, args ...string) (p *process.Server, closing func(), err error) {
	var limit *process.MemoryLimit
	if b.memory > 0 {
		if limit, err = process.NewMemoryLimit(b.memory); err != nil {
			b.say("%v", err)
		}
	}
	p, err = process.Start(ctx, b.program, filepath.Join(b.folder, name), limit, args...)
	return p, func() {
		if p != nil && p.Cmd != nil && p.Running() {
			p.Kill()
		}
		if limit != nil {
			limit.Remove()
		}
	}, err
}

// enemy is the attackers' process.
type enemy struct {
	cmd  *exec.Cmd
	said bytes.Buffer
	over chan error
}

// send starts the attackers and waits until they are ready.
func (b *battle) send(ctx context.Context, a attack.Attack, url string) (*enemy, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	e := &enemy{cmd: exec.CommandContext(ctx, self, "-attacker", a.Name, "-url", url), over: make(chan error, 1)}
	e.cmd.Stderr = os.Stderr
	e.cmd.Stdout = &e.said
	ready, err := e.cmd.StdinPipe() // closing it ends the process
	if err != nil {
		return nil, err
	}
	prepared, told, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer prepared.Close()
	e.cmd.ExtraFiles = []*os.File{told}
	if err := e.cmd.Start(); err != nil {
		return nil, fmt.Errorf("hostile: cannot start the attackers: %w", err)
	}
	told.Close()
	go func() { e.over <- e.cmd.Wait() }()
	e.cmd.Cancel = func() error { return ready.Close() }
	one := make([]byte, 1)
	if _, err := prepared.Read(one); err != nil {
		return nil, fmt.Errorf("hostile: the attackers gave up: %w", <-e.over)
	}
	return e, nil
}

// recall stops the attack and returns its counts.
func (e *enemy) recall() (map[string]int, error) {
	e.cmd.Cancel()
	select {
	case err := <-e.over:
		if err != nil {
			return nil, fmt.Errorf("hostile: the attackers: %w", err)
		}
	case <-time.After(process.StartTime):
		e.cmd.Process.Kill()
		<-e.over
		return map[string]int{"attackers killed": 1}, nil
	}
	count := map[string]int{}
	err := json.Unmarshal(e.said.Bytes(), &count)
	return count, err
}
