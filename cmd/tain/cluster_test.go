package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/site/app"
	pgtest "github.com/tainchess/tain/internal/test/postgres"
)

// processLog collects the output of a running process.
type processLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *processLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *processLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// clusterNode is a running tain serve process.
type clusterNode struct {
	url, data string
	cmd       *exec.Cmd
	log       *processLog
}

// Secrets of the cluster, which must not appear in any output.
const (
	storeSecret     = "p4ssw0rd-of-the-database"
	keySecret       = "a-secret-that-all-nodes-share"
	collectorSecret = "t0ken-of-the-collector"
)

// startNodes starts n cluster nodes that share a database.
func startNodes(t *testing.T, n int, store, collector string) (nodes []*clusterNode) {
	t.Helper()
	folder := t.TempDir()
	write := func(name, text string) string {
		at := filepath.Join(folder, name)
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
		return at
	}
	password, key := write("password", storeSecret+"\n"), write("key", keySecret)
	var peers []string
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatalf("net.Listen: %v", err)
		}
		peers = append(peers, l.Addr().String())
		l.Close()
	}
	for i := range n {
		node := &clusterNode{data: filepath.Join(folder, fmt.Sprint("node", i)), log: &processLog{}}
		node.cmd = exec.Command("tain", "--json", "serve", "--addr", "127.0.0.1:0", "--data", node.data, "--store", store, "--set", "store-password-file="+password,
			"--cluster-listen", peers[i], "--cluster-peers", strings.Join(peers, ","), "--cluster-key", key, "--trusted-proxies", "127.0.0.1", "--no-limits", "--log-level", "debug",
			"--set", "cluster.leave=100ms", "--set", "cluster.hand-over=100ms")
		node.cmd.Env = append(os.Environ(), "OTEL_EXPORTER_OTLP_ENDPOINT="+collector, "OTEL_EXPORTER_OTLP_HEADERS=authorization="+collectorSecret)
		node.cmd.Stderr = node.log
		out, err := node.cmd.StdoutPipe()
		if err == nil {
			err = node.cmd.Start()
		}
		if err != nil {
			t.Fatalf("cmd.Start: %v", err)
		}
		t.Cleanup(func() {
			_ = node.cmd.Process.Signal(syscall.SIGTERM) // the process may already have exited
			late := time.AfterFunc(time.Minute, func() { _ = node.cmd.Process.Kill() })
			defer late.Stop()
			_ = node.cmd.Wait()
			if t.Failed() {
				t.Logf("node %d: %s", i, node.log)
			}
		})
		var address app.Address
		if err := json.NewDecoder(out).Decode(&address); err != nil {
			t.Fatalf("node %d does not start: %v: %s", i, err, node.log)
		}
		go io.Copy(io.Discard, out)
		node.url = address.URL
		nodes = append(nodes, node)
	}
	for _, node := range nodes {
		soon(t, "the nodes know each other", func() bool {
			status, text := fetch(t, node.url+"/readyz")
			return status == 200 && text == "ok\n"
		})
	}
	return nodes
}

// soon waits until a condition holds, and fails the test after a minute.
func soon(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("timed out waiting until %s", what)
		}
	}
}

