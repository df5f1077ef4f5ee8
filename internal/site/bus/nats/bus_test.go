package nats_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	client "github.com/nats-io/nats.go"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/bus/nats"
	"github.com/tainchess/tain/internal/test/bustest"
)

const key = "a key of thirty characters or so"

// patience is the timeout for each wait.
const patience = 30 * time.Second

// eventually polls until a condition holds.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !so(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("timed out waiting until %s", what)
		}
	}
}

// freeAddrs returns free local addresses.
func freeAddrs(t *testing.T, n int) (list []string) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatalf("net.Listen: %v", err)
		}
		defer l.Close()
		list = append(list, l.Addr().String())
	}
	return list
}

func begin(t *testing.T, o nats.Options) *nats.Bus {
	t.Helper()
	b, err := nats.Open(o)
	if err != nil {
		t.Fatalf("nats.Open: %v", err)
	}
	t.Cleanup(b.Close)
	return b
}

// startNodes starts n nodes with embedded servers that are configured as each other's peers.
func startNodes(t *testing.T, n int) (list []*nats.Bus) {
	t.Helper()
	addrs := freeAddrs(t, n)
	for i := range n {
		list = append(list, begin(t, nats.Options{Listen: addrs[i], Peers: addrs, Key: key, Node: fmt.Sprintf("node%d", i)}))
	}
	for _, b := range list {
		eventually(t, "all nodes are connected", func() bool { return b.Ready() == nil })
	}
	return list
}

// settled is a bus whose Subscribe waits until the other node has registered the subscription. Otherwise a
// message published immediately afterwards may be lost, which a Bus allows.
type settled struct {
	*nats.Bus
	other *nats.Bus
	t     *testing.T
	known map[string]map[*nats.Bus]bool // nodes that subscribe to a game
}

func (s settled) Subscribe(id string, deliver func(cluster.Committed)) func() {
	end := s.Bus.Subscribe(id, deliver)
	if s.known[id] == nil {
		s.known[id] = map[*nats.Bus]bool{}
	}
	s.known[id][s.Bus] = true
	n := len(s.known[id])
	eventually(s.t, "the other node has registered the subscription", func() bool { return s.other.Interested(id, n) && s.Bus.Interested(id, n) })
	return end
}

func TestEmbedded(t *testing.T) {
	bustest.Run(t, func(t *testing.T) (here, there cluster.Bus) {
		pair := startNodes(t, 2)
		known := map[string]map[*nats.Bus]bool{}
		return settled{pair[0], pair[1], t, known}, settled{pair[1], pair[0], t, known}
	})
}

// outside starts an external NATS server with a password.
func outside(t *testing.T, port int) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoSigs: true, Username: "anna", Password: "her-secret"})
	if err != nil {
		t.Fatalf("server.NewServer: %v", err)
	}
	s.Start()
	if !s.ReadyForConnections(patience) {
		t.Fatal("NATS did not start")
	}
	t.Cleanup(s.Shutdown)
	return s
}

// flushed is a bus whose Subscribe waits until NATS has registered the subscription.
type flushed struct {
	*nats.Bus
	server *server.Server
	t      *testing.T
}

func (f flushed) Subscribe(id string, deliver func(cluster.Committed)) func() {
	end := f.Bus.Subscribe(id, deliver)
	eventually(f.t, "NATS has registered the subscription", func() bool { return f.server.GlobalAccount().Interest("tain.game."+id) > 0 })
	return end
}

func TestExternal(t *testing.T) {
	bustest.Run(t, func(t *testing.T) (here, there cluster.Bus) {
		s := outside(t, -1)
		url := "nats://anna:her-secret@" + s.Addr().String()
		return flushed{begin(t, nats.Options{URL: url}), s, t}, flushed{begin(t, nats.Options{URL: url}), s, t}
	})
}

// inbox collects messages.
type inbox struct {
	mu   sync.Mutex
	list []cluster.Committed
}

func (i *inbox) deliver(c cluster.Committed) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.list = append(i.list, c)
}

func (i *inbox) has(first int) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, c := range i.list {
		if c.First == first {
			return true
		}
	}
	return false
}

func moved(n int) cluster.Committed {
	return cluster.Committed{Game: "game", First: n, Events: []game.Event{{Type: game.Moved, At: 1, Move: "e2e4"}}}
}

