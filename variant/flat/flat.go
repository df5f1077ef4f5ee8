// Package flat implements the rule sets on one 8x8 board. They differ in a few properties, which make up a
// [Rules]: the topology of the board, castling, double pushes, promotions, where en passant over the seam
// lands, and what a move does on the image of its landing square. The built-in rule sets and their
// rulebooks are in sibling packages. Package variant/definition compiles rule sets that users define.
//
// gen.go generates pseudo-legal moves. play.go plays a move on a copy and checks whether the mover's kings
// are attacked. legal.go lists or counts the legal moves without playing moves that are certainly legal.
// illegal.go explains why a move is illegal.
package flat

import (
	"cmp"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/flat/features"
	"github.com/tainchess/tain/variant/flat/text"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Rules is a flat rule set. Create it with [New].
type Rules struct {
	// Details describes the rule set. New sets the fields of Details that follow from the other fields of
	// Rules.
	Details  rules.Info
	Topology *topology.Topology
	// Copies is the number of copies of the board shown in a row; 0 means 1.
	Copies int
	// SeamHome makes en passant over the seam land on the pushed pawn's home square instead of the square
	// that the pawn crossed.
	SeamHome bool
	// Reflection defines the effect of a move on the image of its landing square. Nil means no effect.
	Reflection *Reflection
	// NoCastling and NoDoublePush disable castling and double pushes.
	NoCastling, NoDoublePush bool
	// Promotes lists the roles to which a pawn may promote. Nil means queen, rook, bishop and knight.
	Promotes []board.Role
	// NoMate lists the material, in addition to one king per side, with which neither side can checkmate. If
	// NoMate is empty, no position is dead.
	NoMate []Material

	bundle.Files
	compiled
}

// New compiles a rule set. It sets the fields of Details that follow from other fields: Shape, Boards,
// Wraps, Reflects, Castling and Squares. If Start is empty, it sets the orthodox starting position.
func New(v Rules) *Rules {
	i := &v.Details
	i.Start = cmp.Or(i.Start, Start)
	i.Boards = max(1, v.Copies)
	i.Wraps = v.Topology.Seam
	i.Shape = rules.Shape{Files: 8, Ranks: 8}
	if i.Wraps {
		i.Shape.Seam = rules.Wrapped
	}
	i.Reflects = v.Reflection != nil
	i.Castling = !v.NoCastling
	i.Squares = Squares()
	v.compile()
	return &v
}

var (
	_ rules.Rules      = (*Rules)(nil)
	_ rules.Reflecting = (*Rules)(nil)
)

// Info returns the description of the rule set.
func (v *Rules) Info() *rules.Info { return &v.Details }

// ShuffledAs returns the Chess960 number of the starting position with White's pieces on the squares of p.
func (v *Rules) ShuffledAs(p *board.Position) (n uint64, ok bool) { return text.Number960(p) }

// Kings returns the kings of a side and the kings that are attacked.
func (v *Rules) Kings(p *board.Position, side board.Colour) (all, attacked board.Set) {
	squares, hit := p.Pieces(side, board.King), board.Bitboard(0)
	occupied := p.Occupied()
	for kings := squares; kings != 0; {
		k := kings.Pop()
		if v.Attackers(p, k, side.Other(), occupied) != 0 {
			hit |= k.Bit()
		}
	}
	return board.SetOf(squares), board.SetOf(hit)
}

// Attackers returns the squares of the pieces of a side that attack s, given the occupied squares.
func (v *Rules) Attackers(p *board.Position, s board.Square, by board.Colour, occupied board.Bitboard) board.Bitboard {
	g := v.Topology
	queens := p.ByRole(board.Queen)
	found := g.Knight[s&63]&p.ByRole(board.Knight) |
		g.King[s&63]&p.ByRole(board.King) |
		g.PawnFrom[by&1][s&63]&p.ByRole(board.Pawn)
	rooks, bishops := (p.ByRole(board.Rook)|queens)&p.ByColour(by), (p.ByRole(board.Bishop)|queens)&p.ByColour(by)
	if rooks|bishops != 0 {
		found |= g.Sliders(s, occupied, rooks, bishops)
	}
	return found & p.ByColour(by)
}

// InCheck reports whether any king of a side is attacked.
func (v *Rules) InCheck(p *board.Position, side board.Colour) bool {
	occupied := p.Occupied()
	for kings := p.Pieces(side, board.King); kings != 0; {
		if v.Attackers(p, kings.Pop(), side.Other(), occupied) != 0 {
			return true
		}
	}
	return false
}

// Reflection defines the effect of a move on the image of its landing square. If the image is empty, the move
// spawns a piece there or the moving piece goes on to it. Castling has no reflection.
type Reflection struct {
	// Map maps a square to its image. The zero value means a rotation by 180°.
	Map topology.Map
	// Made is the spawned role, indexed by the role on the landing square. NoRole means that nothing is
	// spawned. Pawns are never spawned on the first or last rank.
	Made [8]board.Role
	// Own spawns pieces of the mover's colour instead of the opponent's.
	Own bool
	// GoesOn marks the roles that go on to the image themselves.
	GoesOn [8]bool
	// Captures is true if captures also reflect.
	Captures bool
	// Promotions is true if promotions also reflect, according to the new role. A promoted piece never goes
	// on.
	Promotions bool
}

// compiled holds data that New derives from the other fields, to speed up move generation.
type compiled struct {
	promotes  []board.Role
	double    board.Bitboard    // squares where a double push may land: all or none
	room      [8]board.Bitboard // squares on which a role may be spawned
	doubts    [8]doubt          // moves of a role that may leave the mover's king attacked
	owner     [2]board.Colour   // colour of a spawned piece, by the side that moved
	promotion board.Bitboard    // the first and last ranks if promotions reflect
	opens     board.Bitboard    // all squares if a pawn that leaves a line may spawn a slider on the line
	returns   [2]board.Bitboard // origins of pushes to a square whose image is the origin, by side
	plainKing bool              // kings neither spawn pieces nor go on
	unusual   bool              // moves other than quiet moves that spawn an enemy piece are doubtful
}

// doubt describes which moves of a role may leave a king attacked because of a spawned piece or a vacated
// square.
type doubt uint8

const (
	noDoubt      doubt = iota // none
	quietRisk                 // quiet moves that spawn an enemy piece in sight of a king
	anyRisk                   // quiet moves and captures that spawn such a piece
	captureDoubt              // captures, because the landing square becomes empty
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
	r := *v.Reflection // do not change the caller's Reflection
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

// doubt returns which moves of a role are doubtful. The generator does not use the result for king moves,
// which it checks separately.
func (r *Reflection) doubt(k board.Role) doubt {
	switch made := r.Made[k]; {
	case r.GoesOn[k] && r.Captures:
		return captureDoubt
	case r.GoesOn[k] || made == board.NoRole:
		return noDoubt
	case r.Own && made == board.King:
		return allDoubt // the spawned king may be attacked
	case r.Own:
		return noDoubt
	case r.Captures:
		return anyRisk
	}
	return quietRisk
}

// Gains reports whether moves reflect, all spawned pieces belong to the mover and no piece goes on. In that
// case, as in chess, moving is rarely worse than passing.
func (v *Rules) Gains() bool {
	r := v.Reflection
	return r != nil && r.Own && r.GoesOn == [8]bool{}
}

// Reflected returns the image of a square, or NoSquare if moves have no reflection.
func (v *Rules) Reflected(s board.Square) board.Square {
	if v.Reflection == nil {
		return board.NoSquare
	}
	return v.Reflection.Map.Image(s)
}

// Material is the total material of both sides, excluding kings.
type Material struct {
	Role board.Role // NoRole for no pieces
	Most int        // maximum number of pieces; 0 means any number
	// OneColour requires all pieces to be on squares of the same colour.
	OneColour bool
}

// These lists of material with which neither side can checkmate are used by several rule sets.
var (
	// BareKings is king against king.
	BareKings = []Material{{}}
	// BareKingsOrMinor is king against king with at most one knight or bishop in total.
	BareKingsOrMinor = []Material{{}, {Role: board.Knight, Most: 1}, {Role: board.Bishop, Most: 1}}
	// BareKingsOrBishops is king against king with at most one knight, or with bishops on squares of one colour.
	BareKingsOrBishops = []Material{{}, {Role: board.Knight, Most: 1}, {Role: board.Bishop, OneColour: true}}
)

const darkSquares board.Bitboard = 0xaa55aa55aa55aa55

// Dead reports whether each side has one king and NoMate contains the other pieces, so that no sequence of
// legal moves leads to checkmate.
func (v *Rules) Dead(p *board.Position) bool {
	rest := p.Occupied() &^ p.ByRole(board.King)
	for _, m := range v.NoMate {
		if m.holds(p, rest) {
			return p.Pieces(board.White, board.King).Count() == 1 && p.Pieces(board.Black, board.King).Count() == 1
		}
	}
	return false
}

// holds reports whether the pieces other than kings, which are on the squares rest, are at most this
// material.
func (m *Material) holds(p *board.Position, rest board.Bitboard) bool {
	switch {
	case m.Role == board.NoRole:
		return rest == 0
	case rest&^p.ByRole(m.Role) != 0:
		return false
	case m.OneColour && rest&darkSquares != 0 && rest&^darkSquares != 0:
		return false
	}
	return m.Most == 0 || rest.Count() <= m.Most
}

// Start is the orthodox starting position.
const Start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Squares returns the 64 squares with their coordinates.
func Squares() (all []rules.SquareInfo) {
	for s := board.Square(0); s < 64; s++ {
		all = append(all, rules.SquareInfo{
			Name: s.String(), X: s.File(), Y: s.Rank(),
			Dark: (s.File()+s.Rank())%2 == 0,
		})
	}
	return all
}

const (
	lastRows   board.Bitboard = 0xff | 0xff<<56
	middleRows board.Bitboard = 0xffff << 24
)

// orthodox lists the promotion roles of chess.
var orthodox = [...]board.Role{board.Queen, board.Rook, board.Bishop, board.Knight}

// Features returns the evaluation features of the rule set.
func (v *Rules) Features() eval.Features {
	f := features.Features{Topology: v.Topology}
	if r := v.Reflection; r != nil {
		f.Reflects, f.Map, f.Made, f.Own, f.GoesOn, f.Captures = true, r.Map, r.Made, r.Own, r.GoesOn, r.Captures
	}
	return f
}

// Symmetry returns the symmetries of the board that leave the evaluation unchanged. Castling breaks the
// left-right symmetry, but its effect on the evaluation is negligible.
func (v *Rules) Symmetry() eval.Symmetry {
	r := v.Reflection
	s := eval.Symmetry{Turns: v.Topology.Alike && r == nil, OneKing: v.oneKing()}
	s.Mirrors = v.Topology.Alike || v.Topology == topology.Plane
	if r != nil && (r.Map != topology.Rotate || v.Details.Hash != "") {
		s.Mirrors = false
	}
	return s
}

// oneKing reports whether both sides always have exactly one king in games from the usual start. This holds if each
// side starts with one king and no move spawns a king.
func (v *Rules) oneKing() bool {
	if r := v.Reflection; r != nil {
		for k, made := range r.Made {
			if made == board.King && !r.GoesOn[k] {
				return false
			}
		}
	}
	pieces, _, _ := strings.Cut(v.Details.Start, " ")
	return strings.Count(pieces, "K") == 1 && strings.Count(pieces, "k") == 1
}
