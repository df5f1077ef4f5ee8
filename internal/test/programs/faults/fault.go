//go:build linux

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"syscall"
	"time"
)

// fault is a failure that can be injected and repaired.
type fault struct {
	kind string
	what string // description
	// everywhere means that nobody can play during the fault. The stall is then measured from the end
	// of the fault.
	everywhere bool
	// lasts is the duration of the fault.
	lasts time.Duration
	begin func(ctx context.Context) error
	end   func(ctx context.Context) error
	// settle restores the cluster's redundancy while play continues; it may be nil.
	settle func(ctx context.Context) error
}

// kind is a kind of fault.
type kind struct {
	name string
	make func(c *cluster, r *rand.Rand) fault
	able func(c *cluster) bool // nil means always
}

func nothing(context.Context) error { return nil }

// within returns a random duration between least and most.
func within(r *rand.Rand, least, most time.Duration) time.Duration {
	return least + time.Duration(r.Int64N(int64(most-least)))
}

// broken is a faulty state of a link.
type broken struct {
	name  string
	held  [2]bool
	delay [2]time.Duration
}

// ways lists the ways to break a link.
var ways = []broken{
	{name: "cut", held: [2]bool{true, true}},
	{name: "cut up", held: [2]bool{true, false}},
	{name: "cut down", held: [2]bool{false, true}},
	{name: "slow", delay: [2]time.Duration{150 * time.Millisecond, 150 * time.Millisecond}},
	{name: "slow up", delay: [2]time.Duration{300 * time.Millisecond, 0}},
	{name: "slow down", delay: [2]time.Duration{0, 300 * time.Millisecond}},
}

// linkFault returns a fault that breaks links.
func linkFault(r *rand.Rand, where string, b broken, links ...*link) fault {
	return fault{
		what: b.name + ", " + where, lasts: within(r, 500*time.Millisecond, 4*time.Second),
		begin: func(context.Context) error {
			for _, k := range links {
				k.set(b.held, b.delay)
			}
			return nil
		},
		end: func(context.Context) error {
			for _, k := range links {
				k.mend()
			}
			return nil
		},
	}
}

// resetFault returns a fault that resets the connections of links.
func resetFault(where string, links ...*link) fault {
	return fault{what: "connections to " + where + " reset", end: nothing, begin: func(context.Context) error {
		for _, k := range links {
			k.reset()
		}
		return nil
	}}
}

