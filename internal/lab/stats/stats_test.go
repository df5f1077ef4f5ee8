package stats

import (
	"math"
	"math/rand/v2"
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
	if got := Elo(s.mean()); !near(got, -43.6578, 1e-4) {
		t.Errorf("Elo of the score = %v", got)
	}
	if got := s.llr(0.5, 0.50391); !near(got, -0.5378, 1e-3) {
		t.Errorf("llr = %v; want -0.5378", got)
	}
}

// TestKnownGames compares the estimate with a published match of 10,000 single games (Elo 5.5 ± 5.4, LOS
// 97.6 %), in which the prior no longer matters.
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

// TestFewPairs checks estimates from few pairs: they are finite, the interval contains the estimate, and the
// likelihood of superiority exceeds 97.5 % exactly when the interval excludes an even score.
func TestFewPairs(t *testing.T) {
	for _, c := range []struct {
		pairs               [5]int
		elo, low, high, los float64
	}{
		{[5]int{0, 0, 0, 0, 1}, 102.1, -174.5, 461.9, 0.7852}, // 2-0
		{[5]int{0, 0, 0, 0, 2}, 166.0, -89.8, 535.5, 0.9060},  // 4-0
		{[5]int{0, 0, 0, 1, 1}, 120.4, -108.5, 382.9, 0.8697}, // 3.5-0.5
		{[5]int{0, 0, 0, 0, 4}, 249.3, 15.0, 625.7, 0.9812},   // 8-0
		{[5]int{0, 0, 0, 0, 50}, 645.1, 448.8, 1030.0, 1},
		{[5]int{0, 0, 50, 0, 0}, 0, -15.6, 15.6, 0.5},
		{[5]int{1, 4, 10, 6, 3}, 39.5, -30.1, 111.6, 0.8709},
	} {
		e, ok := Pairs(c.pairs).Estimate()
		if !ok || !near(e.Elo, c.elo, 0.05) || !near(e.Low, c.low, 0.1) || !near(e.High, c.high, 0.1) || !near(e.LOS, c.los, 0.0001) {
			t.Errorf("Estimate of %v = %+v; want %+v", c.pairs, e, c)
		}
		if (e.LOS > 0.975) != (e.Low > 0) || e.Low > e.Elo || e.High < e.Elo {
			t.Errorf("Estimate of %v contradicts itself: %+v", c.pairs, e)
		}
	}
	if _, ok := Pairs([5]int{}).Estimate(); ok {
		t.Error("Estimate of no pairs returned true")
	}
}

// TestBetterResult checks that a pair with a better result never lowers the estimate. A likelihood computed
// from the sample's variance is 92.1 % at 4-0 and 100.0 % at 3.5-0.5.
func TestBetterResult(t *testing.T) {
	estimates := map[[5]int]Estimate{}
	for n := range 4 * 4 * 4 * 4 * 4 {
		pairs := [5]int{n % 4, n / 4 % 4, n / 16 % 4, n / 64 % 4, n / 256}
		if e, ok := Pairs(pairs).Estimate(); ok {
			estimates[pairs] = e
		}
	}
	for better, e := range estimates {
		for i := 1; i < 5; i++ {
			worse := better
			worse[i]--
			worse[i-1]++
			f, ok := estimates[worse]
			if ok && (f.LOS > e.LOS+1e-6 || f.Elo > e.Elo || f.Low > e.Low+0.1 || f.High > e.High+0.1) {
				t.Errorf("%v: %+v; the better %v: %+v", worse, f, better, e)
			}
		}
	}
}

// equals are distributions of the results of pairs between equal players, from pairs that are never even to
// pairs that almost always are.
var equals = map[string][5]float64{
	"decisive": {0.5, 0, 0, 0, 0.5},
	"no draws": {0.25, 0, 0.5, 0, 0.25},
	"flat":     {0.2, 0.2, 0.2, 0.2, 0.2},
	"halves":   {1.0 / 16, 4.0 / 16, 6.0 / 16, 4.0 / 16, 1.0 / 16},
	"drawish":  {0.01, 0.09, 0.8, 0.09, 0.01},
}

// simulation estimates simulated matches. Equal results are estimated once.
type simulation struct {
	*rand.Rand
	estimates map[[5]int]Estimate
}

func simulate(seed uint64) simulation {
	return simulation{rand.New(rand.NewPCG(seed, 2)), map[[5]int]Estimate{}}
}

// match returns the estimate from n pairs, whose results have the given distribution.
func (s simulation) match(shares [5]float64, n int) Estimate {
	var pairs [5]int
	for range n {
		x, i := s.Float64(), 0
		for i < 4 && x >= shares[i] {
			x -= shares[i]
			i++
		}
		pairs[i]++
	}
	e, ok := s.estimates[pairs]
	if !ok {
		e, _ = Pairs(pairs).Estimate()
		s.estimates[pairs] = e
	}
	return e
}

