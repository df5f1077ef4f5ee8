package text_test

import (
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// BenchmarkSAN formats and parses all legal moves in a complex position.
func BenchmarkSAN(b *testing.B) {
	r := positions.Rules(b, variant.Builtin(), "chess")
	g := r.Guide()
	p := positions.From(b, r, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	legal := rules.LegalMoves(r, &p)
	var texts []string
	for _, m := range legal {
		texts = append(texts, g.FormatSAN(&p, m))
	}
	b.Run("write", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			g.FormatSAN(&p, legal[i%len(legal)])
		}
	})
	b.Run("read", func(b *testing.B) {
		var m board.Move
		for i := 0; b.Loop(); i++ {
			m, _ = g.ParseMove(&p, texts[i%len(texts)])
		}
		if m == board.NoMove {
			b.Error("no move was parsed")
		}
	})
}
