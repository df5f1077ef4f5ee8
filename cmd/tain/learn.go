package main

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
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/engine/train"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/match"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/lab/stats"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
)

type learnCmd struct {
	Variant string `arg:"" complete:"variants" help:"Rule set, or a definition file."`

	Minutes     float64 `default:"20" placeholder:"N" help:"Time limit in minutes (default: 20)."`
	Output      string  `short:"o" placeholder:"FILE" complete:"files" help:"Net or weights file; an existing one is the starting point (default: next to a definition, as in portal.net or portal.weights.txt; otherwise NAME.net)."`
	Weights     bool    `help:"Learn weights instead of a net: a smaller gain, from hundreds of games."`
	Games       int     `placeholder:"N" help:"Self-play games per round (default: 10000, for weights 400)."`
	MatchGames  int     `default:"400" placeholder:"N" help:"Maximum games of a match between candidate and current (default: 400)."`
	Nodes       uint64  `placeholder:"N" help:"Nodes per move (default: 100, finishing the current depth; for weights 500)."`
	Width       int     `default:"128" placeholder:"N" help:"Hidden-layer width, a multiple of 16 up to 256 (default: 128)."`
	Epochs      int     `default:"16" placeholder:"N" help:"Training epochs (default: 16)."`
	TC          string  `name:"tc" default:"1+0.01" placeholder:"TC" help:"Time control of matches between nets (default: 1+0.01)."`
	Rounds      int     `placeholder:"N" help:"Maximum rounds (default: none)."`
	Seed        uint64  `default:"1" placeholder:"N" help:"Random seed (default: 1)."`
	Concurrency int     `default:"${cores}" placeholder:"N" help:"Concurrent games (default: one per core, ${cores})."`
}

func (learnCmd) Help() string {
	return `Each round plays games with the current net, or with the rule set's weights if it has none, trains a candidate on the games of the last eight rounds, and plays a timed match between candidate and current net. The candidate is accepted if the sequential test of Elo 0 against 20 passes, or if its likelihood of superiority is 95 % after the last game.

An accepted net is saved at once; next to a definition, the engine uses it from then on. Rounds are saved in a folder next to it (portal.nets), with report.txt and report.svg. Run the same command to continue after Ctrl-C or with more time; remove the folder to start again.

With --weights, the loop tunes evaluation weights instead, with matches by nodes, in its own folder (portal.learn).

Examples:

    $ tain learn mirrorsquare --minutes 120
    $ tain learn portal.toml --minutes 20 --weights`
}

// learnRound is what became of a round.
type learnRound struct {
	Games  int     `json:"games"` // of self-play
	Before float64 `json:"loss_before"`
	After  float64 `json:"loss_after"`
	Score  string  `json:"match,omitempty"` // won, drawn and lost by the new weights; none if nothing new was found
	Elo    string  `json:"elo,omitempty"`
	Kept   bool    `json:"kept"`

	Positions int           `json:"positions,omitempty"` // that a net was trained on
	Curve     []train.Epoch `json:"curve,omitempty"`     // of its training
}

// learnt is the state of learning, and what is told of it in the end.
type learnt struct {
	Variant  string       `json:"variant"`
	Rules    string       `json:"rules"` // the name, or the hash of the definition
	Settings string       `json:"settings"`
	Weights  string       `json:"weights,omitempty"`
	Net      string       `json:"net,omitempty"`
	Kept     int          `json:"kept"`
	Rounds   []learnRound `json:"rounds"`
	// Trained tells of the net of the round in hand, once it is trained.
	Trained *learnRound `json:"trained,omitempty"`
}

// learning is learning under way.
type learning struct {
	*learnCmd
	con    *console
	rules  rules.Rules
	folder string
	state  learnt
}

// recentRounds is how many rounds' games weights are fitted to.
const recentRounds = 8

