package engine_test

import (
	"context"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestBeginnersLevelsLoseLess checks that the average loss per move falls from level 1 to 3 to 5 and, with
// TAIN_LONG set, with each level up to 5. All levels choose moves in the same positions of games between beginners, and
// a deeper search measures how much each move loses.
func TestBeginnersLevelsLoseLess(t *testing.T) {
	if testing.Short() {
		t.Skip("searches thousands of positions")
	}
	names, games, seeds, step := []string{"triboard"}, 4, uint64(4), 2
	if long.Enabled() {
		names, games, seeds, step = []string{"chess", "triboard", "mirrorsquare"}, 12, 8, 1
	}
	for _, name := range names {
		r := positions.Rules(t, variant.Builtin(), name)
		var losses [6]float64
		moves := 0
		for game := range games {
			for _, line := range beginnersGame(t, r, uint64(game+1)) {
				scores := moveScores(t, r, line)
				moves++
				for level := 1; level <= 5; level += step {
					for seed := range seeds {
						e := newEngine(t, r, engine.Options{Level: level, Seed: seed + 1, HashMB: 1})
						res, err := e.Choose(t.Context(), line, engine.Limits{}, nil)
						if err != nil {
							t.Fatalf("e.Choose: %v", err)
						}
						losses[level] += float64(min(1000, scores[board.NoMove]-scores[res.Best])) / float64(seeds)
					}
				}
			}
		}
		for level := 1; level <= 5; level += step {
			losses[level] /= float64(moves)
			t.Logf("%s, %d positions: level %d loses %.0f centipawns per move", name, moves, level, losses[level])
			if level > 1 && losses[level] >= losses[level-step] {
				t.Errorf("want less than level %d loses", level-step)
			}
		}
	}
}

// beginnersGame returns every fifth position of a game between two players of level 3.
func beginnersGame(t *testing.T, r rules.Rules, seed uint64) (lines []*rules.Line) {
	t.Helper()
	player := newEngine(t, r, engine.Options{Level: 3, Seed: seed})
	line := positions.Line(t, r, "")
	for line.Outcome().Result == rules.Ongoing && line.Ply() < 80 {
		if line.Ply()%5 == 4 {
			p := line.Position()
			lines = append(lines, positions.Line(t, r, r.Guide().FormatPosition(&p)))
		}
		res, err := player.Choose(context.Background(), line, engine.Limits{}, nil)
		if err != nil {
			t.Fatalf("player.Choose: %v", err)
		}
		if _, err := line.Play(res.Best); err != nil {
			t.Fatalf("line.Play: %v", err)
		}
	}
	return lines
}

// moveScores returns the score of every move in the last position of a line by a deeper search, at most ten
// pawns for either side, and the best score as that of [board.NoMove].
func moveScores(t *testing.T, r rules.Rules, line *rules.Line) map[board.Move]int {
	t.Helper()
	p := line.Position()
	legal := rules.LegalMoves(r, &p)
	res, err := newEngine(t, r, engine.Options{}).Search(t.Context(), line,
		engine.Limits{SoftNodes: uint64(2000 * len(legal)), MultiPV: len(legal)}, nil)
	if err != nil {
		t.Fatalf("Search: %v", err)
	}
	scores := map[board.Move]int{board.NoMove: -1000}
	for _, l := range res.Lines {
		score := max(-1000, min(l.Score, 1000))
		scores[l.PV[0]] = score
		scores[board.NoMove] = max(scores[board.NoMove], score)
	}
	return scores
}
