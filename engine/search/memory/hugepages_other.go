//go:build !linux

// Package memory gives the processor and the kernel hints about memory that the
// search accesses randomly: the transposition table and the evaluation cache.
package memory

// AdviseHugePages does nothing on this system.
func AdviseHugePages[T any]([]T) {}
