package game

import (
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/rules"
)

// TestCommands checks when each command is accepted or refused.
//
// Holds: chess 1.11.
func TestCommands(t *testing.T) {
	for name, test := range map[string]func(t *testing.T){
		"a mate ends the game": func(t *testing.T) {
			s := duel(t, "chess", nil)
			s.play(0, "f3", "e5", "g4", "Qh4#")
			s.ends(rules.BlackWins, "checkmate")
			s.refused(CodeOver, anna, s.next("a3"))
			s.refused(CodeOver, anna, Resign{})
			s.refused(CodeOver, bert, Draw{Ply: 4, Do: Offer})
			s.refused(CodeOver, anna, Takeback{Ply: 4, Do: Offer})
			s.refused(CodeOver, anna, Abort{})
		},
		"a spectator cannot act": func(t *testing.T) {
			s := duel(t, "chess", nil)
			for _, c := range []Command{s.next("e4"), Resign{}, Draw{Do: Offer}, Claim{}, Takeback{Do: Offer}, Rematch{Do: Offer, Next: "nextnextnext"}, Abort{}} {
				s.refused(CodeNoSeat, cora, c)
				s.refused(CodeNoSeat, Hash{}, c)
			}
		},
		"moves are checked": func(t *testing.T) {
			s := duel(t, "chess", nil)
			s.refused(CodeTurn, bert, s.next("e4"))
			s.refused(Code(rules.CodeUnreachable), anna, s.next("e2e5"))
			s.refused(Code(rules.CodeNotYourTurn), anna, s.next("e7e5"))
			for _, nonsense := range []string{"", "x", "e9e4", strings.Repeat("e2e4", 900), "\x00\xff", "<script>"} {
				if err := s.try(anna, s.next(nonsense)); err == nil || codeOf(err) == "" {
					t.Errorf("move %q: got error %v, want one with a code", nonsense, err)
				}
			}
			s.refused(CodeStale, anna, Move{Ply: 0, Key: "0000000000000000", Move: "e4"})
			s.refused(CodeStale, anna, Move{Ply: 0, Move: "e4"})
			s.refused(CodeStale, anna, Move{Ply: 1, Key: s.next("").Key, Move: "e4"})
			s.refused(CodeStale, anna, Move{Ply: -1, Key: s.next("").Key, Move: "e4"})
			s.do(anna, s.next("e4"))
		},
		"a repeated move is harmless": func(t *testing.T) {
			s := duel(t, "chess", nil)
			first := s.next("e4")
			s.do(anna, first)
			s.silent(anna, first)
			s.silent(anna, Move{Ply: 0, Key: strings.ToUpper(first.Key), Move: "e2e4"})
			s.refused(CodeStale, anna, Move{Ply: 0, Key: first.Key, Move: "d4"})
			s.refused(CodeStale, bert, first)
			s.play(0, "e5", "Bc4", "a6", "Qh5", "a5")
			mate := s.next("Qxf7#")
			s.do(anna, mate)
			s.silent(anna, mate)
			s.silent(anna, first)
			s.ends(rules.WhiteWins, "checkmate")
		},
		"resigning": func(t *testing.T) {
			s := duel(t, "chess", nil)
			s.do(bert, Resign{})
			s.ends(rules.WhiteWins, string(rules.Resignation))
			s.silent(bert, Resign{})
			s.refused(CodeOver, anna, Resign{})
		},
		"a draw offer is accepted": func(t *testing.T) {
			s := duel(t, "chess", nil)
			s.refused(CodeNothing, bert, Draw{Do: Accept})
			s.do(anna, Draw{Do: Offer})
			s.silent(anna, Draw{Do: Offer})
			s.refused(CodeNothing, anna, Draw{Do: Accept})
			s.refused(CodeStale, bert, Draw{Ply: 1, Do: Accept})
			s.do(bert, Draw{Do: Accept})
			s.ends(rules.Draw, string(rules.Agreement))
			s.silent(bert, Draw{Do: Accept})
			s.refused(CodeOver, bert, Draw{Do: Decline})
		},
		"two draw offers make a draw": func(t *testing.T) {
			s := duel(t, "chess", nil)
			s.do(anna, Draw{Do: Offer})
			s.do(bert, Draw{Do: Offer})
			s.ends(rules.Draw, string(rules.Agreement))
		},
		"a draw offer lapses when the opponent moves": func(t *testing.T) {
			s := duel(t, "chess", nil)
			s.do(anna, Draw{Do: Offer})
			s.play(0, "e4")
			if s.game.offers.Draw != White {
				t.Fatal("the draw offer lapsed with the offerer's own move")
			}
			s.play(0, "e5")
			if s.game.offers.Draw != Nobody {
				t.Fatal("the draw offer is still pending after the opponent's move")
			}
			s.refused(CodeNothing, bert, Draw{Ply: 2, Do: Accept})
		},
		"a declined or withdrawn draw offer cannot be repeated immediately": func(t *testing.T) {
			s := duel(t, "chess", nil)
			s.silent(anna, Draw{Do: Withdraw})
			s.silent(anna, Draw{Do: Decline})
			s.do(anna, Draw{Do: Offer})
			s.do(anna, Draw{Do: Withdraw})
			s.refused(CodeTooSoon, anna, Draw{Do: Offer}) // the old message, sent again
			barred(t, s, anna, OfDraw)
			barred(t, s, bert)
			s.do(bert, Draw{Do: Offer})
			s.do(anna, Draw{Do: Decline})
			s.silent(anna, Draw{Do: Decline})
			s.play(0, "e4")
			s.refused(CodeTooSoon, bert, Draw{Ply: 1, Do: Offer}) // Bert has not moved since his offer was declined
			barred(t, s, anna)
			barred(t, s, bert, OfDraw)
			barred(t, s, cora)
			s.do(anna, Draw{Ply: 1, Do: Offer})
			s.play(0, "e5")
			s.do(anna, Draw{Ply: 2, Do: Offer})
			s.refused(CodeInvalid, bert, Draw{Ply: 2, Do: "shrug"})
		},
		"a draw by repetition can be claimed": func(t *testing.T) {
			s := duel(t, "chess", nil)
			for range 2 {
				s.play(0, "Nf3", "Nf6", "Ng1")
				s.refused(CodeNothing, bert, Claim{Ply: s.game.Ply()})
				s.play(0, "Ng8")
			}
			s.refused(CodeTurn, bert, Claim{Ply: 8})
			s.refused(CodeStale, anna, Claim{Ply: 7})
			s.do(anna, Claim{Ply: 8})
			s.ends(rules.Draw, "threefold")
			s.silent(anna, Claim{Ply: 8})
		},
		"a draw by the fifty-move rule can be claimed": func(t *testing.T) {
			s := begin(t, seats(Start{Variant: "chess", Position: "4k3/8/8/8/8/8/8/R3K3 w - - 99 80"}))
			s.play(0, "Ra2")
			s.do(bert, Claim{Ply: 1})
			s.ends(rules.Draw, "fifty")
		},
		"aborting": func(t *testing.T) {
			s := duel(t, "chess", nil)
			s.play(0, "e4")
			s.do(bert, Abort{})
			s.ends("", string(rules.Aborted))
			s.silent(anna, Abort{})
			s = duel(t, "chess", nil)
			s.play(0, "e4", "e5")
			s.refused(CodeTooLate, anna, Abort{})
		},
		"one person can hold both seats": func(t *testing.T) {
			s := begin(t, Start{Variant: "chess", White: Seat{Session: anna}, Black: Seat{Session: anna}})
			s.play(0, "e4", "e5", "Nf3")
			s.do(anna, Takeback{Ply: 3, Do: Offer})
			if s.game.Ply() != 2 {
				t.Fatalf("after the takeback: %d moves, want 2", s.game.Ply())
			}
			s.play(0, "Nc3")
			s.do(anna, Resign{})
			s.ends(rules.WhiteWins, string(rules.Resignation))
			s.silent(anna, Resign{})
			s.do(anna, Rematch{Do: Offer, Next: "nextnextnext"})
			if s.game.next == "" {
				t.Fatal("no rematch was created")
			}
			s = begin(t, Start{Variant: "chess", White: Seat{Session: anna}, Black: Seat{Session: anna}})
			s.do(anna, Draw{Do: Offer})
			s.ends(rules.Draw, string(rules.Agreement))
		},
		"a rematch from the same position": func(t *testing.T) {
			const position = "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1"
			s := begin(t, Start{Variant: "chess", Position: position, LastMove: "h7h5", White: Seat{Session: anna}, Black: Seat{Session: bert}})
			if again := s.game.RematchStart("nextnextnext"); again.Position != position || again.LastMove != "h7h5" || again.White.Session != bert {
				t.Errorf("RematchStart = %+v, want position %q after h7h5 with Bert as White", again, position)
			}
			if snap := s.game.Snapshot(White, 0); snap.LastMove != "h7h5" {
				t.Errorf("Snapshot.LastMove = %q, want h7h5", snap.LastMove)
			}
		},
		"a rematch": func(t *testing.T) {
			s := duel(t, "chess", nil)
			s.refused(CodeNotOver, anna, Rematch{Do: Offer, Next: "nextnextnext"})
			s.do(bert, Resign{})
			s.refused(CodeNothing, bert, Rematch{Do: Accept, Next: "nextnextnext"})
			s.do(anna, Rematch{Do: Offer, Next: "nextnextnext"})
			s.silent(anna, Rematch{Do: Offer, Next: "nextnextnext"})
			s.do(bert, Rematch{Do: Decline})
			s.refused(CodeTooSoon, anna, Rematch{Do: Offer, Next: "nextnextnext"})
			barred(t, s, anna, OfRematch)
			s.do(bert, Rematch{Do: Offer, Next: "nextnextnext"})
			s.do(anna, Rematch{Do: Accept, Next: "nextnextnext"})
			next := s.game.next
			if next == "" {
				t.Fatal("no rematch was created")
			}
			s.silent(bert, Rematch{Do: Accept, Next: "nextnextnext"})
			s.silent(anna, Rematch{Do: Offer, Next: "nextnextnext"})
			again := s.game.RematchStart(next)
			if again.White.Name != "Bert" || again.Black.Name != "Anna" || again.ID != next || again.Previous != s.game.ID() {
				t.Fatalf("RematchStart = %+v, want colours swapped", again)
			}
		},
		"the computer declines an early draw and grants takebacks": func(t *testing.T) {
			s := begin(t, Start{Variant: "chess", White: Seat{Session: anna}, Black: Seat{Computer: 3}})
			s.do(anna, Draw{Do: Offer})
			if s.game.offers.Draw != Nobody || s.game.Over() {
				t.Fatal("the computer did not decline an early draw")
			}
			s.refused(CodeNothing, anna, Takeback{Do: Offer})
			s.play(0, "e4")
			s.do(anna, Takeback{Ply: 1, Do: Offer})
			if s.game.Ply() != 0 {
				t.Fatal("the computer did not grant the takeback")
			}
			s.refused(CodeStale, anna, Takeback{Ply: 1, Do: Offer})
		},
		"a game with too many events can only be ended": func(t *testing.T) {
			s := duel(t, "chess", nil)
			s.game.events = MaxEvents
			s.refused(CodeLimit, anna, s.next("e4"))
			s.refused(CodeLimit, anna, Draw{Do: Withdraw})
			s.do(anna, Draw{Do: Offer})
			s.do(bert, Draw{Do: Accept})
			s.ends(rules.Draw, string(rules.Agreement))
		},
		"after a withdrawn rematch only the opponent may offer one": func(t *testing.T) {
			s := duel(t, "chess", nil)
			s.do(bert, Resign{})
			s.do(anna, Rematch{Do: Offer, Next: "nextnextnext"})
			s.do(anna, Rematch{Do: Withdraw})
			s.refused(CodeTooSoon, anna, Rematch{Do: Offer, Next: "nextnextnext"})
			s.do(bert, Rematch{Do: Offer, Next: "nextnextnext"})
			s.do(anna, Rematch{Do: Offer, Next: "nextnextnext"})
			if s.game.next == "" {
				t.Fatal("no rematch was created")
			}
		},
		"a nil command": func(t *testing.T) {
			s := duel(t, "chess", nil)
			s.refused(CodeInvalid, anna, nil)
		},
	} {
		t.Run(name, test)
	}
}

