//go:build unix

package app

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// notifyHangup relays SIGHUP to a channel.
func notifyHangup(c chan<- os.Signal) { signal.Notify(c, syscall.SIGHUP) }

// freeBytes returns the free space on a folder's disk in bytes, or -1 if unknown.
func freeBytes(folder string) int64 {
	var disk unix.Statfs_t
	if err := unix.Statfs(folder, &disk); err != nil {
		return -1
	}
	return int64(disk.Bavail) * int64(disk.Bsize)
}
