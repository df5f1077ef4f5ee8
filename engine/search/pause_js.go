package search

import (
	"syscall/js"
	"time"
)

// nodeBatch is how many nodes pass between two looks at the clock: fewer than
// elsewhere, since a browser is slower and its page waits.
const nodeBatch = 256

// longest is how long a search keeps the browser waiting.
const longest = 10 * time.Millisecond

// turn is how a search waits for the browser to have its turn.
var turn struct {
	last time.Time
	ask  func()
	back chan struct{}
}

// pause lets the browser do what else it has to, if it has waited for long. A
// program in a browser has one thread: without this no word to stop would ever
// be heard.
func pause() {
	if time.Since(turn.last) < longest {
		return
	}
	if turn.ask == nil {
		turn.back = make(chan struct{}, 1)
		turn.ask = asker(js.FuncOf(func(js.Value, []js.Value) any {
			turn.back <- struct{}{}
			return nil
		}))
	}
	turn.ask()
	<-turn.back
	turn.last = time.Now()
}

// asker returns a function that has another called in its turn. A message to
// oneself comes back sooner than any timer of a browser. Node has a function
// for the purpose, and hears nothing else while there are messages.
func asker(called js.Func) func() {
	if immediate := js.Global().Get("setImmediate"); immediate.Type() == js.TypeFunction {
		return func() { immediate.Invoke(called) }
	}
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", called)
	port := channel.Get("port2")
	return func() { port.Call("postMessage", js.Null()) }
}
