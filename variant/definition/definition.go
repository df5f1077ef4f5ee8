// Package definition parses and compiles rule sets that users define in small files.
//
// A definition lists the differences from orthodox chess: the board and how its edges are joined, the pieces
// and how they move, what a move does besides moving a piece, and how the game ends. People write TOML and
// programs write JSON, with the same names in both:
//
//	name = "portal"
//	[seam]
//	crossing = "hop"
//	kinds    = "pnbrqk"
//
// A definition with a base defines a game on boards in space. The game is like the base except for its
// policy, which defines how attack boards move.
//
// The package processes a definition in several steps. Package source parses the text into tables and remembers
// where each value is. reader.go reads values of any field, and board.go, pieces.go, effects.go and policy.go read
// the fields of the tables. They report all faults together, each with its field, line and column. canonical.go
// computes the canonical form, which is the same for every spelling of a definition, and its hash. summary.go
// describes the definition. compile.go compiles it into a rule set, like the built-in ones, and start.go checks the
// starting position with that rule set. read.go contains [Parse], which takes all these steps. resolve.go and
// cache.go find rule sets by their definitions. A definition contains no executable code.
package definition

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/fairy"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
	"github.com/tainchess/tain/variant/grid"
	"github.com/tainchess/tain/variant/space"
)

// Definition is a parsed definition. [New] returns the definition of orthodox chess, which contains the
// default values.
type Definition struct {
	Name  string // id: lower-case letters, digits, hyphens
	Title string // display name; defaults to Name
	// Base is the rule set on boards in space from which the definition derives, trid or meder. It is empty
	// for a game on a flat board. With a base, the other fields used are Name, Title, Start, Policy and
	// Study.
	Base  string
	Start string
	Seam  Seam
	// Reflection is nil if moves have no reflection.
	Reflection *Reflection
	Castling   bool
	// Chess960 allows castling from any home squares, as in Chess960. It requires Castling.
	Chess960   bool
	DoublePush bool
	Promotes   string // letters of the kinds that a pawn may promote to, in this order
	Stalemate  rules.Stalemating
	Boards     int // number of copies shown in a row, 1 or 3
	Royal      Kinds
	Links      []Link
	Board      Board
	Ends       Ends
	Pieces     []Piece // kinds whose moves differ from chess, in canonical order
	Pawn       Pawn
	Rebirth    Rebirth
	// Passing makes every move end on the other plane.
	Passing bool
	Goal    Goal
	// Policy defines how attack boards move. It is used only with a base.
	Policy space.Policy
	// Study allows a side to start without a king.
	Study bool

	compiledForm
}

// Board is the size and shape of a board.
type Board struct {
	Files, Ranks int // 1 to 16
	Planes       int // 1, or 2 for two boards of this size
	// Holes lists the squares that do not exist. With two planes the names end in the plane's letter, A or B.
	Holes []string
}

// Crossing is a way to cross an edge.
type Crossing uint8

// Crossings of the seam and of the ends.
const (
	NoCrossing Crossing = iota
	Wrap                // to the opposite edge
	Hop                 // the seam only: from an edge square to the same rank of the other edge
	Twist               // to the opposite edge, with the squares of the edge in reverse order
	Pole                // the ends only: to the same rank half the files further on, heading back
)

// Seam defines how the first file and the last file are joined.
type Seam struct {
	Crossing Crossing
	Kinds    Kinds // kinds that may cross
	// Home makes an en passant capture over the seam land on the captured pawn's home square.
	Home bool
	// Mark makes SAN add a * after the landing square of a move that must cross the seam.
	Mark bool
}

// Ends defines how the first rank and the last rank are joined.
type Ends struct {
	Crossing Crossing
	Kinds    Kinds // kinds that may cross
}

// Link redirects a single step: the step in Direction from the square From leads to the square To, where the
// line continues with Heading. Directions and headings are n, ne, e, se, s, sw, w and nw.
type Link struct {
	From, Direction string
	To, Heading     string
}

// Piece is a kind of piece.
type Piece struct {
	Kind byte
	Move string // Betza notation
	Name string // in English, may be empty
}

// Pawn defines where pawns promote.
type Pawn struct {
	Zone     int  // number of ranks, counted from the last, on which a pawn promotes
	Optional bool // a pawn need not promote before the last rank
}

