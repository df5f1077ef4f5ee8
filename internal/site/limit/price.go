package limit

import (
	"runtime"
	"time"
)

// Prices in units of about a quarter of a millisecond of work. A request pays for its route, its size and the
// work it causes: in advance if the work is known, otherwise afterwards. A test compares each price with the
// measured cost.
const (
	// MinPrice is the price of a route that sets none, connectionPrice the price of a connection, and
	// securePrice the price of a TLS connection, whose handshake takes 0.6 ms with a P-256 key and 2 ms with
	// an RSA key.
	MinPrice        = 0.5
	connectionPrice = 0.5
	securePrice     = 4

	// Bytes per unit. InPerUnit applies to request headers and bodies. longPerUnit applies to a long header
	// while it is read; it may have ten thousand fields and does not wait in a queue, so it costs several
	// times its work. MadePerUnit applies to responses generated for one client, whose length reflects the
	// work; OutPerUnit to compressed bytes, FilePerUnit to files that are only sent, and UnpackPerUnit to
	// files that are decompressed first.
	InPerUnit   = 4 << 10
	longPerUnit = 512
	// framesPerUnit is for everything that an HTTP/2 connection sends, because
	// streams that are reset, settings and pings never reach a handler. Opening
	// and resetting a stream takes 27 bytes and 9 microseconds.
	framesPerUnit = 512
	MadePerUnit   = 10 << 10
	OutPerUnit    = 24 << 10
	FilePerUnit   = 64 << 10

	UnpackPerUnit = 32 << 10

	// Per unit: moves of a line, steps of a plan and moves of a whole game.
	LinePerUnit = 10
	PlanPerUnit = 8
	GamePerUnit = 40

	// StudyPerUnit is the number of bytes of a study per unit. The server plays its moves.
	StudyPerUnit = 1 << 10

	// PixelsPerUnit is the number of PNG pixels per unit, PNGPrice the base price of a PNG.
	PixelsPerUnit = 3 << 10
	PNGPrice      = 10

	// BookPrice is the price of generating a rulebook, DataPrice that of generating the examples of rule
	// data. Both are generated once for built-in rule sets.
	BookPrice = 24
	DataPrice = 24

	// LookupPrice is for a lookup in the endgame tables, TablePrice for reading a
	// four-piece table first, 8 MB unpacked, and SpacePrice for a table of boards
	// in space, of which blocks of up to 180 KB are unpacked. The line to mate may
	// cost more, and is charged what it takes.
	LookupPrice = 2
	TablePrice  = 80
	SpacePrice  = 40

	// SheetPrice is for the first request of a rule set's printed rules, of which
	// there are few. It is as much as one person can pay at a time.
	SheetPrice = 400
)

// UnitsOf returns the price of CPU time.
func UnitsOf(used time.Duration) float64 { return float64(used) / float64(250*time.Microsecond) }

// MeasureCPU binds the goroutine to its thread until used is called, which returns the
// CPU time that the goroutine has taken.
func MeasureCPU() (used func() time.Duration) {
	runtime.LockOSThread()
	began := threadTime()
	return func() time.Duration {
		defer runtime.UnlockOSThread()
		return threadTime() - began
	}
}

// Per returns the price of count items at perUnit items per unit.
func Per(count, perUnit int) float64 { return float64(count) / float64(perUnit) }
