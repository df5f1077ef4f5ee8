package rules_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// flats are the rule sets of one 8x8 board.
var flats = []string{"chess", "cylinder", "triboard", "mirrorsquare", "nachfolger"}

func ruleSet(t testing.TB, name string) rules.Rules {
	t.Helper()
	r, ok := variant.Builtin().Find(name)
	if !ok {
		t.Fatalf("no rule set %q", name)
	}
	return r
}

// position reads a position; the word "start" stands for the starting one.
func position(t testing.TB, r rules.Rules, text string) *board.Position {
	t.Helper()
	if text == "start" {
		text = r.Info().Start
	}
	p, err := r.Guide().ParsePosition(text, rules.ParseOptions{AllowNoKing: true})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return &p
}

// legal reads a move by UCI notation among the legal ones.
func legal(t testing.TB, r rules.Rules, p *board.Position, text string) board.Move {
	t.Helper()
	for _, m := range rules.LegalMoves(r, p) {
		if r.Guide().FormatUCI(p, m) == text {
			return m
		}
	}
	t.Fatalf("%s: %s is not legal in %s", r.Info().Name, text, r.Guide().FormatPosition(p))
	return board.NoMove
}

// randomGames plays games of random moves, half of them captures where there
// are any, and calls a function with every position and the move chosen in it.
func randomGames(t *testing.T, r rules.Rules, games, plies int, f func(p *board.Position, m board.Move)) {
	t.Helper()
	random := rand.New(rand.NewPCG(11, 5))
	for range games {
		p := *position(t, r, "start")
		for range plies {
			moves := rules.LegalMoves(r, &p)
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			if p.Piece(m.To()) == board.NoPiece {
				m = moves[random.IntN(len(moves))]
			}
			f(&p, m)
			var next board.Position
			r.Apply(&p, m, &next)
			p = next
		}
	}
}