func (l *learnCmd) Run(c *console) error {
	r, err := c.Choose(l.Variant)
	if err != nil {
		return err
	}
	usual := func(v *int, net, weights int) {
		if *v == 0 && l.Weights {
			*v = weights
		} else if *v == 0 {
			*v = net
		}
	}
	nodes := int(min(l.Nodes, 1<<30))
	usual(&l.Games, 10000, 400)
	usual(&nodes, 100, 500)
	l.Nodes = uint64(nodes)
	if !(l.Minutes > 0 && l.Minutes <= 1e5) || l.Games < 10 || l.Games > 1e6 || l.MatchGames < 2 || l.MatchGames > 1e6 || l.Nodes < 1 ||
		l.Rounds < 0 || l.Concurrency < 1 || l.Concurrency > maxThreads {
		return fmt.Errorf("--minutes must be above 0 and at most 100000, --games from 10 to 1000000, --match-games from 2 to 1000000, --nodes at least 1, --rounds not negative, --concurrency from 1 to %d", maxThreads)
	}
	begun := learning{learnCmd: l, con: c, rules: r}
	if err := begun.settle(); err != nil {
		return err
	}
	if err := begun.open(); err != nil {
		return err
	}
	outer := c.Context
	ctx, cancel := context.WithTimeout(outer, time.Duration(l.Minutes*float64(time.Minute)))
	defer cancel()
	c.Context = ctx
	err = begun.run()
	c.Context = outer
	switch {
	case outer.Err() != nil:
		if !c.JSON {
			c.Note(fmt.Sprintf("%s finished, %v accepted; run the same command to continue", cli.Plural(len(begun.state.Rounds), "round"), begun.state.Kept))
		}
		return outer.Err()
	case err != nil && !errors.Is(err, context.DeadlineExceeded):
		return err
	case c.JSON:
		return c.Document(begun.state)
	}
	return begun.tell()
}

