package game

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
)

// goingOn returns a random move that is neither a capture nor a check: occasionally a pawn move, so that the
// game continues, and otherwise a piece move.
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
	t.Fatal("goingOn: every move is a capture or a check")
	return ""
}

// longGame plays one half-move fewer than the maximum.
func longGame(t *testing.T, rng *rand.Rand) *script {
	t.Helper()
	s := duel(t, "chess", nil)
	for s.game.Ply() < MaxPlies-1 {
		s.add([]Event{{Type: Moved, At: s.at, Move: goingOn(t, s.game, rng)}})
	}
	return s
}

// TestMaximumLength plays a game without progress until it is drawn by its length. A stored game that is
// already longer can still be loaded, and ends with its next move.
func TestMaximumLength(t *testing.T) {
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
		t.Fatalf("result after %d half-moves: got %+v, want a draw by length", s.game.Ply(), r)
	}
	if again, err := Fold(find, s.events); err != nil || !again.Over() {
		t.Errorf("Fold: the loaded game is not over (error %v)", err)
	}
	old := append(s.events[:before:before], Event{Type: Moved, At: s.at, Move: text}) // no ending event
	g, err := Fold(find, old)
	if err != nil || g.Over() {
		t.Fatalf("Fold of a game over the limit: got %v, error %v; want a game in play", g, err)
	}
	s.game, s.events = g, old
	if play(goingOn(t, g, rng)); !s.game.Over() {
		t.Error("a game over the limit did not end with its next move")
	}
}

// TestLagQuota checks that network delay is refunded until the quota is used up, and that loading restores
// the quota.
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
			t.Errorf("event %+v refunds more than %d ms", e, maxLag)
		}
		given += e.Given
	}
	if most := int64(2 * (lagQuota + 8*lagRegain)); given == 0 || given > most {
		t.Errorf("refunded %d ms in total, want 1 to %d", given, most)
	}
	again, err := Fold(find, s.events)
	if err != nil || *again.Clocks(s.at) != *s.game.Clocks(s.at) || again.quota != s.game.quota {
		t.Errorf("clocks after loading: got %+v (error %v), want %+v", again.Clocks(s.at), err, s.game.Clocks(s.at))
	}
	days := duel(t, "chess", &clock.Control{Days: 2})
	for i := range 4 {
		days.wait(1000)
		days.do(players[i%2], Move{Ply: i, Key: days.game.Key(), Move: moves[i], Lag: 400})
	}
	if last := days.events[len(days.events)-1]; last.Given != 0 {
		t.Errorf("correspondence move %+v refunds network delay, want none", last)
	}
}
