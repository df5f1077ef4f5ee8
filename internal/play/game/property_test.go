package game

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestFoldMatchesGame carries out random valid and invalid commands, and compares the game with the one
// folded from its stored events. A command without events changes nothing.
func TestFoldMatchesGame(t *testing.T) {
	names := make([]string, 0, 7)
	for _, r := range variant.Builtin().All() {
		names = append(names, r.Info().Name)
	}
	controls := []*clock.Control{nil, {Initial: 20_000}, {Initial: 10_000, Increment: 1500}, {Initial: 8000, Delay: 2000}, {Days: 1}}
	rapid.Check(t, func(rt *rapid.T) {
		start := seats(Start{
			Variant: rapid.SampledFrom(names).Draw(rt, "variant"),
			Control: rapid.SampledFrom(controls).Draw(rt, "control"),
		})
		switch rapid.IntRange(0, 3).Draw(rt, "opponent") {
		case 0:
			start.Black = Seat{Session: anna}
		case 1:
			start.Black = Seat{Computer: 5}
		}
		s := begin(t, start)
		for range rapid.IntRange(1, 40).Draw(rt, "commands") {
			s.wait(rapid.Int64Range(0, 4000).Draw(rt, "pause"))
			before, had := state(t, s.game, s.at), len(s.events)
			who := rapid.SampledFrom([]Hash{anna, bert, cora}).Draw(rt, "who")
			err := s.try(who, command(rt, s))
			if len(s.events) == had && state(t, s.game, s.at) != before {
				rt.Fatalf("the game changed without an event (error %v)", err)
			}
			if err != nil && codeOf(err) == "" {
				rt.Fatalf("an error without a code: %v", err)
			}
			if c := s.game.Clocks(s.at); c != nil && (c.White < 0 || c.Black < 0) {
				rt.Fatalf("Clocks = %+v, want none below zero", c)
			}
		}
		text, err := json.Marshal(s.events)
		if err != nil {
			rt.Fatalf("json.Marshal: %v", err)
		}
		var stored []Event
		if err := json.Unmarshal(text, &stored); err != nil {
			rt.Fatalf("json.Unmarshal: %v", err)
		}
		again, err := Fold(find, stored)
		if err != nil {
			rt.Fatalf("Fold: %v\n%s", err, text)
		}
		s.wait(rapid.Int64Range(0, 100_000).Draw(rt, "later"))
		if got, want := state(t, again, s.at), state(t, s.game, s.at); got != want {
			rt.Fatalf("loaded game:\n%s\nwant:\n%s", got, want)
		}
	})
}

// state returns the observable state of a game as text.
func state(t *testing.T, g *Game, at int64) string {
	t.Helper()
	white, black := g.Snapshot(g.Seat(anna), at), g.Snapshot(g.Seat(bert), at)
	white.Rules, black.Rules = nil, nil
	white.Moves, black.Moves = append([]PlayedMove{}, white.Moves...), append([]PlayedMove{}, black.Moves...)
	text, err := json.Marshal(struct {
		Anna, Bert Snapshot
		Position   string
		Deadline   int64
	}{white, black, g.rules.Guide().FormatPosition(&white.Position), g.Deadline()})
	if err != nil {
		t.Fatalf("json.Marshal: %v", err)
	}
	return string(text)
}

// command draws a random command: often a legal move, sometimes nonsense.
func command(rt *rapid.T, s *script) Command {
	ply := max(0, s.game.Ply()-rapid.SampledFrom([]int{0, 0, 0, 0, 0, 1, 2}).Draw(rt, "stale"))
	back := s.game.takebacks - rapid.SampledFrom([]int{0, 0, 0, 0, 0, 1}).Draw(rt, "takebacks")
	do := rapid.SampledFrom([]OfferAction{Offer, Accept, Decline, Withdraw, "?"}).Draw(rt, "do")
	switch rapid.IntRange(0, 15).Draw(rt, "command") {
	default:
		p, _ := s.game.line.At(ply)
		text := "e2e4"
		if moves := rules.LegalMoves(s.game.rules, &p); len(moves) > 0 {
			text = s.game.rules.Guide().FormatUCI(&p, rapid.SampledFrom(moves).Draw(rt, "move"))
		}
		return Move{Ply: ply, Takebacks: back, Key: KeyText(p.Hash), Move: text}
	case 9:
		return Draw{Ply: ply, Takebacks: back, Do: do}
	case 10, 11:
		return Takeback{Ply: ply, Takebacks: back, Do: do}
	case 12:
		return Rematch{Do: do, Next: "nextnextnext"}
	case 13:
		return Claim{Ply: ply, Takebacks: back}
	case 14:
		if rapid.IntRange(0, 5).Draw(rt, "resign") == 0 {
			return Resign{}
		}
		return Abort{}
	case 15:
		return Move{Ply: ply, Takebacks: back, Key: "no key", Move: rapid.String().Draw(rt, "text")}
	}
}
