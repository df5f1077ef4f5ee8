// Package selfplay plays games of the engine against itself, for learning, studies and puzzles.
package selfplay

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/lab/adjudication"
	"github.com/tainchess/tain/rules"
)

// Series describes a series of self-play games. Game i depends only on the settings and i, so a series can be
// interrupted and resumed.
type Series struct {
	Rules rules.Rules
	Eval  eval.Evaluator
	Games int          // total number of games, numbered from 0
	Have  map[int]bool // games already played
	Nodes uint64       // per move
	// Soft makes Nodes a soft limit: a search completes its current iteration, so that its score belongs to a
	// completed depth.
	Soft bool
	Seed uint64
	// RandomPlies is the number of random opening plies; 0 means none. About half of the games have one more
	// random ply, so that either side may choose the first move.
	RandomPlies int
	// OneSide omits the additional ply, so that the same side always chooses the first move. It is used to
	// measure whether that is an advantage.
	OneSide bool
	// AnyOpening accepts every opening, even a lost one.
	AnyOpening bool
	// VaryPlies makes the engine choose randomly, before this ply of the game, from the moves that are about as
	// good as the best.
	VaryPlies int
	// Noise, if not 0, makes the engine play worse: it chooses the best of NoisyLines lines after adding a
	// random error to their scores. Noise is the standard deviation of the error, in centipawns.
	Noise      float64
	NoisyLines int
	// RivalNodes, if not 0, is the node limit for one side: Black in even games, White in odd ones. The two
	// games of a pair then have the same opening.
	RivalNodes uint64
	// WinningScore is the lead in centipawns that a side must exceed for winningPlies plies to win the game; 0
	// means 1500.
	WinningScore int
	MaxPlies     int // games of this length are drawn; 0 means 300
	Concurrency  int
	// Visit, if not nil, is called with the search result for each position after the opening. If it returns
	// stop, the game is drawn.
	Visit func(ctx context.Context, line *rules.Line, res search.Result) (stop bool, err error)
	// Elsewhere, if not nil, plays games in other processes with [Series.Game] and the same settings.
	Elsewhere func(ctx context.Context, number int) (*learn.Record, error)
	// Done is called after each game. Calls are serialised, but concurrent games may end in any order. If
	// Done returns an error, the series ends.
	Done func(number int, r *learn.Record) error
}

// Game parameters.
const (
	maxPlies        = 300
	winningScore    = 1500 // centipawns
	winningPlies    = 6
	maxOpeningScore = 250 // in centipawns; openings with a larger absolute score are rejected
	openingTries    = 40
	varyMargin      = 25 // centipawns
	varyMultiPV     = 4
)

