// Package postgres starts a PostgreSQL server for tests, in a temporary folder that also contains its
// socket. The server writes to disk like a production server. If TAIN_POSTGRES=1 is set, as in make
// test, tests that need PostgreSQL fail if it is not installed (scripts/postgres installs it).
// Otherwise they are skipped. With -short and without TAIN_POSTGRES=1 they are always skipped.
package postgres

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Host is the test or test program that uses a server.
type Host interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Skipf(format string, args ...any)
	Cleanup(end func())
}

// Server is a PostgreSQL server.
type Server struct {
	t      Host
	bin    string
	folder string // folder of the socket and, by default, of the data
	at     string // data folder
	as     *syscall.Credential
	cmd    *exec.Cmd
	ended  chan struct{}
}

var databases atomic.Int64

// Require returns the folder of PostgreSQL's programs. If PostgreSQL is not installed, Require skips or
// fails the test.
func Require(t Host) string {
	t.Helper()
	required := os.Getenv("TAIN_POSTGRES") == "1"
	if testing.Testing() && testing.Short() && !required {
		t.Skipf("this test starts PostgreSQL; use make test")
	}
	bin, err := find()
	if err != nil {
		if required {
			t.Fatalf("%v: run scripts/postgres", err)
		}
		t.Skipf("%v: scripts/postgres installs it", err)
	}
	return bin
}

// Start starts a server that stops when the test ends.
func Start(t Host) *Server { return StartIn(t, "") }

// StartIn starts a server with its data in an existing, empty folder. If data is empty, it uses
// a temporary folder.
func StartIn(t Host, data string) *Server {
	t.Helper()
	s := create(t, data)
	init := s.command("initdb", "-D", s.data(), "-U", "tain", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
	if out, err := init.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v: %s", err, out)
	}
	s.Again()
	return s
}

// create returns a server that has no data yet and is not running.
func create(t Host, data string) *Server {
	t.Helper()
	bin := Require(t)
	// Socket paths must be short, but the paths of test folders are long.
	folder, err := os.MkdirTemp("", "tain-pg-")
	if err != nil {
		t.Fatalf("os.MkdirTemp: %v", err)
	}
	s := &Server{t: t, bin: bin, folder: folder, at: data}
	if data == "" {
		s.at = filepath.Join(folder, "data")
	}
	t.Cleanup(func() {
		s.Kill()
		os.RemoveAll(folder)
	})
	if os.Geteuid() == 0 { // PostgreSQL refuses to run as root
		s.as, err = somebody()
		if err == nil {
			err = os.Chown(folder, int(s.as.Uid), int(s.as.Gid))
		}
		if err == nil && data != "" {
			err = os.Chown(data, int(s.as.Uid), int(s.as.Gid))
		}
		if err != nil {
			t.Fatalf("os.Chown: %v", err)
		}
	}
	return s
}

// find returns the folder of the newest installed PostgreSQL.
func find() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		one, err := exec.LookPath("initdb")
		if err != nil {
			return "", fmt.Errorf("PostgreSQL is not installed")
		}
		return filepath.Dir(one), nil
	}
	version := func(name string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(name))))
		return n
	}
	newest := slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) })
	return filepath.Dir(newest), nil
}

// somebody returns the unprivileged user that runs the server if the test runs as root.
func somebody() (*syscall.Credential, error) {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil {
			return nil, err
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, err
	}
	return nil, fmt.Errorf("PostgreSQL does not run as root, and no other user was found")
}

func (s *Server) data() string { return s.at }

// Socket returns the path of the server's socket.
func (s *Server) Socket() string { return filepath.Join(s.folder, ".s.PGSQL.5432") }

// Lives reports whether the server process is running.
func (s *Server) Lives() bool {
	select {
	case <-s.ended:
		return false
	default:
		return true
	}
}

func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir = s.folder
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.SysProcAttr = attributes(s.as)
	return cmd
}

