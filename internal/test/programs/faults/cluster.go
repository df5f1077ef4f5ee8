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

// Numbers of servers and workers.
const (
	nodes   = 3
	workers = 2
)

// cluster consists of the servers, the services they need, and the links between them.
type cluster struct {
	folder   string
	program  string
	database *database // the primary
	standby  *database // synchronous standby of the primary, or nil
	name     string    // of the PostgreSQL database
	all      [nodes]*node
	workers  [workers]*node
	front    *front
	nats     *outside // connects the nodes; nil if they use embedded NATS
}

// node is a server or worker process. A worker has no link from the proxy and no links to other
// nodes.
type node struct {
	name         string
	program      string
	args         []string
	folder       string
	addr, routes string // addresses for clients and for other nodes
	clock        string // file with the offset of the node's clock
	races        string // path prefix of the race detector's reports
	front        *link
	stores       []*link      // to the PostgreSQL servers
	to           [nodes]*link // to other nodes; nil for the node itself, or if there is a separate NATS server
	bus          *link        // to the NATS server
	disk         *disk        // disk of the node's folder; nil if it cannot be mounted
	mu           sync.Mutex
	cmd          *exec.Cmd
	ended        chan struct{}
	logTail      string // end of the log
	keepLog      io.Writer
}

// host implements postgres.Host, so that this program can use test helpers.
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

// fatal is a panic value that ends a run.
type fatal string

func (f fatal) Error() string { return string(f) }

// catch converts a fatal panic to an error. Functions defer it.
func catch(err *error) {
	if failed := recover(); failed != nil {
		said, ok := failed.(fatal)
		if !ok {
			panic(failed)
		}
		*err = errors.Join(*err, said)
	}
}

// ports reserves free ports until they are released, so that no port is returned twice.
type ports []net.Listener

func (p *ports) take() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	*p = append(*p, l)
	return l.Addr().String(), nil
}

func (p *ports) release() {
	for _, l := range *p {
		l.Close()
	}
}

// shape describes the parts of a cluster.
type shape struct {
	program string // path of the server program
	nats    string // path of a NATS server program; if empty, the nodes use embedded NATS
	standby bool   // whether PostgreSQL has a synchronous standby
}

