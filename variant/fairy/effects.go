package fairy

import (
	"math/bits"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/fairy/tables"
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
			all := r.start.Pieces(homes, k.role)
			r.rebirth[side][i] = new([64]board.Square)
			for s := range board.Square(64) {
				r.rebirth[side][i][s] = r.reborn(side, k.role, all, s)
			}
		}
	}
}

// reborn chooses among the squares on which a piece captured on a square could come back. It returns NoSquare
// if the choice is not unique.
func (r *Rules) reborn(side board.Colour, k board.Role, all board.Bitboard, captured board.Square) board.Square {
	var some board.Bitboard
	for rest := all; rest != 0; {
		s := rest.Pop()
		if k == board.Pawn && r.File(s) == r.File(captured) ||
			k != board.Pawn && (lone(all) || (r.File(s)+r.Rank(s)-r.File(captured)-r.Rank(captured))%2 == 0) {
			some |= s.Bit()
		}
	}
	if !lone(some) || k == board.Pawn && r.last[side&1]&some != 0 {
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
	for s := range board.Square(64) {
		r.image[s] = board.NoSquare
		if !r.All.Has(s) {
			continue
		}
		file, rank := r.File(s), r.Rank(s)
		if f.Map != Ranks {
			file = r.Grid.Files - 1 - file
		}
		if f.Map != Files {
			rank = r.Grid.Ranks - 1 - rank
		}
		if image := r.At(file, rank); image != s && r.All.Has(image) {
			r.image[s], r.imageBits[s] = image, image.Bit()
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
	if f.Own {
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
	return r.image[s&63]
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
	for squares &= r.All; squares != 0; {
		if image := r.image[squares.Pop()&63]; image != board.NoSquare {
			images |= image.Bit()
		}
	}
	return images
}

// reflect applies the reflection of a move to the position after it, and reports whether the piece went on.
func (r *Rules) reflect(next *board.Position, side board.Colour, landing board.Square, capture, promotion bool) bool {
	f := r.spec.Reflection
	image := r.image[landing&63]
	if image == board.NoSquare || capture && !f.Captures || promotion && !f.Promotions || next.Piece(image) != board.NoPiece {
		return false
	}
	edge := r.last[0] | r.last[1]
	moved := next.Piece(landing)
	if r.goesOn[index(moved)] && !promotion {
		if moved.Role() == board.Pawn && edge.Has(image) {
			return false
		}
		next.Shift(landing, image, moved)
		return true
	}
	made, owner := r.made[index(moved)], side.Other()
	if made == board.NoRole || r.goesOn[index(moved)] && !promotion || made == board.Pawn && edge.Has(image) {
		return false
	}
	if f.Own {
		owner = side
	}
	next.Put(image, board.NewPiece(owner, made))
	return false
}

// goal holds a kind and the squares on which it wins.
type goal struct {
	role    board.Role
	squares board.Bitboard
}

// Layout of Extra[0]: shownBits bits for the en passant value, plus one, that a FEN shows although no capture
// is legal (0 if there is none), then checksBits bits each for the number of checks given by White and by
// Black.
const (
	shownBits  = 9
	checksBits = 8
	maxChecks  = 1<<checksBits - 1
)

// addGoals compiles the goals and determines the positions in which neither side can win.
func (r *Rules) addGoals() {
	for _, reach := range r.spec.Reach {
		g := goal{role: r.roles[reach.Kind-'a']}
		for _, s := range reach.Squares {
			g.squares |= r.Number(s).Bit()
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
		if p.Pieces(moved, g.role)&g.squares != 0 {
			return moved, rules.GoalReached, true
		}
	}
	return 0, "", false
}

// MayWin reports whether a side may still be able to win. It returns false only for a lone royal piece that can
// neither give checkmate nor reach a goal.
func (r *Rules) MayWin(p *board.Position, side board.Colour) bool {
	own := p.ByColour(side)
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
		white, black := &r.men[0][i].Takes, &r.men[1][i].Takes
		if r.kinds[i].letter == 0 || !r.royal[i] || white.Lined || black.Lined {
			continue
		}
		d.kinds[i] = i != int(board.Pawn) && mutual(white, black) && mutual(black, white)
		d.possible = d.possible || d.kinds[i]
	}
	return d
}

// mutual reports whether other contains the reverse of every leap of one. If so, a piece with the leaps of one
// attacks a piece with the leaps of other only if it is itself attacked.
func mutual(one, other *tables.Attacks) bool {
	for s := range board.Square(64) {
		for all := one.Leaps[s]; all != 0; {
			if to := all.Pop(); !other.Leaps[to&63].Has(s) {
				return false
			}
		}
	}
	return true
}

// Dead reports whether each side has a single piece, and the two are royal pieces of the same kind that can
// never attack each other safely.
func (r *Rules) Dead(p *board.Position) bool {
	if !r.dead.possible || !lone(p.ByColour(board.White)) || !lone(p.ByColour(board.Black)) || r.over(p) {
		return false
	}
	white, black := index(p.Piece(p.ByColour(board.White).First())), index(p.Piece(p.ByColour(board.Black).First()))
	return white == black && r.dead.kinds[white]
}
