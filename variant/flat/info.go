package flat

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Start is the orthodox start position.
const Start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Squares lists the 64 squares with their coordinates.
func Squares() (all []rules.SquareInfo) {
	for s := board.Square(0); s < 64; s++ {
		all = append(all, rules.SquareInfo{
			Name: s.String(), X: s.File(), Y: s.Rank(),
			Dark: (s.File()+s.Rank())%2 == 0,
		})
	}
	return all
}
