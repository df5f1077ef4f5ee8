package flat_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/cylinder"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
	"github.com/tainchess/tain/variant/mirrorsquare"
	"github.com/tainchess/tain/variant/nachfolger"
	"github.com/tainchess/tain/variant/triboard"
)

var all = []*flat.Rules{chess.Rules, cylinder.Rules, triboard.Rules, mirrorsquare.Rules, nachfolger.Rules}

// throw returns a random position that may be unreachable in a game. It has any number of kings, and either
// side may be in check. It may have castling rights and an en passant square if the pieces allow them.
func throw(dice *rand.Rand, r *flat.Rules) board.Position {
	p := board.Empty()
	put := func(s board.Square, c board.Colour, k board.Role) {
		if p.Piece(s) == board.NoPiece && (k != board.Pawn || s.Rank() != 0 && s.Rank() != 7) {
			p.Put(s, board.NewPiece(c, k))
		}
	}
	anywhere := func() board.Square { return board.Square(dice.IntN(64)) }
	if dice.IntN(2) == 0 {
		p.Pass()
	}
	if r.Info().Castling && dice.IntN(3) == 0 {
		var rights board.Castling
		for side, first := range []board.Square{0, 56} {
			put(first+4, board.Colour(side), board.King)
			for i, corner := range []board.Square{7, 0} {
				if dice.IntN(3) > 0 {
					put(first+corner, board.Colour(side), board.Rook)
					rights |= board.WhiteShort << (2*side + i)
				}
			}
		}
		p.SetCastling(rights)
	}
	for c := board.White; c <= board.Black; c++ {
		for range []int{0, 1, 1, 1, 1, 1, 2, 3}[dice.IntN(8)] {
			put(anywhere(), c, board.King)
		}
	}
	throwPush(dice, &p, put)
	most := []int{4, 12, 25, 60}[dice.IntN(4)]
	for range dice.IntN(most) {
		s := anywhere()
		if ep := p.EnPassant(); ep != board.NoSquare && s.File() == ep.File() {
			continue // keep the path of the pushed pawn empty
		}
		put(s, board.Colour(dice.IntN(2)), board.Role(1+dice.IntN(5)))
	}
	return p
}

// throwPush adds, half of the time, a pawn that has just made a double push, with enemy pawns next to it.
func throwPush(dice *rand.Rand, p *board.Position, put func(board.Square, board.Colour, board.Role)) {
	if dice.IntN(2) == 0 {
		return
	}
	file := dice.IntN(8)
	pushed, ahead := board.At(file, 4), 8
	if p.Side == board.Black {
		pushed, ahead = board.At(file, 3), -8
	}
	crossed := board.Square(int(pushed) + ahead)
	home := board.Square(int(crossed) + ahead)
	if p.Occupied()&(pushed.Bit()|crossed.Bit()|home.Bit()) != 0 {
		return
	}
	put(pushed, p.Side.Other(), board.Pawn)
	for _, side := range []int{1, 7} {
		if dice.IntN(3) > 0 {
			put(board.At((file+side)&7, pushed.Rank()), p.Side, board.Pawn)
		}
	}
	p.SetEnPassant(crossed)
}

// each runs a check on many random positions in every rule set.
func each(t *testing.T, positions uint64, check func(t *testing.T, r *flat.Rules, p *board.Position)) {
	for _, r := range all {
		t.Run(r.Info().Name, func(t *testing.T) {
			t.Parallel()
			for seed := range positions {
				p := throw(rand.New(rand.NewPCG(seed, 23)), r)
				if check(t, r, &p); t.Failed() {
					t.Fatalf("seed %d: %s", seed, r.Guide().FormatPosition(&p))
				}
			}
		})
	}
}

// TestCaptures checks that Captures returns exactly the pseudo-legal captures and promotions.
func TestCaptures(t *testing.T) {
	each(t, 3000, func(t *testing.T, r *flat.Rules, p *board.Position) {
		var list board.MoveList
		r.PseudoLegal(p, &list)
		var want []board.Move
		for _, m := range list.All() {
			if r.Guide().Class(p, m)&(rules.Capture|rules.Promotion) != 0 {
				want = append(want, m)
			}
		}
		list.Reset()
		r.Captures(p, &list)
		got := slices.Sorted(slices.Values(list.All()))
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("Captures: %v, want %v", got, want)
		}
	})
}

