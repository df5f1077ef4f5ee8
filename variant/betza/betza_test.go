package betza_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/variant/betza"
)

// describe formats an atom for comparison.
func describe(a betza.Atom) string {
	var h []string
	for _, at := range a.Headings {
		h = append(h, fmt.Sprintf("%+d%+d", at.X, at.Y))
	}
	slices.Sort(h)
	return fmt.Sprintf("%d,%d mode %d range %d i%t n%t h%d e%t %s",
		a.Long, a.Short, a.Mode, a.Range, a.Initial, a.Lame, a.Hurdle, a.EnPassant, strings.Join(h, " "))
}

func parse(t *testing.T, text string) (all []string) {
	t.Helper()
	atoms, err := betza.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	for _, a := range atoms {
		all = append(all, describe(a))
	}
	slices.Sort(all)
	return all
}

func TestEqualTexts(t *testing.T) {
	for _, pair := range [][2]string{
		{"K", "WF"}, {"R", "W0"}, {"R", "WW"}, {"B", "FF"}, {"Q", "W0F0"}, {"Q", "RB"}, {"fK", "fWfF"}, {"mRcpR", "cpW0mWW"},
		{"imfF2", "fimF2"}, {"NN", "N0"}, {"gQ", "gRgB"},
	} {
		a, b := parse(t, pair[0]), parse(t, pair[1])
		if !slices.Equal(a, b) {
			t.Errorf("%s and %s differ:\n%v\n%v", pair[0], pair[1], a, b)
		}
	}
}

func TestDirections(t *testing.T) {
	for text, want := range map[string]string{
		"W": "+0+1 +0-1 +1+0 -1+0", "fW": "+0+1", "bW": "+0-1", "lW": "-1+0", "rW": "+1+0", "vW": "+0+1 +0-1", "sW": "+1+0 -1+0",
		"sH": "+3+0 -3+0", "fF": "+1+1 -1+1", "bF": "+1-1 -1-1", "lF": "-1+1 -1-1", "rF": "+1+1 +1-1", "flF": "-1+1", "brA": "+2-2",
		"fN": "+1+2 +2+1 -1+2 -2+1", "bC": "+1-3 +3-1 -1-3 -3-1", "lN": "-1+2 -1-2 -2+1 -2-1", "rZ": "+2+3 +2-3 +3+2 +3-2",
		"ffN": "+1+2 -1+2", "bbN": "+1-2 -1-2", "fsN": "+2+1 -2+1", "bsN": "+2-1 -2-1",
		"vN": "+1+2 +1-2 -1+2 -1-2", "sN": "+2+1 +2-1 -2+1 -2-1",
	} {
		got := parse(t, text)
		if len(got) != 1 || !strings.HasSuffix(got[0], "efalse "+want) {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for text, offset := range map[string]int{
		"": 0, "x": 0, "Nx": 1, "m": 1, "mcW": 1, "mmW": 1, "pW": 1, "gN": 1, "pgR": 1, "nW": 0, "nC": 0, "meF": 1,
		"N1": 1, "W16": 1, "W00": 1, "C2": 1, "K2": 1, "RR": 1, "WW2": 2, "sF": 0, "vK": 0, "flW": 0, "fbN": 0, "W é": 1, "é": 0,
		strings.Repeat("W", 401): 400,
	} {
		_, err := betza.Parse(text)
		var fault *betza.Error
		if !errors.As(err, &fault) || fault.Offset != offset {
			t.Errorf("Parse(%q): %v, want an error at %d", text, err, offset)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"mfWcefF", "mRcpR", "imfF2", "gQ", "BN", "nN0", "fsNbbNvW12"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		atoms, err := betza.Parse(text)
		if err != nil {
			var fault *betza.Error
			if !errors.As(err, &fault) || fault.Offset < 0 || fault.Offset > len(text) || fault.Reason == "" {
				t.Fatalf("Parse(%q): %v", text, err)
			}
			return
		}
		for _, a := range atoms {
			if len(a.Headings) == 0 || a.Long < 1 || a.Long > 3 || a.Short > a.Long || a.Range < 0 || a.Range > 15 ||
				a.Offset < 0 || a.Offset >= len(text) || a.EnPassant && a.Mode == betza.Move {
				t.Fatalf("Parse(%q): %+v", text, a)
			}
		}
	})
}

func Example() {
	atoms, _ := betza.Parse("mRcpR")
	for _, a := range atoms {
		fmt.Println(a.Long, a.Short, a.Mode == betza.Capture, a.Hurdle == betza.Cannon, len(a.Headings))
	}
	// Output:
	// 1 0 false false 4
	// 1 0 true true 4
}

// TestName checks that the name of a piece does not depend on how its moves are written.
func TestName(t *testing.T) {
	for text, want := range map[string]string{
		"BN": "archbishop", "NF0": "archbishop", "NFF": "archbishop", "W0N": "chancellor", "QN": "amazon", "NRB": "amazon", "NN": "nightrider",
		"mRcpR": "cannon", "cpW0mWW": "cannon", "gQ": "grasshopper", "gRgB": "grasshopper", "B": "bishop", "W0F0": "queen",
		"": "", "K": "", "mN": "", "N2": "", "BX": "",
	} {
		if got := betza.Name(text); got != want {
			t.Errorf("Name(%q) = %q, want %q", text, got, want)
		}
	}
}
