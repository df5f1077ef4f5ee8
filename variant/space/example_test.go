package space_test

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant/space"
	"github.com/tainchess/tain/variant/trid"
)

// This example creates a rule set in which boards never rotate.
func ExampleNew() {
	policy := space.TridPolicy
	policy.Turns = false
	still := space.New(rules.Info{Name: "still", Title: "Still", Parent: trid.Rules}, policy)
	// White's queen is alone on its board.
	p, err := still.Guide().ParsePosition("W:4/4/PPPP/NBBN|N:4/4/4/4|B:nbbn/pppp/4/4|QL1w:2/1Q|QL6b:rq/pp|KL1w:PP/KR|KL6b:kr/pp w Kkq - * 0 1", rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = rules.Play(still, &p, "QL1^180")
	fmt.Println(err)
	played, err := rules.Play(still, &p, "QL1-QL2")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(describe.Sentence(still, &p, played.Move))
	// Output:
	// boards do not rotate in still
	// White moves the board on QL1 to QL2; the white queen is carried from a0QL1 to a4QL2
}
