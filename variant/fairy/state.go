package fairy

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/fairy/text"
)

// state implements text.Rules: it reads and sets the parts of a position that only the rule set understands.
type state struct{ *Rules }

func (r state) Settings() *text.Settings { return &r.settings }

func (r state) Castle(p *board.Position, right int) text.Castle {
	c := r.castleOf(p, right)
	one := text.Castle{Right: c.right, Side: c.side, King: c.king, Rook: c.rook}
	if c.right != 0 && !c.never {
		one.Move = board.NewMove(c.king, c.to, board.NoRole)
	}
	return one
}

func (r state) Grant(p *board.Position, c text.Castle) {
	r.grant(p, r.castleFrom(wing(c.Side, c.Rook < c.King), c.King, c.Rook))
}

func (r state) Shuffled(n uint64) board.Position { return r.shuffled(n) }

func (r state) Pushed(p *board.Position) (crossed, pawn board.Square) {
	code, pusher := p.EnPassant(), p.Side.Other()
	if code == board.NoSquare {
		code = shown(p)
	}
	if code == board.NoSquare {
		return board.NoSquare, board.NoSquare
	}
	crossed, pawn = r.passed(code, pusher)
	if p.Piece(pawn) != board.NewPiece(pusher, board.Pawn) {
		return board.NoSquare, board.NoSquare // the position after a null move
	}
	return crossed, pawn
}

func (r state) MayPush(side board.Colour, crossed, pawn board.Square) bool {
	return r.pushCode(side, crossed, pawn) != board.NoSquare
}

func (r state) Push(p *board.Position, crossed, pawn board.Square) {
	r.offerEnPassant(p, r.pushCode(p.Side.Other(), crossed, pawn))
}

// pushCode returns the en passant value for a push, or NoSquare if no pawn of the side can make it.
func (r state) pushCode(side board.Colour, crossed, pawn board.Square) board.Square {
	for _, some := range r.passes[side&1] {
		if i := slices.IndexFunc(some, func(at pass) bool { return at.pushed == pushed{crossed, pawn} }); i >= 0 {
			return some[i].code
		}
	}
	return board.NoSquare
}

func (r state) WinningChecks() int { return r.spec.Checks }

func (r state) SetChecks(p *board.Position, side board.Colour, n int) { r.setChecks(p, side, n) }

func (r state) FinalSquare(before, after *board.Position, m board.Move) board.Square {
	pc := before.Piece(m.From())
	if r.spec.Reflection == nil || !r.goesOn[index(pc)] || m.Promotion() != board.NoRole || after.Piece(m.To()) == pc {
		return m.To()
	}
	return r.image[m.To()]
}
