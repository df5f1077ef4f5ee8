// Package pace measures the current speed of the machine, so that tests can express limits relative to
// it instead of in seconds. Only tests import it.
package pace

import "time"

// Steps returns how long n steps of a simple random generator take. Ten million steps take
// about twenty milliseconds on a current machine. To tolerate slow or busy machines, a test
// should take the best of several runs and alternate them with the work that it measures.
func Steps(n int) time.Duration {
	began, x := time.Now(), uint64(1)
	for range n {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	if x == 0 { // never true, but keeps the compiler from removing the loop
		panic("pace: the generator reached 0")
	}
	return time.Since(began)
}
