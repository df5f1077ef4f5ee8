package fairy_test

import (
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/fairy"
)

// BenchmarkPerft counts moves in the definitions in names, and in chess for comparison.
func BenchmarkPerft(b *testing.B) {
	run := func(name string, r rules.Rules, depth int) {
		b.Run(name, func(b *testing.B) {
			p := positions.From(b, r, "")
			var n uint64
			for b.Loop() {
				n += perft.Count(r, &p, depth)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
	run("chess", chess.Rules, 5)
	for _, name := range names {
		run(name, load(b, name), 4)
	}
	for name, text := range extra {
		r, err := fairy.New(decode(b, text[:1]+`"name":"test",`+text[1:]))
		if err != nil {
			b.Fatalf("fairy.New: %v", err)
		}
		run(name, r, 4)
	}
}