// TestAttackers checks that the attackers of an enemy piece are the pieces that have a pseudo-legal move to
// its square. It excludes en passant.
func TestAttackers(t *testing.T) {
	each(t, 1000, func(t *testing.T, r *flat.Rules, p *board.Position) {
		p.SetEnPassant(board.NoSquare)
		var list board.MoveList
		r.PseudoLegal(p, &list)
		enemy := p.ByColour(p.Side.Other())
		want := map[board.Square]board.Bitboard{}
		for _, m := range list.All() {
			if enemy.Has(m.To()) {
				want[m.To()] |= m.From().Bit()
			}
		}
		for squares := enemy; squares != 0; {
			s := squares.Pop()
			if got := r.Attackers(p, s, p.Side, p.Occupied()); got != want[s] {
				t.Errorf("attackers of %v = %x, want %x", s, got, want[s])
			}
		}
		kings, attacked := r.Kings(p, p.Side.Other())
		if kings != p.SquaresWith(p.Side.Other(), board.King) {
			t.Errorf("Kings: %x", kings)
		}
		for s := range kings.All() {
			if attacked.Has(s) != (want[s] != 0) {
				t.Errorf("the king on %v: attacked = %v", s, attacked.Has(s))
			}
		}
	})
}

// TestPawnSets compares the moves of a set of pawns with the moves of each pawn.
func TestPawnSets(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		pawns := board.Bitboard(dice.Uint64()&dice.Uint64()) &^ (0xff | 0xff<<56)
		occupied := pawns | board.Bitboard(dice.Uint64()&dice.Uint64())
		for side := board.White; side <= board.Black; side++ {
			var one, two, hit [2]board.Bitboard
			one[0], two[0] = topology.Pushes(side, pawns, occupied)
			for _, r := range []*flat.Rules{chess.Rules, triboard.Rules} {
				left, right := r.Topology.PawnAttacks(side, pawns)
				hit[0], hit[1] = left|right, 0
				one[1], two[1] = 0, 0
				for rest := pawns; rest != 0; {
					s := rest.Pop()
					hit[1] |= r.Topology.Pawn[side][s]
					ahead := topology.Ahead(side, s)
					if occupied.Has(ahead) {
						continue
					}
					one[1] |= ahead.Bit()
					if next := topology.Ahead(side, ahead); s.Rank() == 1+5*int(side) && !occupied.Has(next) {
						two[1] |= next.Bit()
					}
				}
				if one[0] != one[1] || two[0] != two[1] || hit[0] != hit[1] {
					t.Fatalf("%v pawns %x among %x: %x %x %x, want %x %x %x", side, pawns, occupied, one[0], two[0], hit[0], one[1], two[1], hit[1])
				}
			}
		}
	}
}

// TestReach checks that Attacks returns the attacks for each role except pawns.
func TestReach(t *testing.T) {
	occupied := board.Bitboard(0x8142240000244281)
	for s := board.Square(0); s < 64; s++ {
		for k, want := range map[board.Role]board.Bitboard{
			board.Knight: topology.Cylinder.Knight[s],
			board.Bishop: topology.Cylinder.Bishop(s, occupied),
			board.Rook:   topology.Cylinder.Rook(s, occupied),
			board.Queen:  topology.Cylinder.Queen(s, occupied),
			board.King:   topology.Cylinder.King[s],
		} {
			if got := triboard.Rules.Topology.Attacks(k, s, occupied); got != want {
				t.Errorf("a %v on %v reaches %x, want %x", k, s, got, want)
			}
		}
	}
}

func TestSquares(t *testing.T) {
	squares := flat.Squares()
	if len(squares) != 64 {
		t.Fatalf("Squares() has %d squares, want 64", len(squares))
	}
	dark := 0
	for i, s := range squares {
		if at := board.At(s.X, s.Y); at != board.Square(i) || s.Name != at.String() || s.Level != "" {
			t.Errorf("square %d = %+v", i, s)
		}
		if s.Dark {
			dark++
		}
	}
	if dark != 32 || !squares[0].Dark || squares[7].Dark {
		t.Errorf("%d dark squares, a1 dark %v, h1 dark %v", dark, squares[0].Dark, squares[7].Dark)
	}
}
