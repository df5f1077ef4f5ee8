package bundle_test

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/portal"
)

// This example reads the title of a rulebook.
func Example() {
	text, ok := bundle.Read(portal.Rules, bundle.Rulebook)
	if !ok {
		fmt.Println("no rulebook")
		return
	}
	title, _, _ := strings.Cut(text, "\n")
	fmt.Println(title)
	// Output:
	// # Portal chess
}
