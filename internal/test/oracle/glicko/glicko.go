// Package glicko updates ratings after a game in a second, plain way, for comparison with package rating: in the terms
// of Glickman's description, and with bisection.
package glicko

import "math"

const (
	q      = 173.7178
	period = 5 * 24 * 60 * 60 * 1000 // milliseconds
)

// Rating has the fields of rating.Rating. It is an alias, so that ratings of both types are assignable to each other.
type Rating = struct {
	Points     float64
	Deviation  float64
	Volatility float64
	Games      int
	Played     int64
}

// Update returns the rating of a player after a game against an opponent that ended at a given time.
func Update(r, opponent Rating, score float64, at int64) Rating {
	phi, phiJ := grown(r, at), grown(opponent, at)
	mu, muJ := (r.Points-1500)/q, (opponent.Points-1500)/q
	g := 1 / math.Sqrt(1+3*phiJ*phiJ/(math.Pi*math.Pi))
	e := 1 / (1 + math.Exp(-g*(mu-muJ)))
	v := 1 / (g * g * e * (1 - e))
	delta := v * g * (score - e)
	// The root of f is the new volatility. f falls.
	f := func(sigma float64) float64 {
		x := math.Log(sigma * sigma)
		d := phi*phi + v + math.Exp(x)
		return math.Exp(x)*(delta*delta-d)/(2*d*d) - (x-math.Log(r.Volatility*r.Volatility))/0.25
	}
	low, high := r.Volatility/1000, r.Volatility*1000
	for range 200 {
		if middle := math.Sqrt(low * high); f(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	after := 1 / math.Sqrt(1/(phi*phi)+1/v)
	return Rating{
		Points: min(4000, max(100, 1500+q*(mu+after*after*g*(score-e)))), Deviation: max(45, q*after), Volatility: low,
		Games: r.Games + 1, Played: max(r.Played, at),
	}
}

// grown returns the deviation of a rating at a given time, on the scale of the formulas.
func grown(r Rating, at int64) float64 {
	phi := r.Deviation / q
	if r.Played > 0 && at > r.Played {
		phi = min(math.Sqrt(phi*phi+r.Volatility*r.Volatility*float64(at-r.Played)/period), 350/q)
	}
	return phi
}

// Near reports whether two ratings are the same, except for the precision of the volatility.
func Near(a, b Rating) bool {
	return math.Abs(a.Points-b.Points) < 0.05 && math.Abs(a.Deviation-b.Deviation) < 0.05 && math.Abs(a.Volatility-b.Volatility) < 1e-5 &&
		a.Games == b.Games && a.Played == b.Played
}
