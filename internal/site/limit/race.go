//go:build race

package limit

// slowdown is how many times longer code may take with the race detector. Prices refer to ordinary builds.
const slowdown = 20
