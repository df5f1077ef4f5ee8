//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/tainchess/tain/internal/test/postgres"
)

// disk is a small one in memory, which can be filled.
type disk struct{ folder string }

// newDisk mounts one on a folder, where that is allowed.
func newDisk(h postgres.Host, folder string, bytes int64) (*disk, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%d,mode=755", bytes)); err != nil {
		return nil, fmt.Errorf("a disk in memory cannot be mounted: %w", err)
	}
	h.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	return &disk{folder}, nil
}

func (d *disk) ballast() string { return filepath.Join(d.folder, "ballast") }

// fill leaves no room.
func (d *disk) fill() error {
	f, err := os.Create(d.ballast())
	if err != nil {
		return err
	}
	defer f.Close()
	block := make([]byte, 1<<20)
	for len(block) > 0 {
		if _, err := f.Write(block); err != nil {
			block = block[:len(block)/2] // the last bytes too
		}
	}
	return nil
}

// clear makes room again.
func (d *disk) clear() error { return os.Remove(d.ballast()) }
