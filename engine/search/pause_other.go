//go:build !js

package search

import "runtime"

// nodeBatch is how many nodes pass between two looks at the clock.
const nodeBatch = 1024

// pause lets others run: with one processor, whoever reads the word to stop
// would otherwise wait until the search is interrupted.
func pause() { runtime.Gosched() }
