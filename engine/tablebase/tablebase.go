// Package tablebase builds, stores and probes endgame tablebases: for every
// position with few pieces, whether it is won and the number of plies to mate.
//
// A [Material] names a table: KQKR is king and queen against king and rook.
// [Build] computes a table by retrograde analysis, backwards from the mates,
// using the rule set's own moves (build.go). The tables that captures and
// promotions lead to must exist first; [Materials] lists materials in a
// suitable
// order. A [Maker] builds all tables of a rule set in a folder (make.go,
// file.go). A [Set] finds tables and looks up positions ([Set.Probe],
// [Set.Line]). The index of a position in a table is defined in layout.go.
//
// Boards in space have their own tables, with kings and one piece only, because
// the placements of the boards make them a thousand times as large (space.go,
// space_layout.go, space_build.go, space_file.go).
//
// Distances are to mate with best play by both sides, ignoring the fifty-move
// rule. Positions with castling rights are not in the tables. The value of a
// position with an en passant capture is derived from its successors.
package tablebase

import (
	"errors"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// Value is the result of a position: a draw, or the number of plies to mate,
// which is odd if the side to move mates and even if it is mated. It is stored
// as that number plus one.
type Value uint8

// Draw is the value of a position that neither side can win.
const Draw Value = 0

// maxPlies is the longest mate that a table can store. Larger byte values mark
// illegal positions.
const maxPlies = 253

func mateIn(plies int) Value { return Value(plies + 1) }

// Plies returns the number of plies to mate, or 0 for a draw.
func (v Value) Plies() int { return max(0, int(v)-1) }

// Wins reports whether the side to move mates.
func (v Value) Wins() bool { return v != Draw && v&1 == 0 }

// Loses reports whether the side to move is mated.
func (v Value) Loses() bool { return v&1 == 1 }

// before returns the value of the parent position for its side to move, if it
// plays the move to this one.
func (v Value) before() Value {
	if v == Draw {
		return Draw
	}
	return v + 1
}

// better reports whether the side to move prefers v to w.
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

// ErrRules means that a rule set has no tables.
var ErrRules = errors.New("tablebase: only flat boards whose moves spawn no pieces, such as chess and cylinder, and trid and meder have tables")

// generator returns the move generator of a rule set that supports tables, or
// ErrRules.
func generator(r rules.Rules) (rules.LegalGenerator, error) {
	if s, ok := inSpace(r); ok {
		return s, nil
	}
	g, _, err := symmetry(r)
	return g, err
}

// symmetry returns the move generator and the symmetry of a flat rule set that
// supports tables, or ErrRules.
func symmetry(r rules.Rules) (rules.LegalGenerator, eval.Symmetry, error) {
	info := r.Info()
	g, ok := r.(rules.LegalGenerator)
	s, known := r.(eval.Symmetric)
	if !ok || !known || !info.Chessboard() || info.Reflects || info.Definition != "" || info.Stalemate != rules.StalemateDraws {
		return nil, eval.Symmetry{}, ErrRules
	}
	return g, s.Symmetry(), nil
}

// Supports reports whether a rule set can have tables.
func Supports(r rules.Rules) bool {
	_, err := generator(r)
	return err == nil
}

// prober returns the values of positions with other material.
type prober func(p *board.Position) (Value, bool)
