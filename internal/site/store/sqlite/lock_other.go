//go:build !unix

package sqlite

import (
	"os"
	"path/filepath"
)

// lockFolder only makes sure that the folder can be written: where there are
// no locks on files, a second process is refused by what it tries to add.
func lockFolder(folder string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(folder, LockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, unwritable(folder, err)
	}
	return f, nil
}
