// Package rules defines the interface of a rule set. It lists and plays moves and determines outcomes with
// any rule set.
//
// [Guide.ParsePosition] parses a position, and [LegalMoves] lists its moves. [Play] plays a move or its text,
// and returns the next position or the reason why the move is illegal. [OutcomeOf] returns the outcome of a
// position. A [Line] stores all positions of a game, so it can count repetitions. Package describe explains
// the effects of a move, and package registry finds rule sets by name.
//
// A rule set has two parts. Search and perft call [Rules] millions of times per second, so its performance
// matters. [Guide] parses and formats text and explains moves. The package does not depend on particular rule
// sets.
package rules

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// Rules is a rule set.
type Rules interface {
	// Info describes the rule set.
	Info() *Info
	// PseudoLegal adds the pseudo-legal moves, which may leave the mover's king in check, to the list.
	PseudoLegal(p *board.Position, list *board.MoveList)
	// Apply plays a pseudo-legal move on p and stores the resulting position in next. It does not validate
	// the move. If the move leaves one of the mover's kings attacked, Apply returns false and next is
	// undefined.
	Apply(p *board.Position, m board.Move, next *board.Position) bool
	// Kings returns the kings of a side and the kings that are attacked.
	Kings(p *board.Position, side board.Colour) (all, attacked board.Set)
	// InCheck reports whether any king of a side is attacked.
	InCheck(p *board.Position, side board.Colour) bool
	// Dead reports whether it is certain that neither side can win.
	Dead(p *board.Position) bool
	// Guide returns the part of the rule set that handles text.
	Guide() Guide
}

// LegalGenerator is a rule set that generates legal moves directly.
type LegalGenerator interface {
	Rules
	// Legal adds the legal moves to the list.
	Legal(p *board.Position, list *board.MoveList)
	// Count returns the number of legal moves.
	Count(p *board.Position) int
	// Make plays a legal move on p and stores the resulting position in next.
	Make(p *board.Position, m board.Move, next *board.Position)
}

// Guide is the part of a rule set that parses and formats text and explains moves. It is not
// performance-critical. Its methods validate their arguments, except for moves that must be legal.
type Guide interface {
	// FormatPosition formats a position as text.
	FormatPosition(p *board.Position) string
	// ParsePosition parses a position, or the word "start" for the starting position. The error is of type
	// Faults.
	ParsePosition(text string, o ParseOptions) (board.Position, error)

	// SquareName returns the name of a square in a position, or - if the square does not exist there.
	SquareName(p *board.Position, s board.Square) string
	// ParseSquare parses the name of a square in a position.
	ParseSquare(p *board.Position, name string) (board.Square, error)

	// FormatUCI formats a move in UCI notation.
	FormatUCI(p *board.Position, m board.Move) string
	// FormatSAN formats a legal move in standard algebraic notation, with check signs.
	FormatSAN(p *board.Position, m board.Move) string
	// ParseMove parses a move in UCI or algebraic notation. A move returned without an error is legal. If the
	// move is illegal, the error is an *IllegalMove, and ParseMove returns the move if the text determines
	// it.
	ParseMove(p *board.Position, text string) (board.Move, error)

	// Class returns the class of a legal move.
	Class(p *board.Position, m board.Move) Class
	// Ways returns the ways that a legal move can take, with the preferred way first.
	Ways(p *board.Position, m board.Move) []Way
	// WhyIllegal returns the reason why a move is illegal, or nil if it is legal.
	WhyIllegal(p *board.Position, m board.Move) *IllegalMove

	// Zobrist computes the Zobrist hash of a position from scratch.
	Zobrist(p *board.Position) uint64
}

