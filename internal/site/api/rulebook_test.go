package api_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/variant"
)

// TestRulebook asks for the rulebook of a rule set, of a definition, and of one
// that is none.
func TestRulebook(t *testing.T) {
	service := api.NewService(variant.Builtin())
	for variant, want := range map[string]string{
		"mirrorsquare": "A king spawns a king",
		`{"name":"hop","seam":{"crossing":"hop","kinds":"b"}}`: "Bishops hop",
	} {
		book, err := service.Rulebook(wire.RulebookRequest{Variant: variant})
		if text := string(wire.Encode(book)); err != nil || !strings.Contains(text, want) {
			t.Errorf("%s: %v, and nothing of %q", variant, err, want)
		}
	}
	for _, variant := range []string{"", "none", `{"name":"x","boards":2}`, `{`} {
		if _, err := service.Rulebook(wire.RulebookRequest{Variant: variant}); err == nil {
			t.Errorf("%q has a rulebook", variant)
		}
	}
}
