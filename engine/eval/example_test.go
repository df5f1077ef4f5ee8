package eval_test

import (
	"fmt"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// A score is relative to the side to move.
func Example() {
	r, ok := variant.Builtin().Find("chess")
	if !ok {
		return
	}
	e, err := eval.New(r, eval.Learnt)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := r.Guide().ParsePosition("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1", rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("a queen ahead:", e.Evaluate(&p) > 500)
	p.Pass()
	fmt.Println("a queen behind:", e.Evaluate(&p) < -500)
	// Output:
	// a queen ahead: true
	// a queen behind: true
}

// A trace lists the count of each term in a score.
func ExampleExplainer() {
	r, ok := variant.Builtin().Find("chess")
	if !ok {
		return
	}
	e, err := eval.New(r, eval.Learnt)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := r.Guide().ParsePosition("4k3/8/8/8/8/8/PPP5/R3K3 w - - 0 1", rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var trace eval.Trace
	e.Trace(&p, &trace)
	for i, term := range eval.Terms(r) {
		if n := trace.Counts[i]; n != 0 && i < 6 {
			fmt.Println(term, n)
		}
	}
	// Output:
	// material-pawn 3
	// material-rook 1
}
