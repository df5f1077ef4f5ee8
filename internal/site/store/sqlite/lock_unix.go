//go:build unix

package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// lockFolder locks a folder until the returned file is closed or the process ends. A server assumes that no
// other process writes to its games.
func lockFolder(folder string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(folder, LockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, unwritable(folder, err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if err == syscall.EWOULDBLOCK {
			return nil, fmt.Errorf("the folder %s is in use by another process: stop that process, or choose another folder", folder)
		}
		return nil, unwritable(folder, err)
	}
	return f, nil
}
