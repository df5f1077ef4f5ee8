//go:build !linux

package search

func adviseHugePages[T any]([]T) {}
