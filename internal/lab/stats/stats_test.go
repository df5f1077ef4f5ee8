package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

// TestKnownPairs compares the statistics of 128 pairs with the output of Stockfish's test framework.
func TestKnownPairs(t *testing.T) {
	s := Sample{pairValues, []float64{13, 37, 50, 25, 3}}
	if !near(s.mean(), 0.4375, 1e-9) || !near(s.variance(), 0.05762, 1e-5) {
		t.Errorf("mean() = %v, variance() = %v", s.mean(), s.variance())
	}
	e, ok := s.Estimate()
	if !ok || !near(e.Elo, -43.6578, 1e-4) {
		t.Errorf("Estimate().Elo = %v", e.Elo)
	}
	if got := s.llr(0.5, 0.50391); !near(got, -0.5378, 1e-3) {
		t.Errorf("llr = %v; want -0.5378", got)
	}
}

// TestKnownGames compares the estimate with a published match of 10,000 single games: Elo 5.5 ± 5.4, LOS 97.6
// %.
func TestKnownGames(t *testing.T) {
	e, ok := Sample{[]float64{0, 0.5, 1}, []float64{3068, 3707, 3225}}.Estimate()
	if !ok || !near(e.Elo, 5.5, 0.05) || !near((e.High-e.Low)/2, 5.4, 0.05) || !near(e.LOS, 0.976, 0.0005) {
		t.Errorf("Estimate() = %+v; want Elo 5.5 ± 5.4 and LOS 97.6 %%", e)
	}
}

func TestElo(t *testing.T) {
	for elo, score := range map[float64]float64{0: 0.5, 100: 0.640065, 200: 0.759747, -100: 0.359935, 400: 10.0 / 11} {
		if got := Expected(elo); !near(got, score, 1e-6) {
			t.Errorf("Expected(%v) = %v; want %v", elo, got, score)
		}
		if got := Elo(score); !near(got, elo, 1e-3) {
			t.Errorf("Elo(%v) = %v; want %v", score, got, elo)
		}
	}
	if !math.IsInf(Elo(1), 1) || !math.IsInf(Elo(0), -1) {
		t.Errorf("Elo(1) = %v, Elo(0) = %v; want infinities", Elo(1), Elo(0))
	}
}

// TestEqualPairs checks estimates from identical pairs, whose variance is unknown, not zero.
func TestEqualPairs(t *testing.T) {
	e, _ := Sample{pairValues, []float64{0, 0, 0, 0, 50}}.Estimate()
	if !math.IsInf(e.Elo, 1) || !math.IsInf(e.High, 1) || e.Low < 300 || e.Low > 600 || e.LOS < 0.999 {
		t.Errorf("Estimate of 50 pairs won = %+v", e)
	}
	e, _ = Sample{pairValues, []float64{0, 0, 50, 0, 0}}.Estimate()
	if !near(e.Elo, 0, 1e-9) || e.Low > -50 || e.High < 50 || !near(e.LOS, 0.5, 1e-9) {
		t.Errorf("Estimate of 50 even pairs = %+v", e)
	}
	if _, ok := (Sample{pairValues, make([]float64, 5)}).Estimate(); ok {
		t.Error("Estimate of no pairs returned true")
	}
}

