package rules_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

func TestEnding(t *testing.T) {
	const (
		rook = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
		pawn = "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1"
		bare = "draw: White ran out of time, but Black has only a king and cannot checkmate"
	)
	for _, test := range []struct {
		names, fen string
		why        rules.Reason
		side       board.Colour
		result     rules.Result
		sentence   string
	}{
		{all, rook, rules.Resignation, board.White, rules.BlackWins, "White resigned: Black wins"},
		{all, rook, rules.Agreement, board.White, rules.Draw, "draw by agreement"},
		{all, rook, rules.Threefold, board.White, rules.Draw, "draw by threefold repetition"},
		{all, rook, rules.Fifty, board.White, rules.Draw, "draw by the fifty-move rule"},
		{all, rook, rules.Aborted, board.Black, rules.Ongoing, "Black aborted the game"},
		{all, rook, rules.Time, board.Black, rules.WhiteWins, "Black ran out of time: White wins"},
		{all, pawn, rules.Time, board.White, rules.BlackWins, "White ran out of time: Black wins"},
		{"chess cylinder triboard", rook, rules.Time, board.White, rules.Draw, bare},
		// A lone king can stalemate a king behind its own pawn.
		{`{"name":"a","stalemate":"loss"} {"name":"a","stalemate":"win"}`, rook, rules.Time, board.White, rules.BlackWins, "White ran out of time: Black wins"},
		// In these rule sets the rook's moves spawn pieces for Black.
		{"mirrorsquare nachfolger", rook, rules.Time, board.White, rules.BlackWins, "White ran out of time: Black wins"},
	} {
		for _, name := range strings.Fields(test.names) {
			r := positions.Rules(t, variant.Builtin(), name)
			o, ok := rules.Ending(r, new(positions.From(t, r, test.fen)), test.why, test.side)
			if !ok || o.Result != test.result || o.Reason != test.why || o.String() != test.sentence {
				t.Errorf("%s, %s by %v: %+v", name, test.why, test.side, o)
			}
		}
	}
	r := positions.Rules(t, variant.Builtin(), "chess")
	for _, why := range []rules.Reason{"", "boredom", rules.Checkmate, rules.Dead} {
		if o, ok := rules.Ending(r, new(positions.From(t, r, rook)), why, board.White); ok {
			t.Errorf("the reason %q ends a game: %+v", why, o)
		}
	}
}
