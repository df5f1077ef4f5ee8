package meder_test

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/meder"
)

// Meder's rules use the same pieces as trid but different rules for boards, which never rotate.
func Example() {
	start, err := meder.Rules.Guide().ParsePosition(meder.Rules.Info().Start, rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = rules.Play(meder.Rules, &start, "QL1^180")
	fmt.Println(err)
	// Output:
	// boards do not rotate in meder
}
