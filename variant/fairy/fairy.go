// Package fairy implements rule sets with any pieces on any board: boards of up to 256 squares on one or two planes,
// with holes, joined edges and links, up to 16 kinds of pieces that chess does not have, in Betza notation,
// castling from any starting position, captured pieces that come back, and goals besides checkmate. Package
// flat is faster for the games that it can express.
//
// [New] compiles a [Spec]. men.go passes the lines of package grid to package fairy/tables, and attacks.go finds attacks.
// gen.go generates pseudo-legal moves, and play.go plays them on a copy. castling.go and shuffle.go contain
// castling and shuffled starts, and effects.go contains the other effects of moves and the goals. legal.go
// lists or counts legal moves without playing those that are certainly legal; spawning.go contains the part for
// reflections. illegal.go explains why a move is illegal. Package fairy/text parses and formats positions and moves;
// guide.go and state.go connect it.
//
// On a wide board, with more than 64 squares or two planes, moves and attacks follow the graphs of package grid
// instead of tables, and wide.go also generates the moves. The rest of the code is shared.
package fairy

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/fairy/tables"
	"github.com/tainchess/tain/variant/fairy/text"
	"github.com/tainchess/tain/variant/grid"
)

// Spec describes a rule set. Kinds are lower-case letters. The kinds p, n, b, r, q and k exist in every rule
// set; [New] gives them the moves of chess unless Pieces has others.
type Spec struct {
	// Details describes the rule set. It must contain the starting position. New sets Shape, Boards, Wraps,
	// Reflects, Castling, Chess960, Starts, Squares and Kinds.
	Details rules.Info
	Board   grid.Spec
	// SeamKinds and EndsKinds list the kinds that may cross the joined edges.
	SeamKinds, EndsKinds string
	// SeamHome makes en passant over the seam land on the pushed pawn's home square.
	SeamHome bool
	Pieces   []Piece
	Royal    string // royal kinds: an attack on one of them is check; empty means k
	Castling Castling
	Promotes string // kinds that a pawn may become, in order
	// Double is the maximum number of squares of a pawn's first push, 1 or 2. It has no effect if Pieces has
	// p.
	Double int
	Zone   int  // number of last ranks on which pawns promote
	May    bool // pawns need not promote before their last rank
	// Reflection is the effect of a move on the image of its landing square. Nil means no effect.
	Reflection *Reflection
	Rebirth    Rebirth
	Passing    bool    // every move ends on the other plane
	Checks     int     // number of checks that win; 0 means that checks do not win
	Reach      []Reach // goal squares
	Copies     int     // number of copies of the board shown in a row; 0 means 1
}

// Piece describes a kind.
type Piece struct {
	Letter byte
	Betza  string
	Name   string // for people; empty means the usual name, or the letter
}

// Castling is the way in which a rule set castles.
type Castling uint8

// Ways to castle.
const (
	NoCastling Castling = iota
	Orthodox            // written as the king's move
	Chess960            // written as king takes rook, with rights named by file
)

// Rebirth defines where captured pieces come back.
type Rebirth uint8

// Where captured pieces come back.
const (
	NoRebirth Rebirth = iota
	Home              // on a starting square of the same kind and colour
	Mirror            // on a starting square of the same kind and the other colour
)

// Reach lists squares on which a kind wins.
type Reach struct {
	Kind    byte
	Squares []grid.Square
}

// Image is a map from squares to their images.
type Image uint8

// The maps.
const (
	Rotate Image = iota // half a turn
	Files               // left and right
	Ranks               // top and bottom
)

// Reflection is the effect of a move on the image of its landing square: it spawns a piece there, or the
// moving piece goes on to it.
type Reflection struct {
	Map                  Image
	Makes                map[byte]byte // spawned kind, by the kind on the landing square
	Own                  bool          // spawned pieces belong to the mover
	GoesOn               string        // kinds that go on themselves
	Captures, Promotions bool          // these moves reflect too
}

