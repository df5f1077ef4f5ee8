package naivetrid

import (
	"maps"
	"slices"
	"strings"
)

// move is a candidate move, with the position after it.
type move struct {
	text      string
	after     *Pos
	enPassant bool
}

// Moves returns the legal moves in UCI notation (section 5), sorted.
func (p *Pos) Moves() []string {
	var texts []string
	for _, m := range p.legal() {
		texts = append(texts, m.text)
	}
	slices.Sort(texts)
	return texts
}

// Play returns the position after a legal move in UCI notation, or nil if the
// move is illegal.
func (p *Pos) Play(text string) *Pos {
	for _, m := range p.legal() {
		if m.text == text {
			return m.after
		}
	}
	return nil
}

// InCheck reports whether the king of the side to move is attacked.
func (p *Pos) InCheck() bool { return p.kingAttacked(p.white) }

// Perft counts the legal move sequences of a given length from a position.
func Perft(variant, text string, depth int) (int, error) {
	p, err := Parse(variant, text)
	if err != nil {
		return 0, err
	}
	return p.perft(depth), nil
}

func (p *Pos) perft(depth int) int {
	if depth <= 0 {
		return 1
	}
	moves := p.legal()
	if depth == 1 {
		return len(moves)
	}
	count := 0
	for _, m := range moves {
		count += m.after.perft(depth - 1)
	}
	return count
}

// legal returns the moves that do not leave the mover's king in check (3.9).
func (p *Pos) legal() []move {
	var moves []move
	for _, m := range slices.Concat(p.pieceMoves(), p.castlingMoves(), p.boardMoves()) {
		if !m.after.kingAttacked(p.white) {
			moves = append(moves, m)
		}
	}
	return moves
}

// kingAttacked reports whether a side's king is attacked. It is false for a side without a
// king.
func (p *Pos) kingAttacked(white bool) bool {
	for square, piece := range p.at {
		if piece == coloured('k', white) && p.attacked(square, !white) {
			return true
		}
	}
	return false
}

// attacked reports whether a side could capture on a square, ignoring pins (3.9).
func (p *Pos) attacked(square string, byWhite bool) bool {
	for from, piece := range p.at {
		if isWhite(piece) == byWhite && slices.Contains(p.reach(from), square) {
			return true
		}
	}
	return false
}

