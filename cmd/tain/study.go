package main

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/adjudication"
	"github.com/tainchess/tain/internal/lab/selfplay"
	"github.com/tainchess/tain/internal/lab/study"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
)

type studyCmd struct {
	Variant string `arg:"" optional:"" complete:"variants" help:"Rule set, or a definition file."`

	Family      string `placeholder:"NAME" help:"Family to compare instead: portal (64 games, a switch per kind of piece) or gallery."`
	Games       int    `default:"100" placeholder:"N" help:"Games per rule set between equals (default: 100)."`
	DepthGames  int    `default:"-1" placeholder:"N" help:"Games per rule set with unequal nodes; 0 for none (default: the same number)."`
	Nodes       uint64 `default:"500" placeholder:"N" help:"Nodes per move (default: 500)."`
	Times       int    `default:"4" placeholder:"N" help:"Node factor of the stronger side (default: 4)."`
	RandomPlies int    `default:"4" placeholder:"N" help:"Random opening plies, an even number, so that White chooses first (default: 4)."`
	Mode        string `default:"learnt" enum:"${modes}" help:"Weights: learnt, if any; derived treats all games alike."`
	Seed        uint64 `default:"1" placeholder:"N" help:"Random seed; the same seed gives the same figures (default: 1)."`
	Concurrency int    `default:"${cores}" placeholder:"N" help:"Concurrent games (default: one per core, ${cores})."`
	Output      string `short:"o" placeholder:"FILE" complete:"files" help:"Picture of the figures: a .svg or .png file."`
	Theme       string `default:"light" enum:"light,dark,print" help:"Picture theme: light, dark or print."`
	State       string `placeholder:"FILE" complete:"files" help:"File that saves games in progress; a named one is not removed (default: NAME.study)."`
}

func (studyCmd) Help() string {
	return `Plays a rule set against itself and compares it with chess: White's score, draws and their reasons, length, legal moves, frequency of each special rule, how often a one-piece lead wins, repetition, and the gain from more nodes. Every figure has a 95 % interval, which is wide with few games.

The engine uses the rule set's weights, or weights derived from its rules. A game is won after six plies with a score of 15 pawns, or 30 in games with reflections; a lead is three points for six plies; after 300 plies a game is drawn. Each game is saved when it ends. Run the same command to continue after Ctrl-C, also with more --games.

Examples:

    $ tain study portal.toml -o portal.svg
    $ tain study mirrorsquare --games 400 --nodes 2000 --json
    $ tain study --family portal --games 40 --nodes 200 --mode derived`
}

func (s *studyCmd) Run(c *console) error {
	all, err := s.subjects(c)
	if err != nil {
		return err
	}
	if s.DepthGames < 0 {
		s.DepthGames = s.Games
	}
	if s.Games < 1 || s.Games > 1e6 || s.DepthGames > 1e6 || s.Nodes < 1 || s.Nodes > 1e9 || s.Times < 2 || s.Times > 1000 ||
		s.RandomPlies < 2 || s.RandomPlies > 40 || s.RandomPlies%2 != 0 || s.Concurrency < 1 || s.Concurrency > maxThreads {
		return fmt.Errorf("--games must be from 1 to 1000000, --nodes from 1 to 1000000000, --times from 2 to 1000, --random-plies an even number from 2 to 40, --concurrency from 1 to %d", maxThreads)
	}
	s.DepthGames += s.DepthGames % 2 // they come in pairs
	picture, err := s.picture(c)
	if err != nil {
		return err
	}
	if picture != nil {
		defer picture.Discard()
	}
	report := study.Report{Family: s.Family, Settings: s.settings()}
	games, err := s.openState(report.Settings)
	if err != nil {
		return err
	}
	defer games.file.Close()
	if report.Figures, err = s.play(c, all, games); err != nil {
		if c.Context.Err() != nil && !c.JSON {
			c.Note(fmt.Sprintf("finished games are saved in %v; run the same command to continue", games.name))
		}
		return err
	}
	if report.Family == "" {
		report.Find()
	}
	if picture != nil {
		if err := s.draw(picture, &report); err != nil {
			return err
		}
	}
	if s.State == "" {
		games.file.Close()
		os.Remove(games.name) // the figures are told: a file that stays does no harm
	}
	if c.JSON {
		return c.Document(report)
	}
	_, err = io.WriteString(c.Out, report.Text())
	return err
}

// subjects are the rule sets to be played: one beside chess, or a family.
func (s *studyCmd) subjects(c *console) ([]rules.Rules, error) {
	switch {
	case (s.Variant == "") == (s.Family == ""):
		return nil, errors.New("name a rule set, or a family with --family")
	case s.Family != "":
		return study.Family(s.Family)
	}
	r, err := c.Choose(s.Variant)
	if err != nil || r == rules.Rules(chess.Rules) {
		return []rules.Rules{r}, err
	}
	return []rules.Rules{r, chess.Rules}, nil
}

func (s *studyCmd) settings() study.Settings {
	return study.Settings{
		Games: s.Games, DepthGames: s.DepthGames, Nodes: s.Nodes, Times: s.Times, RandomPlies: s.RandomPlies, Seed: s.Seed, Mode: s.Mode,
		LeadPlies: study.LeadPlies, LeadPoints: study.LeadPoints, Decided: adjudication.WinningScore(chess.Rules),
	}
}

