//go:build linux

package process

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// MemoryLimit is a control group (version 1 or 2) that limits the memory of a process, if this
// machine permits it.
type MemoryLimit struct {
	folder      string
	most, peak  string // names of the files
	memoryBytes int64
}

// NewMemoryLimit creates a control group with a limit in bytes. If it returns an error, memory can only
// be measured.
func NewMemoryLimit(memory int64) (*MemoryLimit, error) {
	for _, b := range []MemoryLimit{
		{folder: "/sys/fs/cgroup/memory", most: "memory.limit_in_bytes", peak: "memory.max_usage_in_bytes"},
		{folder: "/sys/fs/cgroup", most: "memory.max", peak: "memory.peak"},
	} {
		b.folder = filepath.Join(b.folder, fmt.Sprintf("tain-hostile-%d", os.Getpid()))
		b.memoryBytes = memory
		if err := os.Mkdir(b.folder, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
			continue
		}
		if os.WriteFile(filepath.Join(b.folder, b.most), []byte(strconv.FormatInt(memory, 10)), 0) == nil {
			return &b, nil
		}
		os.Remove(b.folder)
	}
	return nil, errors.New("cannot create a memory control group: memory is measured, not limited")
}

// take adds a process to the group.
func (b *MemoryLimit) take(pid int) error {
	return os.WriteFile(filepath.Join(b.folder, "cgroup.procs"), []byte(strconv.Itoa(pid)), 0)
}

// Remove removes the group, which must be empty.
func (b *MemoryLimit) Remove() { os.Remove(b.folder) }

// peakMemory returns the peak memory of a process in bytes, or 0 if the process is gone.
func peakMemory(pid int) int64 { return statusFigure(pid, "VmHWM:") }

// MemoryNow returns the memory of a process in bytes, or 0 if the process is gone.
func MemoryNow(pid int) int64 { return statusFigure(pid, "VmRSS:") }

// statusFigure reads a figure in kilobytes from a process's status file and returns it in
// bytes, or 0 if the process is gone.
func statusFigure(pid int, name string) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for l := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(l, name); ok {
			kilobytes, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			if err == nil {
				return kilobytes << 10
			}
		}
	}
	return 0
}

// CPUTime returns the CPU time that a process has used, or 0 if the process is gone.
func CPUTime(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// Skip the program's name, which may contain spaces.
	_, rest, _ := strings.Cut(string(text), ") ")
	const user, system, ticksPerSecond = 11, 12, 100
	var ticks int64
	if fields := strings.Fields(rest); len(fields) > system {
		for _, i := range []int{user, system} {
			n, _ := strconv.ParseInt(fields[i], 10, 64)
			ticks += n
		}
	}
	return time.Duration(ticks) * time.Second / ticksPerSecond
}

// Descriptors returns the number of open files and sockets of a process, or 0 if the process is gone.
func Descriptors(pid int) int {
	all, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		return 0
	}
	return len(all)
}
