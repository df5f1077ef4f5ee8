//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/tainchess/tain/internal/test/postgres"
)

// So many servers and workers there are.
const (
	nodes   = 3
	workers = 2
)

// cluster is the servers, what they need, and the links between all of them.
type cluster struct {
	folder   string
	program  string
	database *postgres.Server
	store    string // the address of the database, past all links
	all      [nodes]*node
	workers  [workers]*node
	front    *front
	nats     *outside // by which nodes tell each other; nil where each has its own
	disk     *disk    // of the database; nil where there can be none
}

// node is a server or a worker, as a process. A worker has no front and no way to
// other nodes.
type node struct {
	name         string
	program      string
	args         []string
	folder       string
	addr, routes string // where it listens for people and for other nodes
	clock        string // the file that says by how much its clock is wrong
	front, store *link
	to           [nodes]*link // to other nodes; nil to itself, and where they have a NATS of its own
	bus          *link        // to that
	disk         *disk        // of its folder; nil where there can be none
	mu           sync.Mutex
	cmd          *exec.Cmd
	ended        chan struct{}
	said         string // the end of its log
	keepLog      io.Writer
}

// host is a program in the place of a test.
type host struct {
	postgres.Host
	ends []func()
}

func (h *host) Helper()                   {}
func (h *host) Fatal(a ...any)            { panic(fatal(fmt.Sprint(a...))) }
func (h *host) Fatalf(f string, a ...any) { panic(fatal(fmt.Sprintf(f, a...))) }
func (h *host) Skipf(f string, a ...any)  { panic(fatal(fmt.Sprintf(f, a...))) }
func (h *host) Cleanup(end func())        { h.ends = append(h.ends, end) }
func (h *host) close() {
	for i := len(h.ends) - 1; i >= 0; i-- {
		h.ends[i]()
	}
}

// fatal ends a run.
type fatal string

func (f fatal) Error() string { return string(f) }

// ports hands out ports that nobody listens on, and keeps them until they are let
// go, so that none is handed out twice.
type ports []net.Listener

func (p *ports) take() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	*p = append(*p, l)
	return l.Addr().String(), nil
}

func (p *ports) letGo() {
	for _, l := range *p {
		l.Close()
	}
}

