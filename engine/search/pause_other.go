//go:build !js

package search

import "runtime"

// batch is how many nodes pass between two looks at the clock.
const batch = 1024

// pause lets others run: with one processor, whoever reads the word to stop
// would otherwise wait until the search is interrupted.
func pause() { runtime.Gosched() }