// kinds lists the kinds of faults.
var kinds = []kind{
	{name: "kill a node", make: func(c *cluster, r *rand.Rand) fault {
		n := c.all[r.IntN(nodes)]
		return fault{what: n.name, lasts: within(r, 100*time.Millisecond, 3*time.Second),
			begin: func(context.Context) error { n.kill(); return nil }, end: n.start}
	}},
	{name: "pause a node", make: func(c *cluster, r *rand.Rand) fault {
		n := c.all[r.IntN(nodes)]
		return fault{what: n.name, lasts: within(r, 500*time.Millisecond, 6*time.Second),
			begin: func(context.Context) error { n.signal(syscall.SIGSTOP); return nil },
			end:   func(context.Context) error { n.signal(syscall.SIGCONT); return nil }}
	}},
	{name: "stop a node", make: func(c *cluster, r *rand.Rand) fault {
		n := c.all[r.IntN(nodes)]
		return fault{what: n.name, lasts: within(r, 100*time.Millisecond, 2*time.Second),
			begin: func(context.Context) error { n.signal(syscall.SIGTERM); return nil },
			end: func(ctx context.Context) error {
				<-n.ended
				return n.start(ctx)
			}}
	}},
	{name: "kill a worker", make: func(c *cluster, r *rand.Rand) fault {
		n := c.workers[r.IntN(workers)]
		return fault{what: n.name, lasts: within(r, 100*time.Millisecond, 3*time.Second),
			begin: func(context.Context) error { n.kill(); return nil }, end: n.start}
	}},
	{name: "kill all workers", make: func(c *cluster, r *rand.Rand) fault {
		return fault{lasts: within(r, 100*time.Millisecond, 3*time.Second),
			begin: func(context.Context) error {
				for _, n := range c.workers {
					n.kill()
				}
				return nil
			},
			end: func(ctx context.Context) error {
				for _, n := range c.workers {
					if err := n.start(ctx); err != nil {
						return err
					}
				}
				return nil
			}}
	}},
	{name: "pause a worker", make: func(c *cluster, r *rand.Rand) fault {
		n := c.workers[r.IntN(workers)]
		return fault{what: n.name, lasts: within(r, 500*time.Millisecond, 6*time.Second),
			begin: func(context.Context) error { n.signal(syscall.SIGSTOP); return nil },
			end:   func(context.Context) error { n.signal(syscall.SIGCONT); return nil }}
	}},
	{name: "a worker's link to PostgreSQL", make: func(c *cluster, r *rand.Rand) fault {
		n := c.workers[r.IntN(workers)]
		return linkFault(r, n.name, ways[r.IntN(len(ways))], n.stores...)
	}},
	{name: "kill PostgreSQL", make: func(c *cluster, r *rand.Rand) fault {
		return fault{everywhere: true, lasts: within(r, 0, time.Second),
			begin: func(context.Context) error { c.database.Kill(); return nil },
			end:   func(context.Context) error { c.database.Again(); return nil }}
	}},
	{name: "pause PostgreSQL", make: func(c *cluster, r *rand.Rand) fault {
		goOn := func() {}
		return fault{everywhere: true, lasts: within(r, 300*time.Millisecond, 4*time.Second),
			begin: func(context.Context) error { goOn = c.database.Pause(); return nil },
			end:   func(context.Context) error { goOn(); return nil }}
	}},
	{name: "a node's link to PostgreSQL", make: func(c *cluster, r *rand.Rand) fault {
		n := c.all[r.IntN(nodes)]
		return linkFault(r, n.name, ways[r.IntN(len(ways))], n.stores...)
	}},
	{name: "a node's connections to PostgreSQL reset", make: func(c *cluster, r *rand.Rand) fault {
		n := c.all[r.IntN(nodes)]
		return resetFault(n.name, n.stores...)
	}},
	{name: "the link between two nodes", able: ownNATS, make: func(c *cluster, r *rand.Rand) fault {
		i := r.IntN(nodes)
		j := (i + 1 + r.IntN(nodes-1)) % nodes
		return linkFault(r, fmt.Sprint(c.all[i].name, " and ", c.all[j].name), ways[r.IntN(len(ways))], c.all[i].to[j], c.all[j].to[i])
	}},
	{name: "all links from a node to others", able: ownNATS, make: func(c *cluster, r *rand.Rand) fault {
		i := r.IntN(nodes)
		var links []*link
		for j := range nodes {
			if j != i {
				links = append(links, c.all[i].to[j], c.all[j].to[i])
			}
		}
		if r.IntN(3) == 0 {
			return resetFault("other nodes, "+c.all[i].name, links...)
		}
		return linkFault(r, c.all[i].name, ways[r.IntN(len(ways))], links...)
	}},
	{name: "the link from the proxy to a node", make: func(c *cluster, r *rand.Rand) fault {
		n := c.all[r.IntN(nodes)]
		return linkFault(r, n.name, ways[r.IntN(len(ways))], n.front)
	}},
	{name: "sockets reset", make: func(c *cluster, r *rand.Rand) fault {
		n := c.all[r.IntN(nodes)]
		return resetFault(n.name, n.front)
	}},
	{name: "the players' link to the proxy", make: func(c *cluster, r *rand.Rand) fault {
		f := linkFault(r, "all people", ways[r.IntN(len(ways))], c.front.link)
		f.everywhere = true
		return f
	}},
	{name: "a clock is wrong", make: func(c *cluster, r *rand.Rand) fault {
		n := c.all[r.IntN(nodes)]
		by := within(r, 10*time.Second, 2*time.Minute).Round(time.Second)
		if r.IntN(2) == 0 {
			by = -by
		}
		return fault{what: fmt.Sprint(n.name, " by ", by), lasts: 4 * time.Second,
			begin: func(context.Context) error { return n.skew(by) }, end: func(context.Context) error { return n.skew(0) }}
	}},
	{name: "a node starts with a wrong clock", make: func(c *cluster, r *rand.Rand) fault {
		n := c.all[r.IntN(nodes)]
		by := time.Minute
		if r.IntN(2) == 0 {
			by = -by
		}
		return fault{what: fmt.Sprint(n.name, " by ", by), lasts: 4 * time.Second,
			begin: func(ctx context.Context) error {
				n.kill()
				if err := n.skew(by); err != nil {
					return err
				}
				return n.start(ctx)
			}, end: func(context.Context) error { return n.skew(0) }}
	}},
	{name: "PostgreSQL's disk is full", able: func(c *cluster) bool { return c.database.disk != nil }, make: func(c *cluster, r *rand.Rand) fault {
		return fault{everywhere: true, lasts: within(r, 500*time.Millisecond, 3*time.Second),
			begin: func(context.Context) error { return c.database.disk.fill() },
			end: func(context.Context) error {
				err := c.database.disk.clear()
				time.Sleep(100 * time.Millisecond) // gives a panicking server time to log
				if !c.database.Lives() {
					c.database.Again()
				}
				return err
			}}
	}},
	{name: "a node's disk is full", able: func(c *cluster) bool { return c.all[0].disk != nil }, make: func(c *cluster, r *rand.Rand) fault {
		n := c.all[r.IntN(nodes)]
		return fault{what: n.name, lasts: within(r, 500*time.Millisecond, 2*time.Second),
			begin: func(context.Context) error { return n.disk.fill() }, end: func(context.Context) error { return n.disk.clear() }}
	}},
}
