package room

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/game"
)

// TestIDs draws ids that are valid, and derives the one of a rematch.
func TestIDs(t *testing.T) {
	id := NewID()
	if !ValidID(id) || !ValidID(rematchID(id)) {
		t.Errorf("%q or its rematch %q is not a valid id", id, rematchID(id))
	}
	if first, again := rematchID(id), rematchID(id); first != again || first == id {
		t.Errorf("the rematch of %q is not one game of its own", id)
	}
	for _, bad := range []string{"", "abc", strings.ToUpper(id), id + "a", "../../secret"} {
		if ValidID(bad) {
			t.Errorf("%q counts as an id", bad)
		}
	}
}

// TestSession derives invitations from the secret, which it never prints.
func TestSession(t *testing.T) {
	anna, bert := SessionOf("anna's secret"), SessionOf("bert's secret")
	invitation := anna.Invite("g")
	if invitation == bert.Invite("g") || invitation == anna.Invite("h") || invitation != anna.Invite("g") {
		t.Error("an invitation must belong to one session and one game")
	}
	if text := anna.String() + anna.GoString(); strings.Contains(text, "secret") {
		t.Errorf("a session prints its secret: %s", text)
	}
	if (SessionOf("") != Session{}) {
		t.Error("a session without a cookie is not the zero Session")
	}
}

// TestHandover refunds the time on the way once, and only to who was sent.
func TestHandover(t *testing.T) {
	var h handover
	h.depart(board.White, 1000)
	h.arrive(game.Black, 1500)
	if got := h.refund(game.White); got != 0 {
		t.Errorf("White has not arrived and is refunded %d ms", got)
	}
	h.arrive(game.White, 1700)
	if got := h.refund(game.White); got != 700 {
		t.Errorf("White was on the way for 700 ms and is refunded %d", got)
	}
	if got := h.refund(game.White); got != 0 {
		t.Errorf("White is refunded %d ms again", got)
	}
}

// TestPhraseLimit lets a player send a few phrases at once and no more.
func TestPhraseLimit(t *testing.T) {
	var p phraseLimiter
	for i := range maxPhrases + 1 {
		if got, want := p.allow(), i < maxPhrases; got != want {
			t.Errorf("phrase %d: allowed %v, want %v", i+1, got, want)
		}
	}
}
