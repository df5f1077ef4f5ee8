package search_test

import (
	"context"
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
)

// Either rook can mate, and MultiPV shows both moves.
func ExampleSearcher_Search() {
	r := chess.Rules
	p, err := r.Guide().ParsePosition("6k1/5ppp/8/8/8/8/1R3PPP/R5K1 w - - 0 1", rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := eval.New(r, eval.Learnt)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := search.New(r, e, search.Options{})
	res := s.Search(context.Background(), &p, nil, search.Limits{Depth: 6, MultiPV: 2}, nil)
	for _, line := range res.Lines {
		n, mate := search.MateIn(line.Score)
		fmt.Println(line.Line, r.Guide().FormatSAN(&p, line.PV[0]), mate, n)
	}
	// Output:
	// 1 Ra8# true 1
	// 2 Rb8# true 1
}

// material is an evaluator that counts pieces. Only Evaluate is required.
type material struct{}

// Evaluate returns centipawns for the side to move.
func (material) Evaluate(p *board.Position) int {
	value := map[board.Role]int{board.Pawn: 100, board.Knight: 300, board.Bishop: 300, board.Rook: 500, board.Queen: 900}
	score := 0
	for role, worth := range value {
		own, other := p.ByColour(p.Side)&p.ByRole(role), p.ByColour(p.Side.Other())&p.ByRole(role)
		score += worth * (own.Count() - other.Count())
	}
	return score
}

// A search with a custom evaluator finds a fork.
func ExampleNew() {
	r := chess.Rules
	p, err := r.Guide().ParsePosition("r3k3/7p/8/1N6/8/8/P7/4K3 w - - 0 1", rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := search.New(r, material{}, search.Options{HashMB: 1})
	res := s.Search(context.Background(), &p, nil, search.Limits{Depth: 5}, nil)
	fmt.Println(r.Guide().FormatSAN(&p, res.Best))
	// Output: Nc7+
}