// Info describes a rule set.
type Info struct {
	Name    string          // the id: "triboard"
	Title   string          // for people: "Three-board mirror chess"
	Summary message.Message // one line
	PGN     string          // the Variant tag, empty for orthodox chess
	Start   string          // the starting position as text
	// Definition is the canonical definition of a user's rule set, and Hash is its hash. Both are empty for a
	// built-in rule set.
	Definition, Hash string
	// Differences lists how a user's rule set differs from orthodox chess, in at most three lines.
	Differences []message.Message
	// Shape is the size of a flat board and how its edges are joined. It is zero for a board in space.
	Shape Shape
	// Boards is the number of copies of the board in a row.
	Boards int
	// Wraps is true if pieces can cross the left and right edges, as on a cylinder, where the first and last
	// files are adjacent.
	Wraps bool
	// SeamMark is true if SAN marks a move that must cross the edge with a * after the landing square.
	SeamMark bool
	// Kingless is true if kingless setups are supported, in which a side has no king.
	Kingless bool
	// Reflects is true if a quiet move has an effect on the reflected square.
	Reflects bool
	// Castling is true if the rule set has castling.
	Castling bool
	// Chess960 is true if the king and rook may castle from any home file, as in Chess960, and positions hold
	// the home files for [board.Position.CastlingHome]. A FEN then names the castling rook by its file if KQkq
	// would mean another rook. Chess960 is false for a rule set that holds the home files in
	// [board.Position].Extra.
	Chess960 bool
	// Starts is the number of shuffled starting positions. ParsePosition accepts each by its number, counted
	// from 0, as in 960:518. It is 0 if the rule set has none.
	Starts uint64
	// Stalemate is the result of a stalemate.
	Stalemate Stalemating
	// Kinds lists the kinds of pieces if the rule set has kinds that chess does not have, or changes how chess
	// pieces move. It is empty if all kinds are those of chess.
	Kinds []Kind
	// Levels names the levels of a board in space, lowest first. It is empty for a flat board.
	Levels []string
	// Squares lists all squares that can exist, with their locations.
	Squares []SquareInfo
	// Parent is the game of which the rule set is a variant, or nil. The engine can evaluate the variant with
	// the parent's weights.
	Parent Rules
}

// Ref returns the text by which a registry finds the rule set: the definition of a user's rule set, or the
// name of a built-in one. Saved games contain this reference.
func (i *Info) Ref() string { return cmp.Or(i.Definition, i.Name) }

// Chessboard reports whether the squares are a1 to h8 as in chess. Piece lists in links and most other
// programs support only such boards.
func (i *Info) Chessboard() bool {
	if len(i.Squares) != 64 {
		return false
	}
	for _, s := range i.Squares {
		if s.Level != "" || min(s.X, s.Y) < 0 || max(s.X, s.Y) > 7 || s.Name != board.At(s.X, s.Y).String() {
			return false
		}
	}
	return true
}

// Wide reports whether positions hold their pieces in a [board.Wide]: the board has more than 64 squares or two
// planes.
func (i *Info) Wide() bool { return i.Shape.Planes > 1 || i.Shape.Files*i.Shape.Ranks > 64 }

// Copies reports whether a picture of one plane shows copies of the board beyond its joined edges.
func (i *Info) Copies() bool {
	return i.Boards > 1 || i.Shape.Seam == Twisted || i.Shape.Ends != Unjoined
}

// Kind returns the description of a role, or false if Kinds does not list the role.
func (i *Info) Kind(k board.Role) (Kind, bool) {
	n := slices.IndexFunc(i.Kinds, func(one Kind) bool { return one.Role == k })
	if n < 0 {
		return Kind{}, false
	}
	return i.Kinds[n], true
}

// Letter returns the FEN letter of a piece.
func (i *Info) Letter(pc board.Piece) byte {
	if k, ok := i.Kind(pc.Role()); ok && pc != board.NoPiece {
		return k.Letter | byte(pc.Colour())<<5
	}
	return pc.Letter()
}

// Word returns the argument that names a role in a message: the role itself, or the name of a kind that chess
// does not have.
func (i *Info) Word(k board.Role) any {
	if kind, ok := i.Kind(k); ok && kind.Name != k.String() {
		return message.Kind(kind.Name)
	}
	return k
}

// PieceWord returns the argument that names a piece with its colour in a message.
func (i *Info) PieceWord(pc board.Piece) any {
	if kind, ok := i.Word(pc.Role()).(message.Kind); ok {
		return message.Man{Kind: kind, Colour: pc.Colour()}
	}
	return pc
}

// Shape is the size of a flat board, and how its edges are joined.
type Shape struct {
	Files, Ranks int
	Planes       int  // number of boards of this size, next to each other; 0 means 1
	Seam         Join // between the left and the right edge
	Ends         Join // between the bottom and the top edge
}

// Join states how two opposite edges of a board are joined.
type Join string

