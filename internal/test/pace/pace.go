// Package pace tells how fast the machine is just now, so that a test may say
// how much work something is and not how long it takes. Only tests import it.
package pace

import "time"

// Steps returns how long so many steps of a simple generator take, one after
// the other; ten million are some twenty milliseconds on a machine of today.
// A test takes the best of several tries, in turn with what it measures: a
// busy or a slow machine says nothing about the program.
func Steps(n int) time.Duration {
	began, x := time.Now(), uint64(1)
	for range n {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	if x == 0 { // it never is, but the compiler must not know
		panic("pace: the generator has come to its end")
	}
	return time.Since(began)
}
