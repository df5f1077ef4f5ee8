// Package features is what the evaluation of the flat rule sets looks at: one
// set of terms, counted in the topology and by the reflection of each rule set.
//
// features.go lists the terms and puts them together, pieces.go and pawns.go
// count them, ending.go counts those of the end game and knows which endings
// are not won, hand.go holds the hand-set weights, derived.go changes them by the
// shape of a board and by what its moves make.
package features

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/variant/flat/topology"
)

// The terms, each the first of a run.
const (
	material            = 0              // by role
	squares             = material + 6   // by role and square, seen from the owner's side
	mobility            = squares + 6*64 // squares a knight, bishop, rook, queen can go to, more than is usual
	cramped             = mobility + 4   // the same has three or fewer
	held                = cramped + 4    // quiet targets whose reflection is held, by role
	open                = held + 6       // quiet targets whose reflection is empty, by role
	passed              = open + 6       // by rank
	supported           = passed + 8     // pawn guarded by a pawn, by rank
	isolated            = supported + 8
	doubled             = isolated + 1
	bishopPair          = doubled + 1    // two bishops
	rookOpenFile        = bishopPair + 1 // no pawn on the file
	rookHalfOpenFile    = rookOpenFile + 1
	kingShield          = rookHalfOpenFile + 1    // own pawns around a king
	kingVirtualMobility = kingShield + 1          // what a queen would see from a king's square
	kingZone            = kingVirtualMobility + 1 // squares around an enemy king that a role attacks
	zoneAttackers       = kingZone + 4            // pieces that attack squares around an enemy king: 0 to 5
	pawnThreats         = zoneAttackers + 6       // pawn attacks a minor piece, a rook, a queen
	hanging             = pawnThreats + 3         // enemy piece attacked and not guarded, by role
	overSeam            = hanging + 5             // squares attacked over the seam by bishops, rooks and queens
	tempo               = overSeam + 1

	// What follows counts only where moves do not reflect.
	queenlessAttackers = tempo + 1              // as zoneAttackers, of a side without a queen
	outpost            = queenlessAttackers + 6 // knight, bishop guarded by a pawn and out of reach of enemy pawns
	lesserThreats      = outpost + 2            // minor piece attacks a rook, a queen; rook attacks a queen
	kingPasser         = lesserThreats + 3      // steps from a king to the square before a passed pawn, times its advance: own, enemy
	blockedPasser      = kingPasser + 2         // passed pawn with a piece before it, times its advance: own, enemy
	mopUp              = blockedPasser + 2      // a bare enemy king: how near, how close to the edge
	safeChecks         = mopUp + 2              // squares from which a knight, bishop, rook, queen could check unpunished
	termCount          = safeChecks + 4
)

// Features are those of a flat rule set.
type Features struct {
	Topology *topology.Topology
	// Map is which square is the image of which, where moves reflect.
	Map topology.Map
	// Reflects tells that quiet moves make pieces or go on.
	Reflects bool
	// Made is the role a quiet move makes, by the role that moved, NoRole for
	// none, and Own tells that it makes it for the mover; GoesOn lists the roles that go on themselves.
	Made   [8]board.Role
	Own    bool
	GoesOn [8]bool
	// Captures tells that captures reflect too.
	Captures bool
}

// Blind returns the features as an orthodox player sees them: on a plane
// without seam, with moves that reflect nothing.
func (f Features) Blind() eval.Features { return Features{Topology: topology.Plane} }

// counter counts the terms of a flat rule set's positions.
type counter struct {
	g       *topology.Topology
	images  topology.Map
	lasting bool                // pieces come and go by captures and promotions alone
	tables  [6 * 64]eval.Packed // piece-square tables, material included
	goesOn  [8]bool
	// made is what a made piece is worth, by the role that moved; negative if the
	// mover gets it. room is where one may appear.
	made     [8]int
	room     [8]board.Bitboard
	captures bool // reflect too
}

// Counter returns what counts the terms.
func (f Features) Counter(w []eval.Score) eval.Counter {
	c := &counter{g: f.Topology, images: f.Map, lasting: !f.Reflects, goesOn: f.GoesOn, captures: f.Captures}
	packed := eval.Pack(w)
	for i := range c.tables {
		c.tables[i] = packed[material+i/64] + packed[squares+i]
	}
	for k, made := range f.Made {
		if made != board.NoRole {
			value := w[material+int(made)-1]
			c.made[k] = int(value.MG+value.EG) / 2
			if f.Own {
				c.made[k] = -c.made[k]
			}
			c.room[k] = ^board.Bitboard(0)
			if made == board.Pawn {
				c.room[k] = 0x00ffffffffffff00 // never on a first or last rank
			}
		}
	}
	if !c.lasting {
		return coster{c}
	}
	return c
}

// coster is a counter where moves make pieces. The others have nothing to tell of
// costs, and a search need not ask them.
type coster struct{ *counter }

// Cost returns what a move gives the opponent by its reflection; it is negative
// where the mover gets it. Promotions are not looked at.
func (e coster) Cost(p *board.Position, m board.Move) int {
	from, mirror := m.From(), e.images.Image(m.To())
	k := p.Piece(from).Role()
	if !e.captures && p.Piece(m.To()) != board.NoPiece || !e.room[k&7].Has(mirror) {
		return 0
	}
	if p.Piece(mirror) != board.NoPiece && mirror != from || e.goesOn[k&7] || m.Promotion() != board.NoRole {
		return 0
	}
	if k == board.King && (m.To() == from+2 || from == m.To()+2) {
		return 0 // castling
	}
	if k == board.Pawn && !e.captures && !topology.Pushed(from, m.To()) {
		return 0 // en passant
	}
	return e.made[k&7]
}

// Count counts the terms.
func (e *counter) Count(p *board.Position, s eval.Sum) eval.Sum {
	e.count(p, &s)
	return s
}

func (e *counter) count(p *board.Position, s *eval.Sum) {
	var sides [2]eval.Side
	for c := board.White; c <= board.Black; c++ {
		d := &sides[c]
		d.Pawns, d.Kings = p.Pieces(c, board.Pawn), p.Pieces(c, board.King)
		left, right := e.g.PawnAttacks(c, d.Pawns)
		d.PawnAttacks = left | right
		d.Attacks = d.PawnAttacks
		for kings := d.Kings; kings != 0; {
			k := kings.Pop()
			d.KingZone |= e.g.King[k&63] | k.Bit()
		}
		d.King = d.Kings.First()
		if c == board.Black { // the first as Black sees them
			d.King = d.Kings.Flip().First() ^ 56
		}
	}
	e.pieces(p, board.White, 1, &sides, s)
	e.pieces(p, board.Black, -1, &sides, s)
	e.pawns(p, board.White, 1, &sides, s)
	e.pawns(p, board.Black, -1, &sides, s)
	e.threats(p, board.White, 1, &sides, s)
	e.threats(p, board.Black, -1, &sides, s)
	if e.lasting {
		e.mopUp(p, board.White, 1, s)
		e.mopUp(p, board.Black, -1, s)
	}
	if p.Side == board.White {
		s.Add(tempo, 1)
	} else {
		s.Add(tempo, -1)
	}
}

// Terms names the terms.
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