func fetch(t *testing.T, url string) (int, string) {
	t.Helper()
	a, err := http.Get(url)
	if err != nil {
		t.Fatalf("http.Get: %v", err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatalf("io.ReadAll: %v", err)
	}
	return a.StatusCode, string(text)
}

// visitor is a client that sends the headers and the cookie of a browser.
type visitor struct {
	t      *testing.T
	cookie string
}

func (v *visitor) header(request string) http.Header {
	h := http.Header{"Content-Type": {"application/json"}, "X-Forwarded-For": {"192.0.2.7"}, "X-Request-Id": {request}}
	if v.cookie != "" {
		h.Set("Cookie", v.cookie)
	}
	return h
}

// post sends a request to a node and returns the status and the text of the response. It decodes the text
// into the given value, unless the value is nil.
func (v *visitor) post(url, body string, into any) (status int, text string) {
	v.t.Helper()
	q, err := http.NewRequest("POST", url, strings.NewReader(body))
	if err != nil {
		v.t.Fatalf("http.NewRequest: %v", err)
	}
	q.Header = v.header("post")
	a, err := http.DefaultClient.Do(q)
	if err != nil {
		v.t.Fatalf("DefaultClient.Do: %v", err)
	}
	defer a.Body.Close()
	for _, c := range a.Cookies() {
		v.cookie = c.Name + "=" + c.Value
	}
	got, err := io.ReadAll(a.Body)
	if err == nil && into != nil {
		err = json.Unmarshal(got, into)
	}
	if err != nil {
		v.t.Fatalf("decoding the response of %s: %v: %s", url, err, got)
	}
	return a.StatusCode, string(got)
}

// connect opens the WebSocket of a game on a node.
func (v *visitor) connect(url, id, request string) *websocket.Conn {
	v.t.Helper()
	conn, _, err := websocket.Dial(v.t.Context(), strings.Replace(url, "http", "ws", 1)+"/api/v1/games/"+id+"/socket", &websocket.DialOptions{HTTPHeader: v.header(request)})
	if err != nil {
		v.t.Fatalf("websocket.Dial: %v", err)
	}
	v.t.Cleanup(func() { conn.CloseNow() })
	conn.SetReadLimit(1 << 20)
	return conn
}

// receive reads messages until one of them contains the wanted text.
func receive(t *testing.T, conn *websocket.Conn, want string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		_, text, err := conn.Read(ctx)
		if err != nil {
			t.Fatalf("waiting for a message with %s: %v", want, err)
		}
		if strings.Contains(string(text), want) {
			return
		}
	}
}

// collector is an OpenTelemetry collector that records spans.
type collector struct {
	mu    sync.Mutex
	spans []collected
	*httptest.Server
}

type collected struct{ trace, parent, name, node, request string }

func newCollector(t *testing.T) *collector {
	c := &collector{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		type attributes []struct {
			Key   string
			Value struct{ StringValue string }
		}
		var doc struct {
			ResourceSpans []struct {
				Resource   struct{ Attributes attributes }
				ScopeSpans []struct {
					Spans []struct {
						TraceID, ParentSpanID, Name string
						Attributes                  attributes
					}
				}
			}
		}
		if err := json.NewDecoder(r.Body).Decode(&doc); err != nil || r.Header.Get("Authorization") != collectorSecret {
			t.Errorf("the collector received an invalid request for %s: %v", r.URL, err)
		}
		of := func(list attributes, key string) string {
			for _, a := range list {
				if a.Key == key {
					return a.Value.StringValue
				}
			}
			return ""
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, from := range doc.ResourceSpans {
			for _, s := range from.ScopeSpans[0].Spans {
				c.spans = append(c.spans, collected{s.TraceID, s.ParentSpanID, s.Name, of(from.Resource.Attributes, "service.instance.id"), of(s.Attributes, "request")})
			}
		}
	}))
	t.Cleanup(c.Close)
	return c
}

// of returns the spans of a request.
func (c *collector) of(request string) (list []collected) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.spans {
		if s.request == request {
			list = append(list, s)
		}
	}
	return list
}

