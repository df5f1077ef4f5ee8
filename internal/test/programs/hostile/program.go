//go:build linux

package main

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
)

// program is the server under test, as a process.
type program struct {
	url    string
	folder string // of its games
	path   string
	args   []string
	bound  *bound // nil if memory is only measured

	cmd     *exec.Cmd
	ended   chan struct{}
	logged  atomic.Int64 // bytes of its log, over all its lives
	highest atomic.Int64 // memory, over all its lives

	mu   sync.Mutex
	last string // the end of the log
}

// startTime is how long a server may take to say where it is, or to end.
const startTime = 20 * time.Second

// start starts the program on a folder. It listens on every address, so that
// whoever calls from 127.1.2.3 is that.
func start(ctx context.Context, path, folder string, b *bound, args ...string) (*program, error) {
	p := &program{path: path, folder: folder, args: args, bound: b}
	return p, p.begin(ctx, "127.0.0.1:0")
}

// again starts the program anew where it was, after it has ended.
func (p *program) again(ctx context.Context) error {
	return p.begin(ctx, strings.TrimPrefix(p.url, "http://"))
}

func (p *program) begin(ctx context.Context, at string) error {
	p.cmd = exec.Command(p.path, append([]string{"--json", "serve", "--addr", at, "--data", p.folder}, p.args...)...)
	p.cmd.Env = append(os.Environ(), "TAIN_PUBLIC_METRICS=true") // the soak reads them
	p.cmd.Stderr = logCounter{p}
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("hostile: cannot start %s: %w", p.path, err)
	}
	p.ended = make(chan struct{})
	if p.bound != nil {
		if err := p.bound.take(p.cmd.Process.Pid); err != nil {
			return errors.Join(fmt.Errorf("hostile: the server cannot be bounded: %w", err), p.kill())
		}
	}
	var told struct{ URL string }
	answer := make(chan error, 1)
	go func() {
		answer <- json.NewDecoder(out).Decode(&told)
		io.Copy(io.Discard, out) // it has nothing more to say there
	}()
	select {
	case err = <-answer:
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(startTime):
		err = errors.New("it does not say where it is")
	}
	go p.watch()
	if err != nil {
		p.kill()
		return fmt.Errorf("hostile: the server did not start: %w: %s", err, p.lastWords())
	}
	p.url = told.URL
	return nil
}

// watch measures the memory until the process ends.
func (p *program) watch() {
	pid, over := p.cmd.Process.Pid, make(chan struct{})
	var looking sync.WaitGroup
	looking.Go(func() {
		for tick := time.NewTicker(20 * time.Millisecond); ; {
			if peak := peakMemory(pid); peak > p.highest.Load() {
				p.highest.Store(peak)
			}
			select {
			case <-over:
				return
			case <-tick.C:
			}
		}
	})
	p.cmd.Wait() // how it ended is seen by who asks whether it lives
	close(over)
	looking.Wait()
	close(p.ended)
}

func (p *program) pid() int { return p.cmd.Process.Pid }

// lives reports whether the process has not ended.
func (p *program) lives() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// kill ends the process at once, as a crash does.
func (p *program) kill() error { return p.end(os.Kill) }

// stop asks it to end.
func (p *program) stop() error { return p.end(os.Interrupt) }

func (p *program) end(how os.Signal) error {
	if err := p.cmd.Process.Signal(how); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case <-p.ended:
		return nil
	case <-time.After(startTime):
		p.cmd.Process.Kill()
		<-p.ended
		return errors.New("hostile: the server did not end when it was asked to")
	}
}

// lastWords is the end of the log.
func (p *program) lastWords() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.TrimSpace(p.last)
}

// logCounter counts the bytes of a log and keeps its end.
type logCounter struct{ p *program }

func (l logCounter) Write(text []byte) (int, error) {
	l.p.logged.Add(int64(len(text)))
	l.p.mu.Lock()
	defer l.p.mu.Unlock()
	const keep = 2000
	if l.p.last += string(text); len(l.p.last) > keep {
		l.p.last = l.p.last[len(l.p.last)-keep:]
	}
	return len(text), nil
}

// figures reads the server's own figures by their names with labels.
func figures(ctx context.Context, url string, from netip.Addr) (map[string]float64, error) {
	c := newCaller(url, from)
	defer c.leave()
	text, err := c.text(ctx, "/metrics")
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
