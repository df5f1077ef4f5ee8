package learning

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/engine/train"
	"github.com/tainchess/tain/internal/lab/match"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/lab/stats"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Round is the result of one round.
type Round struct {
	Games  int     `json:"games"` // of self-play
	Before float64 `json:"loss_before"`
	After  float64 `json:"loss_after"`
	Score  string  `json:"match,omitempty"` // won, drawn and lost by the new weights; none if nothing new was found
	Elo    string  `json:"elo,omitempty"`
	Kept   bool    `json:"kept"`

	Positions int           `json:"positions,omitempty"` // that a net was trained on
	Curve     []train.Epoch `json:"curve,omitempty"`     // of its training
}

// State is the state of a loop, as it is saved and reported.
type State struct {
	Variant  string  `json:"variant"`
	Rules    string  `json:"rules"` // the name, or the hash of the definition
	Settings string  `json:"settings"`
	Weights  string  `json:"weights,omitempty"`
	Net      string  `json:"net,omitempty"`
	Kept     int     `json:"kept"`
	Rounds   []Round `json:"rounds"`
	// Trained tells of the net of the round in hand, once it is trained.
	Trained *Round `json:"trained,omitempty"`
}

// Loop learns in rounds: it plays, trains and tests.
type Loop struct {
	Rules       rules.Rules
	Output      string // the file of the net or the weights
	Weights     bool   // learn weights instead of a net
	Games       int
	MatchGames  int
	Nodes       uint64
	Width       int
	Epochs      int
	TC          string
	Rounds      int
	Seed        uint64
	Concurrency int
	Host        Host
	// Finished, if not nil, is called after each round with its number, from 1.
	Finished func(number int, r *Round) error

	State  State
	folder string
	ctx    context.Context // of Run
}

// recentRounds is how many rounds' games weights are fitted to.
const recentRounds = 8

// Run prepares the loop and runs rounds until the context ends or all are done.
func (l *Loop) Run(ctx context.Context) error {
	l.ctx = ctx
	if err := l.settle(); err != nil {
		return err
	}
	if err := l.open(); err != nil {
		return err
	}
	return l.run()
}

// settle finds out where what is learnt goes, and which settings count.
func (l *Loop) settle() error {
	info := l.Rules.Info()
	l.State = State{Variant: info.Name, Rules: eval.Key(l.Rules), Rounds: []Round{}}
	l.State.Settings = fmt.Sprintf("--games %d --match-games %d --nodes %d --seed %d", l.Games, l.MatchGames, l.Nodes, l.Seed)
	if l.Weights {
		l.State.Weights = l.Output
		l.folder = strings.TrimSuffix(strings.TrimSuffix(l.Output, filepath.Ext(l.Output)), ".weights") + ".learn"
	} else {
		if err := (&Training{Width: l.Width, Epochs: l.Epochs, Rate: train.DefaultRate, Lambda: train.DefaultLambda}).Check(); err != nil {
			return fmt.Errorf("--width must be a multiple of 16 up to %v, --epochs from 1 to 10000", nnue.MaxWidth)
		}
		if control, err := player.ParseControl(l.TC); err != nil || control.None() {
			return fmt.Errorf("--tc is %s; it must be a time control such as 1+0.01", notation.Clip(l.TC))
		}
		l.State.Net = l.Output
		l.State.Settings += fmt.Sprintf(" --width %d --epochs %d --tc %s", l.Width, l.Epochs, l.TC)
		l.folder = strings.TrimSuffix(l.Output, filepath.Ext(l.Output)) + ".nets"
	}
	switch {
	case l.Output == "-":
		return errors.New("learning needs a file it can resume from, not standard output; name one with -o")
	case l.Output == "":
		return fmt.Errorf("%v has no definition file to save weights next to; name a file with -o", info.Name)
	}
	return nil
}

