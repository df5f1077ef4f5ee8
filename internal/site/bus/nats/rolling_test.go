package nats_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/bus/nats"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/load"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// balancer is a proxy that distributes connections over ready nodes in turn.
type balancer struct {
	net.Listener
	mu    sync.Mutex
	nodes []string
	ready map[string]bool
	next  int
}

func newBalancer(t *testing.T, nodes []string) *balancer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("net.Listen: %v", err)
	}
	t.Cleanup(func() { l.Close() })
	b := &balancer{Listener: l, nodes: nodes, ready: map[string]bool{}}
	b.check()
	go func() {
		for range time.Tick(20 * time.Millisecond) {
			b.check()
			if t.Context().Err() != nil {
				return
			}
		}
	}()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go b.pass(c)
		}
	}()
	return b
}

func (b *balancer) check() {
	b.mu.Lock()
	nodes := append([]string{}, b.nodes...)
	b.mu.Unlock()
	for _, n := range nodes {
		a, err := http.Get("http://" + n + "/readyz")
		ok := err == nil && a.StatusCode == http.StatusOK
		if err == nil {
			a.Body.Close()
		}
		b.mu.Lock()
		b.ready[n] = ok
		b.mu.Unlock()
	}
}

func (b *balancer) pick() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range b.nodes {
		b.next++
		if n := b.nodes[b.next%len(b.nodes)]; b.ready[n] {
			return n
		}
	}
	return ""
}

func (b *balancer) pass(c net.Conn) {
	defer c.Close()
	to, err := net.Dial("tcp", b.pick())
	if err != nil {
		return
	}
	defer to.Close()
	go func() { io.Copy(to, c); to.Close() }()
	io.Copy(c, to)
}

// node is a complete server of a cluster.
type node struct {
	addr string
	bus  *nats.Bus
	hub  *hub.Hub
	stop context.CancelFunc
	done chan error
}

func serve(t *testing.T, store room.Store, bus *nats.Bus) *node {
	t.Helper()
	hub, err := hub.New(t.Context(), store, hub.Options{Options: room.Options{Rules: variant.Builtin(), Bus: bus}})
	if err != nil {
		t.Fatalf("hub.New: %v", err)
	}
	limits := limit.Default().WithoutPerAddress()
	srv, err := server.New(server.Options{
		Rules: variant.Builtin(), Hub: hub, Limits: &limits, Files: fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}},
		Bus: bus, Leave: 300 * time.Millisecond, HandOver: 300 * time.Millisecond,
	})
	if err != nil {
		t.Fatalf("server.New: %v", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("net.Listen: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	n := &node{addr: l.Addr().String(), bus: bus, hub: hub, stop: stop, done: make(chan error, 1)}
	go func() { n.done <- srv.Serve(ctx, l) }()
	t.Cleanup(stop)
	return n
}

// TestRollingUpgrade plays on three nodes behind a proxy while two of them stop in succession. Every
// acknowledged move is saved once and reaches the opponent, and no client is disconnected.
func TestRollingUpgrade(t *testing.T) {
	store := memory.New()
	var nodes []*node
	var addrs []string
	for _, bus := range startNodes(t, 3) {
		n := serve(t, store, bus)
		nodes, addrs = append(nodes, n), append(addrs, n.addr)
	}
	for _, n := range nodes {
		eventually(t, "the nodes have discovered each other", func() bool { return n.hub.Stats().Nodes == 3 })
	}
	b := newBalancer(t, addrs)
	chess, _ := variant.Builtin().Find("chess")
	plan := load.Plan{
		URL: "http://" + b.Addr().String(), Rules: []rules.Rules{chess}, Games: 12, MovesPerSecond: 60, Spectators: 6, Time: 4 * time.Second,
	}
	watching := func() (n int) {
		for _, one := range nodes {
			n += one.hub.Stats().Watchers
		}
		return n
	}
	go func() {
		for watching() < 2*plan.Games+plan.Spectators { // wait until all clients are connected
			time.Sleep(10 * time.Millisecond)
		}
		for _, n := range nodes[:2] {
			time.Sleep(plan.Time / 8)
			n.stop()
			if err := <-n.done; err != nil {
				t.Errorf("stopping a node: %v", err)
			}
		}
	}()
	report, err := load.Run(t.Context(), plan)
	if err != nil {
		t.Fatalf("load.Run: %v", err)
	}
	if !report.Passed() || report.Moves == 0 || report.Moved == 0 {
		t.Errorf("load.Run: %s", report.String())
	}
}
