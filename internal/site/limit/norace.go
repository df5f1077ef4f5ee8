//go:build !race

package limit

// slowdown is 1 in builds without the race detector.
const slowdown = 1
