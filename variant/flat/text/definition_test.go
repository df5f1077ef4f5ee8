package text_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/tainchess/tain/variant"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// TestLinkOfDefinition parses a link whose variant is a definition with white space and capitals, and checks
// that the written link is equivalent.
func TestLinkOfDefinition(t *testing.T) {
	const definition = `{"name":"left-right","title":"Left-right Mirror","reflection":{"map":"files","makes":{"p":"p","n":"n"},"colour":"opponent"}}`
	r, ok := variant.Builtin().Find(definition)
	if !ok {
		t.Fatal("Find of the definition failed")
	}
	link := "?board=w:Ke1;b:Ke8&variant=" + url.QueryEscape(definition)
	l, err := flattext.ParseLinkFor(r, link, variant.Builtin().Find)
	if err != nil || l.Rules.Info().Title != "Left-right Mirror" {
		t.Fatalf("ParseLink: %v", err)
	}
	written := flattext.FormatLink(l.Rules, &l.Position)
	back, err := flattext.ParseLink(written, variant.Builtin().Find)
	if err != nil || back.Rules.Info().Ref() != r.Info().Ref() || strings.Contains(written, `"`) {
		t.Errorf("%s was read back with %v", written, err)
	}
}
