package notation_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestEPD parses and formats lines of test suites.
func TestEPD(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	const line = `r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - bm Rxf4; am h3 "Qg4"; id "ERET 001; Relief"; c0 "a comment"; ce -12; acd 8; dm 3; hmvc 7; fmvn 20; noop;`
	e, err := notation.ParseEPD(r, line)
	if err != nil {
		t.Fatalf("notation.ParseEPD: %v", err)
	}
	best, err := e.Moves(r, "bm")
	if err != nil || len(best) != 1 || r.Guide().FormatSAN(&e.Start, best[0]) != "Rxf4" {
		t.Errorf("bm %v, %v", best, err)
	}
	if avoid, err := e.Moves(r, "am"); err != nil || len(avoid) != 2 {
		t.Errorf("am %v, %v", avoid, err)
	}
	if e.Text("id") != "ERET 001; Relief" || e.Text("c0") != "a comment" || e.Text("c1") != "" {
		t.Errorf(`%+v: want e.Text("id") == "ERET 001; Relief" and e.Text("c0") == "a comment" and e.Text("c1") == ""`, e.Operations)
	}
	for code, want := range map[string]int{"ce": -12, "acd": 8, "dm": 3, "hmvc": 7, "fmvn": 20} {
		if n, ok := e.Number(code); !ok || n != want {
			t.Errorf("%s is %d, %v", code, n, ok)
		}
	}
	if e.Start.HalfmoveClock != 7 || e.Start.FullmoveNumber != 20 {
		t.Errorf("the clocks are %d and %d", e.Start.HalfmoveClock, e.Start.FullmoveNumber)
	}
	if _, ok := e.Operands("noop"); !ok {
		t.Error("noop was lost")
	}
	written := e.Format(r)
	again, err := notation.ParseEPD(r, written)
	if err != nil || !slices.EqualFunc(again.Operations, e.Operations, func(a, b notation.EPDOperation) bool {
		return a.Code == b.Code && slices.Equal(a.Operands, b.Operands)
	}) || again.Start != e.Start {
		t.Errorf("%s was read back as %+v, %v", written, again, err)
	}
	e, err = notation.ParseEPD(r, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - pv e4 e5 Nf3")
	if err != nil {
		t.Fatalf("notation.ParseEPD: %v", err)
	}
	e.SetMoves(r, "bm", rules.LegalMoves(r, &e.Start)[0])
	e.Set("id", `a "quoted" name`)
	if got, want := e.Format(r), `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - pv e4 e5 Nf3; bm a3; id "a 'quoted' name";`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for line, code := range map[string]string{
		"8/8 w":                                 "syntax.epd.fields",
		"4k3/8/8/8/8/8/8/4K3 w - - id \"one":    "syntax.epd.quote",
		"4k3/8/8/8/8/8/8/4K3 w - - \"x\";":      "syntax.epd.no-opcode",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm Ke2;": "syntax.epd.opcode",
	} {
		_, err := notation.ParseEPD(r, line)
		var bad *notation.SyntaxError
		if !errors.As(err, &bad) || string(bad.Message.Code) != code {
			t.Errorf("ParseEPD(%s): %v; want a syntax error with the code %s", line, err, code)
		}
	}
	e, err = notation.ParseEPD(r, "4k3/8/8/8/8/8/8/4K3 w - - bm Qh5;")
	if err != nil {
		t.Fatalf(`notation.ParseEPD("4k3/8/8/8/8/8/8/4K3 w - - bm Qh5;"): %v`, err)
	}
	if _, err := e.Moves(r, "bm"); err == nil {
		t.Error("illegal move was accepted")
	}
}

// FuzzEPD parses arbitrary lines and checks that valid ones survive a round trip.
func FuzzEPD(f *testing.F) {
	r := positions.Rules(f, variant.Builtin(), "chess")
	for _, line := range []string{
		"", "4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - ;;; bm Ke2;id \"\";", "4k3/8/8/8/8/8/8/R3K2R w HA - hmvc 99; fmvn 0; c9 \"x\" y;", "4k3/8/8/8/8/8/8/4K3 w - - a\"b\"c;",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		e, err := notation.ParseEPD(r, line)
		if err != nil {
			return
		}
		once := e.Format(r)
		again, err := notation.ParseEPD(r, once)
		if err != nil {
			t.Fatalf("%q was written as %q: %v", line, once, err)
		}
		if twice := again.Format(r); twice != once {
			t.Errorf("%q, then %q", once, twice)
		}
	})
}
