package search_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestRepetition checks that a repeated position is a draw, which the losing side seeks and the winning side
// avoids.
func TestRepetition(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	// Black is a rook up and threatens mate. White has a perpetual check from e8 and h5.
	p := new(positions.From(t, r, "6k1/6p1/8/7Q/8/r7/1q4PP/7K w - - 0 1"))
	if res := find(searcher(t, r, search.Options{}), p, search.Limits{Depth: 8}); res.Lines[0].Score != 0 {
		t.Errorf("perpetual check: score %d; want 0", res.Lines[0].Score)
	}

	// White is a rook up. The position after Rg3 is a draw if it has already occurred twice, but not if it
	// has occurred once, because White could then deviate.
	won := new(positions.From(t, r, "7k/8/8/8/8/8/6R1/6K1 w - - 10 40"))
	var next board.Position
	m, err := r.Guide().ParseMove(won, "g2g3")
	if err != nil || !r.Apply(won, m, &next) {
		t.Fatalf("cannot play g2g3: %v", err)
	}
	for _, c := range []struct {
		earlier []uint64
		drawn   bool
	}{{[]uint64{next.Hash, 1, 2, 3, next.Hash, 1, 2}, true}, {[]uint64{next.Hash, 1, 2}, false}} {
		res := searcher(t, r, search.Options{}).Search(context.Background(), won, c.earlier, search.Limits{
			Depth: 6, SearchMoves: []board.Move{m},
		}, nil)
		if score := res.Lines[0].Score; (score == 0) != c.drawn {
			t.Errorf("repetition with history %v: score %d; want a draw: %v", c.earlier, score, c.drawn)
		}
	}
	if free := find(searcher(t, r, search.Options{}), won, search.Limits{Depth: 6}); free.Lines[0].Score < 300 {
		t.Errorf("a rook up without history: score %d; want at least 300", free.Lines[0].Score)
	}
}

// TestSingleOccurrenceIsNotDraw checks that a move to a position that has occurred only once is not scored as a
// draw: the opponent spared the queen the first time, but can capture it now.
func TestSingleOccurrenceIsNotDraw(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "triboard")
	p := positions.From(t, r, r.Info().Start)
	var earlier []uint64
	for _, text := range []string{"a2a4", "c7c6", "g1h3", "d7d5", "d2d4", "d8g3", "h3f4", "g3d8", "f4h3"} {
		earlier = append(earlier, p.Hash)
		played, err := rules.Play(r, &p, text)
		if err != nil {
			t.Fatalf("rules.Play(%q): %v", text, err)
		}
		p = played.Next
	}
	back, err := r.Guide().ParseMove(&p, "d8g3")
	if err != nil {
		t.Fatalf(`r.Guide().ParseMove("d8g3"): %v`, err)
	}
	res := searcher(t, r, search.Options{}).Search(context.Background(), &p, earlier, search.Limits{
		Depth: 6, SearchMoves: []board.Move{back},
	}, nil)
	if score := res.Lines[0].Score; score > -300 {
		t.Errorf("Black hangs the queen: score %d; want at most -300", score)
	}
}

// TestRepetitionAcrossCapture checks that a position can recur after a capture if moves spawn pieces.
func TestRepetitionAcrossCapture(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "mirrorsquare")
	p := positions.From(t, r, "nn2k2n/8/8/8/8/5P2/8/R3K1NR w - - 0 1")
	around := []string{"a1a2", "b8c6", "h1h7", "c6b8", "h7h1", "b8c6", "a2a1", "c6b8"}
	var earlier []uint64
	for _, text := range append(around, around[:7]...) {
		earlier = append(earlier, p.Hash)
		played, err := rules.Play(r, &p, text)
		if err != nil {
			t.Fatalf("rules.Play(%q): %v", text, err)
		}
		p = played.Next
	}
	back, err := r.Guide().ParseMove(&p, "c6b8")
	if err != nil {
		t.Fatalf(`r.Guide().ParseMove("c6b8"): %v`, err)
	}
	res := searcher(t, r, search.Options{}).Search(context.Background(), &p, earlier, search.Limits{
		Depth: 4, SearchMoves: []board.Move{back},
	}, nil)
	if score := res.Lines[0].Score; score != 0 {
		t.Errorf("third occurrence: score %d; want 0", score)
	}
}

