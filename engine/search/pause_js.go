package search

import (
	"syscall/js"
	"time"
)

// nodeBatch is the number of nodes that a worker counts before it adds them to the shared count and checks the clock.
// It is smaller than on other systems, because WebAssembly is slower and the event loop is blocked in between.
const nodeBatch = 256

// maxBlock is the longest time for which a search may block the event loop.
const maxBlock = 10 * time.Millisecond

// yielder returns control to the browser's event loop.
var yielder struct {
	last     time.Time
	schedule func()
	resumed  chan struct{}
}

// pause yields to the event loop if the search has blocked it for maxBlock. A browser runs the program on a
// single thread, so without pauses a stop message could never arrive.
func pause() {
	if time.Since(yielder.last) < maxBlock {
		return
	}
	if yielder.schedule == nil {
		yielder.resumed = make(chan struct{}, 1)
		yielder.schedule = scheduler(js.FuncOf(func(js.Value, []js.Value) any {
			yielder.resumed <- struct{}{}
			return nil
		}))
	}
	yielder.schedule()
	<-yielder.resumed
	yielder.last = time.Now()
}

// scheduler returns a function that schedules a call to called on the event loop. In Node, it uses
// setImmediate, because messages would starve other events. In a browser, it posts a message, which arrives
// sooner than any timer.
func scheduler(called js.Func) func() {
	if immediate := js.Global().Get("setImmediate"); immediate.Type() == js.TypeFunction {
		return func() { immediate.Invoke(called) }
	}
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", called)
	port := channel.Get("port2")
	return func() { port.Call("postMessage", js.Null()) }
}
