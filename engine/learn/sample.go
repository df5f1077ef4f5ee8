package learn

import (
	"math/rand/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// Sample is the learner's input for one position.
type Sample struct {
	counts     []count
	mg, eg     float32 // factors of the middle-game and endgame weights, including the scale factor
	result     float32 // White's points, 0 to 1
	score      float32 // the engine's score, in centipawns for White
	target     float32 // White's expected points: result and score, blended by lambda
	validation bool    // part of the validation set
}

// count is the count of one term, White's minus Black's.
type count struct {
	term uint16
	n    int16
}

// AddSamples appends the quiet positions of a game to the samples and returns them. Share is the fraction of
// games in the validation set. The number of the game determines whether the game is in that set.
func AddSamples(samples []Sample, v rules.Rules, e eval.Explainer, r *Record, number int,
	share float64) ([]Sample, error) {
	validation := rand.New(rand.NewPCG(uint64(number), 1)).Float64() < share
	var t eval.Trace
	err := r.ReplayQuiet(v, func(p *board.Position, s Step) {
		e.Trace(p, &t)
		phase := float32(t.Phase) / 24
		sample := Sample{
			mg: phase * t.Scale, eg: (1 - phase) * t.Scale,
			result: float32(r.Points) / 2, score: float32(s.Score), validation: validation,
		}
		if p.Side == board.Black {
			sample.score = -sample.score
		}
		for term, n := range t.Counts {
			if n != 0 {
				sample.counts = append(sample.counts, count{uint16(term), n})
			}
		}
		samples = append(samples, sample)
	})
	return samples, err
}
