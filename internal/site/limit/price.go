package limit

// Prices in units of about a quarter of a millisecond of work. A request pays the price
// of its route, for its size and for the work it causes: known work in advance, the rest
// afterwards. A test compares each price with the measured cost.
const (
	// MinPrice is the price of a route that names none, connectionPrice that
	// of a connection, and securePrice that of a TLS connection, whose handshake
	// takes 0.6 ms with a P-256 key and 2 ms with an RSA key.
	MinPrice        = 0.5
	connectionPrice = 0.5
	securePrice     = 4

	// Bytes per unit. InPerUnit is for request headers and bodies; longPerUnit
	// is for a long heading while it is read, which may have ten thousand fields
	// and does not wait in a queue, so it costs several times its work. MadePerUnit is
	// for answers made for one client, whose length shows the work; OutPerUnit
	// is for compressed bytes, FilePerUnit for files that are only sent, and
	// UnpackPerUnit for files that are unpacked first.
	InPerUnit   = 4 << 10
	longPerUnit = 512
	MadePerUnit = 10 << 10
	OutPerUnit  = 24 << 10
	FilePerUnit = 64 << 10

	UnpackPerUnit = 32 << 10

	// Moves of a line, steps of a plan and moves of a whole game per unit.
	LinePerUnit = 10
	PlanPerUnit = 8
	GamePerUnit = 40

	// StudyPerUnit is the bytes of a study per unit; its moves are played.
	StudyPerUnit = 1 << 10

	// PixelsPerUnit is the pixels of a PNG per unit, PNGPrice its fixed price.
	PixelsPerUnit = 3 << 10
	PNGPrice      = 10

	// BookPrice is for generating a rulebook, DataPrice for the examples of rule
	// data. Those of built-in rule sets are generated once.
	BookPrice = 24
	DataPrice = 24

	// TablePrice is for reading a four-piece endgame table, 8 MB unpacked.
	TablePrice = 80

	// SpacePrice is for probing a table of boards in space for a position and
	// its moves, SpaceMovePrice for each move of the line to mate: both unpack
	// blocks of up to 180 KB. The longest line of meder, 115 moves, measured 240
	// units, and that of the queen in trid, 37 moves, 200.
	SpacePrice     = 40
	SpaceMovePrice = 3

	// SheetPrice is for the first request of a rule set's printed rules.
	// Printing costs more, but there are few sheets and each is printed once.
	SheetPrice = 100
)

// Per returns the price of count things, perUnit of which cost one unit.
func Per(count, perUnit int) float64 { return float64(count) / float64(perUnit) }