// barred checks which offers a player may not make.
func barred(t *testing.T, s *script, by Hash, want ...Subject) {
	t.Helper()
	if got := s.game.Snapshot(s.game.Seat(by), s.at).Barred; !slices.Equal(got, want) {
		t.Errorf("Snapshot.Barred = %v, want %v", got, want)
	}
}

// TestJoin checks who can join a game.
func TestJoin(t *testing.T) {
	token := "a token"
	invited := func(t *testing.T) *script {
		return begin(t, Start{Variant: "chess", White: Seat{Session: anna}, Invite: HashOf(token)})
	}
	s := invited(t)
	s.refused(CodeWaiting, anna, s.next("e4"))
	s.refused(CodeWaiting, anna, Resign{})
	s.refused(CodeWaiting, anna, Draw{Do: Offer})
	for _, bad := range []string{"", "x", token + "x", strings.ToUpper(token)} {
		if _, err := s.game.Join(bert, bad, "", s.at); codeOf(err) != CodeToken {
			t.Errorf("Join with token %q: got error %v, want %q", bad, err, CodeToken)
		}
	}
	if _, err := s.game.Join(Hash{}, token, "", s.at); codeOf(err) != CodeNoSeat {
		t.Errorf("Join without a session: got error %v, want %q", err, CodeNoSeat)
	}
	if events, err := s.game.Join(anna, token, "", s.at); len(events) > 0 || err != nil {
		t.Errorf("Join by the inviter = %v, %v; want nothing", events, err)
	}
	events, err := s.game.Join(bert, token, "  Bert\x00 \u202e the\tGreat  and also rather long ", s.at)
	if err != nil {
		t.Fatalf("Join: %v", err)
	}
	s.add(events)
	if got := s.game.seats[1].Name; got != "Bert the Great and also" {
		t.Errorf("name after Join = %q", got)
	}
	if events, err := s.game.Join(bert, token, "", s.at); len(events) > 0 || err != nil {
		t.Errorf("second Join = %v, %v; want nothing", events, err)
	}
	if _, err := s.game.Join(cora, token, "", s.at); codeOf(err) != CodeTaken {
		t.Errorf("Join with a used invitation: got error %v, want %q", err, CodeTaken)
	}
	s.play(0, "e4")

	s = invited(t)
	s.do(anna, Abort{})
	if _, err := s.game.Join(bert, token, "", s.at); codeOf(err) != CodeOver {
		t.Errorf("Join of an aborted game: got error %v, want %q", err, CodeOver)
	}
	s.refused(CodeNothing, anna, Rematch{Do: Offer, Next: "nextnextnext"})

	s = begin(t, Start{Variant: "chess", Black: Seat{Session: anna}, Open: true})
	events, err = s.game.Join(bert, "", "", s.at)
	if err != nil || events[0].Side != White {
		t.Errorf("Join of an open game = %v, %v; want White's seat", events, err)
	}
}

