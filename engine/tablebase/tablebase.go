// Package tablebase builds, stores and probes endgame tables, which contain, for every position with few
// pieces, the result and the number of plies to mate.
//
// A [Material] names a table: KQKR is king and queen against king and rook. [Build] computes a table by
// retrograde analysis, backwards from the mates, using the moves of the rule set (build.go). The tables that
// captures and promotions lead to must exist first; [Materials] lists materials in a suitable order. A
// [Maker] builds all tables of a rule set in a folder (make.go, file.go). A [Set] finds tables and looks up
// positions ([Set.Probe], [Set.Line]). The index of a position in a table is defined in layout.go. Other boards and
// pieces than those of chess need neither symmetry nor reversible moves (grid.go).
//
// Tables for boards in space have a separate format and support only kings and one piece, because the
// placements of the boards make them a thousand times larger (space.go, space_layout.go, space_build.go,
// space_file.go).
//
// Distances are to mate with best play by both sides, ignoring the fifty-move rule. In rule sets with other wins
// ([OtherWins]) they are to the win, and a side that wins because it is stalemated wins in one ply. Positions with castling rights are not in the tables. The value of a
// position with an en passant capture is derived from its successors.
package tablebase

import (
	"errors"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// Value is the result of a position: a draw, or the number of plies to mate, which is odd if the side to move
// mates and even if it is mated. A mate is stored as the number of plies plus one.
type Value uint8

// Draw is the value of a position in which neither side can force mate.
const Draw Value = 0

// maxPlies is the length in plies of the longest mate that a table can store. Such a mate has the value 254;
// 255 marks an illegal position.
const maxPlies = 253

func mateIn(plies int) Value { return Value(plies + 1) }

// Plies returns the number of plies to mate, or 0 for a draw.
func (v Value) Plies() int { return max(0, int(v)-1) }

// Wins reports whether the side to move mates.
func (v Value) Wins() bool { return v != Draw && v&1 == 0 }

// Loses reports whether the side to move is mated.
func (v Value) Loses() bool { return v&1 == 1 }

// before returns the value of the parent position for its side to move, if that side plays the move to a
// position with value v.
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

// ErrRules means that a rule set does not support tables.
var ErrRules = errors.New("tablebase: this rule set has no tables; only chess, cylinder, triboard, portal, trid, meder " +
	"and definitions on at most 64 squares have them, if at most four pieces but no pawns are royal, nothing appears on the board, and checks are not counted")

// generator returns the move generator of a rule set that supports tables, or ErrRules.
func generator(r rules.Rules) (rules.LegalGenerator, error) {
	if s, ok := inSpace(r); ok {
		return s, nil
	}
	if g, _, ok := onGrid(r); ok {
		return g, nil
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
	if !ok || !known || !info.Chessboard() || info.Reflects || len(info.Kinds) > 0 ||
		!s.Symmetry().OneKing || !promotes(g) {
		return nil, eval.Symmetry{}, ErrRules
	}
	return g, s.Symmetry(), nil
}

// pawn returns the legal moves of a white pawn on a square of file a. The kings are far away.
func pawn(g rules.LegalGenerator, on board.Square) (moves []board.Move) {
	p := board.Empty()
	p.Put(board.At(4, 0), board.NewPiece(board.White, board.King))
	p.Put(board.At(4, 4), board.NewPiece(board.Black, board.King))
	p.Put(on, board.NewPiece(board.White, board.Pawn))
	var list board.MoveList
	g.Legal(&p, &list)
	for _, m := range list.All() {
		if m.From() == on {
			moves = append(moves, m)
		}
	}
	return moves
}

// promotes reports whether pawns promote, and only to pieces that tables contain.
func promotes(g rules.LegalGenerator) bool {
	moves := pawn(g, board.At(0, 6))
	for _, m := range moves {
		if role := m.Promotion(); role < board.Knight || role > board.Queen {
			return false
		}
	}
	return len(moves) > 0
}

// pushesTwice reports whether a pawn on its home rank may move two squares.
func pushesTwice(g rules.LegalGenerator) bool {
	moves := pawn(g, board.At(0, 1))
	for _, m := range moves {
		if m.To() == board.At(0, 3) {
			return true
		}
	}
	return false
}

// OtherWins reports whether a side may win by a goal or by stalemate. Distances are then to any win, not only to mate.
func OtherWins(r rules.Rules) bool {
	g, ok := r.(interface{ HasGoals() bool })
	return r.Info().Stalemate != rules.StalemateDraws || ok && g.HasGoals()
}

// Verb returns the verb for the side that wins in a number of moves: "wins" for rule sets with [OtherWins], otherwise
// "mates".
func Verb(r rules.Rules) string {
	if OtherWins(r) {
		return "wins"
	}
	return "mates"
}

// Supports reports whether a rule set can have tables.
func Supports(r rules.Rules) bool {
	_, err := generator(r)
	return err == nil
}

// prober returns the value of a position with other material and whether it is known.
type prober func(p *board.Position) (Value, bool)
