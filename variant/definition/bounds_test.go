package definition_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tainchess/tain/variant/definition"
)

// costly returns definitions that are expensive to parse and compile. They combine all rules and use the
// maximum lengths.
func costly() map[string]string {
	full := func(name, more string) string {
		return fmt.Sprintf(`{"name":%q,"title":%q,"seam":{"crossing":"hop","kinds":"pnbrq"},"reflection":{"map":"files",`+
			`"makes":{"p":"n","n":"b","b":"r","r":"q","q":"k","k":"p"},"captures":true,"goes_on":"qk","promotions":false},"double_push":false,`+
			`"promotes":"nbrq","stalemate":"win","boards":3,"start":"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"%s}`,
			name, strings.Repeat("é", 80), more)
	}
	var unknown strings.Builder
	for i := range 700 {
		fmt.Fprintf(&unknown, `,"field-%d":{"a":1}`, i)
	}
	fill := func(text string) string { return text + strings.Repeat(" ", 16<<10-len(text)) }
	return map[string]string{
		"all rules":      full(strings.Repeat("x", 40), ""),
		"16 KB":          fill(full("x", "")),
		"unknown fields": full("x", unknown.String()),
		"deep":           `{"name":"x","seam":` + strings.Repeat(`{"a":`, 2500) + strings.Repeat("}", 2501),
		"lists":          `{"name":"x","start":` + strings.Repeat("[", 8000) + strings.Repeat("]", 8000) + "}",
		"TOML":           "name = \"x\"\n" + strings.Repeat("[a]\n", 4000),
		"TOML, deep":     "name = " + strings.Repeat("[", 16000),
	}
}

// TestBounds checks that parsing and compiling a costly definition allocates at most a few megabytes, and
// that its error message is short.
func TestBounds(t *testing.T) {
	for name, text := range costly() {
		if len(text) > 16<<10 {
			t.Fatalf("%s has %d bytes", name, len(text))
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d, _, err := definition.Parse(text)
		if err == nil {
			d.Compile()
		} else if name == "all rules" || name == "16 KB" {
			t.Errorf(`Parse of %s: %v; want no error`, name, err)
		}
		runtime.ReadMemStats(&after)
		if made := after.TotalAlloc - before.TotalAlloc; made > 4<<20 {
			t.Errorf("%s: allocated %d bytes", name, made)
		}
		if err != nil && len(err.Error()) > 8<<10 {
			t.Errorf("%s: the error has %d bytes", name, len(err.Error()))
		}
	}
}

// BenchmarkBounds measures parsing and compiling costly definitions.
func BenchmarkBounds(b *testing.B) {
	for name, text := range costly() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if d, _, err := definition.Parse(text); err == nil {
					d.Compile()
				}
			}
		})
	}
}
