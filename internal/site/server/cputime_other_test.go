//go:build !linux

package server_test

import "time"

// cpuTime returns the time: what a thread has worked is not told here.
func cpuTime() time.Duration { return time.Duration(time.Now().UnixNano()) }