// TestFoldErrors checks that invalid event lists are rejected.
func TestFoldErrors(t *testing.T) {
	good := duel(t, "chess", nil).events
	for name, events := range map[string][]Event{
		"nothing":                nil,
		"no start":               {{Type: Moved, Move: "e2e4"}},
		"unknown rules":          {{Type: Created, Start: &Start{Variant: "go"}}},
		"no position":            {{Type: Created, Start: &Start{Variant: "chess", Position: "x"}}},
		"an illegal move":        append(good[:1:1], Event{Type: Moved, Move: "e2e5"}),
		"a second start":         append(good[:1:1], good[0]),
		"an unknown event":       append(good[:1:1], Event{Type: "danced"}),
		"takeback without moves": append(good[:1:1], Event{Type: TakenBack, Ply: 0}),
		"a seat taken twice":     append(good[:1:1], Event{Type: Joined, Side: White, Player: &Seat{Name: "X"}}),
		"a move after an end":    append(good[:1:1], Event{Type: Agreed}, Event{Type: Moved, Move: "e2e4"}),
		"an unknown claim":       append(good[:1:1], Event{Type: Claimed, Side: White, Reason: "boredom"}),
		"an early rematch":       append(good[:1:1], Event{Type: Rematched, Next: "x"}),
	} {
		if g, err := Fold(find, events); err == nil {
			t.Errorf("%s: Fold returned a game of %d moves, want an error", name, g.Ply())
		}
	}
}

func TestCleanName(t *testing.T) {
	for name, want := range map[string]string{
		"":                         "",
		" \t\n":                    "",
		"Zoë":                      "Zoë",
		"a\u202eb\u200bc\x1b[31md": "abc[31md",
		"\xff\xfeok":               "ok",
		strings.Repeat("ü", 40):    strings.Repeat("ü", 24),
		"<b>":                      "<b>", // the page escapes markup
	} {
		if got := CleanName(name); got != want {
			t.Errorf("CleanName(%q) = %q, want %q", name, got, want)
		}
	}
}
