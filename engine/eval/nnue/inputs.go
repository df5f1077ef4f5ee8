package nnue

import (
	"cmp"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// View defines how a side sees the files of the board.
type View string

// The views. Plain leaves the files unchanged. Mirrored mirrors them if the side's king is on the right half, and
// exchanges two planes that are alike if the king is on the second one. Turned rotates them around the cylinder to put
// the side's king on the e-file. Space uses the places of boards in space.
const (
	Plain    View = "plain"
	Mirrored View = "mirrored"
	Turned   View = "turned"
	Space    View = "space"
)

// Inputs describes a net's inputs for a rule set. There is one input for each type of piece, own or enemy, on
// each place, and one for each mount that holds an own or an enemy board. Each position has two views,
// White's and Black's.
type Inputs struct {
	View   View
	Places int // number of places for pieces
	Mounts int // number of mounts for boards
	// Mirrors reports whether mirroring a position left to right preserves its
	// value, which doubles the training data.
	Mirrors bool
	// Step is the number of consecutive piece counts that share a bucket.
	Step int

	// Further is the number of kinds of pieces that chess does not have.
	Further int

	// Words is the number of groups of 64 squares. It is more than 1 only on wide boards.
	Words int
	Width int // difference between the numbers of a square and of the next one on its file
	Ranks int
	// Plane is the number of squares of a plane, if there are two that may be exchanged, or 0.
	Plane int

	placing eval.Placing // nil for a flat board
	sided   sided        // nil if the squares are numbered as on a chessboard
	// pieces holds the number of each input by view, file rotation, piece and place. The number is
	// at [((side*turns+turn)*rows+rowOf(piece))*Places+place].
	pieces []uint16
	rows   int
	turns  int
	turnOf []uint8          // turn for a king on a place, if there are several turns
	mounts [2][2][32]uint16 // indexed by view, owner of the board and mount
}

// Buckets is the number of sets of output weights, one per range of piece
// counts.
const Buckets = 8

// sided is a rule set on a flat board whose squares are not numbered as on a chessboard.
type sided interface {
	// Facing returns the corresponding place from Black's point of view.
	Facing(place int) int
}

// chessRows is the number of rows for the pieces of chess in a table of inputs.
const chessRows = 16

// rowOf returns the row of a piece in a table of inputs. Two rows for each further kind follow those of chess.
func rowOf(pc board.Piece) int {
	if n, further := pc.Role().Further(); further {
		return chessRows + 2*n + int(pc.Colour())
	}
	return int(pc & 15)
}

// InputsOf returns the inputs of a rule set.
func InputsOf(r rules.Rules) *Inputs {
	in := &Inputs{View: Plain, Places: 64, Step: 4, turns: 1, Words: 1, Width: 8, Ranks: 8}
	shape := r.Info().Shape
	if r.Info().Wide() {
		in.Width, in.Places = shape.Files, shape.Files*shape.Ranks*max(1, shape.Planes)
		in.Words = (in.Places + 63) / 64
	}
	in.Ranks = cmp.Or(shape.Ranks, in.Ranks)
	if r.Info().Reflects {
		in.Step = 8 // moves spawn pieces, so the board may fill up
	}
	if placing, ok := r.(eval.Placing); ok {
		in.View, in.placing, in.Places, in.Mounts = Space, placing, placing.Places(), placing.MountCount()
	} else if s, ok := r.(eval.Symmetric); ok {
		y := s.Symmetry()
		in.Mirrors = y.Mirrors
		switch {
		case y.OneKing && y.Turns:
			in.View, in.turns = Turned, 8
		case y.OneKing && y.Mirrors:
			in.View, in.turns = Mirrored, 2
			if y.Planes {
				in.Plane, in.turns = in.Places/2, 4
			}
		}
	}
	if in.turns > 1 {
		in.turnOf = make([]uint8, in.Places)
		for place := range in.Places {
			in.turnOf[place] = in.turnFor(place)
		}
	}
	if in.placing == nil {
		in.sided, _ = r.(sided)
	}
	pieces := slices.Clone(allPieces)
	for _, kind := range r.Info().Kinds {
		if n, further := kind.Role.Further(); further {
			in.Further = max(in.Further, n+1)
			pieces = append(pieces, board.NewPiece(board.White, kind.Role), board.NewPiece(board.Black, kind.Role))
		}
	}
	in.rows = chessRows + 2*in.Further
	in.pieces = make([]uint16, 2*in.turns*in.rows*in.Places)
	for side := range 2 {
		for turn := range in.turns {
			for _, pc := range pieces {
				for place := range in.Places {
					in.pieces[((side*in.turns+turn)*in.rows+rowOf(pc))*in.Places+place] = in.number(board.Colour(side), turn, pc, place)
				}
			}
		}
		for owner := range 2 {
			for m := range in.Mounts {
				at := m
				if side == 1 {
					at = in.placing.FacingMount(m)
				}
				in.mounts[side][owner][m] = uint16(2*in.Kinds()*in.Places + in.Mounts*(side^owner) + at)
			}
		}
	}
	return in
}

var allPieces = func() (all []board.Piece) {
	for _, c := range []board.Colour{board.White, board.Black} {
		for k := board.Pawn; k <= board.King; k++ {
			all = append(all, board.NewPiece(c, k))
		}
	}
	return all
}()

// number computes the index of the input for a piece on a place, in the view of side with the given file
// rotation.
func (in *Inputs) number(side board.Colour, turn int, pc board.Piece, place int) uint16 {
	if side == board.Black {
		place = in.facing(place)
	}
	switch in.View {
	case Mirrored:
		if turn&1 != 0 {
			place = in.Mirror(place)
		}
		if turn&2 != 0 {
			place = (place + in.Plane) % in.Places
		}
	case Turned:
		place = place&56 | (place+turn)&7
	}
	kind := int(pc.Role()) - 1
	if n, further := pc.Role().Further(); further {
		kind = int(board.King) + n
	}
	enemy := int(pc.Colour() ^ side)
	return uint16((in.Kinds()*enemy+kind)*in.Places + place)
}

// Mirror returns the place on the other half of the same rank of a flat board.
func (in *Inputs) Mirror(place int) int { return place + in.Width - 1 - 2*(place%in.Width) }

// Count returns the number of inputs per view.
func (in *Inputs) Count() int { return 2*in.Kinds()*in.Places + 2*in.Mounts }

// Kinds returns the number of kinds of pieces.
func (in *Inputs) Kinds() int { return int(board.King) + in.Further }

// turn returns a side's file rotation, or the number of its mirrored view, which depends on the square of its king.
func (in *Inputs) turn(p *board.Position, side board.Colour) int {
	if in.turns == 1 {
		return 0
	}
	king := p.Pieces(side, board.King).First()
	if king > 63 && in.Words > 1 {
		kings := p.SquaresWith(side, board.King)
		king = kings.First()
	}
	if int(king) >= len(in.turnOf) {
		return 0 // the side has no king
	}
	return int(in.turnOf[king])
}

// turnFor computes the turn for a king on a place.
func (in *Inputs) turnFor(place int) (turn uint8) {
	if in.View == Turned {
		return uint8(4-place) & 7
	}
	if in.Mirror(place) < place {
		turn = 1
	}
	if in.Plane > 0 && place >= in.Plane {
		turn |= 2
	}
	return turn
}

// table returns the inputs of a view with the given file rotation, by piece and
// place.
func (in *Inputs) table(side board.Colour, turn int) []uint16 {
	size := in.rows * in.Places
	at := (int(side&1)*in.turns + turn) * size
	return in.pieces[at : at+size]
}

func (in *Inputs) place(p *board.Position, s board.Square) int {
	if in.placing == nil {
		return int(s)
	}
	return in.placing.Place(p, s)
}

// mounted returns, as a bit set, the mounts that hold a side's boards.
func (in *Inputs) mounted(p *board.Position, side board.Colour) uint32 {
	if in.placing == nil {
		return 0
	}
	return in.placing.Mounted(p, side)
}

// Bucket returns the index of the output weights for the given number of pieces.
func (in *Inputs) Bucket(pieces int) int { return max(0, min((pieces-1)/in.Step, Buckets-1)) }

// Active appends the active inputs of a position in a side's view and returns the list.
func (in *Inputs) Active(list []uint16, p *board.Position, side board.Colour) []uint16 {
	table := in.table(side, in.turn(p, side))
	for word := range in.Words {
		for squares := p.OccupiedIn(word); squares != 0; {
			s := squares.Pop() + board.Square(64*word)
			list = append(list, table[rowOf(p.Piece(s))*in.Places+in.place(p, s)])
		}
	}
	for owner := board.White; owner <= board.Black; owner++ {
		for m, set := 0, in.mounted(p, owner); set != 0; m, set = m+1, set>>1 {
			if set&1 != 0 {
				list = append(list, in.mounts[side&1][owner][m&31])
			}
		}
	}
	return list
}

// Placed is a position from the point of view of the side to move: that side's pieces are white, and the
// board is seen from its end.
type Placed struct {
	Pieces []PlacedPiece
	Mounts [2]uint32 // mounts with boards of the side to move, and of the opponent
}

// PlacedPiece is a piece and its place.
type PlacedPiece struct {
	Piece board.Piece
	Place uint8
}

// Look stores the position p, as seen by its side to move, in *to.
func (in *Inputs) Look(p *board.Position, to *Placed) {
	to.Pieces = to.Pieces[:0]
	black := p.Side == board.Black
	for s, pc := range p.All() {
		place := in.place(p, s)
		if black {
			pc, place = pc^8, in.facing(place)
		}
		to.Pieces = append(to.Pieces, PlacedPiece{pc, uint8(place)})
	}
	for i := range to.Mounts {
		set := in.mounted(p, p.Side^board.Colour(i))
		if to.Mounts[i] = set; black {
			to.Mounts[i] = 0
			for m := range in.Mounts {
				to.Mounts[i] |= set >> m & 1 << in.placing.FacingMount(m)
			}
		}
	}
}

// facing returns the corresponding place from Black's point of view.
func (in *Inputs) facing(place int) int {
	if in.placing != nil {
		return in.placing.Facing(place)
	}
	if in.sided != nil {
		return in.sided.Facing(place)
	}
	return place ^ 56
}

// Of appends the active inputs of a position and returns the list. The view is that of the side to move or, if
// other is set, that of the opponent.
func (in *Inputs) Of(list []uint16, from *Placed, other bool) []uint16 {
	side, turn := board.White, 0
	if other {
		side = board.Black
	}
	if in.turns > 1 {
		king := board.NewPiece(side, board.King)
		for _, at := range from.Pieces {
			if at.Piece == king {
				turn = int(in.turnOf[at.Place])
				break
			}
		}
	}
	table := in.table(side, turn)
	for _, at := range from.Pieces {
		list = append(list, table[rowOf(at.Piece)*in.Places+int(at.Place)])
	}
	for owner, set := range from.Mounts {
		for m := range in.Mounts {
			if set>>m&1 != 0 {
				list = append(list, in.mounts[side][owner][m])
			}
		}
	}
	return list
}
