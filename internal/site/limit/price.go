package limit

import (
	"runtime"
	"time"
)

// Prices in units of about a quarter of a millisecond of work. A request pays for its route, its size and the
// work that it causes. It pays in advance if the work is known, and otherwise afterwards. A test compares the
// price of most routes with the measured cost.
const (
	// MinPrice is the price of a route that sets none, and connectionPrice the price of a connection.
	// securePrice is the price of a TLS connection, whose handshake takes 0.6 ms with a P-256 key and 2 ms
	// with an RSA key.
	MinPrice        = 0.5
	connectionPrice = 0.5
	securePrice     = 4

	// Bytes per unit. InPerUnit applies to request headers and bodies. longPerUnit applies to a long header
	// while it is read. Such a header may have ten thousand fields and does not wait in a queue, so its price
	// is several times its cost. MadePerUnit applies to responses generated for one client, whose length
	// reflects the work. OutPerUnit applies to the bytes of a response before compression, FilePerUnit to
	// files that are sent unchanged, and UnpackPerUnit to files that are decompressed first.
	InPerUnit   = 4 << 10
	longPerUnit = 512
	// framesPerUnit applies to all bytes received on an HTTP/2 connection, because settings, pings and
	// streams that are reset never reach a handler. Opening and resetting a stream takes 27 bytes and 9
	// microseconds.
	framesPerUnit = 512
	MadePerUnit   = 10 << 10
	OutPerUnit    = 24 << 10
	FilePerUnit   = 64 << 10

	UnpackPerUnit = 32 << 10

	// The number of moves of a line, steps of a plan and moves of a whole game per unit.
	LinePerUnit = 10
	PlanPerUnit = 8
	GamePerUnit = 40

	// StudyPerUnit is the number of bytes of a study per unit. The price includes playing its moves.
	StudyPerUnit = 1 << 10

	// PixelsPerUnit is the number of PNG pixels per unit, PNGPrice the base price of a PNG.
	PixelsPerUnit = 3 << 10
	PNGPrice      = 10

	// BookPrice is the price of generating a rulebook, and DataPrice that of generating the examples in the
	// rule data. Both are free for built-in rule sets.
	BookPrice = 24
	DataPrice = 24

	// LookupPrice is the price of a lookup in the endgame tables. TablePrice is the price of first reading a
	// four-piece table, which takes 8 MB unpacked. SpacePrice is the price for a three-dimensional game,
	// whose tables are unpacked in blocks of up to 180 KB. The line to mate may cost more and is charged by
	// its CPU time.
	LookupPrice = 2
	TablePrice  = 80
	SpacePrice  = 40

	// SheetPrice is the price of the first request for a rule set's printed rules in a language. It equals the
	// burst of one person. There are few rule sets and languages, so it is rarely charged.
	SheetPrice = 400
)

// UnitsOf returns the price of CPU time in units.
func UnitsOf(used time.Duration) float64 { return float64(used) / float64(250*time.Microsecond) }

// MeasureCPU binds the calling goroutine to its thread until used is called. used returns the CPU time that
// the goroutine has taken since the call to MeasureCPU, without the cost of the race detector.
func MeasureCPU() (used func() time.Duration) {
	runtime.LockOSThread()
	began := threadTime()
	return func() time.Duration {
		defer runtime.UnlockOSThread()
		return (threadTime() - began) / slowdown
	}
}

// Per returns the price of count items at perUnit items per unit.
func Per(count, perUnit int) float64 { return float64(count) / float64(perUnit) }
