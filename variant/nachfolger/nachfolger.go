// Package nachfolger is successor mirror chess: quiet moves make the piece's
// successor for the opponent, and kings and queens go through the mirror
// themselves. There is no castling. This comment is its rulebook. Words, and
// all that is not said here, are those of package chess.
//
// 5.1 After a quiet move of a pawn, knight, bishop or rook, if the reflection of
// the landing square is empty, the piece's successor appears there in the
// opponent's colour: after a pawn a knight, after a knight a bishop, after a
// bishop a rook, after a rook a queen.
//
// 5.2 After a quiet move of a king or queen, if the reflection of the landing
// square is empty, the piece itself goes on to it and the landing square is left
// empty. If it is occupied the piece stays where it landed. The landing square
// must be one the piece can move to, but need not be safe: only the final
// position is judged for check.
//
// 5.3 A promotion by a push makes the successor of the promoted piece: after a
// knight a bishop, after a bishop a rook, after a rook a queen. A new queen
// makes nothing and stays where it is.
//
// 5.4 Captures, en passant and promotions by capture too, have no effect.
//
// 5.5 The origin counts as empty. A king or queen that moves to the reflection
// of its own square comes back to where it stood: a pass. It is legal when the
// position after it is, counts as a move for the clocks, and repeats the
// position with the other side to move.
//
// 5.6 A move is written by its first landing square, which also tells pieces
// apart: d1h5 sends the queen to a4 if that is empty. SAN adds where it went,
// Qh5@a4, a pass is Qe4@d5; check signs speak of the final position. Captures by
// king and queen are ordinary.
//
// 5.7 The start is the orthodox array without castling rights.
//
// 6 Neither a made piece nor going on resets the halfmove clock.
//
// 7 Only king against king is dead.
//
// 10 After e2e4 e7e6 d1h5 a white knight stands on d3, the reflection of e6.
package nachfolger

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
		Name:    "nachfolger",
		Title:   "Successor mirror chess",
		Summary: "A quiet move makes the successor of the piece (P>N>B>R>Q) on the square turned half round the centre; kings and queens go there themselves.",
		PGN:     "nachfolger",
		Start:   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
		Parent:  chess.Rules,
		Files:   files,
	},
	NoCastling: true,
	Topology:   topology.Plane,
	Reflection: &flat.Reflection{
		Made: [8]board.Role{
			board.Pawn: board.Knight, board.Knight: board.Bishop, board.Bishop: board.Rook, board.Rook: board.Queen,
		},
		GoesOn:     [8]bool{board.Queen: true, board.King: true},
		Promotions: true,
	},
	NoMate: flat.BareKings,
})
