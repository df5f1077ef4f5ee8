package bundle_test

import (
	"testing"
	"testing/fstest"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/chess"
)

// plain is a rule set without files.
type plain struct{ rules.Rules }

// bundled is a rule set with files.
type bundled struct {
	rules.Rules
	bundle.Files
}

// TestRead reads files from rule sets with and without them.
func TestRead(t *testing.T) {
	if text, ok := bundle.Read(chess.Rules, bundle.Weights); !ok || text == "" {
		t.Errorf("chess has no %s", bundle.Weights)
	}
	if _, ok := bundle.Read(chess.Rules, bundle.Perft(chess.Rules)); !ok {
		t.Errorf("chess has no %s", bundle.Perft(chess.Rules))
	}
	if _, ok := bundle.Read(chess.Rules, "no-such-file"); ok {
		t.Error("Read found no-such-file")
	}
	if files := bundle.Of(plain{chess.Rules}); files != nil {
		t.Errorf("Of a rule set without files = %v", files)
	}
	r := &bundled{Rules: chess.Rules}
	if _, ok := bundle.Read(r, bundle.Book); ok {
		t.Error("rule set without files has a book")
	}
	bundle.With(r, fstest.MapFS{bundle.Book: {Data: []byte("e4")}})
	if text, ok := bundle.Read(r, bundle.Book); !ok || text != "e4" {
		t.Errorf("the book is %q, %t; want e4", text, ok)
	}
}
