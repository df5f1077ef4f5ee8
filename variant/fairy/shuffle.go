package fairy

import (
	"cmp"
	"slices"

	"github.com/tainchess/tain/board"
)

// In games with castling as in Chess960, a game can begin with the pieces on the kings' ranks shuffled.
// Castling then depends on their squares in that start. Extra[1] of a position has eight bits for each right:
// the files of the king and the rook, XORed with those of the definition's start. The bits of lost rights are
// 0, so that equal positions have equal values.

// shuffle numbers the shuffled starts, and holds the castling moves from them.
type shuffle struct {
	count uint64 // number of starts, or 0
	rows  [2]row
	// follows maps each square of Black's row to the square of White's row that has the same piece. It is nil if
	// the armies are not mirror images. Black's row then has a number of its own.
	follows map[board.Square]board.Square
	castles [4][]castle // by right, and files of the king and the rook
}

// row describes the pieces of a side that are shuffled: all pieces on the king's rank except pawns.
type row struct {
	squares []board.Square // by file
	parts   []part         // pieces that are placed in this order
	castles []board.Role   // king and castling rooks, which take the remaining squares in this order
	count   uint64
}

// part is a group of pieces of one kind that are placed together. Shade is 0 or 1 if they must be on squares of
// that shade, and otherwise -1.
type part struct {
	role   board.Role
	pieces int
	shade  int
}

// addShuffle prepares the shuffled starts. It must be called after the castling moves are known.
func (r *Rules) addShuffle() {
	if r.spec.Castling != Chess960 {
		return
	}
	sh := &r.shuffle
	for i := range r.castles {
		c := &r.castles[i]
		if c.right == 0 {
			continue
		}
		sh.castles[i] = make([]castle, r.Grid.Files*r.Grid.Files)
		for king := range r.Grid.Files {
			for rook := range r.Grid.Files {
				sh.castles[i][king*r.Grid.Files+rook] = r.castle(c.side, r.Along(c.king, king), r.Along(c.king, rook), !c.never)
			}
		}
	}
	for side := range board.Colour(2) {
		kings := r.start.SquaresWith(side, board.King)
		if !lone(kings) {
			return
		}
		sh.rows[side] = r.row(side, kings.First())
	}
	sh.follow(r)
	if sh.follows != nil || sh.rows[board.Black].count > 0 {
		sh.count = sh.rows[board.White].count
	}
}

// row lists the pieces of a side that change places: those on the rank of its king.
func (r *Rules) row(side board.Colour, king board.Square) (w row) {
	var fixed board.Set // king and castling rooks
	for i := 2 * int(side); i < 2*int(side)+2; i++ {
		if c := &r.castles[i]; c.right != 0 {
			fixed.Add(c.king)
			fixed.Add(c.rook)
		}
	}
	byRole := map[board.Role][]board.Square{}
	for file := range r.Grid.Files {
		s := r.Along(king, file)
		pc := r.start.Piece(s)
		if pc == board.NoPiece || pc.Colour() != side || pc.Role() == board.Pawn {
			continue
		}
		w.squares = append(w.squares, s)
		if fixed.Has(s) {
			w.castles = append(w.castles, pc.Role())
		} else {
			byRole[pc.Role()] = append(byRole[pc.Role()], s)
		}
	}
	for k, squares := range byRole {
		if len(squares) == 2 && r.shade(squares[0]) != r.shade(squares[1]) && r.bound(k) {
			w.parts = append(w.parts, part{k, 1, 1}, part{k, 1, 0})
		} else {
			w.parts = append(w.parts, part{k, len(squares), -1})
		}
	}
	slices.SortFunc(w.parts, func(a, b part) int {
		return cmp.Or(-cmp.Compare(min(a.shade+1, 1), min(b.shade+1, 1)), cmp.Compare(a.pieces, b.pieces),
			cmp.Compare(indexOf(a.role), indexOf(b.role)), -cmp.Compare(a.shade, b.shade))
	})
	w.count = 1
	free := w.squares
	for _, a := range w.parts {
		some := r.shaded(free, a.shade)
		w.count *= choices(len(some), a.pieces)
		if len(some) < a.pieces {
			return row{}
		}
		free = slices.DeleteFunc(slices.Clone(free), func(s board.Square) bool { return slices.Contains(some[:a.pieces], s) })
	}
	return w
}

// shade returns 1 for a light square and 0 for a dark one.
func (r *Rules) shade(s board.Square) int { return (r.File(s) + r.Rank(s)) & 1 }