// TestExternalRestart restarts an external NATS server. Meanwhile, nodes continue to serve and report that
// the bus is disconnected. Afterwards they reconnect.
func TestExternalRestart(t *testing.T) {
	s := outside(t, -1)
	at := s.Addr().(*net.TCPAddr)
	url := "nats://anna:her-secret@" + at.String()
	var log bytes.Buffer
	var mu sync.Mutex
	write := slog.New(slog.NewTextHandler(locked{&mu, &log}, nil))
	a, b := begin(t, nats.Options{URL: url, Log: write}), begin(t, nats.Options{URL: url, Log: write})
	var near, far inbox
	defer a.Subscribe("game", near.deliver)()
	defer b.Subscribe("game", far.deliver)()
	n := 1
	reaches := func() bool { n++; a.Publish(moved(n)); time.Sleep(5 * time.Millisecond); return far.has(n) }
	eventually(t, "a message reaches the other node", reaches)
	s.Shutdown()
	s.WaitForShutdown()
	eventually(t, "the node reports that the bus is disconnected", func() bool { return a.Ready() != nil && !a.Whole() })
	a.Publish(moved(10_000))
	eventually(t, "subscribers on the same node still receive messages", func() bool { return near.has(10_000) })
	outside(t, at.Port)
	eventually(t, "the node is connected again", func() bool { return a.Ready() == nil && b.Ready() == nil })
	if a.Whole() {
		t.Error("Whole = true right after a reconnection")
	}
	eventually(t, "a message reaches the other node again", reaches)
	mu.Lock()
	defer mu.Unlock()
	if !strings.Contains(log.String(), "the bus is disconnected") || strings.Contains(log.String(), "her-secret") {
		t.Errorf("log = %s", log.String())
	}
}

// locked is a writer that is safe for concurrent use.
type locked struct {
	mu *sync.Mutex
	w  *bytes.Buffer
}