// Rules is a rule set. Create it with [New].
type Rules struct {
	bundle.Files
	spec Spec
	info rules.Info

	settings
	kinds []kind                   // by index; unused indices have no letter
	roles [26]board.Role           // by letter
	wide  *wide                    // movements on a wide board, or nil on any other board
	men   [2][maxIndex]*tables.Man // by colour and index
	none  *tables.Man              // for unused indices
	near  [2][64]board.Bitboard    // squares from which a side's piece may attack a square
	// orthodox lists the roles of chess.
	orthodox   []uint8
	royalRoles []board.Role
	royal      [maxIndex]bool

	tables tables.Tables

	promotes   []board.Role
	mayPromote []board.Role // promotes, with the choice to stay a pawn
	zone       [2]board.Set // squares on which a side's pawns promote
	last       [2]board.Set // squares of a side's last rank

	plainPawns bool              // pawns move as in chess
	promoting  [2]board.Bitboard // squares from which a side's pawn can enter its zone
	beyondHome [2]board.Bitboard // squares that a side's pawns cross on a first push of two squares

	passes      [2][][]pass
	pushes      []pushed // by en passant code above NoSquare
	enPassant   [2]tables.Attacks
	seamPassant [2]tables.Attacks // en passant captures over the seam that land where the captured pawn started

	castles [4]castle        // by right; zero for rights that the start lacks
	keeps   []board.Castling // rights that remain after a move from or to a square
	shuffle shuffle

	rebirth [2][maxIndex][]board.Square
	image   []board.Square
	made    [maxIndex]board.Role
	goesOn  [maxIndex]bool
	// imageBits holds the image of each square as a set. reflecting lists the kinds whose moves have an effect
	// there.
	imageBits  [64]board.Bitboard
	reflecting []uint8
	// spawnHits holds, by the mover's colour, spawned kind and square of a royal piece, the landing squares after
	// which the spawned piece might attack it.
	spawnHits [2][maxIndex]*[64]board.Bitboard

	goals     [2]([]goal)
	checkKeys [2][256]uint64
	start     board.Position
	dead      deadKings
	measures  *measures
}

// kind is one kind of piece.
type kind struct {
	letter byte
	name   string
	role   board.Role
	usual  bool   // the kind moves as in chess
	betza  string // the text of the atoms, if not usual
	atoms  []betza.Atom
}

// maxIndex is the number of indices for kinds. A kind of chess has the number of its role as its index, and
// further kinds follow.
const maxIndex = 7 + board.MaxFurther

// index returns the index of a piece's kind.
func index(pc board.Piece) int { return indexOf(pc.Role()) }

// lone reports whether a set has exactly one square.
func lone(a board.Set) bool { return a.Count() == 1 }

// size returns a number greater than the number of every square.
func (r *Rules) size() int {
	if r.wide != nil {
		return r.Grid.Size()
	}
	return 64
}

// occupied returns the squares with pieces.
func occupied(p *board.Position) board.Set {
	return p.SquaresOf(board.White).Or(p.SquaresOf(board.Black))
}

// indexOf returns the index of a role.
func indexOf(k board.Role) int { return int(k&7) + int(k>>4) }

// orthodoxBetza holds the moves of the pieces of chess other than the pawn, by role.
var orthodoxBetza = [7]string{board.Knight: "N", board.Bishop: "B", board.Rook: "R", board.Queen: "Q", board.King: "K"}

var (
	_ rules.LegalGenerator = (*Rules)(nil)
	_ rules.Goals          = (*Rules)(nil)
)

// settings embeds text.Settings without exporting it.
type settings = text.Settings

