//go:build !amd64 && !arm64

package memory

import "unsafe"

// Prefetch does nothing on this architecture.
func Prefetch(p, q unsafe.Pointer) {}