// TestPerfectScores checks that the likelihood of superiority and the interval agree if one player won all
// games: the likelihood is above 97.5 % exactly when the interval excludes an even score.
func TestPerfectScores(t *testing.T) {
	for _, c := range []struct{ pairs, low, los float64 }{
		{1, -234, 0.841}, // 2-0
		{2, -113, 0.921}, // 4-0
		{3, -43, 0.958},
		{4, 7, 0.977},
		{10, 166, 0.9992}, // 20-0
	} {
		e, _ := Sample{pairValues, []float64{0, 0, 0, 0, c.pairs}}.Estimate()
		if !near(e.Low, c.low, 1) || !near(e.LOS, c.los, 0.0005) {
			t.Errorf("%v pairs won: Low %.1f, LOS %.4f; want %v and %v", c.pairs, e.Low, e.LOS, c.low, c.los)
		}
		if (e.LOS > 0.975) != (e.Low > 0) {
			t.Errorf("%v pairs won: LOS and interval disagree: %+v", c.pairs, e)
		}
		back, _ := Sample{pairValues, []float64{c.pairs, 0, 0, 0, 0}}.Estimate()
		if !near(back.LOS, 1-e.LOS, 1e-9) || !near(back.High, -e.Low, 1e-9) {
			t.Errorf("%v pairs lost: %+v, won: %+v", c.pairs, back, e)
		}
	}
	// If outcomes differ, the estimate uses their sample variance.
	e, _ := Sample{pairValues, []float64{1, 4, 10, 6, 3}}.Estimate()
	if !near(e.Low, -26.84, 0.01) || !near(e.High, 117.99, 0.01) || !near(e.LOS, 0.8873, 0.0001) {
		t.Errorf("Estimate of ordinary pairs = %+v", e)
	}
}

// TestSwap checks that swapping the players negates the result.
func TestSwap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, back := Sample{values: pairValues}, Sample{values: pairValues}
		for range pairValues {
			s.counts = append(s.counts, float64(rapid.IntRange(0, 300).Draw(t, "n")))
		}
		for i := range s.counts {
			back.counts = append(back.counts, s.counts[4-i])
		}
		if s.total() == 0 {
			return
		}
		low, high := Expected(-3), Expected(11)
		if there, here := s.llr(low, high), back.llr(1-high, 1-low); !near(there, -here, 1e-6*(1+math.Abs(there))) {
			t.Fatalf("%v: llr = %v, swapped %v", s.counts, there, here)
		}
		a, _ := s.Estimate()
		b, _ := back.Estimate()
		if !near(a.LOS+b.LOS, 1, 1e-9) || !math.IsInf(a.Elo, 0) && !near(a.Elo, -b.Elo, 1e-6) {
			t.Fatalf("%v: Estimate = %+v, swapped %+v", s.counts, a, b)
		}
		if a.Low > a.Elo || a.High < a.Elo {
			t.Fatalf("%v: the interval does not contain the estimate: %+v", s.counts, a)
		}
	})
}

func TestSPRT(t *testing.T) {
	test, err := ParseSPRT("0,10")
	if err != nil {
		t.Fatalf("ParseSPRT: %v", err)
	}
	if lower, upper := test.Bounds(); !near(lower, -2.9444, 1e-4) || !near(upper, 2.9444, 1e-4) {
		t.Errorf("Bounds() = %v, %v", lower, upper)
	}
	for _, c := range []struct {
		pairs []float64
		want  Verdict
	}{
		{[]float64{0, 0, 0, 0, 0}, Undecided},
		{[]float64{1, 5, 20, 6, 1}, Undecided},
		{[]float64{20, 100, 300, 180, 60}, AcceptH1},
		{[]float64{60, 180, 300, 100, 20}, AcceptH0},
	} {
		if llr, got := test.Judge(Sample{pairValues, c.pairs}); got != c.want {
			t.Errorf("Judge(%v) = %v at llr %v; want %v", c.pairs, got, llr, c.want)
		}
	}
	for _, bad := range []string{"", "1", "10,0", "0,10,0.05", "0,10,0,0.05", "0,10,0.05,0.7", "a,b", "NaN,5", "0,1e9"} {
		if _, err := ParseSPRT(bad); err == nil {
			t.Errorf("ParseSPRT(%q) returned no error", bad)
		}
	}
}

func FuzzParseSPRT(f *testing.F) {
	f.Add("0,10,0.05,0.05")
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := ParseSPRT(text); err == nil && !(p.Elo0 < p.Elo1) {
			t.Errorf("ParseSPRT(%q) = %+v", text, p)
		}
	})
}
