package api_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/variant"
)

// TestRulebook requests the rulebook of a rule set, of a definition, and of an
// unknown rule set.
func TestRulebook(t *testing.T) {
	service := api.NewService(variant.Builtin())
	for variant, want := range map[string]string{
		"mirrorsquare": "A king spawns a king",
		`{"name":"hop","seam":{"crossing":"hop","kinds":"b"}}`: "Bishops hop",
	} {
		book, err := service.Rulebook(wire.RulebookRequest{Variant: variant})
		if text := string(wire.Encode(book)); err != nil || !strings.Contains(text, want) {
			t.Errorf("Rulebook(%s): error %v, want text with %q", variant, err, want)
		}
	}
	for _, variant := range []string{"", "none", `{"name":"x","boards":2}`, `{`} {
		if _, err := service.Rulebook(wire.RulebookRequest{Variant: variant}); err == nil {
			t.Errorf("Rulebook(%q) succeeded, want an error", variant)
		}
	}
}
