// Wiretypes writes the TypeScript types of everything that goes over the wire:
//
//	go run ./internal/tool/wiretypes web/src/wire.gen.ts
//
// The shape of each type is read off its Go type by reflection, as
// encoding/json sees it; what is said about it, and the values of a type that
// has only some, come from the source (source.go). Types that write their JSON
// themselves are in a list (written.go), which a test compares to what they
// write.
//
// It is run in the root of the module.
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
