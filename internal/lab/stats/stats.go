// Package stats evaluates the results of a match. It computes the rating difference with error bars, the
// likelihood of superiority, and the sequential probability ratio test (SPRT).
package stats

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Sample holds the frequency of each possible outcome. The value of an outcome
// is player a's score, from 0 to 1.
//
// The outcomes of a match are pairs of games. The two games from one opening are correlated, because an
// opening that is good for White helps each player once. Counting pairs, with scores 0, 1/4, 1/2, 3/4 or 1,
// eliminates the correlation. Counting single games would make the error bars too wide.
type Sample struct{ values, counts []float64 }

// Pairs returns the sample of a match's pairs of games. The counts are indexed by half points of player a,
// from 0 to 4 (pentanomial).
func Pairs(pairs [5]int) Sample {
	s := Sample{values: pairValues}
	for _, n := range pairs {
		s.counts = append(s.counts, float64(n))
	}
	return s
}

var pairValues = []float64{0, 0.25, 0.5, 0.75, 1}

func (s Sample) total() (n float64) {
	for _, c := range s.counts {
		n += c
	}
	return n
}

func (s Sample) mean() float64 {
	sum := 0.0
	for i, c := range s.counts {
		sum += c * s.values[i]
	}
	return sum / s.total()
}

func (s Sample) variance() float64 {
	mean, sum := s.mean(), 0.0
	for i, c := range s.counts {
		sum += c * (s.values[i] - mean) * (s.values[i] - mean)
	}
	return sum / s.total()
}

// llr returns the log-likelihood ratio of the sample for a true score of score1 against score0. For each of
// the two scores, it uses the most likely distribution with that mean.
func (s Sample) llr(score0, score1 float64) float64 {
	const least = 1e-3 // an unseen outcome must not be impossible
	seen := Sample{s.values, make([]float64, len(s.counts))}
	for i, c := range s.counts {
		seen.counts[i] = max(c, least)
	}
	n := seen.total()
	p0, p1 := seen.likeliest(score0), seen.likeliest(score1)
	sum := 0.0
	for i, c := range seen.counts {
		sum += c / n * math.Log(p1[i]/p0[i])
	}
	return n * sum
}

// likeliest returns the distribution with the given mean that maximises the
// likelihood of the sample: p(i) = share(i) / (1 + t * (value(i) - mean)), with
// the t that yields the mean.
func (s Sample) likeliest(mean float64) []float64 {
	n := s.total()
	low, high := -1/(s.values[len(s.values)-1]-mean), 1/(mean-s.values[0])
	for range 100 { // bisection, to more than float64 precision
		t := (low + high) / 2
		sum := 0.0
		for i, c := range s.counts {
			d := s.values[i] - mean
			sum += c / n * d / (1 + t*d)
		}
		if sum > 0 {
			low = t
		} else {
			high = t
		}
	}
	p := make([]float64, len(s.counts))
	for i, c := range s.counts {
		p[i] = c / n / (1 + (low+high)/2*(s.values[i]-mean))
	}
	return p
}

// Elo returns the rating difference for an expected score from 0 to 1.
func Elo(score float64) float64 { return 400 * math.Log10(score/(1-score)) }

// Expected returns the expected score at a rating difference.
func Expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Estimate is an estimate of the rating advantage of player a over player b.
type Estimate struct {
	Elo, Low, High float64 // rating difference and its 95 % interval
	LOS            float64 // likelihood that a is stronger than b
}

// prior is the number of observations added to each outcome: Jeffreys' prior. With it, a few equal outcomes
// are no proof, and a better result never yields a lower estimate. Its effect vanishes as the sample grows.
const prior = 0.5

// Estimate returns the estimate from the sample and true, or false if the sample is empty. The true
// frequencies of the outcomes have a Dirichlet distribution with the sample's counts plus the prior; Elo is
// computed from the mean of the true score, the interval from its quantiles.
func (s Sample) Estimate() (Estimate, bool) {
	if s.total() == 0 {
		return Estimate{}, false
	}
	after := Sample{s.values, slices.Clone(s.counts)}
	for i := range after.counts {
		after.counts[i] += prior
	}
	return Estimate{
		Elo: Elo(after.mean()), Low: Elo(after.exceeded(0.975)), High: Elo(after.exceeded(0.025)),
		LOS: after.above(0.5),
	}, true
}

// above returns the probability that the true score exceeds the given score, if the counts are the parameters
// of a Dirichlet distribution.
//
// The probability equals that of a positive sum of independent gamma variables, each weighted by its
// outcome's distance from the score. Gil-Pelaez' formula computes it from the characteristic function. The
// trapezoidal rule, on a logarithmic scale, converges exponentially.
func (s Sample) above(score float64) float64 {
	mean, variance := 0.0, 0.0 // of the weighted sum
	for i, c := range s.counts {
		d := s.values[i] - score
		mean += c * d
		variance += c * d * d
	}
	deviation := math.Sqrt(variance)
	if math.Abs(mean) > 8*deviation {
		return (1 + math.Copysign(1, mean)) / 2 // exact to 14 digits, and the integrand oscillates
	}
	const first, step, negligible = -8, 1.0 / 8, 32
	integral := 0.0
	for u := float64(first); ; u += step {
		t := math.Exp(u) / deviation
		angle, decay := 0.0, 0.0
		for i, c := range s.counts {
			d := (s.values[i] - score) * t
			angle += c * math.Atan(d)
			decay += c / 2 * math.Log1p(d*d)
		}
		if decay > negligible {
			break
		}
		value := step * math.Exp(-decay) * math.Sin(angle)
		if u == first {
			value /= 1 - math.Exp(-step) // the values before it are a geometric series
		}
		integral += value
	}
	return min(1, max(0, 0.5+integral/math.Pi))
}

