package fairy

import (
	"math/bits"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// This file contains the effects of moves besides moving a piece, and the goals that end a game.

// addRebirth finds the squares on which captured pieces come back, by kind, colour and square of the capture.
func (r *Rules) addRebirth() {
	if r.spec.Rebirth == NoRebirth {
		return
	}
	for side := range board.Colour(2) {
		homes := side
		if r.spec.Rebirth == Mirror {
			homes = side.Other()
		}
		for i, k := range r.kinds {
			if k.letter == 0 {
				continue
			}
			all := r.start.SquaresWith(homes, k.role)
			r.rebirth[side][i] = make([]board.Square, r.size())
			for s := range r.All.All() {
				r.rebirth[side][i][s] = r.reborn(side, k.role, all, s)
			}
		}
	}
}

// reborn chooses among the squares on which a piece captured on a square could come back. It returns NoSquare
// if the choice is not unique or would put a pawn on its last rank.
func (r *Rules) reborn(side board.Colour, k board.Role, all board.Set, captured board.Square) board.Square {
	var some board.Set
	for s := range all.All() {
		if k == board.Pawn && r.File(s) == r.File(captured) ||
			k != board.Pawn && (lone(all) || (r.File(s)+r.Rank(s)-r.File(captured)-r.Rank(captured))%2 == 0) {
			some.Add(s)
		}
	}
	if !lone(some) || k == board.Pawn && r.last[side&1].Has(some.First()) {
		return board.NoSquare
	}
	return some.First()
}

// addReflection compiles the reflection.
func (r *Rules) addReflection() {
	f := r.spec.Reflection
	if f == nil {
		return
	}
	r.image = slices.Repeat([]board.Square{board.NoSquare}, r.size())
	for s := range r.All.All() {
		file, rank := r.File(s), r.Rank(s)
		if f.Map != Ranks {
			file = r.Grid.Files - 1 - file
		}
		if f.Map != Files {
			rank = r.Grid.Ranks - 1 - rank
		}
		if image := r.At(file, rank); image != s && r.All.Has(image) {
			if r.image[s] = image; r.wide == nil {
				r.imageBits[s] = image.Bit()
			}
		}
	}
	for from, to := range f.Makes {
		r.made[indexOf(r.roles[from-'a'])] = r.roles[to-'a']
	}
	for _, c := range []byte(f.GoesOn) {
		r.goesOn[indexOf(r.roles[c-'a'])] = true
	}
	for i := range r.made {
		if r.goesOn[i] || r.made[i] != board.NoRole {
			r.reflecting = append(r.reflecting, uint8(i))
		}
	}
	if f.Own || r.wide != nil {
		return
	}
	for _, made := range r.made {
		for side := range board.Colour(2) {
			if made == board.NoRole || r.spawnHits[side][indexOf(made)] != nil {
				continue
			}
			hits := new([64]board.Bitboard)
			a := &r.men[side.Other()][indexOf(made)].Takes
			for s := range hits {
				hits[s] = r.imagesOf(a.From[s] | a.Origins[s])
			}
			r.spawnHits[side][indexOf(made)] = hits
		}
	}
}

// stays reports whether a piece that captures stays on its landing square. The capture then opens no lines
// other than those through its origin.
func (r *Rules) stays(pc board.Piece) bool {
	return !r.goesOn[index(pc)] || !r.spec.Reflection.Captures
}

// reflects reports whether moves of a piece may have an effect on the image of their landing square.
func (r *Rules) reflects(pc board.Piece) bool {
	return r.goesOn[index(pc)] || r.made[index(pc)] != board.NoRole
}

// Reflected returns the image of a square, or NoSquare if moves have no effect there.
func (r *Rules) Reflected(s board.Square) board.Square {
	if r.spec.Reflection == nil {
		return board.NoSquare
	}
	return r.image[s]
}

// imagesOf returns the images of squares.
func (r *Rules) imagesOf(squares board.Bitboard) (images board.Bitboard) {
	if r.Grid.Files == 8 && r.Grid.Ranks == 8 {
		switch r.spec.Reflection.Map {
		case Rotate:
			return board.Bitboard(bits.Reverse64(uint64(squares)))
		case Ranks:
			return board.Bitboard(bits.ReverseBytes64(uint64(squares)))
		default:
			return board.Bitboard(bits.ReverseBytes64(bits.Reverse64(uint64(squares))))
		}
	}
	for squares &= r.All.Bitboard(); squares != 0; {
		if image := r.image[squares.Pop()]; image != board.NoSquare {
			images |= image.Bit()
		}
	}
	return images
}

// reflect applies the reflection of a move to the position after it, and reports whether the piece went on.
func (r *Rules) reflect(next *board.Position, side board.Colour, landing board.Square, capture, promotion bool) bool {
	f := r.spec.Reflection
	image := r.image[landing]
	if image == board.NoSquare || capture && !f.Captures || promotion && !f.Promotions || next.Piece(image) != board.NoPiece {
		return false
	}
	edge := r.last[0].Has(image) || r.last[1].Has(image)
	moved := next.Piece(landing)
	if r.goesOn[index(moved)] && !promotion {
		if moved.Role() == board.Pawn && edge {
			return false
		}
		r.shift(next, landing, image, moved)
		return true
	}
	made, owner := r.made[index(moved)], side.Other()
	if made == board.NoRole || r.goesOn[index(moved)] && !promotion || made == board.Pawn && edge {
		return false
	}
	if f.Own {
		owner = side
	}
	r.put(next, image, board.NewPiece(owner, made))
	return false
}

// goal holds a kind and the squares on which it wins.
type goal struct {
	role    board.Role
	squares board.Set
}

// Layout of Extra[0]: shownBits bits for the en passant value, plus one, that a FEN shows although no capture
// is legal (0 if there is none), then checksBits bits each for the number of checks given by White and by
// Black.
const (
	shownBits  = 12
	checksBits = 8
	maxChecks  = 1<<checksBits - 1
)

// addGoals compiles the goals and determines the positions in which neither side can win.
func (r *Rules) addGoals() {
	for _, reach := range r.spec.Reach {
		g := goal{role: r.roles[reach.Kind-'a']}
		for _, s := range reach.Squares {
			g.squares.Add(r.Number(s))
		}
		r.goals[0], r.goals[1] = append(r.goals[0], g), append(r.goals[1], g)
	}
	draw := board.SeededRandom(0x636865636b) // "check"
	for side := range r.checkKeys {
		for n := 1; n < len(r.checkKeys[side]); n++ {
			r.checkKeys[side][n] = draw()
		}
	}
	r.dead = r.deadKings()
}

// Checks returns the number of checks that a side has given, in rule sets in which checks win.
func (r *Rules) Checks(p *board.Position, side board.Colour) int {
	return int(p.Extra[0] >> (shownBits + checksBits*int(side&1)) & maxChecks)
}

// setChecks sets the number of checks that a side has given.
func (r *Rules) setChecks(p *board.Position, side board.Colour, n int) {
	n = min(n, maxChecks)
	p.Hash ^= r.checkKeys[side&1][r.Checks(p, side)] ^ r.checkKeys[side&1][n]
	shift := shownBits + checksBits*int(side&1)
	p.Extra[0] = p.Extra[0]&^(maxChecks<<shift) | uint64(n)<<shift
}

// shown returns the en passant value that a FEN shows although no capture is legal, or NoSquare.
func shown(p *board.Position) board.Square {
	if s := p.Extra[0] & (1<<shownBits - 1); s != 0 {
		return board.Square(s - 1)
	}
	return board.NoSquare
}

// over reports whether a goal has ended the game.
func (r *Rules) over(p *board.Position) bool {
	if r.spec.Checks == 0 && len(r.goals[0]) == 0 {
		return false
	}
	_, _, won := r.Won(p)
	return won
}

// Won returns the winner of a position in which a goal has ended the game, with the reason. It returns false
// if no goal has.
func (r *Rules) Won(p *board.Position) (winner board.Colour, why rules.Reason, won bool) {
	if n := r.spec.Checks; n > 0 {
		for _, side := range [...]board.Colour{p.Side.Other(), p.Side} {
			if r.Checks(p, side) >= n {
				return side, rules.ChecksGiven, true
			}
		}
	}
	moved := p.Side.Other()
	for _, g := range r.goals[moved&1] {
		if p.SquaresWith(moved, g.role).And(g.squares) != (board.Set{}) {
			return moved, rules.GoalReached, true
		}
	}
	return 0, "", false
}

// MayWin reports whether a side may still be able to win. It returns false only for a lone royal piece that can
// neither give checkmate nor reach a goal.
func (r *Rules) MayWin(p *board.Position, side board.Colour) bool {
	own := p.SquaresOf(side)
	return !r.dead.possible || !lone(own) || !r.dead.kinds[index(p.Piece(own.First()))]
}

// deadKings describes the positions with two royal pieces in which neither side can win.
type deadKings struct {
	possible bool
	kinds    [maxIndex]bool
}

// deadKings finds the royal kinds that can never attack a piece of the same kind without being attacked.
func (r *Rules) deadKings() (d deadKings) {
	if r.info.Stalemate != rules.StalemateDraws || r.spec.Reflection != nil || len(r.spec.Reach) > 0 {
		return d
	}
	for i := range r.kinds {
		if r.kinds[i].letter == 0 || !r.royal[i] || i == int(board.Pawn) || !r.leaps(board.White, i) || !r.leaps(board.Black, i) {
			continue
		}
		d.kinds[i] = r.mutual(i, board.White) && r.mutual(i, board.Black)
		d.possible = d.possible || d.kinds[i]
	}
	return d
}

// leaps reports whether no piece can block the captures of a kind.
func (r *Rules) leaps(side board.Colour, i int) bool {
	if r.wide != nil {
		return r.wide.men[side&1][i].Leaps
	}
	return !r.men[side&1][i].Takes.Lined
}

// mutual reports whether every capture of a kind of one side is also one of the other side, in reverse. If so, a piece
// attacks one of the same kind only if it is itself attacked. The captures must be leaps.
func (r *Rules) mutual(i int, side board.Colour) bool {
	for s := range r.All.All() {
		_, take := r.moves(side, i, s, board.Set{})
		for to := range take.All() {
			if _, back := r.moves(side.Other(), i, to, board.Set{}); !back.Has(s) {
				return false
			}
		}
	}
	return true
}

// Dead reports whether each side has a single piece, and the two are royal pieces of the same kind that can
// never attack each other safely.
func (r *Rules) Dead(p *board.Position) bool {
	if !r.dead.possible || !lone(p.SquaresOf(board.White)) || !lone(p.SquaresOf(board.Black)) || r.over(p) {
		return false
	}
	own, enemy := p.SquaresOf(board.White), p.SquaresOf(board.Black)
	white, black := index(p.Piece(own.First())), index(p.Piece(enemy.First()))
	return white == black && r.dead.kinds[white]
}
