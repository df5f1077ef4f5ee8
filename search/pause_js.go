package search

import (
	"syscall/js"
	"time"
)

// batch is how many nodes pass between two looks at the clock: fewer than
// elsewhere, since a browser is slower and its page waits.
const batch = 256

// longest is how long a search keeps the browser waiting.
const longest = 10 * time.Millisecond

// turn is how a search waits for the browser to have its turn: it posts a
// message to itself, which comes back sooner than any timer of a browser.
var turn struct {
	last time.Time
	port js.Value
	back chan struct{}
}

// pause lets the browser do what else it has to, if it has waited for long. A
// program in a browser has one thread: without this no word to stop would ever
// be heard.
func pause() {
	if time.Since(turn.last) < longest {
		return
	}
	if turn.back == nil {
		turn.back = make(chan struct{}, 1)
		channel := js.Global().Get("MessageChannel").New()
		channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
			turn.back <- struct{}{}
			return nil
		}))
		turn.port = channel.Get("port2")
	}
	turn.port.Call("postMessage", js.Null())
	<-turn.back
	turn.last = time.Now()
}
