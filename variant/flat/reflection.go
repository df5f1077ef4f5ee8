package flat

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Reflection says what a move does on the image of the square where it landed,
// if that is empty then: a piece appears there, or the mover goes on to it.
// Castling never reflects.
type Reflection struct {
	// Map says which square is the image of which; 0 means half a turn.
	Map topology.Map
	// Made is the role that appears, by the role that stands on the landing
	// square; NoRole for none. A pawn never appears on a first or last rank.
	Made [8]board.Role
	// Own makes it appear in the mover's colour instead of the opponent's.
	Own bool
	// GoesOn lists the roles that go on to the image themselves.
	GoesOn [8]bool
	// Captures reflect too; without it only quiet moves do.
	Captures bool
	// Promotions reflect too, as the piece promoted to would; a promoted
	// piece never goes on.
	Promotions bool
}

// compiled is what New derives from the parts of a rule set, so that the loops
// over moves look things up and ask no questions.
type compiled struct {
	promotes  []board.Role
	double    board.Bitboard    // where a double push may arrive: everywhere or nowhere
	room      [8]board.Bitboard // where a made piece of a role may appear
	doubts    [8]doubt          // what a move of a role may do to the mover's king
	owner     [2]board.Colour   // whose a made piece is, by the side that moved
	promotion board.Bitboard    // the last ranks where a promotion reflects
	opens     board.Bitboard    // everywhere, if a pawn that leaves a line may make a rider on it
	returns   [2]board.Bitboard // by side, from where a push has the square it leaves as its image
	plainKing bool              // a king's move does nothing beside moving
	unusual   bool              // more than quiet moves that make an enemy piece is in doubt
}

// doubt tells the move generator which moves of a role may leave a king attacked
// by what they do beside moving.
type doubt uint8

const (
	noDoubt      doubt = iota // none: nothing appears that could attack
	quietRisk                 // quiet ones that make an enemy piece in sight of a king
	anyRisk                   // these, and captures that do
	captureDoubt              // captures, whose square is left empty again
	allDoubt                  // all
)

func (v *Rules) compile() {
	c := &v.compiled
	c.promotes, c.double = v.Promotes, ^board.Bitboard(0)
	if c.promotes == nil {
		c.promotes = orthodox[:]
	}
	if v.NoDoublePush {
		c.double = 0
	}
	c.plainKing = true
	if v.Reflection == nil {
		return
	}
	r := *v.Reflection // the caller's stays as it is
	if r.Map == 0 {
		r.Map = topology.Rotate
	}
	v.Reflection = &r
	for k := board.Pawn; k <= board.King; k++ {
		c.room[k] = ^board.Bitboard(0)
	}
	c.room[board.Pawn] &^= lastRows
	c.owner = [2]board.Colour{board.Black, board.White}
	if r.Own {
		c.owner = [2]board.Colour{board.White, board.Black}
	}
	for k := board.Pawn; k <= board.King; k++ {
		c.doubts[k] = r.doubt(k)
		c.unusual = c.unusual || c.doubts[k] > quietRisk
	}
	if r.Promotions {
		c.promotion = lastRows
	}
	if k := r.Made[board.Pawn]; k >= board.Bishop && k <= board.Queen {
		c.opens = ^board.Bitboard(0)
	}
	if r.Map == topology.Ranks {
		c.returns = [2]board.Bitboard{0xff << 24, 0xff << 32}
	}
	c.plainKing = r.Made[board.King] == board.NoRole && !r.GoesOn[board.King]
}

// doubt returns what is in doubt of a role's moves. Kings are always tried.
func (r *Reflection) doubt(k board.Role) doubt {
	switch made := r.Made[k]; {
	case r.GoesOn[k] && r.Captures:
		return captureDoubt
	case r.GoesOn[k] || made == board.NoRole:
		return noDoubt
	case r.Own && made == board.King:
		return allDoubt // the new king may stand attacked
	case r.Own:
		return noDoubt
	case r.Captures:
		return anyRisk
	}
	return quietRisk
}

// Gains reports whether moves make pieces for the mover alone, and nobody goes
// on: then to move is never worse for it than to pass.
func (v *Rules) Gains() bool {
	r := v.Reflection
	return r != nil && r.Own && r.GoesOn == [8]bool{}
}

var _ rules.Reflecting = (*Rules)(nil)

// Reflected returns the reflection of a square, NoSquare where moves do not
// reflect.
func (v *Rules) Reflected(s board.Square) board.Square { return v.image(s) }

// image returns the image of a square, NoSquare where moves do not reflect.
func (v *Rules) image(s board.Square) board.Square {
	if v.Reflection == nil {
		return board.NoSquare
	}
	return v.Reflection.Map.Image(s)
}
