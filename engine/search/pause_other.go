//go:build !js

package search

import "runtime"

// nodeBatch is the number of nodes that a worker counts before it adds them to the shared count and checks the clock.
const nodeBatch = 1024

// pause yields to other goroutines. On a single processor, the goroutine that receives the stop command would
// otherwise wait until the search is preempted.
func pause() { runtime.Gosched() }