// exceeded returns the score that the true score exceeds with the given probability, from 0.025 to 0.975.
func (s Sample) exceeded(probability float64) float64 {
	const far = 6.3 // standard deviations; by Cantelli's inequality, 2.5 % of no distribution lies beyond
	reach := far * math.Sqrt(s.variance()/(s.total()+1))
	low, high := max(0, s.mean()-reach), min(1, s.mean()+reach)
	for range 16 {
		if middle := (low + high) / 2; s.above(middle) > probability {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// Z is the half-width of the central 95 % of a normal distribution, in standard
// deviations.
const Z = 1.959964

// T returns the half-width of the central 95 % of Student's t distribution with the given degrees of freedom, at
// least 1. The interval of a mean uses it, because the deviation is estimated from the same values.
func T(freedom int) float64 {
	few := [...]float64{12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912}
	if freedom <= len(few) {
		return few[max(1, freedom)-1]
	}
	// An expansion in powers of 1/freedom, exact to four digits.
	n := float64(freedom)
	z2 := Z * Z
	return Z * (1 + (z2+1)/(4*n) + ((5*z2+16)*z2+3)/(96*n*n) + (((3*z2+19)*z2+17)*z2-15)/(384*n*n*n))
}

// Wilson returns the 95 % Wilson interval for a proportion p in n observations. The interval always contains
// p.
func Wilson(p, n float64) (low, high float64) {
	middle, half := (p+Z*Z/(2*n))/(1+Z*Z/n), Z*math.Sqrt(p*(1-p)/n+Z*Z/(4*n*n))/(1+Z*Z/n)
	return min(p, middle-half), max(p, middle+half)
}

// SPRT is a sequential probability ratio test of whether player a is stronger than player b by Elo1 rather
// than by Elo0. Alpha is the probability of a wrong decision if Elo0 is true, and Beta is that probability if
// Elo1 is true.
type SPRT struct{ Elo0, Elo1, Alpha, Beta float64 }

// ParseSPRT parses "elo0,elo1" or "elo0,elo1,alpha,beta". Alpha and beta default to 0.05.
func ParseSPRT(text string) (SPRT, error) {
	t := SPRT{Alpha: 0.05, Beta: 0.05}
	fields := strings.Split(text, ",")
	bad := fmt.Errorf("stats: SPRT %.80q: give elo0,elo1 or elo0,elo1,alpha,beta, for example 0,10", text)
	if len(fields) != 2 && len(fields) != 4 {
		return t, bad
	}
	for i, to := range []*float64{&t.Elo0, &t.Elo1, &t.Alpha, &t.Beta}[:len(fields)] {
		n, err := strconv.ParseFloat(strings.TrimSpace(fields[i]), 64)
		if err != nil || math.IsNaN(n) {
			return t, bad
		}
		*to = n
	}
	switch {
	case t.Elo0 >= t.Elo1 || t.Elo0 < -2000 || t.Elo1 > 2000:
		return t, fmt.Errorf("stats: SPRT %.80q: elo0 must be below elo1, both from -2000 to 2000", text)
	case t.Alpha <= 0 || t.Alpha >= 0.5 || t.Beta <= 0 || t.Beta >= 0.5:
		return t, fmt.Errorf("stats: SPRT %.80q: alpha and beta must be between 0 and 0.5", text)
	}
	return t, nil
}

// String formats the test for ParseSPRT.
func (t SPRT) String() string { return fmt.Sprintf("%g,%g,%g,%g", t.Elo0, t.Elo1, t.Alpha, t.Beta) }

// Bounds returns the log-likelihood ratios at which the test ends. Elo0 is accepted at the lower bound and
// Elo1 at the upper bound.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Verdict is the state of a sequential test.
type Verdict string

// The verdicts.
const (
	Undecided Verdict = "undecided"
	AcceptH0  Verdict = "elo0" // player a is not better by Elo1
	AcceptH1  Verdict = "elo1" // player a is better by more than Elo0
)

// Judge returns the log-likelihood ratio of a sample and the verdict.
func (t SPRT) Judge(s Sample) (llr float64, v Verdict) {
	if s.total() == 0 {
		return 0, Undecided
	}
	llr = s.llr(Expected(t.Elo0), Expected(t.Elo1))
	switch lower, upper := t.Bounds(); {
	case llr <= lower:
		return llr, AcceptH0
	case llr >= upper:
		return llr, AcceptH1
	}
	return llr, Undecided
}
