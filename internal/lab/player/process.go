package player

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/tainchess/tain/notation"
)

// process is a program that communicates in lines. No operation on it can block forever: its output is read
// continuously, writes have a deadline, and the program is killed with all its children.
type process struct {
	cmd       *exec.Cmd
	in        *os.File
	lines     chan line     // closed at the end of the output
	exited    chan struct{} // closed when the program has exited and been reaped
	abandoned chan struct{} // closed when the output is no longer read
	exitErr   error         // set before exited is closed
	stderr    tail          // last part of standard error
	once      sync.Once
	detach    func() bool
}

// line is a line of output and its arrival time.
type line struct {
	text string
	at   time.Time
}

// longestLine is the length in bytes at which lines are truncated. Lines in these protocols are shorter.
const longestLine = 1 << 16

// startProcess starts a program. The program is killed when the context ends.
func startProcess(ctx context.Context, argv []string) (*process, error) {
	path, err := findProgram(argv[0])
	if err != nil {
		return nil, err
	}
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, inRead.Close(), inWrite.Close())
	}
	p := &process{
		cmd: exec.Command(path, argv[1:]...), in: inWrite,
		lines: make(chan line, 64), exited: make(chan struct{}), abandoned: make(chan struct{}),
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = inRead, outWrite, &p.stderr
	p.cmd.WaitDelay = 100 * time.Millisecond // time for children of the program to exit
	ownGroup(p.cmd)
	err = p.cmd.Start()
	inRead.Close() // the program has its own copies
	outWrite.Close()
	if err != nil {
		inWrite.Close()
		outRead.Close()
		return nil, err
	}
	go p.read(outRead)
	go func() {
		err := p.cmd.Wait()
		killGroup(p.cmd)
		p.exitErr = err
		close(p.exited)
	}()
	p.detach = context.AfterFunc(ctx, p.kill)
	return p, nil
}

// Find returns an error if the player is a program that cannot be found.
func (s Spec) Find() error {
	if len(s.Command) == 0 {
		return nil
	}
	_, err := findProgram(s.Command[0])
	return err
}

// findProgram looks for a program on the path and in the games folders, in which Debian installs chess
// programs and which are often not on the path.
func findProgram(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err == nil || strings.ContainsRune(name, filepath.Separator) {
		return path, err
	}
	for _, dir := range []string{"/usr/games", "/usr/local/games"} {
		if path, bad := exec.LookPath(filepath.Join(dir, name)); bad == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("program %q not found on the path or in /usr/games", notation.Clip(name))
}

// read sends the program's output to p.lines.
func (p *process) read(out *os.File) {
	defer out.Close()
	defer close(p.lines)
	lines := bufio.NewReaderSize(out, longestLine)
	for {
		text, err := lines.ReadSlice('\n')
		at := time.Now()
		l := line{strings.TrimRight(string(text), "\r\n"), at}
		for errors.Is(err, bufio.ErrBufferFull) { // discard the end of an overlong line
			_, err = lines.ReadSlice('\n')
		}
		if len(text) > 0 {
			select {
			case p.lines <- l:
			case <-p.abandoned:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// send writes lines to the program. It returns a fault if the program has exited or does not read its input.
func (p *process) send(text ...string) error {
	const most = 2 * time.Second // long enough, because engines read their input and the pipe is rarely full
	if err := p.in.SetWriteDeadline(time.Now().Add(most)); err != nil {
		return p.crash()
	}
	_, err := io.WriteString(p.in, strings.Join(text, "\n")+"\n")
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return Faultf(Hang, "does not read its input")
	case err != nil:
		return p.crash()
	}
	return nil
}

// errTooLate means that no line arrived in time.
var errTooLate = errors.New("no line arrived in time")

// next returns the next line of output. It returns errTooLate at the deadline, the context's error, or a
// fault if the program has exited.
func (p *process) next(ctx context.Context, until time.Time) (line, error) {
	select { // lines that have arrived count, even after the deadline
	case l, ok := <-p.lines:
		return p.received(l, ok)
	default:
	}
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case l, ok := <-p.lines:
		return p.received(l, ok)
	case <-timer.C:
		return line{}, errTooLate
	case <-ctx.Done():
		return line{}, ctx.Err()
	}
}

func (p *process) received(l line, ok bool) (line, error) {
	if !ok {
		return line{}, p.crash()
	}
	return l, nil
}

// crash waits briefly for the program to exit, and returns a fault that describes how it exited.
func (p *process) crash() *Fault {
	select {
	case <-p.exited:
	case <-time.After(200 * time.Millisecond):
		return Faultf(Crash, "closed its pipes%v", p.stderr.quote())
	}
	if p.exitErr != nil {
		return Faultf(Crash, "exited (%v)%v", p.exitErr, p.stderr.quote())
	}
	return Faultf(Crash, "exited%v", p.stderr.quote())
}

// kill kills the program and its children. Further calls do nothing.
func (p *process) kill() {
	p.once.Do(func() {
		killGroup(p.cmd)
		p.in.Close()
		close(p.abandoned)
	})
}

// close kills the program and its children. If last is not empty, it first sends that line and waits briefly for
// the program to exit. It returns when the program has exited, or two seconds after killing it.
func (p *process) close(last string) {
	if last != "" && p.send(last) == nil {
		p.in.Close()
		until := time.NewTimer(300 * time.Millisecond)
		defer until.Stop()
		for open := true; open; {
			select {
			case <-p.exited:
				open = false
			case <-until.C:
				open = false
			case _, more := <-p.lines: // discard output, on which the program may block
				open = more
			}
		}
	}
	p.kill()
	p.detach()
	select {
	case <-p.exited:
	case <-time.After(2 * time.Second): // killed, but stuck in the kernel
	}
}

// tail keeps the last part of a program's standard error.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// Write appends to the text, and removes the beginning if the text gets too long.
func (t *tail) Write(b []byte) (int, error) {
	const most = 300
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if n := len(t.text); n > most {
		t.text = append(t.text[:0], t.text[n-most:]...)
	}
	return len(b), nil
}

// quote returns the last line of the text, formatted to end a sentence, or "" if there is none.
func (t *tail) quote() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	if last := lines[len(lines)-1]; last != "" {
		return fmt.Sprintf("; last output: %q", notation.Clip(last))
	}
	return ""
}
