package registry_test

import (
	"fmt"

	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/nachfolger"
)

func ExampleRegistry_Choose() {
	known := registry.New(chess.Rules, nachfolger.Rules)
	r, err := known.Choose("Nachfolger")
	fmt.Println(r.Info().Name, err)
	_, err = known.Choose("ches")
	fmt.Println(err)
	// Output:
	// nachfolger <nil>
	// unknown rule set "ches"; did you mean chess?
}
