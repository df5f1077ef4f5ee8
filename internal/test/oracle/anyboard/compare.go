package anyboard

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Other is the implementation under test, for the same definition. Every function receives the text of a
// position. Functions that are nil are not compared.
type Other struct {
	// Moves returns the legal moves in UCI notation, in any order.
	Moves func(fen string) ([]string, error)
	// Play returns the position after a legal move.
	Play func(fen, uci string) (string, error)
	// InCheck reports whether the side to move is in check.
	InCheck func(fen string) (bool, error)
	// Outcome returns the result and its reason, as Pos.Outcome does.
	Outcome func(fen string) (string, error)
}

// Compare plays random games, from the start and from random positions, and checks in a number of positions
// that both implementations agree. It fails the test at the first difference, and reports whether all
// positions agreed.
func Compare(t testing.TB, g *Game, other Other, dice *rand.Rand, positions int) bool {
	t.Helper()
	ok := true
	Walk(g, dice, positions, func(p *Pos, replies []Reply) bool {
		if err := other.agrees(p, replies); err != nil {
			t.Errorf("%s\n%s: %v", g.text, p.FEN(), err)
			ok = false
		}
		return ok
	})
	return ok
}

// agrees compares one position and all its moves.
func (o Other) agrees(p *Pos, replies []Reply) error {
	fen := p.FEN()
	if o.Moves != nil {
		moves, err := o.Moves(fen)
		moves = slices.Sorted(slices.Values(moves))
		if same := slices.EqualFunc(moves, replies, func(uci string, r Reply) bool { return uci == r.UCI }); err != nil || !same {
			return fmt.Errorf("moves %s (%v)", difference(moves, replies), err)
		}
	}
	if o.Play != nil {
		for _, r := range replies {
			after, err := o.Play(fen, r.UCI)
			if want := r.After.FEN(); err != nil || after != want {
				return fmt.Errorf("after %s:\n%s (%v), want\n%s", r.UCI, after, err, want)
			}
		}
	}
	if o.InCheck != nil {
		check, err := o.InCheck(fen)
		if want := p.InCheck(); err != nil || check != want {
			return fmt.Errorf("in check: %v (%v), want %v", check, err, want)
		}
	}
	if o.Outcome != nil {
		outcome, err := o.Outcome(fen)
		if want := p.Outcome(); err != nil || outcome != want {
			return fmt.Errorf("outcome %q (%v), want %q", outcome, err, want)
		}
	}
	return nil
}

// difference lists the moves that only one of two lists contains.
func difference(moves []string, replies []Reply) string {
	var texts []string
	for _, r := range replies {
		if !slices.Contains(moves, r.UCI) {
			texts = append(texts, "-"+r.UCI)
		}
	}
	for i, uci := range moves {
		if i > 0 && moves[i-1] == uci {
			texts = append(texts, "twice "+uci)
		}
		if !slices.ContainsFunc(replies, func(r Reply) bool { return r.UCI == uci }) {
			texts = append(texts, "+"+uci)
		}
	}
	return strings.Join(texts, " ")
}

// Walk plays random games, from the start and from random positions, and calls visit for a number of positions
// with their legal moves. It stops if visit returns false.
func Walk(g *Game, dice *rand.Rand, positions int, visit func(p *Pos, replies []Reply) bool) {
	for positions > 0 {
		p := g.start
		if scattered, ok := g.Scatter(dice); ok && dice.IntN(3) > 0 {
			p = scattered
		}
		for range min(positions, 1+dice.IntN(30)) {
			replies := p.Replies()
			positions--
			if !visit(p, replies) {
				return
			}
			if len(replies) == 0 {
				break
			}
			p = choose(dice, p, replies)
		}
	}
}

// choose picks a random move. It often prefers a capture or a rarer move: a push that can be captured en
// passant, or a move that loses a castling right.
func choose(dice *rand.Rand, p *Pos, replies []Reply) *Pos {
	pieces := func(p *Pos) (n int) {
		for _, piece := range p.board {
			if isPiece(piece) {
				n++
			}
		}
		return n
	}
	preferred := []func(after *Pos) bool{
		func(after *Pos) bool { return after.formatEP() != "-" },
		func(after *Pos) bool { return !slices.Equal(after.rights, p.rights) },
		func(after *Pos) bool { return pieces(after) != pieces(p) },
		func(*Pos) bool { return true },
	}[dice.IntN(4)]
	for _, i := range dice.Perm(len(replies)) {
		if preferred(replies[i].After) {
			return replies[i].After
		}
	}
	return replies[dice.IntN(len(replies))].After
}
