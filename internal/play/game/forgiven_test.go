package game

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
)

// goingOn returns a random move that takes nothing and gives no check: of a pawn
// now and then, so that the game goes on, and else of a piece.
func goingOn(t *testing.T, g *Game, rng *rand.Rand) string {
	t.Helper()
	p, guide := g.Position(), g.rules.Guide()
	moves := rules.LegalMoves(g.rules, &p)
	pawn := g.Ply()%100 > 97
	for _, i := range rng.Perm(len(moves)) {
		san := guide.FormatSAN(&p, moves[i])
		if !strings.ContainsAny(san, "x+#=") && pawn == (san[0] >= 'a') {
			return guide.FormatUCI(&p, moves[i])
		}
	}
	t.Fatal("every move takes something or gives check")
	return ""
}

// longGame plays as many moves as a game may have but one.
func longGame(t *testing.T, rng *rand.Rand) *script {
	t.Helper()
	s := duel(t, "chess", nil)
	for s.game.Ply() < MaxPlies-1 {
		s.add([]Event{{Type: Moved, At: s.at, Move: goingOn(t, s.game, rng)}})
	}
	return s
}

// TestGamesEndInTheEnd plays a game that leads nowhere: it is a draw after as many
// moves as a game may have. One that has more already,
// from before there was a bound, is read, and ends with its next move.
func TestGamesEndInTheEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 1))
	s := longGame(t, rng)
	players := []Hash{anna, bert}
	play := func(text string) {
		t.Helper()
		s.do(players[s.game.Turn()], Move{Ply: s.game.Ply(), Key: s.game.Key(), Move: text})
	}
	text, before := goingOn(t, s.game, rng), len(s.events)
	play(text)
	if r := s.game.Result(); r == nil || r.Result != rules.Draw || r.Reason != rules.Length || r.String() != "draw: the game reached the maximum number of moves" {
		t.Fatalf("after %d moves: %+v", s.game.Ply(), r)
	}
	if again, err := Fold(find, s.events); err != nil || !again.Over() {
		t.Errorf("read back it is not over, %v", err)
	}
	old := append(s.events[:before:before], Event{Type: Moved, At: s.at, Move: text}) // and no more, as it was
	g, err := Fold(find, old)
	if err != nil || g.Over() {
		t.Fatalf("a game of an earlier version: %v, %v", g, err)
	}
	s.game, s.events = g, old
	if play(goingOn(t, g, rng)); !s.game.Over() {
		t.Error("a longer game of an earlier version goes on for ever")
	}
}

// TestLagQuota gives back the way of moves until the quota is used up, and what
// it was is read back.
func TestLagQuota(t *testing.T) {
	s := duel(t, "chess", &clock.Control{Initial: 60_000})
	players := []Hash{anna, bert}
	moves := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for i := range 16 {
		s.wait(1000)
		s.do(players[i%2], Move{Ply: i, Key: s.game.Key(), Move: moves[i%4], Lag: 100_000})
	}
	given := int64(0)
	for _, e := range s.events {
		if e.Given > maxLag {
			t.Errorf("%+v", e)
		}
		given += e.Given
	}
	if most := int64(2 * (lagQuota + 8*lagRegain)); given == 0 || given > most {
		t.Errorf("%d ms were given back, at most %d may be", given, most)
	}
	again, err := Fold(find, s.events)
	if err != nil || *again.Clocks(s.at) != *s.game.Clocks(s.at) || again.quota != s.game.quota {
		t.Errorf("read back: %+v, %v; was %+v", again.Clocks(s.at), err, s.game.Clocks(s.at))
	}
	days := duel(t, "chess", &clock.Control{Days: 2})
	for i := range 4 {
		days.wait(1000)
		days.do(players[i%2], Move{Ply: i, Key: days.game.Key(), Move: moves[i], Lag: 400})
	}
	if last := days.events[len(days.events)-1]; last.Given != 0 {
		t.Errorf("with days for a move the way is given back: %+v", last)
	}
}