// New compiles a rule set. It returns an error for contradictions in the specification.
func New(s Spec) (*Rules, error) {
	g, err := grid.New(s.Board)
	if err != nil {
		return nil, err
	}
	if s.Passing && (g.Planes != 2 || s.Rebirth != NoRebirth || s.Reflection != nil) || g.Planes > 1 && s.Reflection != nil {
		return nil, errors.New("fairy: passing needs two planes, and excludes rebirth; a reflection needs one plane")
	}
	r := &Rules{spec: s, info: s.Details, settings: settings{Squares: text.NewSquares(g), ByFile: s.Castling == Chess960}, none: new(tables.Man)}
	if r.Wide {
		r.wide = newWide(g)
	}
	r.numberSquares()
	if err := r.addKinds(); err != nil {
		return nil, err
	}
	r.describeKinds()
	r.start = text.Fairy{Rules: state{r}}.ParseBoard(r.info.Start) // the movements depend on it
	if err := r.addMen(); err != nil {
		return nil, err
	}
	r.addCastling()
	r.addShuffle()
	r.addRebirth()
	r.addReflection()
	r.addGoals()
	r.measureLines()
	r.finishInfo()
	if r.start, err = r.Guide().ParsePosition(r.info.Start, rules.ParseOptions{AllowNoKing: r.info.Kingless}); err != nil {
		return nil, fmt.Errorf("fairy: start: %w", err)
	}
	r.MayLackRoyal = r.royal[board.Pawn] // only the start needs a royal piece: a royal pawn may promote
	r.tables.Trim()
	if r.wide != nil {
		r.wide.graphs = nil
	}
	return r, nil
}

// WithDetails returns the rule set with another description. The start must be the same position.
func (r *Rules) WithDetails(details rules.Info) *Rules {
	other := *r
	other.spec.Details, other.info = details, details
	other.info.Squares = r.info.Squares
	other.finishInfo()
	return &other
}

// Size returns the approximate memory in bytes that the rule set uses.
func (r *Rules) Size() int {
	size := int(unsafe.Sizeof(*r)+unsafe.Sizeof(*r.measures)) + r.tables.Size()
	if r.wide != nil {
		return size + r.wide.size
	}
	for i := range maxIndex {
		for side := range r.men {
			if m := r.men[side][i]; m != r.none && (side == 0 || m != r.men[0][i]) {
				size += int(unsafe.Sizeof(*m))
			}
		}
	}
	return size
}

func (r *Rules) numberSquares() {
	info := &r.info
	info.Squares = nil
	for n := range r.Grid.Size() {
		s := grid.Square(n)
		if !r.Grid.Exists(s) {
			continue
		}
		x, y := r.Grid.File(s), r.Grid.Rank(s)
		// The planes are next to each other, with a gap between them.
		info.Squares = append(info.Squares, rules.SquareInfo{Name: r.Grid.Name(s), X: x + r.Grid.Plane(s)*(r.Grid.Files+1), Y: y, Dark: (x+y)%2 == 0})
	}
	zone := max(1, r.spec.Zone)
	for s := range r.All.All() {
		for side, fromLast := range [2]int{r.Grid.Ranks - 1 - r.Rank(s), r.Rank(s)} {
			if fromLast < zone {
				r.zone[side].Add(s)
			}
			if fromLast == 0 {
				r.last[side].Add(s)
			}
		}
	}
}

