//go:build unix

package backup

import (
	"fmt"
	"os"
	"syscall"
)

// matchOwner gives a file created by root to the owner of its folder, because the server runs as that user
// and must be able to open it.
func matchOwner(file, folder string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(folder)
	if err != nil {
		return err
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); ok {
		if err := os.Lchown(file, int(owner.Uid), int(owner.Gid)); err != nil {
			return fmt.Errorf("%s cannot be given to the owner of %s: %w", file, folder, err)
		}
	}
	return nil
}
