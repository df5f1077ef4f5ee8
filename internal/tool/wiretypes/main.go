// Command wiretypes writes the TypeScript types of all JSON sent between the page and the server:
//
//	go run ./internal/tool/wiretypes web/src/wire.gen.ts
//
// Types are derived from the Go types by reflection, in the same way as encoding/json. Comments, and
// the values of enumerations, come from the source (source.go). Types with custom JSON encoding are
// handwritten (written.go), and a test compares them with the encoded values.
//
// Run it in the module root.
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
