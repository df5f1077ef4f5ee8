package api_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/variant/definition"
)

const portal = `{"name": "portal-test", "title": "Portal test", "seam": {"crossing": "hop", "kinds": "rnb"}, "stalemate": "loss"}`

func TestDefine(t *testing.T) {
	define := must[wire.Defined](t)
	d := define(service.Define(wire.DefineRequest{Text: portal}))
	if len(d.Faults) != 0 || len(d.Warnings) != 0 || d.Info == nil || d.Info.Title != "Portal test" || !d.Info.Wraps {
		t.Fatalf("definition = %+v", d)
	}
	if d.Info.Definition != d.Definition || d.Info.Hash != d.Hash || len(d.Hash) != 32 || !strings.Contains(d.TOML, `kinds = "nbr"`) {
		t.Errorf("forms of the definition = %+v", d)
	}
	if len(d.Differences) != 2 || d.Differences[1] != "A stalemated side loses." {
		t.Errorf("differences = %q", d.Differences)
	}
	if packed := define(service.Define(wire.DefineRequest{Packed: d.Packed})); packed.Hash != d.Hash {
		t.Errorf("packed definition = %+v", packed)
	}
	// Responses about positions contain the definition, so that later requests can repeat it.
	s := must[wire.State](t)(service.State(wire.PositionRequest{Variant: portal}))
	if s.Variant != d.Definition {
		t.Errorf("variant of the state = %s", s.Variant)
	}
	e := must[wire.Explanation](t)(service.Explain(wire.ExplainRequest{Variant: s.Variant, From: "b1", To: "h2"}))
	if e.Legal || !strings.Contains(e.Message, "own") {
		t.Errorf("Explain(b1h2) = %+v", e)
	}
}

// TestDefineOf requests the definitions of built-in rule sets.
func TestDefineOf(t *testing.T) {
	for _, name := range []string{"chess", "cylinder", "triboard", "mirrorsquare", "nachfolger", "portal", "trid", "meder"} {
		d := must[wire.Defined](t)(service.Define(wire.DefineRequest{Variant: name}))
		if d.Info == nil || d.Info.Name != name || d.Info.Definition != "" || len(d.Differences) > 3 {
			t.Errorf("Define(%s) = %+v", name, d)
		}
	}
	_, err := service.Define(wire.DefineRequest{})
	failure(t, err, wire.CodeVariant)
}

// TestDefineFaults expects faults with their fields, but never a failure.
func TestDefineFaults(t *testing.T) {
	for _, test := range []struct {
		q     wire.DefineRequest
		field string
	}{
		{wire.DefineRequest{Text: `{`}, ""},
		{wire.DefineRequest{Text: `name = `}, ""},
		{wire.DefineRequest{Packed: "???"}, ""},
		{wire.DefineRequest{Packed: "AAAA"}, ""},
		{wire.DefineRequest{Text: `{}`}, "name"},
		{wire.DefineRequest{Text: `{"name":"chess","castling":false}`}, "name"},
		{wire.DefineRequest{Text: `{"name":"x","seam":{"crossing":"wrap"}}`}, "seam.kinds"},
		{wire.DefineRequest{Text: `{"name":"x","start":"8/8/8/8/8/8/8/8 w - - 0 1"}`}, "start"},
		{wire.DefineRequest{Text: `{"name":"x","promotes":"k"}`}, "promotes"},
	} {
		d := must[wire.Defined](t)(service.Define(test.q))
		if len(d.Faults) == 0 || d.Faults[0].Field != test.field || d.Faults[0].Message == "" || d.Info != nil || d.Packed != "" {
			t.Errorf("%+v: %+v", test.q, d)
		}
	}
	// A link to a definition keeps working after another game has been given the same name.
	old := must[wire.Defined](t)(service.Define(wire.DefineRequest{Text: `{"name":"chess","castling":false}`, Kept: true}))
	if len(old.Faults) != 0 || old.Info == nil || old.Info.Castling || len(old.Warnings) != 1 || old.Warnings[0].Field != "name" {
		t.Errorf("old link = %+v", old)
	}
	d := must[wire.Defined](t)(service.Define(wire.DefineRequest{Text: `{"name":"x","seam":{"kinds":"q"}}`}))
	if len(d.Faults) != 0 || len(d.Warnings) != 1 || d.Warnings[0].Field != "seam.kinds" {
		t.Errorf("definition without a crossing = %+v", d)
	}
}

// FuzzDefine expects a response to any definition.
func FuzzDefine(f *testing.F) {
	f.Add(portal, "")
	f.Add("", "q1bKS8xNVbJSKsgvKknMUdJRKk5NzE1VslIyqVDSUSrJLEkFCgIA")
	f.Add("", "{}")
	f.Add("{\"name\":\"x\"", "")
	f.Fuzz(func(t *testing.T, text, packed string) {
		if text == "" && packed == "" {
			return
		}
		d, err := service.Define(wire.DefineRequest{Text: text, Packed: packed})
		if err != nil || (d.Info == nil) == (len(d.Faults) == 0) {
			t.Fatalf("%v, %+v", err, d)
		}
		if d.Info != nil {
			again, _, err := definition.Parse(d.Definition)
			if err != nil || again.Hash() != d.Hash {
				t.Fatalf("parsing %s again: %v", d.Definition, err)
			}
		}
	})
}
