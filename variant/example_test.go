package variant_test

import (
	"fmt"

	"github.com/tainchess/tain/variant"
)

// This example finds a built-in rule set by its name.
func ExampleBuiltin() {
	r, ok := variant.Builtin().Find("triboard")
	fmt.Println(ok, r.Info().Name)
	// Output: true triboard
}
