package hub_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/memory"
)

var days = &clock.Control{Days: 3}

// say saves conditional moves for the current position.
func (h house) say(by room.Session, id string, lines ...[]string) (game.Ahead, error) {
	h.t.Helper()
	shot := h.see(by, id)
	return h.SetAhead(h.ctx, by, id, shot.Key, game.Ahead{Ply: shot.Ply, Takebacks: shot.Takebacks, Lines: lines})
}

func played(s room.Snapshot) (moves []string) {
	for _, m := range s.Moves {
		moves = append(moves, m.UCI)
	}
	return moves
}

// TestConditionalMoves checks that conditional moves are played immediately and are hidden from other
// players.
func TestConditionalMoves(t *testing.T) {
	h := open(t, memory.New(), hub.Options{})
	id := h.pair(days).ID
	h.play(id, "e4")
	a, err := h.say(anna, id, []string{"e5", "Nf3", "Nc6", "Bb5"}, []string{"c5", "d4"}, []string{"e7e5", "g1f3", "b8c6", "f1b5"})
	if want := [][]string{{"e7e5", "g1f3", "b8c6", "f1b5"}, {"c7c5", "d2d4"}}; err != nil || !reflect.DeepEqual(a.Lines, want) {
		t.Fatalf("SetAhead saved %v, error %v", a.Lines, err)
	}
	if his, err := h.Ahead(h.ctx, bert, id); err != nil || len(his.Lines) != 0 {
		t.Errorf("Ahead for Bert = %v, error %v; want no lines", his.Lines, err)
	}
	if _, err := h.Ahead(h.ctx, cora, id); err == nil {
		t.Error("Ahead for a spectator succeeded")
	}
	h.play(id, "e5")
	if got, want := played(h.see(bert, id)), []string{"e2e4", "e7e5", "g1f3"}; !reflect.DeepEqual(got, want) {
		t.Errorf("played %v, want %v", got, want)
	}
	if left, err := h.Ahead(h.ctx, anna, id); err != nil || len(left.Lines) != 2 {
		t.Errorf("Ahead after one move = %v, error %v; want two lines", left, err)
	}
	// New conditional moves replace the old ones.
	if _, err := h.say(anna, id, []string{"Nc6", "Bb5", "a6", "Ba4"}); err != nil {
		t.Fatalf("say: %v", err)
	}
	h.play(id, "Nc6") // Anna's conditional reply is Bb5
	if _, err := h.say(bert, id); err == nil || codeOf(err) != game.CodeInvalid {
		t.Errorf("SetAhead on one's own turn: got error %v", err)
	}
	h.play(id, "d6")
	if left, err := h.Ahead(h.ctx, anna, id); err != nil || len(left.Lines) != 0 {
		t.Errorf("Ahead after another move = %v, error %v; want no lines", left, err)
	}
	if got := len(h.see(anna, id).Moves); got != 6 {
		t.Errorf("played %d half-moves, want 6", got)
	}
}

// TestConditionalMovesOfBothSides plays a game in which both sides have conditional moves.
func TestConditionalMovesOfBothSides(t *testing.T) {
	h := open(t, memory.New(), hub.Options{})
	id := h.pair(days).ID
	if _, err := h.say(bert, id, []string{"f3", "e5", "g4", "Qh4"}); err != nil {
		t.Fatalf("say: %v", err)
	}
	h.play(id, "f3")
	if got := len(h.see(anna, id).Moves); got != 2 {
		t.Fatalf("played %d half-moves, want 2", got)
	}
	h.play(id, "g4")
	shot := h.see(anna, id)
	if len(shot.Moves) != 4 || shot.Result == nil {
		t.Errorf("after %v: result %+v, want a mate", played(shot), shot.Result)
	}
	if saved, err := h.store.Ahead(h.ctx, id, game.Black); err != nil || len(saved.Lines) != 0 {
		t.Errorf("Ahead after the end = %v, error %v; want no lines", saved, err)
	}
}

// TestInvalidConditionalMoves checks that invalid conditional moves are rejected.
func TestInvalidConditionalMoves(t *testing.T) {
	h := open(t, memory.New(), hub.Options{})
	timed := h.pair(&clock.Control{Initial: 60_000}).ID
	h.play(timed, "e4")
	if _, err := h.say(anna, timed, []string{"e5", "Nf3"}); codeOf(err) != game.CodeInvalid {
		t.Errorf("SetAhead in a game with a clock: got error %v", err)
	}
	id := h.pair(days).ID
	h.play(id, "e4")
	long := make([]string, 26)
	for i := range long {
		long[i] = []string{"Nf6", "Nf3", "Ng8", "Ng1"}[i%4]
	}
	many := make([][]string, game.MaxAhead+1)
	for i := range many {
		many[i] = []string{"e5", "Nf3"}
	}
	for name, lines := range map[string][][]string{
		"no answer": {{"e5"}}, "nothing": {{}}, "illegal": {{"e5", "Ke3"}}, "illegal opponent move": {{"e4", "e5"}}, "nonsense": {{"\x00", "<b>"}},
		"two answers": {{"e5", "Nf3"}, {"e5", "d4"}}, "too long": {long}, "too many": many,
	} {
		if _, err := h.say(anna, id, lines...); codeOf(err) != game.CodeInvalid {
			t.Errorf("SetAhead, %s: got error %v, want %q", name, err, game.CodeInvalid)
		}
	}
	if _, err := h.SetAhead(h.ctx, anna, id, h.see(anna, id).Key, game.Ahead{Ply: 0}); codeOf(err) != game.CodeStale {
		t.Errorf("SetAhead for another position: got error %v", err)
	}
	if _, err := h.say(cora, id, []string{"e5", "Nf3"}); codeOf(err) != game.CodeNoSeat {
		t.Errorf("SetAhead by a spectator: got error %v", err)
	}
	// A takeback cancels conditional moves.
	if _, err := h.say(anna, id, []string{"e5", "Nf3"}); err != nil {
		t.Fatalf("say: %v", err)
	}
	shot := h.see(anna, id)
	if err := h.Do(h.ctx, anna, id, game.Takeback{Ply: shot.Ply, Do: game.Offer}); err != nil {
		t.Fatalf("Do: %v", err)
	}
	if err := h.Do(h.ctx, bert, id, game.Takeback{Ply: shot.Ply, Do: game.Accept}); err != nil {
		t.Fatalf("Do: %v", err)
	}
	h.play(id, "e4", "e5")
	if got := len(h.see(anna, id).Moves); got != 2 {
		t.Errorf("after the takeback: played %d half-moves, want 2", got)
	}
}

func codeOf(err error) game.Code {
	var refused *game.Error
	if errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}
