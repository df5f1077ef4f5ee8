//go:build unix

package limit

import "golang.org/x/sys/unix"

// descriptors returns the maximum number of open file descriptors of the process, or 0 if unknown.
func descriptors() uint64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) != nil {
		return 0
	}
	return uint64(limit.Cur)
}
