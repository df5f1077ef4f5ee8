package zrf_test

import (
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/oracle/zillions"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/zrf"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
	"github.com/tainchess/tain/variant"
)

// TestPerft compares every legal move in all lines of three plies from the starting position, or of four if
// TAIN_LONG is set.
func TestPerft(t *testing.T) {
	depth := 4
	if !long.Enabled() {
		depth = 3
	}
	for _, r := range written() {
		t.Run(r.Info().Name, func(t *testing.T) {
			b, at := start(t, r, zillions.AnyRoyal)
			lines := b.lines(t, at, depth)
			if want := perft.Count(r, &at.ours, depth); uint64(lines) != want {
				t.Errorf("%d lines; want %d", lines, want)
			}
			t.Logf("%d lines of %d plies, %d moves agree; %v", lines, depth, b.moves, b.count)
		})
	}
}

// lines compares the legal moves in every position up to a depth and returns the number of lines.
func (b *both) lines(t *testing.T, at pair, depth int) (n int) {
	t.Helper()
	next := b.next(t, at)
	if depth == 1 {
		return len(next)
	}
	for _, s := range next {
		n += b.lines(t, at.then(s), depth-1)
	}
	return n
}

// met lists the cases that the random games of each rule set must cover if TAIN_LONG is set.
var met = map[string][]string{
	"chess":        {"castling", "en passant", "promotion"},
	"cylinder":     {"castling", "en passant", "promotion"},
	"triboard":     {"castling", "en passant", "promotion"},
	"mirrorsquare": {"castling", "en passant", "promotion", zrf.Appeared, zrf.Kings, zrf.Unmoved},
	"nachfolger":   {"en passant", "promotion", zrf.Appeared, zrf.Final, zrf.Pass},
}

// TestGames plays random games in both implementations. It compares the legal moves in each position and the
// outcomes.
func TestGames(t *testing.T) {
	want := 2000
	if !long.Enabled() {
		want = 200
	}
	for _, r := range written() {
		t.Run(r.Info().Name, func(t *testing.T) {
			b, first := start(t, r, zillions.AnyRoyal)
			for seen, game := 0, 0; seen < want; game++ {
				seen += b.play(t, first, game, want-seen)
			}
			t.Logf("%d positions, %d moves agree; %v", want, b.moves, b.count)
			for _, what := range met[r.Info().Name] {
				if b.count[what] == 0 && long.Enabled() {
					t.Errorf("%s never occurred", what)
				}
			}
		})
	}
}

// TestCheckOfAllKings interprets (checkmated King) differently: a side is in check only if all its kings are
// attacked. The file then allows more moves, each of which leaves one of several kings attacked. KINGS in the
// file's comment covers this.
func TestCheckOfAllKings(t *testing.T) {
	b, first := start(t, positions.Rules(t, variant.Builtin(), "mirrorsquare"), zillions.AllRoyal)
	for seen, game := 0, 0; seen < 200; game++ {
		seen += b.play(t, first, game, 200-seen)
	}
	if b.count[leftAttacked] == 0 {
		t.Error("both interpretations allow the same moves")
	}
	t.Logf("%d moves agree; this interpretation allows %d more", b.moves, b.count[leftAttacked])
}

// play plays one random game of at most `most` positions and returns the number of positions. In half of the
// games it prefers rare moves.
func (b *both) play(t *testing.T, at pair, game, most int) (seen int) {
	t.Helper()
	const longest = 150 // maximum number of positions in a game
	dice := positions.Dice(12, game)
	for seen < min(most, longest) {
		end, err := at.theirs.Outcome()
		if err != nil {
			t.Fatalf("theirs.Outcome: %v", err)
		}
		if end.Reason == "repetition" {
			b.count[zrf.Repetition]++ // the file's game ends here; Tain's continues
			return seen
		}
		seen++
		next := b.next(t, at)
		if b.royal == zillions.AnyRoyal {
			b.judge(t, &at.ours, len(next), end)
		}
		if len(next) == 0 {
			return seen
		}
		choice := next[dice.IntN(len(next))]
		if dice.IntN(2) == 0 {
			for _, s := range next {
				if s.class&^rules.Capture != 0 {
					choice = s
				}
			}
		}
		at = at.then(choice)
	}
	return seen
}

// judge compares the outcomes of a position. It counts the positions in which the file continues although
// Tain's game has ended or a player may claim a draw.
func (b *both) judge(t *testing.T, p *board.Position, moves int, end zillions.Outcome) {
	t.Helper()
	_, attacked := b.Kings(p, p.Side)
	want := zillions.Outcome{}
	switch {
	case moves > 0 && b.Dead(p):
		b.count[zrf.Dead]++
	case moves > 0 && p.HalfmoveClock >= 100:
		b.count[zrf.Fifty]++
	case moves > 0:
	case !attacked.Empty():
		want = zillions.Outcome{Over: true, Winner: player(p.Side.Other()), Reason: "(checkmated King)"}
	default:
		want = zillions.Outcome{Over: true, Reason: "stalemated"}
	}
	if end != want {
		t.Fatalf("%s: result by the file %+v, want %+v", b.Guide().FormatPosition(p), end, want)
	}
}
