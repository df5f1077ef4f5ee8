package limit

// What things cost, in units of about a quarter of a millisecond of work. A
// request costs what its route does, and for what it brings and makes: known
// work is paid for before it is done, what only the answer shows afterwards. A
// test measures every route beside its price.
const (
	// LeastPrice is what a request costs whose route names no price, and
	// connectionPrice a connection, asked anything or not. With TLS that takes
	// 0.6 ms with a key of P-256 and 2 ms with one of RSA: securePrice.
	LeastPrice      = 0.5
	connectionPrice = 0.5
	securePrice     = 4

	// InPerUnit are bytes of a heading or a body, longPerUnit those of a long heading
	// while it is read: that may be ten thousand fields, and waits in no queue, so it
	// costs some times its work. madePerUnit are bytes of an answer that is
	// made for the asker: what it takes to make shows in its length.
	// outPerUnit are bytes that are compressed, filePerUnit of a file, which is
	// only sent, and unpackPerUnit of one that is unpacked first.
	InPerUnit   = 4 << 10
	longPerUnit = 512
	MadePerUnit = 10 << 10
	OutPerUnit  = 24 << 10
	FilePerUnit = 64 << 10

	UnpackPerUnit = 32 << 10

	// LinePerUnit and planPerUnit are moves of a line and steps of a plan,
	// gamePerUnit those of a game that is told as a whole.
	LinePerUnit = 10
	PlanPerUnit = 8
	GamePerUnit = 100

	// StudyPerUnit are bytes of a study, whose moves are played.
	StudyPerUnit = 1 << 10

	// PixelsPerUnit is the area of a PNG, pngPrice what each costs beside.
	PixelsPerUnit = 3 << 10
	PngPrice      = 10

	// BookPrice is to write a rulebook from its rules, dataPrice to work the
	// examples of rule data. Those of the program's own are written once.
	BookPrice = 24
	DataPrice = 24

	// TablePrice is to read an endgame table of four pieces, 8 MB when it is unpacked.
	TablePrice = 80

	// SpacePrice is to ask a table of boards in space what a position and its moves
	// are worth, and spaceMovePrice each move of the line to the mate: parts of up to
	// 180 KB are unpacked for both. Measured were 240 units for the longest line of
	// meder, 115 moves, and 200 for that of the queen in trid, 37.
	SpacePrice     = 40
	SpaceMovePrice = 3

	// SheetPrice is what it costs to be the first to ask for a rule set's printed
	// rules. Printing takes more, but each is printed once and there are few.
	SheetPrice = 100
)

// Per returns what so many things cost if a unit pays for some.
func Per(count, perUnit int) float64 { return float64(count) / float64(perUnit) }
