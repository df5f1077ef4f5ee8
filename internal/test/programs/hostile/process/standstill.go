//go:build linux

package process

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A machine that shares its processors with other machines sometimes pauses for tens of milliseconds,
// and a p99 then reflects those machines. A watcher process with real-time priority therefore runs on
// each processor and wakes up every millisecond. Only the machine itself can delay a watcher, not a
// server or an attack. When a watcher wakes up late, the gap is recorded and subtracted from the
// latencies measured during the gap.

const (
	// tick is the wake-up interval of a watcher; late is the shortest gap that counts.
	tick = time.Millisecond
	late = 5 * time.Millisecond
	// maxGaps is the size of a processor's ring of gaps.
	maxGaps = 4096
)

// page is the shared memory in which a watcher reports on its processor. Times are nanoseconds
// of the monotonic clock.
type page struct {
	last  atomic.Int64 // time of the last wake-up
	count atomic.Int64 // number of gaps so far
	gaps  [maxGaps]struct{ from, to atomic.Int64 }
}

// Standstill records the pauses of the machine. A nil Standstill records none.
type Standstill struct {
	pages    []*page
	watchers []*exec.Cmd
}

// WatchMachine starts a watcher on each processor. If it returns an error, pauses cannot be subtracted.
func WatchMachine() (*Standstill, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var allowed unix.CPUSet
	if err := unix.SchedGetaffinity(0, &allowed); err != nil {
		return nil, err
	}
	s := &Standstill{}
	for cpu := range len(allowed) * 8 * int(unsafe.Sizeof(allowed[0])) {
		if !allowed.IsSet(cpu) {
			continue
		}
		if err := s.watch(self, cpu); err != nil {
			s.Close()
			return nil, fmt.Errorf("cannot measure pauses of the machine: %w", err)
		}
	}
	return s, nil
}

// watch starts the watcher of one processor and waits until it is running.
func (s *Standstill) watch(self string, cpu int) error {
	fd, err := unix.MemfdCreate("standstill", unix.MFD_CLOEXEC)
	if err != nil {
		return err
	}
	shared := os.NewFile(uintptr(fd), "standstill")
	defer shared.Close()
	if err := shared.Truncate(int64(unsafe.Sizeof(page{}))); err != nil {
		return err
	}
	p, err := openPage(fd)
	if err != nil {
		return err
	}
	cmd := exec.Command(self, "-watcher", strconv.Itoa(cpu))
	cmd.Stderr = os.Stderr
	cmd.ExtraFiles = []*os.File{shared}
	// The watcher is killed when this process exits for any reason.
	cmd.SysProcAttr = &unix.SysProcAttr{Pdeathsig: unix.SIGKILL}
	ready, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	s.pages, s.watchers = append(s.pages, p), append(s.watchers, cmd)
	var word [8]byte
	if _, err := ready.Read(word[:]); err != nil {
		return fmt.Errorf("the watcher of processor %d exited", cpu)
	}
	return nil
}

func openPage(fd int) (*page, error) {
	memory, err := unix.Mmap(fd, 0, int(unsafe.Sizeof(page{})), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	return (*page)(unsafe.Pointer(&memory[0])), nil
}

// BeWatcher watches a processor until the process is killed.
func BeWatcher(cpu int) error {
	runtime.LockOSThread()
	var only unix.CPUSet
	only.Set(cpu)
	if err := unix.SchedSetaffinity(0, &only); err != nil {
		return err
	}
	attr := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: 50}
	if err := unix.SchedSetAttr(0, &attr, 0); err != nil {
		return err
	}
	p, err := openPage(3)
	if err != nil {
		return err
	}
	p.last.Store(Monotonic())
	if err := binary.Write(os.Stdout, binary.LittleEndian, p.last.Load()); err != nil {
		return err
	}
	wait := unix.NsecToTimespec(int64(tick))
	for {
		_ = unix.Nanosleep(&wait, nil)
		p.awake(Monotonic())
	}
}

// awake records a wake-up, and the gap before it if the wake-up is late.
func (p *page) awake(now int64) {
	before := p.last.Load()
	if now-before > int64(late) {
		n := p.count.Load()
		gap := &p.gaps[n%maxGaps]
		gap.from.Store(before)
		gap.to.Store(now)
		p.count.Store(n + 1)
	}
	p.last.Store(now)
}

func Monotonic() int64 {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &now)
	return now.Nano()
}

// Took returns the time from began to now, minus pauses of the machine.
func (s *Standstill) Took(began, now time.Time) time.Duration {
	took := now.Sub(began)
	if s == nil {
		return took
	}
	to := Monotonic() - int64(time.Since(now))
	return took - s.Within(to-int64(took), to)
}

// Within returns the total time during which at least one processor was paused between from and to, which are
// monotonic times in nanoseconds.
func (s *Standstill) Within(from, to int64) time.Duration {
	var all [][2]int64
	add := func(a, b int64) {
		if a, b = max(a, from), min(b, to); a < b {
			all = append(all, [2]int64{a, b})
		}
	}
	for _, p := range s.pages {
		n := p.count.Load()
		for i := n - 1; i >= max(0, n-maxGaps); i-- {
			gap := &p.gaps[i%maxGaps]
			if gap.to.Load() < from {
				break
			}
			add(gap.from.Load(), gap.to.Load())
		}
		if last := p.last.Load(); to-last > int64(late) {
			add(last, to) // still paused
		}
	}
	// Overlapping pauses of several processors count once.
	slices.SortFunc(all, func(a, b [2]int64) int { return int(a[0] - b[0]) })
	var sum, end int64
	for _, gap := range all {
		if gap[1] > end {
			sum += gap[1] - max(gap[0], end)
			end = gap[1]
		}
	}
	return time.Duration(sum)
}

// Close ends the watchers.
func (s *Standstill) Close() {
	if s == nil {
		return
	}
	for _, w := range s.watchers {
		_ = w.Process.Kill()
		_ = w.Wait()
	}
}
