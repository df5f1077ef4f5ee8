//go:build amd64 || arm64

package search

import "unsafe"

// prefetch has the processor fetch memory that will soon be read, and waits for
// nothing.
//
//go:noescape
func prefetch(p unsafe.Pointer)

// prefetch fetches what the table may know of a position, while there is other
// work to do before it is looked up: nearly every look-up misses all caches.
func (t *transpositionTable) prefetch(hash uint64) { prefetch(unsafe.Pointer(t.bucket(hash))) }
