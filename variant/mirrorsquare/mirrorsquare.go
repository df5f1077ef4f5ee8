// Package mirrorsquare is mirror square chess: quiet moves make pieces for the
// opponent. This comment is its rulebook. Words, and all that is not said here,
// are those of package chess.
//
// 4.1 After a quiet move that is neither castling nor a promotion, look at the
// reflection of the landing square. If it is empty, now that the piece has left
// its origin, a piece of the same kind in the opponent's colour appears there.
// If it is occupied, nothing happens.
//
// 4.2 Only the landing square reflects, not the squares slid over.
//
// 4.3 Captures, en passant too, castling and promotions make nothing.
//
// 4.4 A king move makes a king. A side may own several, all royal: after Ke1-e2
// with d7 empty Black has a second king on d7.
//
// 4.5 The made piece acts at once. It may block a line, give check, or attack
// the mover's own king, and then the move is illegal. 1.e4 puts a black pawn on
// d5, which White may take with exd5 next.
//
// 4.6 A piece that goes to the reflection of its own square, as a bishop from
// d5 to e4, reflects onto the origin it has just left.
//
// 4.7 Made kings and rooks never have castling rights. Rights belong to the
// pieces of the starting array and are lost when king or rook moves or the rook
// is taken. Castling needs every king of its side unattacked, before and after,
// and the crossed square unattacked. A made piece on the way blocks it like any
// other.
//
// 4.8 A made pawn never stands on its side's second or last rank, so it has no
// double push and needs no promotion.
//
// 4.9 SAN tells kings apart as it does other pieces. It does not name the made
// piece.
//
// 4.10 After a double push the pawn that pushed may be taken en passant as
// usual. The made pawn did not push and may not.
//
// 6 A made piece does not reset the halfmove clock.
//
// 7 No position is dead, since a king can make a king.
//
// 10 After 1.e4, which makes a black pawn on d5, Black cannot answer d7-d5: the
// square is held by Black's own pawn.
package mirrorsquare

import (
	"embed"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

//go:embed *.txt *.json *.perft
var files embed.FS

// Rules is the rule set.
var Rules = flat.New(flat.Rules{
	Details: rules.Info{
		Name:    "mirrorsquare",
		Title:   "Mirror square chess",
		Summary: "A quiet move makes a piece of the same kind, in the opponent's colour, on the square turned half round the centre.",
		PGN:     "mirrorsquare",
		Parent:  chess.Rules,
		Files:   files,
	},
	Topology: topology.Plane,
	Reflection: &flat.Reflection{Made: [8]board.Role{
		board.Pawn: board.Pawn, board.Knight: board.Knight, board.Bishop: board.Bishop,
		board.Rook: board.Rook, board.Queen: board.Queen, board.King: board.King,
	}},
})
