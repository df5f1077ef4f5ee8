package describe_test

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant/nachfolger"
)

func ExampleSentence() {
	r := nachfolger.Rules
	p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := r.Guide().ParseMove(&p, "e4")
	fmt.Println(describe.Sentence(r, &p, m), err)
	// Output: White pawn to e4; a black knight appears on d5 <nil>
}
