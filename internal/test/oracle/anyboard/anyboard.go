// Package anyboard is a slow but simple second implementation of definitions, part two: any board and any
// piece. It compares in tests. Only tests import it.
//
// It reads the JSON form of a definition and follows the law literally; comments cite its numbers. A position
// is an array of letters, one per square. Every step is computed when a piece takes it, every move copies the
// array, and every attack is found by moving every enemy piece.
//
// The pipeline is: New reads a definition (definition.go) and its piece texts (betza.go); Parse reads a
// position (fen.go); a piece's atoms travel by leaps and steps (step.go, reach.go); moves.go lists
// pseudo-legal moves; play.go carries out a move with all its consequences and decides whether it is legal.
//
// This package interprets ambiguities in the law as follows:
//
//   - A definition is part one if every field that part two adds has its default value, written out or not.
//     Then pawns make their first push from the second rank, rights refer to the orthodox squares, and the en
//     passant square is named only if a capture is legal.
//   - An occupied or missing twin square (5.3) does not keep the en passant square from being named, because
//     it does not prevent an attack.
//   - A right that no move can use (4.2, or a landing square next to the king) is dropped if the board has no
//     castling and kept otherwise.
//   - An en passant capture of a royal pawn does not exist, and is no check.
//   - A pawn whose kind goes on but must stay (5.1) spawns nothing.
//   - With two planes and no passing, the candidates for rebirth are on both planes.
//   - A twin square that is a hole does not exist, so no move leads there.
package anyboard

import "strings"

const (
	empty = '.'
	hole  = '*'
	none  = -1 // no square
)

// Game is a definition.
type Game struct {
	name                 string
	files, ranks, planes int
	holes                []bool // by square
	seam, ends           edge
	home                 bool // en passant over the seam lands on the pusher's origin
	links                map[place]place
	kinds                map[byte][]atom
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

// reflection is the table of part one.
type reflection struct {
	image      string
	makes      map[string]string
	own        bool
	goesOn     string
	captures   bool
	promotions bool
}

// right is a castling right of the start (4.1).
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

// inZone reports whether a rank is among a side's last ranks (3.10).
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
	rights []bool // the rights of the game that remain
	ep     int    // square passed by the last push of two squares, or none
	pusher int    // square of the pawn that pushed
	half   int
	full   int
	checks [2]int // given by White and by Black
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
