// Package variant lists the built-in rule sets.
package variant

import (
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant/alice"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/cylinder"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/meder"
	"github.com/tainchess/tain/variant/mirrorsquare"
	"github.com/tainchess/tain/variant/nachfolger"
	"github.com/tainchess/tain/variant/portal"
	"github.com/tainchess/tain/variant/triboard"
	"github.com/tainchess/tain/variant/trid"
)

// Builtin returns a registry of the built-in rule sets in display order. The registry also compiles
// definitions and, except in the browser, finds gallery games.
func Builtin() *registry.Registry {
	return registry.New(
		triboard.Rules,
		mirrorsquare.Rules,
		nachfolger.Rules,
		trid.Rules,
		meder.Rules,
		portal.Rules,
		cylinder.Rules,
		alice.Rules,
		chess.Rules,
	).Reading(reading(definition.NewCache().Read))
}