// bound reports whether two pieces of a kind must start on squares of different shades. This holds for bishops and
// for kinds that never leave their shade.
func (r *Rules) bound(k board.Role) bool {
	i := indexOf(k)
	if k == board.Bishop && r.kinds[i].usual {
		return true
	}
	for s := range r.All.All() {
		quiet, take := r.Reach(board.NewPiece(board.White, k), s)
		for to := range quiet.Or(take).All() {
			if r.shade(to) != r.shade(s) {
				return false
			}
		}
	}
	return true
}

// shaded returns those of the squares that have the given shade, or all of them if the shade is -1.
func (r *Rules) shaded(squares []board.Square, shade int) (some []board.Square) {
	for _, s := range squares {
		if shade < 0 || r.shade(s) == shade {
			some = append(some, s)
		}
	}
	return some
}

// choices returns the number of ways to choose k of n places.
func choices(n, k int) uint64 {
	all := uint64(1)
	for i := range k {
		all = all * uint64(n-i) / uint64(i+1)
	}
	return all
}

// follow checks whether Black's row is the image of White's, on the same files or rotated, and if so records
// it.
func (sh *shuffle) follow(r *Rules) {
	white, black := &sh.rows[0], &sh.rows[1]
	if len(white.squares) != len(black.squares) {
		return
	}
	for _, rotated := range []bool{false, true} {
		pairs := map[board.Square]board.Square{}
		for i, s := range black.squares {
			other := white.squares[i]
			file := r.File(s)
			if rotated {
				other = white.squares[len(white.squares)-1-i]
				file = r.Grid.Files - 1 - file
			}
			if r.File(other) != file || r.start.Piece(s).Role() != r.start.Piece(other).Role() || r.castlesFrom(s) != r.castlesFrom(other) {
				pairs = nil
				break
			}
			pairs[s] = other
		}
		if pairs != nil {
			sh.follows = pairs
			return
		}
	}
}

// castlesFrom reports whether the king or the rook on a square of the start may castle.
func (r *Rules) castlesFrom(s board.Square) bool { return r.keeps[s] != 15 }

// arrangement holds the pieces of a row after shuffling, and the squares of the king and the castling rooks.
type arrangement struct {
	roles   [board.MaxSquares]board.Role
	castles board.Set
}

// place returns arrangement number n of a row.
func (r *Rules) place(w *row, n uint64) (a arrangement) {
	free := slices.Clone(w.squares)
	for _, one := range w.parts {
		some := r.shaded(free, one.shade)
		all := choices(len(some), one.pieces)
		rest := n % all
		n /= all
		for left := one.pieces; left > 0; some = some[1:] {
			// The arrangements with a piece on the first square come first.
			if with := choices(len(some)-1, left-1); rest >= with {
				rest -= with
				continue
			}
			a.roles[some[0]] = one.role
			left--
		}
		free = slices.DeleteFunc(free, func(s board.Square) bool { return a.roles[s] != board.NoRole })
	}
	for i, s := range free {
		a.roles[s] = w.castles[i]
		a.castles.Add(s)
	}
	return a
}

// number returns the number of the arrangement of a side in a position. It is the inverse of place, and
// returns false if the side has other pieces on its row.
func (r *Rules) number(w *row, p *board.Position, side board.Colour) (n uint64, ok bool) {
	var castles board.Set // king and castling rooks
	for i := 2 * int(side); i < 2*int(side)+2; i++ {
		if c := r.castleOf(p, i); p.Castling()&c.right != 0 {
			castles.Add(c.king)
			castles.Add(c.rook)
		}
	}
	free, unit := slices.Clone(w.squares), uint64(1)
	for _, one := range w.parts {
		some := r.shaded(free, one.shade)
		all, left := choices(len(some), one.pieces), one.pieces
		var taken []board.Square
		for ; left > 0 && len(some) > 0; some = some[1:] {
			if s := some[0]; p.Piece(s) == board.NewPiece(side, one.role) && !castles.Has(s) {
				taken = append(taken, s)
				left--
			} else {
				n += unit * choices(len(some)-1, left-1)
			}
		}
		if left > 0 {
			return 0, false
		}
		unit *= all
		free = slices.DeleteFunc(free, func(s board.Square) bool { return slices.Contains(taken, s) })
	}
	return n, true
}