// Run plays the missing games. It returns the error of Done or of a game, or the context's error.
func (s Series) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu   sync.Mutex // guards next and bad, and serialises Done
		next int
		bad  error // error returned by Done
		wg   sync.WaitGroup
	)
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		for s.Have[next] {
			next++
		}
		next++
		return next - 1
	}
	// A finished game counts even if the series is being interrupted.
	done := func(number int, r *learn.Record) error {
		mu.Lock()
		defer mu.Unlock()
		if bad == nil {
			bad = s.Done(number, r)
		}
		return bad
	}
	for range max(1, s.Concurrency) {
		wg.Go(func() {
			play := s.Elsewhere
			if play == nil {
				searchers := s.searchers()
				play = func(ctx context.Context, number int) (*learn.Record, error) { return s.game(ctx, searchers, number) }
			}
			for number := take(); number < s.Games && ctx.Err() == nil; number = take() {
				r, err := play(ctx, number)
				if err == nil {
					err = done(number, r)
				}
				if err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// searchers returns the searchers for both sides of a game. With RivalNodes, each side has a separate
// searcher, so that the weaker side does not benefit from the other side's transposition table.
func (s Series) searchers() (both [2]*search.Searcher) {
	both[0] = search.New(s.Rules, s.Eval, search.Options{HashMB: 1})
	if both[1] = both[0]; s.RivalNodes > 0 {
		both[1] = search.New(s.Rules, s.Eval, search.Options{HashMB: 1})
	}
	return both
}

// Game plays the game with the given number, as Run does.
func (s Series) Game(ctx context.Context, number int) (*learn.Record, error) {
	return s.game(ctx, s.searchers(), number)
}

func (s Series) game(ctx context.Context, searchers [2]*search.Searcher, number int) (*learn.Record, error) {
	opening := number
	if s.RivalNodes > 0 {
		opening = number / 2
	}
	rng := rand.New(rand.NewPCG(s.Seed, uint64(opening)))
	for _, one := range searchers {
		one.Clear()
	}
	line, err := s.opening(ctx, searchers[0], rng)
	if err != nil {
		return nil, err
	}
	record := &learn.Record{Start: s.Rules.Info().Start, Points: 1}
	for ply, m := range line.Moves() {
		p, _ := line.At(ply)
		record.Steps = append(record.Steps, learn.Step{Move: s.Rules.Guide().FormatUCI(&p, m)})
	}
	judge := adjudication.Judge{Policy: adjudication.Policy{
		ResignScore: cmp.Or(s.WinningScore, winningScore) + 1, ResignPlies: winningPlies,
		MaxPlies: cmp.Or(s.MaxPlies, maxPlies),
	}}
	for {
		if how, result := judge.Verdict(line.Ply()); how != adjudication.None {
			record.Points = points(result)
			return record, nil
		}
		if o := line.Outcome(); o.Result != "" || len(o.Claim) > 0 {
			record.Points = points(o.Result)
			return record, nil
		}
		p := line.Position()
		searcher, limits := searchers[0], s.limits()
		if s.RivalNodes > 0 && p.Side == Rival(number) {
			searcher, limits = searchers[1], search.Limits{Nodes: s.RivalNodes}
		}
		if limits.MultiPV = s.NoisyLines; line.Ply() < s.VaryPlies {
			limits.MultiPV = varyMultiPV
		}
		res := searcher.Search(ctx, &p, line.EarlierHashes(), limits, nil)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if s.Visit != nil {
			if stop, err := s.Visit(ctx, line, res); stop || err != nil {
				return record, err
			}
		}
		switch {
		case s.Noise > 0:
			res.Best = blunder(res, s.Noise, rng)
		case limits.MultiPV > 1:
			res.Best = vary(res, rng)
		}
		score := 0
		if len(res.Lines) > 0 {
			score = res.Lines[0].Score
		}
		judge.Score(p.Side, score)
		if how, result := judge.Verdict(line.Ply()); how == adjudication.Won {
			record.Points = points(result)
			return record, nil
		}
		record.Steps = append(record.Steps,
			learn.Step{Move: s.Rules.Guide().FormatUCI(&p, res.Best), Score: score, Scored: true})
		if _, err := line.Play(res.Best); err != nil {
			return nil, fmt.Errorf("selfplay: game %d: the engine played an illegal move: %w", number, err)
		}
	}
}

// softest is the factor by which a search may exceed a soft node limit before it is interrupted.
const softest = 10

// limits returns the limits of a search with s.Nodes nodes.
func (s Series) limits() search.Limits {
	if s.Soft {
		return search.Limits{LeastNodes: s.Nodes, Nodes: softest * s.Nodes}
	}
	return search.Limits{Nodes: s.Nodes}
}

// Rival returns the side that uses RivalNodes in the game with the given number.
func Rival(number int) board.Colour {
	if number%2 == 0 {
		return board.Black
	}
	return board.White
}

// vary returns the first move of a random line that is about as good as the best.
func vary(res search.Result, rng *rand.Rand) board.Move {
	n := 0
	for n < len(res.Lines) && res.Lines[n].Score >= res.Lines[0].Score-varyMargin {
		n++
	}
	if n == 0 {
		return res.Best
	}
	return res.Lines[rng.IntN(n)].PV[0]
}

// blunder returns the first move of the line with the best score after adding a random error to each score.
func blunder(res search.Result, noise float64, rng *rand.Rand) board.Move {
	best, chosen := -2.0*search.Mate, res.Best
	for _, l := range res.Lines {
		if score := float64(l.Score) + noise*rng.NormFloat64(); score > best {
			best, chosen = score, l.PV[0]
		}
	}
	return chosen
}

// opening plays random moves. Unless AnyOpening is set, it rejects openings that are too good for one side
// and, if it finds no other, returns the starting position.
func (s Series) opening(ctx context.Context, searcher *search.Searcher, rng *rand.Rand) (*rules.Line, error) {
	start, err := s.Rules.Guide().ParsePosition(s.Rules.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, err
	}
	if s.RandomPlies == 0 {
		return rules.NewLine(s.Rules, start), nil
	}
	for range openingTries {
		line := rules.NewLine(s.Rules, start)
		plies := s.RandomPlies
		if !s.OneSide {
			plies += rng.IntN(2)
		}
		for line.Ply() < plies {
			p := line.Position()
			legal := rules.LegalMoves(s.Rules, &p)
			if len(legal) == 0 {
				break
			}
			if _, err := line.Play(legal[rng.IntN(len(legal))]); err != nil {
				return nil, err
			}
		}
		if s.AnyOpening {
			return line, nil
		}
		p := line.Position()
		if line.Outcome().Result != "" {
			continue
		}
		res := searcher.Search(ctx, &p, nil, s.limits(), nil)
		if len(res.Lines) > 0 && max(res.Lines[0].Score, -res.Lines[0].Score) <= maxOpeningScore {
			return line, nil
		}
	}
	return rules.NewLine(s.Rules, start), nil
}

func points(result rules.Result) int {
	switch result {
	case rules.WhiteWins:
		return 2
	case rules.BlackWins:
		return 0
	}
	return 1
}
