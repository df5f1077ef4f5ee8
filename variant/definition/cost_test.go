package definition_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/oracle/anyboard"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/definition"
)

// armies returns definitions with ten additional kinds of riders on boards with joined edges, which need more
// tables than any sensible game.
func armies() map[string]string {
	const letters = "acdefghijl"
	army := func(seam, ends, board, start string, moves ...string) string {
		var pieces []string
		for i, letter := range letters {
			pieces = append(pieces, fmt.Sprintf(`"%c":%q`, letter, moves[i%len(moves)]))
		}
		return fmt.Sprintf(`{"name":"x",%s"start":"%s w - - 0 1","seam":{"crossing":%q,"kinds":"pnbrqk%s"},"ends":{"crossing":%q,"kinds":"nbrqk%s"},"pieces":{%s}}`,
			board, start, seam, letters, ends, letters, strings.Join(pieces, ","))
	}
	const (
		square = "8/pppppppp/8/k7/4K3/8/PPPPPPPP/8"
		wide   = "k15/4p11/8P3K3/16"
		tall   = "4/pppp/4/4/2k1/4/4/4/4/4/4/4/4/K3/PPPP/4"
		huge   = "k15/4p11/16/16/16/16/16/16/16/16/16/16/16/16/8P3K3/16"
		riders = "NNDDAAW0F0"
		lame   = "nN0nD0nA0pRpB"
	)
	return map[string]string{
		"torus":       army("wrap", "wrap", "", square, riders),
		"twists":      army("twist", "twist", "", square, riders, lame),
		"sphere":      army("wrap", "pole", "", square, riders, "ffNfsNNNA0"),
		"hurdles":     army("twist", "twist", "", square, "pQgQ", "gRpB"),
		"wide":        army("twist", "twist", `"board":{"files":16,"ranks":4},`, wide, lame, "flF0frF0fW0lW0N0D0A0"),
		"tall":        army("wrap", "pole", `"board":{"files":4,"ranks":16},`, tall, riders, lame),
		"huge torus":  army("wrap", "wrap", `"board":{"files":15,"ranks":16},`, "k14/4p10/15/15/15/15/15/15/15/15/15/15/15/15/8P3K2/15", riders, lame),
		"huge twists": army("twist", "twist", `"board":{"files":16,"ranks":16},`, huge, riders, lame),
		"huge sphere": army("wrap", "pole", `"board":{"files":16,"ranks":16},`, huge, riders, "ffNfsNNNA0"),
		"huge jumps":  army("twist", "twist", `"board":{"files":16,"ranks":16},`, huge, "pQgQ", "gRpB"),
		"chess kinds": `{"name":"x","seam":{"crossing":"twist","kinds":"pnbrqk"}}`,
	}
}

// TestCost checks that the memory of a compiled definition is bounded.
func TestCost(t *testing.T) {
	live := func() int {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	for name, text := range armies() {
		before := live()
		r := read(t, text).Compile()
		grown := live() - before
		size := r.(interface{ Size() int }).Size()
		t.Logf("%s: %d kB, Size %d kB", name, grown>>10, size>>10)
		if size > 9<<20 || name == "chess kinds" && size > 3<<19 {
			t.Errorf("%s: Size = %d", name, size)
		}
		if grown > size*5/4+100<<10 {
			t.Errorf("%s: uses %d bytes, Size = %d", name, grown, size)
		}
		runtime.KeepAlive(r)
	}
}

// TestArmies compares the moves in games of these definitions with package anyboard. Some of their lines are
// walked instead of looked up.
func TestArmies(t *testing.T) {
	for name, text := range armies() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, err := anyboard.New(text)
			if err != nil {
				t.Fatalf("anyboard.New: %v", err)
			}
			compareAnyBoard(t, text, g, rand.New(rand.NewPCG(2, 35)), 20)
		})
	}
}

// BenchmarkArmies parses, compiles and generates moves.
func BenchmarkArmies(b *testing.B) {
	all := armies()
	all["plain"] = `{"name":"x"}`
	for name, text := range all {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				d, _, err := definition.Parse(text)
				if err != nil {
					b.Fatalf("definition.Parse: %v", err)
				}
				r := d.Compile()
				p, _ := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
				rules.LegalMoves(r, &p)
			}
		})
	}
}