// TestEqualPlayers simulates matches of equal players. A likelihood of superiority of 95 %, by which tain
// learn accepts a candidate, must be reached in about 5 % of them or fewer, and the 95 % interval must contain
// an even score in about 95 % or more. With three decisive pairs only the eight results of three coins exist,
// and 6-0 is one of them.
func TestEqualPlayers(t *testing.T) {
	s := simulate(1)
	for name, shares := range equals {
		accepted, missed := 0, 0
		const matches = 500
		lengths := []int{2, 3, 4, 5, 6, 8, 12, 20, 50, 200}
		for _, n := range lengths {
			for range matches {
				e := s.match(shares, n)
				if e.LOS >= 0.95 {
					accepted++
				}
				if e.Low > 0 || e.High < 0 {
					missed++
				}
			}
		}
		// The standard error of a share of 5 % in 5000 matches is 0.3 points.
		all := float64(len(lengths) * matches)
		if a, m := float64(accepted)/all, float64(missed)/all; a > 0.065 || m > 0.065 {
			t.Errorf("%v: accepted %.3f of the matches, missed the truth in %.3f; want at most 0.05", name, a, m)
		}
	}
}

// TestUnequalPlayers simulates matches of players who differ by 191 Elo. The 95 % interval of few pairs may
// miss the difference slightly too often, because the prior expects an even score: it must contain it in about
// 92 % of the matches or more. 16 pairs must suffice to prove the superiority.
func TestUnequalPlayers(t *testing.T) {
	s := simulate(3)
	shares := [5]float64{0.02, 0.08, 0.3, 0.08, 0.52}
	truth := Elo(0.08*0.25 + 0.3*0.5 + 0.08*0.75 + 0.52)
	const matches = 500
	lengths := []int{1, 2, 3, 4, 6, 8, 16, 50}
	contained := 0
	for _, n := range lengths {
		proved := 0
		for range matches {
			e := s.match(shares, n)
			if e.Low <= truth && truth <= e.High {
				contained++
			}
			if e.LOS >= 0.95 {
				proved++
			}
		}
		if n >= 16 && proved < matches*9/10 {
			t.Errorf("%v pairs prove the superiority in %v of %v matches", n, proved, matches)
		}
	}
	if share := float64(contained) / float64(len(lengths)*matches); share < 0.915 {
		t.Errorf("the intervals contain the truth in %.3f of the matches; want 0.92 or more", share)
	}
}

// TestAbove compares the integral with random draws from the Dirichlet distribution. A gamma variable with
// parameter k/2 is half the sum of k squared normal variables.
func TestAbove(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, pairs := range [][5]int{{0, 0, 0, 0, 1}, {0, 0, 0, 1, 1}, {2, 0, 1, 0, 4}, {1, 4, 10, 6, 3}, {30, 0, 0, 0, 42}} {
		after := Sample{values: pairValues}
		for _, n := range pairs {
			after.counts = append(after.counts, float64(n)+0.5)
		}
		for _, score := range []float64{0.3, 0.5, 0.65} {
			above := 0
			const draws = 20000
			for range draws {
				sum := 0.0
				for i, n := range pairs {
					for range 2*n + 1 {
						x := random.NormFloat64()
						sum += x * x * (pairValues[i] - score)
					}
				}
				if sum > 0 {
					above++
				}
			}
			got, want := after.above(score), float64(above)/draws
			if !near(got, want, 0.0025+4*math.Sqrt(want*(1-want)/draws)) {
				t.Errorf("%v: above(%v) = %.4f; %.4f of the draws are", pairs, score, got, want)
			}
		}
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
		if !near(a.LOS+b.LOS, 1, 1e-9) || !near(a.Elo, -b.Elo, 1e-6) || !near(a.Low, -b.High, 0.1) {
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

func BenchmarkEstimate(b *testing.B) {
	for b.Loop() {
		Pairs([5]int{1, 4, 10, 6, 3}).Estimate()
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

// TestT compares quantiles with a printed table. web/src/pages/workshop/balance.test.ts uses the same values.
func TestT(t *testing.T) {
	for freedom, want := range map[int]float64{1: 12.7062, 2: 4.3027, 6: 2.4469, 7: 2.3646, 9: 2.2622, 19: 2.0930, 39: 2.0227, 120: 1.9799, 1e9: Z} {
		if got := T(freedom); !near(got, want, 1e-3) {
			t.Errorf("T(%d) = %v; want %v", freedom, got, want)
		}
	}
}