// Again starts the server, which must not be running.
func (s *Server) Again() {
	s.t.Helper()
	cmd := s.command("postgres", "-D", s.data(), "-k", s.folder, "-c", "listen_addresses=", "-c", "max_connections=60", "-c", "shared_buffers=32MB", "-c", "log_min_messages=fatal",
		"-c", "wal_retrieve_retry_interval=100ms") // lets a standby reconnect to its primary quickly
	var said bytes.Buffer
	cmd.Stderr = &said
	started, ended := make(chan error), make(chan struct{})
	go func() {
		// The server is killed when the thread that started it exits. Lock this goroutine to its
		// thread, so that the thread lives as long as the server.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // usually killed
			close(ended)
		}
	}()
	if err := <-started; err != nil {
		s.t.Fatalf("cannot start PostgreSQL: %v", err)
	}
	s.cmd, s.ended = cmd, ended
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		conn, err := pgx.Connect(context.Background(), s.URL("postgres"))
		if err == nil {
			_ = conn.Close(context.Background())
			return
		}
		select {
		case <-ended:
			s.t.Fatalf("the server exited: %s", said.String())
		default:
		}
		if time.Now().After(end) {
			s.t.Fatalf("cannot connect to the server: %v", err)
		}
	}
}

// Kill kills the server and its children with SIGKILL and waits until they have exited.
func (s *Server) Kill() {
	s.t.Helper()
	if s.cmd == nil {
		return
	}
	select {
	case <-s.ended:
		return
	default:
	}
	all := children(s.cmd.Process.Pid)
	for _, pid := range append([]int{s.cmd.Process.Pid}, all...) {
		_ = syscall.Kill(pid, syscall.SIGKILL) // the process may have exited already
	}
	<-s.ended
	// Wait for the children to release the shared memory that the next start needs.
	for _, pid := range all {
		for running(pid) {
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// running reports whether a process is running. A zombie counts as ended, because it no longer holds
// any memory.
func running(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := bytes.Cut(text, []byte(") "))
	return len(rest) > 0 && rest[0] != 'Z' && rest[0] != 'X'
}

// Pause suspends the server and its children until goOn is called.
func (s *Server) Pause() (goOn func()) {
	all := append([]int{s.cmd.Process.Pid}, children(s.cmd.Process.Pid)...)
	for _, pid := range all {
		_ = syscall.Kill(pid, syscall.SIGSTOP)
	}
	return func() {
		for _, pid := range all {
			_ = syscall.Kill(pid, syscall.SIGCONT)
		}
	}
}

// children returns the child processes of a process.
func children(of int) (pids []int) {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", of))
	for _, file := range tasks {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for _, one := range strings.Fields(string(text)) {
			if pid, err := strconv.Atoi(one); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// URL returns the connection URL of a database on the server.
func (s *Server) URL(database string) string {
	q := url.Values{"host": {s.folder}, "user": {"tain"}, "sslmode": {"disable"}}
	return "postgres:///" + database + "?" + q.Encode()
}

// Database creates an empty database and returns its URL.
func (s *Server) Database() string {
	s.t.Helper()
	return s.copyOf("template1")
}

// Copy creates a copy of a database, which must have no connections, and returns its URL.
func (s *Server) Copy(address string) string {
	s.t.Helper()
	config, err := pgx.ParseConfig(address)
	if err != nil {
		s.t.Fatalf("ParseConfig: %v", err)
	}
	return s.copyOf(config.Database)
}

func (s *Server) copyOf(template string) string {
	s.t.Helper()
	name := fmt.Sprint("t", databases.Add(1))
	s.Exec("postgres", "CREATE DATABASE "+name+" TEMPLATE "+template)
	return s.URL(name)
}

// Exec executes statements in a database, given by name or URL.
func (s *Server) Exec(database string, statements ...string) {
	s.t.Helper()
	if !strings.Contains(database, "://") {
		database = s.URL(database)
	}
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		s.t.Fatalf("Connect: %v", err)
	}
	defer conn.Close(ctx)
	for _, text := range statements {
		if _, err := conn.Exec(ctx, text); err != nil {
			s.t.Fatalf("%s: %v", text, err)
		}
	}
}

// Spent returns the CPU time used by the server and its children, including those that have
// exited.
func (s *Server) Spent() (total time.Duration) {
	pid := s.cmd.Process.Pid
	for i, one := range append([]int{pid}, children(pid)...) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", one))
		if err != nil {
			continue // the process has just exited
		}
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		ticks := fields[11:13]
		if i == 0 {
			ticks = fields[11:15] // includes children that have exited
		}
		for _, t := range ticks {
			n, _ := strconv.Atoi(t)
			total += time.Duration(n) * 10 * time.Millisecond
		}
	}
	return total
}
