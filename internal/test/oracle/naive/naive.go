// Package naive is a slow but simple second implementation of the flat rules, for comparison in
// tests. Only tests import it.
//
// It follows the rules literally; comments cite their numbers in the rulebooks of the games. It uses a board
// of 64 letters, copies the board for each candidate move, and checks every king afterwards. Each rule set
// has a file for its special rules.
package naive

import (
	"fmt"
	"slices"
	"strings"
)

// rules describes how a rule set differs from chess.
type rules struct {
	crossers string // letters of the piece types that can cross between files a and h
	hop      bool   // whether riders continue along the same rank at the seam
	castles  bool   // whether castling is allowed
	noDouble bool   // whether double pawn pushes are forbidden
	promotes string // promotion roles; "" means qrbn
	// epLanding returns the landing square of a pawn on from that captures en passant over
	// crossed. If nil, the pawn lands on crossed.
	epLanding func(from, crossed int) int
	// quiet applies the effects of a quiet move other than castling; nil means none.
	quiet func(n *Pos, m move)
	// captures means that captures also have the effects of quiet.
	captures bool
	// barren means that two bare kings are a dead position: they can neither spawn a piece nor win.
	barren bool
	// stalemate is the result for a side without legal moves: "loss", "win", or anything else
	// for a draw.
	stalemate string
}

// variants holds the rule sets by name.
var variants = map[string]*rules{
	"chess":        &chess,
	"cylinder":     &cylinder,
	"portal":       &portal,
	"triboard":     &triboard,
	"mirrorsquare": &mirrorsquare,
	"nachfolger":   &nachfolger,
}

const (
	empty = '.'
	none  = -1 // no square
)

// Pos is a position of a rule set. Its methods never change it.
type Pos struct {
	rules    *rules
	board    [64]byte // FEN letters or empty; a1 is 0, b1 is 1, h8 is 63
	white    bool     // whether White is to move
	castling string   // remaining castling rights: letters of KQkq, in that order
	ep       int      // square crossed by the last double push, or none
	half     int
	full     int
}

// move is a move. An en passant capture is not on the landing square, so the captured piece's square is
// stored too.
type move struct {
	from, to int
	taken    int  // square of the captured piece, or none
	promo    byte // q, r, b, n or 0
	castle   bool
}

func (m move) text() string {
	s := squareName(m.from) + squareName(m.to)
	if m.promo != 0 {
		s += string(m.promo)
	}
	return s
}

func square(file, rank int) int { return rank*8 + file }
func file(sq int) int           { return sq % 8 }
func rank(sq int) int           { return sq / 8 }

// mirror returns the opposite square, rotated 180° about the centre (0).
func mirror(sq int) int { return square(7-file(sq), 7-rank(sq)) }

func squareName(sq int) string {
	return string([]byte{'a' + byte(file(sq)), '1' + byte(rank(sq))})
}

func isWhite(piece byte) bool { return piece >= 'A' && piece <= 'Z' }
func isBlack(piece byte) bool { return piece >= 'a' && piece <= 'z' }

// role returns the letter of a piece without its colour: p, n, b, r, q or k.
func role(piece byte) byte {
	if isWhite(piece) {
		return piece - 'A' + 'a'
	}
	return piece
}

// coloured returns the letter of a side's piece.
func coloured(role byte, white bool) byte {
	if white {
		return role - 'a' + 'A'
	}
	return role
}

// holds reports whether a side has a piece on a square.
func (p *Pos) holds(sq int, white bool) bool {
	if white {
		return isWhite(p.board[sq])
	}
	return isBlack(p.board[sq])
}

// step moves df files and dr ranks from a square, over the seam if allowed. It returns none off
// the board.
func step(sq, df, dr int, over bool) int {
	f, r := file(sq)+df, rank(sq)+dr
	if over {
		f = (f + 8) % 8 // 2.1
	}
	if f < 0 || f > 7 || r < 0 || r > 7 {
		return none
	}
	return square(f, r)
}

// forward returns the direction of a side's pawns.
func forward(white bool) int {
	if white {
		return 1
	}
	return -1
}