// Rebirth defines where a captured piece comes back.
type Rebirth uint8

// Values of Rebirth.
const (
	NoRebirth     Rebirth = iota
	HomeRebirth           // on a square where its own side has such a piece in the starting position
	MirrorRebirth         // on a square where the other side has such a piece in the starting position
)

// Goal defines how a side wins other than by checkmate.
type Goal struct {
	Checks int // number of checks that win; 0 if checks do not count
	Reach  []Reach
}

// Reach lists squares on which a piece of a kind wins.
type Reach struct {
	Kind    byte
	Squares []string
}

// Reflection defines the effect of a move on the image of its landing square.
type Reflection struct {
	Map        topology.Map
	Makes      map[byte]byte // spawned kind, by the kind on the landing square
	Own        bool          // spawned pieces have the mover's colour
	GoesOn     Kinds
	Captures   bool
	Promotions bool
}

// compiledForm caches the rule set that Parse compiled to check a definition. The rule set is valid while form
// is the canonical form of the definition. Compiling again may take a tenth of a second.
type compiledForm struct {
	form  string
	rules *fairy.Rules
}

// New returns the definition of orthodox chess under the given name.
func New(name string) *Definition {
	return &Definition{
		Name: name, Title: name, Start: flat.Start,
		Castling: true, DoublePush: true, Boards: 1, Promotes: "qrbn",
		Royal: "k", Board: Board{Files: 8, Ranks: 8, Planes: 1}, Pawn: Pawn{Zone: 1},
	}
}

