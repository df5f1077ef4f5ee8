//go:build linux

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// outside is a separate NATS server, used instead of embedded NATS.
type outside struct {
	program, addr string
	cmd           *exec.Cmd
}

// start starts the server and waits until it listens.
func (o *outside) start(ctx context.Context) error {
	host, port, err := net.SplitHostPort(o.addr)
	if err != nil {
		return err
	}
	o.cmd = exec.Command(o.program, "--addr", host, "--port", port)
	o.cmd.Stderr = nil // discard the log
	o.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := o.cmd.Start(); err != nil {
		return fmt.Errorf("faults: cannot start NATS: %w", err)
	}
	for end := time.Now().Add(startTime); ; {
		c, err := net.Dial("tcp", o.addr)
		if err == nil {
			return c.Close()
		}
		if time.Now().After(end) || !pause(ctx, 20*time.Millisecond) {
			o.kill()
			return fmt.Errorf("faults: NATS does not listen: %w", err)
		}
	}
}

// kill kills the server, simulating a crash.
func (o *outside) kill() {
	if o.cmd != nil && o.cmd.Process != nil {
		_ = o.cmd.Process.Kill()
		_ = o.cmd.Wait() // killed
	}
}

// signal sends the server a signal.
func (o *outside) signal(s syscall.Signal) { _ = o.cmd.Process.Signal(s) }

// startNATS starts the separate NATS server of a cluster, if a program is given.
func (c *cluster) startNATS(ctx context.Context, program string, cleanup func(func())) error {
	if program == "" {
		return nil
	}
	if _, err := os.Stat(program); err != nil {
		return fmt.Errorf("faults: %w: build it with make test-faults", err)
	}
	var free ports
	addr, err := free.take()
	free.release()
	if err != nil {
		return err
	}
	c.nats = &outside{program: program, addr: addr}
	cleanup(c.nats.kill)
	return c.nats.start(ctx)
}

// hasNATS reports whether the nodes use a separate NATS server, and ownNATS whether they use embedded
// NATS.
func hasNATS(c *cluster) bool { return c.nats != nil }
func ownNATS(c *cluster) bool { return c.nats == nil }

// allKinds returns all kinds of faults, including those of a standby and of a separate NATS server.
func allKinds() []kind { return slices.Concat(kinds, standbyKinds, natsKinds) }

// natsKinds are faults of a separate NATS server. Play continues without it, because each node
// reads the others' commits from the database.
var natsKinds = []kind{
	{name: "kill NATS", able: hasNATS, make: func(c *cluster, r *rand.Rand) fault {
		return fault{lasts: within(r, 100*time.Millisecond, 4*time.Second),
			begin: func(context.Context) error { c.nats.kill(); return nil }, end: c.nats.start}
	}},
	{name: "NATS is down for a minute", able: hasNATS, make: func(c *cluster, _ *rand.Rand) fault {
		return fault{lasts: time.Minute,
			begin: func(context.Context) error { c.nats.kill(); return nil }, end: c.nats.start}
	}},
	{name: "pause NATS", able: hasNATS, make: func(c *cluster, r *rand.Rand) fault {
		return fault{lasts: within(r, 500*time.Millisecond, 6*time.Second),
			begin: func(context.Context) error { c.nats.signal(syscall.SIGSTOP); return nil },
			end:   func(context.Context) error { c.nats.signal(syscall.SIGCONT); return nil }}
	}},
	{name: "a node's link to NATS", able: hasNATS, make: func(c *cluster, r *rand.Rand) fault {
		n := c.all[r.IntN(nodes)]
		if r.IntN(3) == 0 {
			return resetFault("NATS, "+n.name, n.bus)
		}
		return linkFault(r, n.name, ways[r.IntN(len(ways))], n.bus)
	}},
}
