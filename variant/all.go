// Package variant lists the rule sets.
package variant

import (
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/cylinder"
	"github.com/tainchess/tain/variant/meder"
	"github.com/tainchess/tain/variant/mirrorsquare"
	"github.com/tainchess/tain/variant/nachfolger"
	"github.com/tainchess/tain/variant/triboard"
	"github.com/tainchess/tain/variant/trid"
)

// All returns the rule sets in the order in which they are shown.
func All() []rules.Rules {
	return []rules.Rules{
		triboard.Rules,
		mirrorsquare.Rules,
		nachfolger.Rules,
		trid.Rules,
		meder.Rules,
		cylinder.Rules,
		chess.Rules,
	}
}

// ByName returns the rule set with an id, and whether there is one.
func ByName(name string) (rules.Rules, bool) {
	for _, r := range All() {
		if r.Info().Name == name {
			return r, true
		}
	}
	return nil, false
}
