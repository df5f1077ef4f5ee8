package engine

import (
	"fmt"
	"math/rand/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
)

// OwnTables returns the embedded endgame tables of a rule set, or nil if it has none.
func OwnTables(r rules.Rules) search.Tables {
	if set := tablebase.Own(r); set != nil {
		return set
	}
	return nil
}

// OwnNet returns the evaluator for a rule set's embedded net, or nil if it has none.
func OwnNet(r rules.Rules) (eval.Evaluator, error) {
	data, ok := bundle.Read(r, bundle.Net)
	if !ok {
		return nil, nil
	}
	return ReadNet(r, []byte(data))
}

// NewEvaluator returns the evaluator for a rule set and mode: the embedded net if the mode uses nets and the
// rule set has one, or else the result of eval.New.
func NewEvaluator(r rules.Rules, mode eval.Mode) (eval.Evaluator, error) {
	if mode.PlaysNet() {
		if e, err := OwnNet(r); e != nil || err != nil {
			return e, err
		}
	}
	return eval.New(r, mode)
}

// ReadNet parses a net for a rule set and returns its evaluator.
func ReadNet(r rules.Rules, data []byte) (eval.Evaluator, error) {
	net, err := nnue.Read(r, data)
	if err != nil {
		return nil, fmt.Errorf("the net of %s %w", r.Info().Name, err)
	}
	return nnue.New(r, net)
}

// LoadNet reads a net for a rule set from a file and returns its evaluator.
func LoadNet(r rules.Rules, name string) (eval.Evaluator, error) {
	net, err := nnue.Load(r, name)
	if err != nil {
		return nil, err
	}
	return nnue.New(r, net)
}

// Book is an opening book.
type Book interface {
	// Move returns a random book move for a position, or false if there is none.
	Move(p *board.Position, rng *rand.Rand) (board.Move, bool)
}

// OwnBook returns the embedded book of a rule set, or nil if it has none or the book cannot be parsed.
func OwnBook(r rules.Rules) Book {
	b, err := book.For(r)
	if err != nil || b.Len() == 0 {
		return nil // play without a book
	}
	return b
}

// BookMove returns a random move from a book and true, or false if there is none or it is illegal. The book may
// be nil. The choice among several moves depends only on the seed and the position, so that games are
// reproducible. Seed 0 means a random seed.
func BookMove(b Book, r rules.Rules, p *board.Position, seed uint64) (board.Move, bool) {
	if b == nil {
		return board.NoMove, false
	}
	if seed == 0 {
		seed = rand.Uint64()
	}
	m, ok := b.Move(p, rand.New(rand.NewPCG(seed, p.Hash)))
	if !ok || !rules.Legal(r, p, m) {
		return board.NoMove, false
	}
	return m, true
}
