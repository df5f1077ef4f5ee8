package learning

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/engine/train"
	"github.com/tainchess/tain/internal/lab/match"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/lab/stats"
)

// round plays self-play games, trains a candidate and tests it. An interrupted round resumes at the step that
// it had reached, but unfinished training of a net, and any tuning of weights, starts from the beginning.
func (l *Loop) round() error {
	n := len(l.State.Rounds) + 1
	base, learn, limit := l.netBase, l.trainNet, player.Limit{Control: l.control}
	if l.Weights {
		base, learn, limit = l.weightsBase, l.tuneWeights, player.Limit{Nodes: l.Nodes}
	}
	from, err := base(n)
	if err != nil {
		return err
	}
	play := Selfplay{
		Output: l.roundPath(n, "games.txt"), Games: l.Games, Nodes: l.Nodes, Soft: !l.Weights, RandomPlies: 8,
		Seed: l.Seed + uint64(n), Mode: string(eval.Learnt), Concurrency: l.Concurrency,
	}
	play.Weights, play.Net = l.files(from)
	if _, err := play.Play(l.ctx, l.Host, l.Rules); err != nil {
		return err
	}
	done, candidate, err := learn(n, from)
	if err != nil {
		return err
	}
	if candidate == "" {
		return l.finish(done) // there is nothing to test; the next round has more games
	}
	players := [2]player.Spec{{Kind: player.Self, Name: "new"}, {Kind: player.Self, Name: "old"}}
	for i, file := range []string{candidate, from} {
		players[i].Weights, players[i].Net = l.files(file)
	}
	sum, err := l.test(n, limit, players)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(candidate)
	if err != nil {
		return failed("read", candidate, err)
	}
	return l.judge(done, sum, string(text))
}

// files returns name as the weights file if the loop tunes weights, or else as the net file.
func (l *Loop) files(name string) (weights, net string) {
	if l.Weights {
		return name, ""
	}
	return "", name
}

// trainNet trains the net of round n and returns its file, or "" if there are too few positions. If the round was
// interrupted during its match, it returns the net that has already been trained.
func (l *Loop) trainNet(n int, _ string) (done Round, candidate string, err error) {
	name := l.roundPath(n, "net")
	if was := l.State.Trained; was != nil && len(was.Curve) > 0 {
		if _, err := nnue.Load(l.Rules, name); err == nil {
			return *was, name, nil
		}
	}
	samples, err := l.samples(n)
	if err != nil {
		return done, "", err
	}
	done = Round{Games: l.Games, Positions: samples.Len()}
	fit := Training{Width: l.Width, Epochs: l.Epochs, Rate: train.DefaultRate, Lambda: train.DefaultLambda,
		Seed: l.Seed + uint64(n)}
	net, curve, err := fit.Fit(l.ctx, l.Host, l.Rules, samples)
	if errors.Is(err, train.ErrTooFew) {
		return done, "", l.enough(samples, n)
	}
	if err != nil {
		return done, "", err
	}
	done.Curve, done.Before, done.After = curve, curve[0].Validation, curve[len(curve)-1].Validation
	net.Header.Command = fmt.Sprintf("tain learn %s %s, round %d", l.Rules.Info().Name, l.State.Settings, n)
	if err := l.writeNet(name, net); err != nil {
		return done, "", err
	}
	l.State.Trained = &done
	return done, name, l.save()
}

// enough returns an error if the games of all rounds that a net is trained on will be too few for the net.
func (l *Loop) enough(samples *train.Samples, n int) error {
	rounds := min(n, recentRounds)
	needed := train.Needed(samples.Inputs, l.Width)
	if samples.Len()*recentRounds >= needed*rounds {
		return nil // later rounds will have enough
	}
	more := "more"
	if games := samples.GamesNeeded(needed); games > 0 {
		more = fmt.Sprintf("at least %d", (games+recentRounds-1)/recentRounds)
	}
	return fmt.Errorf("too few games for a net of width %d: the %d positions of a round are too few, because a net "+
		"needs %d from its last %d rounds; play %s games per round with --games, or choose a smaller --width",
		l.Width, samples.Len()/rounds, needed, recentRounds, more)
}

// writeNet writes a net to a file.
func (l *Loop) writeNet(name string, net *nnue.Net) error {
	var file bytes.Buffer
	if err := net.Write(&file); err != nil {
		return err
	}
	return l.Host.Write(name, file.String())
}

// netBase returns the net file that round n starts from, or "" for the rule set's own evaluation. The file is
// written once per round, before the first game, so that an interrupted round resumes with the same net.
func (l *Loop) netBase(n int) (string, error) {
	name := l.roundPath(n, "base.net")
	if exists(name) {
		return name, nil
	}
	if !exists(l.Output) || exists(l.roundPath(n, "games.txt")) {
		return "", nil
	}
	net, err := nnue.Load(l.Rules, l.Output)
	if err != nil {
		return "", err
	}
	return name, l.writeNet(name, net)
}

