package variant_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/variant"
)

// TestStrayHash checks that a name in which # is not followed by a hash is unknown. Looking up such a name
// must not recurse.
func TestStrayHash(t *testing.T) {
	for _, name := range []string{"a#}", "x#}#abc", "a##b", "chess#", "#", "#}", strings.Repeat("#a", 30_000)} {
		if r, ok := variant.Builtin().Find(name); ok {
			t.Errorf("Find(%.20q) = %s", name, r.Info().Name)
		}
	}
}
