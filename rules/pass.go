package rules

import (
	"github.com/tainchess/tain/board"
)

// Pass gives the turn to the other side, as a [board.NullMove] in a game record
// does: nothing moves, and the right to capture en passant is gone. The clocks
// count it as a move without capture. It is refused in check, since the other
// side could then take the king.
//
// No rule set has passing among its moves, so [Play] refuses it.
func Pass(r Rules, p *board.Position) (board.Position, error) {
	if InCheck(r, p) {
		return *p, Illegal("illegal.null-move.check", "a null move passes the turn, which is not allowed in check", nil)
	}
	next := *p
	if next.HalfmoveClock++; next.HalfmoveClock == 0 { // a clock from hostile text must not start anew
		next.HalfmoveClock--
	}
	next.FullmoveNumber += uint32(p.Side)
	if p.EnPassant() != board.NoSquare {
		next.SetEnPassant(board.NoSquare)
	}
	next.Pass()
	return next, nil
}

// Pass adds a null move. If it is refused the line stays as it is.
func (l *Line) Pass() error {
	next, err := Pass(l.rules, l.last())
	if err != nil {
		return err
	}
	l.push(board.NullMove, next)
	return nil
}

// Step adds a move as game records have them: one that can be played, or a null
// move.
func (l *Line) Step(m board.Move) error {
	if m == board.NullMove {
		return l.Pass()
	}
	_, err := l.Play(m)
	return err
}

// How a null move is written.
const (
	nullUCI = "0000"
	nullSAN = "--"
)

// FormatUCI writes a legal move or a null move in UCI notation.
func FormatUCI(r Rules, p *board.Position, m board.Move) string {
	if m == board.NullMove {
		return nullUCI
	}
	return r.Guide().FormatUCI(p, m)
}

// FormatSAN writes a legal move or a null move as people do.
func FormatSAN(r Rules, p *board.Position, m board.Move) string {
	if m == board.NullMove {
		return nullSAN
	}
	return r.Guide().FormatSAN(p, m)
}