// How edges are joined.
const (
	Unjoined Join = ""      // lines end at the edges
	Wrapped  Join = "wrap"  // each square is next to the square opposite
	Twisted  Join = "twist" // each square is next to the square opposite it through the centre of the board
	Poles    Join = "pole"  // each edge square is next to the one half the board's width away on the same edge, and lines turn back
)

// Kind is one kind of piece of a rule set with its own pieces.
type Kind struct {
	Role   board.Role
	Letter byte // the capital letter
	// Name is the name given by the rule set's author. If there is none, it is the lower-case English name of
	// a known piece that moves in the same way, or else the capital letter.
	Name string
	// Usual is true if the kind moves as in chess. Otherwise Betza describes its moves.
	Usual bool
	Betza string
}

// SquareInfo is the name and location of a square. If there are two planes, the second one is to the right of the
// first, and an empty file is between them.
type SquareInfo struct {
	Name  string
	X, Y  int
	Level string
	Dark  bool
}

// ParseOptions relaxes position parsing.
type ParseOptions struct {
	// AllowNoKing accepts a kingless setup, in which a side has no king.
	AllowNoKing bool
	// AllowCheck accepts a position in which the side not to move is in check. Such a position cannot occur
	// in a game, but its moves can be counted.
	AllowCheck bool
	// Dropped, if not nil, makes the parser accept impossible castling rights, which some programs write. The
	// parser drops each of them and calls Dropped with the fault that it would otherwise report.
	Dropped func(Fault)
}

// Obstructed is a rule set that can list the pieces that block another piece.
type Obstructed interface {
	Rules
	// Blocked returns the blocked ways of the piece on a square. Each way ends on the square of the blocker.
	// A blocker is a friendly piece on a line or landing square, or any piece in front of a pawn. Pieces that
	// can be captured are not blockers.
	Blocked(p *board.Position, from board.Square) []Way
}

// Goals is a rule set with other ways to win than checkmate.
type Goals interface {
	Rules
	// Won returns the winner of a position in which a goal has ended the game, with the reason. It returns
	// false if no goal has. Such a position has no moves.
	Won(p *board.Position) (winner board.Colour, why Reason, won bool)
	// MayWin reports whether a side may still be able to win.
	MayWin(p *board.Position, side board.Colour) bool
}

// Shuffling is a rule set with shuffled starting positions, of which there are [Info].Starts.
type Shuffling interface {
	Rules
	// ShuffledAs returns the number of the shuffled starting position with White's pieces on the squares of p. It
	// returns false if White's pieces are on other squares. The rest of p is ignored.
	ShuffledAs(p *board.Position) (n uint64, ok bool)
}

// StartNumber returns the number of a shuffled starting position. It returns false for any other position,
// including the usual start.
func StartNumber(r Rules, p *board.Position) (n uint64, ok bool) {
	s, ok := r.(Shuffling)
	if !ok || r.Info().Starts == 0 {
		return 0, false
	}
	if n, ok = s.ShuffledAs(p); !ok {
		return 0, false
	}
	guide := r.Guide()
	text := guide.FormatPosition(p)
	start, err := guide.ParsePosition("960:"+strconv.FormatUint(n, 10), ParseOptions{})
	return n, err == nil && text != r.Info().Start && text == guide.FormatPosition(&start)
}

// Reflecting is a rule set whose squares have reflections.
type Reflecting interface {
	Rules
	// Reflected returns the reflection of a square, or NoSquare if moves do not reflect.
	Reflected(s board.Square) board.Square
}

// MovingBoards is a rule set with boards that move from mount to mount. Each mount is a level, so its name is
// in [Info].Levels.
type MovingBoards interface {
	Rules
	// Mounts returns all mounts.
	Mounts() []Mount
	// Boards returns the boards in a position, in the order of their mounts.
	Boards(p *board.Position) []MountedBoard
	// BoardGoals reports, for each mount in order, whether the board on the given mount may move there. The
	// list includes the given mount if boards can turn in place. It is empty if there is no board on the
	// given mount.
	BoardGoals(p *board.Position, mount string) []BoardGoal
}

// Stalemating is the result of a stalemate for the side without a legal move. In most games it is a draw.
type Stalemating uint8

// Results of a stalemate.
const (
	StalemateDraws Stalemating = iota
	StalemateLoses
	StalemateWins
)
