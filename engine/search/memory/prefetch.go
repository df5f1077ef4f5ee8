//go:build amd64 || arm64

package memory

import "unsafe"

// Prefetch asks the processor to load the cache lines at p and q, and does not wait for them.
//
//go:noescape
func Prefetch(p, q unsafe.Pointer)
