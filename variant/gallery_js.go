package variant

import "github.com/tainchess/tain/rules/registry"

// reading omits the gallery, because the page has its own copy.
func reading(read registry.ReadDefinition) registry.ReadDefinition { return read }