// ShuffledAs returns the number of the shuffled starting position with White's pieces on the squares of p.
func (r *Rules) ShuffledAs(p *board.Position) (n uint64, ok bool) {
	return r.number(&r.shuffle.rows[board.White], p, board.White)
}

// shuffled returns shuffled start n. If both armies have the pieces of chess on eight files, it is the start with
// that number in Chess960.
func (r *Rules) shuffled(n uint64) board.Position {
	sh, p := &r.shuffle, r.start
	had := p.Castling()
	r.setCastling(&p, 0)
	p.SetEnPassant(board.NoSquare)
	p.Extra[0] &^= 1<<shownBits - 1
	white := r.place(&sh.rows[0], n)
	black := arrangement{}
	if sh.follows == nil {
		black = r.place(&sh.rows[1], n%sh.rows[1].count)
	}
	for s, other := range sh.follows {
		black.roles[s] = white.roles[other]
		if white.castles.Has(other) {
			black.castles.Add(s)
		}
	}
	for side, a := range [2]*arrangement{&white, &black} {
		for _, s := range sh.rows[side].squares {
			p.Set(s, board.NoPiece)
		}
		for _, s := range sh.rows[side].squares {
			p.Set(s, board.NewPiece(board.Colour(side), a.roles[s]))
		}
		kings := p.SquaresWith(board.Colour(side), board.King)
		king := kings.First()
		a.castles.Remove(king)
		for rook := range a.castles.All() {
			if i := wing(board.Colour(side), rook < king); had&rights[i] != 0 {
				r.grant(&p, r.castleFrom(i, king, rook))
			}
		}
	}
	return p
}

// castleOf returns the castling move for a right in a position.
func (r *Rules) castleOf(p *board.Position, i int) *castle {
	if p.Extra[1] == 0 {
		return &r.castles[i]
	}
	usual := &r.castles[i]
	files := int(p.Extra[1]>>(8*i)&255) ^ r.homeFiles(usual)
	return r.castleFrom(i, r.Along(usual.king, files>>4), r.Along(usual.king, files&15))
}

// castleFrom returns the castling move for a right, with the king and the rook on the given squares of the
// usual king's rank. If the rule set has no Chess960 castling with that right, it returns the usual castling
// move.
func (r *Rules) castleFrom(i int, king, rook board.Square) *castle {
	c := &r.castles[i]
	if len(r.shuffle.castles[i]) == 0 || king == c.king && rook == c.rook {
		return c
	}
	return &r.shuffle.castles[i][r.File(king)*r.Grid.Files+r.File(rook)]
}

// homeFiles returns the files of the king and the rook in eight bits.
func (r *Rules) homeFiles(c *castle) int { return r.File(c.king)<<4 | r.File(c.rook) }

// grant adds a right to a position, for the king and the rook of a castling move.
func (r *Rules) grant(p *board.Position, c *castle) {
	i := wing(c.side, c.long)
	p.SetCastling(p.Castling() | c.right)
	r.setHomes(p, p.Extra[1]&^(255<<(8*i))|uint64(r.homeFiles(c)^r.homeFiles(&r.castles[i]))<<(8*i))
}

// setCastling removes all castling rights except the ones in kept.
func (r *Rules) setCastling(p *board.Position, kept board.Castling) {
	p.SetCastling(kept)
	if p.Extra[1] == 0 {
		return
	}
	homes := p.Extra[1]
	for i, right := range rights {
		if kept&right == 0 {
			homes &^= 255 << (8 * i)
		}
	}
	r.setHomes(p, homes)
}

func (r *Rules) setHomes(p *board.Position, homes uint64) {
	p.Hash ^= mixHomes(p.Extra[1]) ^ mixHomes(homes)
	p.Extra[1] = homes
}

// mixHomes returns the part of the hash for the home squares of castling. It is 0 for the usual ones.
func mixHomes(homes uint64) uint64 {
	homes *= 0x9e3779b97f4a7c15
	homes ^= homes >> 29
	homes *= 0xbf58476d1ce4e5b9
	return homes ^ homes>>32
}

// kept returns the rights that remain after a move.
func (r *Rules) kept(p *board.Position, from, to board.Square) board.Castling {
	if p.Extra[1] == 0 {
		return r.keeps[from] & r.keeps[to]
	}
	all := board.Castling(15)
	for i, right := range rights {
		if c := r.castleOf(p, i); c.king == from || c.rook == from || c.king == to || c.rook == to {
			all &^= right
		}
	}
	return all
}