// TestFiftyMoveRule checks that a line that reaches the fifty-move limit is scored as a draw, unless its last
// move is checkmate.
func TestFiftyMoveRule(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	for _, c := range []struct {
		text string
		mate int
		draw bool
	}{
		{"7k/8/8/8/8/8/6R1/6K1 w - - 99 90", 0, true},         // any move reaches the fifty-move limit
		{"7k/8/8/8/8/8/6R1/6K1 w - - 60 90", 0, false},        // enough moves left
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90", 1, false},     // the move that reaches the limit mates
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 120 90", 1, false},    // the draw was not claimed
		{"5k2/8/5K2/8/8/8/8/7R w - - 98 90", 1, false},        // mate in one
		{"8/5k2/8/5K2/8/8/P7/8 w - - 99 90", 0, false},        // the pawn resets the clock
		{"7k/5R2/6K1/8/8/8/8/8 w - - 97 90", 0, false},        // mate in two comes in time
		{"2k5/8/2K5/8/8/8/8/7R b - - 99 90", 0, true},         // Black's move reaches the limit
		{"6k1/5ppp/8/8/8/8/8/R5K1 b - - 99 90", 0, true},      // Black's king move reaches the limit
		{"7k/8/5K1Q/8/8/8/8/8 b - - 99 90", 0, true},          // Black is in check but not mated, and reaches the limit
		{"k7/2Q5/8/8/8/8/8/K7 w - - 99 90", 0, true},          // no mate in one
		{"3r3k/6pp/8/8/8/8/5PPP/3R2K1 w - - 99 90", 0, false}, // a capture resets the clock: d1d8 mates
	} {
		p := new(positions.From(t, r, c.text))
		res := find(searcher(t, r, search.Options{}), p, search.Limits{Depth: 8})
		score := res.Lines[0].Score
		n, mate := search.MateIn(score)
		switch {
		case c.mate > 0 && (!mate || n != c.mate):
			t.Errorf("%s: score %d, want mate in %d", c.text, score, c.mate)
		case c.draw != (score == 0):
			t.Errorf("%s: score %d; want a draw: %t", c.text, score, c.draw)
		}
	}
}

// TestDeadPositions checks that the search scores dead positions as draws.
func TestDeadPositions(t *testing.T) {
	bare, knight := "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4N3/4K3 b - - 0 1"
	for _, c := range []struct {
		name, text string
		drawn      bool
	}{
		{"chess", bare, true}, {"cylinder", bare, true}, {"triboard", bare, true},
		{"chess", knight, true}, {"mirrorsquare", knight, false}, {"nachfolger", knight, false},
	} {
		r := positions.Rules(t, variant.Builtin(), c.name)
		res := find(searcher(t, r, search.Options{}), new(positions.From(t, r, c.text)), search.Limits{Depth: 5})
		if score := res.Lines[0].Score; (score == 0) != c.drawn {
			t.Errorf("%s: %s: score %d; want a draw: %v", c.name, c.text, score, c.drawn)
		}
	}
}

// TestUnusualKings checks that the search finds a legal move in positions without kings and with many kings.
func TestUnusualKings(t *testing.T) {
	flat := []string{
		"8/8/8/3q4/8/8/8/R7 w - - 0 1",        // no kings
		"4k3/8/8/8/8/8/PPPP4/8 w - - 0 1",     // White has no king
		"8/pppp4/8/8/8/8/8/4K3 b - - 0 1",     // Black has no king
		"8/8/8/8/8/8/8/R7 w - - 0 1",          // a single piece
		"kk4kk/8/8/3r4/8/8/8/KK4KK w - - 0 1", // four kings per side
		"k1k1k1k1/8/8/8/8/8/8/1K1K1K1K b - - 0 1",
		"kkkkkkkk/kkkkkkkk/8/8/8/8/KKKKKKKK/KKKKKKKK w - - 0 1", // only kings
	}
	spatial := []string{
		"W:4/4/PPPP/NBBN|N:4/4/4/4|B:nbbn/pppp/4/4|QL1w:PP/RQ|QL6b:rq/pp|KL1w:PP/1R|KL6b:1r/pp w - - * 0 1",
		"W:4/4/PPPP/KBBK|N:4/4/4/4|B:kbbk/pppp/4/4|QL1w:PP/RQ|QL6b:rq/pp|KL1w:PP/KR|KL6b:kr/pp b - - * 0 1",
	}
	for _, r := range searchable() {
		texts := flat
		if len(r.Info().Levels) > 0 {
			texts = spatial
		}
		for _, text := range texts {
			if start := positions.From(t, r, ""); start.Wide() != nil {
				text = strings.Replace(text, " ", "|8/8/8/8/8/8/8/8 ", 1)
			}
			p := new(positions.From(t, r, text))
			for _, threads := range []int{1, 2} {
				res := find(searcher(t, r, search.Options{Threads: threads}), p, search.Limits{Nodes: 5_000})
				if len(rules.LegalMoves(r, p)) == 0 {
					if res.Best != board.NoMove {
						t.Errorf("%s: %s: best move %v; want none", r.Info().Name, text, res.Best)
					}
					continue
				}
				playable(t, r, p, []board.Move{res.Best})
				for _, line := range res.Lines {
					playable(t, r, p, line.PV)
				}
			}
		}
	}
}
