package engine

import (
	"fmt"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
)

// OwnNet returns the evaluator of the net that lies beside a rule set, nil if it
// has none.
func OwnNet(r rules.Rules) (eval.Evaluator, error) {
	data, ok := bundle.Read(r, bundle.Net)
	if !ok {
		return nil, nil
	}
	return ReadNet(r, []byte(data))
}

// ReadNet returns the evaluator of a rule set's net.
func ReadNet(r rules.Rules, data []byte) (eval.Evaluator, error) {
	net, err := nnue.Read(r, data)
	if err != nil {
		return nil, fmt.Errorf("the net of %s %w", r.Info().Name, err)
	}
	return nnue.New(r, net)
}

// LoadNet returns the evaluator of a rule set's net in a file.
func LoadNet(r rules.Rules, name string) (eval.Evaluator, error) {
	net, err := nnue.Load(r, name)
	if err != nil {
		return nil, err
	}
	return nnue.New(r, net)
}
