//go:build !js

package search

// batch is how many nodes pass between two looks at the clock.
const batch = 1024

// pause has nothing to do where there are threads.
func pause() {}
