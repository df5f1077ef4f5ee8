//go:build linux

// Package process runs the server under test as a separate process with a memory limit. It measures the
// server's resource usage and pauses of the machine.
package process

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/internal/test/programs/hostile/client"
)

// Server is the process of the server under test.
type Server struct {
	URL    string
	Folder string // data folder
	path   string
	cpus   string // empty for any
	args   []string
	bound  *MemoryLimit // nil if memory is only measured

	Cmd        *exec.Cmd
	ended      chan struct{}
	Logged     atomic.Int64 // log size in bytes, over all restarts
	PeakMemory atomic.Int64 // in bytes, over all restarts

	mu   sync.Mutex
	last string // end of the log
}

// StartTime is the maximum time for a server to print its address, or to stop.
const StartTime = 20 * time.Second

// Start starts the program with a data folder on the given processors, such as 0-1, or on any if cpus is
// empty. The server sees the loopback address that each client connects from, such as 127.1.2.3.
func Start(ctx context.Context, path, cpus, folder string, b *MemoryLimit, args ...string) (*Server, error) {
	p := &Server{path: path, cpus: cpus, Folder: folder, args: args, bound: b}
	return p, p.begin(ctx, "127.0.0.1:0")
}

// Pin returns a command that runs the given command on some processors, such as 0-1. If cpus is
// empty, it returns the given command.
func Pin(cpus string, command ...string) []string {
	if cpus == "" {
		return command
	}
	return append([]string{"taskset", "-c", cpus}, command...)
}

// Again restarts the server at the same address after it has stopped.
func (p *Server) Again(ctx context.Context) error {
	return p.begin(ctx, strings.TrimPrefix(p.URL, "http://"))
}

func (p *Server) begin(ctx context.Context, at string) error {
	command := Pin(p.cpus, append([]string{p.path, "--json", "serve", "--addr", at, "--data", p.Folder}, p.args...)...)
	p.Cmd = exec.Command(command[0], command[1:]...)
	p.Cmd.Env = append(os.Environ(), "TAIN_PUBLIC_METRICS=true") // the soak test reads the metrics
	p.Cmd.Stderr = logCounter{p}
	out, err := p.Cmd.StdoutPipe()
	if err == nil {
		err = p.Cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("hostile: cannot start %s: %w", p.path, err)
	}
	p.ended = make(chan struct{})
	if p.bound != nil {
		if err := p.bound.take(p.Cmd.Process.Pid); err != nil {
			return errors.Join(fmt.Errorf("hostile: cannot limit the server: %w", err), p.Kill())
		}
	}
	var told struct{ URL string }
	answer := make(chan error, 1)
	go func() {
		answer <- json.NewDecoder(out).Decode(&told)
		io.Copy(io.Discard, out) // drain the remaining output
	}()
	select {
	case err = <-answer:
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(StartTime):
		err = errors.New("it did not print its address")
	}
	go p.watch()
	if err != nil {
		p.Kill()
		return fmt.Errorf("hostile: the server did not start: %w: %s", err, p.LogTail())
	}
	p.URL = told.URL
	return nil
}

// watch measures memory until the process exits.
func (p *Server) watch() {
	pid, over := p.Cmd.Process.Pid, make(chan struct{})
	var looking sync.WaitGroup
	looking.Go(func() {
		for tick := time.NewTicker(20 * time.Millisecond); ; {
			if peak := peakMemory(pid); peak > p.PeakMemory.Load() {
				p.PeakMemory.Store(peak)
			}
			select {
			case <-over:
				return
			case <-tick.C:
			}
		}
	})
	p.Cmd.Wait() // ignore the error: Running reports the exit
	close(over)
	looking.Wait()
	close(p.ended)
}

func (p *Server) Pid() int { return p.Cmd.Process.Pid }

// Running reports whether the process is running.
func (p *Server) Running() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// Kill kills the process, simulating a crash, and waits until it ends.
func (p *Server) Kill() error { return p.end(os.Kill) }

// Stop interrupts the process and waits until it ends.
func (p *Server) Stop() error { return p.end(os.Interrupt) }

func (p *Server) end(how os.Signal) error {
	if err := p.Cmd.Process.Signal(how); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case <-p.ended:
		return nil
	case <-time.After(StartTime):
		p.Cmd.Process.Kill()
		<-p.ended
		return errors.New("hostile: the server did not stop after a signal")
	}
}

// LogTail returns the end of the log.
func (p *Server) LogTail() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.TrimSpace(p.last)
}

// logCounter counts the bytes of a log and stores its end.
type logCounter struct{ p *Server }

func (l logCounter) Write(text []byte) (int, error) {
	l.p.Logged.Add(int64(len(text)))
	l.p.mu.Lock()
	defer l.p.mu.Unlock()
	const keep = 2000
	if l.p.last += string(text); len(l.p.last) > keep {
		l.p.last = l.p.last[len(l.p.last)-keep:]
	}
	return len(text), nil
}

// Metrics returns a server's metrics, keyed by name with labels. from is the client's address.
func Metrics(ctx context.Context, url string, from netip.Addr) (map[string]float64, error) {
	c := client.New(url, from)
	defer c.Leave()
	text, err := c.Text(ctx, "/metrics")
	if err != nil {
		return nil, err
	}
	all := map[string]float64{}
	for l := range strings.Lines(text) {
		if name, figure, ok := cutLast(strings.TrimSpace(l), " "); ok && !strings.HasPrefix(name, "#") {
			var f float64
			if _, err := fmt.Sscan(figure, &f); err == nil {
				all[name] = f
			}
		}
	}
	return all, nil
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
