// Package definition makes rule sets of small files that people write.
//
// A definition says what is different from orthodox chess on one 8x8 board: how
// the a-file and the h-file meet, what a move makes on the image of the square
// it lands on, and a few switches. It is TOML for people and JSON for programs,
// with the same names in both:
//
//	name = "portal"
//	[seam]
//	crossing = "hop"
//	kinds    = "pnbrqk"
//
// The way of a definition through this package: read.go reads the text and tells
// all faults at once, each with its field; canonical.go writes the one form that
// every spelling of a definition has, and its hash; compile.go makes a rule set
// of it, which is a [flat.Rules] like those that come with the program. Nothing in
// a definition is ever executed.
package definition

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
	"github.com/tainchess/tain/variant/space"
)

// Definition is a definition that has been read. [New] returns the one of
// orthodox chess; what it does not change is left out of the canonical form.
type Definition struct {
	Name  string // the id: lower-case letters, digits, hyphens
	Title string // for people; the name where there is none
	// Base is the rule set of boards in space that this one is like, trid or
	// meder; empty for one 8x8 board. With a base only Start, Policy and Study
	// count of what follows.
	Base  string
	Start string
	Seam  Seam
	// Reflection is nil where moves leave nothing.
	Reflection *Reflection
	Castling   bool
	DoublePush bool
	Promotes   []board.Role // what a pawn may become, in this order
	Stalemate  rules.Stalemating
	Boards     int // how many copies are shown in a row, 1 or 3
	// Policy is how attack boards move where there is a base.
	Policy space.Policy
	// Study lets a side start without a king.
	Study bool
}

// Seam is how the a-file and the h-file meet.
type Seam struct {
	Crossing topology.Crossing
	Kinds    [8]bool // the roles that may cross, by role
	// Home lets en passant over the seam land on the square the pushed pawn
	// came from.
	Home bool
	// Mark has SAN mark a way over the seam with a * behind the landing square.
	Mark bool
}

// Reflection is what a move makes on the image of the square it lands on.
type Reflection struct {
	Map        topology.Map
	Makes      [8]board.Role // by the role on the landing square
	Own        bool          // in the mover's colour
	GoesOn     [8]bool
	Captures   bool
	Promotions bool
}

// New returns the definition of orthodox chess under another name.
func New(name string) *Definition {
	return &Definition{
		Name: name, Title: name, Start: flat.Start,
		Castling: true, DoublePush: true, Boards: 1,
		Promotes: slices.Clone(orthodox),
	}
}

var orthodox = []board.Role{board.Queen, board.Rook, board.Bishop, board.Knight}

// letters are the letters of the roles in the order of a canonical form.
const letters = "pnbrqk"

// role returns the role of a letter, NoRole for any other sign.
func role(letter byte) board.Role { return board.Role(strings.IndexByte(letters, letter) + 1) }

// letter returns the letter of a role.
func letter(k board.Role) byte { return letters[k-1] }

// set writes a set of roles by their letters.
func set(all [8]bool) string {
	var b strings.Builder
	for k := board.Pawn; k <= board.King; k++ {
		if all[k] {
			b.WriteByte(letter(k))
		}
	}
	return b.String()
}

// sequence writes roles by their letters, in their order.
func sequence(all []board.Role) string {
	var b strings.Builder
	for _, k := range all {
		b.WriteByte(letter(k))
	}
	return b.String()
}

// The words of a definition, by what they stand for.
var (
	crossings  = []string{topology.NoCrossing: "none", topology.Wrap: "wrap", topology.Hop: "hop"}
	stalemates = []string{rules.StalemateDraws: "draw", rules.StalemateLoses: "loss", rules.StalemateWins: "win"}
	mapWords   = map[topology.Map]string{topology.Rotate: "rotate", topology.Files: "files", topology.Ranks: "ranks"}
)
