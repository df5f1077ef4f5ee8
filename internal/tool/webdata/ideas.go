package main

import "github.com/tainchess/tain/internal/site/api"

// rider is a start of tri-dimensional chess where one knight is left on an
// attack board, so that it may take the board along.
const rider = "W:4/4/PPPP/1BB1|N:4/4/4/4|B:nbbn/pppp/4/4|QL1w:2/N1|QL6b:rq/pp|KL1w:PP/KR|KL6b:kr/pp w - - - 0 9"

// ideas are the lines that show in a few moves what a rule set is about.
var ideas = map[string]api.LineRequest{
	// The bishop has only the way over the seam.
	"triboard": {Moves: []string{"g2g3", "e7e5", "f1b5"}},
	// Every quiet move makes a piece on the other side of the mirror.
	"mirrorsquare": {Moves: []string{"e2e4", "d5e4", "b1c3"}},
	// A pawn makes a knight, and the queen goes on through the mirror.
	"nachfolger": {Moves: []string{"e2e4", "e7e6", "d1h5"}},
	// A board carries a knight up, then turns.
	"trid": {Start: rider, Moves: []string{"QL1-QL2", "b7Bb6B", "QL2^180"}},
	// A board carries a knight up two levels at a time.
	"meder": {Start: rider, Moves: []string{"QL1-QL3", "b7Bb6B", "QL3-QL5"}},
	// The rook goes left over the edge and comes back from the right to mate.
	"cylinder": {Start: "1k6/ppp5/5p2/8/8/8/8/R1K5 w - - 0 1", Moves: []string{"a1h1", "f6f5", "h1h8"}},
	"chess":    {Moves: []string{"e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"}},
}
