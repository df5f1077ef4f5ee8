package server

import "github.com/tainchess/tain/rules"

// What things cost, in units of about a quarter of a millisecond of work. A
// request costs what its route does, and for what it brings and makes: known
// work is paid for before it is done, what only the answer shows afterwards. A
// test measures every route beside its price.
const (
	// leastPrice is what a request costs whose route names no price, and
	// connectionPrice a connection, asked anything or not. With TLS that takes
	// 0.6 ms with a key of P-256 and 2 ms with one of RSA: securePrice.
	leastPrice      = 0.5
	connectionPrice = 0.5
	securePrice     = 4

	// inPerUnit are bytes of a heading or a body, longPerUnit those of a long heading
	// while it is read: that may be ten thousand fields, and waits in no queue, so it
	// costs some times its work. madePerUnit are bytes of an answer that is
	// made for the asker: what it takes to make shows in its length.
	// outPerUnit are bytes that are compressed, filePerUnit of a file, which is
	// only sent, and unpackPerUnit of one that is unpacked first.
	inPerUnit   = 4 << 10
	longPerUnit = 512
	madePerUnit = 10 << 10
	outPerUnit  = 24 << 10
	filePerUnit = 64 << 10

	unpackPerUnit = 32 << 10

	// linePerUnit and planPerUnit are moves of a line and steps of a plan,
	// gamePerUnit those of a game that is told as a whole.
	linePerUnit = 10
	planPerUnit = 8
	gamePerUnit = 100

	// studyPerUnit are bytes of a study, whose moves are played.
	studyPerUnit = 1 << 10

	// pixelsPerUnit is the area of a PNG, pngPrice what each costs beside.
	pixelsPerUnit = 3 << 10
	pngPrice      = 10

	// bookPrice is to write a rulebook from its rules, dataPrice to work the
	// examples of rule data. Those of the program's own are written once.
	bookPrice = 24
	dataPrice = 24

	// tablePrice is to read an endgame table of four pieces, 8 MB when it is unpacked.
	tablePrice = 80

	// spacePrice is to ask a table of boards in space what a position and its moves
	// are worth, and spaceMovePrice each move of the line to the mate: parts of up to
	// 180 KB are unpacked for both. Measured were 240 units for the longest line of
	// meder, 115 moves, and 200 for that of the queen in trid, 37.
	spacePrice     = 40
	spaceMovePrice = 3

	// sheetPrice is what it costs to be the first to ask for a rule set's printed
	// rules. Printing takes more, but each is printed once and there are few.
	sheetPrice = 100
)

// per returns what so many things cost if a unit pays for some.
func per(count, perUnit int) float64 { return float64(count) / float64(perUnit) }

// written reports whether a rule set is by a definition: anybody can write any
// number of those.
func written(r rules.Rules) bool { return r.Info().Definition != "" }
