package flat

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Reflection says what a move does on the image of its landing square if the
// image is empty: it spawns a piece there, or the mover goes on to it. Castling
// never reflects.
type Reflection struct {
	// Map maps a square to its image; 0 means a rotation by 180°.
	Map topology.Map
	// Made is the role spawned, indexed by the role on the landing square;
	// NoRole for none. Pawns are never spawned on the first or last rank.
	Made [8]board.Role
	// Own spawns pieces of the mover's colour instead of the opponent's.
	Own bool
	// GoesOn marks the roles that go on to the image themselves.
	GoesOn [8]bool
	// Captures makes captures reflect too; otherwise only quiet moves do.
	Captures bool
	// Promotions makes promotions reflect too, as the new piece would; a
	// promoted piece never goes on.
	Promotions bool
}

// compiled holds what New derives from the other fields, so that move
// generation only looks things up.
type compiled struct {
	promotes  []board.Role
	double    board.Bitboard    // where a double push may land: everywhere or nowhere
	room      [8]board.Bitboard // where a role may be spawned
	doubts    [8]doubt          // how a role's moves may expose the mover's king
	owner     [2]board.Colour   // colour of a spawned piece, by the side that moved
	promotion board.Bitboard    // the last ranks, if promotions reflect
	opens     board.Bitboard    // everywhere, if a pawn that leaves a line may spawn a rider on it
	returns   [2]board.Bitboard // by side, origins of pushes whose image is the origin
	plainKing bool              // king moves neither spawn nor go on
	unusual   bool              // more is doubtful than quiet moves that spawn an enemy piece
}

// doubt says which moves of a role may leave a king attacked through what they
// spawn or leave empty.
type doubt uint8

const (
	noDoubt      doubt = iota // none
	quietRisk                 // quiet moves that spawn an enemy piece in sight of a king
	anyRisk                   // the same, and captures that do
	captureDoubt              // captures, because the landing square ends up empty
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
	r := *v.Reflection // do not change the caller's copy
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

// doubt returns which moves of a role are doubtful. King moves are always
// tried.
func (r *Reflection) doubt(k board.Role) doubt {
	switch made := r.Made[k]; {
	case r.GoesOn[k] && r.Captures:
		return captureDoubt
	case r.GoesOn[k] || made == board.NoRole:
		return noDoubt
	case r.Own && made == board.King:
		return allDoubt // the new king may be attacked
	case r.Own:
		return noDoubt
	case r.Captures:
		return anyRisk
	}
	return quietRisk
}

// Gains reports whether moves spawn pieces for the mover only and no piece goes
// on, so that moving is never worse than passing.
func (v *Rules) Gains() bool {
	r := v.Reflection
	return r != nil && r.Own && r.GoesOn == [8]bool{}
}

var _ rules.Reflecting = (*Rules)(nil)

// Reflected returns the image of a square, or NoSquare if moves do not reflect.
func (v *Rules) Reflected(s board.Square) board.Square { return v.image(s) }

// image returns the image of a square, NoSquare where moves do not reflect.
func (v *Rules) image(s board.Square) board.Square {
	if v.Reflection == nil {
		return board.NoSquare
	}
	return v.Reflection.Map.Image(s)
}
