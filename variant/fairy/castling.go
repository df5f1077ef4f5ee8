package fairy

import (
	"strings"

	"github.com/tainchess/tain/board"
)

// castle is one castling move. The right refers to the king and the rook of the starting position, which may be
// a shuffled one.
type castle struct {
	right                board.Castling
	side                 board.Colour
	long                 bool
	king, rook           board.Square
	landing, rookLanding board.Square
	to                   board.Square // destination of the move: the landing square, or the rook's square in Chess960
	empty                board.Set    // squares that must be empty
	safe                 board.Set    // squares of the king that must not be attacked
	// never is true if the board has fewer than 8 files or two planes without passing, if the rank has a hole
	// or, in orthodox castling, if the king would move fewer than two squares. The right then exists but has
	// no effect.
	never bool
}

// rights lists the castling rights in the order of FEN.
var rights = [4]board.Castling{board.WhiteShort, board.WhiteLong, board.BlackShort, board.BlackLong}

// addCastling compiles the castling moves for the rights in the starting position. It ignores letters that do not
// fit; the parser of the position reports them.
func (r *Rules) addCastling() {
	r.keeps = make([]board.Castling, r.size())
	for s := range r.keeps {
		r.keeps[s] = 15
	}
	fields := strings.Fields(r.info.Start)
	if r.spec.Castling == NoCastling || len(fields) < 3 || fields[2] == "-" {
		return
	}
	r.Castles = true
	for _, letter := range []byte(fields[2]) {
		r.addCastle(letter)
	}
}

func (r *Rules) addCastle(letter byte) {
	side := board.White
	if letter >= 'a' {
		side = board.Black
	}
	kings := r.start.SquaresWith(side, board.King)
	if !lone(kings) {
		return
	}
	king := kings.First()
	small := int(letter|0x20) - 'a'
	rook := board.NoSquare
	hasRook := func(file int) bool { return r.start.Piece(r.Along(king, file)) == board.NewPiece(side, board.Rook) }
	switch {
	case r.spec.Castling == Chess960 && small < r.Grid.Files:
		if hasRook(small) {
			rook = r.Along(king, small)
		}
	case letter|0x20 == 'k':
		for file := r.Grid.Files - 1; file > r.File(king) && rook == board.NoSquare; file-- {
			if hasRook(file) {
				rook = r.Along(king, file)
			}
		}
	case letter|0x20 == 'q':
		for file := 0; file < r.File(king) && rook == board.NoSquare; file++ {
			if hasRook(file) {
				rook = r.Along(king, file)
			}
		}
	}
	whole := r.Grid.Files >= 8 && (r.Grid.Planes == 1 || r.spec.Passing)
	for file := range r.Grid.Files {
		whole = whole && r.All.Has(r.Along(king, file))
	}
	i := wing(side, rook < king)
	if rook == board.NoSquare || r.castles[i].right != 0 {
		return
	}
	r.castles[i] = r.castle(side, king, rook, whole)
	r.keeps[king] &^= r.castles[i].right
	r.keeps[rook] &^= r.castles[i].right
}

// wing returns the index of a right.
func wing(side board.Colour, long bool) int {
	if long {
		return 2*int(side&1) + 1
	}
	return 2 * int(side&1)
}

// castle returns the castling move of a king and a rook. Castling needs a whole rank of at least 8 squares.
func (r *Rules) castle(side board.Colour, king, rook board.Square, whole bool) castle {
	c := castle{side: side, king: king, rook: rook, long: rook < king, landing: king, rookLanding: rook}
	if whole {
		c.landing, c.rookLanding = r.Along(king, r.Grid.Files-2), r.Along(king, r.Grid.Files-3)
		if c.long {
			c.landing, c.rookLanding = r.Along(king, 2), r.Along(king, 3)
		}
	}
	c.right, c.to = rights[wing(side, c.long)], c.landing
	c.safe = between(c.king, c.landing)
	c.empty = c.safe.Or(between(c.rook, c.rookLanding))
	c.empty.Remove(king)
	c.empty.Remove(rook)
	if r.spec.Castling == Chess960 {
		c.to = rook
	} else if distance := r.File(king) - r.File(c.landing); distance > -2 && distance < 2 {
		whole = false
	}
	c.never = !whole
	return c
}

// between returns the squares from a to b on one rank, including both.
func between(a, b board.Square) (all board.Set) {
	for s := min(a, b); s <= max(a, b); s++ {
		all.Add(s)
	}
	return all
}

// castling returns the castling move that a pseudo-legal king move stands for, or nil if the move is not
// castling.
func (r *Rules) castling(p *board.Position, from, to board.Square) *castle {
	for i := 2 * int(p.Side&1); i < 2*int(p.Side&1)+2; i++ {
		c := r.castleOf(p, i)
		if p.Castling()&c.right == 0 || c.king != from || c.to != to || c.never {
			continue
		}
		switch taken := p.Piece(to); {
		case taken == board.NoPiece:
			if quiet, _ := r.moves(p.Side, int(board.King), from, occupied(p)); quiet.Has(to) && r.arrives(p, to) {
				continue // an ordinary move
			}
		case taken.Colour() != p.Side:
			continue
		}
		return c
	}
	return nil
}

// castlingMoves adds the castling moves of the side to move. The side must not be in check.
func (r *Rules) castlingMoves(p *board.Position, add func(m board.Move)) {
	for i := 2 * int(p.Side&1); i < 2*int(p.Side&1)+2; i++ {
		if c := r.castleOf(p, i); p.Castling()&c.right != 0 && !c.never && r.mayCastle(p, c) {
			add(board.NewMove(c.king, c.to, board.NoRole))
		}
	}
}

// mayCastle reports whether a side that is not in check may castle, ignoring attacks on its royal pieces
// after the move.
func (r *Rules) mayCastle(p *board.Position, c *castle) bool {
	return occupied(p).And(c.empty) == (board.Set{}) && r.arrives(p, c.landing) && r.arrives(p, c.rookLanding) &&
		r.threatened(p, c) == board.NoSquare && r.castling(p, c.king, c.to) != nil
}

// threatened returns the first square on which the castling king would be attacked, with the king and the rook
// removed from the board, or NoSquare.
func (r *Rules) threatened(p *board.Position, c *castle) board.Square {
	enemy, lifted := p.SquaresOf(p.Side.Other()), occupied(p)
	lifted.Remove(c.king)
	lifted.Remove(c.rook)
	for path := c.safe; !path.Empty(); {
		if s := path.Pop(); r.isAttacked(p, s, p.Side.Other(), enemy, lifted) {
			return s
		}
	}
	return board.NoSquare
}

// CastlingMove is a castling move of the king and a rook from their starting squares.
type CastlingMove struct {
	Side           board.Colour
	Long           bool
	King, Rook     string // squares before the move
	KingTo, RookTo string // squares after the move
}

// CastlingMoves lists the castling moves of a game that begins with the usual start.
func (r *Rules) CastlingMoves() (all []CastlingMove) {
	for i := range r.castles {
		if c := &r.castles[i]; c.right != 0 && !c.never {
			all = append(all, CastlingMove{c.side, c.long, r.Name(c.king), r.Name(c.rook), r.Name(c.landing), r.Name(c.rookLanding)})
		}
	}
	return all
}
