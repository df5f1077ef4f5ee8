//go:build !unix

package sqlite

import (
	"os"
	"path/filepath"
)

// lockFolder only checks that the folder is writable. Without file locks, a second process gets conflicts
// when it adds events.
func lockFolder(folder string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(folder, LockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, unwritable(folder, err)
	}
	return f, nil
}
