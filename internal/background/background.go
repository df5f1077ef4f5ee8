// Package background runs what takes both long and all of a core, beside what
// must be answered at once.
//
// A search never waits for anything. Go's scheduler gives it a processor for
// milliseconds at a time, and a request that comes in waits for one to be free.
// So a search runs on a thread of its own, which the system lets wait when
// somebody else wants the core, and Go is given a processor more for each
// ([MakeRoom]): the choice of who runs is the system's, who knows of priorities.
package background

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Do calls a function on a thread of its own with a lower priority, and waits
// until it returns. A panic in it is one of the caller's. Where the system has
// no priorities for threads, the function is just called.
func Do(f func()) {
	if !lowers {
		f()
		return
	}
	done := make(chan any, 1)
	go func() {
		// The thread is never unlocked, so it ends with the goroutine: no other
		// goroutine inherits its priority.
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

// MakeRoom lets so many functions run in the background without taking a
// processor from those who call them. It is called once, by a program.
func MakeRoom(functions int) {
	if lowers && functions > 0 {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + functions)
	}
}
