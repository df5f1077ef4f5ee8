package eval

import "github.com/tainchess/tain/board"

// Contribution is what one piece adds to a score.
type Contribution struct {
	Square board.Square
	Piece  board.Piece
	Score  int // centipawns for White
}

// LeaveOneOut tells what each piece contributes to a score: by how much White
// would be worse off without it. It asks nothing of an evaluator but scores, so
// it explains a net as well as a sum of terms. Rest is what no single piece is
// the reason of: all contributions and the rest are the score. Kings are left in,
// as a game without them is another. A [Staged] evaluator keeps to the stage of the
// whole position: otherwise each piece would be told the difference of two stages.
func LeaveOneOut(e Evaluator, p *board.Position) (pieces []Contribution, rest int) {
	score := e.Evaluate
	if staged, ok := e.(Staged); ok {
		score = func(of *board.Position) int { return staged.EvaluateAs(of, p.Occupied().Count()) }
	}
	whole := forWhite(score, p)
	rest = whole
	for squares := p.Occupied() &^ p.ByRole(board.King); squares != 0; {
		s := squares.Pop()
		without := *p
		without.Take(s, p.Piece(s))
		c := Contribution{Square: s, Piece: p.Piece(s), Score: whole - forWhite(score, &without)}
		pieces = append(pieces, c)
		rest -= c.Score
	}
	return pieces, rest
}

// forWhite scores a position for White.
func forWhite(score func(*board.Position) int, p *board.Position) int {
	if p.Side == board.Black {
		return -score(p)
	}
	return score(p)
}
