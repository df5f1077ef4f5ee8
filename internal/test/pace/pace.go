// Package pace measures how fast the machine currently is, so that a test can
// limit the amount of work instead of the time. Only tests import it.
package pace

import "time"

// Steps returns how long n steps of a simple generator take; ten million take
// about twenty milliseconds on a current machine. A test should take the best
// of several runs, alternating with what it measures, so that a busy or slow
// machine does not matter.
func Steps(n int) time.Duration {
	began, x := time.Now(), uint64(1)
	for range n {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	if x == 0 { // never true, but the compiler must not know
		panic("pace: the generator reached 0")
	}
	return time.Since(began)
}
