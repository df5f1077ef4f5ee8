package rating_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/test/oracle/glicko"
)

const day = 24 * 60 * 60 * 1000

// TestExample checks the example in Glickman's description of the system.
func TestExample(t *testing.T) {
	player := rating.Rating{Points: 1500, Deviation: 200, Volatility: 0.06}
	against := func(points, deviation float64, s rating.Score) rating.Opponent {
		return rating.Opponent{Rating: rating.Rating{Points: points, Deviation: deviation}, Score: s}
	}
	got := rating.Batch(player, against(1400, 30, 1), against(1550, 100, 0), against(1700, 300, 0))
	if math.Abs(got.Points-1464.06) > 0.01 || math.Abs(got.Deviation-151.52) > 0.01 || math.Abs(got.Volatility-0.05999) > 0.00001 {
		t.Errorf("the rating is %+v, want 1464.06, 151.52 and 0.05999", got)
	}
	if idle := rating.Batch(player); math.Abs(idle.Deviation-math.Hypot(200, 0.06*173.7178)) > 1e-9 || idle.Points != 1500 {
		t.Errorf("after a period without games the rating is %+v", idle)
	}
}

// TestPeriods checks that the deviation grows in a period as in the published system, whether or not somebody reads it
// in between.
func TestPeriods(t *testing.T) {
	const played = 1000
	r := rating.Rating{Points: 1700, Deviation: 60, Volatility: 0.06, Played: played}
	whole := r.At(played + rating.Period.Milliseconds())
	if want := rating.Batch(r); math.Abs(whole.Deviation-want.Deviation) > 1e-9 {
		t.Errorf("after a period the deviation is %v, want %v", whole.Deviation, want.Deviation)
	}
	if r.At(played-1) != r || r.At(played) != r {
		t.Error("the deviation grows before time has passed")
	}
	if d := r.At(1000 * 365 * day).Deviation; d != 350 {
		t.Errorf("after a thousand years the deviation is %v", d)
	}
	if n := rating.New(); n.At(365*day) != n || !n.Provisional(0) {
		t.Error("the rating of a new player changes, or is not provisional")
	}
	until := r.Until()
	if days := until / day; days < 365 || days > 2*365 {
		t.Errorf("an inactive player becomes provisional after %d days", days)
	}
	if r.Provisional(until-1) || !r.Provisional(until) || math.Abs(r.At(until).Deviation-110) > 1e-3 {
		t.Errorf("the rating becomes provisional at %d with a deviation of %v", until, r.At(until).Deviation)
	}
}

// TestProvisional checks that about a dozen games end the provisional rating of a new player.
func TestProvisional(t *testing.T) {
	r, games := rating.New(), 0
	for at := int64(day); r.Provisional(at); at += day {
		r, _ = rating.Play(r, rating.Rating{Points: 1500, Deviation: 60, Volatility: 0.06, Played: at}, rating.Score(games%2), at)
		games++
	}
	if games < 8 || games > 16 {
		t.Errorf("a new player's rating is provisional for %d games", games)
	}
}

// TestPlain compares ratings with the second implementation on random histories.
func TestPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const players = 4
		var ours, theirs [players]rating.Rating
		for i := range ours {
			ours[i], theirs[i] = rating.New(), rating.New()
		}
		at := int64(1)
		for range rapid.IntRange(1, 60).Draw(t, "games") {
			at += rapid.Int64Range(-1, 40*day).Draw(t, "pause")
			white := rapid.IntRange(0, players-1).Draw(t, "white")
			black := (white + rapid.IntRange(1, players-1).Draw(t, "black")) % players
			score := float64(rapid.IntRange(0, 2).Draw(t, "score")) / 2
			w, b := ours[white], ours[black]
			ours[white], ours[black] = rating.Play(w, b, rating.Score(score), at)
			theirs[white], theirs[black] = glicko.Update(theirs[white], theirs[black], score, at), glicko.Update(theirs[black], theirs[white], 1-score, at)
			if !glicko.Near(ours[white], theirs[white]) || !glicko.Near(ours[black], theirs[black]) {
				t.Fatalf("ratings %+v and %+v, want %+v and %+v", ours[white], ours[black], theirs[white], theirs[black])
			}
			if score == 1 && w.Points < 4000 && ours[white].Points <= w.Points || score == 0 && w.Points > 100 && ours[white].Points >= w.Points {
				t.Fatalf("with a score of %v the rating changes from %v to %v", score, w, ours[white])
			}
		}
	})
}

// TestExtremes checks that the ratings of very different players stay finite and within bounds.
func TestExtremes(t *testing.T) {
	strong, weak := rating.New(), rating.New()
	for at := range int64(3000) {
		strong, weak = rating.Play(strong, weak, 1, at)
	}
	weak, strong = rating.Play(weak, strong, 1, 3000)
	for _, r := range []rating.Rating{strong, weak} {
		if !(r.Points >= 100 && r.Points <= 4000 && r.Deviation >= 45 && r.Deviation <= 350 && r.Volatility > 0.01 && r.Volatility < 1) {
			t.Errorf("the rating is %+v", r)
		}
	}
}

func TestBots(t *testing.T) {
	person, bot := rating.Player{Before: rating.New()}, rating.Player{Bot: true, Before: rating.New()}
	for _, test := range []struct {
		white, black               rating.Player
		whiteChanges, blackChanges bool
	}{{person, person, true, true}, {person, bot, false, true}, {bot, person, true, false}, {bot, bot, true, true}} {
		g := rating.Game{Score: 1, At: day, White: test.white, Black: test.black}
		g.Rate()
		if (g.White.Before != g.White.After) != test.whiteChanges || (g.Black.Before != g.Black.After) != test.blackChanges {
			t.Errorf("bots %v and %v: %+v", test.white.Bot, test.black.Bot, g)
		}
	}
}

func TestPool(t *testing.T) {
	c := clock.Control{Initial: 60_000}
	if p := rating.PoolOf("chess", c); p != (rating.Pool{Variant: "chess", Speed: clock.Bullet}) {
		t.Errorf("the pool of chess is %+v", p)
	}
	if p := rating.PoolOf("mine#abc", c); p.Variant != "abc" {
		t.Errorf("the pool of a definition is %+v", p)
	}
}
