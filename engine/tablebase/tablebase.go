// Package tablebase holds endgame tablebases: for every position with few
// pieces, whether it is won and in how many plies the mate comes.
//
// A [Material] names a table: KQKR is king and queen against king and rook.
// [Build] makes one by retrograde analysis (build.go), from the mates backwards,
// with the moves of the rule set itself; the tables that captures and promotions
// lead to must be there before it, and [Materials] lists them in such an order. A
// [Set] finds tables in a folder and answers for positions ([Set.Probe],
// [Set.Line]). What a table's bytes mean is in layout.go, what a file holds in
// file.go.
//
// Boards in space have their own tables, of kings and one piece, since where the
// boards stand makes them a thousand times as large: space_layout.go,
// space_build.go and space_file.go.
//
// Distances are to mate by best play of both sides, and know nothing of the
// fifty-move rule. Positions with castling rights are not in the tables; one
// with an en passant capture is answered from the positions one ply on.
package tablebase

import (
	"errors"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// Value is what a table says of a position: a draw, or a mate in a number of
// plies, which is odd if the side to move mates and even if it is mated.
type Value uint8

// Draw is the value of a position that nobody can win.
const Draw Value = 0

// maxPlies is the longest mate that a table can hold. The byte above it marks
// what is no position.
const maxPlies = 253

func mateIn(plies int) Value { return Value(plies + 1) }

// Plies returns how many plies the mate is away; a draw has none.
func (v Value) Plies() int { return max(0, int(v)-1) }

// Wins reports whether the side to move mates.
func (v Value) Wins() bool { return v != Draw && v&1 == 0 }

// Loses reports whether the side to move is mated.
func (v Value) Loses() bool { return v&1 == 1 }

// before returns the value, for the side that moves there, of a position's
// parent if this move is played.
func (v Value) before() Value {
	if v == Draw {
		return Draw
	}
	return v + 1
}

// better reports whether a side would rather have v than w.
func (v Value) better(w Value) bool { return v.rank() > w.rank() }

// rank orders values from the shortest loss to the shortest win.
func (v Value) rank() int {
	switch {
	case v.Wins():
		return 512 - int(v)
	case v.Loses():
		return int(v) - 512
	}
	return 0
}

// ErrRules says that there are no tables for a rule set.
var ErrRules = errors.New("tablebase: tables are for one flat board on which no move makes a piece, such as chess and cylinder, and for trid and meder")

// generator returns the moves of a rule set that there can be tables for, or
// ErrRules.
func generator(r rules.Rules) (rules.LegalGenerator, error) {
	if s, ok := inSpace(r); ok {
		return s, nil
	}
	g, _, err := symmetry(r)
	return g, err
}

// symmetry returns by which views of the board the tables of a rule set on a
// flat board are folded, or ErrRules.
func symmetry(r rules.Rules) (rules.LegalGenerator, eval.Symmetry, error) {
	info := r.Info()
	g, ok := r.(rules.LegalGenerator)
	s, known := r.(eval.Symmetric)
	if !ok || !known || !info.Chessboard() || info.Reflects || info.Definition != "" || info.Stalemate != rules.StalemateDraws {
		return nil, eval.Symmetry{}, ErrRules
	}
	return g, s.Symmetry(), nil
}

// Supports reports whether there can be tables for a rule set.
func Supports(r rules.Rules) bool {
	_, err := generator(r)
	return err == nil
}

// prober answers for positions with other material.
type prober func(p *board.Position) (Value, bool)
