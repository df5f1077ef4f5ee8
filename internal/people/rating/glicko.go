// Package rating computes players' ratings with Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022).
//
// Glicko-2 describes a player by a strength, the uncertainty of that strength (the deviation), and the expected
// fluctuation of the strength (the volatility). The published system updates all players together at the end of a
// rating period ([Batch]). Here each game is an update of its own ([Play]), and the deviation grows continuously with
// the time since the last one ([Rating.At]): a rating period is a unit of time, [Period].
//
// The package is pure. Stores implement [Store].
package rating

import (
	"math"
	"time"
)

// Rating is a player's rating in a pool.
type Rating struct {
	Points     float64 // strength; 1500 for a new player
	Deviation  float64 // standard deviation of Points, at the time of the last game
	Volatility float64
	Games      int   // number of games that have changed the rating
	Played     int64 // when the last of them ended, in milliseconds; 0 for never
}

// The parameters of the system.
const (
	initialPoints     = 1500
	initialDeviation  = 350
	initialVolatility = 0.06
	// minPoints and maxPoints keep results between very different players computable.
	minPoints, maxPoints = 100, 4000
	// tau limits how fast the volatility changes.
	tau = 0.5
	// minDeviation keeps the ratings of people who play very often from becoming too slow to follow their strength.
	minDeviation = 45
	// provisionalDeviation is the deviation above which a rating is provisional. A new player needs about a dozen games
	// to get below it.
	provisionalDeviation = 110
	// scale converts between the scale of ratings and that of the formulas.
	scale = 173.7178
)

// Period is the rating period. A player with a deviation of 60 who stops playing becomes provisional after a little
// more than a year.
const Period = 5 * 24 * time.Hour

// New returns the rating of a player without games.
func New() Rating {
	return Rating{Points: initialPoints, Deviation: initialDeviation, Volatility: initialVolatility}
}

// At returns the rating with the deviation that it has at a given time, in milliseconds.
func (r Rating) At(at int64) Rating {
	if r.Played == 0 || at <= r.Played {
		return r
	}
	periods := float64(at-r.Played) / float64(Period.Milliseconds())
	r.Deviation = min(initialDeviation, scale*math.Sqrt(square(r.Deviation/scale)+periods*square(r.Volatility)))
	return r
}

// Provisional reports whether the strength is still uncertain at a given time.
func (r Rating) Provisional(at int64) bool { return r.Until() <= at }

// Until returns when the rating becomes provisional if the player stops playing, in milliseconds, or 0 if it is
// provisional since the last game.
func (r Rating) Until() int64 {
	if r.Played == 0 || r.Deviation >= provisionalDeviation {
		return 0
	}
	periods := (square(provisionalDeviation/scale) - square(r.Deviation/scale)) / square(r.Volatility)
	return r.Played + int64(periods*float64(Period.Milliseconds()))
}

// Round returns the points as shown to people.
func (r Rating) Round() int { return int(math.Round(r.Points)) }

// Score is the result of a game for a player: 1 for a win, ½ for a draw, 0 for a loss.
type Score float64

// Opponent is a game of a [Batch], as seen by the player.
type Opponent struct {
	Rating
	Score Score
}

// Batch returns a player's rating after a rating period with the given games, according to the published system. It
// changes neither Games nor Played.
func Batch(r Rating, games ...Opponent) Rating {
	phi := r.Deviation / scale
	if len(games) == 0 {
		r.Deviation = scale * math.Sqrt(square(phi)+square(r.Volatility))
		return r
	}
	information, surplus := evidence(r, games)
	r.Volatility = volatility(phi, r.Volatility, 1/information, surplus/information)
	return r.learn(math.Sqrt(square(phi)+square(r.Volatility)), information, surplus)
}

// evidence returns what games say about a player: 1/v, and the sum of g(s-E), in the terms of the published system.
func evidence(r Rating, games []Opponent) (information, surplus float64) {
	for _, o := range games {
		g := 1 / math.Sqrt(1+3*square(o.Deviation/scale)/square(math.Pi))
		expected := 1 / (1 + math.Exp(-g*(r.Points-o.Points)/scale))
		information += square(g) * expected * (1 - expected)
		surplus += g * (float64(o.Score) - expected)
	}
	return information, surplus
}

// learn returns the rating after evidence. phi is the deviation before it.
func (r Rating) learn(phi, information, surplus float64) Rating {
	phi = 1 / math.Sqrt(1/square(phi)+information)
	r.Points += scale * square(phi) * surplus
	r.Deviation = scale * phi
	return r
}

// Play returns the ratings of both players after a game that ended at a given time, in milliseconds.
func Play(white, black Rating, score Score, at int64) (Rating, Rating) {
	return update(white, black, score, at), update(black, white, 1-score, at)
}

// update returns a player's rating after a game. Unlike Batch it does not add the growth of a whole period to the
// deviation, because At adds that of the time that has passed.
func update(r, opponent Rating, score Score, at int64) Rating {
	r = r.At(at)
	information, surplus := evidence(r, []Opponent{{opponent.At(at), score}})
	r.Volatility = volatility(r.Deviation/scale, r.Volatility, 1/information, surplus/information)
	r = r.learn(r.Deviation/scale, information, surplus)
	r.Points = min(maxPoints, max(minPoints, r.Points))
	r.Deviation = max(minDeviation, r.Deviation)
	r.Games++
	r.Played = max(r.Played, at)
	return r
}

// volatility returns the new volatility, by the Illinois method (step 5 of the published system). delta is the
// improvement that the results suggest, v its variance.
func volatility(phi, sigma, v, delta float64) float64 {
	const tolerance = 1e-6
	a := math.Log(square(sigma))
	f := func(x float64) float64 {
		e := math.Exp(x)
		return e*(square(delta)-square(phi)-v-e)/(2*square(square(phi)+v+e)) - (x-a)/square(tau)
	}
	low, high := a, math.Log(square(delta)-square(phi)-v)
	if !(square(delta) > square(phi)+v) {
		for high = a - tau; f(high) < 0; {
			high -= tau
		}
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > tolerance {
		middle := low + (low-high)*fLow/(fHigh-fLow)
		fMiddle := f(middle)
		if fMiddle*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = middle, fMiddle
	}
	return math.Exp(low / 2)
}

func square(x float64) float64 { return x * x }
