// Package background runs long CPU-bound work without delaying requests that need a prompt response.
//
// A search never blocks. Go's scheduler gives it a processor for milliseconds at a time, while
// incoming requests wait for one to become free. So a search runs on its own thread with a
// lower priority, and Go gets an extra processor for each search ([MakeRoom]). The operating
// system, which sees the priorities, then decides which thread runs.
package background

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Do calls a function on its own thread with a lower priority and waits for it to return. A panic in the
// function is propagated to the caller. On systems other than Linux, Do just calls the function.
func Do(f func()) {
	if !lowers {
		f()
		return
	}
	done := make(chan any, 1)
	go func() {
		// The thread is never unlocked, so it exits with the goroutine and no
		// other goroutine inherits its priority.
		runtime.LockOSThread()
		lower()
		defer func() {
			failed := recover()
			if failed != nil {
				failed = fmt.Sprintf("%v\n\nin the background:\n%s", failed, debug.Stack())
			}
			done <- failed
		}()
		f()
	}()
	if failed := <-done; failed != nil {
		panic(failed)
	}
}

// MakeRoom adds a processor for each of n background functions, so that they do not take processors from
// their callers. Call it at most once per program. It has no effect on systems other than Linux.
func MakeRoom(n int) {
	if lowers && n > 0 {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + n)
	}
}