// samples returns the samples of the recent rounds up to n. Each round's samples are saved next to its games.
func (l *Loop) samples(n int) (*train.Samples, error) {
	all := train.NewSamples(l.Rules)
	for i := max(1, n-recentRounds+1); i <= n; i++ {
		name := l.roundPath(i, "samples")
		own, err := samplesOf(l.Host, l.Rules, name)
		if err != nil { // the file is missing or damaged, so convert the games again
			if own, err = samplesOf(l.Host, l.Rules, l.roundPath(i, "games.txt")); err == nil {
				err = l.Host.Write(name, string(own.Format()))
			}
		}
		if err != nil {
			return nil, err
		}
		all.Add(own)
	}
	return all, nil
}

// recentRounds is the number of rounds whose games are used for learning.
const recentRounds = 8

// tuneWeights tunes the weights in round n and returns their file, or "" if they are no better than base.
func (l *Loop) tuneWeights(n int, base string) (done Round, candidate string, err error) {
	from, err := eval.LoadWeights(l.Rules, base)
	if err != nil {
		return done, "", err
	}
	fit := Tuning{Epochs: 30, Rate: 0.7, L2: 0.00002, Lambda: 0.5, Validation: 0.1,
		AfterEpoch: func(epoch int, training, validation float64) {
			done.Curve = append(done.Curve, train.Epoch{Number: epoch, Training: training, Validation: validation})
		},
	}
	for i := max(1, n-recentRounds+1); i <= n; i++ {
		fit.Files = append(fit.Files, l.roundPath(i, "games.txt"))
	}
	fitted, games, err := fit.Fit(l.ctx, l.Host, l.Rules, from)
	if err != nil {
		return done, "", err
	}
	done.Games, done.Before, done.After = l.Games, fitted.LossBefore, fitted.LossAfter
	if fitted.LossAfter >= fitted.LossBefore {
		return done, "", nil
	}
	comment := fmt.Sprintf("%s\ntain learn, round %d: %s", Story(games, &fitted), n, l.State.Settings)
	candidate = l.roundPath(n, "weights.txt")
	return done, candidate, l.Host.Write(candidate,
		eval.FormatWeights(l.Rules, comment, eval.Terms(l.Rules), fitted.Weights))
}

// judge accepts the candidate if its match shows that it is better, and finishes the round.
func (l *Loop) judge(done Round, sum *match.Summary, text string) error {
	done.Score, done.Elo = fmt.Sprintf("+%d =%d -%d", sum.Score.Wins, sum.Score.Draws, sum.Score.Losses), sum.EloText()
	if done.Kept = better(sum); done.Kept {
		if err := l.Host.Write(l.Output, text); err != nil {
			return err
		}
		l.State.Kept++
	}
	return l.finish(done)
}

// finish reports a round and saves the state.
func (l *Loop) finish(done Round) error {
	l.State.Rounds, l.State.Trained = append(l.State.Rounds, done), nil
	if l.Finished != nil {
		if err := l.Finished(len(l.State.Rounds), &done); err != nil {
			return err
		}
	}
	if err := l.report(); err != nil {
		return err
	}
	return l.save()
}

// weightsBase returns the weights file that round n starts from. The file is written once per round, so that
// an interrupted round resumes with the same weights.
func (l *Loop) weightsBase(n int) (string, error) {
	name := l.roundPath(n, "base.txt")
	if exists(name) {
		return name, nil
	}
	w, err := eval.LoadWeights(l.Rules, l.Output)
	if errors.Is(err, fs.ErrNotExist) {
		w, err = eval.Weights(l.Rules, eval.Learnt)
	}
	if err != nil {
		return "", err
	}
	return name, l.Host.Write(name,
		eval.FormatWeights(l.Rules, "the weights that a round of tain learn starts from", eval.Terms(l.Rules), w))
}

// test plays the match between the candidate and the current evaluation in round n.
func (l *Loop) test(n int, limit player.Limit, players [2]player.Spec) (*match.Summary, error) {
	openings, err := match.NewRandomOpenings(l.Rules, match.DefaultPlies(l.Rules), match.DefaultBound(l.Rules),
		l.Seed+uint64(n))
	if err != nil {
		return nil, err
	}
	bar := l.Host.Progress(fmt.Sprintf("round %d, match", n), false)
	defer bar.Clear()
	return match.Run(l.ctx, match.Config{
		Rules: l.Rules, Limit: limit, HashMB: 4, Threads: 1, Patience: time.Minute, Margin: time.Second,
		Players: players,
		Games:   l.MatchGames, Concurrency: l.Concurrency, Openings: openings,
		Adjudication: match.DefaultAdjudication(l.Rules), Seed: l.Seed,
		SPRT: &stats.SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05},
		PGN:  l.roundPath(n, "match.pgn"), Resume: true, GiveUp: 10,
		Progress: func(s *match.Summary, _ *match.Game) { bar.Set(int64(s.Games), int64(s.Planned)) },
	})
}

func better(s *match.Summary) bool {
	switch s.SPRT.Verdict {
	case stats.AcceptH1:
		return true
	case stats.AcceptH0:
		return false
	}
	return s.LOS != nil && *s.LOS >= 0.95
}
