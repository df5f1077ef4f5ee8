package learn

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/rules"
)

// AddToBook adds the opening of a game to a book: the moves the engine chose
// itself, up to a ply.
func AddToBook(b *book.Book, v rules.Rules, r *Record, plies int) error {
	ply := 0
	return r.Replay(v, func(p *board.Position, _ board.Move, s Step) {
		if ply++; ply > plies || !s.Scored {
			return
		}
		points := r.Points
		if p.Side == board.Black {
			points = 2 - points
		}
		b.Keep(p)
		b.Add(p.Hash, s.Move, points)
	})
}
