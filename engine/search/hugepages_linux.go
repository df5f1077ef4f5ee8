package search

import (
	"syscall"
	"unsafe"
)

// spread asks for large pages under a slice. What is looked up at random would
// otherwise miss the page tables as often as the caches. It is advice: where it
// is not granted, nothing changes.
func adviseHugePages[T any](s []T) {
	const large = 2 << 20
	if size := len(s) * int(unsafe.Sizeof(*new(T))); size >= large {
		_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), size), syscall.MADV_HUGEPAGE)
	}
}
