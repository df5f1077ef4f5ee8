// Package definition parses and compiles rule sets that users define in small files.
//
// A definition lists the differences from orthodox chess on one 8x8 board: how the a-file and the h-file are
// joined, which piece a move spawns on the reflection of its landing square, and a few options. People write
// TOML and programs write JSON, with the same names in both:
//
//	name = "portal"
//	[seam]
//	crossing = "hop"
//	kinds    = "pnbrqk"
//
// A definition with a base defines a game on boards in space. The game is like the base except for its
// policy, which defines how attack boards move.
//
// The package processes a definition in several steps. read.go parses the text into tables. fields.go reads
// the fields of the tables and reports all faults together, each with its field. canonical.go computes the
// canonical form, which is the same for every spelling of a definition, and its hash. compile.go compiles the
// definition into a [flat.Rules] or [space.Rules], like the built-in rule sets. A definition contains no
// executable code.
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

// Definition is a parsed definition. [New] returns the definition of orthodox chess, which contains the
// default values.
type Definition struct {
	Name  string // id: lower-case letters, digits, hyphens
	Title string // display name; defaults to Name
	// Base is the rule set on boards in space from which the definition derives, trid or meder. It is empty
	// for a game on one 8x8 board. With a base, only the fields Start, Policy and Study are used among those
	// that follow.
	Base  string
	Start string
	Seam  Seam
	// Reflection is nil if moves have no reflection.
	Reflection *Reflection
	Castling   bool
	DoublePush bool
	Promotes   []board.Role // promotion roles, in this order
	Stalemate  rules.Stalemating
	Boards     int // number of copies shown in a row, 1 or 3
	// Policy defines how attack boards move if there is a base.
	Policy space.Policy
	// Study allows a side to start without a king.
	Study bool
}

// Seam defines how the a-file and the h-file are joined.
type Seam struct {
	Crossing topology.Crossing
	Kinds    [8]bool // roles that may cross
	// Home makes an en passant capture over the seam land on the captured pawn's home square.
	Home bool
	// Mark makes SAN mark a move over the seam with a * after the landing
	// square.
	Mark bool
}

// Reflection defines the effect of a move on the reflection of its landing square.
type Reflection struct {
	Map        topology.Map
	Makes      [8]board.Role // spawned role, by the role on the landing square
	Own        bool          // spawned pieces have the mover's colour
	GoesOn     [8]bool
	Captures   bool
	Promotions bool
}

// New returns the definition of orthodox chess under the given name.
func New(name string) *Definition {
	return &Definition{
		Name: name, Title: name, Start: flat.Start,
		Castling: true, DoublePush: true, Boards: 1,
		Promotes: slices.Clone(orthodox),
	}
}

var orthodox = []board.Role{board.Queen, board.Rook, board.Bishop, board.Knight}

// letters contains the role letters in canonical order.
const letters = "pnbrqk"

// role returns the role for a letter, or NoRole if there is none.
func role(letter byte) board.Role { return board.Role(strings.IndexByte(letters, letter) + 1) }

func letter(k board.Role) byte { return letters[k-1] }

// set returns the letters of a set of roles in canonical order.
func set(all [8]bool) string {
	var b strings.Builder
	for k := board.Pawn; k <= board.King; k++ {
		if all[k] {
			b.WriteByte(letter(k))
		}
	}
	return b.String()
}

// sequence returns the letters of roles, in the given order.
func sequence(all []board.Role) string {
	var b strings.Builder
	for _, k := range all {
		b.WriteByte(letter(k))
	}
	return b.String()
}

// Keywords of a definition, indexed by value.
var (
	crossings  = []string{topology.NoCrossing: "none", topology.Wrap: "wrap", topology.Hop: "hop"}
	stalemates = []string{rules.StalemateDraws: "draw", rules.StalemateLoses: "loss", rules.StalemateWins: "win"}
	mapWords   = map[topology.Map]string{topology.Rotate: "rotate", topology.Files: "files", topology.Ranks: "ranks"}
)

// bases holds the policies of the built-in rule sets that can be a base.
var bases = map[string]space.Policy{"trid": space.TridPolicy, "meder": space.MederPolicy}

// Keywords of a policy.
var (
	baseWords  = []string{"trid", "meder"}
	directions = []string{"level", "rank"}
	crossWords = []string{"direction", "side"}
	emptyWords = []string{"owner", "anyone"}
)
