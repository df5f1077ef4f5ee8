// Package anyboard is a slow but simple second implementation of definitions, part two (any board, any
// piece), for comparison in tests. Only tests import it.
//
// It reads the JSON form of a definition and follows the rules literally; comments cite their numbers. A
// position is an array of letters, one per square. Steps are computed one at a time, each candidate move copies
// the array, and every enemy piece is checked for attacks on the royal pieces.
//
// New reads a definition (definition.go) and its piece texts (betza.go). Parse reads a position (fen.go,
// castling.go). Pieces move by leaps and lines (reach.go), which consist of steps (step.go). moves.go generates
// pseudo-legal moves; play.go plays a move with all its effects and decides whether it was legal. Invent
// (invent.go, start.go) returns random definitions, and Compare (compare.go) plays them with another
// implementation.
//
// This package interprets ambiguities in the rules as follows:
//
//   - A definition belongs to part one if all fields of part two have their default values, written out or
//     not. In part one, a pawn's first push starts from its second rank, castling rights refer to the orthodox
//     squares, pawns may not be on their own first rank, and FEN names an en passant square only if a capture is
//     legal.
//   - FEN names the en passant square even if the twin square is occupied or a hole (5.3), because that does
//     not prevent an attack.
//   - The starting position's castling rights are kept, although unusable, if the board does not allow castling
//     (4.2) or if the king would land less than two files away (4.1).
//   - The squares that castling crosses are checked for attacks with the king and the rook removed (4.1), so
//     an enemy piece behind the rook attacks the rook's square and the squares beyond it.
//   - A royal pawn cannot be captured en passant, and a threat to do so is not check.
//   - If a pawn would go on but must stay because of the image's rank (5.1), it spawns nothing either.
//   - En passant over the seam may land on the pushed pawn's origin. That square is on the plane where the
//     pawn arrived.
//   - With two planes and no passing, the candidates for rebirth are on both planes.
//   - K and Q each stand for two atoms. A direction that only one of the two has, such as fl, is an error.
package anyboard

import "strings"

const (
	empty = '.'
	hole  = '*'
	none  = -1 // no square
)

// Game is a definition.
type Game struct {
	text                 string // the JSON form
	files, ranks, planes int
	holes                []bool // by square
	seam, ends           edge
	home                 bool // en passant over the seam lands on the pusher's origin
	links                map[place]place
	kinds                map[byte][]atom // by letter
	royal                string
	promotes             string
	zone                 int
	must                 bool
	castling             string // "true", "false" or "960"
	rights               []right
	stalemate            string // "draw", "loss" or "win"
	reflection           *reflection
	rebirth              string // "none", "home" or "mirror"
	passing              bool
	checks               int // 0: no goal
	reach                map[byte][]int
	partOne              bool
	start                *Pos
}

// edge describes one pair of edges: the sides (seam) or top and bottom (ends).
type edge struct {
	crossing string // none, wrap, twist, hop or pole
	kinds    string
}

func (e edge) open(kind byte) bool {
	return e.crossing != "none" && strings.IndexByte(e.kinds, kind) >= 0
}

// place is a square and a heading.
type place struct {
	sq int
	v  vector
}

// vector is a heading or a leap, in files to the right and ranks up.
type vector struct{ x, y int }

func (v vector) negative() vector { return vector{-v.x, -v.y} }

// reflection contains the fields of part one's reflection table.
type reflection struct {
	image      string
	makes      map[string]string
	own        bool
	goesOn     string
	captures   bool
	promotions bool
}

// right is a castling right of the starting position (4.1).
type right struct {
	white          bool
	kingside       bool
	king, rook     int
	kingTo, rookTo int
}

func (g *Game) squares() int     { return g.files * g.ranks * g.planes }
func (g *Game) file(sq int) int  { return sq % g.files }
func (g *Game) rank(sq int) int  { return sq / g.files % g.ranks }
func (g *Game) plane(sq int) int { return sq / g.files / g.ranks }

func (g *Game) square(file, rank, plane int) int {
	return (plane*g.ranks+rank)*g.files + file
}

// twin returns the same square of the other plane.
func (g *Game) twin(sq int) int { return g.square(g.file(sq), g.rank(sq), 1-g.plane(sq)) }

// last returns a side's last rank, where its pawns promote.
func (g *Game) last(white bool) int {
	if white {
		return g.ranks - 1
	}
	return 0
}

// inZone reports whether a rank is in a side's promotion zone (3.10).
func (g *Game) inZone(rank int, white bool) bool {
	if white {
		return rank >= g.ranks-g.zone
	}
	return rank < g.zone
}

// Pos is a position. Its methods never change it.
type Pos struct {
	g      *Game
	board  []byte // FEN letters, empty or hole
	white  bool   // whether White is to move
	rights []bool // which of the game's castling rights remain
	ep     int    // square passed by the last push of two squares, or none
	pusher int    // square of the pawn that pushed
	half   int
	full   int
	checks [2]int // checks given by White and by Black
}

func isWhite(piece byte) bool { return piece >= 'A' && piece <= 'Z' }
func isBlack(piece byte) bool { return piece >= 'a' && piece <= 'z' }
func isPiece(piece byte) bool { return isWhite(piece) || isBlack(piece) }

// kindOf returns the letter of a piece without its colour.
func kindOf(piece byte) byte {
	if isWhite(piece) {
		return piece - 'A' + 'a'
	}
	return piece
}

// coloured returns the letter of a side's piece.
func coloured(kind byte, white bool) byte {
	if white {
		return kind - 'a' + 'A'
	}
	return kind
}

// holds reports whether a side has a piece on a square.
func (p *Pos) holds(sq int, white bool) bool {
	if white {
		return isWhite(p.board[sq])
	}
	return isBlack(p.board[sq])
}

func (g *Game) isRoyal(piece byte) bool { return strings.IndexByte(g.royal, kindOf(piece)) >= 0 }