// studyGames are the games so far and the file that keeps them.
type studyGames struct {
	*study.State
	name string
	file *os.File
}

// openState opens the file of games to go on with it. One of other settings is
// refused.
func (s *studyCmd) openState(settings study.Settings) (*studyGames, error) {
	name := s.State
	if name == "" {
		stem := filepath.Base(s.Variant)
		if s.Family != "" {
			stem = s.Family + "-family"
		}
		name = strings.TrimSuffix(stem, filepath.Ext(stem)) + ".study"
	}
	if err := cli.CheckAppendable(name); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, cli.CannotWrite(name, err)
	}
	state, end, err := study.ReadState(file)
	fresh := settings.State()
	switch {
	case err != nil:
		err = fmt.Errorf("%s: %w", name, err)
	case end == 0:
		state = fresh
		_, err = file.WriteAt([]byte(fresh.Head()), 0)
		end = int64(len(fresh.Head()))
	case state.Settings != fresh.Settings:
		err = fmt.Errorf("%v has games of a study with other settings (%s); name another file with --state, or remove it", name, cli.Clip(state.Settings))
	}
	if err == nil {
		err = file.Truncate(end)
	}
	if err == nil {
		_, err = file.Seek(end, io.SeekStart)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &studyGames{state, name, file}, nil
}

// play plays what is missing and makes the figures.
func (s *studyCmd) play(c *console, all []rules.Rules, games *studyGames) (figures []study.Figures, err error) {
	total, done := int64(len(all)*(s.Games+s.DepthGames)), int64(0)
	bar := c.Progress("", false) // which is named below
	defer bar.Clear()
	for _, r := range all {
		bar.Rename(fmt.Sprintf("study %s", r.Info().Name))
		name, err := s.playedBy(r)
		if err != nil {
			return nil, err
		}
		var two [2][]study.Game
		for i, n := range [2]int{s.Games, s.DepthGames} {
			of := study.Series{Of: name, Unequal: i == 1}
			before := done
			count := func() { bar.Set(before+int64(len(games.Games[of])), total) }
			count()
			if err := s.series(c, r, of, n, games, count); err != nil {
				return nil, err
			}
			if two[i], err = studied(r, games.Games[of], n); err != nil {
				return nil, fmt.Errorf("%s: %w", games.name, err)
			}
			done += int64(n)
		}
		figures = append(figures, study.Figure(r, two[0], two[1]))
	}
	return figures, nil
}

// playedBy names what is played: the rules, and the weights, so that games by
// other weights are not taken for these.
func (s *studyCmd) playedBy(r rules.Rules) (string, error) {
	w, err := eval.Weights(r, eval.Mode(s.Mode))
	if err != nil {
		return "", err
	}
	sum := fnv.New64a()
	fmt.Fprint(sum, w)
	return fmt.Sprintf("%s-%x", cmp.Or(r.Info().Hash, r.Info().Name), sum.Sum64()), nil
}

// series plays the games of one sort that are not there yet.
func (s *studyCmd) series(c *console, r rules.Rules, of study.Series, n int, games *studyGames, count func()) error {
	e, err := eval.New(r, eval.Mode(s.Mode))
	if err != nil {
		return err
	}
	have := map[int]bool{}
	for number := range games.Games[of] {
		have[number] = true
	}
	run := selfplay.Series{
		Rules: r, Eval: e, Games: n, Have: have, Nodes: s.Nodes, Seed: s.Seed, RandomPlies: s.RandomPlies,
		OneSide: !of.Unequal, WinningScore: adjudication.WinningScore(r), Concurrency: s.Concurrency,
		Done: func(number int, record *learn.Record) error {
			if _, err := games.file.WriteString(games.Add(of, number, *record)); err != nil {
				return cli.CannotWrite(games.name, err)
			}
			count()
			return nil
		},
	}
	if of.Unequal {
		run.RivalNodes = s.Nodes * uint64(s.Times)
	}
	return run.Run(c.Context)
}

// studied looks at the first n games, in the order of their numbers.
func studied(r rules.Rules, records map[int]learn.Record, n int) (games []study.Game, err error) {
	for _, number := range slices.Sorted(maps.Keys(records)) {
		if number >= n {
			break
		}
		record := records[number]
		g, err := study.Read(r, &record, number)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// picture makes ready the file of the picture, nil if none is wanted.
func (s *studyCmd) picture(c *console) (*cli.Output, error) {
	if s.Output == "" {
		return nil, nil
	}
	if end := strings.ToLower(filepath.Ext(s.Output)); end != ".svg" && end != ".png" {
		return nil, fmt.Errorf("%v: the name must end in .svg or .png", s.Output)
	}
	return c.Create(s.Output)
}

func (s *studyCmd) draw(out *cli.Output, report *study.Report) error {
	theme, _ := paint.ThemeByName(s.Theme) // the flag takes no other
	drawing := report.Draw(theme)
	if strings.EqualFold(filepath.Ext(s.Output), ".png") {
		if err := drawing.PNG(out, int(drawing.Width)); err != nil {
			return err
		}
		return out.Commit()
	}
	picture, err := drawing.SVG(int(drawing.Width))
	if err != nil {
		return err
	}
	return out.CommitText(string(picture))
}
