package notation_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/variant"
)

func remarksOf(tb testing.TB, name string) *notation.RemarkReader {
	tb.Helper()
	r, ok := variant.Builtin().Find(name)
	if !ok {
		tb.Fatalf("no rule set %q", name)
	}
	return notation.NewRemarkReader(r)
}

func TestRemark(t *testing.T) {
	clock := func(d time.Duration) *time.Duration { return &d }
	arrow := func(c notation.ShapeColour, from, to string) notation.Shape {
		return notation.Shape{Colour: c, From: from, To: to}
	}
	for _, c := range []struct {
		variant, comment string
		want             notation.Remark
		written          string // if it is not the comment
	}{
		{"chess", "", notation.Remark{}, ""},
		{"chess", "a plain word", notation.Remark{Text: "a plain word"}, ""},
		{"chess", "[%eval 0.17] [%clk 0:00:30]", notation.Remark{Eval: &notation.Evaluation{Centipawns: 17}, Clock: clock(30 * time.Second)}, ""},
		{"chess", "[%clk 1:02:03.5] good", notation.Remark{Text: "good", Clock: clock(time.Hour + 2*time.Minute + 3500*time.Millisecond)}, ""},
		{"chess", "[%eval #-3]", notation.Remark{Eval: &notation.Evaluation{Mate: -3}}, ""},
		{"chess", "[%eval -12.34,18]", notation.Remark{Eval: &notation.Evaluation{Centipawns: -1234, Depth: 18}}, ""},
		{"chess", "[%csl Ge4,Rd5] [%cal Ge2e4,Yd7d5,Ba1h8] why", notation.Remark{Text: "why", Shapes: []notation.Shape{
			{Colour: notation.Green, From: "e4"}, {Colour: notation.Red, From: "d5"},
			arrow(notation.Green, "e2", "e4"), arrow(notation.Yellow, "d7", "d5"), arrow(notation.Blue, "a1", "h8"),
		}}, ""},
		{"chess", "before [%cal Ge2e4] between [%csl Gd4] after", notation.Remark{Text: "before between after", Shapes: []notation.Shape{
			{Colour: notation.Green, From: "d4"}, arrow(notation.Green, "e2", "e4"),
		}}, "[%csl Gd4] [%cal Ge2e4] before between after"},
		{"trid", "[%cal Ga1Wb3N] [%csl RQL1]", notation.Remark{Shapes: []notation.Shape{
			{Colour: notation.Red, From: "QL1"}, arrow(notation.Green, "a1W", "b3N"),
		}}, "[%csl RQL1] [%cal Ga1Wb3N]"},
		// What is not known, or not as it should be, is not lost.
		{"chess", "[%emt 0:00:05] x", notation.Remark{Text: "[%emt 0:00:05] x"}, ""},
		{"chess", "[%clk 0:61:00]", notation.Remark{Text: "[%clk 0:61:00]"}, ""},
		{"chess", "[%eval NaN]", notation.Remark{Text: "[%eval NaN]"}, ""},
		{"chess", "[%cal Ge2e9] [%csl Xe4]", notation.Remark{Text: "[%cal Ge2e9] [%csl Xe4]"}, ""},
		{"chess", "[%cal Ge2e2", notation.Remark{Text: "[%cal Ge2e2"}, ""},
		{"chess", "[%clk 0:00:01] [%clk 0:00:02]", notation.Remark{Text: "[%clk 0:00:02]", Clock: clock(time.Second)}, ""},
		{"chess", "[%clk [%clk 0:00:01] 0:00:02]", notation.Remark{Text: "[%clk [%clk 0:00:01] 0:00:02]"}, ""},
	} {
		got := remarksOf(t, c.variant).Read(c.comment)
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q is read as %+v, want %+v", c.comment, got, c.want)
		}
		if want := c.comment; c.written == "" && got.String() != want {
			t.Errorf("%q is written as %q", c.comment, got)
		} else if c.written != "" && got.String() != c.written {
			t.Errorf("%q is written as %q, want %q", c.comment, got, c.written)
		}
	}
}

func TestRemarkTidy(t *testing.T) {
	far, none := time.Duration(1<<62), -time.Second
	for _, m := range []notation.Remark{
		{Shapes: []notation.Shape{{Colour: notation.Green, From: "z9"}, {Colour: 'x', From: "a1"}, {Colour: notation.Red, From: "a1", To: "a1"}, {Colour: notation.Red, From: "a1", To: "]"}}},
		{Eval: &notation.Evaluation{Centipawns: 1 << 40}}, {Eval: &notation.Evaluation{Mate: -1 << 40}}, {Eval: &notation.Evaluation{Depth: -1}},
		{Clock: &far}, {Clock: &none},
	} {
		if got := remarksOf(t, "chess").Tidy(m).String(); got != "" {
			t.Errorf("%+v is written as %q", m, got)
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
	readers := []*notation.RemarkReader{remarksOf(f, "chess"), remarksOf(f, "trid")}
	f.Fuzz(func(t *testing.T, comment string) {
		for _, r := range readers {
			once := r.Read(comment)
			if again := r.Read(once.String()); !reflect.DeepEqual(again, once) {
				t.Fatalf("%q is read as %+v, written as %q and read again as %+v", comment, once, once, again)
			}
			if tidy := r.Tidy(once); !reflect.DeepEqual(tidy, once) {
				t.Fatalf("%q holds %+v, of which only %+v can be written", comment, once, tidy)
			}
		}
	})
}
