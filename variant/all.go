// Package variant lists the rule sets that come with the program.
package variant

import (
	"github.com/tainchess/tain/rules/registry"
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

// Builtin returns the rule sets in the order in which they are shown, and reads
// definitions. A program calls it once and hands the registry down.
func Builtin() *registry.Registry {
	return registry.New(
		triboard.Rules,
		mirrorsquare.Rules,
		nachfolger.Rules,
		trid.Rules,
		meder.Rules,
		portal.Rules,
		cylinder.Rules,
		chess.Rules,
	).Reading(definition.NewShelf().Read)
}
