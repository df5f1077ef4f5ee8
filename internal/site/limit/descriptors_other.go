//go:build !unix

package limit

// descriptors returns the maximum number of open file descriptors of the process, or 0 if unknown.
func descriptors() uint64 { return 0 }
