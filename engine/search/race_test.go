//go:build race

package search_test

// slowdown is how much slower everything is with the race detector.
const slowdown = 10