// begin starts a cluster that stops when the host ends.
func begin(ctx context.Context, h postgres.Host, s shape, say func(string, ...any)) (*cluster, error) {
	folder, err := os.MkdirTemp("", "tain-faults-")
	if err != nil {
		return nil, err
	}
	h.Cleanup(func() { os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil { // PostgreSQL runs as another user
		return nil, err
	}
	c := &cluster{folder: folder, program: s.program}
	if err := c.startDatabases(h, s.standby, say); err != nil {
		return nil, err
	}
	if err := c.startNATS(ctx, s.nats, h.Cleanup); err != nil {
		return nil, err
	}
	if err := c.lay(h); err != nil {
		return nil, err
	}
	for i, n := range c.processes() {
		n.races = filepath.Join(c.folder, fmt.Sprint("race", i))
		if err := n.start(ctx); err != nil {
			return nil, err
		}
		h.Cleanup(n.kill)
	}
	return c, c.whole(ctx)
}

// processes returns the servers, then the workers.
func (c *cluster) processes() []*node { return append(c.all[:], c.workers[:]...) }

// lay creates the nodes and the links between them.
func (c *cluster) lay(h postgres.Host) error {
	key := filepath.Join(c.folder, "key")
	if err := os.WriteFile(key, []byte("a secret that all nodes of this test share\n"), 0o600); err != nil {
		return err
	}
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
	// storesOf creates a node's links to the databases, and returns them with the database URL that
	// uses them.
	storesOf := func() (stores []*link, address string, err error) {
		var hosts []string
		for _, d := range c.databases() {
			k, err := keep(linkTo("unix", d.Socket()))
			if err != nil {
				return nil, "", err
			}
			stores, hosts = append(stores, k), append(hosts, k.addr())
		}
		return stores, "postgres://tain@" + strings.Join(hosts, ",") + "/" + c.name + "?sslmode=disable&target_session_attrs=read-write", nil
	}
	var fronts []*link
	var free ports
	defer free.release() // after all links are listening
	for i := range c.all {
		n := &node{name: fmt.Sprint("node ", i+1), program: c.program, folder: filepath.Join(c.folder, fmt.Sprint("node", i+1)), clock: filepath.Join(c.folder, fmt.Sprint("clock", i+1))}
		c.all[i] = n
		var err error
		if n.disk, err = newDisk(h, n.folder, 1<<20); err != nil {
			n.disk = nil // already reported
		}
		if n.addr, err = free.take(); err == nil {
			n.routes, err = free.take()
		}
		if err == nil {
			n.front, err = keep(linkTo("tcp", n.addr))
		}
		if err != nil {
			return err
		}
		fronts = append(fronts, n.front)
	}
	for i, n := range c.all {
		var store string
		var err error
		if n.stores, store, err = storesOf(); err != nil {
			return err
		}
		n.args = []string{"--json", "serve", "--addr", n.addr, "--data", n.folder, "--store", store, "--no-limits", "--set", "games.players=1"}
		if c.nats != nil {
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
		var store string
		var err error
		if n.stores, store, err = storesOf(); err != nil {
			return err
		}
		n.args = []string{"--json", "worker", "--store", store, "--threads", "1"}
	}
	var err error
	if c.front, err = newFront(fronts); err != nil {
		return err
	}
	h.Cleanup(c.front.close)
	return nil
}

// startTime is the maximum time until a process reports that it is ready.
const startTime = time.Minute

// start starts the process and waits until it reports that it is ready.
func (n *node) start(ctx context.Context) error {
	cmd := exec.Command(n.program, n.args...)
	cmd.Env = append(os.Environ(), "FAULTS_CLOCK="+n.clock, "GORACE=log_path="+n.races)
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
		var greeting struct{} // the content does not matter
		answer <- json.NewDecoder(out).Decode(&greeting)
		_, _ = io.Copy(io.Discard, out) // drain the remaining output
		close(read)
	}()
	go func() {
		<-read
		_ = cmd.Wait() // usually killed
		close(ended)
	}()
	select {
	case err = <-answer:
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(startTime):
		err = errors.New("it did not report that it was ready")
	}
	if err != nil {
		n.kill()
		return fmt.Errorf("faults: %s did not start: %w: %s", n.name, err, n.lastWords())
	}
	return nil
}

// Write records the end of the process's log.
func (n *node) Write(text []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.keepLog != nil {
		_, _ = n.keepLog.Write(text)
	}
	const keep = 2000
	if n.logTail += string(text); len(n.logTail) > keep {
		n.logTail = n.logTail[len(n.logTail)-keep:]
	}
	return len(text), nil
}

func (n *node) lastWords() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.TrimSpace(n.logTail)
}

// signal sends the process a signal.
func (n *node) signal(s syscall.Signal) { _ = n.cmd.Process.Signal(s) }

// kill kills the process, simulating a crash.
func (n *node) kill() {
	if n.cmd == nil || n.cmd.Process == nil {
		return
	}
	n.signal(syscall.SIGKILL)
	<-n.ended
}

// lives reports whether the process is running.
func (n *node) lives() bool {
	select {
	case <-n.ended:
		return false
	default:
		return true
	}
}

// skew sets the offset of a node's clock.
func (n *node) skew(by time.Duration) error {
	if by == 0 {
		return os.Remove(n.clock)
	}
	return os.WriteFile(n.clock, []byte(by.String()), 0o644)
}

// whole waits until the proxy considers all servers up.
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

// races returns the race detector's reports, if the program was built with it.
func (c *cluster) races() (reports []string, err error) {
	files, err := filepath.Glob(filepath.Join(c.folder, "race*"))
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		reports = append(reports, string(text))
	}
	return reports, err
}

// pause waits for d, and returns false if the context ends first.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
