package pgn_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/variant"
)

func remarksOf(tb testing.TB, name string) *pgn.RemarkReader {
	tb.Helper()
	r, ok := variant.Builtin().Find(name)
	if !ok {
		tb.Fatalf("no rule set %q", name)
	}
	return pgn.NewRemarkReader(r)
}

func TestRemark(t *testing.T) {
	clock := func(d time.Duration) *time.Duration { return &d }
	arrow := func(c pgn.ShapeColour, from, to string) pgn.Shape {
		return pgn.Shape{Colour: c, From: from, To: to}
	}
	for _, c := range []struct {
		variant, comment string
		want             pgn.Remark
		written          string // if it differs from the comment
	}{
		{"chess", "", pgn.Remark{}, ""},
		{"chess", "a plain word", pgn.Remark{Text: "a plain word"}, ""},
		{"chess", "[%eval 0.17] [%clk 0:00:30]", pgn.Remark{Eval: &pgn.Evaluation{Centipawns: 17}, Clock: clock(30 * time.Second)}, ""},
		{"chess", "[%clk 1:02:03.5] good", pgn.Remark{Text: "good", Clock: clock(time.Hour + 2*time.Minute + 3500*time.Millisecond)}, ""},
		{"chess", "[%eval #-3]", pgn.Remark{Eval: &pgn.Evaluation{Mate: -3}}, ""},
		{"chess", "[%eval -12.34,18]", pgn.Remark{Eval: &pgn.Evaluation{Centipawns: -1234, Depth: 18}}, ""},
		{"chess", "[%csl Ge4,Rd5] [%cal Ge2e4,Yd7d5,Ba1h8] why", pgn.Remark{Text: "why", Shapes: []pgn.Shape{
			{Colour: pgn.Green, From: "e4"}, {Colour: pgn.Red, From: "d5"},
			arrow(pgn.Green, "e2", "e4"), arrow(pgn.Yellow, "d7", "d5"), arrow(pgn.Blue, "a1", "h8"),
		}}, ""},
		{"chess", "before [%cal Ge2e4] between [%csl Gd4] after", pgn.Remark{Text: "before between after", Shapes: []pgn.Shape{
			{Colour: pgn.Green, From: "d4"}, arrow(pgn.Green, "e2", "e4"),
		}}, "[%csl Gd4] [%cal Ge2e4] before between after"},
		{"trid", "[%cal Ga1Wb3N] [%csl RQL1]", pgn.Remark{Shapes: []pgn.Shape{
			{Colour: pgn.Red, From: "QL1"}, arrow(pgn.Green, "a1W", "b3N"),
		}}, "[%csl RQL1] [%cal Ga1Wb3N]"},
		// Unknown and malformed commands remain in the text.
		{"chess", "[%emt 0:00:05] x", pgn.Remark{Text: "[%emt 0:00:05] x"}, ""},
		{"chess", "[%clk 0:61:00]", pgn.Remark{Text: "[%clk 0:61:00]"}, ""},
		{"chess", "[%eval NaN]", pgn.Remark{Text: "[%eval NaN]"}, ""},
		{"chess", "[%cal Ge2e9] [%csl Xe4]", pgn.Remark{Text: "[%cal Ge2e9] [%csl Xe4]"}, ""},
		{"chess", "[%cal Ge2e2", pgn.Remark{Text: "[%cal Ge2e2"}, ""},
		{"chess", "[%clk 0:00:01] [%clk 0:00:02]", pgn.Remark{Text: "[%clk 0:00:02]", Clock: clock(time.Second)}, ""},
		{"chess", "[%clk [%clk 0:00:01] 0:00:02]", pgn.Remark{Text: "[%clk [%clk 0:00:01] 0:00:02]"}, ""},
	} {
		got := remarksOf(t, c.variant).Read(c.comment)
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q was read as %+v, want %+v", c.comment, got, c.want)
		}
		if want := c.comment; c.written == "" && got.String() != want {
			t.Errorf("%q was written as %q", c.comment, got)
		} else if c.written != "" && got.String() != c.written {
			t.Errorf("%q was written as %q, want %q", c.comment, got, c.written)
		}
	}
}

func TestRemarkTidy(t *testing.T) {
	far, none := time.Duration(1<<62), -time.Second
	for _, m := range []pgn.Remark{
		{Shapes: []pgn.Shape{{Colour: pgn.Green, From: "z9"}, {Colour: 'x', From: "a1"}, {Colour: pgn.Red, From: "a1", To: "a1"}, {Colour: pgn.Red, From: "a1", To: "]"}}},
		{Eval: &pgn.Evaluation{Centipawns: 1 << 40}}, {Eval: &pgn.Evaluation{Mate: -1 << 40}}, {Eval: &pgn.Evaluation{Depth: -1}},
		{Clock: &far}, {Clock: &none},
	} {
		if got := remarksOf(t, "chess").Tidy(m).String(); got != "" {
			t.Errorf("%+v was written as %q", m, got)
		}
	}
}

func FuzzRemark(f *testing.F) {
	for _, seed := range []string{
		"[%csl Ge4] [%cal Ge2e4] [%eval 0.31,12] [%clk 0:04:58] words", "[%eval #-2]", "[%clk 9999:59:59.999]", "[%", "[%clk", "[%]", "[ [%clk 0:00:01]%clk 0:00:02]",
		"[%cal Ga1Wb3N]", "a[%csl Ga1]b", "[%eval -0.005]", "[%csl " + strings.Repeat("Ga1,", 300) + "Ga2]",
	} {
		f.Add(seed)
	}
	readers := []*pgn.RemarkReader{remarksOf(f, "chess"), remarksOf(f, "trid")}
	f.Fuzz(func(t *testing.T, comment string) {
		for _, r := range readers {
			once := r.Read(comment)
			if again := r.Read(once.String()); !reflect.DeepEqual(again, once) {
				t.Fatalf("%q was read as %+v, written as %q and read again as %+v", comment, once, once, again)
			}
			if tidy := r.Tidy(once); !reflect.DeepEqual(tidy, once) {
				t.Fatalf("%q contains %+v, but only %+v can be written", comment, once, tidy)
			}
		}
	})
}