var (
	straight = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	diagonal = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	leaps    = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// reach returns the squares on which a piece could capture, regardless of their contents. For a
// pawn these are its diagonals.
func (p *Pos) reach(from string) []string {
	piece := p.at[from]
	switch role(piece) {
	case 'p': // 3.5
		ahead := forward(isWhite(piece))
		return p.ride(from, [][2]int{{1, ahead}, {-1, ahead}}, 1)
	case 'n': // 3.4
		return p.ride(from, leaps, 1)
	case 'k':
		return p.ride(from, slices.Concat(straight, diagonal), 1)
	case 'b':
		return p.ride(from, diagonal, 9)
	case 'r':
		return p.ride(from, straight, 9)
	}
	return p.ride(from, slices.Concat(straight, diagonal), 9)
}

// ride follows each direction for at most steps columns. It returns all squares in each column up to
// and including the first column with a piece (3.1, 3.3).
func (p *Pos) ride(from string, directions [][2]int, steps int) []string {
	var found []string
	for _, d := range directions {
		for n := 1; n <= steps; n++ {
			column := p.column(fileOf(from)+n*d[0], rankOf(from)+n*d[1])
			found = append(found, column...)
			if p.holdsPiece(column) {
				break
			}
		}
	}
	return found
}

// holdsPiece reports whether there is a piece on any level of a column.
func (p *Pos) holdsPiece(column []string) bool {
	return slices.ContainsFunc(column, func(square string) bool { return p.at[square] != 0 })
}

// pieceMoves returns the pseudo-legal moves of single pieces.
func (p *Pos) pieceMoves() []move {
	var moves []move
	for from, piece := range p.at {
		if isWhite(piece) != p.white {
			continue
		}
		if role(piece) == 'p' {
			moves = append(moves, p.pawnMoves(from)...)
			continue
		}
		for _, to := range p.reach(from) {
			if p.at[to] == 0 || isWhite(p.at[to]) != p.white { // 3.2
				moves = append(moves, move{text: from + to, after: p.shift(from, to)})
			}
		}
	}
	return moves
}

// shift returns the position after a piece moves from one square to another.
func (p *Pos) shift(from, to string) *Pos {
	q := p.next()
	if q.at[to] != 0 || role(q.at[from]) == 'p' {
		q.clock = 0
	}
	q.at[to] = q.at[from]
	delete(q.at, from)
	q.touch(from)
	q.touch(to)
	return q
}

// pawnMoves returns a pawn's steps, double steps, captures and en passant captures.
func (p *Pos) pawnMoves(from string) []move {
	var moves []move
	file, rank, ahead := fileOf(from), rankOf(from), forward(p.white)

	for _, to := range p.column(file, rank+ahead) { // 3.5
		if p.at[to] == 0 {
			moves = append(moves, promotions(from+to, p.shift(from, to), p.white)...)
		}
	}
	if p.twoStep[from] && !p.holdsPiece(p.column(file, rank+ahead)) {
		for _, to := range p.column(file, rank+2*ahead) {
			if p.at[to] == 0 {
				after := p.shift(from, to)
				after.enPassant = to
				moves = append(moves, move{text: from + to, after: after})
			}
		}
	}
	for _, to := range p.reach(from) {
		if p.at[to] != 0 && isWhite(p.at[to]) != p.white {
			moves = append(moves, promotions(from+to, p.shift(from, to), p.white)...)
		}
		if p.at[to] == 0 && p.enPassant != "" && // 3.6: any level of the crossed column
			fileOf(to) == fileOf(p.enPassant) && rankOf(to) == rankOf(p.enPassant)+ahead {
			after := p.shift(from, to)
			delete(after.at, p.enPassant)
			moves = append(moves, move{text: from + to, after: after, enPassant: true})
		}
	}
	return moves
}

// furthestRank returns the promotion rank of a side on a file (3.7).
func (p *Pos) furthestRank(file int, white bool) int {
	lastPin, lastMain, last := "L6", 8, 9
	if !white {
		lastPin, lastMain, last = "L1", 1, 0
	}
	switch files[file] {
	case 'z', 'e':
		return last
	case 'a':
		if p.boardOn("Q"+lastPin) >= 0 {
			return last
		}
	case 'd':
		if p.boardOn("K"+lastPin) >= 0 {
			return last
		}
	}
	return lastMain
}

// promotions completes a move after which pawns may be on their furthest rank. The opponent's pawns
// become queens. The mover chooses one role for all of its own pawns, and only then does the move have
// a suffix (3.7, 4.6, 4.7).
func promotions(text string, after *Pos, white bool) []move {
	var own, other []string
	for square, piece := range after.at {
		if role(piece) != 'p' || rankOf(square) != after.furthestRank(fileOf(square), isWhite(piece)) {
			continue
		}
		if isWhite(piece) == white {
			own = append(own, square)
		} else {
			other = append(other, square)
		}
	}
	for _, square := range other {
		after.at[square] = coloured('q', !white)
		after.clock = 0 // 4.8
	}
	if len(own) == 0 {
		return []move{{text: text, after: after}}
	}
	if strings.ContainsAny(text, "-^") {
		text += "=" // a board move
	}
	var moves []move
	for _, choice := range []byte("qrbn") {
		q := *after
		q.at = maps.Clone(after.at)
		for _, square := range own {
			q.at[square] = coloured(choice, white)
		}
		q.clock = 0
		moves = append(moves, move{text: text + string(choice), after: &q})
	}
	return moves
}

// castlingMoves returns the castling moves of the side to move (3.8).
func (p *Pos) castlingMoves() []move {
	if p.number == 1 {
		return nil // castling may not be a side's first move
	}
	var moves []move
	for _, c := range castlings {
		king, rook := coloured('k', p.white), coloured('r', p.white)
		if !strings.Contains(p.castling, c.right) || p.at[c.king] != king || p.at[c.rook] != rook {
			continue
		}
		if c.kingsTo != c.rook && p.at[c.kingsTo] != 0 {
			continue
		}
		if p.attacked(c.king, !p.white) || p.attacked(c.kingsTo, !p.white) {
			continue
		}
		q := p.next()
		delete(q.at, c.king)
		delete(q.at, c.rook)
		q.at[c.kingsTo] = king
		q.at[c.rooksTo] = rook
		q.touch(c.king)
		q.touch(c.rook)
		moves = append(moves, move{text: c.move, after: q})
	}
	return moves
}

// boardMoves returns the board moves (sections 4 and 6).
func (p *Pos) boardMoves() []move {
	var moves []move
	for i, b := range p.boards {
		var aboard []string
		for _, cell := range cells(b.pin) {
			if p.at[cell] != 0 {
				aboard = append(aboard, cell)
			}
		}
		controller := b.owner == 'w' // 4.2
		if len(aboard) == 0 && p.rules.anyone {
			controller = p.white
		}
		if len(aboard) == 1 {
			controller = isWhite(p.at[aboard[0]])
			if strings.IndexByte(p.rules.stays, role(p.at[aboard[0]])) >= 0 {
				continue
			}
		}
		if len(aboard) > 1 || controller != p.white {
			continue
		}
		for _, to := range pins {
			if to != b.pin {
				if p.boardOn(to) >= 0 || !p.rules.adjacent(b.pin, to) {
					continue
				}
				advance := (p.rules.progress(to) - p.rules.progress(b.pin)) * forward(p.white)
				if p.rules.sideways && to[0] != b.pin[0] {
					advance = 0
				}
				if len(aboard) == 1 && advance < 0 {
					continue // an occupied board may not move backward
				}
				moves = append(moves, p.carry(i, aboard, to, false)...)
			}
			if p.rules.halfTurns {
				moves = append(moves, p.carry(i, aboard, to, true)...)
			}
		}
	}
	return moves
}

// carry returns the moves of a board with its passenger (4.4): several if a pawn promotes, and none if
// the shadow forbids the move.
func (p *Pos) carry(index int, aboard []string, to string, turn bool) []move {
	q := p.next()
	from := q.boards[index].pin
	text := from
	if to != from {
		text += "-" + to
	}
	if turn {
		q.boards[index].turned = !q.boards[index].turned
		if q.boards[index].turned {
			text += "^180"
		} else {
			text += "^0"
		}
	}
	q.boards[index].pin = to
	q.findSquares()
	for _, cell := range aboard {
		place := slices.Index(cells(from), cell)
		if turn {
			place = 3 - place // the opposite square
		}
		delete(q.at, cell)
		q.at[cells(to)[place]] = p.at[cell]
		q.touch(cell)
	}
	if p.rules.shadowed(q, to) {
		return nil
	}
	return promotions(text, q, p.white)
}
