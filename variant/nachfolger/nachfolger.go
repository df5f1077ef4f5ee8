package nachfolger

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Rules is the rule set of successor mirror chess.
var Rules = bundle.With(flat.New(flat.Rules{
	Details: rules.Info{
		Name:    "nachfolger",
		Title:   "Successor mirror chess",
		Summary: message.New("variant.nachfolger.summary", "A quiet move spawns the successor of the piece (P>N>B>R>Q) for the opponent on the opposite square (rotated 180° about the centre); kings and queens go on to it themselves.", nil),
		PGN:     "nachfolger",
		Start:   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
		Parent:  chess.Rules,
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
}), files)
