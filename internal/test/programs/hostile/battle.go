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
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/test/programs/hostile/attack"
	"github.com/tainchess/tain/internal/test/programs/hostile/client"
	"github.com/tainchess/tain/internal/test/programs/hostile/honest"
	"github.com/tainchess/tain/internal/test/programs/hostile/process"
)

// battle contains the settings of a measurement.
type battle struct {
	program string // path of the server program
	// Processors of the server and of the attackers, empty for any.
	cpus, attackerCPUs string
	seconds            time.Duration
	rounds             int   // number of repetitions of each attack
	addresses          []int // how many attacking addresses to use, one measurement each
	folder             string
	tables             string // folder of endgame tables; if empty, the server uses its built-in tables
	memory             int64  // memory limit in bytes; 0 only measures
	machine            *process.Standstill
	say                func(format string, a ...any)
}

// crowd returns the honest people in a measurement.
func (b *battle) crowd(url string, d time.Duration) honest.Crowd {
	c := honest.Usual(url, d)
	c.Machine, c.Offering = b.machine, 400*time.Millisecond
	return c
}

// judge runs an attack several times with each number of addresses.
func (b *battle) judge(ctx context.Context, a attack.Attack) (*contest, error) {
	c := &contest{attack: a, fights: make([][]*fight, len(b.addresses))}
	for round := range b.rounds {
		// Response times without the attack do not depend on the number of addresses, so all fights of
		// a round are compared with the same figures.
		without := honest.NewDiary()
		for i, n := range b.addresses {
			f, err := b.fight(ctx, a, n, round == 0)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", nAddresses(n), err)
			}
			without.Add(f.without)
			c.fights[i] = append(c.fights[i], f)
		}
		for i, n := range b.addresses {
			f := c.fights[i][round]
			f.without = without
			kind := f.worst()
			b.say("%s, %s: %s p99 %.1f ms, %.1f without; analyses %s, computer's moves %s; %.1f cores, %d MB; the attackers: %s; %s", a.Name, nAddresses(n), kind,
				f.with.Percentile(kind, .99), f.without.Percentile(kind, .99), f.served(honest.Analyses), f.served(honest.Computers), f.cores, f.memory>>20,
				counts(f.count), cmp.Or(oneLine(strings.Join(f.faults(), "; ")), "held"))
		}
	}
	return c, nil
}

// patience is how long an honest analysis may wait. It is a little longer than a full queue takes
// to drain.
const patience = 45 * time.Second

// fight measures how honest people are served without an attack and during it.
func (b *battle) fight(ctx context.Context, a attack.Attack, addresses int, patient bool) (*fight, error) {
	f := &fight{addresses: addresses}
	var args []string
	if a.Secure {
		args = append(args, "--set", "tls.cert="+b.certificate(), "--set", "tls.key="+b.key())
	}
	if a.Proxied {
		args = append(args, "--set", "trusted-proxies="+client.AttackerNetwork)
	}
	if b.tables != "" {
		args = append(args, "--set", "tables="+b.tables)
	}
	p, closing, err := b.start(ctx, a.Name, args...)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(p.Folder) // the next fight starts with an empty folder
	defer closing()
	// The first requests to a new process are not typical.
	warm := b.crowd(p.URL, 500*time.Millisecond).Live(ctx)
	f.without = b.crowd(p.URL, b.seconds/4).Live(ctx)
	standing, err := honest.Offer(ctx, p.URL)
	if err != nil {
		return nil, err
	}
	defer standing.Close()
	logged, began, mark, used := p.Logged.Load(), time.Now(), process.Monotonic(), process.CPUTime(p.Pid())
	enemy, err := b.send(ctx, a, p.URL, addresses)
	if err != nil {
		return nil, err
	}
	under := b.crowd(p.URL, b.seconds)
	if patient {
		under.Patience = patience
	}
	f.with = under.Live(ctx)
	if p.Running() {
		f.trouble = append(f.trouble, standing.Shown(ctx)...)
	}
	f.cores = (process.CPUTime(p.Pid()) - used).Seconds() / time.Since(began).Seconds()
	if f.count, err = enemy.recall(); err != nil {
		return nil, err
	}
	f.logged = float64(p.Logged.Load()-logged) / time.Since(began).Seconds()
	if b.machine != nil {
		f.stood = b.machine.Within(mark, process.Monotonic())
	}
	f.memory, f.died = p.PeakMemory.Load(), !p.Running()
	if !f.died {
		// Half of the baseline is measured after the attack, because the load on the machine changes.
		f.without.Add(b.crowd(p.URL, b.seconds/4).Live(ctx))
	}
	if f.died {
		f.trouble = append(f.trouble, "end of its log: "+tail(p.LogTail()))
	}
	p.Kill()
	f.lost, err = lostEvents(ctx, p.Folder, warm, f.without, f.with)
	return f, err
}

// tail returns the last 200 bytes of a program's output.
func tail(s string) string { return s[max(0, len(s)-200):] }

// start starts the server, with a memory limit if possible.
func (b *battle) start(ctx context.Context, name string, args ...string) (p *process.Server, closing func(), err error) {
	var limit *process.MemoryLimit
	if b.memory > 0 {
		if limit, err = process.NewMemoryLimit(b.memory); err != nil {
			b.say("%v", err)
		}
	}
	p, err = process.Start(ctx, b.program, b.cpus, filepath.Join(b.folder, name), limit, args...)
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

// send starts the attackers and waits until they are prepared.
func (b *battle) send(ctx context.Context, a attack.Attack, url string, addresses int) (*enemy, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := process.Pin(b.attackerCPUs, self, "-attacker", a.Name, "-url", url, "-addresses", strconv.Itoa(addresses))
	e := &enemy{cmd: exec.CommandContext(ctx, command[0], command[1:]...), over: make(chan error, 1)}
	e.cmd.Stderr = os.Stderr
	e.cmd.Stdout = &e.said
	ready, err := e.cmd.StdinPipe() // closing the pipe ends the process
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
