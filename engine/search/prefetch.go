//go:build amd64 || arm64

package search

import "unsafe"

// prefetch has the processor fetch two places of memory that will soon be read, and
// waits for nothing.
//
//go:noescape
func prefetch(p, q unsafe.Pointer)

// prefetch fetches what transposition table and evaluation cache may know of a
// position, while there is other work to do before they are asked: nearly every
// look-up misses the nearer caches.
func (w *worker) prefetch(hash uint64) {
	prefetch(unsafe.Pointer(w.s.tt.bucket(hash)), unsafe.Pointer(w.evalSlot(hash)))
}
