// Package features implements the evaluation terms of the flat rule sets. All of them share one set of terms,
// whose values depend on the topology and the reflection.
//
// features.go lists the terms, counter.go counts them and scales down endgames that cannot be won, and
// weights.go holds the hand-set weights and adjusts them to topologies and reflections.
package features

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Each constant is the index of the first term in a group.
const (
	material            = 0              // by role
	squares             = material + 6   // by role and square, from the owner's side
	mobility            = squares + 6*64 // squares free of enemy pawn attacks to which a knight, bishop, rook or queen can move, minus the usual number
	cramped             = mobility + 4   // at most three such squares
	held                = cramped + 4    // quiet targets whose image is occupied, by role
	open                = held + 6       // quiet targets whose image is empty, by role
	passed              = open + 6       // by rank
	supported           = passed + 8     // pawn defended by a pawn, by rank
	isolated            = supported + 8
	doubled             = isolated + 1
	bishopPair          = doubled + 1
	rookOpenFile        = bishopPair + 1 // no pawn on the file
	rookHalfOpenFile    = rookOpenFile + 1
	kingShield          = rookHalfOpenFile + 1    // friendly pawns around a king
	kingVirtualMobility = kingShield + 1          // squares a queen would attack from the king's square
	kingZone            = kingVirtualMobility + 1 // squares around an enemy king that a role attacks
	zoneAttackers       = kingZone + 4            // number of pieces attacking squares around an enemy king: 0 to 4, or at least 5
	pawnThreats         = zoneAttackers + 6       // a pawn attacks a minor piece, a rook or a queen
	hanging             = pawnThreats + 3         // attacked and undefended enemy piece, by role
	overSeam            = hanging + 5             // squares attacked over the seam by bishops, rooks and queens
	tempo               = overSeam + 1

	// The following terms are used only if moves have no reflection.
	queenlessAttackers = tempo + 1              // like zoneAttackers, for a side without a queen
	outpost            = queenlessAttackers + 6 // knight or bishop defended by a pawn and out of reach of enemy pawns
	lesserThreats      = outpost + 2            // a minor piece attacks a rook or a queen; a rook attacks a queen
	kingPasser         = lesserThreats + 3      // king distance to the square in front of a passed pawn, times its advance: own, enemy
	blockedPasser      = kingPasser + 2         // passed pawn with a piece in front of it, times its advance: own, enemy
	mopUp              = blockedPasser + 2      // bare enemy king: distance to the attacker's king, distance to the edge
	safeChecks         = mopUp + 2              // squares from which a knight, bishop, rook or queen could safely give check
	termCount          = safeChecks + 4
)

// Features describes a flat rule set for evaluation.
type Features struct {
	Topology *topology.Topology
	// Map maps squares to their images. It is used only if Reflects is true.
	Map topology.Map
	// Reflects is true if moves spawn pieces, or moved pieces go on.
	Reflects bool
	// Made is the role that a move spawns, indexed by the role that moved, or NoRole. Own is true if spawned
	// pieces belong to the mover. GoesOn marks the roles that go on themselves.
	Made   [8]board.Role
	Own    bool
	GoesOn [8]bool
	// Captures is true if captures also reflect.
	Captures bool
}

// Blind returns the features of orthodox chess, which has no seam and no reflection.
func (f Features) Blind() eval.Features { return Features{Topology: topology.Plane} }

// Terms returns the names of the terms.
func (Features) Terms() []string {
	var n eval.Names
	n.ByRole("material", board.Pawn, board.King)
	for k := board.Pawn; k <= board.King; k++ {
		for s := board.Square(0); s < 64; s++ {
			n = append(n, k.String()+"-"+s.String())
		}
	}
	n.ByRole("mobility", board.Knight, board.Queen)
	n.ByRole("cramped", board.Knight, board.Queen)
	n.ByRole("held", board.Pawn, board.King)
	n.ByRole("open", board.Pawn, board.King)
	n.Add("passed", 8)
	n.Add("supported", 8)
	n.Add("isolated", 1)
	n.Add("doubled", 1)
	n.Add("bishop-pair", 1)
	n.Add("rook-open-file", 1)
	n.Add("rook-half-open-file", 1)
	n.Add("king-shield", 1)
	n.Add("king-virtual-mobility", 1)
	n.ByRole("king-zone", board.Knight, board.Queen)
	n.Add("king-zone-attackers", 6)
	n.Add("pawn-hits", 3)
	n.ByRole("hanging", board.Pawn, board.Queen)
	n.Add("seam", 1)
	n.Add("tempo", 1)
	n.Add("queenless-attackers", 6)
	n.ByRole("outpost", board.Knight, board.Bishop)
	n = append(n, "minor-hits-rook", "minor-hits-queen", "rook-hits-queen")
	n = append(n, "king-passer-own", "king-passer-enemy", "blocked-own", "blocked-enemy")
	n = append(n, "mop-up-near", "mop-up-edge")
	n.ByRole("check", board.Knight, board.Queen)
	return n
}

// Tied returns the tied parameters of the piece-square tables. On a board that looks the same from every
// file, such as a cylinder, all squares on a rank share one parameter. On other boards, learning keeps
// squares similar if they are on the same rank or at the same distance from the left or right edge.
func (f Features) Tied() eval.Tied {
	var k eval.Tied
	k.Same = f.Topology.Alike
	for role := board.Pawn; role <= board.King; role++ {
		ranks, files := make([][]int, 8), make([][]int, 4)
		for s := board.Square(0); s < 64; s++ {
			term := squares + (int(role)-1)*64 + int(s)
			ranks[s.Rank()] = append(ranks[s.Rank()], term)
			edge := min(s.File(), 7-s.File())
			files[edge] = append(files[edge], term)
		}
		k.Groups = append(k.Groups, ranks...)
		if !k.Same {
			k.Groups = append(k.Groups, files...)
		}
	}
	return k
}
