// Package memory gives the processor and the kernel hints about memory that the
// search accesses randomly: the transposition table and the evaluation cache.
package memory

import (
	"syscall"
	"unsafe"
)

// AdviseHugePages asks the kernel to back a slice of at least 2 MB with huge pages, which reduces TLB misses.
// The kernel may ignore the request.
func AdviseHugePages[T any](s []T) {
	const hugePage = 2 << 20
	if size := len(s) * int(unsafe.Sizeof(*new(T))); size >= hugePage {
		_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), size), syscall.MADV_HUGEPAGE)
	}
}
