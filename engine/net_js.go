package engine

import (
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// OwnNet returns no evaluator: the program for the browser carries no nets, and
// plays by weights.
func OwnNet(rules.Rules) (eval.Evaluator, error) { return nil, nil }