// Keywords of a definition. The values of endsWords and mapWords are in endsValues and mapValues. All other
// lists are indexed by value.
var (
	seamWords    = []string{NoCrossing: "none", Wrap: "wrap", Hop: "hop", Twist: "twist"}
	endsWords    = []string{"none", "wrap", "twist", "pole"}
	endsValues   = []Crossing{NoCrossing, Wrap, Twist, Pole}
	stalemates   = []string{rules.StalemateDraws: "draw", rules.StalemateLoses: "loss", rules.StalemateWins: "win"}
	mapWords     = []string{"rotate", "files", "ranks"}
	mapValues    = []topology.Map{topology.Rotate, topology.Files, topology.Ranks}
	colourWords  = []string{"opponent", "own"}
	landingWords = []string{"crossed", "home"}
	rebirthWords = []string{NoRebirth: "none", HomeRebirth: "home", MirrorRebirth: "mirror"}
	passingWords = []string{"other"}
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

// chess960 is the value of the field castling that selects castling as in Chess960.
const chess960 = "960"

// own reports whether a definition defines how a kind moves.
func (d *Definition) own(kind byte) bool {
	return slices.ContainsFunc(d.Pieces, func(p Piece) bool { return p.Kind == kind })
}

// kindWord returns a kind as a message argument: the name that the definition gives it, or else the role of a
// chess piece, a well-known name or the capital letter.
func (d *Definition) kindWord(kind byte) any {
	k := role(kind)
	for _, p := range d.Pieces {
		switch name := message.Kind(betza.Name(p.Move)); {
		case p.Kind != kind:
		case p.Name != "":
			return message.Kind(p.Name)
		case k == board.NoRole && slices.Contains(message.Kinds, name):
			return name
		}
	}
	if k != board.NoRole {
		return k
	}
	return message.Kind(strings.ToUpper(string(kind)))
}

// Kinds returns the kinds of pieces of the game: those of chess and those that the definition adds. If there
// are too many, it leaves out the knight, the bishop, the rook and the queen unless the definition uses
// them.
func (d *Definition) Kinds() Kinds {
	own := "pk"
	for _, p := range d.Pieces {
		own += string(p.Kind)
	}
	if all := KindsOf(orthodox + own); len(all) <= mostKinds {
		return all
	}
	return KindsOf(own + string(d.used()) + string(d.Royal))
}

// used returns the kinds that can stand on the board.
func (d *Definition) used() Kinds {
	all := string(kindsOn(d.Start)) + d.Promotes
	if d.Reflection != nil {
		for _, made := range d.Reflection.Makes {
			all += string(made)
		}
	}
	return KindsOf(all)
}

// appearing returns the kinds that can appear in a game: those of the start, and those that pawns promote to and
// moves spawn.
func (d *Definition) appearing() Kinds {
	all := kindsOn(d.Start)
	for before := Kinds(""); before != all; {
		before = all
		if all.Has('p') {
			all = KindsOf(string(all) + d.Promotes)
		}
		for _, k := range []byte(all) {
			if r := d.Reflection; r != nil && r.Makes[k] != 0 && (!r.GoesOn.Has(k) || all.Has('p') && d.promoted(k)) {
				all = KindsOf(string(all) + string(r.Makes[k]))
			}
		}
	}
	return all
}

// area returns the number of squares of a plane, including holes.
func (b *Board) area() int { return b.Files * b.Ranks }

// grid returns the board without its holes and edges, for the names of its squares.
func (b *Board) grid() *grid.Board {
	return &grid.Board{Spec: grid.Spec{Files: b.Files, Ranks: b.Ranks, Planes: b.Planes}}
}

// name returns the name of a square. Squares are numbered as in package grid.
func (b *Board) name(square int) string { return b.grid().Name(grid.Square(square)) }

// parse parses the name of a square. With two planes the plane's letter may be missing; then both is true,
// and the square is on plane A.
func (b *Board) parse(name string) (square int, both, ok bool) {
	g := b.grid()
	if b.Planes > 1 && name != "" && name[len(name)-1] <= '9' {
		name, both = name+"A", true
	}
	at, ok := g.Parse(name)
	return int(at), both, ok && name[0] >= 'a'
}

// names returns the names of squares in canonical order: by rank and file, and then by plane.
func (b *Board) names(squares []int) (names []string) {
	slices.SortFunc(squares, func(x, y int) int {
		return cmp.Or(cmp.Compare(x%b.area(), y%b.area()), cmp.Compare(x, y))
	})
	for _, square := range squares {
		names = append(names, b.name(square))
	}
	return names
}

// list returns the canonical text of squares in canonical order. A square that is listed on both planes is
// written once, without the plane's letter.
func (b *Board) list(names []string) string {
	var short []string
	for i := 0; i < len(names); i++ {
		name := names[i]
		if twin := strings.TrimSuffix(name, "A"); b.Planes > 1 && i+1 < len(names) && names[i+1] == twin+"B" {
			name = twin
			i++
		}
		short = append(short, name)
	}
	return strings.Join(short, " ")
}

// usualStart returns the starting position of chess on the definition's board, with all pieces on plane A. It
// returns "" if they do not fit.
func (d *Definition) usualStart() string {
	b := &d.Board
	if b.Files != 8 || b.Ranks != 8 {
		return ""
	}
	array, rest, _ := strings.Cut(flat.Start, " ")
	hole := map[int]bool{}
	for _, name := range b.Holes {
		square, _, _ := b.parse(name)
		hole[square] = true
	}
	if len(hole) == 0 && b.Planes == 1 {
		return flat.Start
	}
	rows := strings.Split(array, "/")
	for range rows {
		rows = append(rows, "8")
	}
	var planes []string
	for plane := range b.Planes {
		var lines []string
		for i, row := range rows[8*plane : 8*plane+8] {
			first := plane*b.area() + (7-i)*8
			cells := []byte(strings.Replace(row, "8", "........", 1))
			for file := range cells {
				if !hole[first+file] {
					continue
				}
				if cells[file] != '.' {
					return ""
				}
				cells[file] = '*'
			}
			lines = append(lines, compressed(cells))
		}
		planes = append(planes, strings.Join(lines, "/"))
	}
	return strings.Join(planes, "|") + " " + rest
}

// compressed writes a rank in FEN. The cells contain dots for empty squares.
func compressed(cells []byte) string {
	text := string(cells)
	for n := len(cells); n > 0; n-- {
		text = strings.ReplaceAll(text, strings.Repeat(".", n), string('0'+rune(n)))
	}
	return text
}

// playable returns a starting position without castling rights if the game has no castling.
func (d *Definition) playable(start string) string {
	if fields := strings.Fields(start); !d.Castling && len(fields) > 2 {
		fields[2] = "-"
		return strings.Join(fields, " ")
	}
	return start
}
