package tablebase_test

import (
	"context"
	"fmt"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/cylinder"
)

// A rook mates a bare king on the plane. On a cylinder it usually cannot, because there is no corner to drive
// the king into. A queen mates on both.
func Example() {
	r := cylinder.Rules
	set, err := tablebase.NewSet(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range []tablebase.Material{"KQK", "KRK"} {
		table, err := tablebase.Build(context.Background(), r, m, set.Probe, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		set.Add(table)
		won := table.Header.White
		fmt.Printf("%s: White to move wins %.1f %%\n", m, 100*float64(won.Won)/float64(won.Total()))
	}
	p, err := r.Guide().ParsePosition("Q7/8/8/4k3/8/8/8/K7 w - - 0 1", rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	value, _ := set.Probe(&p)
	line := engine.SAN(r, &p, set.Line(&p, 100))
	fmt.Println("mate in", value.Plies(), "plies, the last is", line[len(line)-1])
	// Output:
	// KQK: White to move wins 100.0 %
	// KRK: White to move wins 2.8 %
	// mate in 19 plies, the last is Qe1#
}
