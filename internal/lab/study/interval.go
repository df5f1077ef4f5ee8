package study

import (
	"fmt"
	"math"
	"strconv"
)

// Interval is a figure with its 95 % interval, and how many games it is made
// of. Of none it says nothing.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Games int     `json:"games"`
}

// z is how many deviations hold 95 % of a normal distribution.
const z = 1.959964

// share is a part of all, with Wilson's interval, which stays within 0 and 1.
func share(part, all int) Interval {
	if all == 0 {
		return Interval{}
	}
	return wilson(float64(part)/float64(all), all)
}

func wilson(p float64, all int) Interval {
	n := float64(all)
	middle, half := (p+z*z/(2*n))/(1+z*z/n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))/(1+z*z/n)
	return Interval{Value: p, Low: max(0, min(p, middle-half)), High: min(1, max(p, middle+half)), Games: all}
}

// mean is the mean of values, one a game.
func mean(values []float64) Interval {
	n := float64(len(values))
	if n == 0 {
		return Interval{}
	}
	sum, squares := 0.0, 0.0
	for _, v := range values {
		sum += v
	}
	m := sum / n
	for _, v := range values {
		squares += (v - m) * (v - m)
	}
	half := 0.0
	if n > 1 {
		half = z * math.Sqrt(squares/(n-1)/n)
	}
	return Interval{Value: m, Low: m - half, High: m + half, Games: len(values)}
}

// points is the mean of what a side got in games, from 0 to 1 each. Where all
// are alike, which says nothing of their spread, it takes the widest.
func points(values []float64) Interval {
	i := mean(values)
	if i.Low == i.High && i.Games > 0 {
		return wilson(i.Value, i.Games)
	}
	i.Low, i.High = max(0, i.Low), min(1, i.High)
	return i
}

// Percent writes a share.
func (i Interval) Percent() string {
	if i.Games == 0 {
		return "-"
	}
	whole := func(share float64) string { return decimal(100*share, 0) }
	return fmt.Sprintf("%v %% (%v to %v)", decimal(100*i.Value, 1), whole(i.Low), whole(i.High))
}

// String writes a number.
func (i Interval) String() string {
	if i.Games == 0 {
		return "-"
	}
	half, digits := (i.High-i.Low)/2, 2
	if i.Value >= 20 {
		digits = 1
	}
	return decimal(i.Value, digits) + " ± " + decimal(half, digits)
}

// above and below tell that an interval lies wholly on one side of another.
func (i Interval) above(j Interval) bool { return i.Games > 0 && j.Games > 0 && i.Low > j.High }
func (i Interval) below(j Interval) bool { return j.above(i) }

// decimal writes a number with so many digits after the point.
func decimal(v float64, digits int) string { return strconv.FormatFloat(v, 'f', digits, 64) }