// open finds the state that was left, or makes one.
func (l *Loop) open() error {
	if err := l.Host.Writable(l.Output); err != nil {
		return err
	}
	if info, err := os.Stat(l.Output); err == nil && !info.Mode().IsRegular() {
		return failed("write", l.Output, errors.New("it is not a regular file"))
	}
	switch info, err := os.Stat(l.folder); {
	case err == nil && !info.IsDir():
		return failed("write", l.folder, errors.New("it is not a folder"))
	case err != nil:
		if err := l.usable(); err != nil { // before there is a folder that goes by it
			return err
		}
		if err := os.Mkdir(l.folder, 0o755); err != nil {
			return failed("write", l.folder, err)
		}
	}
	text, err := os.ReadFile(l.path("state.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return l.save()
	}
	if err != nil {
		return failed("read", l.path("state.json"), err)
	}
	var old State
	if err := json.Unmarshal(text, &old); err != nil {
		return fmt.Errorf("cannot read %v: %w; remove the folder to start again", l.path("state.json"), err)
	}
	if old.Rules != l.State.Rules {
		return fmt.Errorf("%v belongs to other rules (%s); remove it to start again, or name another file with -o", l.folder, notation.Clip(old.Rules))
	}
	if old.Settings != l.State.Settings {
		return fmt.Errorf("%v was started with other settings: %.200s; use the same to continue, or remove the folder to start again", l.folder, old.Settings)
	}
	l.State.Rounds, l.State.Kept, l.State.Trained = old.Rounds, old.Kept, old.Trained
	return nil
}

// usable says what is wrong with the file that learning is to begin with, if there is
// one.
func (l *Loop) usable() (err error) {
	switch {
	case !exists(l.Output):
	case l.Weights:
		_, err = eval.LoadWeights(l.Rules, l.Output)
	default:
		_, err = nnue.Load(l.Rules, l.Output)
	}
	return err
}

// path returns where a file of the state lies.
func (l *Loop) path(name string) string { return filepath.Join(l.folder, name) }

// roundPath returns where a file of a round lies.
func (l *Loop) roundPath(round int, name string) string {
	return l.path(fmt.Sprintf("%03d.%s", round, name))
}

// write writes a file whole or not at all.
func (l *Loop) write(name, text string) error {
	return l.Host.Write(name, text)
}

func (l *Loop) save() error {
	text, err := json.MarshalIndent(l.State, "", "  ")
	if err != nil {
		return err
	}
	return l.write(l.path("state.json"), string(text)+"\n")
}

// run goes from round to round until the time is up.
func (l *Loop) run() error {
	for l.Rounds == 0 || len(l.State.Rounds) < l.Rounds {
		one := l.netRound
		if l.Weights {
			one = l.round
		}
		if err := one(); err != nil {
			return err
		}
	}
	return nil
}

// round plays, fits and tests. Each part finds what it had done when it was
// broken off.
func (l *Loop) round() error {
	n := len(l.State.Rounds) + 1
	base, err := l.base(n)
	if err != nil {
		return err
	}
	play := Selfplay{
		Output: l.roundPath(n, "games.txt"), Games: l.Games, Nodes: l.Nodes, RandomPlies: 8, Seed: l.Seed + uint64(n),
		Mode: string(eval.Learnt), Weights: base, Concurrency: l.Concurrency,
	}
	if _, err := play.Play(l.ctx, l.Host, l.Rules); err != nil {
		return err
	}
	from, err := eval.LoadWeights(l.Rules, base)
	if err != nil {
		return err
	}
	fit := Tuning{Epochs: 30, Rate: 0.7, L2: 0.00002, Lambda: 0.5, Validation: 0.1}
	for i := max(1, n-recentRounds+1); i <= n; i++ {
		fit.Files = append(fit.Files, l.roundPath(i, "games.txt"))
	}
	fitted, games, err := fit.Fit(l.ctx, l.Host, l.Rules, from)
	if err != nil {
		return err
	}
	done := Round{Games: l.Games, Before: fitted.LossBefore, After: fitted.LossAfter}
	if fitted.LossAfter >= fitted.LossBefore {
		return l.finish(done) // nothing new to test: the next round has more games to go by
	}
	text := eval.FormatWeights(l.Rules, fmt.Sprintf("%s\ntain learn, round %d: %s", Story(games, &fitted), n, l.State.Settings), eval.Terms(l.Rules), fitted.Weights)
	candidate := l.roundPath(n, "weights.txt")
	if err := l.write(candidate, text); err != nil {
		return err
	}
	sum, err := l.test(n, player.Limit{Nodes: l.Nodes}, [2]player.Spec{
		{Kind: player.Self, Name: "new", Weights: candidate}, {Kind: player.Self, Name: "old", Weights: base},
	})
	if err != nil {
		return err
	}
	return l.judge(done, sum, text)
}

// judge keeps what won its match, and finishes the round.
func (l *Loop) judge(done Round, sum *match.Summary, text string) error {
	done.Score, done.Elo = fmt.Sprintf("+%d =%d -%d", sum.Score.Wins, sum.Score.Draws, sum.Score.Losses), sum.EloText()
	if done.Kept = better(sum); done.Kept {
		if err := l.write(l.Output, text); err != nil {
			return err
		}
		l.State.Kept++
	}
	return l.finish(done)
}

// finish tells of a round at once, and keeps what became of it.
func (l *Loop) finish(done Round) error {
	l.State.Rounds, l.State.Trained = append(l.State.Rounds, done), nil
	if l.Finished != nil {
		if err := l.Finished(len(l.State.Rounds), &done); err != nil {
			return err
		}
	}
	if !l.Weights {
		if err := l.report(); err != nil {
			return err
		}
	}
	return l.save()
}

// base returns the file of the weights that a round begins with. It is written
// once a round: a round that was broken off goes on with the same.
func (l *Loop) base(n int) (string, error) {
	name := l.roundPath(n, "base.txt")
	if _, err := os.Stat(name); err == nil {
		return name, nil
	}
	var w []eval.Score
	_, err := os.Stat(l.Output)
	if err == nil {
		w, err = eval.LoadWeights(l.Rules, l.Output)
	} else if errors.Is(err, fs.ErrNotExist) {
		w, err = eval.Weights(l.Rules, eval.Learnt)
	}
	if err != nil {
		return "", err
	}
	return name, l.write(name, eval.FormatWeights(l.Rules, "what a round of tain learn begins with", eval.Terms(l.Rules), w))
}

// test lets what is new play what was there.
func (l *Loop) test(n int, limit player.Limit, players [2]player.Spec) (*match.Summary, error) {
	openings, err := match.NewRandomOpenings(l.Rules, match.DefaultPlies(l.Rules), match.DefaultBound(l.Rules), l.Seed+uint64(n))
	if err != nil {
		return nil, err
	}
	bar := l.Host.Progress(fmt.Sprintf("round %d, match", n), false)
	defer bar.Clear()
	return match.Run(l.ctx, match.Config{
		Rules: l.Rules, Limit: limit, HashMB: 4, Threads: 1, Patience: time.Minute, Margin: time.Second,
		Players: players,
		Games:   l.MatchGames, Concurrency: l.Concurrency, Openings: openings, Adjudication: match.DefaultAdjudication(l.Rules), Seed: l.Seed,
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

// Line describes a round in one line.
func (r *Round) Line(n int) string {
	if r.Score == "" {
		return fmt.Sprintf("round %d: %v more games, no improvement", n, r.Games)
	}
	if r.Positions > 0 {
		return fmt.Sprintf("round %d: %d positions, loss %.5f; match %s, Elo %s: %s", n, r.Positions, r.After, r.Score, r.Elo, r.verdict())
	}
	return fmt.Sprintf("round %d: loss %.5f, before %.5f; match %s, Elo %s: %s", n, r.After, r.Before, r.Score, r.Elo, r.verdict())
}

// verdict names what became of the candidate.
func (r *Round) verdict() string {
	if r.Kept {
		return "accepted"
	}
	return "rejected"
}