// addKinds numbers the kinds and parses their movements.
func (r *Rules) addKinds() error {
	r.kinds = make([]kind, maxIndex)
	for k := board.Pawn; k <= board.King; k++ {
		letter := k.Letter() | 0x20
		r.kinds[k] = kind{letter: letter, name: k.String(), role: k, usual: true}
		r.roles[letter-'a'] = k
	}
	further := 0
	pieces := slices.Clone(r.spec.Pieces)
	slices.SortFunc(pieces, func(a, b Piece) int { return cmp.Compare(a.Letter, b.Letter) })
	var errs []error
	for _, piece := range pieces {
		if piece.Letter < 'a' || piece.Letter > 'z' {
			errs = append(errs, fmt.Errorf("fairy: %q is not a kind", piece.Letter))
			continue
		}
		k := r.roles[piece.Letter-'a']
		if k == board.NoRole {
			if further == board.MaxFurther {
				return errors.Join(append(errs, fmt.Errorf("fairy: more than %d kinds that chess does not have", board.MaxFurther))...)
			}
			k = board.Further(further)
			further++
			r.roles[piece.Letter-'a'] = k
			r.kinds[indexOf(k)] = kind{letter: piece.Letter, name: strings.ToUpper(string(piece.Letter)), role: k}
			if name := betza.Name(piece.Betza); slices.Contains(message.Kinds, message.Kind(name)) {
				r.kinds[indexOf(k)].name = name
			}
		}
		at := &r.kinds[indexOf(k)]
		at.betza = piece.Betza
		at.usual = k <= board.King && k != board.Pawn && piece.Betza == orthodoxBetza[k&7]
		at.name = cmp.Or(piece.Name, at.name)
		var err error
		if at.atoms, err = betza.Parse(piece.Betza); err != nil {
			errs = append(errs, fmt.Errorf("fairy: piece %c: %w", piece.Letter, err))
		}
		if e := slices.ContainsFunc(at.atoms, func(a betza.Atom) bool { return a.EnPassant }); e && k != board.Pawn {
			errs = append(errs, fmt.Errorf("fairy: piece %c: only the pawn captures en passant", piece.Letter))
		}
	}
	for k := board.Knight; k <= board.King; k++ {
		if r.kinds[k].usual {
			r.kinds[k].atoms, _ = betza.Parse(orthodoxBetza[k])
		}
	}
	if r.kinds[board.Pawn].usual {
		text := "mfWcefF"
		if r.spec.Double == 2 {
			text += "imfW2"
		}
		r.kinds[board.Pawn].atoms, _ = betza.Parse(text)
	}
	kinds := func(letters string) (all []board.Role) {
		for _, c := range []byte(letters) {
			if c < 'a' || c > 'z' || r.roles[c-'a'] == board.NoRole {
				errs = append(errs, fmt.Errorf("fairy: unknown kind %q", c))
				continue
			}
			all = append(all, r.roles[c-'a'])
		}
		return all
	}
	r.royalRoles = kinds(cmp.Or(r.spec.Royal, "k"))
	for _, k := range r.royalRoles {
		r.royal[indexOf(k)] = true
	}
	r.promotes = kinds(r.spec.Promotes)
	r.mayPromote = append([]board.Role{board.NoRole}, r.promotes...)
	kinds(r.spec.SeamKinds + r.spec.EndsKinds)
	if f := r.spec.Reflection; f != nil {
		kinds(f.GoesOn)
		for from, to := range f.Makes {
			kinds(string([]byte{from, to}))
		}
	}
	for _, goal := range r.spec.Reach {
		kinds(string(goal.Kind))
	}
	return errors.Join(errs...)
}

// crossing returns the borders that a kind may cross.
func (r *Rules) crossing(letter byte) grid.Crossing {
	return grid.Crossing{
		Seam: strings.IndexByte(r.spec.SeamKinds, letter) >= 0, Ends: strings.IndexByte(r.spec.EndsKinds, letter) >= 0, Links: true,
	}
}

// joins maps the edges of package grid. Copies beyond a seam with hops look like those beyond a wrapped one.
var joins = [...]rules.Join{grid.None: rules.Unjoined, grid.Wrap: rules.Wrapped, grid.Hop: rules.Wrapped, grid.Twist: rules.Twisted, grid.Pole: rules.Poles}

// finishInfo sets the fields of the description that follow from the specification.
func (r *Rules) finishInfo() {
	i := &r.info
	i.Boards = max(1, r.spec.Copies)
	i.Shape = rules.Shape{Files: r.Grid.Files, Ranks: r.Grid.Ranks, Planes: r.Grid.Planes, Seam: joins[r.Grid.Seam], Ends: joins[r.Grid.Ends]}
	i.Wraps = r.spec.Board.Seam != grid.None
	i.Reflects = r.spec.Reflection != nil
	i.Chess960 = false
	i.Starts = r.shuffle.count
	i.Castling = false
	for _, c := range r.castles {
		i.Castling = i.Castling || c.right != 0 && !c.never
	}
	r.describeKinds()
}

// describeKinds lists the kinds in the description.
func (r *Rules) describeKinds() {
	i := &r.info
	i.Kinds = nil
	for _, k := range r.kinds {
		if k.letter != 0 {
			i.Kinds = append(i.Kinds, rules.Kind{Role: k.role, Letter: k.letter &^ 0x20, Name: k.name, Usual: k.usual, Betza: k.betza})
		}
	}
}

// Info returns the description of the rule set.
func (r *Rules) Info() *rules.Info { return &r.info }

// Spec returns the specification of the rule set.
func (r *Rules) Spec() Spec { return r.spec }
