//go:build !js

package search

import "runtime"

// nodeBatch is the number of nodes between two checks of the clock.
const nodeBatch = 1024

// pause yields to other goroutines: on a single processor the one that receives
// the stop command would otherwise wait until the search is preempted.
func pause() { runtime.Gosched() }