var (
	straight   = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	diagonal   = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	everyWay   = append(slices.Clone(straight), diagonal...)
	knightJump = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// attacks appends the squares on which the piece on from could capture, ignoring pins (0) and
// the contents of the squares. A square reached in two ways is appended twice.
func (p *Pos) attacks(from int, squares []int) []int {
	var steps [][2]int
	piece := p.board[from]
	slides := false
	switch role(piece) {
	case 'p':
		dr := forward(isWhite(piece))
		steps = [][2]int{{-1, dr}, {1, dr}}
	case 'n':
		steps = knightJump
	case 'k':
		steps = everyWay
	case 'b':
		steps, slides = diagonal, true
	case 'r':
		steps, slides = straight, true
	case 'q':
		steps, slides = everyWay, true
	}
	over := strings.IndexByte(p.rules.crossers, role(piece)) >= 0
	if over && slides && p.rules.hop {
		return p.hops(from, steps, squares)
	}
	for _, s := range steps {
		to := step(from, s[0], s[1], over)
		// A slide around the cylinder stops at the slider's own square, because a piece never attacks itself
		// (cylinder 2.2, triboard 3.2).
		for to != none && to != from {
			squares = append(squares, to)
			if !slides || p.board[to] != empty {
				break
			}
			to = step(to, s[0], s[1], over)
		}
	}
	return squares
}

// attacked reports whether a side attacks a square.
func (p *Pos) attacked(sq int, byWhite bool) bool {
	var room [32]int
	for from := range p.board {
		if p.holds(from, byWhite) && slices.Contains(p.attacks(from, room[:0]), sq) {
			return true
		}
	}
	return false
}

// kingAttacked reports whether any of a side's kings is attacked. Every king is
// royal, and a side without one is never in check (0).
func (p *Pos) kingAttacked(white bool) bool {
	for sq, piece := range p.board {
		if piece == coloured('k', white) && p.attacked(sq, !white) {
			return true
		}
	}
	return false
}

// InCheck reports whether the side to move is in check.
func (p *Pos) InCheck() bool { return p.kingAttacked(p.white) }

// pseudo returns the pseudo-legal moves.
func (p *Pos) pseudo() []move {
	var moves []move
	for from := range p.board {
		if !p.holds(from, p.white) {
			continue
		}
		if role(p.board[from]) == 'p' {
			moves = append(moves, p.pawnMoves(from)...)
			continue
		}
		squares := p.attacks(from, nil)
		slices.Sort(squares)
		for _, to := range slices.Compact(squares) { // two ways count as one move (cylinder 2.2)
			if p.board[to] == empty {
				moves = append(moves, move{from: from, to: to, taken: none})
			} else if p.holds(to, !p.white) {
				moves = append(moves, move{from: from, to: to, taken: to})
			}
		}
	}
	if p.rules.castles {
		moves = append(moves, p.castlingMoves()...)
	}
	return moves
}

func (p *Pos) pawnMoves(from int) []move {
	var moves []move
	add := func(to, taken int) {
		if rank(to) != 0 && rank(to) != 7 {
			moves = append(moves, move{from: from, to: to, taken: taken})
			return
		}
		promotes := p.rules.promotes
		if promotes == "" {
			promotes = "qrbn"
		}
		for _, promo := range []byte(promotes) {
			moves = append(moves, move{from: from, to: to, taken: taken, promo: promo})
		}
	}
	// Pushes go straight ahead, so they never cross the seam (cylinder 2.4, triboard 3.5).
	dr := forward(p.white)
	if one := step(from, 0, dr, false); one != none && p.board[one] == empty {
		add(one, none)
		atHome := p.white && rank(from) == 1 || !p.white && rank(from) == 6
		if two := step(one, 0, dr, false); atHome && !p.rules.noDouble && p.board[two] == empty {
			add(two, none)
		}
	}
	for _, to := range p.attacks(from, nil) {
		if p.holds(to, !p.white) {
			add(to, to)
		} else if to == p.ep {
			pushed := square(file(p.ep), rank(p.ep)-dr)
			landing := p.ep
			if p.rules.epLanding != nil {
				landing = p.rules.epLanding(from, p.ep)
			}
			add(landing, pushed)
		}
	}
	return moves
}

// corner is a castling right.
type corner struct {
	right          string
	king, rook     int   // home squares
	kingTo, rookTo int   // destinations; the king crosses rookTo
	between        []int // must be empty
}

// corners lists the rights in FEN order.
var corners = []corner{
	{"K", 4, 7, 6, 5, []int{5, 6}},
	{"Q", 4, 0, 2, 3, []int{1, 2, 3}},
	{"k", 60, 63, 62, 61, []int{61, 62}},
	{"q", 60, 56, 58, 59, []int{57, 58, 59}},
}

// castlingMoves returns the castling moves, which are orthodox on the cylinder too (chess 1.9, cylinder 2.6).
// The path must be clear, none of the mover's kings may be in check (mirrorsquare 1.9), and the crossed
// square must not be attacked. The landing square is checked as for every other move.
func (p *Pos) castlingMoves() []move {
	var moves []move
	for _, c := range corners {
		if !strings.Contains(p.castling, c.right) || isWhite(c.right[0]) != p.white {
			continue
		}
		clear := true
		for _, sq := range c.between {
			clear = clear && p.board[sq] == empty
		}
		if clear && !p.InCheck() && !p.attacked(c.rookTo, !p.white) {
			moves = append(moves, move{from: c.king, to: c.kingTo, taken: none, castle: true})
		}
	}
	return moves
}

// apply plays a complete move: landing, promotion, capture, spawning and going on.
func (p *Pos) apply(m move) *Pos {
	n := *p
	piece := p.board[m.from]
	n.board[m.from] = empty
	if m.taken != none {
		n.board[m.taken] = empty
	}
	n.board[m.to] = piece
	if m.promo != 0 {
		n.board[m.to] = coloured(m.promo, p.white)
	}
	for _, c := range corners {
		if m.castle && m.to == c.kingTo {
			n.board[c.rookTo] = n.board[c.rook]
			n.board[c.rook] = empty
		}
		// The king or a rook has left its home square or was captured there (mirrorsquare 1.9).
		for _, sq := range []int{m.from, m.to} {
			if sq == c.king || sq == c.rook {
				n.castling = strings.ReplaceAll(n.castling, c.right, "")
			}
		}
	}
	n.ep = none
	if role(piece) == 'p' && m.taken == none && (m.to-m.from == 16 || m.from-m.to == 16) {
		n.ep = (m.from + m.to) / 2
	}
	// Only captures and pawn moves reset the clock (6).
	n.half++
	if m.taken != none || role(piece) == 'p' {
		n.half = 0
	}
	if !p.white {
		n.full++
	}
	n.white = !p.white
	if (m.taken == none || p.rules.captures) && !m.castle && p.rules.quiet != nil {
		p.rules.quiet(&n, m)
	}
	// A pawn that went on from its landing square cannot be captured en passant.
	if n.ep != none && n.board[m.to] != piece {
		n.ep = none
	}
	return &n
}

// legal returns the moves that leave none of the mover's kings attacked (0).
func (p *Pos) legal() []move {
	var moves []move
	for _, m := range p.pseudo() {
		if !p.apply(m).kingAttacked(p.white) {
			moves = append(moves, m)
		}
	}
	return moves
}

// Moves returns the legal moves in UCI notation, sorted.
func (p *Pos) Moves() []string {
	var texts []string
	for _, m := range p.legal() {
		texts = append(texts, m.text())
	}
	slices.Sort(texts)
	return texts
}

// Play returns the position after a legal move in UCI notation, or nil if the
// move is illegal.
func (p *Pos) Play(move string) *Pos {
	for _, m := range p.legal() {
		if m.text() == move {
			return p.apply(m)
		}
	}
	return nil
}

// Perft counts the legal move sequences of a given length.
func (p *Pos) Perft(depth int) int {
	if depth == 0 {
		return 1
	}
	moves := p.legal()
	if depth == 1 {
		return len(moves)
	}
	sum := 0
	for _, m := range moves {
		sum += p.apply(m).Perft(depth - 1)
	}
	return sum
}

// Moves returns the legal moves of a position in UCI notation, sorted.
func Moves(variant, fen string) ([]string, error) {
	p, err := Parse(variant, fen)
	if err != nil {
		return nil, err
	}
	return p.Moves(), nil
}

// Play returns the FEN after a legal move in UCI notation, or an error if the move is illegal.
func Play(variant, fen, move string) (string, error) {
	p, err := Parse(variant, fen)
	if err != nil {
		return "", err
	}
	n := p.Play(move)
	if n == nil {
		return "", fmt.Errorf("%s is not legal in %s", move, fen)
	}
	return n.FEN(), nil
}

// InCheck reports whether the side to move is in check.
func InCheck(variant, fen string) (bool, error) {
	p, err := Parse(variant, fen)
	if err != nil {
		return false, err
	}
	return p.InCheck(), nil
}

// Perft counts the legal move sequences of a given length from a position.
func Perft(variant, fen string, depth int) (int, error) {
	p, err := Parse(variant, fen)
	if err != nil {
		return 0, err
	}
	return p.Perft(depth), nil
}
