package anyboard

import (
	"fmt"
	"slices"
)

// castles reports whether the board allows castling for a king on the given square (4.2).
func (g *Game) castles(king int) bool {
	if g.files < 8 || g.planes == 2 && !g.passing {
		return false
	}
	for file := range g.files {
		if g.holes[g.square(file, g.rank(king), g.plane(king))] {
			return false
		}
	}
	return true
}

// readRights reads the castling rights of the starting position (4.1). In part one, all four orthodox rights
// exist, even if the starting position does not grant them.
func (g *Game) readRights(field string) error {
	if g.partOne {
		if g.castling == "true" {
			for _, white := range []bool{true, false} {
				rank := g.last(!white)
				g.addRight(white, g.square(4, rank, 0), g.square(7, rank, 0))
				g.addRight(white, g.square(4, rank, 0), g.square(0, rank, 0))
			}
		}
		return nil
	}
	if field == "-" || g.castling == "false" {
		return nil
	}
	for _, letter := range []byte(field) {
		white := isWhite(letter)
		king, kings := none, 0
		for sq, piece := range g.start.board {
			if piece == coloured('k', white) {
				king = sq
				kings++
			}
		}
		if kings != 1 {
			return fmt.Errorf("castling %c: the start has %d kings of that side", letter, kings)
		}
		rook, err := g.rookOf(letter, king)
		if err != nil {
			return err
		}
		g.addRight(white, king, rook)
	}
	slices.SortFunc(g.rights, func(a, b right) int { return order(a) - order(b) })
	for i := range len(g.rights) - 1 {
		if order(g.rights[i]) == order(g.rights[i+1]) {
			return fmt.Errorf("castling %q names a side twice", field)
		}
	}
	return nil
}

// order returns the index of a right in FEN order, KQkq.
func order(r right) int {
	n := 0
	if !r.white {
		n = 2
	}
	if !r.kingside {
		n++
	}
	return n
}

// rookOf returns the square of the rook that a castling letter denotes in the starting position.
func (g *Game) rookOf(letter byte, king int) (int, error) {
	white, kind := isWhite(letter), kindOf(letter)
	shredder := g.castling == "960" && int(kind-'a') < g.files
	if !shredder && kind != 'k' && kind != 'q' {
		return none, fmt.Errorf("castling contains %c", letter)
	}
	rook := none
	for file := range g.files { // the last match is the outermost rook
		if kind == 'q' && !shredder {
			file = g.files - 1 - file
		}
		sq := g.square(file, g.rank(king), g.plane(king))
		switch {
		case g.start.board[sq] != coloured('r', white):
		case shredder && file == int(kind-'a'), !shredder && kind == 'k' && sq > king, !shredder && kind == 'q' && sq < king:
			rook = sq
		}
	}
	if rook == none {
		return none, fmt.Errorf("castling %c: no rook", letter)
	}
	return rook, nil
}

func (g *Game) addRight(white bool, king, rook int) {
	r := right{white: white, kingside: rook > king, king: king, rook: rook}
	rank, plane := g.rank(king), g.plane(king)
	r.kingTo, r.rookTo = g.square(2, rank, plane), g.square(3, rank, plane)
	if r.kingside {
		r.kingTo, r.rookTo = g.square(g.files-2, rank, plane), g.square(g.files-3, rank, plane)
	}
	g.rights = append(g.rights, r)
}

// letters returns the letters that denote a castling right. The first one is used for output.
func (g *Game) letters(r right) []byte {
	letter := byte('q')
	if r.kingside {
		letter = 'k'
	}
	if g.castling != "960" {
		return []byte{coloured(letter, r.white)}
	}
	all := []byte{coloured('a'+byte(g.file(r.rook)), r.white)}
	if int(letter-'a') >= g.files {
		all = append(all, coloured(letter, r.white))
	}
	return all
}

func (g *Game) formatRights(has []bool) string {
	text := ""
	for i, r := range g.rights {
		if has[i] {
			text += string(g.letters(r)[0])
		}
	}
	return or(text, "-")
}

// readCastling reads the castling rights of a position. They must be among those of the game.
func (p *Pos) readCastling(field string) error {
	if field == "-" {
		return nil
	}
	for _, letter := range []byte(field) {
		i := slices.IndexFunc(p.g.rights, func(r right) bool {
			return slices.Contains(p.g.letters(r), letter)
		})
		if i < 0 {
			return fmt.Errorf("castling %c: the start has no such right", letter)
		}
		r := p.g.rights[i]
		if p.board[r.king] != coloured('k', r.white) || p.board[r.rook] != coloured('r', r.white) {
			return fmt.Errorf("castling %c: the king or the rook is not on its home square", letter)
		}
		p.rights[i] = true
	}
	return nil
}

// castlings returns the pseudo-legal castling moves (4.1).
func (p *Pos) castlings() []move {
	var moves []move
	for i, r := range p.g.rights {
		if !p.rights[i] || r.white != p.white || !p.g.castles(r.king) || p.InCheck() {
			continue
		}
		if p.canCastle(r) {
			to := r.kingTo
			if p.g.castling == "960" {
				to = r.rook
			}
			moves = append(moves, move{from: r.king, to: to, taken: none, passed: none, right: i})
		}
	}
	return moves
}

func (p *Pos) canCastle(r right) bool {
	lifted := *p
	lifted.board = slices.Clone(p.board)
	lifted.board[r.king], lifted.board[r.rook] = empty, empty
	under := lifted.attacked(!r.white)
	for sq := min(r.king, r.kingTo); sq <= max(r.king, r.kingTo); sq++ {
		if lifted.board[sq] != empty || under[sq] {
			return false
		}
	}
	for sq := min(r.rook, r.rookTo); sq <= max(r.rook, r.rookTo); sq++ {
		if lifted.board[sq] != empty {
			return false
		}
	}
	if p.g.passing && (p.board[p.g.twin(r.kingTo)] != empty || p.board[p.g.twin(r.rookTo)] != empty) {
		return false
	}
	if p.g.castling == "960" {
		return true
	}
	return abs(r.kingTo-r.king) >= 2 && !slices.ContainsFunc(p.pieceMoves(r.king), func(m move) bool { return m.to == r.kingTo })
}