func (l locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// TestLost checks that incoming messages that do not fit into the queue are counted, even after the
// subscription has ended.
func TestLost(t *testing.T) {
	url := "nats://anna:her-secret@" + outside(t, -1).Addr().String()
	conn, err := client.Connect(url)
	if err != nil {
		t.Fatalf("Connect: %v", err)
	}
	defer conn.Close()
	stalled := nats.NewStalled(conn)
	end := stalled.Subscribe("game", func(cluster.Committed) {})
	if err := conn.Flush(); err != nil {
		t.Fatalf("Flush: %v", err)
	}
	other := begin(t, nats.Options{URL: url})
	const many = 10
	for n := range many {
		other.Publish(moved(n))
	}
	eventually(t, "all messages but one are counted as lost", func() bool { return stalled.Lost() == many-1 })
	end()
	if n := stalled.Lost(); n != many-1 {
		t.Errorf("Lost = %d after the subscription has ended", n)
	}
}

// TestNodeRestart restarts one of three nodes.
func TestNodeRestart(t *testing.T) {
	addrs := freeAddrs(t, 3)
	node := func(i int) *nats.Bus { return begin(t, nats.Options{Listen: addrs[i], Peers: addrs, Key: key}) }
	a, b, c := node(0), node(1), node(2)
	eventually(t, "all nodes are connected", func() bool { return a.Ready() == nil && b.Ready() == nil && c.Ready() == nil })
	var far inbox
	defer b.Subscribe("game", far.deliver)()
	c.Close()
	eventually(t, "the other nodes report the missing node", func() bool { return a.Ready() != nil })
	n := 0
	reaches := func(from *nats.Bus) func() bool {
		return func() bool { n++; from.Publish(moved(n)); time.Sleep(5 * time.Millisecond); return far.has(n) }
	}
	eventually(t, "the two remaining nodes exchange messages", reaches(a))
	c = node(2)
	eventually(t, "the restarted node is connected", func() bool { return a.Ready() == nil && c.Ready() == nil })
	eventually(t, "the messages of the restarted node arrive", reaches(c))
}

// TestForeignNodesAreRejected connects a node with a different key. Neither side ever receives the other's
// messages. NATS counts a dialled node until it is rejected, so the number of connected nodes only settles
// between two attempts.
func TestForeignNodesAreRejected(t *testing.T) {
	addrs := freeAddrs(t, 2)
	var log bytes.Buffer
	var mu sync.Mutex
	write := slog.New(slog.NewTextHandler(locked{&mu, &log}, &slog.HandlerOptions{Level: slog.LevelDebug}))
	a := begin(t, nats.Options{Listen: addrs[0], Peers: addrs, Key: key, Log: write})
	b := begin(t, nats.Options{Listen: addrs[1], Peers: addrs, Key: "quite another key of some length", Log: write})
	var atA, atB inbox
	defer a.Subscribe("game", atA.deliver)()
	defer b.Subscribe("game", atB.deliver)()
	n := 0
	tries := func() int {
		n += 2
		a.Publish(moved(n))
		b.Publish(moved(n + 1))
		time.Sleep(time.Millisecond)
		mu.Lock()
		defer mu.Unlock()
		return strings.Count(log.String(), "uthoriz")
	}
	eventually(t, "both nodes have been rejected", func() bool { return tries() > 4 })
	for i := 2; i <= n; i += 2 {
		if !atA.has(i) || !atB.has(i+1) {
			t.Fatalf("a node does not receive its own message (%d)", i)
		}
		if atA.has(i+1) || atB.has(i) {
			t.Fatalf("a node with another key is accepted (%d)", i)
		}
	}
	eventually(t, "no connection is left", func() bool { return a.Peers() == 0 && b.Peers() == 0 })
	// Both nodes report the problem, and log it once per interval.
	const wrong = "their key (cluster.key) differs"
	eventually(t, "both nodes report the wrong key", func() bool {
		return strings.Contains(fmt.Sprint(a.Ready()), wrong) && strings.Contains(fmt.Sprint(b.Ready()), wrong)
	})
	mu.Lock()
	defer mu.Unlock()
	if strings.Contains(log.String(), key) || strings.Contains(log.String(), "another key") {
		t.Errorf("the log contains a key: %s", log.String())
	}
	if n := strings.Count(log.String(), "have the same key"); n < 1 || n > 2 {
		t.Errorf("rejection was logged %d times", n)
	}
}

// TestOlderMessages decodes messages from an older node, and ignores messages that require a later version.
func TestOlderMessages(t *testing.T) {
	c, err := nats.Decode("game", []byte(`{"v":1,"f":3,"e":[{"type":"move","at":7,"move":"e2e4"}]}`))
	if err != nil || c.First != 3 || len(c.Events) != 1 || c.Events[0].Move != "e2e4" {
		t.Errorf("nats.Decode: %+v, %v", c, err)
	}
	// This version can read a message with unknown fields.
	c, err = nats.Decode("game", []byte(`{"v":1,"f":3,"e":[{"type":"move","at":7,"move":"e2e4","mood":"good"}],"hurry":true}`))
	if err != nil || len(c.Events) != 1 {
		t.Errorf("nats.Decode: %+v, %v", c, err)
	}
	for _, text := range []string{`{"v":2,"f":3}`, `{"f":3}`, `{`, ``, `[]`, `{"v":1,"f":-1}`, `{"v":1,"e":[{"type":"move"}],"n":{"node":"x"}}`} {
		if c, err := nats.Decode("game", []byte(text)); err == nil {
			t.Errorf("%s was decoded as %+v", text, c)
		}
	}
}

// FuzzDecode decodes arbitrary bytes.
func FuzzDecode(f *testing.F) {
	text, _ := nats.Encode(moved(4))
	f.Add(text)
	f.Add([]byte(`{"v":1,"f":9,"n":{"node":"a","here":{"white":true,"events":3}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := nats.Decode("game", text)
		if err != nil {
			return
		}
		again, err := nats.Encode(c)
		if err != nil {
			t.Fatalf("%q was decoded but cannot be encoded: %v", text, err)
		}
		if _, err := nats.Decode("game", again); err != nil {
			t.Fatalf("%q became %q: %v", text, again, err)
		}
	})
}

// TestBadOptions checks the errors for bad options, which contain no secrets.
func TestBadOptions(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("net.Listen: %v", err)
	}
	defer taken.Close()
	for _, c := range []struct {
		o    nats.Options
		says string
	}{
		{nats.Options{}, "needs an address"},
		{nats.Options{Listen: "127.0.0.1:7", URL: "nats://x:1"}, "not both"},
		{nats.Options{Listen: "127.0.0.1:7"}, "needs the key"},
		{nats.Options{Listen: "nowhere", Key: key}, "HOST:PORT"},
		{nats.Options{Listen: "127.0.0.1:7", Peers: []string{"x"}, Key: key}, "HOST:PORT"},
		{nats.Options{Listen: taken.Addr().String(), Key: key}, "cannot listen"},
		{nats.Options{URL: "http://anna:her-secret@x:1"}, "nats://HOST:PORT"},
		{nats.Options{URL: "nats://anna:her-secret@127.0.0.1:1", Patience: time.Second}, "cannot be reached"},
		{nats.Options{Listen: "127.0.0.1:7", Key: key, Cert: "x"}, "private key"},
		{nats.Options{Listen: "127.0.0.1:7", Key: key, Cert: "x", CertKey: "y"}, "authority"},
		{nats.Options{Listen: freeAddrs(t, 1)[0], Key: key, Cert: "x", CertKey: "y", CA: "z"}, "certificate"},
	} {
		b, err := nats.Open(c.o)
		if err == nil {
			b.Close()
			t.Errorf("Open, want %q: no error", c.says)
			continue
		}
		if !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), key) {
			t.Errorf("Open, want %q: %v", c.says, err)
		}
	}
	short := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(short, []byte("short\n"), 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	if _, err := nats.ReadKey(short); err == nil || !strings.Contains(err.Error(), "too short") {
		t.Errorf("nats.ReadKey: %v", err)
	}
}
