package registry_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/tiny"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant"
)

func TestRegistryFind(t *testing.T) {
	g := variant.Builtin()
	for name, want := range map[string]string{
		"trid": "trid", "Tri-D": "trid", "tri-d (meder)": "meder", "TRIBOARD": "triboard", "chess": "chess",
		"": "", "checkers": "", " trid": "",
	} {
		r, ok := g.Find(name)
		if ok != (want != "") || ok && r.Info().Name != want {
			t.Errorf("Find(%q) = %v, %v", name, r, ok)
		}
	}
}

func TestRegistryChoose(t *testing.T) {
	g := variant.Builtin()
	if r, err := g.Choose(" Nachfolger\n"); err != nil || r.Info().Name != "nachfolger" {
		t.Errorf(`Choose(" Nachfolger\n") = %v, %v; want nachfolger`, r, err)
	}
	for name, want := range map[string]string{
		"cylindre":                `unknown rule set "cylindre"; did you mean cylinder?`,
		"go":                      `unknown rule set "go"; rule sets are triboard, `,
		strings.Repeat("x", 1000): `unknown rule set "` + strings.Repeat("x", 40) + `..."; rule sets are `,
	} {
		_, err := g.Choose(name)
		var unknown *registry.UnknownError
		if !errors.As(err, &unknown) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
}

// TestRegistryAllCopies checks that All returns a copy.
func TestRegistryAllCopies(t *testing.T) {
	g := variant.Builtin()
	names := func() (all []string) {
		for _, r := range g.All() {
			all = append(all, r.Info().Name)
		}
		return all
	}
	before := names()
	slices.Reverse(g.All())
	if after := names(); !slices.Equal(before, after) {
		t.Errorf("changing the result of All changed the registry from %v to %v", before, after)
	}
}

// TestChessboard checks which boards are 8x8 chessboards.
func TestChessboard(t *testing.T) {
	for _, r := range append(variant.Builtin().All(), tiny.Rules) {
		info := r.Info()
		if want := len(info.Levels) == 0 && info.Name != "tiny" && !info.Wide(); info.Chessboard() != want {
			t.Errorf("%s: Chessboard() = %v", info.Name, !want)
		}
	}
}

// TestSentence checks the sentences and codes of illegal moves.
func TestSentence(t *testing.T) {
	why := &rules.IllegalMove{Code: rules.CodeBlocked, Message: message.Of(errors.New("the {camel} is tired"))}
	if why.Error() != "the {camel} is tired" {
		t.Errorf("error = %q", why)
	}
	if why := rules.Illegal("illegal.unreachable",
		"a {role} on {from} cannot reach {to}", message.Args{"role": board.Rook, "from": board.At(0, 0), "to": board.At(1, 1)}); why.Code != rules.CodeUnreachable ||
		why.Error() != "a rook on a1 cannot reach b2" {
		t.Errorf("error = %q, code %s", why, why.Code)
	}
}