// TestNodes plays on two nodes with a real database. It checks that the request and the trace of a move reach
// the other node, that admin commands on one node apply to both, and that no secret appears in a log or on a
// command line.
func TestNodes(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a database and two servers")
	}
	database := pgtest.Start(t)
	spans := newCollector(t)
	store := database.Database()
	nodes := startNodes(t, 2, store, spans.URL)
	one, two := nodes[0], nodes[1]

	anna, bert := &visitor{t: t}, &visitor{t: t}
	var made struct {
		Game struct{ ID, Invite, Key string }
	}
	anna.post(one.url+"/api/v1/games", `{"variant":"chess","opponent":"friend","colour":"white"}`, &made)
	id := made.Game.ID
	if status, text := bert.post(two.url+"/api/v1/games/"+id+"/join", `{"token":"`+made.Game.Invite+`"}`, nil); status != 200 {
		t.Fatalf("joining on another node: status %d: %s", status, text)
	}
	white, black := anna.connect(one.url, id, "annas-socket"), bert.connect(two.url, id, "berts-socket")
	move := fmt.Sprintf(`{"type":"move","n":1,"game":%q,"ply":0,"key":%q,"move":"e2e4"}`, id, made.Game.Key)
	if err := white.Write(t.Context(), websocket.MessageText, []byte(move)); err != nil {
		t.Fatalf("white.Write: %v", err)
	}
	receive(t, white, `"done"`)
	receive(t, black, `"e2e4"`)

	soon(t, "both nodes have sent spans of the move", func() bool {
		seen := map[string]bool{}
		for _, s := range spans.of("annas-socket") {
			seen[s.node] = true
		}
		return len(seen) == 2
	})
	var root collected
	for _, s := range spans.of("annas-socket") {
		if s.parent == "" {
			root = s
		}
	}
	for _, s := range spans.of("annas-socket") {
		if s.trace != root.trace || root.name != "game.Move" {
			t.Errorf("the spans belong to several traces: %+v, %+v", root, s)
		}
	}
	soon(t, "the other node has the request in its log", func() bool { return strings.Contains(two.log.String(), "request=annas-socket") })

	t.Run("copy", func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "copy")
		if said := runOf(t, nil, "store", "copy", store, folder); !strings.Contains(said, "a server is using") {
			t.Errorf("copying a store in use printed %q", said)
		}
		if _, err := os.Stat(folder); !os.IsNotExist(err) {
			t.Errorf("a rejected copy left files: %v", err)
		}
	})
	t.Run("folder", func(t *testing.T) {
		said := runOf(t, nil, "serve", "--addr", "127.0.0.1:0", "--data", one.data, "--store", store)
		if !strings.Contains(said, "is in use by another process") || !strings.Contains(said, "a separate folder") || strings.Contains(said, "sqlite") {
			t.Errorf("a second node on a folder printed %q", said)
		}
	})
	t.Run("operator", func(t *testing.T) { operatorAtNodes(t, nodes, store, id, white, black) })
	t.Run("secrets", func(t *testing.T) {
		for i, node := range nodes {
			title, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", node.cmd.Process.Pid))
			if err != nil && !os.IsNotExist(err) {
				t.Fatalf("os.ReadFile: %v", err)
			}
			said, settings := node.log.String(), runOf(t, nil, append(node.cmd.Args[2:], "--print-config")...)
			for name, text := range map[string]string{"title": string(title), "log": said, "settings": settings} {
				for _, secret := range []string{storeSecret, keySecret, collectorSecret} {
					if strings.Contains(text, secret) {
						t.Errorf("node %d shows %q in its %s", i, secret, name)
					}
				}
			}
			if len(said) < 200 {
				t.Errorf("the log of node %d is too short: %q", i, said)
			}
		}
	})
	t.Run("disk", func(t *testing.T) { fullDatabase(t, nodes, database, store) })
}

