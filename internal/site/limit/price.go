package limit

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
	MadePerUnit = 10 << 10
	OutPerUnit  = 24 << 10
	FilePerUnit = 64 << 10

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

	// TablePrice is the price of reading a four-piece endgame table, 8 MB decompressed.
	TablePrice = 80

	// SpacePrice is the price of probing an endgame table of a 3D board for a position and its moves,
	// SpaceMovePrice the price per move of the line to mate. Both decompress blocks of up to 180 KB. The
	// longest line of meder, 115 moves, measured 240 units; the longest queen line of trid, 37 moves,
	// measured 200.
	SpacePrice     = 40
	SpaceMovePrice = 3

	// SheetPrice is the price of the first request for a rule set's printed rules. Printing costs more, but
	// there are few sheets and each is printed once.
	SheetPrice = 100
)

// Per returns the price of count items at perUnit items per unit.
func Per(count, perUnit int) float64 { return float64(count) / float64(perUnit) }
