// Wiretypes writes the TypeScript types of everything that goes over the wire:
//
//	go run ./internal/tool/wiretypes web/src/wire.gen.ts
//
// The shape of each type comes from its Go type by reflection, as encoding/json
// sees it; comments, and the values of types with a fixed set of them, come
// from the source (source.go). Types with their own JSON encoding are listed by
// hand (written.go); a test compares the list with what they encode.
//
// Run it in the root of the module.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: wiretypes FILE")
		os.Exit(2)
	}
	text, err := generate(".")
	if err == nil {
		err = os.WriteFile(os.Args[1], text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "wiretypes:", err)
		os.Exit(1)
	}
}
