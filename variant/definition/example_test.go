package definition_test

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
)

// This example defines chess in which a quiet knight move spawns another knight of the same colour on the
// opposite square.
func Example() {
	d, _, err := definition.Parse(`
name = "echo"
[reflection]
makes  = { n = "n" }
colour = "own"
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := definition.Resolve(d, variant.Builtin())
	if err != nil {
		fmt.Println(err)
		return
	}
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	played, err := rules.Play(r, &start, "Nf3")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(describe.Sentence(r, &start, played.Move))
	// Output: White knight to f3; a white knight appears on c6
}