// settle finds out where what is learnt goes, and which settings count.
func (l *learning) settle() error {
	info := l.rules.Info()
	l.state = learnt{Variant: info.Name, Rules: learn.SeriesOf(l.rules), Rounds: []learnRound{}}
	l.state.Settings = fmt.Sprintf("--games %d --match-games %d --nodes %d --seed %d", l.Games, l.MatchGames, l.Nodes, l.Seed)
	if l.Weights {
		l.Output = l.con.Companion(l.rules, l.Output, bundle.Weights)
		l.state.Weights = l.Output
		l.folder = strings.TrimSuffix(strings.TrimSuffix(l.Output, filepath.Ext(l.Output)), ".weights") + ".learn"
	} else {
		if err := (&trainCmd{Width: l.Width, Epochs: l.Epochs, Rate: train.DefaultRate, Lambda: train.DefaultLambda}).check(); err != nil {
			return fmt.Errorf("--width must be a multiple of 16 up to %v, --epochs from 1 to 10000", nnue.MaxWidth)
		}
		if control, err := player.ParseControl(l.TC); err != nil || control.None() {
			return fmt.Errorf("--tc is %s; it must be a time control such as 1+0.01", cli.Clip(l.TC))
		}
		l.Output = netOutput(l.con, l.rules, l.Output)
		l.state.Net = l.Output
		l.state.Settings += fmt.Sprintf(" --width %d --epochs %d --tc %s", l.Width, l.Epochs, l.TC)
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
func (l *learning) open() error {
	if _, err := l.con.Create(l.Output); err != nil { // whether it can be written
		return err
	}
	if info, err := os.Stat(l.Output); err == nil && !info.Mode().IsRegular() {
		return cli.CannotWrite(l.Output, errors.New("it is not a regular file"))
	}
	switch info, err := os.Stat(l.folder); {
	case err == nil && !info.IsDir():
		return cli.CannotWrite(l.folder, errors.New("it is not a folder"))
	case err != nil:
		if err := l.usable(); err != nil { // before there is a folder that goes by it
			return err
		}
		if err := os.Mkdir(l.folder, 0o755); err != nil {
			return cli.CannotWrite(l.folder, err)
		}
	}
	text, err := os.ReadFile(l.path("state.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return l.save()
	}
	if err != nil {
		return cli.CannotRead(l.path("state.json"), err)
	}
	var old learnt
	if err := json.Unmarshal(text, &old); err != nil {
		return fmt.Errorf("cannot read %v: %w; remove the folder to start again", l.path("state.json"), err)
	}
	if old.Rules != l.state.Rules {
		return fmt.Errorf("%v belongs to other rules (%s); remove it to start again, or name another file with -o", l.folder, cli.Clip(old.Rules))
	}
	if old.Settings != l.state.Settings {
		return fmt.Errorf("%v was started with other settings: %.200s; use the same to continue, or remove the folder to start again", l.folder, old.Settings)
	}
	l.state.Rounds, l.state.Kept, l.state.Trained = old.Rounds, old.Kept, old.Trained
	return nil
}

// usable says what is wrong with the file that learning is to begin with, if there is
// one.
func (l *learning) usable() (err error) {
	switch {
	case !exists(l.Output):
	case l.Weights:
		_, err = eval.LoadWeights(l.rules, l.Output)
	default:
		_, err = nnue.Load(l.rules, l.Output)
	}
	return err
}

// path returns where a file of the state lies.
func (l *learning) path(name string) string { return filepath.Join(l.folder, name) }

// roundPath returns where a file of a round lies.
func (l *learning) roundPath(round int, name string) string {
	return l.path(fmt.Sprintf("%03d.%s", round, name))
}

// write writes a file whole or not at all.
func (l *learning) write(name, text string) error {
	out, err := l.con.Create(name)
	if err != nil {
		return err
	}
	defer out.Discard()
	return out.CommitText(text)
}

func (l *learning) save() error {
	text, err := json.MarshalIndent(l.state, "", "  ")
	if err != nil {
		return err
	}
	return l.write(l.path("state.json"), string(text)+"\n")
}

// run goes from round to round until the time is up.
func (l *learning) run() error {
	for l.Rounds == 0 || len(l.state.Rounds) < l.Rounds {
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
func (l *learning) round() error {
	n := len(l.state.Rounds) + 1
	base, err := l.base(n)
	if err != nil {
		return err
	}
	play := selfplayCmd{
		Output: l.roundPath(n, "games.txt"), Games: l.Games, Nodes: l.Nodes, RandomPlies: 8, Seed: l.Seed + uint64(n),
		Mode: string(eval.Learnt), Weights: base, Concurrency: l.Concurrency,
	}
	if _, err := play.play(l.con, l.rules); err != nil {
		return err
	}
	from, err := eval.LoadWeights(l.rules, base)
	if err != nil {
		return err
	}
	fit := tuneCmd{Epochs: 30, Rate: 0.7, L2: 0.00002, Lambda: 0.5, Validation: 0.1, quiet: true}
	for i := max(1, n-recentRounds+1); i <= n; i++ {
		fit.Files = append(fit.Files, l.roundPath(i, "games.txt"))
	}
	fitted, games, err := fit.fit(l.con, l.rules, from)
	if err != nil {
		return err
	}
	done := learnRound{Games: l.Games, Before: fitted.LossBefore, After: fitted.LossAfter}
	if fitted.LossAfter >= fitted.LossBefore {
		return l.finish(done) // nothing new to test: the next round has more games to go by
	}
	text := eval.FormatWeights(l.rules, fmt.Sprintf("%s\ntain learn, round %d: %s", fitStory(games, &fitted), n, l.state.Settings), eval.Terms(l.rules), fitted.Weights)
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
func (l *learning) judge(done learnRound, sum *match.Summary, text string) error {
	done.Score, done.Elo = fmt.Sprintf("+%d =%d -%d", sum.Score.Wins, sum.Score.Draws, sum.Score.Losses), sum.EloText()
	if done.Kept = better(sum); done.Kept {
		if err := l.write(l.Output, text); err != nil {
			return err
		}
		l.state.Kept++
	}
	return l.finish(done)
}

// finish tells of a round at once, and keeps what became of it.
func (l *learning) finish(done learnRound) error {
	l.state.Rounds, l.state.Trained = append(l.state.Rounds, done), nil
	if !l.con.JSON {
		fmt.Fprintln(l.con.Out, done.line(len(l.state.Rounds)))
		if err := l.con.Out.Flush(); err != nil {
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
func (l *learning) base(n int) (string, error) {
	name := l.roundPath(n, "base.txt")
	if _, err := os.Stat(name); err == nil {
		return name, nil
	}
	var w []eval.Score
	_, err := os.Stat(l.Output)
	if err == nil {
		w, err = eval.LoadWeights(l.rules, l.Output)
	} else if errors.Is(err, fs.ErrNotExist) {
		w, err = eval.Weights(l.rules, eval.Learnt)
	}
	if err != nil {
		return "", err
	}
	return name, l.write(name, eval.FormatWeights(l.rules, "what a round of tain learn begins with", eval.Terms(l.rules), w))
}

// test lets what is new play what was there.
func (l *learning) test(n int, limit player.Limit, players [2]player.Spec) (*match.Summary, error) {
	openings, err := match.NewRandomOpenings(l.rules, match.DefaultPlies(l.rules), match.DefaultBound(l.rules), l.Seed+uint64(n))
	if err != nil {
		return nil, err
	}
	adjudication, err := (&matchCmd{MaxPlies: 600}).adjudication(l.rules)
	if err != nil {
		return nil, err
	}
	bar := l.con.Progress(fmt.Sprintf("round %d, match", n), false)
	defer bar.Clear()
	return match.Run(l.con.Context, match.Config{
		Rules: l.rules, Limit: limit, HashMB: 4, Threads: 1, Patience: time.Minute, Margin: time.Second,
		Players: players,
		Games:   l.MatchGames, Concurrency: l.Concurrency, Openings: openings, Adjudication: adjudication, Seed: l.Seed,
		SPRT: &stats.SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05},
		PGN:  l.roundPath(n, "match.pgn"), Resume: true, GiveUp: 10,
		Progress: func(s *match.Summary, _ *match.Game) { bar.Set(int64(s.Games), int64(s.Planned)) },
	})
}

// better reports whether a match shows that what is new is better.
func better(s *match.Summary) bool {
	switch s.SPRT.Verdict {
	case stats.AcceptH1:
		return true
	case stats.AcceptH0:
		return false
	}
	return s.LOS != nil && *s.LOS >= 0.95
}

func (r *learnRound) line(n int) string {
	if r.Score == "" {
		return fmt.Sprintf("round %d: %v more games, no improvement", n, r.Games)
	}
	if r.Positions > 0 {
		return fmt.Sprintf("round %d: %d positions, loss %.5f; match %s, Elo %s: %s", n, r.Positions, r.After, r.Score, r.Elo, r.verdict())
	}
	return fmt.Sprintf("round %d: loss %.5f, before %.5f; match %s, Elo %s: %s", n, r.After, r.Before, r.Score, r.Elo, r.verdict())
}

// verdict names what became of the candidate.
func (r *learnRound) verdict() string {
	if r.Kept {
		return "accepted"
	}
	return "rejected"
}

// tell reports in the end.
func (l *learning) tell() error {
	_, err := fmt.Fprint(l.con.Out, fmt.Sprintf("%s, %v accepted.", cli.Plural(len(l.state.Rounds), "round"), l.state.Kept), " ")
	if err != nil {
		return err
	}
	if l.state.Kept > 0 {
		text := fmt.Sprintf("The net is %v.", l.Output)
		if l.Weights {
			text = fmt.Sprintf("The weights are %v.", l.Output)
		}
		_, err = fmt.Fprintln(l.con.Out, text)
	} else {
		ended := l.Rounds > 0 && len(l.state.Rounds) >= l.Rounds
		more := "time"
		if ended {
			more = "rounds"
		}
		_, err = fmt.Fprintf(l.con.Out, "No improvement found yet; give it more %s.\n", more)
	}
	return err
}