// runOf runs a command and returns its combined output.
func runOf(t *testing.T, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command("tain", args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if _, ended := err.(*exec.ExitError); err != nil && !ended {
		t.Fatalf("cmd.CombinedOutput: %v", err)
	}
	return string(out)
}

// operatorAtNodes runs admin commands on one node and on the database, and checks that they
// apply to all nodes.
func operatorAtNodes(t *testing.T, nodes []*clusterNode, store, id string, white, black *websocket.Conn) {
	one, two := nodes[0], nodes[1]
	runOf(t, nil, "admin", "--data", one.data, "announce", "tea at five", "--for", "1h")
	receive(t, black, "tea at five")
	runOf(t, nil, "admin", "--data", one.data, "read-only")
	begin := func(url string) int {
		status, _ := (&visitor{t: t}).post(url+"/api/v1/games", `{"variant":"chess","opponent":"friend","colour":"white"}`, nil)
		return status
	}
	for _, node := range nodes {
		soon(t, "no node accepts changes", func() bool { return begin(node.url) >= 400 })
	}
	runOf(t, nil, "admin", "--data", two.data, "read-only", "--off")
	for _, node := range nodes {
		soon(t, "every node accepts new games", func() bool { return begin(node.url) < 300 })
	}
	runOf(t, nil, "admin", "--data", two.data, "ban", "192.0.2.0/24", "--reason", "a flood")
	for _, node := range nodes {
		soon(t, "every node rejects the banned address", func() bool { return begin(node.url) == 403 })
	}
	runOf(t, nil, "admin", "--store", store, "unban", "192.0.2.0/24")
	for _, node := range nodes {
		soon(t, "every node accepts the address again", func() bool { return begin(node.url) < 300 })
	}
	if said := runOf(t, nil, "admin", "--store", store, "status"); !strings.HasPrefix(said, "2 servers using this database; ") {
		t.Errorf("tain admin --store printed %q", said)
	}
	if said := runOf(t, nil, "admin", "--store", store, "drain"); !strings.Contains(said, "this command needs a running server") {
		t.Errorf("tain admin --store printed %q", said)
	}
	if said := runOf(t, nil, "admin", "--data", one.data, "delete", id); strings.Contains(said, "tain:") {
		t.Fatalf("tain admin delete: %s", said)
	}
	for _, node := range nodes {
		soon(t, "no node has the deleted game", func() bool {
			status, _ := fetch(t, node.url+"/api/v1/games/"+id)
			return status == 404
		})
	}
}

// fullDatabase simulates a full disk on the database server. It checks that nodes report why they are not
// ready, and recover once there is space again.
func fullDatabase(t *testing.T, nodes []*clusterNode, database *pgtest.Server, store string) {
	database.Exec(store, `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'could not extend file "base/1/2": No space left on device'; END $$`,
		"CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON pulse EXECUTE FUNCTION full_disk()")
	for _, node := range nodes {
		var said string
		soon(t, "a node is not ready", func() bool {
			status, text := fetch(t, node.url+"/readyz")
			said = text
			return status == 503
		})
		if !strings.Contains(said, "games cannot be saved: postgres: could not extend file") || !strings.Contains(said, "No space left on device") {
			t.Errorf("/readyz answered %q", said)
		}
	}
	database.Exec(store, "DROP FUNCTION full_disk CASCADE")
	for _, node := range nodes {
		soon(t, "a node is ready again", func() bool {
			status, _ := fetch(t, node.url+"/readyz")
			return status == 200
		})
	}
}

// TestBadClusters starts servers with invalid cluster settings, and checks that each prints an error and
// exits.
func TestBadClusters(t *testing.T) {
	short := filepath.Join(t.TempDir(), "short")
	if err := os.WriteFile(short, []byte("short"), 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	for _, c := range []struct {
		env  []string
		args []string
		says string
	}{
		{nil, []string{"--store", "postgres://tain@127.0.0.1:1/tain"}, "cannot be reached"},
		{nil, []string{"--store", "mysql://tain@127.0.0.1:1/tain"}, "must begin with postgres://"},
		{nil, []string{"--store", "postgres://tain:" + storeSecret + "@127.0.0.1:1/tain"}, "password"},
		{[]string{"TAIN_STORE=postgres://tain:" + storeSecret + "@127.0.0.1:1/tain"}, nil, "cannot be reached"},
		{[]string{"TAIN_STORE=postgres://127.0.0.1:1/tain?password=" + storeSecret}, nil, "cannot be reached"},
		{nil, []string{"--store", "postgres://tain@127.0.0.1:1/tain", "--set", "store-password-file=/nowhere/file"}, "the password file cannot be read"},
		{nil, []string{"--store", "postgres://tain@127.0.0.1:1/tain", "--cluster-listen", "127.0.0.1:0"}, "cluster.listen needs cluster.key"},
		{nil, []string{"--store", "postgres://tain@127.0.0.1:1/tain", "--cluster-listen", "127.0.0.1:0", "--cluster-key", short}, "is too short"},
		{nil, []string{"--cluster-key", short}, "cluster.key needs cluster.listen or bus"},
		{nil, []string{"--cluster-listen", "127.0.0.1:0", "--cluster-key", short}, "cluster.listen needs store"},
		{nil, []string{"--store", "postgres://tain@127.0.0.1:1/tain", "--cluster-listen", "nowhere", "--cluster-key", short}, "cluster.listen"},
		{[]string{"OTEL_EXPORTER_OTLP_ENDPOINT=gopher"}, nil, "http://HOST:PORT"},
	} {
		args := append([]string{"serve", "--addr", "127.0.0.1:0", "--data", filepath.Join(t.TempDir(), "data"), "--set", "store-wait=0s"}, c.args...)
		said := runOf(t, c.env, args...)
		if !strings.Contains(said, c.says) || strings.Contains(said, storeSecret) || strings.Count(said, "\n") > 2 {
			t.Errorf("%v %v printed %q, want it to contain %q", c.env, c.args, said, c.says)
		}
	}
}