// begin starts a cluster whose parts end with the host. Its nodes tell each other
// by a NATS server whose program is given, or by their own.
func begin(ctx context.Context, h postgres.Host, program, nats string, say func(string, ...any)) (*cluster, error) {
	folder, err := os.MkdirTemp("", "tain-faults-")
	if err != nil {
		return nil, err
	}
	h.Cleanup(func() { os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil { // PostgreSQL runs as somebody else
		return nil, err
	}
	c := &cluster{folder: folder, program: program}
	data := filepath.Join(folder, "database")
	if c.disk, err = newDisk(h, data, 512<<20); err != nil {
		say("no disk can be filled here: %v", err)
		data = ""
	} else {
		data = filepath.Join(data, "data")
		if err := os.Mkdir(data, 0o700); err != nil {
			return nil, err
		}
	}
	c.database = postgres.StartIn(h, data)
	c.store = c.database.Database()
	if err := c.startNATS(ctx, nats, h.Cleanup); err != nil {
		return nil, err
	}
	if err := c.lay(h); err != nil {
		return nil, err
	}
	for _, n := range c.processes() {
		if err := n.start(ctx); err != nil {
			return nil, err
		}
		h.Cleanup(n.kill)
	}
	return c, c.whole(ctx)
}

// processes are the servers, then the workers.
func (c *cluster) processes() []*node { return append(c.all[:], c.workers[:]...) }

// lay makes the nodes and the links between them.
func (c *cluster) lay(h postgres.Host) error {
	key := filepath.Join(c.folder, "key")
	if err := os.WriteFile(key, []byte("a secret that all nodes of this test share\n"), 0o600); err != nil {
		return err
	}
	name := c.store[strings.LastIndex(c.store, "/")+1:]
	name, _, _ = strings.Cut(name, "?")
	storeBy := func(k *link) string { return "postgres://tain@" + k.addr() + "/" + name + "?sslmode=disable" }
	var links []*link
	keep := func(k *link, err error) (*link, error) {
		if err == nil {
			links = append(links, k)
		}
		return k, err
	}
	h.Cleanup(func() {
		for _, k := range links {
			k.close()
		}
	})
	var fronts []*link
	var free ports
	defer free.letGo() // when all links are there
	for i := range c.all {
		n := &node{name: fmt.Sprint("node ", i+1), program: c.program, folder: filepath.Join(c.folder, fmt.Sprint("node", i+1)), clock: filepath.Join(c.folder, fmt.Sprint("clock", i+1))}
		c.all[i] = n
		var err error
		if n.disk, err = newDisk(h, n.folder, 1<<20); err != nil {
			n.disk = nil // it has been said
		}
		if n.addr, err = free.take(); err == nil {
			n.routes, err = free.take()
		}
		if err == nil {
			n.front, err = keep(linkTo("tcp", n.addr))
		}
		if err == nil {
			n.store, err = keep(linkTo("unix", c.database.Socket()))
		}
		if err != nil {
			return err
		}
		fronts = append(fronts, n.front)
	}
	for i, n := range c.all {
		n.args = []string{"--json", "serve", "--addr", n.addr, "--data", n.folder, "--store", storeBy(n.store), "--no-limits", "--set", "games.players=1"}
		if c.nats != nil {
			var err error
			if n.bus, err = keep(linkTo("tcp", c.nats.addr)); err != nil {
				return err
			}
			n.args = append(n.args, "--bus", "nats://"+n.bus.addr())
			continue
		}
		var peers []string
		for j, other := range c.all {
			if i == j {
				continue
			}
			k, err := keep(linkTo("tcp", other.routes))
			if err != nil {
				return err
			}
			n.to[j] = k
			peers = append(peers, k.addr())
		}
		n.args = append(n.args, "--cluster-listen", n.routes, "--cluster-peers", strings.Join(peers, ","), "--cluster-key", key)
	}
	for i := range c.workers {
		n := &node{name: fmt.Sprint("worker ", i+1), program: c.program}
		c.workers[i] = n
		var err error
		if n.store, err = keep(linkTo("unix", c.database.Socket())); err != nil {
			return err
		}
		n.args = []string{"--json", "worker", "--store", storeBy(n.store), "--threads", "1"}
	}
	var err error
	if c.front, err = newFront(fronts); err != nil {
		return err
	}
	h.Cleanup(c.front.close)
	return nil
}

// startTime is how long a process may take to say that it works.
const startTime = time.Minute

// start starts the process, and waits until it says that it works.
func (n *node) start(ctx context.Context) error {
	cmd := exec.Command(n.program, n.args...)
	cmd.Env = append(os.Environ(), "FAULTS_CLOCK="+n.clock)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	cmd.Stderr = n
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("faults: cannot start %s: %w", n.program, err)
	}
	ended := make(chan struct{})
	n.mu.Lock()
	n.cmd, n.ended = cmd, ended
	n.mu.Unlock()
	answer := make(chan error, 1)
	read := make(chan struct{})
	go func() {
		var told struct{} // whatever it is
		answer <- json.NewDecoder(out).Decode(&told)
		_, _ = io.Copy(io.Discard, out) // it has nothing more to say there
		close(read)
	}()
	go func() {
		<-read
		_ = cmd.Wait() // it is killed, mostly
		close(ended)
	}()
	select {
	case err = <-answer:
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(startTime):
		err = errors.New("it does not say that it works")
	}
	if err != nil {
		n.kill()
		return fmt.Errorf("faults: %s did not start: %w: %s", n.name, err, n.lastWords())
	}
	return nil
}

// Write keeps the end of the log.
func (n *node) Write(text []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.keepLog != nil {
		_, _ = n.keepLog.Write(text)
	}
	const keep = 2000
	if n.said += string(text); len(n.said) > keep {
		n.said = n.said[len(n.said)-keep:]
	}
	return len(text), nil
}

func (n *node) lastWords() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.TrimSpace(n.said)
}

// signal sends the process a signal.
func (n *node) signal(s syscall.Signal) { _ = n.cmd.Process.Signal(s) }

// kill ends the process as a crash does.
func (n *node) kill() {
	if n.cmd == nil || n.cmd.Process == nil {
		return
	}
	n.signal(syscall.SIGKILL)
	<-n.ended
}

// lives reports whether the process has not ended.
func (n *node) lives() bool {
	select {
	case <-n.ended:
		return false
	default:
		return true
	}
}

// skew makes the clock of a node wrong.
func (n *node) skew(by time.Duration) error {
	if by == 0 {
		return os.Remove(n.clock)
	}
	return os.WriteFile(n.clock, []byte(by.String()), 0o644)
}

// whole waits until all servers are up.
func (c *cluster) whole(ctx context.Context) error {
	for end := time.Now().Add(startTime); c.front.ups() < nodes; {
		for _, n := range c.processes() {
			if !n.lives() {
				return fmt.Errorf("faults: %s has ended: %s", n.name, n.lastWords())
			}
		}
		if time.Now().After(end) {
			return fmt.Errorf("faults: only %d of %d servers are ready", c.front.ups(), nodes)
		}
		if !pause(ctx, 20*time.Millisecond) {
			return ctx.Err()
		}
	}
	return nil
}

// pause waits, and reports whether the context has not ended.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
