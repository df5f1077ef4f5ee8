package room

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/game"
)

// TestIDs checks random IDs and the IDs derived for rematches.
func TestIDs(t *testing.T) {
	id := NewID()
	if !ValidID(id) || !ValidID(rematchID(id)) {
		t.Errorf("%q or its rematch %q is not a valid id", id, rematchID(id))
	}
	if first, again := rematchID(id), rematchID(id); first != again || first == id {
		t.Errorf("rematchID(%q) is not stable, or equals its argument", id)
	}
	for _, bad := range []string{"", "abc", strings.ToUpper(id), id + "a", "../../secret"} {
		if ValidID(bad) {
			t.Errorf("%q was accepted as an id", bad)
		}
	}
}

// TestSession checks that invitations derive from the secret, and that the secret is never printed.
func TestSession(t *testing.T) {
	anna, bert := SessionOf("anna's secret"), SessionOf("bert's secret")
	invitation := anna.Invite("g")
	if invitation == bert.Invite("g") || invitation == anna.Invite("h") || invitation != anna.Invite("g") {
		t.Error("Invite does not identify one session and one game")
	}
	if text := anna.String() + anna.GoString(); strings.Contains(text, "secret") {
		t.Errorf("session prints its secret: %s", text)
	}
	if (SessionOf("") != Session{}) {
		t.Error("session without a cookie is not the zero Session")
	}
}

// TestHandover checks that the handover time is refunded once, and only to the player who was handed over.
func TestHandover(t *testing.T) {
	var h handover
	h.depart(board.White, 1000)
	h.arrive(game.Black, 1500)
	if got := h.refund(game.White); got != 0 {
		t.Errorf("refund before White arrived = %d ms", got)
	}
	h.arrive(game.White, 1700)
	if got := h.refund(game.White); got != 700 {
		t.Errorf("refund for 700 ms = %d", got)
	}
	if got := h.refund(game.White); got != 0 {
		t.Errorf("second refund = %d ms", got)
	}
}

// TestPhraseLimit checks that a player can send only a few phrases within a short time.
func TestPhraseLimit(t *testing.T) {
	var p phraseLimiter
	for i := range maxPhrases + 1 {
		if got, want := p.allow(), i < maxPhrases; got != want {
			t.Errorf("phrase %d: allowed %v, want %v", i+1, got, want)
		}
	}
}
