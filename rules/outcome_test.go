package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

const all = "chess cylinder triboard mirrorsquare nachfolger"

// TestOutcomeOf tests sections 0 to 3 of the chess rulebook with single positions.
func TestOutcomeOf(t *testing.T) {
	const (
		plane = "chess mirrorsquare nachfolger"
		wraps = "cylinder triboard"
		mate  = "6rk/5Npp/8/8/8/8/8/6K1 b - - "
	)
	for _, test := range []struct {
		about, names, fen string
		result            rules.Result
		reason            rules.Reason
		claim             []rules.Reason
	}{
		{"start", all, "start", rules.Ongoing, "", nil},
		{"smothered mate", plane, mate + "0 1", rules.WhiteWins, rules.Checkmate, nil},
		{"the king escapes over the seam", wraps, mate + "0 1", rules.Ongoing, "", nil},
		{"White is mated", "chess " + wraps, "6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", rules.BlackWins, rules.Checkmate, nil},
		{"the king goes on and escapes mate", "nachfolger", "6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", rules.Ongoing, "", nil},
		{"stalemate", "chess mirrorsquare", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", rules.Draw, rules.Stalemate, nil},
		{"the king escapes stalemate over the seam", wraps, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", rules.Ongoing, "", nil},
		{"no king and no move", all, "8/8/8/8/8/p7/P7/k7 w - - 0 1", rules.Draw, rules.Stalemate, nil},
		{"no king but moves", all, "8/8/8/8/8/8/P7/k7 w - - 0 1", rules.Ongoing, "", nil},

		{"ninety-nine plies", all, "4k3/8/8/8/8/8/8/R3K3 b - - 99 80", rules.Ongoing, "", nil},
		{"fifty moves", all, "4k3/8/8/8/8/8/8/R3K3 b - - 100 80", rules.Ongoing, "", []rules.Reason{rules.Fifty}},
		{"just before seventy-five moves", all, "4k3/8/8/8/8/8/8/R3K3 b - - 149 80", rules.Ongoing, "", []rules.Reason{rules.Fifty}},
		{"seventy-five moves", all, "4k3/8/8/8/8/8/8/R3K3 b - - 150 80", rules.Draw, rules.SeventyFive, nil},
		{"mate on the seventy-fifth move", plane, mate + "150 80", rules.WhiteWins, rules.Checkmate, nil},

		{"bare kings", "chess nachfolger " + wraps, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", rules.Draw, rules.Dead, nil},
		{"bare kings spawn kings", "mirrorsquare", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", rules.Ongoing, "", nil},
		{"knight", "chess " + wraps, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", rules.Draw, rules.Dead, nil},
		{"bishop", "chess " + wraps, "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", rules.Draw, rules.Dead, nil},
		{"a minor piece spawns others", "mirrorsquare nachfolger", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", rules.Ongoing, "", nil},
		{"bishops on one colour", "chess", "2b1k3/8/8/8/8/8/8/3BKB2 w - - 0 1", rules.Draw, rules.Dead, nil},
		{"bishops on one colour, seam", wraps, "3bk3/8/8/8/8/8/8/B3K3 w - - 0 1", rules.Ongoing, "", nil},
		{"bishops on both colours", "chess", "3bk3/8/8/8/8/8/8/3BK3 w - - 0 1", rules.Ongoing, "", nil},
		{"two knights", "chess " + wraps, "4k3/8/8/8/8/8/8/N3KN2 w - - 0 1", rules.Ongoing, "", nil},
	} {
		for _, name := range strings.Fields(test.names) {
			r := positions.Rules(t, variant.Builtin(), name)
			o := rules.OutcomeOf(r, new(positions.From(t, r, test.fen)))
			if o.Result != test.result || o.Reason != test.reason || !slices.Equal(o.Claim, test.claim) {
				t.Errorf("%s, %s: %+v, want %q %q %v", name, test.about, o, test.result, test.reason, test.claim)
			}
			if explained := o.Over() || o.Claim != nil; (o.String() != "") != explained || o.Over() != (o.Result != "") {
				t.Errorf("%s, %s: sentence %q", name, test.about, o.String())
			}
		}
	}
}

func TestOutcomeSentences(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	for fen, want := range map[string]string{
		"6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1":       "checkmate: White wins",
		"6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1":      "checkmate: Black wins",
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1":         "draw by stalemate: Black has no legal move and is not in check",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":          "draw: neither side can checkmate",
		"4k3/8/8/8/8/8/8/R3K3 b - - 150 80":      "draw by the seventy-five-move rule",
		"4k3/8/8/8/8/8/8/R3K3 b - - 100 80":      "Black may claim a draw: fifty moves without a capture or a pawn move",
		"4k3/8/8/8/8/8/8/R3K3 b - - 65535 99999": "draw by the seventy-five-move rule",
	} {
		if got := rules.OutcomeOf(r, new(positions.From(t, r, fen))).String(); got != want {
			t.Errorf("%s: %q, want %q", fen, got, want)
		}
	}
}

func TestWins(t *testing.T) {
	if rules.Wins(board.White) != "1-0" || rules.Wins(board.Black) != "0-1" {
		t.Error("Wins returned the wrong result")
	}
}

// TestClock checks the halfmove clock values at which a draw can be claimed and at which the game ends.
func TestClock(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	p := positions.From(t, r, "")
	for limit, reason := range map[int]rules.Reason{rules.ClaimClock: rules.Fifty, rules.EndClock: rules.SeventyFive} {
		for clock, want := range map[int]bool{limit - 1: false, limit: true} {
			p.HalfmoveClock = uint16(clock)
			o := rules.OutcomeOf(r, &p)
			if holds := o.Reason == reason || slices.Contains(o.Claim, reason); holds != want {
				t.Errorf("OutcomeOf after %d half-moves: %s applies = %t, want %t", clock, reason, holds, want)
			}
		}
	}
}
