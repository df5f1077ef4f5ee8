//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/tainchess/tain/internal/test/postgres"
)

// disk is a small in-memory file system that can be filled.
type disk struct{ folder string }

// newDisk mounts a disk of the given size on a folder. It returns an error if that is not permitted.
func newDisk(h postgres.Host, folder string, bytes int64) (*disk, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%d,mode=755", bytes)); err != nil {
		return nil, fmt.Errorf("cannot mount an in-memory disk: %w", err)
	}
	h.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	return &disk{folder}, nil
}

func (d *disk) ballast() string { return filepath.Join(d.folder, "ballast") }

// fill fills the disk completely.
func (d *disk) fill() error {
	f, err := os.Create(d.ballast())
	if err != nil {
		return err
	}
	defer f.Close()
	block := make([]byte, 1<<20)
	for len(block) > 0 {
		if _, err := f.Write(block); err != nil {
			block = block[:len(block)/2] // write smaller blocks until the last byte is used
		}
	}
	return nil
}

// clear frees the space that fill has used.
func (d *disk) clear() error { return os.Remove(d.ballast()) }
